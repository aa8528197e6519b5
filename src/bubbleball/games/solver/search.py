"""Search for balls that solve a scene in a believed world: sample, keep the best, breed."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from bubbleball.games.arena import Arena
from bubbleball.games.scene import PlacedBall
from bubbleball.games.solver.aiming import Aim, Room
from bubbleball.games.solver.progress import Progress
from bubbleball.games.solver.screen import Screen
from bubbleball.games.trial import PuzzleTrial

_POOL = 80
_CROWD = 3  # most candidates of the pool in one cell
_CELL = 24 / 256  # of the scene's width
_FRESH = 0.3  # share of new samples
_SECOND = 0.35  # share of second balls on the path that a first one makes
_LEADS = 0.5  # share of parents that are drawn by their score
_LEAD = 0.25  # of the score; a parent that is worse by this is drawn e times less often
_STEPS = (1 / 256, 2 / 256, 5 / 256, 12 / 256)  # of the scene's width; sizes of a mutation
_GAIN = 0.05  # of the score; as long as no candidate is better by this than no ball, none leads
_STUCK = 40  # runs without a better candidate after which the score is trusted less
_DOUBT = 0.5  # share of new samples from then on, besides the usual ones
_UNAIMED = 0.2  # share of these that are not aimed
_NO_LEAD = 0.95  # the same share as long as no candidate leads
_STALE = 600  # runs without a better candidate after which the pool is emptied
_SCREENED = 0.95  # share of the hopeless balls that are not run
_TRIES = 50  # of a mutation before a new sample is drawn instead


@dataclass(eq=False, slots=True)
class BallsCandidate:
    """Balls and how they did in the believed world.

    trial: the run; its paths are what a second ball can meet.
    score: of its progress.
    aim: draws second balls, once one has been asked for.
    """

    trial: PuzzleTrial
    score: float
    aim: Aim | None = None


class Search:
    """A search that can continue where it stopped; it counts the runs of its arena.

    pool: the best candidates so far, best first.
    paths: what happens without a ball.
    """

    def __init__(
        self,
        arena: Arena,
        rng: np.random.Generator,
        room: Room,
        progress: Progress,
        screen: Screen | None = None,
    ) -> None:
        self.arena = arena
        self.rng = rng
        self.paths = arena.run()
        self.pool: list[BallsCandidate] = []
        self._room = room
        self._progress = progress
        self._aim = Aim(self._room, arena.constants, self.paths, rng)
        self._size = arena.scene.rules.right - arena.scene.rules.left
        self._screen = screen or Screen(self._size)
        self._seen: set[tuple[PlacedBall, ...]] = set()
        self._best, self._stale = -np.inf, 0
        self._idle = progress.rate(self.paths)
        self._parked = self._parking() if arena.scene.rules.balls == 2 else None

    def solution(self, budget: int) -> PuzzleTrial | None:
        """The next run that solves the scene; None once the arena has made `budget` runs."""
        while self.arena.runs < budget:
            balls = self._propose()
            if self._screen.hopeless(balls) and self.rng.random() < _SCREENED:
                continue
            trial = self.attempt(balls)
            if trial is not None and trial.solved:
                return trial
        return None

    def attempt(self, balls: tuple[PlacedBall, ...]) -> PuzzleTrial | None:
        """Run balls that have not been run yet, and keep them if they do well."""
        if balls in self._seen:
            return None
        self._seen.add(balls)
        trial = self.arena.run(balls)
        changed = self._changes(trial)
        self._screen.note(balls, changed=changed)
        if changed:
            self._keep(BallsCandidate(trial, self._progress.rate(trial)))
        return trial

    def note(self, trial: PuzzleTrial) -> None:
        """Keep a run of the game itself in place of the predicted one."""
        self.pool = [one for one in self.pool if one.trial.balls != trial.balls]
        self._keep(BallsCandidate(trial, self._progress.rate(trial)))

    def _changes(self, trial: PuzzleTrial) -> bool:
        """Whether the balls changed the path of any body of the scene.

        The run without a ball may have ended early because everything slept.
        """
        idle = self.paths.states
        before = idle[np.minimum(np.arange(len(trial.states)), len(idle) - 1)]
        after = trial.states[:, : idle.shape[1]]
        return bool(np.abs(after - before).max() > 1e-6 * self._size)

    def _propose(self) -> tuple[PlacedBall, ...]:
        draw = self.rng.random()
        doubt = _DOUBT if self._best > self._idle + _GAIN else _NO_LEAD
        if self._stale > _STUCK and self.rng.random() < doubt:
            return self._fresh(aimed=self.rng.random() >= _UNAIMED)
        if len(self.pool) < 10 or draw < _FRESH:
            return self._fresh()
        parent = self._parent()
        if self._parked is not None and draw < _FRESH + _SECOND:
            return self._second(parent)
        return self._mutated(parent) or self._fresh()

    def _parent(self) -> BallsCandidate:
        """One of the pool: by rank, or by how far its score is from the best one's.

        Ranks alone would lose a single lead among many useless candidates.
        """
        if self.rng.random() < _LEADS:
            behind = np.array([self.pool[0].score - one.score for one in self.pool])
            weights = np.exp(-behind / _LEAD)
            return self.pool[int(self.rng.choice(len(self.pool), p=weights / weights.sum()))]
        return self.pool[int(len(self.pool) * self.rng.random() ** 2)]  # mostly the first ones

    def _fresh(self, *, aimed: bool = True) -> tuple[PlacedBall, ...]:
        while True:
            ball = self._aim.draw() if aimed else self._aim.anywhere()
            if self._parked is None:
                return (ball,)
            other = self._parked if self.rng.random() < 0.7 else self._aim.draw()
            if self._room.apart(_row(ball), [other])[0]:
                return ball, other

    def _second(self, parent: BallsCandidate) -> tuple[PlacedBall, ...]:
        """The parent's first ball, and another that meets what moves because of it."""
        if parent.aim is None:
            first = parent.trial.balls[:1]
            states = parent.trial.states[:, :-1]
            names = parent.trial.names[:-1]
            paths = dataclasses.replace(parent.trial, balls=first, names=names, states=states)
            parent.aim = Aim(self._room, self.arena.constants, paths, self.rng, first)
        return parent.trial.balls[0], parent.aim.draw()

    def _mutated(self, parent: BallsCandidate) -> tuple[PlacedBall, ...] | None:
        rng, room = self.rng, self._room
        for _ in range(_TRIES):
            balls = list(parent.trial.balls)
            step = _STEPS[int(rng.integers(len(_STEPS)))] * self._size
            changed = int(rng.integers(len(balls)))
            spread = (step, step, 0.6 * step)
            row = room.snap(_row(balls[changed]) + rng.normal(0.0, spread))
            others = balls[:changed] + balls[changed + 1 :]
            if room.allowed(row)[0] and room.apart(row, others)[0]:
                balls[changed] = PlacedBall(*map(float, row[0]))
                return tuple(balls)
        return None

    def _parking(self) -> PlacedBall:
        """Where a second ball, as small as allowed, is farthest from everything that moves."""
        rules, rng = self.arena.scene.rules, self.rng
        spots = np.column_stack(
            [
                rng.uniform(rules.left, rules.right, 400),
                rng.uniform(rules.bottom, rules.top, 400),
                np.full(400, rules.least_radius),
            ]
        )
        spots = self._room.snap(spots)
        spots = spots[self._room.allowed(spots)]
        paths = self.paths.states[::5, :, :2].reshape(-1, 2)
        below = np.abs(spots[:, None, 0] - paths[:, 0]).min(axis=1)
        away = np.hypot(*(spots[:, None, :2] - paths).transpose(2, 0, 1)).min(axis=1)
        return PlacedBall(*map(float, spots[int(np.argmax(away + below - 0.2 * spots[:, 1]))]))

    def _keep(self, candidate: BallsCandidate) -> None:
        if candidate.score > self._best:
            self._best, self._stale = candidate.score, 0
        else:
            self._stale += 1
        if self._stale > _STALE:
            self.pool, self._best, self._stale = [], -np.inf, 0
        near = [one for one in self.pool if self._cell(one) == self._cell(candidate)]
        if len(near) >= _CROWD:
            worst = near[-1]
            if candidate.score <= worst.score:
                return
            self.pool.remove(worst)
        place = sum(one.score >= candidate.score for one in self.pool)
        self.pool.insert(place, candidate)
        del self.pool[_POOL:]

    def _cell(self, candidate: BallsCandidate) -> tuple[int, ...]:
        width = _CELL * self._size
        return tuple(
            int(value // width) for ball in candidate.trial.balls for value in (ball.x, ball.y)
        )


def _row(ball: PlacedBall) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.array([[ball.x, ball.y, ball.radius]])


def alike(one: PuzzleTrial, other: PuzzleTrial, size: float) -> bool:
    """Whether all balls of two trials are within `size` of each other."""
    pairs = zip(one.balls, other.balls, strict=True)
    return all(max(abs(a.x - b.x), abs(a.y - b.y)) <= size for a, b in pairs)
