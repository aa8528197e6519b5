"""The event chain: from contact to contact in closed form, against ground and everything placed.

An event is a change of contact (eq. 8): the ball meets a surface, leaves it, enters a power-up.
Between events its motion is a parabola or a slide, jumped over at once. The contact itself is put
on Box2D's clock: it happens at the time of impact within a step (static parts) or at the beginning
of the next one. Bounces and slides on one body are one episode, as in the paper's events 1 and 3.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

from bubbleball.model.columns import GONE, GRAVITY, RESTING, RUNNING
from bubbleball.model.compiling import woven
from bubbleball.model.events.chain_state import (
    BEST,
    BEST_FRAME,
    BEST_X,
    BEST_Y,
    BODIES,
    BODY,
    FRAME,
    MET,
    MOST_FRAMES,
    ROWS,
    STATE,
    UP,
    VX,
    VY,
    X,
    Y,
    button_in_flight,
    find_near,
    fly,
    in_reach,
    leave_buttons,
    log_event,
    note,
    press_button,
    step_to,
    strike,
)
from bubbleball.model.events.flight import (
    feature,
    frames_to_exit,
    meets_shape,
)
from bubbleball.model.events.impulse import (
    NEVER,
)
from bubbleball.model.events.sliding import (
    AIR,
    CROWD,
    EXIT,
    FLAG,
    ON,
    PRESSED,
    contact_on,
    held,
    sensed,
)
from bubbleball.model.limits import STEP_LIMIT
from bubbleball.model.stepper.kernel import MAX_NEAR, run, scratch

ROUNDS = 60  # contacts, slides and flights before a chain is given up
_CROWD_FRAMES = 8  # stepped before the ball's neighbours are looked at again
_CREEP = 0.6  # px; a ball that gets on by less in these frames is wedged


@woven
def start_chain(s: Any, inside: Any, buttons: Any, start: Any, frame: int) -> None:
    """Set the state to `start` (x, y, vx, vy, gravity up) at `frame`."""
    s[FRAME], s[X], s[Y] = frame, start[0], start[1]
    s[VX], s[VY], s[UP] = start[2], start[3], start[4]
    s[BEST], s[BEST_FRAME], s[BEST_X], s[BEST_Y] = NEVER, frame, start[0], start[1]
    s[BODY], s[BODIES], s[MET], s[ROWS] = -1.0, 0.0, -1.0, 0.0
    for b in range(len(buttons)):
        inside[b] = frame > 0 and in_reach(buttons, b, s)


@woven
def run_chain(shapes: Any, buttons: Any, flag: Any, beta: Any, plan: Any, s: Any, inside: Any,
              path: Any, log: Any, near: Any, work: Any, own_path: Any, own_log: Any,
              field: Any) -> int:  # fmt: skip
    """From event to event until the plan's limits; the outcome.

    The last five are working memory, see `memory`.
    """
    body = AIR
    note(s, plan, s[X], s[Y], s[FRAME])
    for _ in range(ROUNDS):
        if s[FRAME] >= plan[MOST_FRAMES]:
            return RUNNING
        gravity = -beta[GRAVITY] if s[UP] else beta[GRAVITY]
        if body == AIR:
            outcome, body = _flight(
                shapes, buttons, flag, beta, gravity, plan, s, inside, path, log, near
            )
        elif body == CROWD:
            outcome, body = _crowd(
                shapes, buttons, flag, beta, gravity, plan, s, inside, path, log, near, work,
                own_path, own_log, field,
            )  # fmt: skip
        else:
            outcome, body = contact_on(
                shapes, buttons, flag, beta, gravity, plan, s, inside, path, log, body
            )
        if outcome != ON:
            return outcome
    return RUNNING


@woven
def _flight(shapes: Any, buttons: Any, flag: Any, beta: Any, gravity: float, plan: Any, s: Any,
            inside: Any, path: Any, log: Any, near: Any) -> tuple[int, int]:  # fmt: skip
    """Fly to the next event (eq. 9, 10)."""
    x, y, vx, vy = s[X], s[Y], s[VX], s[VY]
    leaves = frames_to_exit(x, y, vx, vy, gravity)
    first, what = min(leaves, plan[MOST_FRAMES] - s[FRAME]), EXIT
    for i in range(len(shapes)):
        k = meets_shape(shapes, i, x, y, vx, vy, gravity, first)
        if k < first:
            first, what = k, i
    k = meets_shape(flag, 0, x, y, vx, vy, gravity, first)
    if k < first:
        first, what = k, FLAG
    for b in range(len(buttons)):
        k = button_in_flight(buttons, b, s, gravity, first, inside)
        if k < first:
            first, what = k, len(shapes) + b
    if what < 0 or what >= len(shapes):
        fly(s, plan, path, gravity, max(1, math.ceil(first)))
        leave_buttons(buttons, s, inside)
        if what == EXIT:
            return (GONE if first == leaves else RUNNING), AIR
        if what >= len(shapes):
            inside[what - len(shapes)] = 0  # it was left on the way, if it was entered before
        outcome = sensed(shapes, buttons, flag, beta, plan, s, inside, log)
        return (ON if outcome == PRESSED else outcome), AIR
    fly(s, plan, path, gravity, int(first))
    leave_buttons(buttons, s, inside)
    if find_near(shapes, s, near) > 1:
        return ON, CROWD
    hit, nx, ny = strike(shapes, what, beta, plan, s, path, gravity)
    if not hit:
        return ON, AIR
    if not log_event(s, plan, log, what):
        return RUNNING, what
    return ON, held(shapes, what, gravity, plan, s, nx, ny)


@woven
def _crowd(shapes: Any, buttons: Any, flag: Any, beta: Any, gravity: float, plan: Any, s: Any,
           inside: Any, path: Any, log: Any, near: Any, work: Any, own_path: Any, own_log: Any,
           field: Any) -> tuple[int, int]:  # fmt: skip
    """Several shapes within reach: step by step with the kernel until only one is left."""
    found = 2
    while found > 1 and s[FRAME] < plan[MOST_FRAMES]:
        frame = int(s[FRAME])
        limit = min(frame + _CROWD_FRAMES, int(plan[MOST_FRAMES]))
        own_path[frame, 0], own_path[frame, 1], own_path[frame, 4] = s[X], s[Y], s[UP]
        own_path[frame, 2], own_path[frame, 3] = s[VX], s[VY]
        outcome, last, rows = run(
            shapes, buttons, flag, beta, own_path[frame], frame, limit, field, 10_000, work,
            own_path, own_log,
        )  # fmt: skip
        x, y, on = s[X], s[Y], True
        for k in range(frame + 1, last + 1):
            s[UP] = own_path[k, 4]
            step_to(s, plan, path, own_path[k, 0], own_path[k, 1], own_path[k, 2], own_path[k, 3])
        pressed = -1
        for r in range(rows):
            if own_log[r, 0] == last and own_log[r, 1] >= len(shapes):
                pressed = own_log[r, 1] - len(shapes) if pressed < 0 else pressed
            elif own_log[r, 1] != s[BODY]:
                on = log_event(s, plan, log, own_log[r, 1]) and on
        for b in range(len(buttons)):
            inside[b] = in_reach(buttons, b, s)
        if pressed >= 0:  # the path's last row is from before it acted
            on = press_button(shapes, buttons, pressed, beta, plan, s, inside, log) and on
        if outcome != RUNNING or not on:
            return outcome, CROWD
        if last - frame == _CROWD_FRAMES and abs(s[X] - x) + abs(s[Y] - y) < _CREEP:
            return RESTING, CROWD
        found = find_near(shapes, s, near)
    if found == 1:
        i = near[0]
        gap, nx, ny, _, _, _ = feature(shapes, i, s[X], s[Y])
        if gap <= 0.0 and abs(s[VX] * nx + s[VY] * ny) <= 1e-3:
            return ON, held(shapes, i, gravity, plan, s, nx, ny)
    return ON, AIR


@njit(cache=True)
def memory(shapes: int, buttons: int) -> Any:
    """Working memory of a chain: near shapes; the kernel's own, its path, log and empty field."""
    return (
        np.zeros(MAX_NEAR, np.int64),
        scratch(shapes, buttons),
        np.zeros((STEP_LIMIT + 1, 5)),
        np.zeros((8, 2), np.int64),
        np.zeros((2, 1, 1)),
    )


