"""The compiled sweep, the placer and the rules themselves give one verdict."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bubbleball.files.packs import load_level
from bubbleball.game import rules
from bubbleball.game.geometry import bounds, moved
from bubbleball.game.kinds import PLAY_AREA, Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.method.candidates import PoseBatch
from bubbleball.method.legality import SAFE_OVERLAP, fitting, is_legal, legal

LEVEL = Level(
    ball=Ball(100, 120),
    flag=Flag(400, 275, 20),
    scenery=(
        Part("floor", Kind.GROUND, 240, 310, 480, 20),
        Part("ledge", Kind.GROUND, 120, 200, 150, 15, 30),
        Part("rail", Kind.METAL, 340, 190, 75, 75, 10, Form.TRIANGLE),
        Part("log", Kind.WOOD, 300, 150, 40, 40, form=Form.CIRCLE),
        Part("loose", Kind.WOOD, 200, 280, 40, 40, loose=True),
        Part("up", Kind.SPEEDUP_UP, 330, 250),
    ),
    pieces=(
        Part("bar", Kind.METAL, 80, 20, 150, 25),
        Part("coin", Kind.METAL, 80, 20, 50, 50, form=Form.CIRCLE),
        Part("plank", Kind.WOOD, 250, 20, 100, 25),
        Part("wedge", Kind.WOOD, 350, 40, 75, 75, form=Form.TRIANGLE),
        Part("throw", Kind.CATAPULT, 80, 60, 125, 25),
        Part("hop", Kind.SPRING, 420, 20),
        Part("right", Kind.SPEEDUP_RIGHT, 460, 20),
    ),
)
PIECES = {piece.id: piece for piece in LEVEL.pieces}
PLACER = Placer(LEVEL)


@st.composite
def placements(draw: st.DrawFn) -> tuple[Placement, ...]:
    """Pieces of the level anywhere near the play area; what must stand upright does."""
    names = draw(st.lists(st.sampled_from(sorted(PIECES)), min_size=1, max_size=4, unique=True))
    return tuple(
        Placement(
            name,
            draw(st.floats(-60, 540)),
            draw(st.floats(40, 380)),
            0.0 if PIECES[name].kind.upright else draw(st.floats(-400, 400)),
        )
        for name in names
    )


def at_an_edge(placement: Placement) -> bool:
    """Whether rounding decides if the piece lies in the play area."""
    outline = PIECES[placement.piece].outline
    box = bounds(moved(outline, placement.x, placement.y, placement.angle))
    return bool(np.abs(np.subtract(box, PLAY_AREA)).min() < 1e-5)


def one_by_one(placed: tuple[Placement, ...]) -> list[bool]:
    """What the sweep says of each piece beside those before it."""
    return [
        bool(
            legal(
                LEVEL,
                placed[:number],
                PoseBatch((PIECES[at.piece],), np.array([[[at.x, at.y, at.angle]]])),
            )[0]
        )
        for number, at in enumerate(placed)
    ]


# The patch is the same for every example.
@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(placed=placements())
def test_sweep_placer_and_rules_give_the_same_verdict(
    placed: tuple[Placement, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    if any(map(at_an_edge, placed)):
        return
    monkeypatch.setattr(rules, "TOLERANCE", SAFE_OVERLAP)  # the sweep is a little stricter
    broken = {breach.piece for breach in rules.breaches(LEVEL, placed)}
    verdicts = [at.piece not in broken for at in placed]
    assert one_by_one(placed) == verdicts
    assert [PLACER.fits(at, placed[:n]) for n, at in enumerate(placed)] == verdicts


def test_the_sweep_is_stricter_than_the_rules_but_not_by_much() -> None:
    assert 0 < rules.TOLERANCE - SAFE_OVERLAP < 0.1


def test_the_sweep_sees_what_is_placed_already() -> None:
    level = load_level("classic/6")
    placer, rng = Placer(level), np.random.default_rng(2)
    first, second = level.pieces[:2]
    base = placer.pose(first, (), rng)
    assert base is not None
    same_place = PoseBatch((second,), np.array([[[base.x, base.y, base.angle]]]))
    assert not legal(level, (base,), same_place)[0]


def test_fitting_keeps_the_legal_candidates_in_order() -> None:
    level = load_level("classic/2")
    part = level.pieces[0]
    poses = np.array([[[240.0, 120.0, 0.0]], [[240.0, 20.0, 0.0]], [[300.0, 130.0, 5.0]]])
    batch = PoseBatch((part,), poses)
    assert legal(level, (), batch).tolist() == [True, False, True]  # the second is in the tray
    assert np.array_equal(fitting(level, (), batch).poses, poses[[0, 2]])


def test_an_empty_batch_is_legal() -> None:
    level = load_level("classic/2")
    assert legal(level, (), PoseBatch(level.pieces[:1], np.zeros((0, 1, 3)))).tolist() == []


def test_is_legal_asks_the_rules_themselves() -> None:
    level = load_level("classic/2")
    piece = level.pieces[0].id
    assert is_legal(level, ())
    assert not is_legal(level, [Placement(piece, level.ball.x, level.ball.y)])
