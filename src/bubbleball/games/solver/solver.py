"""The solver: predict, aim, breed, choose what is robust, learn from what failed."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bubbleball.errors import SolverError
from bubbleball.games.arena import Arena
from bubbleball.games.scene import Constants, PlacedBall, Scene
from bubbleball.games.solver.aiming import Room
from bubbleball.games.solver.belief import KNOWN, PuzzleBelief
from bubbleball.games.solver.learning import learn
from bubbleball.games.solver.progress import Progress
from bubbleball.games.solver.screen import Screen
from bubbleball.games.solver.search import Search, alike
from bubbleball.games.trial import PuzzleTrial
from bubbleball.method.decision import best_of, mean_gap
from bubbleball.method.explanation import MethodStage, Thought


@dataclass(frozen=True, slots=True)
class Budget:
    """What a solver may spend, in runs of its believed world.

    first: on the first attempt.
    more: on each further attempt.
    total: on all of them.
    late: on each further attempt once the total is spent; if 0, the solver then gives up.
    solutions: how many solutions it compares.
    worlds: varied worlds in which each of them is checked.
    extra: runs spent on further solutions once there is one.
    enough: robustness at which the search for further solutions stops.
    """

    first: int = 4000
    more: int = 1500
    total: int = 8000
    late: int = 0
    solutions: int = 2
    worlds: int = 3
    extra: int = 40
    enough: float = 0.6


COPY = Budget()
COPY_ONE_BALL = Budget(first=3000, total=3000)
CONSTANTS = Budget(
    first=150, more=600, total=1400, late=1, solutions=6, worlds=9, extra=70, enough=0.9
)
CONSTANTS_ONE_BALL = dataclasses.replace(CONSTANTS, total=850)
_PATIENCE = 20  # times the late runs, after which a search that finds nothing new ends


@dataclass(frozen=True, slots=True)
class BallsChoice:
    """Balls that solve the scene in the believed world.

    trial: their run there.
    robustness: share of the varied worlds in which they solve it too.
    spread: how far the path of the goal's first body in these worlds is from the believed one.
    """

    trial: PuzzleTrial
    robustness: float
    spread: float


class BallSolver:
    """Solves one scene by ask and tell; it never sees the game itself.

    belief: the constants that it uses.
    """

    def __init__(
        self,
        scene: Scene,
        *,
        belief: PuzzleBelief = KNOWN,
        budget: Budget | None = None,
        seed: int = 0,
    ) -> None:
        self.scene = scene
        self.belief = belief
        one = scene.rules.balls == 1
        copy = COPY_ONE_BALL if one else COPY
        constants = CONSTANTS_ONE_BALL if one else CONSTANTS
        self.budget = budget or (copy if belief.certain else constants)
        self._rng = np.random.default_rng(seed)
        self._room = Room(scene)
        self._progress = Progress(scene)
        self._screen = Screen(scene.rules.right - scene.rules.left)
        self._arenas: list[Arena] = []
        self._attempts: list[PuzzleTrial] = []
        self._search = self._new_search()
        self._worlds: dict[Arena, int] = {}  # made to check solutions; how many failed in each
        self._hopes: list[tuple[PlacedBall, ...]] = []  # to be tried first under a new belief
        self._next: BallsChoice | None = None
        self._found = False  # whether the last search found a solution
        self._given_up = False

    @property
    def simulations(self) -> int:
        """Runs of believed worlds so far."""
        return sum(arena.runs for arena in self._arenas)

    @property
    def _spent(self) -> bool:
        return self.simulations >= self.budget.total

    def think(self) -> Iterator[Thought]:
        """Find the balls for the next attempt, in stages."""
        if self._attempts and not self.belief.certain:
            mean, made = self.belief.mean, len(self._attempts)
            yield Thought(
                MethodStage.LEARN,
                f"After {made} attempt{'s' * (made > 1)}: gravity {mean.gravity:.2f} m/s², "
                f"friction {mean.friction:.2f}, restitution {mean.restitution:.2f}.",
            )
        began, before = time.perf_counter(), self.simulations
        found = self._find()
        limit = max(self.budget.total, before + _PATIENCE * self.budget.late)
        while not (found or self._untried()) and self.simulations < limit:
            found = self._find()  # there is nothing to try yet
        seconds = time.perf_counter() - began
        tried = self.simulations - before
        text = f"Runs in believed worlds: {tried}; candidates that solved it: {len(found)}."
        yield Thought(MethodStage.COARSE, text, seconds, candidate_count=tried)
        self._next, self._found = best_of(found), bool(found)
        if self._next is None:
            self._next = self._nearest()
            text = "No candidate solves it there; the nearest is tried."
            if self._next is None:
                self._given_up, text = True, "Nothing is left to try within the budget."
        else:
            text = f"Chose one that solves {self._next.robustness:.0%} of the varied worlds."
        path = None if self._next is None else self._next.trial.states[:, -1, :2]
        yield Thought(MethodStage.CHOOSE, text, predicted=path)

    def ask(self) -> tuple[PlacedBall, ...] | None:
        """The balls to try next; None to give up."""
        if self._next is None and not self._given_up:
            for _ in self.think():
                pass
        return None if self._next is None else self._next.trial.balls

    def tell(self, trial: PuzzleTrial) -> None:
        """Learn from an attempt."""
        if trial.scene is not self.scene:
            raise SolverError(f"the trial is of {trial.scene.name}, not of {self.scene.name}")
        self._attempts.append(trial)
        self._next = None
        if trial.solved or self.belief.certain:
            return
        if self._spent:
            self._search.note(trial)
            return
        self.belief = learn(self.belief, self._attempts, self._arena)
        self._worlds = {}
        if self._found or not self.belief.allows(self._search.arena.constants):
            self._hopes = [one.trial.balls for one in self._search.pool[:20]]
            self._search = self._new_search()

    def _new_search(self) -> Search:
        arena = self._arena(self.belief.mean)
        return Search(arena, self._rng, self._room, self._progress, self._screen)

    def _arena(self, constants: Constants) -> Arena:
        arena = Arena(self.scene, constants)
        self._arenas.append(arena)
        return arena

    def _find(self) -> list[BallsChoice]:
        """Solutions in the believed world, checked in varied ones."""
        budget, search = self.budget, self._search
        room = budget.more if self._attempts else budget.first
        last = search.arena.runs + max(min(room, budget.total - self.simulations), budget.late)
        found: list[BallsChoice] = []
        tried = {attempt.balls for attempt in self._attempts}
        while (trial := self._believed(last)) is not None:
            if trial.balls in tried or any(alike(trial, c.trial, 1.5) for c in found):
                continue
            best = max((choice.robustness for choice in found), default=-1.0)
            found.append(self._checked(trial, best))
            last = min(last, search.arena.runs + budget.extra)
            if found[-1].robustness >= budget.enough or len(found) == budget.solutions:
                break
        return found

    def _nearest(self) -> BallsChoice | None:
        """The best candidate that has not been attempted yet; None once the budget is spent."""
        left = self._untried()
        if not left or (self._spent and not self.budget.late):
            return None
        return BallsChoice(left[0], 0.0, 0.0)

    def _untried(self) -> list[PuzzleTrial]:
        tried = {attempt.balls for attempt in self._attempts}
        return [one.trial for one in self._search.pool if one.trial.balls not in tried]

    def _believed(self, last: int) -> PuzzleTrial | None:
        """The next solution in the believed world; None once its arena has made `last` runs."""
        while self._hopes:
            trial = self._search.attempt(self._hopes.pop(0))
            if trial is not None and trial.solved:
                return trial
        return self._search.solution(last)

    def _checked(self, trial: PuzzleTrial, best: float) -> BallsChoice:
        """Run the balls of a solution in varied worlds until it cannot be better than `best`."""
        runs: list[PuzzleTrial] = []
        failed, count = 0, self.budget.worlds
        for run in self._varied(trial.balls):
            runs.append(run)
            failed += not run.solved
            if 1 - failed / count <= best:
                break
        subject = self.scene.bodies[self.scene.goal.first].name
        apart = [mean_gap(trial.path(subject), run.path(subject)) for run in runs]
        return BallsChoice(trial, 1 - failed / count, float(np.mean(apart)))

    def _varied(self, balls: tuple[PlacedBall, ...]) -> Iterator[PuzzleTrial]:
        """Runs of the balls in worlds that the belief allows, the same for all balls.

        Those in which most solutions failed so far come first: a bad one is dropped sooner.
        Where the constants are known the balls are moved by one step of the grid instead: two
        builds of one engine differ in their last bits.
        """
        if self.belief.certain:
            for _ in range(self.budget.worlds):
                yield self._search.arena.run(self._nudged(balls))
            return
        if not self._worlds:
            worlds = self.belief.samples(self._rng, self.budget.worlds)
            self._worlds = {self._arena(world): 0 for world in worlds}
        for world in sorted(self._worlds, key=self._worlds.__getitem__, reverse=True):
            run = world.run(balls)
            self._worlds[world] += not run.solved
            yield run

    def _nudged(self, balls: tuple[PlacedBall, ...]) -> tuple[PlacedBall, ...]:
        step = self.scene.rules.grid or 0.01
        for _ in range(20):
            moved = tuple(
                PlacedBall(
                    ball.x + step * float(self._rng.integers(-1, 2)),
                    ball.y + step * float(self._rng.integers(-1, 2)),
                    ball.radius,
                )
                for ball in balls
            )
            rows = np.array([[ball.x, ball.y, ball.radius] for ball in moved])
            if moved != balls and self._room.allowed(rows).all():
                return moved
        return balls
