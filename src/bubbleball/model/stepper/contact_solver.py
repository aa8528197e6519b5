"""What Box2D does in one step to a ball that touches still convex shapes.

Pixels and seconds throughout. The constants are Box2D's (metres) times 30.
"""

from __future__ import annotations

import math
from typing import Any

from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.physics import BOUNCE_THRESHOLD, POLYGON_SKIN
from bubbleball.model.columns import (
    BOUNCE,
    CENTRE_X,
    CENTRE_Y,
    CORNERS,
    COUNT,
    GROUND_MU,
    MATERIAL,
    NORMALS,
    RADIUS,
    STATIC,
    WOOD_BOUNCE,
)
from bubbleball.model.compiling import compiled, woven
from bubbleball.model.limits import ITERATIONS, MAX_CORRECTION, POLYGON_REACH, SLOP, STEP

TOLERANCE = 0.25 * SLOP  # of the time of impact
BAUMGARTE, TOI_BAUMGARTE = 0.2, 0.75
TOI_ITERATIONS, MAX_SUB_STEPS = 20, 8
NOT_YET = 3.0  # px beyond two steps' way within which a shape is looked at closely


@woven
def gap_to(shapes: Any, i: int, x: float, y: float) -> tuple[float, float, float, float, float]:
    """Distance by which the ball's reach misses a shape, its normal and a point of its plane.

    Box2D's circle-against-polygon manifold: the face of greatest separation, or its nearer corner.
    """
    count = int(shapes[i, COUNT])
    if count == 0:
        cx, cy, radius = shapes[i, CENTRE_X], shapes[i, CENTRE_Y], shapes[i, RADIUS]
        dx, dy = x - cx, y - cy
        d = math.sqrt(dx * dx + dy * dy)
        if d < 1e-9:
            return -radius - BALL_RADIUS, 0.0, -1.0, cx, cy
        nx, ny = dx / d, dy / d
        return d - radius - BALL_RADIUS, nx, ny, cx + nx * radius, cy + ny * radius
    best = 0
    most = -1e30
    for k in range(count):
        s = shapes[i, NORMALS + 2 * k] * (x - shapes[i, CORNERS + 2 * k]) + shapes[
            i, NORMALS + 2 * k + 1
        ] * (y - shapes[i, CORNERS + 2 * k + 1])
        if s > most:
            most, best = s, k
    reach = POLYGON_REACH
    ax, ay = shapes[i, CORNERS + 2 * best], shapes[i, CORNERS + 2 * best + 1]
    if most > 1e-6:
        after = best + 1 if best + 1 < count else 0
        bx, by = shapes[i, CORNERS + 2 * after], shapes[i, CORNERS + 2 * after + 1]
        ex, ey = bx - ax, by - ay
        if (x - ax) * ex + (y - ay) * ey <= 0.0:
            dx, dy = x - ax, y - ay
            d = math.sqrt(dx * dx + dy * dy)
            return d - reach, dx / d, dy / d, ax, ay
        if (x - bx) * ex + (y - by) * ey >= 0.0:
            dx, dy = x - bx, y - by
            d = math.sqrt(dx * dx + dy * dy)
            return d - reach, dx / d, dy / d, bx, by
    return most - reach, shapes[i, NORMALS + 2 * best], shapes[i, NORMALS + 2 * best + 1], ax, ay


@compiled
def _first_hit(shapes: Any, i: int, x: float, y: float, dx: float, dy: float) -> float:
    """Share of the way along (dx, dy) at which Box2D's time of impact stops the ball; 2 for never.

    As b2TimeOfImpact does it: again and again the ball goes on to where it would be a little
    inside the skin, were the shape flat, until it is there, give or take a tolerance. For a
    corner that tolerance shows, since it turns the normal.
    """
    t = 0.0
    for _ in range(TOI_ITERATIONS):
        gap, nx, ny, _, _ = gap_to(shapes, i, x + t * dx, y + t * dy)
        gap += 3 * SLOP
        if gap <= TOLERANCE:
            overlap = BALL_RADIUS + (shapes[i, RADIUS] if shapes[i, COUNT] == 0.0 else POLYGON_SKIN)
            return t if gap > 3 * SLOP - overlap else 2.0  # a centre inside is no impact
        towards = nx * dx + ny * dy
        at_end = gap + towards * (1.0 - t)
        if at_end > TOLERANCE:
            return 2.0
        if at_end > -TOLERANCE:
            t = 1.0
            continue
        half = 0.5 * (1.0 - t)  # its root finder bisects first; then a secant, exact on a line
        t += half if abs(gap + towards * half) < TOLERANCE else -gap / towards
    return t


