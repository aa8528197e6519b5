"""A level made in Python, checked, tried by hand and saved to a file."""

from pathlib import Path
from tempfile import mkdtemp

from bubbleball import (
    Ball,
    Document,
    Flag,
    Game,
    Kind,
    Level,
    Part,
    Placement,
    breaches,
    write_level,
)

level = Level(
    ball=Ball(60, 120),
    flag=Flag(440, 265),
    scenery=(
        Part("shelf", Kind.GROUND, x=80, y=160, width=140, height=20, angle=10),
        Part("floor", Kind.GROUND, x=410, y=300, width=140, height=20),
    ),
    pieces=(Part("push", Kind.SPEEDUP_RIGHT, x=40, y=40),),
    title="A push in time",
)
print(Game(level).play().reason)  # without a piece the ball falls into the gap
push = Placement("push", x=180, y=170)
print([breach.detail for breach in breaches(level, [push])])  # none: the placement is legal
trial = Game(level).play([push])
print(trial.outcome, [effect.part for effect in trial.effects])
file = Path(mkdtemp()) / "push.json"
write_level(file, Document(level, solutions=(trial.placements,)))
print(file.read_text(encoding="utf-8")[:60])
