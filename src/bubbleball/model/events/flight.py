"""When a flying or sliding ball next meets something, in closed form.

Flight is the parabola through all of Box2D's frames. A face is met at a root of a quadratic; a
circle, a corner or a power-up by safeguarded Newton steps, limited to the frames in which its
bounding box is crossed.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.model.columns import CENTRE_X, CENTRE_Y, CORNERS, COUNT, NORMALS, RADIUS
from bubbleball.model.compiling import inlined
from bubbleball.model.events.impulse import NEVER
from bubbleball.model.limits import (
    GONE_BOTTOM,
    GONE_LEFT,
    GONE_RIGHT,
    GONE_TOP,
    IMPACT_DEPTH,
    POLYGON_REACH,
    STEP,
    STEP_LIMIT,
    TOLERANCE,
)

_NEAR = 0.02  # px; close enough to count as met
_TRIES = 16  # Newton steps
_ROUND = -1  # instead of a face


class Flight(NamedTuple):
    """The start of a flight: px and px/s; gravity in px/s², positive down the screen."""

    x: float
    y: float
    vx: float
    vy: float
    gravity: float


class Ray(NamedTuple):
    """A straight motion: from x, y along the unit vector dx, dy."""

    x: float
    y: float
    dx: float
    dy: float


class Separation(NamedTuple):
    """How the ball lies to a shape.

    gap: distance, px; negative in contact. nx, ny: normal towards the ball.
    face: the face that it lies over; negative over a corner or a circle.
    """

    gap: float
    nx: float
    ny: float
    face: int


@inlined
def separation(shapes: Array, i: int, x: float, y: float) -> Separation:
    """How a ball at x, y lies to shape i."""
    count = int(shapes[i, COUNT])
    cx, cy, reach = shapes[i, CENTRE_X], shapes[i, CENTRE_Y], shapes[i, RADIUS] + BALL_RADIUS
    if count > 0:
        face = 0
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
            return Separation(most - POLYGON_REACH, nx, ny, face)
        reach = POLYGON_REACH
        if along > 0.0:
            cx, cy = bx, by
    dx, dy = x - cx, y - cy
    d = max(1e-9, math.sqrt(dx * dx + dy * dy))
    return Separation(d - reach, dx / d, dy / d, _ROUND)


@inlined
def height(y: float, vy: float, gravity: float, k: float) -> float:
    """y after k frames of flight."""
    return y + STEP * vy * k + 0.5 * gravity * STEP * STEP * k * (k + 1.0)  # (eq. 9)


@inlined
def frames_to_exit(flight: Flight) -> float:
    """Frames until a flight leaves the screen; at the top only while gravity points up."""
    x, y, vx, vy, gravity = flight
    last = float(STEP_LIMIT)
    if vx > 1e-9:
        last = min(last, (GONE_RIGHT - x) / (vx * STEP))
    elif vx < -1e-9:
        last = min(last, (GONE_LEFT - x) / (vx * STEP))
    fall = GONE_BOTTOM - y if gravity >= 0.0 else y - GONE_TOP
    sign = 1.0 if gravity >= 0.0 else -1.0
    a, b = 0.5 * sign * gravity * STEP * STEP, sign * vy * STEP
    b += a
    root = b * b + 4.0 * a * fall
    if fall > 0.0 and root >= 0.0 and b + math.sqrt(root) > 1e-12:
        last = min(last, 2.0 * fall / (b + math.sqrt(root)))
    return max(1.0, last)


@inlined
def _window(flight: Flight, centre: float, far: float, k1: float, k2: float) -> tuple[float, float]:
    """The part of frames k1 to k2 in which x is within `far` of the centre; empty if k1 > k2."""
    d = centre - flight.x
    v = flight.vx * STEP
    if abs(v) < 1e-9:
        return (k1, k2) if abs(d) <= far else (1.0, 0.0)
    a, b = (d - far) / v, (d + far) / v
    return max(k1, min(a, b)), min(k2, max(a, b))


@inlined
def _crosses(flight: Flight, centre: float, far: float, k1: float, k2: float) -> bool:
    """Whether y comes within `far` of the centre between frames k1 and k2."""
    y, vy, gravity = flight.y, flight.vy, flight.gravity
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


@inlined
def meets_circle(flight: Flight, cx: float, cy: float, reach: float, k1: float, k2: float) -> float:
    """Frames, from k1 to k2, until a flight comes within `reach` of a point; or NEVER."""
    x, y, vx, vy, gravity = flight
    k, last = _window(flight, cx, reach, k1, k2)
    if k > last or not _crosses(flight, cy, reach, k, last):
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
        # Along a straight line a distance is convex; only gravity can bend it back, so that it
        # stays above gap + away·δ - bend·δ²/2 for the next δ frames.
        root = math.sqrt(away * away + 2.0 * bend * max(gap, 0.0))
        if away >= 0.0:
            k += max(0.5, (away + root) / bend) if bend > 0.0 else NEVER
        else:
            k += max(1e-4, 2.0 * gap / (root - away))
        if k > last:
            return NEVER
    return NEVER


@inlined
def meets_shape(shapes: Array, i: int, flight: Flight, last: float) -> float:
    """Frames until a flight meets shape i; NEVER if it does not within `last` frames."""
    x, y, vx, vy, gravity = flight
    count = int(shapes[i, COUNT])
    cx, cy, radius = shapes[i, CENTRE_X], shapes[i, CENTRE_Y], shapes[i, RADIUS]
    if count == 0:
        return meets_circle(flight, cx, cy, radius + BALL_RADIUS, 0.0, last)
    k1, k2 = _window(flight, cx, radius + POLYGON_REACH, 0.0, last)
    if k1 > k2 or not _crosses(flight, cy, radius + POLYGON_REACH, k1, k2):
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
        now = separation(shapes, i, x, y)
        if now.gap <= 0.0 and vx * now.nx + (vy + gravity * STEP) * now.ny < 0.0:
            return 0.0
    for f in range(count):
        ax, ay = shapes[i, CORNERS + 2 * f], shapes[i, CORNERS + 2 * f + 1]
        first = min(first, meets_circle(flight, ax, ay, POLYGON_REACH, k1, min(k2, first)))
    return first


@inlined
def _inward_root(a: float, b: float, c: float) -> float:
    """k > 0 at which the gap c + b·k + a·k² closes; NEVER if it does not.

    Of the two roots the gap falls through zero at this one and rises at the other.
    """
    if abs(a) < 1e-12:
        return -c / b if c > 0.0 > b else NEVER
    root = b * b - 4.0 * a * c
    if root < 0.0 or (c <= 0.0 and b <= 0.0):
        return NEVER
    k = (-b - math.sqrt(root)) / (2.0 * a)  # (eq. 10)
    return k if k > 0.0 else NEVER


@inlined
def distance_to_circle(px: float, py: float, dx: float, dy: float, reach: float) -> float:
    """Distance along the unit vector d until the ball is within `reach` of a centre, or NEVER.

    px, py: the ball relative to the centre.
    """
    b = px * dx + py * dy
    c = px * px + py * py - reach * reach
    if b >= 0.0:
        return NEVER
    if c <= 0.0:
        return 0.0
    root = b * b - c
    return -b - math.sqrt(root) if root >= 0.0 else NEVER


@inlined
def distance_to_shape(shapes: Array, i: int, ray: Ray, far: float, deep: float) -> float:
    """Distance along a ray until the ball is `deep` px inside shape i's reach.

    NEVER beyond `far`; 0 if it is that deep already and moves deeper.
    """
    x, y, dx, dy = ray
    count = int(shapes[i, COUNT])
    px, py = x - shapes[i, CENTRE_X], y - shapes[i, CENTRE_Y]
    reach = shapes[i, RADIUS] + (POLYGON_REACH if count else BALL_RADIUS) - deep
    near = distance_to_circle(px, py, dx, dy, reach)
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
        first = min(first, distance_to_circle(x - ax, y - ay, dx, dy, reach))
    return first if first <= far else NEVER


@inlined
def impact_distance(shapes: Array, i: int, ray: Ray, far: float) -> float:
    """Distance of a step along a ray until Box2D's time of impact stops it; NEVER beyond `far`.

    The impact is aimed at the impact depth; a step that ends less deep, by the tolerance, passes.
    """
    if distance_to_shape(shapes, i, ray, far, IMPACT_DEPTH + TOLERANCE) > far:
        return NEVER
    return distance_to_shape(shapes, i, ray, far, IMPACT_DEPTH)
