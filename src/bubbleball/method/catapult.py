"""H-2: choosing a throw, and correcting it by trials.

`moving_block` says what one throw does. Here many are guessed, the best are varied, and the throw
is taken that still works when a little more or less of the impulse reaches the ball: the paper's
"some iterations", because the motion of the blocks is not known perfectly. Each trial corrects the
share of the impulse.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.game.physics import PIXELS_PER_METRE, REAL, SECONDS_PER_STEP
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method.moving_block import MovingBlockSearch
from bubbleball.method.throw_plan import Launch, MovingBlockPlan, Throw
from bubbleball.model.beta import EventBeta
from bubbleball.model.codes import Status
from bubbleball.model.events.predict import EventPredictor
from bubbleball.model.limits import STEP_LIMIT

DRAWS = 3  # first guesses drawn for each that is run; some break a rule
RUNS, MORE_RUNS = 200, 60  # first guesses run in the believed world; after a failed trial
ROUNDS = 3  # of guessing and varying, until a throw is good
GOOD = 20.0  # px from the flag, in the mean over what is not known
GENERATIONS, CHILDREN, PARENTS = 3, 40, 12  # variations of the best
SCALES = (1.0, 3.0, 8.0)  # px by which the hammers are moved
CHECKED, SHAKEN = 8, 3  # of the best, and their neighbours that are run
SHAKE = 0.7  # px
FINE_RUNS = 4
GIVES = (0.92, 1.0, 1.08)  # shares of the impulse around the learnt one
FAR = 200.0  # px; a rating beyond it says no more than that the ball goes elsewhere
TRUST = (0.8, 1.25)  # how far one trial may change the share
NEIGHBOUR = 25.0  # px (and degrees) within which two throws err alike


class MovingBlockPlanner:
    """Finds throws for one level, trial after trial."""

    def __init__(self, level: Level, rng: np.random.Generator) -> None:
        self.level, self.rng = level, rng
        self.runs = 0  # runs in the believed world for the last plan
        self.total_runs = 0  # since the start
        self.give = 1.0  # β of the moving line: what reaches the ball, over what should
        self._known: list[Throw] = []  # run before, from the same path
        self._key: object = None
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
        path = _waiting(path)
        key = (tuple(base), aim, beta.physics)
        if key != self._key or self._search is None:
            self._key, self._known = key, []
            self._search = MovingBlockSearch(self.level, base, path, aim, beta.physics, self.rng)
        search = self._search
        found = [(self._cost(throw), throw) for throw in self._known]
        best: tuple[float, Throw] | None = None
        for _ in range(ROUNDS if search.possible else 0):
            runs = MORE_RUNS if found else RUNS
            found += self._rated(search.guesses(DRAWS * runs), runs)
            found += self._bred(found)
            found.sort(key=_by_cost)
            checked = [(self._shaken(cost, throw), throw) for cost, throw in found[:CHECKED]]
            best = min(checked, key=_by_cost, default=None)
            if best is not None and best[0] <= GOOD:
                break
        self._known = [throw for _, throw in found[: 4 * PARENTS]]
        return None if best is None else self._plan(best)

    def fine(self, plan: MovingBlockPlan) -> MovingBlockPlan:
        """Move the hammers of a plan a little and keep what is better."""
        assert self._search is not None
        self.runs = 0
        near = (self._search.near(plan.throw, 1.0) for _ in range(2 * FINE_RUNS))
        better = min(self._rated(near, FINE_RUNS), key=_by_cost, default=(FAR, plan.throw))
        return (self._plan(better) if better[0] < plan.cost else None) or plan

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

    def _bred(self, found: Sequence[tuple[float, Throw]]) -> list[tuple[float, Throw]]:
        """Vary the best throws for some generations."""
        bred: list[tuple[float, Throw]] = []
        for _ in range(GENERATIONS):
            ranked = sorted([*found, *bred], key=_by_cost)
            parents = [throw for cost, throw in ranked[:PARENTS] if cost < FAR]
            if parents:
                bred += self._rated(self._children(parents), CHILDREN)
        return bred

    def _children(self, parents: Sequence[Throw]) -> Iterator[Throw]:
        assert self._search is not None
        for _ in range(2 * CHILDREN):
            rank = int(min(self.rng.integers(len(parents), size=2)))
            yield self._search.near(parents[rank], float(self.rng.choice(SCALES)))

    def _rated(self, throws: Iterator[Throw], most: int) -> list[tuple[float, Throw]]:
        """Run throws in the believed world, without the ball, and rate them."""
        assert self._search is not None
        rated: list[tuple[float, Throw]] = []
        for throw in throws:
            ran = self._search.run(throw)
            if ran is not None:
                self.runs += 1
                self.total_runs += 1
                rated.append((self._cost(ran), ran))
                if len(rated) == most:
                    break
        return rated

    def _cost(self, throw: Throw) -> float:
        """Mean distance from the flag over the shares of the impulse that are possible."""
        if any(throw.placements == seen for seen, _ in self._seen):
            return 2 * FAR
        assert self._search is not None
        search = self._search
        launches = list(search.launches(throw, [self.give * give for give in GIVES]))
        flying = [one for one in launches if one is not None and one.last < STEP_LIMIT]
        if not flying:
            return FAR
        seen = EventPredictor(self.level, search.aim).flights(
            search.base,
            self._beta,
            np.array([self._start(throw, launch) for launch in flying]),
            [launch.last for launch in flying],
        )
        costs = np.where(seen.outcome == Status.AT_FLAG, 0.0, np.minimum(seen.value, FAR))
        return float(costs.sum() + FAR * (len(launches) - len(flying))) / len(launches)

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
        cost, throw = rated
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
            *((event.part, launch.last) for event in prediction.events),
        )
        vx, vy = path[launch.first, 2:4].tolist()
        return MovingBlockPlan(throw, cost, launch, predicted, events, (vx, vy))


def trial_gravity(search: MovingBlockSearch | None) -> float:
    """The believed gravity, px/s²."""
    assert search is not None
    return search.physics.gravity * PIXELS_PER_METRE


def _by_cost(rated: tuple[float, Throw]) -> float:
    return rated[0]


def _waiting(path: Array) -> Array:
    """A recorded path that ends early goes on where it ended: the ball lies there."""
    rest = max(0, STEP_LIMIT + 1 - len(path))
    return np.concatenate([path, np.repeat(path[-1:], rest, axis=0)])
