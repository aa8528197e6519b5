"""PHYRE's action space: from the unit cube to balls, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import PlacementError
from bubbleball.games.phyre.library import place
from bubbleball.games.phyre.rules import action_of, balls_of, placed
from bubbleball.games.scene import PlacedBall
from other_games import two_balls

UNIT = st.floats(0.0, 1.0)


def test_positions_are_cut_and_radii_are_rounded_to_whole_pixels() -> None:
    assert balls_of((0.5, 0.25, 0.55), 1) == (PlacedBall(127, 63, 18),)


@given(st.integers(2, 32), st.data())
def test_an_action_of_balls_gives_these_balls(radius: int, data: st.DataObject) -> None:
    inside = st.integers(radius, 255 - radius)
    ball = PlacedBall(data.draw(inside), data.draw(inside), radius)
    assert balls_of(action_of((ball,)), 1) == (ball,)


@given(UNIT, UNIT, UNIT)
def test_every_accepted_ball_lies_inside_the_scene(x: float, y: float, radius: float) -> None:
    try:
        (ball,) = balls_of((x, y, radius), 1)
    except PlacementError:
        return
    assert ball.radius - 1 <= ball.x <= 256 - ball.radius + 0.5


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ((0.5, 0.5), "an action here has 3 numbers, not 2"),
        ((0.5, 1.5, 0.5), "action [0.5, 1.5, 0.5]: 1.5 is not between 0 and 1"),
        ((0.5, float("nan"), 0.5), "action [0.5, nan, 0.5]: nan is not between 0 and 1"),
        (
            (0.0, 0.5, 0.0),
            "the ball of radius 2 at (0, 127.5) is not inside x 0 to 256, y 0 to 256",
        ),
    ],
)
def test_an_invalid_action_is_refused_in_one_line(action: tuple[float, ...], message: str) -> None:
    with pytest.raises(PlacementError) as raised:
        balls_of(action, 1)
    assert str(raised.value) == message


def test_two_balls_must_be_a_pixel_apart_before_rounding() -> None:
    with pytest.raises(PlacementError, match=r"0\.50 px apart; at least 1 px"):
        balls_of((0.5, 0.5, 0.0, 0.5 + 4.5 / 255, 0.5, 0.0), 2)


def test_a_ball_may_touch_a_body_but_not_overlap_it() -> None:
    scene = two_balls()
    assert placed(scene, action_of((PlacedBall(128, 22, 2),)))
    with pytest.raises(PlacementError, match=r"radius 2 at \(128, 21\) overlaps floor by 1\.00"):
        placed(scene, action_of((PlacedBall(128, 21, 2),)))


@pytest.mark.parametrize(
    ("balls", "message"),
    [
        ([PlacedBall(float("nan"), 200, 10)], r"at \(nan, 200\) is not inside"),
        ([PlacedBall(120, float("inf"), 10)], r"at \(120, inf\) is not inside"),
        ([PlacedBall(120, 200, float("nan"))], "radius is 2 to 32, not nan"),
        ([], "ours takes 1 ball, not 0"),
        ([PlacedBall(50, 200, 10), PlacedBall(150, 200, 10)], "ours takes 1 ball, not 2"),
    ],
)
def test_balls_that_cannot_be_placed_are_refused_in_one_line(
    balls: list[PlacedBall], message: str
) -> None:
    with pytest.raises(PlacementError, match=message):
        place(two_balls(), balls)
