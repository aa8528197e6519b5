"""Which of the solutions that the models see to try: the one that survives being wrong.

Robustness is the share of plausible worlds (samples of β, with a little jitter of the poses in the
kernel) in which a configuration still solves the level (eq. 19).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.level import Level
from bubbleball.game.physics import SECONDS_PER_STEP
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.beam import Candidate
from bubbleball.method.contact_sampling import is_legal
from bubbleball.model import columns
from bubbleball.model.belief import Belief, beta_rows
from bubbleball.model.prediction import PredictedEvent
from bubbleball.model.stepper.predict import OUTCOME, Predictor

Array = NDArray[np.float64]

SURE = 0.9  # robustness at which no other candidate is looked at
FRAGILE = 0.35  # robustness below which a trial is worth more for what it teaches
POSE_JITTER = 0.7  # px and degrees; stands for what the kernel does not know


@dataclass(frozen=True, slots=True)
class ChoiceSettings:
    """How many candidates are looked at, and how closely.

    rated: solutions rated by the kernel. jitters: samples each.
    checked: the best of them run in the believed world, until `confirmed` of them solve there.
    worlds: plausible worlds in which those are run.
    enough: robustness at which no deeper search is made.
    """

    rated: int = 48
    jitters: int = 24
    checked: int = 16
    confirmed: int = 4
    worlds: int = 10
    enough: float = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """A configuration that solves the level in the believed world.

    placements: all of them. path: n x 2, the ball's way under the mean belief, px.
    robustness: share of plausible worlds in which it still solves.
    teaches: px by which the plausible worlds disagree about the ball's way; seeing it tells which.
    events: what the ball meets on its way.
    """

    placements: tuple[Placement, ...]
    path: Array
    robustness: float
    teaches: float
    events: tuple[PredictedEvent, ...]

    @property
    def main(self) -> Placement:
        """The Main Block: the last piece placed that the ball meets."""
        met = {event.part for event in self.events}
        touched = [p for p in self.placements if p.piece in met]
        return (touched or list(self.placements))[-1]

    @property
    def supports(self) -> tuple[Placement, ...]:
        """The Supporting Blocks: pieces that the ball never meets."""
        met = {event.part for event in self.events} | {self.main.piece}
        return tuple(p for p in self.placements if p.piece not in met)


def best_of(choices: Sequence[Choice]) -> Choice | None:
    """The most robust; where none deserves the name, the one that teaches most."""
    if not choices:
        return None
    robust = max(choices, key=lambda c: c.robustness)
    return robust if robust.robustness >= FRAGILE else max(choices, key=lambda c: c.teaches)


class RobustChooser:
    """Rates solutions of one level under one belief."""

    def __init__(
        self,
        level: Level,
        predictor: Predictor,
        belief: Belief,
        rng: np.random.Generator,
        confidence: ChoiceSettings,
    ) -> None:
        self.level = level
        self.predictor = predictor
        self.belief = belief
        self.rng = rng
        self.confidence = confidence
        self._worlds = belief.samples(rng, confidence.worlds)
        self._betas = beta_rows(belief.samples(rng, confidence.jitters))

    def rank(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The kernel's view: solutions by the share of jittered worlds in which they hold."""
        solved = [c for c in candidates if c.solved]
        if len(solved) > self.confidence.rated:
            picked = self.rng.choice(len(solved), self.confidence.rated, replace=False)
            solved = [solved[i] for i in sorted(picked)]
        shares = [self._share(c) for c in solved]
        order = sorted(range(len(solved)), key=lambda i: (-shares[i], len(solved[i].placements)))
        return [solved[i] for i in order]

    def _share(self, candidate: Candidate) -> float:
        base = candidate.placements[: -candidate.added]
        parts = []
        poses = np.zeros((self.confidence.jitters, candidate.added, 3))
        for j, placement in enumerate(candidate.placements[-candidate.added :]):
            part = self.level.piece(placement.piece)
            if part is None:
                return 0.0
            parts.append(part)
            jitter = self.rng.normal(0, POSE_JITTER, (self.confidence.jitters, 3))
            jitter[0] = 0.0
            if part.kind.upright:
                jitter[:, 2] = 0.0
            poses[:, j] = np.array([placement.x, placement.y, placement.angle]) + jitter
        results = self.predictor.many(base, parts, poses, self._betas)
        return float((results[:, OUTCOME] == columns.AT_FLAG).mean())

    def check(self, candidates: Sequence[Candidate], confirmed: int | None = None) -> list[Choice]:
        """The believed world's view: those of the first few that solve the level there."""
        enough = confirmed or self.confidence.confirmed
        choices: list[Choice] = []
        for candidate in candidates[: self.confidence.checked]:
            choice = self._confirm(candidate.placements)
            if choice is None:
                continue
            choices.append(choice)
            if choice.robustness >= SURE or len(choices) == enough:
                break
        return choices

    def _confirm(self, placements: tuple[Placement, ...]) -> Choice | None:
        """Run one configuration in the believed world and its plausible neighbours."""
        if not is_legal(self.level, placements):
            return None
        trial = simulate(self.level, placements, self._worlds[0], record_moves=False)
        if not trial.solved:
            return None
        others = [
            simulate(self.level, placements, world, record_moves=False, record_contacts=False)
            for world in self._worlds[1:]
        ]
        held = 1 + sum(other.solved for other in others)
        apart = [_apart(trial.ball, other.ball) for other in others]
        return Choice(
            placements=placements,
            path=trial.ball[:, :2],
            robustness=held / len(self._worlds),
            teaches=float(np.mean(apart)) if apart else 0.0,
            events=_met(trial),
        )

    def trust(self, candidates: Sequence[Candidate]) -> list[Choice]:
        """Take the kernel's word for the first legal one, without the believed world."""
        for candidate in candidates:
            if is_legal(self.level, candidate.placements):
                seen = self.predictor.one(candidate.placements, self.belief.mean)
                return [Choice(candidate.placements, seen.path[:, :2], 1.0, 0.0, seen.events)]
        return []


def _apart(a: Array, b: Array) -> float:
    """Mean distance of two ways over their common frames, px."""
    frames = min(len(a), len(b))
    return float(np.hypot(*(a[:frames, :2] - b[:frames, :2]).T).mean())


def _met(trial: Trial) -> tuple[PredictedEvent, ...]:
    """Contacts and effects of a run, in order."""
    return tuple(
        PredictedEvent(
            met.part, met.frame * SECONDS_PER_STEP, *map(float, trial.ball[met.frame, :2])
        )
        for met in trial.meetings()
    )
