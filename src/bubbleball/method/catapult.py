"""H-2: choosing a throw, and correcting it by trials.

`moving_block` says what one throw does. Here many are guessed, the best are varied, and the throw
is taken that still works when a little more or less of the impulse reaches the ball: the paper's
"some iterations", because the motion of the blocks is not known perfectly. Each trial corrects the
share of the impulse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.level import Level
from bubbleball.game.physics import PIXELS_PER_METRE, REAL, SECONDS_PER_STEP
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method.candidates import few_per_cell
from bubbleball.method.moving_block import MovingBlockSearch
from bubbleball.method.throw_plan import Launch, MovingBlockPlan, Throw
from bubbleball.model.beta import EventBeta
from bubbleball.model.codes import Status
from bubbleball.model.events.predict import EventPredictor
from bubbleball.model.limits import STEP_LIMIT

SHORT = 72  # frames of the blocks' motion; enough for most throws
DRAWS = 3  # first guesses drawn for each that is run; some break a rule
STAGE = 50  # first guesses run in the believed world in each round of halving
FAMILIES = 4  # that are left in the last one
ROUNDS = 3  # of guessing and varying, until a throw is good
GOOD = 20.0  # px from the flag, in the mean over what is not known
GENERATIONS, CHILDREN, PARENTS = 3, 40, 12  # variations of the best
ALIKE = 4  # of them that may be made of the same pieces
SCALES = (1.0, 3.0, 8.0)  # px by which the hammers are moved
CHECKED, SHAKEN = 8, 3  # of the best, and their neighbours that are run
SHAKE = 0.7  # px
FINE_RUNS = 4
GIVES = (0.92, 1.0, 1.08)  # shares of the impulse around the learnt one
FAR = 200.0  # px; a rating beyond it says no more than that the ball goes elsewhere
TRUST = (0.8, 1.25)  # how far one trial may change the share
NEIGHBOUR = 2 * BALL_RADIUS  # px (and degrees): throws that differ by less err alike


class MovingBlockPlanner:
    """Finds throws for one level, trial after trial."""

    def __init__(self, level: Level, rng: np.random.Generator) -> None:
        self.level, self.rng = level, rng
        self.runs = 0  # runs in the believed world for the last plan
        self.total_runs = 0  # since the start
        self.give = 1.0  # β of the moving line: what reaches the ball, over what should
        self._searches: dict[object, MovingBlockSearch] = {}  # by base, aim and physics
        self._known: dict[object, list[Throw]] = {}  # the best ones so far, by base and aim
        self._beta = EventBeta.shared(REAL)
        self._seen: list[tuple[tuple[Placement, ...], Array]] = []  # thrown, and how far off it was
        self._search: MovingBlockSearch | None = None

    def possible(self, base: Sequence[Placement]) -> bool:
        """Whether there is wood to set in motion."""
        placed = {placement.piece for placement in base}
        return any(p.kind.wooden and p.id not in placed for p in self.level.pieces)

    def coarse(
        self, base: Sequence[Placement], path: Array, aim: tuple[float, float], beta: EventBeta
    ) -> MovingBlockPlan | None:
        """Guess throws, vary the best and take the most forgiving one."""
        self.runs, self._beta = 0, beta
        key = (tuple(base), aim, beta.physics)
        if key not in self._searches:
            self._searches[key] = MovingBlockSearch(
                self.level, base, _waiting(path), aim, beta.physics, self.rng
            )
        self._search = self._searches[key]
        known = self._known.get(key[:2], [])
        found = self._rated(known, len(known))
        best: tuple[float, Throw] | None = None
        for number in range(ROUNDS):
            if number or not found:
                found += self._guessed()
            found += self._bred(found)
            found.sort(key=_by_cost)
            checked = [(self._shaken(cost, throw), throw) for cost, throw in found[:CHECKED]]
            best = min(checked, key=_by_cost, default=None)
            if best is not None and best[0] <= GOOD:
                break
        kept = islice(few_per_cell(found, _pieces, ALIKE), PARENTS)
        self._known[key[:2]] = [throw for _, throw in kept]
        return None if best is None else self._plan(best)

    def fine(self, plan: MovingBlockPlan) -> MovingBlockPlan:
        """Move the hammers of a plan a little and keep what is better."""
        assert self._search is not None
        self.runs = 0
        near = (self._search.near(plan.throw, 1.0) for _ in range(2 * FINE_RUNS))
        better = min(self._rated(near, FINE_RUNS), key=_by_cost, default=(FAR, plan.throw))
        return (self._plan(better) if better[0] < plan.rating else None) or plan

    def learn(self, plan: MovingBlockPlan, trial: Trial) -> None:
        """Correct what reaches the ball by what a trial showed (eq. 15).

        What the share does not explain is kept as the error of throws like this one.
        """
        launch = plan.launch
        frame = min(launch.last, len(trial.ball) - 1)
        fall = trial_gravity(self._search) * SECONDS_PER_STEP * (frame - launch.first)
        wanted = np.array([launch.vx, launch.vy - fall]) - plan.before
        got = trial.ball[frame, 2:4] - np.array([0.0, fall]) - plan.before
        ratio = float(got @ wanted / max(float(wanted @ wanted), 1.0))
        self.give *= float(np.clip(ratio, *TRUST)) ** 0.5
        self._seen.append((plan.placements, trial.ball[frame, 2:4] - (launch.vx, launch.vy)))

    def _guessed(self) -> list[tuple[float, Throw]]:
        """First guesses, by successive halving: the better half of the families gets the rest."""
        assert self._search is not None
        found: list[tuple[float, Throw]] = []
        left = [(0.0, family) for family in range(len(self._search.families))]
        while left:
            runs = STAGE // len(left) or 1
            rated = [
                (self._rated(self._search.guesses(DRAWS * runs, family), runs), family)
                for _, family in left
            ]
            found += (throw for throws, _ in rated for throw in throws)
            if len(left) <= FAMILIES:
                break
            means = [(float(np.mean([FAR, *map(_by_cost, of)])), family) for of, family in rated]
            left = sorted(means)[: (len(left) + 1) // 2]
        return found

    def _bred(self, found: Sequence[tuple[float, Throw]]) -> list[tuple[float, Throw]]:
        """Vary the best throws for some generations."""
        bred: list[tuple[float, Throw]] = []
        for _ in range(GENERATIONS):
            ranked = sorted([*found, *bred], key=_by_cost)
            apart = few_per_cell(ranked, _pieces, ALIKE)
            parents = [throw for cost, throw in islice(apart, PARENTS) if cost < FAR]
            if parents and ranked[min(CHECKED, len(ranked)) - 1][0] > GOOD / 4:
                bred += self._rated(self._children(parents), CHILDREN)
        return bred

    def _children(self, parents: Sequence[Throw]) -> Iterator[Throw]:
        assert self._search is not None
        for _ in range(2 * CHILDREN):
            rank = int(min(self.rng.integers(len(parents), size=2)))
            yield self._search.near(parents[rank], float(self.rng.choice(SCALES)))

    def _rated(self, throws: Iterable[Throw], most: int) -> list[tuple[float, Throw]]:
        """Run throws in the believed world, without the ball, and rate them.

        The rating is the mean distance from the flag over the shares of the impulse that are
        possible.
        """
        assert self._search is not None
        ran = list(islice(filter(None, map(self._thrown, throws)), most))
        flying = [
            (row, self._start(throw, launch), launch.last)
            for row, (throw, launches) in enumerate(ran)
            for launch in launches
            if launch is not None and launch.last < STEP_LIMIT
        ]
        costs = np.full(len(ran), FAR)
        if flying:
            rows, starts, frames = zip(*flying, strict=True)
            seen = EventPredictor(self.level, self._search.aim).flights(
                self._search.base, self._beta, np.array(starts), frames
            )
            missed = np.where(seen.outcome == Status.AT_FLAG, 0.0, np.minimum(seen.value, FAR))
            np.add.at(costs, list(rows), (missed - FAR) / len(GIVES))
        return [(cost, throw) for cost, (throw, _) in zip(costs.tolist(), ran, strict=True)]

    def _thrown(self, throw: Throw) -> tuple[Throw, list[Launch | None]] | None:
        """A throw with the motion of its blocks, and how the ball leaves them for each share.

        The blocks move only as long as they touch the ball.
        """
        assert self._search is not None
        gives = [self.give * give for give in GIVES]
        if any(throw.placements == seen for seen, _ in self._seen):
            return None
        ran = self._search.run(throw, SHORT)
        if ran is None:
            return None
        launches = list(self._search.launches(ran, gives))
        if not all(launch is not None and launch.last < SHORT for launch in launches):
            ran = self._search.run(throw) or ran
            launches = list(self._search.launches(ran, gives))
        self.runs += 1
        self.total_runs += 1
        return ran, launches

    def _shaken(self, cost: float, throw: Throw) -> float:
        """The same, with the hammers off by a little."""
        assert self._search is not None
        near = (self._search.near(throw, SHAKE) for _ in range(SHAKEN))
        costs = [cost, *(other for other, _ in self._rated(near, SHAKEN))]
        return float(np.mean(costs))

    def _start(self, throw: Throw, launch: Launch) -> Array:
        """The ball's state where it leaves the blocks, as trials of throws like it correct it."""
        vx, vy = np.array([launch.vx, launch.vy]) + self._error(throw)
        return np.array([launch.x, launch.y, vx, vy, 0.0])

    def _error(self, throw: Throw) -> Array:
        """How far off a throw will be, px/s, by the trials of throws like it."""
        error = np.zeros(2)
        nearest = NEIGHBOUR
        for seen, off in self._seen:
            if [p.piece for p in seen] == [p.piece for p in throw.placements]:
                apart = max(
                    abs(a.x - b.x) + abs(a.y - b.y) + abs(a.angle - b.angle)
                    for a, b in zip(seen, throw.placements, strict=True)
                )
                if apart < nearest:
                    nearest = apart
                    error = off * (1.0 - apart / NEIGHBOUR)
        return error

    def _plan(self, rated: tuple[float, Throw]) -> MovingBlockPlan | None:
        assert self._search is not None
        rating, throw = rated
        (launch,) = self._search.launches(throw, [self.give])
        if launch is None or launch.last >= STEP_LIMIT:
            return None
        path = self._search.path
        prediction = EventPredictor(self.level, self._search.aim).one(
            self._search.base, self._beta, start=self._start(throw, launch), frame=launch.last
        )
        flight = prediction.path[:, : path.shape[1]]
        gap = np.linspace(path[launch.first], flight[0], launch.last - launch.first, endpoint=False)
        predicted = np.concatenate([path[: launch.first], gap, flight])
        events = (
            (throw.lever, launch.first),
            *((e.part, round(e.seconds / SECONDS_PER_STEP)) for e in prediction.events),
        )
        vx, vy = path[launch.first, 2:4].tolist()
        cost = 0.0 if prediction.solved else min(rating, prediction.value)
        return MovingBlockPlan(throw, rating, cost, launch, predicted, events, (vx, vy))


def trial_gravity(search: MovingBlockSearch | None) -> float:
    """The believed gravity, px/s²."""
    assert search is not None
    return search.physics.gravity * PIXELS_PER_METRE


def _by_cost(rated: tuple[float, Throw]) -> float:
    return rated[0]


def _pieces(rated: tuple[float, Throw]) -> tuple[str, ...]:
    """What a throw is made of: underpin, lever and hammers."""
    return tuple(placement.piece for placement in rated[1].placements)


def _waiting(path: Array) -> Array:
    """A recorded path that ends early goes on where it ended: the ball lies there."""
    rest = max(0, STEP_LIMIT + 1 - len(path))
    return np.concatenate([path, np.repeat(path[-1:], rest, axis=0)])
