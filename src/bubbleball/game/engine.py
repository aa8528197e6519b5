"""Access to Box2D: worlds, bodies, steps and contacts, in plain values.

The only module that imports Box2D. Lengths are metres and angles radians. Every world is new
and built in a fixed order, because creation order and reuse change Box2D's results.
"""

from __future__ import annotations

import itertools
import operator
import warnings
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Protocol

from bubbleball.game.geometry import Disc, Shape, bounds
from bubbleball.game.residual import Residual

with warnings.catch_warnings():  # made into an error, Box2D's own warning crashes the interpreter
    warnings.simplefilter("ignore", DeprecationWarning)
    from Box2D import (
        __version__,
        b2_dynamicBody,
        b2_staticBody,
        b2BodyDef,
        b2CircleShape,
        b2ContactListener,
        b2FixtureDef,
        b2PolygonShape,
        b2World,
    )

ENGINE = f"Box2D {__version__}"  # 2.3.10, or 2.3.8 built from source; both give the same bits

Fixture = Any  # a b2FixtureDef; the binding has no types


class Vector(Protocol):
    """A live view of two numbers inside the engine: read it, never keep it past its world."""

    x: float
    y: float


class Touch(Protocol):
    """A pair of fixtures whose boxes overlap; `touching` says whether the fixtures meet."""

    touching: bool
    worldManifold: Any


class Edge(Protocol):
    """One entry of a body's list of contacts: the contact and the body on its other side."""

    contact: Touch
    other: Body


class Body(Protocol):
    """What a caller reads of a body; `move` and `set_velocity` change one."""

    position: Vector
    angle: float
    linearVelocity: Vector
    angularVelocity: float
    localCenter: tuple[float, float]
    awake: bool
    contacts: Sequence[Edge]
    userData: str


@dataclass(frozen=True, slots=True)
class BodyKind:
    """How a body moves.

    moves: whether forces and contacts move it.
    turns: whether they turn it.
    bullet: whether fast motion is swept against other moving bodies too.
    angular_damping: share of its turning that a body loses in a second.
    """

    moves: bool = True
    turns: bool = True
    bullet: bool = False
    angular_damping: float = 0.0


STILL = BodyKind(moves=False)


class AnyEngine(Protocol):
    """What a world needs of an engine.

    step: advance the world by one frame.
    contact_count: a number that changes whenever the ball may have got another neighbour.
    """

    step: Callable[[], None]
    contact_count: Callable[[], int]

    def add(
        self,
        fixtures: Iterable[Fixture],
        pose: tuple[float, float, float],
        kind: BodyKind = STILL,
        name: str = "",
    ) -> Body:
        """Create a body; `pose` is x, y and angle."""
        ...

    @property
    def gravity(self) -> float:
        """Along y, m/s²."""
        ...

    def set_gravity(self, gravity: float) -> None:
        """Change gravity and wake every body."""
        ...

    def act_on(self, ball: Body, residual: Residual, metal: Collection[str]) -> None:
        """Let a residual act on the ball in every step from now on.

        metal: the names of the bodies made of it.
        """
        ...

    def neighbours(self, ball: Body) -> Sequence[Edge]:
        """What the ball touches or may soon touch."""
        ...


class Engine:
    """One Box2D world.

    step: advance the world by one time step.
    contact_count: how many pairs of fixtures have overlapping boxes.
    Both are attributes rather than methods: a trial calls them once a step.
    """

    def __init__(
        self, gravity: float, seconds_per_step: float, iterations: tuple[int, int]
    ) -> None:
        """gravity: along y, m/s²; iterations: of velocity and of position in a step."""
        self._world = world = b2World(gravity=(0.0, gravity))
        self._listener: b2ContactListener | None = None  # the world does not keep it alive
        self.step: Callable[[], None] = partial(world.Step, seconds_per_step, *iterations)
        self.contact_count: Callable[[], int] = partial(getattr, world, "contactCount")

    def add(
        self,
        fixtures: Iterable[Fixture],
        pose: tuple[float, float, float],
        kind: BodyKind = STILL,
        name: str = "",
    ) -> Body:
        """Create a body; `pose` is x, y and angle."""
        definition = _definition(kind)
        x, y, definition.angle = pose
        definition.position = (x, y)
        body = self._world.CreateBody(definition)
        body.userData = name
        for fixture in fixtures:
            body.CreateFixture(fixture)
        return body  # type: ignore[no-any-return]  # the binding has no types

    @property
    def gravity(self) -> float:
        """Along y, m/s²."""
        return float(self._world.gravity.y)

    def listen(self) -> list[tuple[bool, str, str]]:
        """Return a list to which every step adds its contacts: began or ended, and the two names.

        A body in contact then costs a step more time: the binding calls back for each contact.
        """
        self._listener = listener = _Listener()
        self._world.contactListener = listener
        return listener.events

    def act_on(self, ball: Body, residual: Residual, metal: Collection[str]) -> None:
        """Let a residual act on the ball in every step from now on."""
        if residual.pushes:
            self.step = partial(_push_and_step, ball, residual, self.step)
            # Whoever skips work while the ball is in free flight must look at every step.
            self.contact_count = itertools.count().__next__
        if residual.bounces:
            self._listener = _OddBounce(ball, residual, metal)
            self._world.contactListener = self._listener

    def neighbours(self, ball: Body) -> Sequence[Edge]:
        """What the ball touches or may soon touch."""
        return ball.contacts

    def set_gravity(self, gravity: float) -> None:
        """Change gravity and wake every body."""
        self._world.gravity = (0.0, gravity)
        for body in self._world.bodies:
            body.awake = True