@woven
def _solve_velocity(touching: int, contact: Any, vx: float, vy: float) -> tuple[float, float]:
    """Sequential impulses on a ball of unit mass; contact rows: nx, ny, px, py, bias, µ, Pn, Pt."""
    for _ in range(ITERATIONS):
        done = True  # an iteration that changes nothing would be followed by its like
        for k in range(touching):
            nx, ny = contact[k, 0], contact[k, 1]
            tx, ty = ny, -nx
            limit = contact[k, 5] * contact[k, 6]
            if limit > 0.0:
                pull = contact[k, 7] - (vx * tx + vy * ty)
                pull = min(limit, max(-limit, pull))
                change = pull - contact[k, 7]
                contact[k, 7] = pull
                if change != 0.0:
                    done = False
                    vx, vy = vx + change * tx, vy + change * ty
            push = max(0.0, contact[k, 6] - (vx * nx + vy * ny - contact[k, 4]))
            change = push - contact[k, 6]
            contact[k, 6] = push
            if change != 0.0:
                done = False
                vx, vy = vx + change * nx, vy + change * ny
        if done or (touching == 1 and contact[0, 5] == 0.0):
            break  # one contact without friction is solved exactly at once
    return vx, vy


@woven
def touch(shapes: Any, beta: Any, near: Any, found: int, before: Any, static_only: bool,
           x: float, y: float, vx: float, vy: float, contact: Any, who: Any,
           gaps: Any) -> tuple[int, float]:  # fmt: skip
    """Fill the contact rows for what the ball touches; their number and the nearest gap.

    gaps: a lower bound of each near shape's gap; receives gap and normal of those looked at.
    """
    touching = 0
    nearest = 1e9
    reach = NOT_YET + 2.0 * STEP * (abs(vx) + abs(vy))
    for k in range(found):
        if gaps[k, 0] > reach:  # too far away to matter in this step
            nearest = min(nearest, gaps[k, 0])
            continue
        i = near[k]
        if static_only and shapes[i, STATIC] == 0.0:
            continue
        gap, nx, ny, px, py = gap_to(shapes, i, x, y)
        gaps[k, 0], gaps[k, 1], gaps[k, 2] = gap, nx, ny
        nearest = min(nearest, gap)
        if gap <= 0.0:
            material = int(shapes[i, MATERIAL])
            bounce = beta[WOOD_BOUNCE] if material == 2 else beta[BOUNCE]
            approach = vx * nx + vy * ny
            contact[touching, 0] = nx
            contact[touching, 1] = ny
            contact[touching, 2] = px
            contact[touching, 3] = py
            contact[touching, 4] = -bounce * approach if approach < -BOUNCE_THRESHOLD else 0.0
            contact[touching, 5] = beta[GROUND_MU + material]
            contact[touching, 6] = 0.0
            contact[touching, 7] = 0.0
            who[touching] = i
            touching += 1
    if touching > 1:
        _newest_first(touching, before, contact, who)
    return touching, nearest


@compiled
def _newest_first(touching: int, before: Any, contact: Any, who: Any) -> None:
    """Box2D solves the newest contact first, so that the oldest has the last word."""
    for k in range(1, touching):
        m = k
        while m > 0 and before[who[m - 1]] > before[who[m]]:
            who[m - 1], who[m] = who[m], who[m - 1]
            for column in range(8):
                swapped = contact[m, column]
                contact[m, column] = contact[m - 1, column]
                contact[m - 1, column] = swapped
            m -= 1


