"""One shape at many poses, as rows that the models read."""

from __future__ import annotations

import math
from typing import Any

from bubbleball.model.columns import CENTRE_X, CENTRE_Y, CORNERS, COUNT
from bubbleball.model.compiling import compiled


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
