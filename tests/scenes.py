"""Small scenes for tests of the world."""

from __future__ import annotations

from collections.abc import Iterable

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate

DT = 1 / 60  # s
G = 294.0  # px/s²
SKIN = 0.3  # px between a polygon and what touches it
SLOP = 0.15  # px by which Box2D lets bodies sink in
NOWHERE = Flag(3000, 3000)


def scene(
    ball: tuple[float, float],
    *scenery: Part,
    flag: Flag = NOWHERE,
    pieces: Iterable[Part] = (),
) -> Level:
    """A level whose flag is out of reach unless one is given."""
    return Level(Ball(*ball), flag, scenery, tuple(pieces))


def run(
    ball: tuple[float, float],
    *scenery: Part,
    physics: Physics = REAL,
    flag: Flag = NOWHERE,
    pieces: Iterable[Part] = (),
    placements: Iterable[Placement] = (),
) -> Trial:
    """Play a scene to its end."""
    return simulate(scene(ball, *scenery, flag=flag, pieces=pieces), tuple(placements), physics)


def floor(top: float, kind: Kind = Kind.GROUND) -> Part:
    """A floor as wide as the screen."""
    return Part("floor", kind, 240, top + 20, 1000, 40)
