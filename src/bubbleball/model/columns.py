"""What the columns of the models' arrays mean, and rows of shapes at many poses."""

from __future__ import annotations

import math
from typing import Any

from bubbleball.model.compiling import compiled

# columns of a shape's row; then x, y of up to four corners, then x, y of their edges' normals
COUNT, CENTRE_X, CENTRE_Y, RADIUS, MATERIAL, STATIC, CORNERS = 0, 1, 2, 3, 4, 5, 6
NORMALS = CORNERS + 8
SHAPE = NORMALS + 8

# columns of a button's row
CODE, PLACE_X, PLACE_Y, TURN, PARTNER = range(5)
BUTTON = 5
BUTTON_REACH = 27.5

# columns of the parameter vector β
GRAVITY, BOUNCE, WOOD_BOUNCE, GROUND_MU, METAL_MU, WOOD_MU, SPEEDUP, SLOWDOWN, SPRING = range(9)
PARAMETERS = 9

# outcomes of a prediction
RUNNING, AT_FLAG, GONE, RESTING = 0, 1, 2, 3

# what a button does, as a code
PUSH_UP, PUSH_DOWN, PUSH_LEFT, PUSH_RIGHT, SLOW, GRAVITY_UP, GRAVITY_DOWN, THROW, CARRY = range(9)


@compiled
def place_rows(upright: Any, poses: Any, rows: Any) -> None:
    """Fill the rows of one shape at many poses (x, y, degrees), given its row at the origin."""
    for c in range(len(poses)):
        x, y, turn = poses[c, 0], poses[c, 1], math.radians(poses[c, 2])
        cos, sin = math.cos(turn), math.sin(turn)
        for k in range(CORNERS):
            rows[c, k] = upright[k]
        cx, cy = upright[CENTRE_X], upright[CENTRE_Y]
        rows[c, CENTRE_X], rows[c, CENTRE_Y] = x + cos * cx - sin * cy, y + sin * cx + cos * cy
        for k in range(CORNERS, CORNERS + 2 * int(upright[COUNT]), 2):
            cx, cy = upright[k], upright[k + 1]
            rows[c, k], rows[c, k + 1] = x + cos * cx - sin * cy, y + sin * cx + cos * cy
            nx, ny = upright[k + 8], upright[k + 9]
            rows[c, k + 8], rows[c, k + 9] = cos * nx - sin * ny, sin * nx + cos * ny
