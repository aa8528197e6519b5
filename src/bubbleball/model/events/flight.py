"""When a flying or sliding ball next meets something, in closed form.

Flight is the parabola that passes through all of Box2D's frames (eq. 9): after k frames
x + k·dt·vx, y + k·dt·vy + g·dt²·k(k + 1)/2. A face is met at a root of a quadratic (eq. 10); a
circle, a corner or a power-up by ever smaller safe steps (Newton's, bent by gravity) within the
frames in which its box is crossed at all.
"""

from __future__ import annotations

import math
from typing import Any

from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.model.columns import CENTRE_X, CENTRE_Y, CORNERS, COUNT, NORMALS, RADIUS
from bubbleball.model.compiling import woven
from bubbleball.model.events.impulse import NEVER
from bubbleball.model.limits import (
    GONE_BOTTOM,
    GONE_LEFT,
    GONE_RIGHT,
    GONE_TOP,
    POLYGON_REACH,
    SLOP,
    STEP,
    STEP_LIMIT,
)
from bubbleball.model.stepper.contact_solver import TOLERANCE

_NEAR = 0.02  # px; close enough to count as met
_TRIES = 16


@woven
def feature(
    shapes: Any, i: int, x: float, y: float
) -> tuple[float, float, float, int, float, float]:
    """Gap and normal to shape i, the face (or -1: round), and the face's corner or round centre."""
    count = int(shapes[i, COUNT])
    face = -1
    cx, cy, reach = shapes[i, CENTRE_X], shapes[i, CENTRE_Y], shapes[i, RADIUS] + BALL_RADIUS
    if count > 0:
        most = -1e30
        for f in range(count):
            ax, ay = shapes[i, CORNERS + 2 * f], shapes[i, CORNERS + 2 * f + 1]
            s = shapes[i, NORMALS + 2 * f] * (x - ax) + shapes[i, NORMALS + 2 * f + 1] * (y - ay)
            if s > most:
                most, face = s, f
        nx, ny = shapes[i, NORMALS + 2 * face], shapes[i, NORMALS + 2 * face + 1]
        cx, cy = shapes[i, CORNERS + 2 * face], shapes[i, CORNERS + 2 * face + 1]
        g = face + 1 if face + 1 < count else 0
        bx, by = shapes[i, CORNERS + 2 * g], shapes[i, CORNERS + 2 * g + 1]
        along = ny * (cx - x) + nx * (y - cy)  # t = (-ny, nx) runs along the edge
        if most <= 1e-6 or 0.0 <= along <= ny * (cx - bx) + nx * (by - cy):
            return most - POLYGON_REACH, nx, ny, face, cx, cy
        face, reach = -1, POLYGON_REACH
        if along > 0.0:
            cx, cy = bx, by
    dx, dy = x - cx, y - cy
    d = max(1e-9, math.sqrt(dx * dx + dy * dy))
    return d - reach, dx / d, dy / d, -1, cx, cy


@woven
def height(y: float, vy: float, gravity: float, k: float) -> float:
    """y after k frames of flight (eq. 9)."""
    return y + STEP * vy * k + 0.5 * gravity * STEP * STEP * k * (k + 1.0)


@woven
def frames_to_exit(x: float, y: float, vx: float, vy: float, gravity: float) -> float:
    """Frames until a flight is 60 px beyond the screen; the top counts only if gravity is up."""
    last = float(STEP_LIMIT)
    if vx > 1e-9:
        last = min(last, (GONE_RIGHT - x) / (vx * STEP))
    elif vx < -1e-9:
        last = min(last, (GONE_LEFT - x) / (vx * STEP))
    way = GONE_BOTTOM - y if gravity >= 0.0 else y - GONE_TOP
    sign = 1.0 if gravity >= 0.0 else -1.0
    a, b = 0.5 * sign * gravity * STEP * STEP, sign * vy * STEP
    b += a
    root = b * b + 4.0 * a * way
    if way > 0.0 and root >= 0.0 and b + math.sqrt(root) > 1e-12:
        last = min(last, 2.0 * way / (b + math.sqrt(root)))
    return max(1.0, last)


