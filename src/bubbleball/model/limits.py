"""The game's numbers as the models need them: each is derived here and written nowhere else.

Pixels, frames and seconds. Compiled code takes these names as constants.
"""

from __future__ import annotations

from typing import NamedTuple

from bubbleball.game.kinds import (
    BALL_RADIUS,
    BUTTON_RADIUS,
    PLAY_AREA,
    SCREEN_HEIGHT,
    SCREEN_WIDTH,
)
from bubbleball.game.physics import (
    OFF_SCREEN,
    PIXELS_PER_METRE,
    POLYGON_SKIN,
    SECONDS_PER_STEP,
    SOLVER_ITERATIONS,
    STEPS_PER_SECOND,
    TIME_LIMIT,
)

STEP = SECONDS_PER_STEP
STEP_LIMIT = round(TIME_LIMIT * STEPS_PER_SECOND)  # frames of the longest trial

# Beyond these the ball is gone; beyond the top only while gravity points up.
GONE_LEFT, GONE_RIGHT = -OFF_SCREEN, SCREEN_WIDTH + OFF_SCREEN
GONE_TOP, GONE_BOTTOM = -OFF_SCREEN, SCREEN_HEIGHT + OFF_SCREEN

# Between these a piece may be placed.
PLACE_LEFT, PLACE_TOP, PLACE_RIGHT, PLACE_BOTTOM = PLAY_AREA

# From the ball's centre to a polygon that it touches, and to the centre of a power-up it enters.
POLYGON_REACH = BALL_RADIUS + POLYGON_SKIN
BUTTON_REACH = BUTTON_RADIUS + BALL_RADIUS

# The grid of the cost-to-go covers every place at which the ball is not gone yet.
CELL = 4.0
GRID_CORNER = -OFF_SCREEN - CELL  # x and y of the first cell's corner
GRID_COLUMNS = round((SCREEN_WIDTH - 2 * GRID_CORNER) / CELL)
GRID_ROWS = round((SCREEN_HEIGHT - 2 * GRID_CORNER) / CELL)

# Box2D's settings; its lengths are metres.
SLOP = 0.005 * PIXELS_PER_METRE  # depth at which touching shapes are left
IMPACT_DEPTH = 3.0 * SLOP  # depth within the skin at which a time of impact stops the ball
TOLERANCE = 0.25 * SLOP  # of that depth
MAX_CORRECTION = 0.2 * PIXELS_PER_METRE  # of a position, in one round
ITERATIONS = SOLVER_ITERATIONS
MAX_IMPACTS = 8  # in one step
STILL = 0.01 * PIXELS_PER_METRE  # px/s; slower than this the ball falls asleep


# An impulse at the rim of a ball of even density changes the rim's own speed about twice as much as
# the ball's; resting shapes touch half the slop inside the rim.
RIM = 2.0 * ((BALL_RADIUS - 0.5 * SLOP) / BALL_RADIUS) ** 2


class Correction(NamedTuple):
    """How Box2D moves the ball out of what it overlaps.

    share: of the depth beyond the slop that is corrected in each round.
    rounds: at most.
    enough: depth, in slops, that is left alone.
    """

    share: float
    rounds: int
    enough: float


AFTER_STEP = Correction(0.2, ITERATIONS, 3.0)
AFTER_IMPACT = Correction(0.75, 20, 1.5)
