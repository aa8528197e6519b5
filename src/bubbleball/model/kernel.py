"""One ball against still convex shapes, stepped as Box2D steps it, compiled.

Pixels and seconds throughout. The constants are Box2D's (metres) times 30. Free flight is jumped
over in closed form as far as nothing can be reached; everything else follows the engine's order:
manifolds at the start of the step, gravity, velocity iterations, move, position correction, then
time of impact against what is static.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from bubbleball.physics import BALL_RADIUS, BOUNCE_THRESHOLD, POLYGON_SKIN, SECONDS_PER_STEP

STEP = SECONDS_PER_STEP
SLOP = 0.15
TOLERANCE = 0.25 * SLOP  # of the time of impact
MAX_CORRECTION = 6.0
BAUMGARTE, TOI_BAUMGARTE = 0.2, 0.75
ITERATIONS, TOI_ITERATIONS, MAX_SUB_STEPS = 10, 20, 8
HORIZON = 48.0  # px; shapes farther away are looked at again only after the ball has come closer
NOT_YET = 3.0  # px beyond two steps' way within which a shape is looked at closely
MAX_NEAR = 24
PATIENCE = 150  # frames without progress after which a short prediction stops

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

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F, *, woven: bool = False) -> F:
    """Compile a function that makes and keeps no array, so that it need not count references.

    woven: put it into each of its callers; passing arrays costs more than most of them do.
    """
    options: dict[str, Any] = {"_nrt": False, "forceinline": woven}
    return cast("F", njit(cache=True, error_model="numpy", **options)(function))


def woven(function: F) -> F:
    """Compile a small function of the innermost loop into its callers."""
    return compiled(function, woven=True)


_makes_arrays = njit(cache=True, error_model="numpy")


@woven
def _gap(shapes: Any, i: int, x: float, y: float) -> tuple[float, float, float, float, float]:
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
    reach = BALL_RADIUS + POLYGON_SKIN
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
        gap, nx, ny, _, _ = _gap(shapes, i, x + t * dx, y + t * dy)
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


@compiled
def enter(code: int, turn: float, beta: Any, vx: float, vy: float) -> tuple[float, float]:
    """Velocity after entering a button that acts on velocity."""
    if code == PUSH_UP:
        vy -= beta[SPEEDUP]
    elif code == PUSH_DOWN:
        vy += beta[SPEEDUP]
    elif code == PUSH_LEFT:
        vx -= beta[SPEEDUP]
    elif code == PUSH_RIGHT:
        vx += beta[SPEEDUP]
    elif code == SLOW:
        vx, vy = vx * beta[SLOWDOWN], vy * beta[SLOWDOWN]
    elif code == THROW:
        ux, uy = math.sin(turn), -math.cos(turn)
        push = beta[SPRING] - (vx * ux + vy * uy)
        vx, vy = vx + push * ux, vy + push * uy
    return vx, vy


@woven
def _flight_steps(vx: float, vy: float, gravity: float, clearance: float) -> int:
    """How many steps of free flight surely stay within `clearance`."""
    speed = math.sqrt(vx * vx + vy * vy) * STEP
    pull = abs(gravity) * STEP * STEP
    if clearance <= speed + pull:
        return 0
    if pull < 1e-12:
        return int(min(600.0, clearance / max(speed, 1e-9)))
    # n (speed) + pull n (n + 1) / 2 <= clearance
    b = speed + 0.5 * pull
    return int((math.sqrt(b * b + 2.0 * pull * clearance) - b) / pull)


@compiled
def _look_around(shapes: Any, x: float, y: float, near: Any, gaps: Any) -> int:
    """Indices of the shapes within the horizon, and their gaps; their number."""
    found = 0
    for i in range(len(shapes)):
        dx, dy = x - shapes[i, CENTRE_X], y - shapes[i, CENTRE_Y]
        far = HORIZON + shapes[i, RADIUS] + BALL_RADIUS
        if dx * dx + dy * dy > far * far:
            continue
        gap = _gap(shapes, i, x, y)[0]
        if gap < HORIZON and found < MAX_NEAR:
            near[found] = i
            gaps[found, 0] = gap
            found += 1
    return found


@woven
def _moved(ball: Any, x: float, y: float, found: int, gaps: Any) -> float:
    """How far the ball has come from (x, y); the gaps are at most so much less."""
    way = math.sqrt((ball[0] - x) ** 2 + (ball[1] - y) ** 2)
    for k in range(found):
        gaps[k, 0] -= way
    return way


@woven
def _touch(shapes: Any, beta: Any, near: Any, found: int, before: Any, static_only: bool,
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
        gap, nx, ny, px, py = _gap(shapes, i, x, y)
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
                gap -= BALL_RADIUS + POLYGON_SKIN
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
        touching, _ = _touch(
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
                gaps[k, 0], gaps[k, 1], gaps[k, 2] = _gap(shapes, near[k], x0, y0)[:3]
    return x, y, vx, vy


@woven
def _value(field: Any, up: float, x: float, y: float) -> float:
    """Cost-to-go at a point; the grid is 4 px, its corner at (-64, -64)."""
    ix = min(field.shape[2] - 1, max(0, int((x + 64.0) * 0.25)))
    iy = min(field.shape[1] - 1, max(0, int((y + 64.0) * 0.25)))
    return field[int(up), iy, ix]


@_makes_arrays
def scratch(shapes: int, buttons: int) -> Any:
    """Working memory for `run`.

    Contact rows, who they are, near shapes, touched in this step, touching before it, inside which
    buttons, the ball (x, y, vx, vy, gravity up), the best (value, frame, x, y), gap and normal of
    the near shapes.
    """
    return (
        np.zeros((MAX_NEAR, 8)),
        np.zeros(MAX_NEAR, np.int64),
        np.zeros(MAX_NEAR, np.int64),
        np.zeros(shapes, np.int8),
        np.zeros(shapes, np.int8),
        np.zeros(buttons, np.int8),
        np.zeros(5),
        np.zeros(4),
        np.zeros((MAX_NEAR, 3)),
    )


@woven
def _arrive(frame: int, field: Any, ball: Any, best: Any, path: Any) -> bool:
    """Note the ball's new state; tell whether it has left the screen."""
    x, y, up = ball[0], ball[1], ball[4]
    value = _value(field, up, x, y)
    if value < best[0]:
        best[0], best[1], best[2], best[3] = value, frame, x, y
    if len(path):
        for k in range(5):
            path[frame, k] = ball[k]
    return x < -60.0 or x > 540.0 or y > 380.0 or (up > 0.0 and y < -60.0)


