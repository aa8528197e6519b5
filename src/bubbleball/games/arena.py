"""A scene in the engine, to be run with balls any number of times."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain

import numpy as np

from bubbleball.game.engine import STILL, BodyKind, Engine, Fixture, fixture
from bubbleball.game.engine import Body as Made
from bubbleball.game.geometry import Disc, Hull, Shape, bounds
from bubbleball.games.scene import (
    ANGULAR_DAMPING,
    DENSITY,
    HOLD,
    ITERATIONS,
    STEP_LIMIT,
    STEPS_PER_SECOND,
    TRUE,
    Constants,
    PlacedBall,
    Scene,
    SceneBody,
)
from bubbleball.games.trial import Meeting, PuzzleTrial

STRIDE = 4  # steps between two frames that a search looks at
_LOOK_EVERY = 12  # steps between two checks whether everything sleeps
_SKIN = 0.05  # m; bodies farther apart than this cannot touch


def ball_name(number: int) -> str:
    """The name of the player's ball, counted from 1."""
    return f"ball {number}"


class Arena:
    """One scene under some constants.

    runs: how many runs it has made.
    """

    def __init__(self, scene: Scene, constants: Constants = TRUE) -> None:
        self.scene = scene
        self.constants = constants
        self.runs = 0
        self._parts = [self._part(body) for body in scene.bodies]
        self._movers = scene.movers
        self._bullets = any(body.bullet for body in scene.bodies)
        self._measure_goal()

    def _measure_goal(self) -> None:
        """Find where the goal's bodies can touch at all: checking their contacts is expensive."""
        goal, unit = self.scene.goal, self.scene.rules.unit
        one, two = self.scene.bodies[goal.first], self.scene.bodies[goal.second]
        both = one.reach + two.reach
        self._balls_touch = (both + goal.margin) / unit if one.round and two.round else None
        self._reach = both / unit + _SKIN
        boxes = np.array([bounds(shape) for shape in two.at_start()]) / unit
        space = one.reach / unit + _SKIN
        (left, bottom), (right, top) = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
        box = (left - space, bottom - space, right + space, top + space)
        self._box = tuple(map(float, box))

    def run(
        self, balls: Sequence[PlacedBall] = (), *, stride: int = STRIDE, meetings: bool = False
    ) -> PuzzleTrial:
        """Run the scene until its verdict is certain. The balls are assumed to be legal.

        It ends at success, when everything sleeps, and when too few steps are left to succeed.
        """
        self.runs += 1
        engine, made = self._build(balls)
        heard = engine.listen() if meetings or self.scene.goal.restarts else None
        moving = [made[number] for number in (*self._movers, *range(len(self._parts), len(made)))]
        run = _Run(engine, moving, stride)
        run.advance(self._counter(made, heard), heard)
        names = [self.scene.bodies[number].name for number in self._movers]
        names += [ball_name(number) for number in range(1, len(balls) + 1)]
        return PuzzleTrial(
            scene=self.scene,
            balls=tuple(balls),
            solved=run.solved,
            steps=run.steps,
            held=run.longest,
            stride=stride,
            names=tuple(names),
            states=run.states(self.scene.rules.unit),
            meetings=_meetings(run.events) if meetings else (),
        )

    def _part(
        self, body: SceneBody
    ) -> tuple[tuple[Fixture, ...], tuple[float, float, float], BodyKind, str]:
        unit = self.scene.rules.unit
        surface = body.surface or self.constants
        material = (DENSITY if body.moves else 0.0, surface.friction, surface.restitution)
        boxes = self.scene.rules.boxes
        fixtures = [
            fixture(_in_metres(shape, unit), *material, box=boxes and _is_box(shape))
            for shape in body.shapes
        ]
        fixtures += [
            fixture(_in_metres(shape, unit), 0.0, 0.0, 0.0, sensor=True, box=boxes)
            for shape in body.sensors
        ]
        kind = STILL
        if body.moves or body.bullet:
            damping = ANGULAR_DAMPING if body.damped else 0.0
            kind = BodyKind(moves=body.moves, bullet=body.bullet, angular_damping=damping)
        pose = (metres(body.x, unit), metres(body.y, unit), body.angle)
        return tuple(fixtures), pose, kind, body.name

    def _build(self, balls: Sequence[PlacedBall]) -> tuple[Engine, list[Made]]:
        constants, unit = self.constants, self.scene.rules.unit
        engine = Engine(-constants.gravity, 1 / STEPS_PER_SECOND, ITERATIONS)
        made = [engine.add(*part) for part in self._parts]
        kind = BodyKind(bullet=self._bullets, angular_damping=ANGULAR_DAMPING)
        for number, ball in enumerate(balls, start=1):
            disc = _ball_fixtures(
                metres(ball.radius, unit), constants.friction, constants.restitution
            )
            pose = (metres(ball.x, unit), metres(ball.y, unit), 0.0)
            made.append(engine.add(disc, pose, kind, ball_name(number)))
        return engine, made

    def _counter(
        self, made: Sequence[Made], heard: Sequence[tuple[bool, str, str]] | None
    ) -> Callable[[int], int]:
        """Make the function that counts for how many steps the goal's bodies have touched."""
        if heard is not None and self.scene.goal.restarts:
            return self._restarting(heard)
        goal, second = self.scene.goal, self.scene.bodies[self.scene.goal.second]
        first, name = made[goal.first], second.name
        if self._balls_touch is not None:
            return _near(first, made[goal.second], self._balls_touch)
        if second.moves:
            close = _near(first, made[goal.second], self._reach)
        else:
            close = _within(first, *self._box)
        return lambda held: held + 1 if close(0) and _meet(first, name) else 0

    def _restarting(self, heard: Sequence[tuple[bool, str, str]]) -> Callable[[int], int]:
        """The same for a game in which each new contact of the pair restarts the count."""
        goal = self.scene.goal
        pair = {self.scene.bodies[goal.first].name, self.scene.bodies[goal.second].name}
        seconds = 1 / STEPS_PER_SECOND
        seen, clock, began_at = 0, 0.0, 0.0

        def count(held: int) -> int:
            nonlocal seen, clock, began_at
            held += held > 0
            for began, first, second in heard[seen:]:
                if {first, second} == pair:
                    held, began_at = int(began), clock
            seen = len(heard)
            clock += seconds
            # The clock's rounding decides whether it takes 180 steps or 181.
            enough = held and clock - began_at >= HOLD / STEPS_PER_SECOND
            return HOLD if enough else min(held, HOLD - 1)

        return count


