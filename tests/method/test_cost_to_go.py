"""The cost-to-go field against straight lines and walls."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.method.cost_to_go import UNREACHABLE, cost_to_go, highest
from bubbleball.model.limits import CELL


def test_on_the_flat_it_is_the_distance_to_the_flag() -> None:
    field = cost_to_go(Level(ball=Ball(50, 200), flag=Flag(400, 200)))
    assert field.at(200, 200) == pytest.approx(400 - 13 - 15 - 200, abs=2 * CELL)


def test_a_rise_costs_more_than_a_fall_and_less_when_gravity_is_up() -> None:
    level = Level(ball=Ball(50, 90), flag=Flag(240, 200))
    field = cost_to_go(level)
    assert field.at(240, 300) > 1.5 * field.at(240, 100)
    turned = dataclasses.replace(level, pieces=(Part("up", Kind.GRAVITY_UP, 100, 40),))
    field = cost_to_go(turned)
    up = {"gravity_up": True}
    assert field.at(240, 300) > 1.2 * field.at(240, 100)
    assert field.at(240, 100, **up) > 1.2 * field.at(240, 300, **up)


def test_a_path_leads_round_a_wall() -> None:
    wall = Part("wall", Kind.GROUND, 240, 220, 10, 280)
    level = Level(ball=Ball(50, 200), flag=Flag(400, 200))
    walled = Level(ball=Ball(50, 200), flag=Flag(400, 200), scenery=(wall,))
    assert cost_to_go(walled).at(100, 200) > cost_to_go(level).at(100, 200) + 100


def test_a_walled_in_flag_is_unreachable() -> None:
    walls = (
        Part("a", Kind.GROUND, 400, 150, 120, 10),
        Part("b", Kind.GROUND, 400, 250, 120, 10),
        Part("c", Kind.GROUND, 345, 200, 10, 110),
        Part("d", Kind.GROUND, 455, 200, 10, 110),
    )
    field = cost_to_go(Level(ball=Ball(50, 200), flag=Flag(400, 200), scenery=walls))
    assert field.at(100, 200) == UNREACHABLE


def test_teleports_that_stand_shorten_the_path() -> None:
    ends = (Part("in", Kind.TELEPORT, 60, 280), Part("out", Kind.TELEPORT, 400, 280))
    field = cost_to_go(Level(ball=Ball(50, 200), flag=Flag(440, 280), scenery=ends))
    assert field.at(60, 280) < 60


def test_crossing_a_barrier_costs_more_than_any_path_around_it() -> None:
    """The barrier reaches from the top of the screen almost to its lower edge."""
    level = Level(ball=Ball(50, 200), flag=Flag(400, 200))
    plain, barred = cost_to_go(level), cost_to_go(level, np.array([[250.0, -200.0, 250.0, 290.0]]))
    around = np.hypot(150, 98) + np.hypot(122, 3 * 58)  # down, and up to where it touches the flag
    assert barred.at(100, 200) == pytest.approx(around, rel=0.1)
    assert barred.at(350, 200) == plain.at(350, 200)


def test_paths_above_the_start_cost_more_exactly_where_nothing_lifts_the_ball() -> None:
    """A wall hides the flag; the path over it rises above the ball's start."""
    wall = Part("wall", Kind.GROUND, 240, 240, 10, 160)
    level = Level(ball=Ball(50, 200), flag=Flag(400, 250), scenery=(wall,))
    for kind, lifts in ((Kind.METAL, False), (Kind.SLOWDOWN, False), (Kind.WOOD, True)):
        tray = dataclasses.replace(level, pieces=(Part("piece", kind, 100, 40),))
        assert highest(tray) == (-math.inf if lifts else 200 - CELL)
        over = 3 * (250 - 145) + (400 - 100) + (250 - 145)  # up, across and down
        assert (cost_to_go(tray).at(100, 250) < over) == lifts
        assert highest(tray, helped=False) == 200 - CELL  # without what is in the tray
        assert cost_to_go(tray, helped=False).at(100, 250) >= over


def test_one_layer_serves_both_directions_where_nothing_turns_gravity() -> None:
    plain = Level(ball=Ball(50, 200), flag=Flag(400, 100))
    layers = cost_to_go(plain).layers
    assert np.array_equal(layers[0], layers[1])
    turned = dataclasses.replace(plain, pieces=(Part("up", Kind.GRAVITY_UP, 100, 40),))
    down, up = cost_to_go(turned).layers
    assert not np.array_equal(down, up)


def test_a_path_through_a_trap_costs_more_and_one_beside_it_the_same() -> None:
    level = Level(ball=Ball(50, 200), flag=Flag(400, 200))
    plain, trapped = cost_to_go(level), cost_to_go(level, traps=((300, 200),))
    assert trapped.at(200, 200) > plain.at(200, 200) + 10
    assert trapped.at(300, 200) > plain.at(300, 200) + 200
    assert trapped.at(390, 100) == plain.at(390, 100)


@pytest.mark.parametrize("shift", [0.0, 1.3, 2.9])
def test_a_slit_is_open_exactly_if_the_ball_fits_through(shift: float) -> None:
    def field(gap: float) -> float:
        walls = (
            Part("left", Kind.GROUND, shift + 240 - gap / 2 - 200, 200, 400, 12),
            Part("right", Kind.GROUND, shift + 240 + gap / 2 + 200, 200, 400, 12),
        )
        level = Level(ball=Ball(240, 120), flag=Flag(240, 290), scenery=walls)
        return float(cost_to_go(level).at(240 + shift, 120))

    assert field(29.8) > 1000
    assert field(30.2) < 150