@woven
def _push_out(shapes: Any, touching: int, contact: Any, who: Any, share: float, rounds: int,
              enough: float, x: float, y: float) -> tuple[float, float]:  # fmt: skip
    """Box2D's position correction."""
    for _ in range(rounds):
        worst = 0.0
        for k in range(touching):
            i = who[k]
            if shapes[i, COUNT] == 0.0:
                dx, dy = x - shapes[i, CENTRE_X], y - shapes[i, CENTRE_Y]
                d = math.sqrt(dx * dx + dy * dy)
                nx, ny = dx / d, dy / d
                gap = d - shapes[i, RADIUS] - BALL_RADIUS
            else:
                nx, ny = contact[k, 0], contact[k, 1]
                gap = nx * (x - contact[k, 2]) + ny * (y - contact[k, 3])
                gap -= POLYGON_REACH
            worst = min(worst, gap)
            move = min(MAX_CORRECTION, max(0.0, -share * (gap + SLOP)))
            x, y = x + move * nx, y + move * ny
        if worst >= -enough * SLOP:
            break
    return x, y


@woven
def _impacts(shapes: Any, beta: Any, near: Any, found: int, x0: float, y0: float, x: float,
             y: float, vx: float, vy: float, contact: Any, who: Any, touched: Any, before: Any,
             gaps: Any) -> tuple[float, float, float, float]:  # fmt: skip
    """Time of impact against what is static: stop there, bounce, go on for the rest of the step."""
    left = 1.0
    for _ in range(MAX_SUB_STEPS):
        dx, dy = x - x0, y - y0
        if dx * dx + dy * dy < 1e-12:
            break
        first = 2.0
        for k in range(found):
            i = near[k]
            gap = gaps[k, 0] + 3 * SLOP
            if gap > TOLERANCE and gap + gaps[k, 1] * dx + gaps[k, 2] * dy > -TOLERANCE:
                continue  # not even along the normal does the way come near enough
            if shapes[i, STATIC] != 0.0:
                first = min(first, _first_hit(shapes, i, x0, y0, dx, dy))
        if first >= 1.0 - 1e-6:
            break
        hx, hy = x0 + first * dx, y0 + first * dy
        left *= 1.0 - first
        touching, _ = touch(
            shapes, beta, near, found, before, True, hx, hy, vx, vy, contact, who, gaps
        )
        if touching == 0:
            break
        for k in range(touching):
            touched[who[k]] = 1
        hx, hy = _push_out(
            shapes, touching, contact, who, TOI_BAUMGARTE, TOI_ITERATIONS, 1.5, hx, hy
        )
        vx, vy = _solve_velocity(touching, contact, vx, vy)
        x0, y0 = hx, hy
        x, y = hx + left * STEP * vx, hy + left * STEP * vy
        reach = NOT_YET + 2.0 * STEP * (abs(vx) + abs(vy))
        for k in range(found):
            if gaps[k, 0] <= reach:
                gaps[k, 0], gaps[k, 1], gaps[k, 2] = gap_to(shapes, near[k], x0, y0)[:3]
    return x, y, vx, vy


@woven
def engine_step(shapes: Any, beta: Any, found: int, touching: int, gravity: float,
                work: Any) -> None:  # fmt: skip
    """One whole step, the contact rows being those of its start."""
    contact, who, near, touched, before, _, ball, _, gaps = work
    x0, y0, vx, vy = ball[0], ball[1], ball[2], ball[3] + gravity * STEP
    for k in range(touching):
        touched[who[k]] = 1
    if touching:
        vx, vy = _solve_velocity(touching, contact, vx, vy)
    x, y = x0 + vx * STEP, y0 + vy * STEP
    if touching:
        x, y = _push_out(shapes, touching, contact, who, BAUMGARTE, ITERATIONS, 3.0, x, y)
    ball[0], ball[1], ball[2], ball[3] = _impacts(
        shapes, beta, near, found, x0, y0, x, y, vx, vy, contact, who, touched, before, gaps
    )