class _Run:
    """One run in progress."""

    def __init__(self, engine: Engine, moving: Sequence[Made], stride: int) -> None:
        self._engine = engine
        self._moving = [(body, body.position) for body in moving]
        self._stride = stride
        self._frames: list[list[tuple[float, float, float]]] = [self._now()]
        self.events: list[tuple[int, bool, str, str]] = []
        self.solved, self.steps, self.longest = False, 0, 0

    def advance(
        self, count: Callable[[int], int], heard: Sequence[tuple[bool, str, str]] | None
    ) -> None:
        """Step until the verdict is certain."""
        step, stride, keep, noted = self._engine.step, self._stride, self._frames.append, 0
        held, longest, last_chance = 0, 0, STEP_LIMIT - HOLD
        number = 0
        for number in range(1, STEP_LIMIT + 1):
            step()
            if not number % stride:
                keep(self._now())
            if heard is not None and len(heard) > noted:
                self.events += [(number, *event) for event in heard[noted:]]
                noted = len(heard)
            held = count(held)
            if held > longest:
                longest = held
                if held == HOLD:
                    self.solved = True
                    break
            elif not held and number > last_chance:
                break
            if not number % _LOOK_EVERY and not any(body.awake for body, _ in self._moving):
                self.solved = held > 0 and STEP_LIMIT - number >= HOLD - held
                longest = HOLD if self.solved else longest
                break
        self.steps, self.longest = number, longest

    def states(self, unit: float) -> np.ndarray[tuple[int, int, int], np.dtype[np.float64]]:
        """Frames x bodies x 3, in the scene's unit."""
        flat = chain.from_iterable(chain.from_iterable(self._frames))
        count = len(self._frames), len(self._moving), 3
        states = np.fromiter(flat, np.float64, math.prod(count)).reshape(count)
        states[:, :, :2] *= unit
        return states

    def _now(self) -> list[tuple[float, float, float]]:
        return [(at.x, at.y, body.angle) for body, at in self._moving]


def _near(first: Made, second: Made, reach: float) -> Callable[[int], int]:
    """Counts the steps in which two bodies are nearer to each other than `reach`."""
    a, b, square = first.position, second.position, reach * reach

    def count(held: int) -> int:
        dx, dy = a.x - b.x, a.y - b.y
        return held + 1 if dx * dx + dy * dy < square else 0

    return count


def _within(body: Made, *box: float) -> Callable[[int], int]:
    """Counts the steps in which a body is in a box."""
    at = body.position
    left, bottom, right, top = box
    return lambda held: held + 1 if left < at.x < right and bottom < at.y < top else 0


def _meet(first: Made, name: str) -> bool:
    for edge in first.contacts:  # noqa: SIM110 - `any` takes half as long again
        if edge.contact.touching and edge.other.userData == name:
            return True
    return False


def metres(value: float, unit: float) -> float:
    """A length in metres, divided in single precision as PHYRE does: verdicts depend on it."""
    return value if unit == 1.0 else float(np.float32(value) / np.float32(unit))


def _in_metres(shape: Shape, unit: float) -> Shape:
    if isinstance(shape, Disc):
        return Disc(metres(shape.x, unit), metres(shape.y, unit), metres(shape.radius, unit))
    return Hull(tuple((metres(x, unit), metres(y, unit)) for x, y in shape.corners))


def _is_box(shape: Shape) -> bool:
    """Whether a shape is an upright rectangle."""
    return (
        isinstance(shape, Hull)
        and len({x for x, _ in shape.corners}) == len({y for _, y in shape.corners}) == 2
    )


@lru_cache(maxsize=1024)
def _ball_fixtures(radius: float, friction: float, restitution: float) -> tuple[Fixture]:
    return (fixture(Disc(0.0, 0.0, radius), DENSITY, friction, restitution),)


def _meetings(events: Sequence[tuple[int, bool, str, str]]) -> tuple[Meeting, ...]:
    """Contacts of two bodies, however many of their parts touch."""
    met: list[Meeting] = []
    now: dict[tuple[str, str], tuple[int, int]] = {}  # pair -> parts in contact, index in `met`
    for step, began, *names in events:
        first, second = sorted(names)
        parts, index = now.get((first, second), (0, -1))
        if began and not parts:
            index = len(met)
            met.append(Meeting(first, second, step))
        elif not began and parts == 1:
            met[index] = Meeting(first, second, met[index].step, step)
        now[first, second] = (parts + (1 if began else -1), index)
    return tuple(met)