@woven
def _window(
    x: float, vx: float, centre: float, far: float, k1: float, k2: float
) -> tuple[float, float]:
    """The part of frames k1 to k2 in which x is within `far` of the centre; empty if k1 > k2."""
    d = centre - x
    v = vx * STEP
    if abs(v) < 1e-9:
        return (k1, k2) if abs(d) <= far else (1.0, 0.0)
    a, b = (d - far) / v, (d + far) / v
    return max(k1, min(a, b)), min(k2, max(a, b))


@woven
def _crosses(
    y: float, vy: float, gravity: float, centre: float, far: float, k1: float, k2: float
) -> bool:
    """Whether y comes within `far` of the centre between frames k1 and k2."""
    a, b = height(y, vy, gravity, k1) - centre, height(y, vy, gravity, k2) - centre
    low, high = min(a, b), max(a, b)
    if low > far or high < -far:
        if gravity == 0.0:
            return False
        top = -vy / (gravity * STEP) - 0.5
        if not k1 < top < k2:
            return False
        a = height(y, vy, gravity, top) - centre
        low, high = min(low, a), max(high, a)
    return low <= far and high >= -far


@woven
def meets_circle(x: float, y: float, vx: float, vy: float, gravity: float, cx: float, cy: float,
                 reach: float, k1: float, k2: float) -> float:  # fmt: skip
    """Frames until a flight comes within `reach` of a point, moving nearer; or NEVER."""
    k, last = _window(x, vx, cx, reach, k1, k2)
    if k > last or not _crosses(y, vy, gravity, cy, reach, k, last):
        return NEVER
    bend = abs(gravity) * STEP * STEP
    for _ in range(_TRIES):
        dx = x + STEP * vx * k - cx
        dy = height(y, vy, gravity, k) - cy
        d = max(1e-9, math.sqrt(dx * dx + dy * dy))
        away = STEP * (dx * vx + dy * (vy + gravity * STEP * (k + 0.5))) / d
        gap = d - reach
        if gap < _NEAR and away < 0.0:
            return k
        # On a straight line a distance is convex; only gravity can bend it back, so that it stays
        # above gap + away·δ - bend·δ²/2 for the next δ frames.
        root = math.sqrt(away * away + 2.0 * bend * max(gap, 0.0))
        if away >= 0.0:
            k += max(0.5, (away + root) / bend) if bend > 0.0 else NEVER
        else:
            k += max(1e-4, 2.0 * gap / (root - away))
        if k > last:
            return NEVER
    return NEVER


@woven
def meets_shape(shapes: Any, i: int, x: float, y: float, vx: float, vy: float, gravity: float,
                last: float) -> float:  # fmt: skip
    """Frames until a flight meets shape i; NEVER if it does not within `last` frames."""
    count = int(shapes[i, COUNT])
    cx, cy, radius = shapes[i, CENTRE_X], shapes[i, CENTRE_Y], shapes[i, RADIUS]
    if count == 0:
        return meets_circle(x, y, vx, vy, gravity, cx, cy, radius + BALL_RADIUS, 0.0, last)
    k1, k2 = _window(x, vx, cx, radius + POLYGON_REACH, 0.0, last)
    if k1 > k2 or not _crosses(y, vy, gravity, cy, radius + POLYGON_REACH, k1, k2):
        return NEVER
    first, most = NEVER, -NEVER
    for f in range(count):
        nx, ny = shapes[i, NORMALS + 2 * f], shapes[i, NORMALS + 2 * f + 1]
        ax, ay = shapes[i, CORNERS + 2 * f], shapes[i, CORNERS + 2 * f + 1]
        g = f + 1 if f + 1 < count else 0
        ex, ey = shapes[i, CORNERS + 2 * g] - ax, shapes[i, CORNERS + 2 * g + 1] - ay
        a = 0.5 * gravity * ny * STEP * STEP
        b = STEP * (vx * nx + vy * ny) + a
        c = nx * (x - ax) + ny * (y - ay) - POLYGON_REACH
        most = max(most, c)
        k = _inward_root(a, b, c)
        if k1 <= k <= min(k2, first):
            along = (x + STEP * vx * k - ax) * ex + (height(y, vy, gravity, k) - ay) * ey
            if 0.0 <= along <= ex * ex + ey * ey:
                first = k
    if most <= 0.0:  # it may touch already
        gap, nx, ny, _, _, _ = feature(shapes, i, x, y)
        if gap <= 0.0 and vx * nx + (vy + gravity * STEP) * ny < 0.0:
            return 0.0
    for f in range(count):
        ax, ay = shapes[i, CORNERS + 2 * f], shapes[i, CORNERS + 2 * f + 1]
        k = meets_circle(x, y, vx, vy, gravity, ax, ay, POLYGON_REACH, k1, min(k2, first))
        first = min(first, k)
    return first


