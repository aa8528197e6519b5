"""Access to Chipmunk through `pymunk`: a second engine for the same worlds.

The only module that imports pymunk. Materials mix as in Box2D; everything else is Chipmunk's own:
how contacts are found and solved, how bodies sleep, and that slow contacts bounce too.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bubbleball.errors import BubbleBallError
from bubbleball.game.engine import STILL, Body, BodyKind, Edge, Fixture
from bubbleball.game.foreign.touch import ForeignTouch
from bubbleball.game.physics import (
    PIXELS_PER_METRE,
    POLYGON_SKIN,
    SECONDS_PER_STEP,
    SOLVER_ITERATIONS,
)
from bubbleball.game.residual import NOTHING, Residual

SLOP = 0.005  # m by which bodies in contact may overlap
SLEEP = 0.5  # s at rest after which a body falls asleep
IDLE = 0.01  # m/s below which a body counts as at rest


def _pymunk() -> Any:
    try:
        import pymunk  # noqa: PLC0415  # an extra
    except ImportError:
        raise BubbleBallError(
            "the world 'chipmunk' needs the package pymunk; install it with "
            "`pip install 'bubbleball[chipmunk]'`"
        ) from None
    return pymunk


def require() -> None:
    """Raise an error that says what to install if the extra is missing."""
    _pymunk()


class ChipmunkEngine:
    """One Chipmunk space, with the members of `AnyEngine`."""

    def __init__(self, gravity: float) -> None:
        """gravity: along y, m/s²."""
        self._pymunk = _pymunk()
        self._space = space = self._pymunk.Space()
        space.gravity = (0.0, gravity)
        space.iterations = SOLVER_ITERATIONS
        space.collision_slop = SLOP
        space.sleep_time_threshold = SLEEP
        space.idle_speed_threshold = IDLE
        space.on_collision(pre_solve=self._mix)
        self._names: dict[Any, str] = {}
        self._ball: Any = None
        self._residual = NOTHING
        self._metal: Collection[str] = ()
        self.step: Callable[[], None] = self._step
        # Chipmunk has no count of neighbours; one that never repeats makes callers look each time.
        self.contact_count: Callable[[], int] = itertools.count().__next__

    def add(
        self,
        fixtures: Iterable[Fixture],
        pose: tuple[float, float, float],
        kind: BodyKind = STILL,
        name: str = "",
    ) -> Body:
        """Create a body; `pose` is x, y and angle."""
        types = self._pymunk.Body
        body = types(body_type=types.DYNAMIC if kind.moves else types.STATIC)
        shapes: list[Any] = []
        for fixture in fixtures:
            shape = self._shape(body, fixture)
            if kind.moves and kind.turns:  # mass and moment follow from the density
                shape.density = fixture.density
            elif kind.moves:
                body.mass, body.moment = body.mass + fixture.density * shape.area, math.inf
            shapes.append(shape)
        self._space.add(body, *shapes)
        x, y, body.angle = pose
        body.position = (x, y)
        self._space.reindex_shapes_for_body(body)
        self._names[body] = name
        return ChipmunkBody(body, name)  # type: ignore[return-value]  # views as in Box2D

    @property
    def gravity(self) -> float:
        """Along y, m/s²."""
        return float(self._space.gravity[1])

    def set_gravity(self, gravity: float) -> None:
        """Change gravity and wake every body."""
        self._space.gravity = (0.0, gravity)
        for body in self._space.bodies:
            if body.body_type == body.DYNAMIC:
                body.activate()

    def act_on(self, ball: Body, residual: Residual, metal: Collection[str]) -> None:
        """Let a residual act on the ball in every step from now on."""
        self._ball, self._residual, self._metal = ball, residual, metal

    def neighbours(self, ball: Any) -> Sequence[Edge]:
        """What the ball touches now."""
        found: list[Any] = []
        ball.inner.each_arbiter(found.append)
        edges: list[Any] = []
        for arbiter in found:
            points = arbiter.contact_point_set
            if points.points:
                other = next(s.body for s in arbiter.shapes if s.body is not ball.inner)
                manifold = Manifold((tuple(points.points[0].point_a),), tuple(points.normal))
                edges.append(ForeignTouch(self._names[other], manifold))
        return edges

    def _step(self) -> None:
        if self._residual.pushes and self._ball.awake:
            body = self._ball.inner
            ax, ay = self._residual.acceleration(*body.position, *body.velocity)
            body.apply_force_at_world_point(
                (body.mass * ax, body.mass * ay), body.local_to_world(body.center_of_gravity)
            )
        self._space.step(SECONDS_PER_STEP)

    def _mix(self, arbiter: Any, *_: Any) -> None:
        """Mix materials as Box2D does."""
        one, other = arbiter.shapes
        arbiter.friction = math.sqrt(one.friction * other.friction)
        restitution = max(one.elasticity, other.elasticity)
        if self._residual.bounces and self._ball.inner in (one.body, other.body):
            point, normal = arbiter.contact_point_set.points[0].point_a, arbiter.normal
            apart = one.body.velocity_at_world_point(point) - other.body.velocity_at_world_point(
                point
            )
            met = other.body if one.body is self._ball.inner else one.body
            metal = self._names[met] in self._metal
            restitution = self._residual.bounce(restitution, apart.dot(normal), metal=metal)
        arbiter.restitution = restitution

    def _shape(self, body: Any, fixture: Fixture) -> Any:
        outline = fixture.shape
        shape: Any
        if hasattr(outline, "vertices"):
            skin = POLYGON_SKIN / PIXELS_PER_METRE
            shape = self._pymunk.Poly(body, list(outline.vertices), radius=skin)
        else:
            shape = self._pymunk.Circle(body, outline.radius, tuple(outline.pos))
        shape.friction, shape.elasticity = fixture.friction, fixture.restitution
        return shape


@dataclass(frozen=True, slots=True)
class Manifold:
    """Where bodies touch: points, and the normal from the first to the second."""

    points: tuple[tuple[float, float], ...]
    normal: tuple[float, float]


class ChipmunkBody:
    """A body with the members of `engine.Body`."""

    def __init__(self, inner: Any, name: str) -> None:
        self.inner = inner
        self.userData = name
        self._position = _View(inner, "position")
        self._velocity = _View(inner, "velocity")

    @property
    def position(self) -> _View:
        """A live view, m."""
        return self._position

    @position.setter
    def position(self, at: tuple[float, float]) -> None:
        self.inner.position = at

    @property
    def linearVelocity(self) -> _View:
        """A live view, m/s."""
        return self._velocity

    @linearVelocity.setter
    def linearVelocity(self, velocity: tuple[float, float]) -> None:
        self.inner.velocity = velocity

    @property
    def angle(self) -> float:
        """rad."""
        return float(self.inner.angle)

    @property
    def angularVelocity(self) -> float:
        """rad/s."""
        return float(self.inner.angular_velocity)

    @property
    def localCenter(self) -> tuple[float, float]:
        """The centre of mass, m."""
        return tuple(self.inner.center_of_gravity)

    @property
    def awake(self) -> bool:
        """Whether it is not asleep."""
        return not self.inner.is_sleeping

    @awake.setter
    def awake(self, _: bool) -> None:
        self.inner.activate()


class _View:
    """Two numbers of a body, as they are now."""

    def __init__(self, body: Any, name: str) -> None:
        self._body, self._name = body, name

    @property
    def x(self) -> float:
        return float(getattr(self._body, self._name)[0])

    @property
    def y(self) -> float:
        return float(getattr(self._body, self._name)[1])

    def __iter__(self) -> Iterator[float]:
        yield from (self.x, self.y)
