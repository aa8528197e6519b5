"""What a search has found so far: solutions, and the best failures by the route of the ball."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from bubbleball.game.arrays import Array
from bubbleball.game.placement import Placement

MAX_FAILURES = 150  # routes whose best failure is kept
MAX_SOLUTIONS = 400  # solutions kept; the first ones

Placements = tuple[Placement, ...]
Route = tuple[str, ...]  # ids of the first parts that the ball met, in order of first meeting


@dataclass(frozen=True, slots=True, eq=False)
class Tried:
    """One placement and its trial, reduced to what a search needs.

    placements: what was placed.
    solved: whether the ball reached the flag.
    distance: px, the least left to the flag along free paths.
    route: which parts the ball met.
    path: x, y of the ball, px, every few frames.
    seconds: of game time.
    """

    placements: Placements
    solved: bool
    distance: float
    route: Route
    path: Array
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """What one job of a search found.

    trials: how many were run.
    solved: how many of them reached the flag.
    found: every solution, and the best failure of each route.
    """

    trials: int
    solved: int
    found: tuple[Tried, ...]


@dataclass(slots=True)
class BestFailure:
    """The best failure among the trials of one route.

    best: that failure.
    visits: how often climbs have started from here.
    """

    best: Tried
    visits: int = 0


@dataclass(slots=True)
class Findings:
    """What a search knows so far.

    trials: run in all.
    draws, lucky: random placements tried, and how many of them solved the level.
    solutions: placements that solve it, in the order found.
    failures: the best failure of each route.
    stopped: why the search ended; empty while it continues.
    """

    trials: int = 0
    draws: int = 0
    lucky: int = 0
    solutions: list[Tried] = field(default_factory=list)
    failures: dict[Route, BestFailure] = field(default_factory=dict)
    stopped: str = ""

    @property
    def routes(self) -> int:
        """How many different routes lead to the flag."""
        return len({tried.route for tried in self.solutions})

    @property
    def nearest(self) -> float:
        """px left to the flag in the best trial; 0 once solved."""
        if self.solutions:
            return 0.0
        return min((failure.best.distance for failure in self.failures.values()), default=math.inf)

    def add(self, batch: Batch, *, random: bool) -> None:
        """Add the results of a batch."""
        self.trials += batch.trials
        if random:
            self.draws += batch.trials
            self.lucky += batch.solved
        for tried in batch.found:
            if tried.solved:
                if len(self.solutions) < MAX_SOLUTIONS:
                    self.solutions.append(tried)
                continue
            failure = self.failures.setdefault(tried.route, BestFailure(tried))
            if tried.distance < failure.best.distance:
                failure.best, failure.visits = tried, 0
        if len(self.failures) > MAX_FAILURES:
            ranked = sorted(self.failures, key=lambda route: self.failures[route].best.distance)
            for route in ranked[MAX_FAILURES:]:
                del self.failures[route]
