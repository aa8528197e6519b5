"""Which of many candidate poses keep the rules of placing, in one compiled sweep.

It errs on the strict side of the rules; `placement` itself checks what is finally proposed.
"""

from __future__ import annotations

import math

from bubbleball.game.arrays import Array, Mask
from bubbleball.model.columns import CENTRE_X, CENTRE_Y, CORNERS, COUNT, NORMALS, RADIUS
from bubbleball.model.compiling import compiled, inlined
from bubbleball.model.limits import PLACE_BOTTOM, PLACE_LEFT, PLACE_RIGHT, PLACE_TOP


@inlined
def _inside(rows: Array, c: int) -> bool:
    """Whether the shape in row c lies within the area in which pieces may be placed."""
    count = int(rows[c, COUNT])
    if count == 0:
        x, y, r = rows[c, CENTRE_X], rows[c, CENTRE_Y], rows[c, RADIUS]
        across = x - r >= PLACE_LEFT and x + r <= PLACE_RIGHT
        return across and y - r >= PLACE_TOP and y + r <= PLACE_BOTTOM
    for k in range(count):
        x, y = rows[c, CORNERS + 2 * k], rows[c, CORNERS + 2 * k + 1]
        if x < PLACE_LEFT or x > PLACE_RIGHT or y < PLACE_TOP or y > PLACE_BOTTOM:
            return False
    return True


@inlined
def _disc_depth(discs: Array, d: int, rows: Array, i: int) -> float:
    """Overlap of the disc in row d of `discs` with any shape, row i of `rows`, px."""
    x, y, radius = discs[d, CENTRE_X], discs[d, CENTRE_Y], discs[d, RADIUS]
    count = int(rows[i, COUNT])
    if count == 0:
        dx, dy = x - rows[i, CENTRE_X], y - rows[i, CENTRE_Y]
        return radius + rows[i, RADIUS] - math.sqrt(dx * dx + dy * dy)
    most = -1e30
    nearest = 1e30
    for k in range(count):
        after = k + 1 if k + 1 < count else 0
        ax, ay = rows[i, CORNERS + 2 * k], rows[i, CORNERS + 2 * k + 1]
        ex = rows[i, CORNERS + 2 * after] - ax
        ey = rows[i, CORNERS + 2 * after + 1] - ay
        px, py = x - ax, y - ay
        most = max(most, rows[i, NORMALS + 2 * k] * px + rows[i, NORMALS + 2 * k + 1] * py)
        t = min(1.0, max(0.0, (px * ex + py * ey) / (ex * ex + ey * ey)))
        nearest = min(nearest, (px - t * ex) ** 2 + (py - t * ey) ** 2)
    return radius - math.sqrt(nearest) if most > 0.0 else radius - most


@inlined
def _least_overlap(a: Array, i: int, b: Array, j: int) -> float:
    """The smallest overlap of two polygons along the edge normals of the first, px."""
    least = 1e30
    for k in range(int(a[i, COUNT])):
        nx, ny = a[i, NORMALS + 2 * k], a[i, NORMALS + 2 * k + 1]
        reach = nx * a[i, CORNERS + 2 * k] + ny * a[i, CORNERS + 2 * k + 1]
        deepest = -1e30
        for m in range(int(b[j, COUNT])):
            s = reach - nx * b[j, CORNERS + 2 * m] - ny * b[j, CORNERS + 2 * m + 1]
            deepest = max(deepest, s)
        least = min(least, deepest)
    return least


@inlined
def depth(a: Array, i: int, b: Array, j: int) -> float:
    """Overlap of row i of `a` with row j of `b`, px; zero or negative where they are apart."""
    dx, dy = a[i, CENTRE_X] - b[j, CENTRE_X], a[i, CENTRE_Y] - b[j, CENTRE_Y]
    gap = math.sqrt(dx * dx + dy * dy) - a[i, RADIUS] - b[j, RADIUS]
    if gap >= 0.0:
        return -gap
    if a[i, COUNT] == 0.0:
        return _disc_depth(a, i, b, j)
    if b[j, COUNT] == 0.0:
        return _disc_depth(b, j, a, i)
    return min(_least_overlap(a, i, b, j), _least_overlap(b, j, a, i))


@compiled
def clear(rows: Array, obstacles: Array, tolerance: float, legal: Mask) -> None:
    """Unset `legal[c]` where the shape in row c leaves the play area or overlaps an obstacle.

    tolerance: overlap that is forgiven, px.
    """
    for c in range(len(rows)):
        if not legal[c]:
            continue
        if not _inside(rows, c):
            legal[c] = False
            continue
        for o in range(len(obstacles)):
            if depth(rows, c, obstacles, o) > tolerance:
                legal[c] = False
                break
