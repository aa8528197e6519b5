"""The state of an event chain, and the motions and contacts that move it on.

All functions change one row of numbers, the state; they are compiled and allocate nothing.
"""

from __future__ import annotations

import math
from typing import Any

from bubbleball.model.columns import (
    CARRY,
    CENTRE_X,
    CENTRE_Y,
    CODE,
    GRAVITY_DOWN,
    GRAVITY_UP,
    PARTNER,
    PLACE_X,
    PLACE_Y,
    RADIUS,
    STATIC,
    TURN,
)
from bubbleball.model.compiling import woven
from bubbleball.model.events.flight import (
    feature,
    height,
    impact_way,
    meets_circle,
)
from bubbleball.model.events.impulse import (
    NEVER,
    bounce,
    material,
    pushed_out,
)
from bubbleball.model.limits import BUTTON_REACH, POLYGON_REACH, SLOP, STEP
from bubbleball.model.power_ups import enter
from bubbleball.model.stepper.contact_solver import BAUMGARTE, TOI_BAUMGARTE, TOLERANCE

# the state of a chain: frame, ball, closest approach to the target, counters
FRAME, X, Y, VX, VY, UP, BEST, BEST_FRAME, BEST_X, BEST_Y, BODY, BODIES, MET, ROWS = range(14)
STATE = 14
# what the chain is about: target, Main Block's row, its velocity and spin, and when to stop
AIM_X, AIM_Y, MAIN, MAIN_VX, MAIN_VY, MAIN_SPIN, MOST_BODIES, MOST_EVENTS, MOST_FRAMES = range(9)
PLAN = 9

_SAMPLES = 12  # places of a flight at which the distance to the target is taken, then refined


@woven
def note(s: Any, plan: Any, x: float, y: float, frame: float) -> None:
    """Keep the closest approach to the target."""
    d = math.sqrt((x - plan[AIM_X]) ** 2 + (y - plan[AIM_Y]) ** 2)
    if d < s[BEST]:
        s[BEST], s[BEST_FRAME], s[BEST_X], s[BEST_Y] = d, frame, x, y


@woven
def step_to(s: Any, plan: Any, path: Any, x: float, y: float, vx: float, vy: float) -> None:
    """One frame on."""
    s[FRAME] += 1.0
    s[X], s[Y], s[VX], s[VY] = x, y, vx, vy
    note(s, plan, x, y, s[FRAME])
    frame = int(s[FRAME])
    if frame < len(path):
        path[frame, 0], path[frame, 1], path[frame, 2], path[frame, 3] = x, y, vx, vy
        path[frame, 4] = s[UP]


@woven
def fly(s: Any, plan: Any, path: Any, gravity: float, frames: int) -> None:
    """So many frames of free flight (eq. 9), with the closest approach to the target."""
    x, y, vx, vy = s[X], s[Y], s[VX], s[VY]
    stride = max(1.0, frames / _SAMPLES)
    k, best, nearest = 0.0, 0.0, NEVER
    while k < frames + stride:
        k = min(k, float(frames))
        d = (x + STEP * vx * k - plan[AIM_X]) ** 2
        d += (height(y, vy, gravity, k) - plan[AIM_Y]) ** 2
        if d < nearest:
            nearest, best = d, k
        k += stride
    low, high = max(0.0, best - stride), min(float(frames), best + stride)
    for _ in range(2):  # Newton's steps to where the distance is least
        dx = x + STEP * vx * best - plan[AIM_X]
        dy = height(y, vy, gravity, best) - plan[AIM_Y]
        ux, uy = STEP * vx, STEP * (vy + gravity * STEP * (best + 0.5))
        bend = ux * ux + uy * uy + dy * gravity * STEP * STEP
        if bend > 1e-9:
            best = min(high, max(low, best - (dx * ux + dy * uy) / bend))
    note(s, plan, x + STEP * vx * best, height(y, vy, gravity, best), s[FRAME] + best)
    start = int(s[FRAME])
    for k_frame in range(1, frames + 1 if len(path) > 0 else 0):
        row = start + k_frame
        if row < len(path):
            path[row, 0], path[row, 1] = x + STEP * vx * k_frame, height(y, vy, gravity, k_frame)
            path[row, 2], path[row, 3], path[row, 4] = vx, vy + gravity * STEP * k_frame, s[UP]
    s[FRAME] += frames
    s[X], s[Y] = x + STEP * vx * frames, height(y, vy, gravity, frames)
    s[VY] = vy + gravity * STEP * frames


