"""Random legal levels, placements and physics for hypothesis."""

from __future__ import annotations

from collections.abc import Sequence

import hypothesis.strategies as st

from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import PRESETS, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.rules import breaches

xs = st.floats(0, 480)
ys = st.floats(80, 320)
sizes = st.sampled_from([3.0, 10.0, 25.0, 40.0, 75.0, 100.0, 150.0, 300.0])
angles = st.one_of(st.just(0.0), st.sampled_from([15.0, 30.0, 45.0, 90.0]), st.floats(-180, 180))

SOLIDS = [Kind.GROUND, Kind.METAL, Kind.WOOD, Kind.CATAPULT]
BUTTONS = [kind for kind in Kind if kind.button]


@st.composite
def parts(draw: st.DrawFn, name: str, kinds: Sequence[Kind], *, in_tray: bool = False) -> Part:
    kind = draw(st.sampled_from(kinds))
    x, y = draw(xs), draw(st.floats(0, 79) if in_tray else ys)
    if kind.button:
        return Part(name, kind, x, y, angle=draw(angles) if kind is Kind.SPRING else 0.0)
    form = draw(st.sampled_from([Form.RECTANGLE, Form.TRIANGLE, Form.CIRCLE]))
    loose = kind.wooden and not in_tray and draw(st.booleans())
    width, height = draw(sizes), draw(sizes)
    if kind in (Kind.GROUND, Kind.CATAPULT):
        form = Form.RECTANGLE
    if form is Form.CIRCLE:
        height = width = min(width, 75.0)
    return Part(name, kind, x, y, width, height, draw(angles), form, loose)


@st.composite
def levels(draw: st.DrawFn, kinds: Sequence[Kind] | None = None) -> Level:
    """Any level: its parts may stand in each other, the ball may start inside one."""
    kinds = kinds or list(Kind)
    scenery = [draw(parts(f"s{n}", kinds)) for n in range(draw(st.integers(0, 6)))]
    movable = [kind for kind in kinds if kind is not Kind.GROUND]
    pieces = [draw(parts(f"p{n}", movable, in_tray=True)) for n in range(draw(st.integers(0, 4)))]
    return Level(
        Ball(draw(xs), draw(ys)),
        Flag(draw(xs), draw(ys), draw(angles)),
        tuple(scenery),
        tuple(pieces),
    )


@st.composite
def placements(draw: st.DrawFn, level: Level) -> tuple[Placement, ...]:
    """A legal placement of some of the pieces."""
    placed: list[Placement] = []
    for piece in level.pieces:
        upright = piece.kind.upright
        put = Placement(piece.id, draw(xs), draw(ys), 0.0 if upright else draw(angles))
        if not list(breaches(level, [*placed, put])):
            placed.append(put)
    return tuple(placed)


@st.composite
def games(
    draw: st.DrawFn, kinds: Sequence[Kind] | None = None
) -> tuple[Level, tuple[Placement, ...]]:
    level = draw(levels(kinds))
    return level, draw(placements(level))


physics: st.SearchStrategy[Physics] = st.sampled_from(list(PRESETS.values()))
