"""Tidying: idle pieces go, digits go, robustness stays."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.game.placement import Placement
from bubbleball.method.candidates import Choice
from bubbleball.method.tidying import presentable, rounded, tidied, without_idle

NEEDED, IDLE = Placement("needed", 100.26, 200.74, 361.2), Placement("idle", 50.5, 250.5, -190.0)


def choice(placements: tuple[Placement, ...], robustness: float) -> Choice:
    return Choice(placements, np.zeros((1, 2)), robustness, 0.0, ())


def confirm(placements: tuple[Placement, ...], better_than: float) -> Choice | None:
    """A world in which one piece is needed, and needed to within 0.1 px."""
    for p in placements:
        if p.piece == "needed":
            off = max(abs(p.x - NEEDED.x), abs(p.y - NEEDED.y))
            return choice(placements, 0.8 if off < 0.1 else 0.4)
    return None


def test_idle_pieces_are_dropped_and_poses_rounded_as_far_as_robustness_allows() -> None:
    plain = tidied(choice((IDLE, NEEDED), 0.8), confirm)
    assert plain.robustness == 0.8
    assert plain.placements == (Placement("needed", 100.3, 200.7, 1.2),)


def test_a_piece_that_only_adds_needless_robustness_is_idle() -> None:
    def firmer(placements: tuple[Placement, ...], better_than: float) -> Choice | None:
        found = confirm(placements, better_than)
        return found and choice(placements, 0.8 if IDLE in placements else 0.7)

    both = choice((IDLE, NEEDED), 0.8)
    for enough in (1.0, 0.75):
        kept = without_idle(both, firmer, enough)
        assert (kept.placements, kept.spare) == ((IDLE, NEEDED), ("idle",))
    bare = without_idle(both, firmer, enough=0.6)
    assert (bare.placements, bare.spare) == ((NEEDED,), ())


def test_what_is_no_solution_gets_as_few_digits_as_the_rules_allow() -> None:
    near = Placement("a", 10.123456789, 20.0, 190.5)
    assert presentable([near], lambda _: True) == (Placement("a", 10.12, 20.0, -169.5),)
    assert presentable([near], lambda p: p[0].x > 10.1233) == (
        Placement("a", 10.123457, 20.0, -169.5),
    )
    assert presentable([near], lambda _: False) == (near,)


def test_what_no_rounding_preserves_stays_as_it_is() -> None:
    exact = choice((NEEDED,), 1.0)
    assert tidied(exact, confirm) is exact


@pytest.mark.parametrize(
    ("angle", "wanted"),
    [(0, 0), (359.96, 0), (180, 180), (-180, 180), (540, 180), (-90.04, -90), (181, -179)],
)
def test_angles_lie_within_half_a_turn(angle: float, wanted: float) -> None:
    (pose,) = rounded([Placement("a", 0, 0, angle)], 1)
    assert pose.angle == pytest.approx(wanted, abs=1e-12)
    assert pose.angle == round(pose.angle, 1)
