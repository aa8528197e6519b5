"""The game's numbers as the models need them: each is derived here and written nowhere else.

Pixels, frames and seconds. Compiled code takes these names as constants.
"""

from __future__ import annotations

from bubbleball.game.kinds import (
    BALL_RADIUS,
    BUTTON_RADIUS,
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
from bubbleball.game.rules import PLAY_AREA

STEP = SECONDS_PER_STEP
STEP_LIMIT = round(TIME_LIMIT * STEPS_PER_SECOND)  # frames of the longest trial

# Beyond these the ball is gone; beyond the top only while gravity points up.
GONE_LEFT, GONE_RIGHT = -OFF_SCREEN, SCREEN_WIDTH + OFF_SCREEN
GONE_TOP, GONE_BOTTOM = -OFF_SCREEN, SCREEN_HEIGHT + OFF_SCREEN

# Between these a piece may be placed.
PLACE_LEFT, PLACE_TOP, PLACE_RIGHT, PLACE_BOTTOM = PLAY_AREA

# From the ball's centre to the edge of what it touches, and to the centre of a power-up it enters.
POLYGON_REACH = BALL_RADIUS + POLYGON_SKIN
BUTTON_REACH = BUTTON_RADIUS + BALL_RADIUS

# The grid of the cost-to-go covers every place at which the ball is not gone yet.
CELL = 4.0
GRID_CORNER = -OFF_SCREEN - CELL  # x and y of the first cell's corner
GRID_COLUMNS = round((SCREEN_WIDTH - 2 * GRID_CORNER) / CELL)
GRID_ROWS = round((SCREEN_HEIGHT - 2 * GRID_CORNER) / CELL)

# Box2D's settings, which are metres there.
ITERATIONS = SOLVER_ITERATIONS
SLOP = 0.005 * PIXELS_PER_METRE
MAX_CORRECTION = 0.2 * PIXELS_PER_METRE
STILL = 0.01 * PIXELS_PER_METRE  # px/s; a ball slower than this may fall asleep
