"""What parts and the ball are made of, as fixtures of the engine."""

from __future__ import annotations

from functools import lru_cache

from bubbleball.game.engine import Fixture, fixture
from bubbleball.game.geometry import Disc
from bubbleball.game.kinds import BALL_RADIUS, Kind
from bubbleball.game.level import Part
from bubbleball.game.physics import PIXELS_PER_METRE, Physics


def _material(kind: Kind, physics: Physics) -> tuple[float, float, float]:
    """Density, friction and restitution."""
    if kind is Kind.WOOD:
        return physics.wood_density, physics.wood_friction, physics.wood_restitution
    if kind is Kind.CATAPULT:
        return physics.catapult_density, physics.wood_friction, physics.wood_restitution
    if kind is Kind.METAL:
        return 0.0, physics.metal_friction, 0.0
    return 0.0, physics.ground_friction, 0.0


def part_fixture(part: Part, physics: Physics) -> Fixture:
    """The outline of a part, made of its material."""
    return fixture(part.outline, *_material(part.kind, physics), PIXELS_PER_METRE)


@lru_cache(maxsize=64)  # hashing a shape costs more than hashing three numbers
def ball_fixtures(density: float, restitution: float, friction: float) -> tuple[Fixture]:
    """The ball's disc."""
    disc = Disc(0.0, 0.0, BALL_RADIUS)
    return (fixture(disc, density, friction, restitution, PIXELS_PER_METRE),)
