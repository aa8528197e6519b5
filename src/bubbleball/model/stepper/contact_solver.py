"""What Box2D does in one step to a ball that touches still convex shapes."""

from __future__ import annotations

import math
from typing import NamedTuple

from bubbleball.game.arrays import Array, Indices, Mask
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.physics import BOUNCE_THRESHOLD, POLYGON_SKIN
from bubbleball.model.board import Board
from bubbleball.model.columns import (
    BOUNCE,
    CENTRE_X,
    CENTRE_Y,
    CORNERS,
    COUNT,
    FADE,
    GROUND_MU,
    MATERIAL,
    NORMALS,
    RADIUS,
    SPIN,
    STATIC,
    TURNS,
    VX,
    VY,
    X,
    Y,
)
from bubbleball.model.compiling import inlined
from bubbleball.model.limits import (
    AFTER_IMPACT,
    AFTER_STEP,
    IMPACT_DEPTH,
    ITERATIONS,
    MAX_CORRECTION,
    MAX_IMPACTS,
    POLYGON_REACH,
    RIM,
    SLOP,
    STEP,
    TOLERANCE,
    Correction,
)
from bubbleball.model.stepper.work import (
    BIAS,
    CONTACT,
    GAP,
    GAP_NX,
    GAP_NY,
    MU,
    NX,
    NY,
    PULL,
    PUSH,
    PX,
    PY,
    Work,
)

NOT_YET = 3.0  # px beyond two steps of motion; shapes farther away are not looked at closely
NO_HIT = 2.0  # instead of a share of the step
TOI_ITERATIONS = 20  # of Box2D's time of impact


class BallMotion(NamedTuple):
    """Where the ball is, px, and how it moves, px/s."""

    x: float
    y: float
    vx: float
    vy: float


