"""H-2: pick the predicted solution that is likeliest to work even if the belief is wrong (eq. 19).

Robustness is the share of worlds, sampled from the belief, in which a configuration solves the
level. The stepping model estimates it for many candidates, with jittered poses; the believed
Box2D world confirms it for the best few.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.game.physics import SECONDS_PER_STEP, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.whole_poses import WholePoses
from bubbleball.game.world import simulate
from bubbleball.method.candidates import Candidate, Choice, PoseBatch
from bubbleball.method.change import change_px
from bubbleball.method.decision import mean_gap
from bubbleball.method.legality import is_legal
from bubbleball.method.recorded_start import Recorded
from bubbleball.method.tidying import DECIMALS, rounded
from bubbleball.model.belief import Belief
from bubbleball.model.beta import beta_rows
from bubbleball.model.prediction import PredictedEvent
from bubbleball.model.stepper.predict import StepPredictor

ANOTHER_IDEA = 30.0  # px by which the pieces of two ideas differ at least, all together
MORE = 2  # times as many are compared where unseen constants are likely to be off
POSE_JITTER = 0.7  # px and degrees; stands for the errors of the stepping model
CARELESS = 3  # of the sampled worlds, each one of this number moves the pieces by as much


@dataclass(frozen=True, slots=True)
class ChoiceSettings:
    """How many candidates are compared, and how closely.

    rated: solutions rated by the stepping model.
    jitters: samples of β and of the poses for each of them.
    checked: the best of them, run in the believed world.
    confirmed: solutions found there that end the check.
    worlds: sampled worlds in which each of those is run.
    sure: robustness at which no further candidate is checked.
    enough: robustness at which no deeper search is made.
    hardened: whether the most robust are changed for more where constants are likely to be off.
    whole: whether the game takes whole px and degrees only; solutions are rounded before they are
        compared.
    """

    rated: int = 32
    jitters: int = 16
    checked: int = 16
    confirmed: int = 4
    worlds: int = 10
    sure: float = 0.9
    enough: float = 0.6
    hardened: bool = True
    whole: bool = False


def wary(settings: ChoiceSettings) -> ChoiceSettings:
    """The settings where constants that have not shown themselves are likely to be off, too."""
    return replace(
        settings,
        rated=settings.rated * MORE * MORE,
        jitters=settings.jitters * MORE,
        checked=settings.checked * MORE,
        confirmed=settings.confirmed * MORE,
        worlds=settings.worlds * MORE,
        sure=1.0,
    )


class _World(NamedTuple):
    """One sampled world.

    level: with the ball where it starts.
    physics: a sample of β.
    errors: by which the pieces land off, in the level's order: pieces x 3, px and degrees.
    """

    level: Level
    physics: Physics
    errors: Array | None

    def run(self, placements: Sequence[Placement]) -> Trial:
        """Play a configuration."""
        if self.errors is not None:
            placements = [self._landed(placement) for placement in placements]
        return simulate(
            self.level, placements, self.physics, record_moves=False, record_contacts=False
        )

    def _landed(self, at: Placement) -> Placement:
        assert self.errors is not None, "only then does a piece land elsewhere"
        number, part = next((i, p) for i, p in enumerate(self.level.pieces) if p.id == at.piece)
        dx, dy, turn = self.errors[number].tolist()
        angle = at.angle if part.kind.upright else at.angle + turn
        return Placement(at.piece, at.x + dx, at.y + dy, angle)


class RobustChooser:
    """Compares solutions of one level under one belief."""

    def __init__(
        self,
        level: Level,
        predictor: StepPredictor,
        belief: Belief,
        rng: np.random.Generator,
        settings: ChoiceSettings,
        recorded: Recorded | None = None,
    ) -> None:
        self.level = level
        self.predictor = predictor
        self.belief = belief
        self.rng = rng
        self.settings = settings
        self.recorded = recorded
        self._goal = level if recorded is None else recorded.goal
        self._runs = 0
        self._poses = WholePoses(level) if settings.whole else None
        worlds = belief.samples(rng, settings.worlds)[1:]  # the first one is the mean
        self._others = [self._world(number, world) for number, world in enumerate(worlds)]
        self._samples = belief.samples(rng, settings.jitters)
        self._betas = beta_rows(self._samples)
        # The same errors for every candidate, so that they differ by what they are only.
        self._jitter = np.array([self._errors(POSE_JITTER) for _ in range(settings.jitters)])
        self._jitter[0] = 0.0

    def _errors(self, least: float) -> Array:
        """Errors of the pieces' poses: pieces x 3, px and degrees."""
        shape, (shift, turn) = (len(self.level.pieces), 3), self.belief.scatter
        errors: Array = self.rng.normal(0.0, least, shape)
        if any(self.belief.scatter):
            errors = self.rng.uniform(-1.0, 1.0, shape) * (shift, shift, turn)
        return errors

    def _world(self, number: int, physics: Physics) -> _World:
        """One sampled world; where chance is known to move pieces, it moves them in each."""
        scattered = any(self.belief.scatter)
        careless = scattered or not (self.belief.another_game or number % CARELESS)
        return _World(self._shaken(), physics, self._errors(POSE_JITTER) if careless else None)

    def _shaken(self) -> Level:
        """The level with the ball where it may start; as it is, if every trial started there."""
        shake = 0.0 if self.recorded is None else self.recorded.shake
        if not shake:
            return self._goal
        dx, dy = self.rng.uniform(-shake, shake, 2).tolist()
        ball = self._goal.ball
        return replace(self._goal, ball=replace(ball, x=ball.x + dx, y=ball.y + dy))

    def rank(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The solutions by their robustness in the stepping model, then by how few pieces they use.

        Of more than `rated` solutions a random sample is ranked.
        """
        solved = [c for c in candidates if c.solved]
        if len(solved) > self.settings.rated:
            picked = self.rng.choice(len(solved), self.settings.rated, replace=False)
            solved = [solved[i] for i in sorted(picked)]
        solved = [*self._accepted(solved)]
        shares = self.shares(solved)
        order = sorted(range(len(solved)), key=lambda i: (-shares[i], len(solved[i].placements)))
        return [solved[i] for i in order]

    def _accepted(self, candidates: Iterable[Candidate]) -> Iterator[Candidate]:
        """The candidates in poses that can be printed and that the game takes, if there are any."""
        for candidate in candidates:
            if self._poses is None:
                yield replace(candidate, placements=rounded(candidate.placements, DECIMALS[-1]))
            elif (placements := self._poses.nearest(candidate.placements)) is not None:
                yield replace(candidate, placements=placements)

    def shares(self, solved: Sequence[Candidate]) -> list[float]:
        """The share of the jitters in which the stepping model sees the ball at the flag.

        The first jitter leaves the new pieces where they are.
        """
        alike: dict[tuple[tuple[Placement, ...], tuple[str, ...]], list[int]] = {}
        for number, candidate in enumerate(solved):
            new = candidate.placements[-candidate.added :]
            key = (candidate.placements[: -candidate.added], tuple(p.piece for p in new))
            alike.setdefault(key, []).append(number)
        shares = [0.0] * len(solved)
        jitters = self.settings.jitters
        for (base, pieces), numbers in alike.items():
            batches = [
                PoseBatch.of(self.level, solved[n].placements[-len(pieces) :]) for n in numbers
            ]
            parts = batches[0].parts
            poses = np.repeat(np.concatenate([b.poses for b in batches]), jitters, axis=0)
            jitter = np.tile(self._jitter[:, : len(parts)], (len(numbers), 1, 1))
            jitter[:, [part.kind.upright for part in parts], 2] = 0.0
            betas = np.tile(self._betas, (len(numbers), 1))
            path = None if self.recorded is None else self.recorded.whole(base)
            seen = self.predictor.many(base, parts, poses + jitter, betas, path).solved
            for n, share in zip(numbers, seen.reshape(-1, jitters).mean(axis=1), strict=True):
                shares[n] = float(share)
        return shares

    def failing(self, candidate: Candidate) -> list[Physics]:
        """The jitters in which the stepping model does not see the ball at the flag."""
        batch = PoseBatch.of(self.level, candidate.placements)
        poses = batch.poses.repeat(self.settings.jitters, axis=0)
        seen = self.predictor.many((), batch.parts, poses, self._betas).solved
        return [self._samples[i] for i in np.flatnonzero(~seen)]

    def take_runs(self) -> int:
        """Runs of the believed world since the last call."""
        runs, self._runs = self._runs, 0
        return runs

    def check(self, candidates: Sequence[Candidate], confirmed: int | None = None) -> list[Choice]:
        """Those of the first few candidates that solve the level in the believed world."""
        enough = confirmed or self.settings.confirmed
        choices: list[Choice] = []
        best = 0.0
        for candidate in self._accepted(candidates[: self.settings.checked]):
            choice = self.confirm(candidate.placements, best)
            if choice is None:
                continue
            choices.append(choice)
            best = max(best, choice.robustness)
            if choice.robustness >= self.settings.sure or len(choices) == enough:
                break
        return choices

    def trust(self, candidates: Sequence[Candidate]) -> list[Choice]:
        """The first legal candidate, taken on the stepping model's word."""
        for candidate in candidates:
            if is_legal(self.level, candidate.placements):
                seen = self.predictor.one(candidate.placements, self.belief.mean)
                return [Choice(candidate.placements, seen.path[:, :2], 1.0, 0.0, seen.events)]
        return []

    def confirm(self, placements: tuple[Placement, ...], better_than: float = 0) -> Choice | None:
        """Run one configuration under the mean belief and in the other sampled worlds.

        None if it breaks the rules or fails under the mean belief. The other worlds are left as
        soon as it cannot be more robust than `better_than`; those not run count as failures.
        """
        if not is_legal(self.level, placements):
            return None
        self._runs += 1
        trial = simulate(self._goal, placements, self.belief.mean, record_moves=False)
        if not trial.solved:
            return None
        count, apart = 1 + len(self._others), list[float]()
        solved, failed = list[_World](), list[_World]()
        for world in self._others:
            if (count - len(failed)) / count <= better_than:
                break
            other = world.run(placements)
            apart.append(mean_gap(trial.ball, other.ball))
            (solved if other.solved else failed).append(world)
        self._runs += len(apart)
        # The next one is run first where this one fails: if it fails there too, it is left earlier.
        self._others = [*failed, *solved, *self._others[len(apart) :]]
        return Choice(
            placements=placements,
            path=trial.ball[:, :2],
            robustness=(1 + len(solved)) / count,  # (eq. 19)
            spread=float(np.mean(apart)) if apart else 0.0,
            events=_met(trial),
        )


def another_idea(level: Level, best: Choice, choices: Sequence[Choice]) -> list[Choice]:
    """The choices that are another idea than the best one, not the same moved a little."""
    return [c for c in choices if change_px(level, c.placements, best.placements) > ANOTHER_IDEA]


def _met(trial: Trial) -> tuple[PredictedEvent, ...]:
    """Contacts and effects of a run, in order."""
    return tuple(
        PredictedEvent(
            met.part, met.frame * SECONDS_PER_STEP, *map(float, trial.ball[met.frame, :2])
        )
        for met in trial.meetings()
    )