@woven
def _inward_root(a: float, b: float, c: float) -> float:
    """k > 0 at which the gap c + b·k + a·k² closes (eq. 10); NEVER if it does not."""
    if abs(a) < 1e-12:
        return -c / b if c > 0.0 > b else NEVER
    root = b * b - 4.0 * a * c
    if root < 0.0 or (c <= 0.0 and b <= 0.0):
        return NEVER
    k = (-b - math.sqrt(root)) / (2.0 * a)
    return k if k > 0.0 else NEVER


@woven
def way_to_circle(px: float, py: float, dx: float, dy: float, reach: float) -> float:
    """How far from (px, py) relative to a centre, along the unit vector d, `reach` is met; px."""
    b = px * dx + py * dy
    c = px * px + py * py - reach * reach
    if b >= 0.0:
        return NEVER
    if c <= 0.0:
        return 0.0
    root = b * b - c
    return -b - math.sqrt(root) if root >= 0.0 else NEVER


@woven
def way_to_shape(shapes: Any, i: int, x: float, y: float, dx: float, dy: float, far: float,
                 deep: float) -> float:  # fmt: skip
    """How far along the unit vector d the ball goes until it is `deep` px in touch with shape i.

    NEVER beyond `far`; 0 if it is that deep already and moves deeper.
    """
    count = int(shapes[i, COUNT])
    px, py = x - shapes[i, CENTRE_X], y - shapes[i, CENTRE_Y]
    reach = shapes[i, RADIUS] + (POLYGON_REACH if count else BALL_RADIUS) - deep
    near = way_to_circle(px, py, dx, dy, reach)
    if count == 0 or (near > far and px * px + py * py > reach * reach):
        return near if near <= far else NEVER
    first, reach = NEVER, POLYGON_REACH - deep
    for f in range(count):
        nx, ny = shapes[i, NORMALS + 2 * f], shapes[i, NORMALS + 2 * f + 1]
        ax, ay = shapes[i, CORNERS + 2 * f], shapes[i, CORNERS + 2 * f + 1]
        g = f + 1 if f + 1 < count else 0
        ex, ey = shapes[i, CORNERS + 2 * g] - ax, shapes[i, CORNERS + 2 * g + 1] - ay
        towards = nx * dx + ny * dy
        gap = nx * (x - ax) + ny * (y - ay) - reach
        if towards < -1e-9 and gap > -reach:
            s = max(0.0, -gap / towards)
            along = (x + s * dx - ax) * ex + (y + s * dy - ay) * ey
            if s < first and 0.0 <= along <= ex * ex + ey * ey:
                first = s
        first = min(first, way_to_circle(x - ax, y - ay, dx, dy, reach))
    return first if first <= far else NEVER


@woven
def impact_way(shapes: Any, i: int, x: float, y: float, dx: float, dy: float, far: float) -> float:
    """How far a step along the unit vector d goes until Box2D's time of impact stops it.

    It aims three slops inside the skin, and lets pass what comes less deep by its tolerance.
    """
    if way_to_shape(shapes, i, x, y, dx, dy, far, 3.0 * SLOP + TOLERANCE) > far:
        return NEVER
    return way_to_shape(shapes, i, x, y, dx, dy, far, 3.0 * SLOP)
