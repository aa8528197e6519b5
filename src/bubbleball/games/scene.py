"""A puzzle of bodies in which the player places balls: what PHYRE and Interphyre have in common.

Lengths are in the game's own unit, y points up, angles are radians and counter-clockwise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from bubbleball.errors import PhysicsError
from bubbleball.game.geometry import Disc, Shape, moved

STEPS_PER_SECOND = 60
STEP_LIMIT = 1000  # of a trial
HOLD = 180  # steps that the goal's bodies must stay in contact


class BodyRole(StrEnum):
    """The role of a body, which a game shows by its colour."""

    SUBJECT = "subject"
    TARGET = "target"
    OBSTACLE = "obstacle"
    STATIC = "static"
    PLACED = "placed"


@dataclass(frozen=True, slots=True)
class Surface:
    """The surface of a body to which the game's constants do not apply.

    friction, restitution: as in Box2D.
    """

    friction: float
    restitution: float


@dataclass(frozen=True, slots=True)
class SceneBody:
    """One body of a scene.

    name: unique within the scene.
    x, y: its origin.
    angle: radians.
    shapes: convex parts in the body's own frame.
    moves: whether it is dynamic.
    role: its role in the puzzle.
    surface: None for the constants of the game.
    sensors: shapes that detect contacts and stop nothing.
    bullet: whether fast motion is swept against other moving bodies.
    damped: whether its turning is damped.
    keep_out: what a placed ball must stay clear of, in the scene's frame; None for its shapes.
    """

    name: str
    x: float
    y: float
    angle: float
    shapes: tuple[Shape, ...]
    moves: bool
    role: BodyRole
    surface: Surface | None = None
    sensors: tuple[Shape, ...] = ()
    bullet: bool = False
    damped: bool = True
    keep_out: tuple[Shape, ...] | None = None

    @property
    def round(self) -> bool:
        """Whether the body is a ball."""
        return len(self.shapes) == 1 and isinstance(self.shapes[0], Disc)

    def at_start(self) -> tuple[Shape, ...]:
        """Its shapes in the scene's frame before anything moves."""
        turn = math.degrees(self.angle)
        return tuple(moved(shape, self.x, self.y, turn) for shape in self.shapes)

    @property
    def reach(self) -> float:
        """Distance from its origin to its farthest point."""
        return max(
            math.hypot(shape.x, shape.y) + shape.radius
            if isinstance(shape, Disc)
            else max(math.hypot(x, y) for x, y in shape.corners)
            for shape in (*self.shapes, *self.sensors)
        )


@dataclass(frozen=True, slots=True)
class Goal:
    """Two bodies that must stay in contact for `HOLD` steps.

    first, second: their numbers in the scene.
    margin: two balls count as touching up to this far apart.
    restarts: whether each new contact of the pair starts the count again.
    """

    first: int
    second: int
    margin: float = 0.0
    restarts: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """What a player may place.

    unit: the game's lengths in a metre.
    left, bottom, right, top: the box that the balls must lie in.
    least_radius, most_radius: of a ball.
    balls: how many the player places.
    grid: positions and radii are multiples of it; 0 for any number.
    may_touch: whether a ball may touch a body at the start.
    apart: least gap between two balls.
    boxes: whether the engine makes rectangles as boxes, which changes the last bits of a run.
    """

    unit: float
    left: float
    bottom: float
    right: float
    top: float
    least_radius: float
    most_radius: float
    balls: int = 1
    grid: float = 0.0
    may_touch: bool = True
    apart: float = 0.0
    boxes: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A puzzle.

    name: as the game calls it.
    bodies: in the order in which the engine must create them.
    goal: what solves it.
    rules: what the player may place.
    """

    name: str
    bodies: tuple[SceneBody, ...]
    goal: Goal
    rules: Rules

    @property
    def movers(self) -> tuple[int, ...]:
        """Numbers of the bodies that move."""
        return tuple(number for number, body in enumerate(self.bodies) if body.moves)


@dataclass(frozen=True, slots=True)
class PlacedBall:
    """A ball that the player places.

    x, y: its centre.
    radius: in the game's unit.
    """

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Constants:
    """The constants of a game's physics that a solver may have to learn.

    gravity: m/s², downwards.
    friction: of every body without a surface of its own.
    restitution: of every body without a surface of its own.
    """

    gravity: float = 9.8
    friction: float = 0.5
    restitution: float = 0.2

    def __post_init__(self) -> None:
        for name in ("gravity", "friction", "restitution"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0.0):
                raise PhysicsError(f"{name} = {value!r} is out of range (0 or more)")


TRUE = Constants()  # those of PHYRE and of Interphyre
DENSITY = 0.25  # kg/m² of every body that moves; all share it, so that no motion depends on it
ANGULAR_DAMPING = 0.01  # 1/s
ITERATIONS = (15, 20)  # of velocity and of position in a step