class _Listener(b2ContactListener):  # type: ignore[misc]  # the binding has no types
    """Records which bodies start and stop touching."""

    PreSolve = PostSolve = operator.is_  # called for each contact in each step: the cheapest call

    def __init__(self) -> None:
        super().__init__()
        self.events: list[tuple[bool, str, str]] = []

    def BeginContact(self, contact: Any) -> None:
        self._note(contact, began=True)

    def EndContact(self, contact: Any) -> None:
        self._note(contact, began=False)

    def _note(self, contact: Any, *, began: bool) -> None:
        first, second = contact.fixtureA.body.userData, contact.fixtureB.body.userData
        self.events.append((began, first, second))


class _OddBounce(b2ContactListener):  # type: ignore[misc]  # the binding has no types
    """Sets the restitution of the ball's contacts by what it meets and by their normal speed."""

    PostSolve = operator.is_

    def __init__(self, ball: Body, residual: Residual, metal: Collection[str]) -> None:
        super().__init__()
        self._ball = ball
        self._residual = residual
        self._metal = metal

    def PreSolve(self, contact: Any, _: Any) -> None:
        first, second = contact.fixtureA.body, contact.fixtureB.body
        if self._ball not in (first, second):
            return
        contact.ResetRestitution()
        manifold = contact.worldManifold
        point, (nx, ny) = manifold.points[0], manifold.normal  # from the first to the second
        one, other = (body.GetLinearVelocityFromWorldPoint(point) for body in (first, second))
        closing = nx * (one.x - other.x) + ny * (one.y - other.y)
        metal = (second if first == self._ball else first).userData in self._metal
        contact.restitution = self._residual.bounce(contact.restitution, closing, metal=metal)


def _push_and_step(ball: Any, residual: Residual, step: Callable[[], None]) -> None:
    position, velocity = ball.position, ball.linearVelocity
    ax, ay = residual.acceleration(position.x, position.y, velocity.x, velocity.y)
    ball.ApplyForceToCenter((ball.mass * ax, ball.mass * ay), False)  # a body asleep sleeps on
    step()


def move(body: Any, x: float, y: float) -> None:
    """Put a body somewhere else and wake it."""
    body.position = (x, y)
    body.awake = True


def set_velocity(body: Any, vx: float, vy: float) -> None:
    """Give a body another velocity, m/s."""
    body.linearVelocity = (vx, vy)


@lru_cache(maxsize=64)  # filling in a definition again takes longer than making the body
def _definition(kind: BodyKind) -> Any:
    return b2BodyDef(
        type=b2_dynamicBody if kind.moves else b2_staticBody,
        fixedRotation=not kind.turns,
        bullet=kind.bullet,
        angularDamping=kind.angular_damping,
    )


@lru_cache(maxsize=4096)  # a new shape per fixture definition leaks inside the binding
def fixture(
    shape: Shape,
    density: float,
    friction: float,
    restitution: float,
    unit: float = 1.0,
    sensor: bool = False,
    box: bool = False,
) -> Fixture:
    """The definition of a fixture.

    unit: the length of a metre in the shape's own unit.
    sensor: notices contacts and stops nothing.
    box: make an upright rectangle as the engine's own box, whose corners are in another order.
    """
    outline: Any
    if isinstance(shape, Disc):
        outline = b2CircleShape(radius=shape.radius / unit, pos=(shape.x / unit, shape.y / unit))
    elif box:
        left, bottom, right, top = (side / unit for side in bounds(shape))
        middle = ((left + right) / 2, (bottom + top) / 2)
        outline = b2PolygonShape(box=((right - left) / 2, (top - bottom) / 2, middle, 0.0))
    else:
        outline = b2PolygonShape(vertices=[(x / unit, y / unit) for x, y in shape.corners])
    return b2FixtureDef(
        shape=outline, density=density, friction=friction, restitution=restitution, isSensor=sensor
    )
