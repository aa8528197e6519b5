"""Guide Paths: free, short, different, repeatable."""

from __future__ import annotations

import math
import sys

import numpy as np
import pytest
from hypothesis import given, settings

from bubbleball.errors import BubbleBallError, UnknownNameError
from bubbleball.files.packs import load_level
from bubbleball.game.arrays import Array
from bubbleball.game.geometry import signed_distance
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Flag, Level, Part
from bubbleball.game.placement import Placement
from bubbleball.method.guide_path import PLANNERS, plan
from bubbleball.method.guide_path.roadmap import word_of
from bubbleball.method.guide_path.space import free_space
from scenes import scene
from strategies import levels

FLAG = Flag(400, 200)
DISC = Part("disc", Kind.METAL, 240, 200, 80, 80, form=Form.CIRCLE)
HIGH = Part("high", Kind.GROUND, 240, 120, 20, 60)
LOW = Part("low", Kind.GROUND, 240, 230, 20, 60)


def wall(x: float, top: float, bottom: float, name: str = "wall") -> Part:
    return Part(name, Kind.GROUND, x, (top + bottom) / 2, 20, bottom - top)


def length(path: Array) -> float:
    return float(np.hypot(*np.diff(path, axis=0).T).sum())


def clearance(level: Level, path: Array) -> float:
    return min(
        (signed_distance(x, y, part.shape) for part in level.scenery if part.kind.solid
         for x, y in path.tolist()),
        default=math.inf,
    )  # fmt: skip


@pytest.fixture(params=PLANNERS)
def planner(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if name in ("rrt", "rrt*", "prm*"):
        pytest.importorskip("ompl")
    return name


def test_a_path_leads_through_free_space_from_the_ball_to_where_it_touches_the_flag(
    planner: str,
) -> None:
    level = load_level("classic/5")
    (path,) = plan(level, planner)
    assert path[0].tolist() == [level.ball.x, level.ball.y]
    x, y = path[-1].tolist()
    assert signed_distance(x, y, level.flag.sensor) == pytest.approx(15, abs=0.1)
    assert clearance(level, path) > 14.7
    assert np.hypot(*np.diff(path, axis=0).T).max() <= 4.0 + 1e-9


def test_no_planner_beats_the_visibility_graph(planner: str) -> None:
    level = load_level("classic/10")
    (shortest,), (path,) = plan(level), plan(level, planner, seed=4)
    assert length(path) >= length(shortest) - 0.5


def test_the_same_seed_gives_the_same_path_to_the_last_bit(planner: str) -> None:
    level = load_level("classic/10")
    first, again = (plan(level, planner, seed=2, paths=2) for _ in range(2))
    assert len(first) == len(again)
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))


def test_another_seed_gives_another_road_map() -> None:
    level = load_level("classic/5")
    assert not np.array_equal(plan(level, "prm", seed=1)[0], plan(level, "prm", seed=2)[0])


def test_the_path_round_a_disc_is_two_tangents_and_an_arc() -> None:
    level = scene((60, 200), DISC, flag=FLAG)
    (path,) = plan(level)
    reach = DISC.width / 2 + 15
    (ax, ay), (bx, by) = path[[0, -1]] - (DISC.x, DISC.y)
    a, b = math.hypot(ax, ay), math.hypot(bx, by)
    between = math.acos((ax * bx + ay * by) / (a * b))
    arc = between - math.acos(reach / a) - math.acos(reach / b)
    closed = math.sqrt(a * a - reach**2) + math.sqrt(b * b - reach**2) + reach * arc
    assert length(path) == pytest.approx(closed, abs=0.3)


def test_a_free_path_is_straight() -> None:
    (path,) = plan(scene((60, 200), flag=FLAG))
    assert length(path) == pytest.approx(400 - 13 - 15 - 60)
    assert np.allclose(path[:, 1], 200)


def test_one_island_has_two_classes_of_paths_and_two_have_five() -> None:
    one = scene((60, 200), DISC, flag=FLAG)
    two = scene((60, 175), HIGH, LOW, flag=FLAG)
    assert len(plan(one, paths=9)) == 2
    # over, between and under; over, back between and under; and the other way round
    assert len(plan(two, paths=9)) == 5


