"""One ball among still convex shapes, stepped as Box2D steps it.

Free flight is advanced in closed form for as long as nothing is within reach. Everything else
follows the engine's order: manifolds at the start of the step, gravity, velocity iterations,
motion, position correction, then time of impact against what is static.
"""

from __future__ import annotations

import math

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.model.board import Board
from bubbleball.model.candidate_rows import CandidateRows, load_candidate
from bubbleball.model.codes import AT_FLAG, GONE, NOT_MET, RESTING, UNFINISHED
from bubbleball.model.columns import (
    BALL,
    CENTRE_X,
    CENTRE_Y,
    LATE,
    PLACE_X,
    PLACE_Y,
    RADIUS,
    UP,
    VX,
    VY,
    X,
    Y,
)
from bubbleball.model.compiling import compiled, inlined
from bubbleball.model.limits import (
    BUTTON_REACH,
    GONE_BOTTOM,
    GONE_LEFT,
    GONE_RIGHT,
    GONE_TOP,
    POLYGON_REACH,
    STEP,
    STILL,
)
from bubbleball.model.power_ups import act, in_reach
from bubbleball.model.prediction import Forecasts
from bubbleball.model.stepper.contact_solver import BallMotion, engine_step, gap_to, touch
from bubbleball.model.stepper.free_flight import flight_steps, greatest_push, speed_up
from bubbleball.model.stepper.work import (
    BEST,
    BEST_FRAME,
    BEST_X,
    BEST_Y,
    GAP,
    MAX_NEAR,
    Work,
    cost_at,
)
from bubbleball.model.trace import log_event

HORIZON = 48.0  # px; shapes farther away are looked for again only after the ball has moved
LOOK_AGAIN = 16.0  # px of the horizon, beyond a step's motion, at which they are
SLEEPY = 10  # frames for which a slow ball stays awake


@inlined
def _look_around(shapes: Array, work: Work) -> int:
    """Find the shapes within the horizon, and their gaps; their number."""
    x, y = work.ball[X], work.ball[Y]
    found = 0
    for i in range(len(shapes)):
        dx, dy = x - shapes[i, CENTRE_X], y - shapes[i, CENTRE_Y]
        far = HORIZON + shapes[i, RADIUS] + BALL_RADIUS
        if dx * dx + dy * dy > far * far:
            continue
        gap = gap_to(shapes, i, x, y)[0]
        if gap < HORIZON and found < MAX_NEAR:
            work.near[found] = i
            work.gaps[found, GAP] = gap
            found += 1
    return found


@inlined
def _moved(work: Work, found: int, x: float, y: float) -> float:
    """How far the ball has come from (x, y), px; every gap has shrunk by that much at most."""
    distance = math.sqrt((work.ball[X] - x) ** 2 + (work.ball[Y] - y) ** 2)
    for k in range(found):
        work.gaps[k, GAP] -= distance
    return distance


@inlined
def _best_so_far(work: Work, cost: float, frame: int) -> None:
    """Keep where the ball is as the best point, if it costs less than the last one."""
    if cost < work.best[BEST]:
        work.best[BEST], work.best[BEST_FRAME] = cost, frame
        work.best[BEST_X], work.best[BEST_Y] = work.ball[X], work.ball[Y]


@inlined
def _arrive(work: Work, frame: int) -> bool:
    """Note the ball's new state; whether it has left the screen."""
    ball, path = work.ball, work.trace.path
    _best_so_far(work, cost_at(work.costs, ball[X], ball[Y], ball[UP]), frame)
    if len(path):
        for k in range(BALL):
            path[frame, k] = ball[k]
    x, y, up = ball[X], ball[Y], ball[UP]
    return x < GONE_LEFT or x > GONE_RIGHT or y > GONE_BOTTOM or (up > 0.0 and y < GONE_TOP)


@inlined
def _beyond(flag: Array, ball: Array, gap: float) -> bool:
    """Whether the flag is surely farther away than `gap`, by its bounding disc."""
    dx, dy = ball[X] - flag[0, CENTRE_X], ball[Y] - flag[0, CENTRE_Y]
    reach = flag[0, RADIUS] + POLYGON_REACH + gap
    return dx * dx + dy * dy > reach * reach


@inlined
def _clearance(board: Board, work: Work, nearest: float) -> float:
    """How far the ball can move, up to `nearest`, without touching the flag or a button's edge."""
    flag, buttons, ball = board.flag, board.buttons, work.ball
    if not _beyond(flag, ball, nearest):
        nearest = min(nearest, gap_to(flag, 0, ball[X], ball[Y])[0])
    for b in range(len(buttons)):
        dx, dy = ball[X] - buttons[b, PLACE_X], ball[Y] - buttons[b, PLACE_Y]
        gap = math.sqrt(dx * dx + dy * dy) - BUTTON_REACH
        nearest = min(nearest, -gap if work.inside[b] else gap)
    return nearest


@inlined
def _log_contacts(work: Work, found: int, frame: int) -> None:
    """Log the contacts that began in this step."""
    for k in range(found):
        i = work.near[k]
        if work.touched[i] and not work.before[i]:
            log_event(work.trace, frame, i)
        work.before[i] = work.touched[i]
        work.touched[i] = False