@inlined
def gap_to(shapes: Array, i: int, x: float, y: float) -> tuple[float, float, float, float, float]:
    """The gap between the ball and shape i, the normal, and a point of the contact's plane.

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
    ax, ay = shapes[i, CORNERS + 2 * best], shapes[i, CORNERS + 2 * best + 1]
    if most > 1e-6:
        after = best + 1 if best + 1 < count else 0
        bx, by = shapes[i, CORNERS + 2 * after], shapes[i, CORNERS + 2 * after + 1]
        ex, ey = bx - ax, by - ay
        if (x - ax) * ex + (y - ay) * ey <= 0.0:
            dx, dy = x - ax, y - ay
            d = math.sqrt(dx * dx + dy * dy)
            return d - POLYGON_REACH, dx / d, dy / d, ax, ay
        if (x - bx) * ex + (y - by) * ey >= 0.0:
            dx, dy = x - bx, y - by
            d = math.sqrt(dx * dx + dy * dy)
            return d - POLYGON_REACH, dx / d, dy / d, bx, by
    nx, ny = shapes[i, NORMALS + 2 * best], shapes[i, NORMALS + 2 * best + 1]
    return most - POLYGON_REACH, nx, ny, ax, ay


@inlined
def _first_hit(shapes: Array, i: int, x: float, y: float, dx: float, dy: float) -> float:
    """The share of the motion (dx, dy) at which Box2D's time of impact stops the ball, or NO_HIT.

    As in b2TimeOfImpact: the ball moves on to where it would be at the impact depth if the shape
    were flat, again and again, until it is there to a tolerance. At a corner the tolerance shows,
    since it turns the normal.
    """
    t = 0.0
    for _ in range(TOI_ITERATIONS):
        gap, nx, ny, _, _ = gap_to(shapes, i, x + t * dx, y + t * dy)
        gap += IMPACT_DEPTH
        if gap <= TOLERANCE:
            overlap = BALL_RADIUS + (shapes[i, RADIUS] if shapes[i, COUNT] == 0.0 else POLYGON_SKIN)
            return t if gap > IMPACT_DEPTH - overlap else NO_HIT  # a centre inside is no impact
        towards = nx * dx + ny * dy
        at_end = gap + towards * (1.0 - t)
        if at_end > TOLERANCE:
            return NO_HIT
        if at_end > -TOLERANCE:
            t = 1.0
            continue
        half = 0.5 * (1.0 - t)  # its root finder bisects first; then a secant, exact on a line
        t += half if abs(gap + towards * half) < TOLERANCE else -gap / towards
    return t


@inlined
def _solve_velocity(
    work: Work, touching: int, turns: float, vx: float, vy: float
) -> tuple[float, float]:
    """Sequential impulses on a ball of unit mass; `turns` is 1 if they turn it, too."""
    contact, spin = work.contact, turns * work.ball[SPIN]
    for _ in range(ITERATIONS):
        done = True  # unless an impulse changes: further iterations would change nothing either
        for k in range(touching):
            nx, ny = contact[k, NX], contact[k, NY]
            tx, ty = ny, -nx
            limit = contact[k, MU] * contact[k, PUSH]
            if limit > 0.0:
                pull = contact[k, PULL] - (vx * tx + vy * ty + spin) / (1.0 + RIM * turns)
                pull = min(limit, max(-limit, pull))
                change = pull - contact[k, PULL]
                contact[k, PULL] = pull
                if change != 0.0:
                    done = False
                    vx, vy = vx + change * tx, vy + change * ty
                    spin += RIM * turns * change
            push = max(0.0, contact[k, PUSH] - (vx * nx + vy * ny - contact[k, BIAS]))
            change = push - contact[k, PUSH]
            contact[k, PUSH] = push
            if change != 0.0:
                done = False
                vx, vy = vx + change * nx, vy + change * ny
        if done or (touching == 1 and contact[0, MU] == 0.0):
            break  # one contact without friction is solved exactly at once
    work.ball[SPIN] = spin
    return vx, vy


@inlined
def touch(
    board: Board, work: Work, found: int, ball: BallMotion, static_only: bool
) -> tuple[int, float]:
    """Fill the contact rows for what the ball touches; their number and the nearest gap.

    found: how many shapes are near. The gaps of those looked at are measured.
    """
    shapes, beta, gaps, contact = board.shapes, board.beta, work.gaps, work.contact
    touching = 0
    nearest = 1e9
    reach = NOT_YET + 2.0 * STEP * (abs(ball.vx) + abs(ball.vy))
    for k in range(found):
        if gaps[k, GAP] > reach:  # too far away to matter in this step
            nearest = min(nearest, gaps[k, GAP])
            continue
        i = work.near[k]
        if static_only and shapes[i, STATIC] == 0.0:
            continue
        gap, nx, ny, px, py = gap_to(shapes, i, ball.x, ball.y)
        gaps[k, GAP], gaps[k, GAP_NX], gaps[k, GAP_NY] = gap, nx, ny
        nearest = min(nearest, gap)
        if gap <= 0.0:
            material = int(shapes[i, MATERIAL])
            bounce = beta[BOUNCE + material]
            approach = ball.vx * nx + ball.vy * ny
            change = 1.0 + abs(beta[FADE]) * max(0.0, -approach)
            bounce = bounce / change if beta[FADE] >= 0.0 else min(1.0, bounce * change)
            contact[touching, NX], contact[touching, NY] = nx, ny
            contact[touching, PX], contact[touching, PY] = px, py
            contact[touching, BIAS] = -bounce * approach if approach < -BOUNCE_THRESHOLD else 0.0
            contact[touching, MU] = beta[GROUND_MU + material]
            contact[touching, PUSH], contact[touching, PULL] = 0.0, 0.0
            work.who[touching] = i
            touching += 1
    if touching > 1:
        _newest_first(touching, work.before, contact, work.who)
    return touching, nearest


@inlined
def _newest_first(touching: int, before: Mask, contact: Array, who: Indices) -> None:
    """Sort the contacts as Box2D solves them: the newest first, so the oldest has the last word."""
    for k in range(1, touching):
        m = k
        while m > 0 and before[who[m - 1]] and not before[who[m]]:
            who[m - 1], who[m] = who[m], who[m - 1]
            for column in range(CONTACT):
                swapped = contact[m, column]
                contact[m, column] = contact[m - 1, column]
                contact[m - 1, column] = swapped
            m -= 1


@inlined
def _push_out(
    shapes: Array, work: Work, touching: int, rule: Correction, x: float, y: float
) -> tuple[float, float]:
    """Box2D's position correction: move the ball out of what it overlaps."""
    contact = work.contact
    for _ in range(rule.rounds):
        worst = 0.0
        for k in range(touching):
            i = work.who[k]
            if shapes[i, COUNT] == 0.0:
                dx, dy = x - shapes[i, CENTRE_X], y - shapes[i, CENTRE_Y]
                d = math.sqrt(dx * dx + dy * dy)
                nx, ny = dx / d, dy / d
                gap = d - shapes[i, RADIUS] - BALL_RADIUS
            else:
                nx, ny = contact[k, NX], contact[k, NY]
                gap = nx * (x - contact[k, PX]) + ny * (y - contact[k, PY])
                gap -= POLYGON_REACH
            worst = min(worst, gap)
            move = min(MAX_CORRECTION, max(0.0, -rule.share * (gap + SLOP)))
            x, y = x + move * nx, y + move * ny
        if worst >= -rule.enough * SLOP:
            break
    return x, y