@woven
def _far(flag: Any, x: float, y: float, gap: float) -> bool:
    """Whether the flag is surely farther away than `gap`, by its bounding disc."""
    dx, dy = x - flag[0, CENTRE_X], y - flag[0, CENTRE_Y]
    reach = flag[0, RADIUS] + BALL_RADIUS + POLYGON_SKIN + gap
    return dx * dx + dy * dy > reach * reach


@woven
def _clearance(flag: Any, buttons: Any, inside: Any, x: float, y: float, nearest: float) -> float:
    """How far the ball surely is from touching the flag or crossing a button's edge."""
    if not _far(flag, x, y, nearest):
        nearest = min(nearest, _gap(flag, 0, x, y)[0])
    for b in range(len(buttons)):
        dx, dy = x - buttons[b, PLACE_X], y - buttons[b, PLACE_Y]
        gap = math.sqrt(dx * dx + dy * dy) - BUTTON_REACH
        nearest = min(nearest, -gap if inside[b] else gap)
    return nearest


@woven
def _engine_step(shapes: Any, beta: Any, found: int, touching: int, gravity: float,
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


@woven
def _note_contacts(frame: int, found: int, near: Any, touched: Any, before: Any, log: Any,
                   rows: int) -> int:  # fmt: skip
    """Log the contacts that began in this step; the log's rows."""
    for k in range(found):
        i = near[k]
        if touched[i] and not before[i] and rows < len(log):
            log[rows, 0], log[rows, 1] = frame, i
            rows += 1
        before[i] = touched[i]
        touched[i] = 0
    return rows


@woven
def _press(frame: int, buttons: Any, beta: Any, inside: Any, ball: Any, first: int, log: Any,
           rows: int) -> tuple[int, bool]:  # fmt: skip
    """Let the buttons act that the ball has just entered; log rows, and whether it was carried."""
    carried = False
    for b in range(len(buttons)):
        dx, dy = ball[0] - buttons[b, PLACE_X], ball[1] - buttons[b, PLACE_Y]
        if dx * dx + dy * dy >= BUTTON_REACH * BUTTON_REACH:
            inside[b] = 0
        elif not inside[b]:
            inside[b] = 1
            if rows < len(log):
                log[rows, 0], log[rows, 1] = frame, first + b
                rows += 1
            code, other = int(buttons[b, CODE]), int(buttons[b, PARTNER])
            ball[2], ball[3] = enter(code, buttons[b, TURN], beta, ball[2], ball[3])
            if code == GRAVITY_UP:
                ball[4] = 1.0
            elif code == GRAVITY_DOWN:
                ball[4] = 0.0
            elif code == CARRY and other >= 0:
                inside[other] = 1
                if rows < len(log):
                    log[rows, 0], log[rows, 1] = frame, first + other
                    rows += 1
                ball[0], ball[1] = buttons[other, PLACE_X], buttons[other, PLACE_Y]
                carried = True
    return rows, carried


@compiled
def run(shapes: Any, buttons: Any, flag: Any, beta: Any, start: Any, frame: int, limit: int,
        field: Any, patience: int, work: Any, path: Any,
        log: Any) -> tuple[int, int, int]:  # fmt: skip
    """Step the ball from `start` (x, y, vx, vy, gravity up) at `frame` until `limit`.

    Returns the outcome, the last frame and the number of log rows; the best point is in `work`.
    It ends early after `patience` frames without coming nearer to the flag.
    `path` receives the frames if it has room; `log` rows (frame, shape, or shape count + button).
    """
    contact, who, near, touched, before, inside, ball, best, gaps = work
    before[:] = 0
    touched[:] = 0
    for k in range(5):
        ball[k] = start[k]
    for b in range(len(buttons)):
        dx, dy = ball[0] - buttons[b, PLACE_X], ball[1] - buttons[b, PLACE_Y]
        inside[b] = frame > 0 and dx * dx + dy * dy < BUTTON_REACH * BUTTON_REACH
    best[0] = 1e30
    _arrive(frame, field, ball, best, path)
    rows, found, horizon, still = 0, 0, -1.0, 0
    while frame < limit:
        x, y, vx, vy = ball[0], ball[1], ball[2], ball[3]
        gravity = -beta[GRAVITY] if ball[4] > 0.0 else beta[GRAVITY]
        if horizon < 16.0 + (abs(vx) + abs(vy)) * STEP:
            found = _look_around(shapes, x, y, near, gaps)
            horizon = HORIZON
        touching, nearest = _touch(
            shapes,
            beta,
            near,
            found,
            before,
            False,
            x,
            y,
            vx,
            vy + gravity * STEP,
            contact,
            who,
            gaps,
        )
        if touching == 0:
            for k in range(found):
                before[near[k]] = 0
            nearest = _clearance(flag, buttons, inside, x, y, min(nearest, horizon))
            steps = min(limit - frame, _flight_steps(vx, vy, gravity, nearest))
            for _ in range(steps):
                ball[3] += gravity * STEP
                ball[0] += ball[2] * STEP
                ball[1] += ball[3] * STEP
                frame += 1
                if _arrive(frame, field, ball, best, path):
                    return GONE, frame, rows
            if steps > 0:
                horizon -= _moved(ball, x, y, found, gaps)
                continue
        _engine_step(shapes, beta, found, touching, gravity, work)
        frame += 1
        horizon -= _moved(ball, x, y, found, gaps)
        rows = _note_contacts(frame, found, near, touched, before, log, rows)
        gone = _arrive(frame, field, ball, best, path)
        if not _far(flag, ball[0], ball[1], 0.0) and _gap(flag, 0, ball[0], ball[1])[0] <= 0.0:
            best[0], best[1], best[2], best[3] = -1.0, frame, ball[0], ball[1]
            return AT_FLAG, frame, rows
        if gone:
            return GONE, frame, rows
        still = still + 1 if ball[2] ** 2 + ball[3] ** 2 < 0.09 else 0
        if still > 10 or frame - best[1] > patience:
            return RESTING, frame, rows
        rows, carried = _press(frame, buttons, beta, inside, ball, len(shapes), log, rows)
        if carried:
            horizon = -1.0
    return RUNNING, frame, rows


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


@compiled
def entry_frames(path: Any, discs: Any, frames: Any) -> None:
    """For each candidate the last frame of the path before it comes near any of its discs."""
    for c in range(len(discs)):
        found = len(path) - 1
        for k in range(len(path)):
            x, y = path[k, 0], path[k, 1]
            # a frame's way, and room for the neighbours that the engine sees early
            margin = 4.0 + (abs(path[k, 2]) + abs(path[k, 3])) * STEP
            near = False
            for j in range(discs.shape[1]):
                dx, dy = x - discs[c, j, 0], y - discs[c, j, 1]
                reach = discs[c, j, 2] + BALL_RADIUS + margin
                if dx * dx + dy * dy < reach * reach:
                    near = True
                    break
            if near:
                found = max(0, k - 1)
                break
        frames[c] = found


@_makes_arrays
def one_step(shapes: Any, buttons: Any, flag: Any, beta: Any, before: Any, after: Any) -> None:
    """Velocities one step after each of the states in `before` (x, y, vx, vy, gravity up)."""
    work = scratch(len(shapes), len(buttons))
    path, log = np.zeros((2, 5)), np.zeros((0, 2), np.int64)
    nowhere = np.zeros((2, 1, 1))
    for k in range(len(before)):
        run(shapes, buttons, flag, beta, before[k], 0, 1, nowhere, 1, work, path, log)
        after[k, 0], after[k, 1] = path[1, 2], path[1, 3]


@_makes_arrays
def predict_batch(shapes: Any, buttons: Any, extra_shapes: Any, extra_buttons: Any, flag: Any,
                  betas: Any, starts: Any, frames: Any, limit: int, field: Any,
                  outcomes: Any) -> None:  # fmt: skip
    """Predict many candidates, each adding its own shapes and buttons behind the common ones.

    extra_shapes, extra_buttons: candidates x rows x columns; they overwrite the last rows of the
    common arrays, which are spare.
    outcomes: candidates x 7: outcome, last frame, least cost-to-go, its frame, x and y, and the
    first frame at which an extra was met (or -1).
    """
    more, more_buttons = extra_shapes.shape[1], extra_buttons.shape[1]
    base, base_buttons = len(shapes) - more, len(buttons) - more_buttons
    work = scratch(len(shapes), len(buttons))
    best = work[7]
    path = np.zeros((0, 5))
    log = np.zeros((48, 2), np.int64)
    for c in range(len(frames)):
        shapes[base:] = extra_shapes[c]
        buttons[base_buttons:] = extra_buttons[c]
        result = run(shapes, buttons, flag, betas[c], starts[c], frames[c], limit, field, PATIENCE,
                     work, path, log)  # fmt: skip
        met = -1
        for r in range(result[2]):
            i = log[r, 1]
            if base <= i < len(shapes) or i >= len(shapes) + base_buttons:
                met = log[r, 0]
                break
        outcomes[c, 0], outcomes[c, 1], outcomes[c, 6] = result[0], result[1], met
        for k in range(4):
            outcomes[c, 2 + k] = best[k]