@inlined
def _press(board: Board, work: Work, frame: int) -> bool:
    """Let the power-ups act whose time has come; whether one has carried the ball away."""
    carried = False
    first = len(board.shapes)
    for b in range(len(board.buttons)):
        if not in_reach(board.buttons, b, work.ball):
            work.inside[b] = False
        elif not work.inside[b]:
            work.inside[b] = True
            work.due[b] = frame + int(board.beta[LATE])
        if work.due[b] == frame:
            log_event(work.trace, frame, first + b)
            exit_row = act(board, b, work.ball, work.inside)
            if exit_row >= 0:
                log_event(work.trace, frame, first + exit_row)
                carried = True
    return carried


@inlined
def _until_due(work: Work, frame: int, steps: int) -> int:
    """Steps of free flight, at most, after which the next power-up acts in the step that follows.

    It is the first one that the ball has entered and that has not acted.
    """
    for b in range(len(work.due)):
        if work.due[b] > frame:
            steps = min(steps, work.due[b] - frame - 1)
    return steps


@inlined
def _begin(board: Board, work: Work, frame: int) -> None:
    """Forget the last prediction; the ball is where the new one starts."""
    work.before[:] = False
    work.touched[:] = False
    for b in range(len(board.buttons)):
        work.inside[b] = frame > 0 and in_reach(board.buttons, b, work.ball)
        work.due[b] = -1
    work.trace.total[0] = 0
    work.best[BEST] = 1e30
    _arrive(work, frame)


@inlined
def run(board: Board, work: Work, frame: int, limit: int, patience: int) -> tuple[int, int]:
    """Step the ball in `work` from `frame` to `limit` at most; the outcome and the last frame.

    patience: frames without coming nearer to the flag after which it ends early.
    """
    ball, best, beta = work.ball, work.best, board.beta
    most, pushed = greatest_push(beta)
    _begin(board, work, frame)
    found, horizon, still = 0, -1.0, 0
    while frame < limit:
        x, y, vx, vy = ball[X], ball[Y], ball[VX], ball[VY]
        if horizon < LOOK_AGAIN + (abs(vx) + abs(vy)) * STEP:
            found = _look_around(board.shapes, work)
            horizon = HORIZON
        dvx, dvy = speed_up(beta, ball, pushed)
        ahead = BallMotion(x, y, vx + dvx, vy + dvy)
        touching, nearest = touch(board, work, found, ahead, False)
        if touching == 0:
            for k in range(found):
                work.before[work.near[k]] = False
            nearest = _clearance(board, work, min(nearest, horizon))
            steps = min(limit - frame, flight_steps(vx, vy, most, nearest))
            steps = _until_due(work, frame, steps)
            for _ in range(steps):
                if pushed:
                    dvx, dvy = speed_up(beta, ball, pushed)
                    ball[VX] += dvx
                ball[VY] += dvy
                ball[X] += ball[VX] * STEP
                ball[Y] += ball[VY] * STEP
                frame += 1
                if _arrive(work, frame):
                    return GONE, frame
            if steps > 0:
                horizon -= _moved(work, found, x, y)
                continue
        engine_step(board, work, found, touching, ahead)
        frame += 1
        horizon -= _moved(work, found, x, y)
        _log_contacts(work, found, frame)
        gone = _arrive(work, frame)
        if not _beyond(board.flag, ball, 0.0) and gap_to(board.flag, 0, ball[X], ball[Y])[0] <= 0.0:
            _best_so_far(work, -1.0, frame)
            return AT_FLAG, frame
        if gone:
            return GONE, frame
        still = still + 1 if ball[VX] ** 2 + ball[VY] ** 2 < STILL * STILL else 0
        if still > SLEEPY or frame - best[BEST_FRAME] > patience:
            return RESTING, frame
        if _press(board, work, frame):
            horizon = -1.0
    return UNFINISHED, frame


@compiled
def step_batch(
    board: Board, work: Work, batch: CandidateRows, limit: int, patience: int, results: Forecasts
) -> int:
    """Predict every candidate of a batch, as `run` does; the last frame of the last one."""
    last = 0
    for c in range(len(batch.frames)):
        load_candidate(board, batch, c, work.ball)
        outcome, last = run(board, work, batch.frames[c], limit, patience)
        results.outcome[c], results.value[c] = outcome, work.best[BEST]
        results.x[c], results.y[c] = work.best[BEST_X], work.best[BEST_Y]
        results.met[c] = _first_met(board, batch, work)
    return last


@inlined
def _first_met(board: Board, batch: CandidateRows, work: Work) -> int:
    """The first frame at which the ball met a part of the candidate, or NOT_MET."""
    log = work.trace.log
    first = len(board.shapes) - batch.shapes.shape[1]
    button = len(board.shapes) + len(board.buttons) - batch.buttons.shape[1]
    for r in range(min(work.trace.total[0], len(log))):
        who = log[r, 1]
        if first <= who < len(board.shapes) or who >= button:
            return log[r, 0]
    return NOT_MET
