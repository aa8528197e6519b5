"""Trials, thoughts and certificates as JSON values."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bubbleball.certify.report import Certificate
from bubbleball.certify.search import Findings
from bubbleball.files.document import placements_data
from bubbleball.game.placement import Breach
from bubbleball.game.trial import Trial
from bubbleball.method.explanation import Thought
from bubbleball.model.belief import Estimate
from bubbleball.play.loop import Step

MAX_CANDIDATES = 1500  # drawn; their number is told in full
MAX_POINTS = 1500  # of a predicted path


def breach_data(breach: Breach) -> dict[str, Any]:
    """One rule broken."""
    return {
        "piece": breach.piece,
        "rule": breach.rule.name,
        "amount": breach.amount,
        "detail": breach.detail,
        "other": breach.other,
    }


def trial_data(trial: Trial) -> dict[str, Any]:
    """A trial with every frame to the last bit: what the page shows is what happened."""
    return {
        "outcome": trial.outcome,
        "solved": trial.solved,
        "reason": trial.reason,
        "placements": placements_data(trial.placements),
        "ball": trial.ball[:, :2].tolist(),
        "movers": list(trial.movers),
        "moves": trial.moves[:, :, :3].tolist(),
        "contacts": [
            {
                "part": c.part,
                "frame": c.frame,
                "until": c.until,
                "point": list(c.point),
                "normal": list(c.normal),
            }
            for c in trial.contacts
        ],
        "effects": [
            {
                "part": e.part,
                "frame": e.frame,
                "position": list(e.position_before),
                "jumped": e.position_before != e.position_after,
            }
            for e in trial.effects
        ],
    }


def step_data(step: Step) -> dict[str, Any]:
    """One trial of a solve."""
    return {
        "type": "step",
        "number": step.number,
        "placements": placements_data(step.placements),
        "trial": trial_data(step.trial),
        "seconds": round(step.seconds, 4),
    }


def thought_data(thought: Thought) -> dict[str, Any]:
    """One stage of thinking, thinned where a picture shows no more anyway."""
    region = thought.region
    return {
        "type": "thought",
        "stage": thought.stage,
        "text": thought.text,
        "seconds": round(thought.seconds, 4),
        "guides": [_rows(guide, MAX_POINTS) for guide in thought.guides],
        "region": None
        if region is None
        else {name: float(getattr(region, name)) for name in region.__slots__},
        "candidates": _rows(thought.candidates, MAX_CANDIDATES),
        "candidate_count": int(thought.candidate_count),
        "main": None if thought.main is None else placements_data([thought.main])[0],
        "supports": placements_data(thought.supports),
        "predicted": _rows(thought.predicted, MAX_POINTS),
        "events": [
            {"part": e.part, "seconds": float(e.seconds), "x": float(e.x), "y": float(e.y)}
            for e in thought.events
        ],
        "belief_before": [_estimate(estimate) for estimate in thought.belief_before],
        "belief": [_estimate(estimate) for estimate in thought.belief],
    }


def progress_data(findings: Findings, share: float) -> dict[str, Any]:
    """How far a certification is; `share` is that of its time."""
    ways = len(findings.solutions)
    known = (
        f"{ways} solutions so far" if ways else f"nearest {findings.nearest:.0f} px from the flag"
    )
    return {"type": "progress", "share": share, "text": f"{findings.trials:,} trials; {known}"}


def certificate_data(certificate: Certificate) -> dict[str, Any]:
    """What a certification found, in words and numbers for a person."""
    luck, best = certificate.luck, next(iter(certificate.solutions), None)
    facts = [("Trials run", f"{certificate.trials:,}")]
    if certificate.difficulty is not None:
        facts.append(("Difficulty", f"{certificate.difficulty:.1f} of 10"))
    if luck.trials:
        low, high = luck.interval
        facts.append(
            ("Wins by chance", f"{luck.solved} of {luck.trials} ({low:.1%} to {high:.1%})")
        )
    if best is not None:
        facts.append(("Best solution survives", f"{best.robustness:.0%} of ±1 px and ±1° changes"))
    if certificate.idle:
        facts.append(("Never needed", ", ".join(certificate.idle)))
    return {
        "type": "certificate",
        "solvable": bool(certificate.solutions),
        "verdict": certificate.verdict,
        "text": certificate.reason,
        "facts": facts,
        "solutions": [placements_data(s.placements) for s in certificate.solutions],
    }


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {
        "name": estimate.name,
        "mean": float(estimate.mean),
        "low": float(estimate.low),
        "high": float(estimate.high),
        "evidence": int(estimate.evidence),
    }


def _rows(array: NDArray[np.float64] | None, most: int) -> list[list[float]]:
    """Finite rows to a hundredth, thinned evenly to at most `most`."""
    if array is None or len(array) == 0:
        return []
    rows = array[np.isfinite(array).all(axis=1)]
    if len(rows) > most:
        rows = rows[np.linspace(0, len(rows) - 1, most).astype(int)]
    return [[round(float(value), 2) for value in row] for row in rows]
