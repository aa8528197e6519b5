"""What a ball in touch with one surface does next: slides, rolls off, leaves (eq. 12, 13)."""

from __future__ import annotations

import math
from typing import Any

from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.model.columns import (
    AT_FLAG,
    CENTRE_X,
    CENTRE_Y,
    CORNERS,
    COUNT,
    GONE,
    PLACE_X,
    PLACE_Y,
    RADIUS,
    RESTING,
    RUNNING,
)
from bubbleball.model.compiling import woven
from bubbleball.model.events.chain_state import (
    FRAME,
    MAIN,
    MAIN_SPIN,
    MAIN_VX,
    MAIN_VY,
    MOST_FRAMES,
    UP,
    VX,
    VY,
    X,
    Y,
    in_reach,
    leave_buttons,
    press_button,
    slide,
    step_to,
)
from bubbleball.model.events.flight import (
    feature,
    way_to_circle,
    way_to_shape,
)
from bubbleball.model.events.impulse import (
    NEVER,
    bounce,
    frames_along,
    leaves_arc,
    material,
    pushed_out,
    slide_pull,
)
from bubbleball.model.limits import (
    BUTTON_REACH,
    GONE_BOTTOM,
    GONE_LEFT,
    GONE_RIGHT,
    GONE_TOP,
    POLYGON_REACH,
    SLOP,
    STEP,
    STILL,
)
from bubbleball.model.stepper.contact_solver import BAUMGARTE

ON, PRESSED = -1, -2  # no outcome yet: the chain goes on; it does, and a power-up has acted
AIR, CROWD = -1, -2  # instead of a body: the ball touches nothing; it is about to touch several
EXIT, EDGE, FLAG = -4, -3, -2  # what ends a flight or slide, besides shapes and buttons


@woven
def held(shapes: Any, i: int, gravity: float, plan: Any, s: Any, nx: float, ny: float) -> int:
    """The body, if the ball stays on it after a contact; AIR if it flies off."""
    away = s[VX] * nx + s[VY] * ny
    if away > 1e-6:
        gap = feature(shapes, i, s[X], s[Y])[0]
        press = -gravity * ny
        if gap >= 0.0 or press <= 0.0 or away * away >= -2.0 * press * gap:
            return AIR
        s[VX], s[VY] = s[VX] - away * nx, s[VY] - away * ny  # too weak to get free of the skin
    moving = plan[MAIN_VX] != 0.0 or plan[MAIN_VY] != 0.0 or plan[MAIN_SPIN] != 0.0
    return AIR if i == plan[MAIN] and moving else i


@woven
def sensed(shapes: Any, buttons: Any, flag: Any, beta: Any, plan: Any, s: Any, inside: Any,
            log: Any) -> int:  # fmt: skip
    """After one frame: flag and power-ups; an outcome, or ON, or PRESSED."""
    if feature(flag, 0, s[X], s[Y])[0] <= 0.0:
        return AT_FLAG
    if s[X] < GONE_LEFT or s[X] > GONE_RIGHT or s[Y] > GONE_BOTTOM or (s[UP] and s[Y] < GONE_TOP):
        return GONE
    for b in range(len(buttons)):
        if not in_reach(buttons, b, s):
            inside[b] = 0
        elif not inside[b]:
            on = press_button(shapes, buttons, b, beta, plan, s, inside, log)
            return PRESSED if on else RUNNING
    return ON


@woven
def contact_on(shapes: Any, buttons: Any, flag: Any, beta: Any, gravity: float, plan: Any, s: Any,
             inside: Any, path: Any, log: Any, i: int) -> tuple[int, int]:  # fmt: skip
    """Go on in contact with shape i: slide on a face, roll off a corner or circle, or leave."""
    gap, nx, ny, face, _, _ = feature(shapes, i, s[X], s[Y])
    if gap > 0.5 or gravity * ny >= 0.0:
        return ON, AIR
    if face < 0:
        return _roll(shapes, buttons, flag, beta, gravity, plan, s, inside, path, log, i)
    if s[VX] * nx + s[VY] * ny > 1e-4:
        return ON, AIR
    out = max(0.0, -SLOP - gap)
    s[X], s[Y] = s[X] + out * nx, s[Y] + out * ny
    return _slide_on(
        shapes, buttons, flag, beta, gravity, plan, s, inside, path, log, i, face, nx, ny
    )