@pytest.mark.parametrize("name", ["visibility", "prm"])
def test_no_two_paths_are_of_one_class(name: str) -> None:
    islands = [
        Part(f"i{n}", Kind.GROUND, 150 + 90 * n, 120 + 60 * (n % 2), 30, 30) for n in range(3)
    ]
    level = scene((60, 150), *islands, flag=FLAG)
    found = plan(level, name, paths=6)
    space = free_space(level)
    words = [word_of(np.concatenate([path, space.flag[None]]), space.holes) for path in found]
    assert len(found) == 6
    assert len(set(words)) == 6
    lengths = [length(path) for path in found]
    if name == "visibility":
        assert lengths == sorted(lengths)


def test_obstacles_at_the_edge_of_the_screen_leave_one_class() -> None:
    level = scene((60, 200), wall(240, 150, 400), flag=FLAG)
    assert len(plan(level, paths=5)) == 1


def test_there_is_no_path_into_a_closed_box(planner: str) -> None:
    level = scene((60, 200), wall(240, -50, 400), flag=FLAG)
    assert plan(level, planner) == ()


def test_a_gap_narrower_than_the_ball_is_closed() -> None:
    def gap(width: float) -> Level:
        walls = (wall(240, -50, 200 - width / 2, "a"), wall(240, 200 + width / 2, 400, "b"))
        return scene((60, 200), *walls, flag=FLAG)

    assert plan(gap(29)) == ()
    assert len(plan(gap(31))) == 1


def test_a_placed_piece_stands_in_the_way() -> None:
    plank = Part("plank", Kind.METAL, 100, 40, 100, 25)
    walls = (wall(240, -50, 160, "a"), wall(240, 240, 400, "b"))
    level = scene((60, 200), *walls, flag=FLAG, pieces=[plank])
    assert len(plan(level)) == 1
    assert plan(level, placements=[Placement("plank", 240, 200, 90)]) == ()


@pytest.mark.parametrize("sunk", [0.0, 0.4, 5.0])
def test_a_ball_that_touches_the_ground_can_get_away(sunk: float) -> None:
    floor = Part("floor", Kind.GROUND, 240, 240, 480, 40)
    (path,) = plan(scene((60, 205 + sunk), floor, flag=Flag(400, 195)))
    assert length(path) == pytest.approx(400 - 13 - 15 - 60, abs=1)


def test_a_path_may_lead_through_a_teleport_of_the_scenery() -> None:
    ends = [Part("in", Kind.TELEPORT, 140, 260), Part("out", Kind.TELEPORT, 340, 120)]
    level = scene((60, 200), wall(240, -50, 400), *ends, flag=FLAG)
    (path,) = plan(level)
    steps = np.hypot(*np.diff(path, axis=0).T)
    (jump,) = np.flatnonzero(steps > 4.0 + 1e-9)
    assert math.dist(path[jump], (140, 260)) < 27.5
    assert path[jump + 1].tolist() == [340, 120]


def test_a_ball_at_the_flag_need_not_go_anywhere() -> None:
    (path,) = plan(scene((390, 200), flag=FLAG))
    assert np.allclose(path, (390, 200))


def test_an_unknown_planner_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"no planner named 'rtt'; did you mean 'rrt'\?"):
        plan(scene((60, 200), flag=FLAG), "rtt")


def test_no_paths_cannot_be_asked_for() -> None:
    with pytest.raises(BubbleBallError, match="paths = 0 Guide Paths were asked for"):
        plan(scene((60, 200), flag=FLAG), paths=0)


def test_without_ompl_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ompl", None)
    with pytest.raises(BubbleBallError) as raised:
        plan(scene((60, 200), flag=FLAG), "rrt*")
    assert str(raised.value) == (
        "planner 'rrt*' needs OMPL, which is not installed; "
        "pip install 'bubbleball[planners]', or use the planner visibility or prm"
    )


@settings(max_examples=40)
@given(level=levels())
def test_any_level_gets_free_paths_or_none(level: Level) -> None:
    for path in plan(level, paths=2):
        assert path[0].tolist() == [level.ball.x, level.ball.y]
        assert np.isfinite(path).all()
        x, y = path[-1].tolist()
        assert signed_distance(x, y, level.flag.sensor) <= 15.1