@njit(cache=True, error_model="numpy")
def chain_batch(shapes: Any, buttons: Any, extra_shapes: Any, extra_buttons: Any, flag: Any,
                betas: Any, starts: Any, frames: Any, plans: Any,
                results: Any) -> None:  # fmt: skip
    """Chains of many candidates, each adding its own rows behind the common ones.

    results: candidates x 7, in the columns of `predict.Predictor.many`; the value is the closest
    approach to the target, px.
    """
    more, more_buttons = extra_shapes.shape[1], extra_buttons.shape[1]
    base, base_buttons = len(shapes) - more, len(buttons) - more_buttons
    s, inside = np.zeros(STATE), np.zeros(len(buttons), np.int8)
    path, log = np.zeros((0, 5)), np.zeros((0, 2), np.int64)
    near, work, own_path, own_log, field = memory(len(shapes), len(buttons))
    plan, start, beta = np.zeros(plans.shape[1]), np.zeros(5), np.zeros(betas.shape[1])
    for c in range(len(frames)):
        for r in range(more):
            for k in range(shapes.shape[1]):
                shapes[base + r, k] = extra_shapes[c, r, k]
        for r in range(more_buttons):
            for k in range(buttons.shape[1]):
                buttons[base_buttons + r, k] = extra_buttons[c, r, k]
        for k in range(len(plan)):
            plan[k] = plans[c, k]
        for k in range(5):
            start[k] = starts[c, k]
        for k in range(len(beta)):
            beta[k] = betas[c, k]
        start_chain(s, inside, buttons, start, frames[c])
        outcome = run_chain(
            shapes, buttons, flag, beta, plan, s, inside, path, log, near, work, own_path, own_log,
            field,
        )  # fmt: skip
        results[c, 0], results[c, 1], results[c, 2] = outcome, s[FRAME], s[BEST]
        results[c, 3], results[c, 4], results[c, 5] = s[BEST_FRAME], s[BEST_X], s[BEST_Y]
        results[c, 6] = s[MET]