@woven
def slide(s: Any, plan: Any, path: Any, ux: float, uy: float, v: float, pull: float,
           frames: int) -> None:  # fmt: skip
    """So many frames along the unit vector u with speed v and acceleration `pull` (eq. 12)."""
    x, y = s[X], s[Y]
    ahead = (plan[AIM_X] - x) * ux + (plan[AIM_Y] - y) * uy
    way = height(0.0, v, pull, frames)
    near = min(max(way, 0.0), max(min(way, 0.0), ahead))
    note(s, plan, x + near * ux, y + near * uy, s[FRAME] + frames)
    start = int(s[FRAME])
    for k in range(1, frames + 1 if len(path) > 0 else 0):
        if start + k < len(path):
            gone, speed = height(0.0, v, pull, k), v + pull * STEP * k
            path[start + k, 0], path[start + k, 1] = x + gone * ux, y + gone * uy
            path[start + k, 2], path[start + k, 3] = speed * ux, speed * uy
            path[start + k, 4] = s[UP]
    s[FRAME] += frames
    s[X], s[Y] = x + way * ux, y + way * uy
    speed = v + pull * STEP * frames
    s[VX], s[VY] = speed * ux, speed * uy


@woven
def _surface_speed(shapes: Any, i: int, plan: Any, x: float, y: float) -> tuple[float, float]:
    """Velocity of the Main Block's surface near the ball; 0 for everything else."""
    if i != plan[MAIN]:
        return 0.0, 0.0
    rx, ry = x - shapes[i, CENTRE_X], y - shapes[i, CENTRE_Y]
    return plan[MAIN_VX] - plan[MAIN_SPIN] * ry, plan[MAIN_VY] + plan[MAIN_SPIN] * rx


@woven
def strike(shapes: Any, i: int, beta: Any, plan: Any, s: Any, path: Any,
           gravity: float) -> tuple[bool, float, float]:  # fmt: skip
    """Meet shape i within the next two frames (eq. 11); whether it did, and the normal."""
    x, y = s[X], s[Y]
    vx, vy = s[VX], s[VY] + gravity * STEP
    keep, mu = material(shapes, i, beta)
    gap, nx, ny, _, _, _ = feature(shapes, i, x, y)
    if gap > 0.0:
        way = NEVER
        speed = max(1e-9, math.sqrt(vx * vx + vy * vy))
        if shapes[i, STATIC] != 0.0:
            way = impact_way(shapes, i, x, y, vx / speed, vy / speed, speed * STEP)
        if way < NEVER:  # stopped at the time of impact, and on for the rest of the step
            x, y = x + way / speed * vx, y + way / speed * vy
            gap, nx, ny, _, _, _ = feature(shapes, i, x, y)
            wx, wy = _surface_speed(shapes, i, plan, x, y)
            vx, vy = bounce(vx, vy, nx, ny, wx, wy, keep, mu)
            out, rest = pushed_out(gap, TOI_BAUMGARTE, 1.5), STEP - way / speed
            step_to(s, plan, path, x + out * nx + rest * vx, y + out * ny + rest * vy, vx, vy)
            return True, nx, ny
        x, y = x + STEP * vx, y + STEP * vy
        step_to(s, plan, path, x, y, vx, vy)
        gap, nx, ny, _, _, _ = feature(shapes, i, x, y)
        if gap > 0.0:
            return False, nx, ny
        vy += gravity * STEP
    wx, wy = _surface_speed(shapes, i, plan, x, y)
    vx, vy = bounce(vx, vy, nx, ny, wx, wy, keep, mu)
    if shapes[i, STATIC] != 0.0 and gap <= TOLERANCE - 3.0 * SLOP:
        out = pushed_out(gap, TOI_BAUMGARTE, 1.5)  # so deep that it is an impact at once
        x, y = x + STEP * vx, y + STEP * vy
    else:
        x, y = x + STEP * vx, y + STEP * vy
        out = pushed_out(feature(shapes, i, x, y)[0], BAUMGARTE, 3.0)
    step_to(s, plan, path, x + out * nx, y + out * ny, vx, vy)
    return True, nx, ny


