"""One ball against still convex shapes, stepped as Box2D steps it, compiled.

Free flight is jumped
over in closed form as far as nothing can be reached; everything else follows the engine's order:
manifolds at the start of the step, gravity, velocity iterations, move, position correction, then
time of impact against what is static.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.model.columns import (
    AT_FLAG,
    CENTRE_X,
    CENTRE_Y,
    GONE,
    GRAVITY,
    PLACE_X,
    PLACE_Y,
    RADIUS,
    RESTING,
    RUNNING,
)
from bubbleball.model.compiling import compiled, makes_arrays, woven
from bubbleball.model.limits import (
    BUTTON_REACH,
    CELL,
    GONE_BOTTOM,
    GONE_LEFT,
    GONE_RIGHT,
    GONE_TOP,
    GRID_CORNER,
    POLYGON_REACH,
    STEP,
    STEP_LIMIT,
    STILL,
)
from bubbleball.model.power_ups import press
from bubbleball.model.stepper.contact_solver import engine_step, gap_to, touch

HORIZON = 48.0  # px; shapes farther away are looked at again only after the ball has come closer
MAX_NEAR = 24
PATIENCE = 150  # frames without progress after which a short prediction stops


@woven
def _flight_steps(vx: float, vy: float, gravity: float, clearance: float) -> int:
    """How many steps of free flight surely stay within `clearance`."""
    speed = math.sqrt(vx * vx + vy * vy) * STEP
    pull = abs(gravity) * STEP * STEP
    if clearance <= speed + pull:
        return 0
    if pull < 1e-12:
        return int(min(float(STEP_LIMIT), clearance / max(speed, 1e-9)))
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
        gap = gap_to(shapes, i, x, y)[0]
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
def _value(field: Any, up: float, x: float, y: float) -> float:
    """Cost-to-go at a point; the grid is 4 px, its corner at (-64, -64)."""
    ix = min(field.shape[2] - 1, max(0, int((x - GRID_CORNER) / CELL)))
    iy = min(field.shape[1] - 1, max(0, int((y - GRID_CORNER) / CELL)))
    return field[int(up), iy, ix]


@makes_arrays
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
    return x < GONE_LEFT or x > GONE_RIGHT or y > GONE_BOTTOM or (up > 0.0 and y < GONE_TOP)


@woven
def _far(flag: Any, x: float, y: float, gap: float) -> bool:
    """Whether the flag is surely farther away than `gap`, by its bounding disc."""
    dx, dy = x - flag[0, CENTRE_X], y - flag[0, CENTRE_Y]
    reach = flag[0, RADIUS] + POLYGON_REACH + gap
    return dx * dx + dy * dy > reach * reach


@woven
def _clearance(flag: Any, buttons: Any, inside: Any, x: float, y: float, nearest: float) -> float:
    """How far the ball surely is from touching the flag or crossing a button's edge."""
    if not _far(flag, x, y, nearest):
        nearest = min(nearest, gap_to(flag, 0, x, y)[0])
    for b in range(len(buttons)):
        dx, dy = x - buttons[b, PLACE_X], y - buttons[b, PLACE_Y]
        gap = math.sqrt(dx * dx + dy * dy) - BUTTON_REACH
        nearest = min(nearest, -gap if inside[b] else gap)
    return nearest


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
        touching, nearest = touch(
            shapes, beta, near, found, before, False, x, y, vx, vy + gravity * STEP, contact, who,
            gaps,
        )  # fmt: skip
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
        engine_step(shapes, beta, found, touching, gravity, work)
        frame += 1
        horizon -= _moved(ball, x, y, found, gaps)
        rows = _note_contacts(frame, found, near, touched, before, log, rows)
        gone = _arrive(frame, field, ball, best, path)
        if not _far(flag, ball[0], ball[1], 0.0) and gap_to(flag, 0, ball[0], ball[1])[0] <= 0.0:
            best[0], best[1], best[2], best[3] = -1.0, frame, ball[0], ball[1]
            return AT_FLAG, frame, rows
        if gone:
            return GONE, frame, rows
        still = still + 1 if ball[2] ** 2 + ball[3] ** 2 < STILL * STILL else 0
        if still > 10 or frame - best[1] > patience:
            return RESTING, frame, rows
        rows, carried = press(frame, buttons, beta, inside, ball, len(shapes), log, rows)
        if carried:
            horizon = -1.0
    return RUNNING, frame, rows


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


@makes_arrays
def one_step(shapes: Any, buttons: Any, flag: Any, beta: Any, before: Any, after: Any) -> None:
    """Velocities one step after each of the states in `before` (x, y, vx, vy, gravity up)."""
    work = scratch(len(shapes), len(buttons))
    path, log = np.zeros((2, 5)), np.zeros((0, 2), np.int64)
    nowhere = np.zeros((2, 1, 1))
    for k in range(len(before)):
        run(shapes, buttons, flag, beta, before[k], 0, 1, nowhere, 1, work, path, log)
        after[k, 0], after[k, 1] = path[1, 2], path[1, 3]


@makes_arrays
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
