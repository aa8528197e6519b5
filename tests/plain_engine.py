"""The same scene in a plain Box2D world, with its own contact listener and sensor fixtures.

Another implementation to compare the world with: it polls nothing and leaves nothing out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from Box2D import b2CircleShape, b2ContactListener, b2FixtureDef, b2PolygonShape, b2World

from bubbleball.game.geometry import Disc, Shape
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Level
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement


@dataclass
class Heard(b2ContactListener):  # type: ignore[misc]  # the binding has no types
    """What the listener heard of the ball.

    began, ended: (part, step in which it happened).
    """

    began: list[tuple[str, int]] = field(default_factory=list)
    ended: list[tuple[str, int]] = field(default_factory=list)
    step: int = 0

    def __post_init__(self) -> None:
        super().__init__()

    def BeginContact(self, contact: Any) -> None:
        self._note(contact, self.began)

    def EndContact(self, contact: Any) -> None:
        self._note(contact, self.ended)

    def _note(self, contact: Any, events: list[tuple[str, int]]) -> None:
        names = [contact.fixtureA.body.userData, contact.fixtureB.body.userData]
        if "the ball" in names:
            names.remove("the ball")
            events.append((names[0], self.step))


def plain_run(
    level: Level, placements: tuple[Placement, ...], physics: Physics, steps: int
) -> tuple[list[tuple[float, float]], Heard]:
    """The ball's path (px) and what was heard; power-ups are sensors without effect."""
    heard = Heard()
    world = b2World(gravity=(0, physics.gravity), contactListener=heard)
    placed = {placement.piece: placement for placement in placements}
    pieces = {piece.id for piece in level.pieces}
    for part in level.parts:
        if part.id in pieces and part.id not in placed:
            continue
        at = placed.get(part.id, part)
        moves = part.kind.wooden and (part.id in placed or part.loose)
        density, friction, bounce = {
            Kind.WOOD: (physics.wood_density, physics.wood_friction, physics.wood_restitution),
            Kind.CATAPULT: (
                physics.catapult_density,
                physics.wood_friction,
                physics.wood_restitution,
            ),
            Kind.METAL: (0, physics.metal_friction, 0),
        }.get(part.kind, (0, physics.ground_friction, 0))
        create = world.CreateDynamicBody if moves else world.CreateStaticBody
        create(
            position=(at.x / 30, at.y / 30),
            angle=math.radians(at.angle),
            userData=part.id,
            fixtures=b2FixtureDef(
                shape=_shape(part.outline),
                density=density,
                friction=friction,
                restitution=bounce,
                isSensor=part.kind.button,
            ),
        )
    ball = world.CreateDynamicBody(
        position=(level.ball.x / 30, level.ball.y / 30),
        fixedRotation=True,
        userData="the ball",
        fixtures=b2FixtureDef(
            shape=b2CircleShape(radius=0.5),
            density=physics.ball_density,
            friction=physics.ball_friction,
            restitution=physics.restitution,
        ),
    )
    world.CreateStaticBody(
        userData="the flag", fixtures=b2FixtureDef(shape=_shape(level.flag.sensor), isSensor=True)
    )
    path = [(ball.position.x * 30, ball.position.y * 30)]
    for step in range(1, steps + 1):
        heard.step = step
        world.Step(1 / 60, 10, 10)
        path.append((ball.position.x * 30, ball.position.y * 30))
    world.contactListener = None  # the world may outlive it
    return path, heard


def _shape(outline: Shape) -> Any:
    if isinstance(outline, Disc):
        return b2CircleShape(radius=outline.radius / 30, pos=(outline.x / 30, outline.y / 30))
    return b2PolygonShape(vertices=[(x / 30, y / 30) for x, y in outline.corners])
