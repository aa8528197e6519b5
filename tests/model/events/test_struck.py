"""The moving line: a ball struck by a block, against the closed form of the impact."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.game.arrays import Array
from bubbleball.model.events.struck import (
    BALL_VX,
    BALL_VY,
    FIRST,
    REACH,
    STRUCK,
    MovingBlocks,
    strike,
    struck_workspace,
)
from bubbleball.model.statics import Solids

FRAMES = 60
G = 294.0
NOTHING = Solids(np.zeros((1, 4, 2)), np.zeros(1, np.int64), *np.zeros((4, 1)))


def struck(speed: float, fall: float, share: float, bounce: float) -> Array | None:
    """A wide block that rises at `speed` meets a ball that falls at `fall` in frame 10."""
    frames = np.arange(FRAMES)
    corners = np.array([[(-200.0, -10), (200, -10), (200, 10), (-200, 10)]])
    poses = np.zeros((FRAMES, 1, 3))
    poses[:, 0, 0] = 200.0
    ball_y = 100 + fall * frames / 60
    top = ball_y[10] + REACH - 0.01  # just touching in frame 10
    poses[:, 0, 1] = top + 10 - speed * (frames - 10) / 60
    rates = np.zeros((FRAMES, 1, 3))
    rates[:, 0, 1] = -speed
    path = np.column_stack(
        [np.full(FRAMES, 200.0), ball_y, np.zeros(FRAMES), np.full(FRAMES, fall)]
    )
    moving = MovingBlocks(corners, np.array([4]), poses, rates, np.array([share]))
    result = np.zeros(STRUCK)
    hit = strike(path, moving, NOTHING, 0.0, bounce, result, struck_workspace())
    return result if hit else None


@given(
    speed=st.floats(50, 400),
    fall=st.floats(0, 300),
    share=st.floats(0.3, 1.0),
    bounce=st.floats(0, 0.9),
)
def test_the_ball_leaves_with_the_speed_of_an_impact_with_a_moving_wall(
    speed: float, fall: float, share: float, bounce: float
) -> None:
    result = struck(speed, fall, share, bounce)
    assert result is not None
    assert result[FIRST] == 10
    closing = speed + fall
    first = fall - share * (1 + bounce) * closing
    # a light block may push again before the ball is faster than it: never slower than the impact
    assert result[BALL_VY] <= first + 1e-6
    if -first >= speed:
        assert result[BALL_VY] == pytest.approx(first, abs=1e-6)
    assert result[BALL_VX] == pytest.approx(0, abs=1e-9)


def test_a_block_that_moves_away_is_not_met() -> None:
    frames = np.arange(FRAMES)
    path = np.column_stack([np.full(FRAMES, 200.0), np.full(FRAMES, 100.0), np.zeros((FRAMES, 2))])
    poses = np.zeros((FRAMES, 1, 3))
    poses[:, 0, :2] = np.column_stack([np.full(FRAMES, 200.0), 140.0 + frames])
    corners = np.array([[(-50.0, -10), (50, -10), (50, 10), (-50, 10)]])
    moving = MovingBlocks(corners, np.array([4]), poses, np.zeros((FRAMES, 1, 3)), np.ones(1))
    assert not strike(path, moving, NOTHING, G, 0.4, np.zeros(STRUCK), struck_workspace())
