"""The game's values as the page gets them."""

from __future__ import annotations

import json
from dataclasses import asdict

import numpy as np

from bubbleball.certify.certificate import Certificate
from bubbleball.certify.findings import Findings
from bubbleball.files.document import Document
from bubbleball.files.level_file import dump_document
from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.game.rules import Breach
from bubbleball.game.trial import Trial
from bubbleball.method.explanation import Thought
from bubbleball.play.account import account
from bubbleball.play.repaired import Repaired, step_text
from bubbleball.play.step import Step
from bubbleball.report.labels import count
from bubbleball.web.contract.catalog import OpenedLevel
from bubbleball.web.contract.events import (
    CertificateEvent,
    ProgressEvent,
    RepairedEvent,
    RepairStep,
    StepEvent,
    ThoughtEvent,
)
from bubbleball.web.contract.replies import (
    AccountData,
    BreachData,
    ContactData,
    EffectData,
    TrialData,
)

MAX_CANDIDATES = 1500  # drawn; their number is sent in full
MAX_POINTS = 1500  # of a predicted path
_BESIDE = ("solutions", "family", "difficulty")  # in a level's file, but no part of the puzzle


def opened_level(document: Document) -> OpenedLevel:
    """Separate the puzzle from what its file says about it."""
    data = json.loads(dump_document(document))
    for name in _BESIDE:
        data.pop(name, None)
    return OpenedLevel(data, document.solutions, document.family, document.difficulty)


def breach_data(breach: Breach) -> BreachData:
    """Describe one rule that is broken."""
    return BreachData(breach.piece, breach.rule.name, breach.amount, breach.detail, breach.other)


def trial_data(trial: Trial) -> TrialData:
    """Describe a trial with every frame to the last bit: the page shows what happened."""
    return TrialData(
        outcome=trial.outcome,
        solved=trial.solved,
        reason=trial.reason,
        account=AccountData(**asdict(account(trial))),
        placements=trial.placements,
        ball=trial.ball[:, :2].tolist(),
        movers=trial.movers,
        moves=trial.moves[:, :, :3].tolist(),
        contacts=tuple(
            ContactData(c.part, c.frame, c.until, c.point, c.normal) for c in trial.contacts
        ),
        effects=tuple(
            EffectData(e.part, e.frame, e.position_before, e.position_before != e.position_after)
            for e in trial.effects
        ),
    )


def solve_event(event: Thought | Step) -> ThoughtEvent | StepEvent:
    """Describe one trial or one stage of thinking of a solve."""
    return _step_event(event) if isinstance(event, Step) else _thought_event(event)


def _step_event(step: Step) -> StepEvent:
    return StepEvent(step.number, step.placements, trial_data(step.trial), round(step.seconds, 4))


def _thought_event(thought: Thought) -> ThoughtEvent:
    """Points are thinned where a picture shows no more anyway."""
    return ThoughtEvent(
        stage=thought.stage,
        text=thought.text,
        seconds=round(thought.seconds, 4),
        guides=tuple(_pairs(guide, MAX_POINTS) for guide in thought.guides),
        region=thought.region,
        candidates=[(x, y, cost) for x, y, cost in _rows(thought.candidates, MAX_CANDIDATES)],
        candidate_count=int(thought.candidate_count),
        placed=thought.placed,
        main=thought.main,
        supports=thought.supports,
        predicted=_pairs(thought.predicted, MAX_POINTS),
        events=thought.events,
        belief_before=thought.belief_before,
        belief=thought.belief,
        rival=thought.rival,
        rival_path=_pairs(thought.rival_path, MAX_POINTS),
        why_not=thought.why_not,
    )


def repaired_event(level: Level, repaired: Repaired | None) -> RepairedEvent:
    """Describe a repaired attempt, or that none was found."""
    if repaired is None:
        return RepairedEvent((), (), "The solver finds no repair.", None)
    steps = tuple(
        RepairStep(change.piece, change.before, change.after, step_text(level, change))
        for change in repaired.changes
    )
    return RepairedEvent(repaired.placements, steps, repaired.reason, repaired.look)


def progress_event(findings: Findings, share: float) -> ProgressEvent:
    """Describe how far a certification is; `share` is that of its time."""
    known = f"nearest {findings.nearest:.0f} px from the flag"
    if findings.solutions:
        known = f"{count(len(findings.solutions), 'solution')} so far"
    return ProgressEvent(share, f"{findings.trials:,} trials; {known}")


def certificate_event(certificate: Certificate) -> CertificateEvent:
    """Describe what a certification found, in words and numbers for a person."""
    luck, best = certificate.luck, next(iter(certificate.solutions), None)
    trials = f"{certificate.trials:,}"
    facts = [] if f"{trials} trials" in certificate.reason else [("Trials run", trials)]
    if certificate.difficulty is not None:
        facts.append(("Difficulty", f"{certificate.difficulty:.1f} of 10"))
    if luck.trials:
        low, high = luck.interval
        facts.append(
            ("Wins by chance", f"{luck.solved:,} of {luck.trials:,} ({low:.1%} to {high:.1%})")
        )
    if best is not None:
        facts.append(("Best solution survives", f"{best.robustness:.0%} of ±1 px and ±1° changes"))
    if certificate.idle:
        facts.append(("Never needed", ", ".join(certificate.idle)))
    return CertificateEvent(
        solvable=bool(certificate.solutions),
        verdict=certificate.verdict,
        text=certificate.reason,
        facts=tuple(facts),
        solutions=tuple(solution.placements for solution in certificate.solutions),
    )


def _pairs(array: Array | None, most: int) -> list[tuple[float, float]]:
    return [(x, y) for x, y in _rows(array, most)]


def _rows(array: Array | None, most: int) -> list[list[float]]:
    """Finite rows to a hundredth, thinned evenly to at most `most`."""
    if array is None or len(array) == 0:
        return []
    rows = array[np.isfinite(array).all(axis=1)]
    if len(rows) > most:
        rows = rows[np.linspace(0, len(rows) - 1, most).astype(int)]
    return [[round(float(value), 2) for value in row] for row in rows]