@woven
def log_event(s: Any, plan: Any, log: Any, who: int) -> bool:
    """Note an event; whether the chain may go on (eq. 8)."""
    row = int(s[ROWS])
    if row < len(log):
        log[row, 0], log[row, 1] = int(s[FRAME]), who
    s[ROWS] += 1.0
    if who == plan[MAIN] and s[MET] < 0.0:
        s[MET] = s[FRAME]
    if s[MET] >= 0.0 and who != s[BODY]:
        s[BODIES] += 1.0
    s[BODY] = who
    return bool(s[BODIES] <= plan[MOST_BODIES] and s[ROWS] < plan[MOST_EVENTS])


@woven
def press_button(shapes: Any, buttons: Any, b: int, beta: Any, plan: Any, s: Any, inside: Any,
                  log: Any) -> bool:  # fmt: skip
    """Enter power-up b (eq. 14); whether the chain may go on."""
    inside[b] = 1
    on = log_event(s, plan, log, len(shapes) + b)
    code, other = int(buttons[b, CODE]), int(buttons[b, PARTNER])
    s[VX], s[VY] = enter(code, buttons[b, TURN], beta, s[VX], s[VY])
    if code in (GRAVITY_UP, GRAVITY_DOWN):
        s[UP] = 1.0 if code == GRAVITY_UP else 0.0
    elif code == CARRY and other >= 0:
        inside[other] = 1
        s[X], s[Y] = buttons[other, PLACE_X], buttons[other, PLACE_Y]
        note(s, plan, s[X], s[Y], s[FRAME])
    return on


@woven
def button_in_flight(
    buttons: Any, b: int, s: Any, gravity: float, last: float, inside: Any
) -> float:
    """Frames until power-up b acts on the flight; NEVER if it does not."""
    cx, cy = buttons[b, PLACE_X], buttons[b, PLACE_Y]
    k = 0.0
    while k < last:
        k += 1.0
        dx = s[X] + STEP * s[VX] * k - cx
        dy = height(s[Y], s[VY], gravity, k) - cy
        if dx * dx + dy * dy >= BUTTON_REACH * BUTTON_REACH:
            break
        if not inside[b]:
            return k  # the ball was in it from the start, and is found there after a step
    return meets_circle(s[X], s[Y], s[VX], s[VY], gravity, cx, cy, BUTTON_REACH, k, last)


@woven
def in_reach(buttons: Any, b: int, s: Any) -> bool:
    """Whether the ball overlaps power-up b."""
    dx, dy = s[X] - buttons[b, PLACE_X], s[Y] - buttons[b, PLACE_Y]
    return bool(dx * dx + dy * dy < BUTTON_REACH * BUTTON_REACH)


@woven
def leave_buttons(buttons: Any, s: Any, inside: Any) -> None:
    """Power-ups that the ball has left may act again."""
    for b in range(len(buttons)):
        if not in_reach(buttons, b, s):
            inside[b] = 0


@woven
def find_near(shapes: Any, s: Any, near: Any) -> int:
    """Rows of the shapes that the ball can reach within a frame or two; their number."""
    margin = 0.5 + STEP * math.sqrt(s[VX] * s[VX] + s[VY] * s[VY])
    found = 0
    for i in range(len(shapes)):
        dx, dy = s[X] - shapes[i, CENTRE_X], s[Y] - shapes[i, CENTRE_Y]
        far = margin + POLYGON_REACH + shapes[i, RADIUS]
        if dx * dx + dy * dy < far * far and feature(shapes, i, s[X], s[Y])[0] < margin:
            near[found] = i
            found += 1
            if found == len(near):
                break
    return found
