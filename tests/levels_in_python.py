"""Levels written in Python for tests that need one and read no file."""

from __future__ import annotations

from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part

# A ball on a slope above a gap; a plank over the gap leads it to the flag.
GAP = Level(
    ball=Ball(35, 150),
    flag=Flag(419, 210),
    scenery=(
        Part("ramp", Kind.GROUND, 75, 215, 150, 25, 20),
        Part("floor", Kind.GROUND, 400, 247, 160, 25),
    ),
    pieces=(
        Part("plank", Kind.METAL, 80, 30, 150, 25),
        Part("log", Kind.WOOD, 250, 30, 100, 25),
    ),
    name="test/gap",
)

# A ball at rest on a long floor; a push to the right brings it to the flag.
POWERS = Level(
    ball=Ball(60, 250),
    flag=Flag(420, 250),
    scenery=(Part("floor", Kind.GROUND, 240, 290, 480, 30),),
    pieces=(
        Part("push", Kind.SPEEDUP_RIGHT, 80, 30),
        Part("slope", Kind.METAL, 200, 40, 75, 75, form=Form.TRIANGLE),
        Part("throw", Kind.SPRING, 300, 30),
    ),
    name="test/powers",
)