@woven
def _slide_on(shapes: Any, buttons: Any, flag: Any, beta: Any, gravity: float, plan: Any, s: Any,
              inside: Any, path: Any, log: Any, i: int, face: int, nx: float,
              ny: float) -> tuple[int, int]:  # fmt: skip
    """Slide along a face to the next event: its edge, another part, a power-up, rest (eq. 12)."""
    mu = material(shapes, i, beta)[1]
    vt = s[VY] * nx - s[VX] * ny
    pull = slide_pull(vt, gravity, nx, ny, mu)
    if abs(vt) < 1e-9 and abs(pull) < 1e-9:
        return RESTING, i
    forward = vt > 0.0 or (vt == 0.0 and pull > 0.0)
    ux, uy, v, a = (-ny, nx, vt, pull) if forward else (ny, -nx, -vt, -pull)
    first, what = _way_to_event(shapes, buttons, flag, s, inside, i, face, ux, uy, forward)
    k = frames_along(first, v, a)
    left = plan[MOST_FRAMES] - s[FRAME]
    if k == NEVER:  # it turns back before
        slide(s, plan, path, ux, uy, v, a, int(min(left, math.ceil(-v / (a * STEP)))))
        if mu > 0.0:
            s[VX], s[VY] = 0.0, 0.0
        return ON, i
    if k > left:
        slide(s, plan, path, ux, uy, v, a, int(left))
        return RUNNING, i
    if 0 <= what < len(shapes):
        slide(s, plan, path, ux, uy, v, a, int(k))
        leave_buttons(buttons, s, inside)
        return ON, CROWD
    slide(s, plan, path, ux, uy, v, a, int(k) + 1)
    leave_buttons(buttons, s, inside)
    if what < 0:
        return (ON if what == EDGE else AT_FLAG if what == FLAG else GONE), i
    on = press_button(shapes, buttons, what - len(shapes), beta, plan, s, inside, log)
    return (ON if on else RUNNING), i


@woven
def _way_to_event(shapes: Any, buttons: Any, flag: Any, s: Any, inside: Any, i: int, face: int,
                  ux: float, uy: float, forward: bool) -> tuple[float, int]:  # fmt: skip
    """How far a slide on a face goes until something happens, and what."""
    x, y = s[X], s[Y]
    after = face + 1 if face + 1 < int(shapes[i, COUNT]) else 0
    end = after if forward else face
    first = (shapes[i, CORNERS + 2 * end] - x) * ux + (shapes[i, CORNERS + 2 * end + 1] - y) * uy
    what = EDGE
    out = (GONE_RIGHT - x) / ux if ux > 1e-9 else (GONE_LEFT - x) / ux if ux < -1e-9 else NEVER
    if out < first:
        first, what = out, EXIT
    for j in range(len(shapes)):
        if j != i:
            way = way_to_shape(shapes, j, x, y, ux, uy, first, 0.0)
            if way < first:
                first, what = way, j
    way = way_to_shape(flag, 0, x, y, ux, uy, first, 0.0)
    if way < first:
        first, what = way, FLAG
    for b in range(len(buttons)):
        if not inside[b]:
            px, py = x - buttons[b, PLACE_X], y - buttons[b, PLACE_Y]
            way = way_to_circle(px, py, ux, uy, BUTTON_REACH)
            if way < first:
                first, what = way, len(shapes) + b
    return max(0.0, first), what


@woven
def _roll(shapes: Any, buttons: Any, flag: Any, beta: Any, gravity: float, plan: Any, s: Any,
          inside: Any, path: Any, log: Any, i: int) -> tuple[int, int]:  # fmt: skip
    """About a corner or circle, frame by frame: a pendulum has no elementary closed form."""
    mu = material(shapes, i, beta)[1]
    reach = shapes[i, RADIUS] + BALL_RADIUS if shapes[i, COUNT] == 0.0 else POLYGON_REACH
    still = 0
    while s[FRAME] < plan[MOST_FRAMES]:
        gap, nx, ny, face, _, _ = feature(shapes, i, s[X], s[Y])
        if face >= 0:
            return ON, i
        vx, vy = s[VX], s[VY] + gravity * STEP
        if gap > 0.0 or vx * nx + vy * ny >= 0.0:
            if leaves_arc(vy * nx - vx * ny, gravity, ny, reach):
                return ON, AIR
        else:
            vx, vy = bounce(vx, vy, nx, ny, 0.0, 0.0, 0.0, mu)
        x, y = s[X] + STEP * vx, s[Y] + STEP * vy
        gap, nx, ny, _, _, _ = feature(shapes, i, x, y)
        out = pushed_out(gap, BAUMGARTE, 3.0)
        step_to(s, plan, path, x + out * nx, y + out * ny, vx, vy)
        outcome = sensed(shapes, buttons, flag, beta, plan, s, inside, log)
        if outcome != ON:
            return (ON if outcome == PRESSED else outcome), AIR
        still = still + 1 if vx * vx + vy * vy < STILL * STILL else 0
        if still > 10:
            return RESTING, i
        for j in range(len(shapes)):
            if j != i and _within(shapes, j, s):
                return ON, CROWD
    return RUNNING, i


@woven
def _within(shapes: Any, j: int, s: Any) -> bool:
    """Whether the ball touches shape j or will in the next frame."""
    dx, dy = s[X] - shapes[j, CENTRE_X], s[Y] - shapes[j, CENTRE_Y]
    margin = STEP * (abs(s[VX]) + abs(s[VY])) + 0.5
    far = shapes[j, RADIUS] + POLYGON_REACH + margin
    return bool(dx * dx + dy * dy < far * far and feature(shapes, j, s[X], s[Y])[0] < margin)