@inlined
def _impacts(
    board: Board, work: Work, found: int, x0: float, y0: float, ball: BallMotion
) -> tuple[float, float, float, float]:
    """Stop at the time of impact with what is static, bounce, go on for the rest of the step.

    x0, y0: where the step began. ball: where it would end without impacts.
    """
    shapes, gaps = board.shapes, work.gaps
    x, y, vx, vy = ball.x, ball.y, ball.vx, ball.vy
    left = 1.0
    for _ in range(MAX_IMPACTS):
        dx, dy = x - x0, y - y0
        if dx * dx + dy * dy < 1e-12:
            break
        first = NO_HIT
        for k in range(found):
            i = work.near[k]
            gap = gaps[k, GAP] + IMPACT_DEPTH
            at_end = gap + gaps[k, GAP_NX] * dx + gaps[k, GAP_NY] * dy
            if gap > TOLERANCE and at_end > -TOLERANCE:
                continue  # even straight along the normal the motion would not come near enough
            if shapes[i, STATIC] != 0.0:
                first = min(first, _first_hit(shapes, i, x0, y0, dx, dy))
        if first >= 1.0 - 1e-6:
            break
        hx, hy = x0 + first * dx, y0 + first * dy
        left *= 1.0 - first
        touching, _ = touch(board, work, found, BallMotion(hx, hy, vx, vy), True)
        if touching == 0:
            break
        for k in range(touching):
            work.touched[work.who[k]] = True
        x0, y0 = _push_out(shapes, work, touching, AFTER_IMPACT, hx, hy)
        vx, vy = _solve_velocity(work, touching, board.beta[TURNS], vx, vy)
        x, y = x0 + left * STEP * vx, y0 + left * STEP * vy
        reach = NOT_YET + 2.0 * STEP * (abs(vx) + abs(vy))
        for k in range(found):
            if gaps[k, GAP] <= reach:
                gap, nx, ny, _, _ = gap_to(shapes, work.near[k], x0, y0)
                gaps[k, GAP], gaps[k, GAP_NX], gaps[k, GAP_NY] = gap, nx, ny
    return x, y, vx, vy


@inlined
def engine_step(board: Board, work: Work, found: int, touching: int, ahead: BallMotion) -> None:
    """Take one whole step, given the contact rows of its start.

    ahead: where the ball is, with the velocity that it would have after the step in free flight.
    """
    ball = work.ball
    x0, y0, vx, vy = ahead.x, ahead.y, ahead.vx, ahead.vy
    for k in range(touching):
        work.touched[work.who[k]] = True
    if touching:
        vx, vy = _solve_velocity(work, touching, board.beta[TURNS], vx, vy)
    x, y = x0 + vx * STEP, y0 + vy * STEP
    if touching:
        x, y = _push_out(board.shapes, work, touching, AFTER_STEP, x, y)
    ball[X], ball[Y], ball[VX], ball[VY] = _impacts(
        board, work, found, x0, y0, BallMotion(x, y, vx, vy)
    )
