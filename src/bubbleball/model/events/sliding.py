"""What a ball in contact with one surface does next: slide, roll off or leave."""

from __future__ import annotations

import math

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.model.board import Board
from bubbleball.model.codes import (
    AIR,
    AT_FLAG,
    CROWD,
    EDGE,
    EXIT,
    FLAG,
    GOES_ON,
    GONE,
    PRESSED,
    RESTING,
    UNFINISHED,
)
from bubbleball.model.columns import (
    CENTRE_X,
    CENTRE_Y,
    CORNERS,
    COUNT,
    PLACE_X,
    PLACE_Y,
    RADIUS,
    UP,
    VX,
    VY,
    X,
    Y,
)
from bubbleball.model.compiling import inlined
from bubbleball.model.events.chain_state import (
    FRAME,
    MAIN_SPIN,
    MAIN_VX,
    MAIN_VY,
    Chain,
    leave_buttons,
    press_button,
    slide,
    step_to,
)
from bubbleball.model.events.flight import (
    Ray,
    Separation,
    distance_to_circle,
    distance_to_shape,
    separation,
)
from bubbleball.model.events.impulse import (
    NEVER,
    bounce,
    frames_along,
    friction,
    leaves_arc,
    pushed_out,
    slide_pull,
)
from bubbleball.model.limits import (
    AFTER_STEP,
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
from bubbleball.model.power_ups import in_reach

_APART = 0.5  # px of gap above which the ball is out of contact
_SLEEPY = 10  # frames for which a slow ball stays awake


@inlined
def held(board: Board, chain: Chain, i: int, gravity: float, nx: float, ny: float) -> int:
    """Shape i, if the ball stays on it after a contact; AIR if it flies off."""
    s, motion = chain.state, chain.plan.motion
    away = s[VX] * nx + s[VY] * ny
    if away > 1e-6:
        gap = separation(board.shapes, i, s[X], s[Y]).gap
        press = -gravity * ny
        if gap >= 0.0 or press <= 0.0 or away * away >= -2.0 * press * gap:
            return AIR
        s[VX], s[VY] = s[VX] - away * nx, s[VY] - away * ny  # too slow to get free of the skin
    moving = motion[MAIN_VX] != 0.0 or motion[MAIN_VY] != 0.0 or motion[MAIN_SPIN] != 0.0
    return AIR if i == chain.plan.main and moving else i


@inlined
def sensed(board: Board, chain: Chain) -> int:
    """Check flag, screen and power-ups after a frame; an outcome, GOES_ON or PRESSED."""
    s = chain.state
    if separation(board.flag, 0, s[X], s[Y]).gap <= 0.0:
        return AT_FLAG
    if s[X] < GONE_LEFT or s[X] > GONE_RIGHT or s[Y] > GONE_BOTTOM or (s[UP] and s[Y] < GONE_TOP):
        return GONE
    for b in range(len(board.buttons)):
        if not in_reach(board.buttons, b, s):
            chain.inside[b] = False
        elif not chain.inside[b]:
            return PRESSED if press_button(board, chain, b) else UNFINISHED
    return GOES_ON


@inlined
def stay_on(board: Board, chain: Chain, i: int, gravity: float) -> tuple[int, int]:
    """Go on in contact with shape i: slide on a face, roll about a corner or circle, or leave.

    The status, and the shape that the ball is on then, AIR or CROWD.
    """
    s = chain.state
    touch = separation(board.shapes, i, s[X], s[Y])
    if touch.gap > _APART or gravity * touch.ny >= 0.0:
        return GOES_ON, AIR
    if touch.face < 0:
        return _roll(board, chain, i, gravity)
    if s[VX] * touch.nx + s[VY] * touch.ny > 1e-4:
        return GOES_ON, AIR
    out = max(0.0, -SLOP - touch.gap)
    s[X], s[Y] = s[X] + out * touch.nx, s[Y] + out * touch.ny
    return _slide_on(board, chain, i, gravity, touch)


@inlined
def _slide_on(
    board: Board, chain: Chain, i: int, gravity: float, touch: Separation
) -> tuple[int, int]:
    """Slide along a face to the next event: its edge, another part, a power-up, rest."""
    s, plan = chain.state, chain.plan
    nx, ny = touch.nx, touch.ny
    mu = friction(board, i)
    vt = s[VY] * nx - s[VX] * ny
    pull = slide_pull(vt, gravity, nx, ny, mu)
    if abs(vt) < 1e-9 and abs(pull) < 1e-9:
        return RESTING, i
    forward = vt > 0.0 or (vt == 0.0 and pull > 0.0)
    ux, uy, v, a = (-ny, nx, vt, pull) if forward else (ny, -nx, -vt, -pull)
    distance, what = _next_event(board, chain, i, touch.face, Ray(s[X], s[Y], ux, uy), forward)
    k = frames_along(distance, v, a)
    left = plan.frames - s[FRAME]
    hits = 0 <= what < len(board.shapes)
    if k == NEVER:  # it turns back before
        frames = int(min(left, math.ceil(-v / (a * STEP))))
    elif k > left:
        frames = int(left)
    else:
        frames = int(k) if hits else int(k) + 1
    slide(chain, ux, uy, v, a, frames)
    if k == NEVER:
        if mu > 0.0:
            s[VX], s[VY] = 0.0, 0.0
        return GOES_ON, i
    if k > left:
        return UNFINISHED, i
    leave_buttons(board, chain)
    if hits:
        return GOES_ON, CROWD
    if what < 0:
        return (GOES_ON if what == EDGE else AT_FLAG if what == FLAG else GONE), i
    on = press_button(board, chain, what - len(board.shapes))
    return (GOES_ON if on else UNFINISHED), i


@inlined
def _next_event(
    board: Board, chain: Chain, i: int, face: int, ray: Ray, forward: bool
) -> tuple[float, int]:
    """How far a slide on a face of shape i goes until something happens, and what.

    That is a shape's row, a button's behind the shapes, EDGE, FLAG or EXIT at the left or right end
    of the screen. forward: whether the slide goes round the shape in the order of its corners.
    """
    shapes, buttons = board.shapes, board.buttons
    x, y, ux, uy = ray
    after = face + 1 if face + 1 < int(shapes[i, COUNT]) else 0
    end = after if forward else face
    first = (shapes[i, CORNERS + 2 * end] - x) * ux + (shapes[i, CORNERS + 2 * end + 1] - y) * uy
    what = EDGE
    out = (GONE_RIGHT - x) / ux if ux > 1e-9 else (GONE_LEFT - x) / ux if ux < -1e-9 else NEVER
    if out < first:
        first, what = out, EXIT
    for j in range(len(shapes)):
        if j != i:
            distance = distance_to_shape(shapes, j, ray, first, 0.0)
            if distance < first:
                first, what = distance, j
    distance = distance_to_shape(board.flag, 0, ray, first, 0.0)
    if distance < first:
        first, what = distance, FLAG
    for b in range(len(buttons)):
        if not chain.inside[b]:
            px, py = x - buttons[b, PLACE_X], y - buttons[b, PLACE_Y]
            distance = distance_to_circle(px, py, ux, uy, BUTTON_REACH)
            if distance < first:
                first, what = distance, len(shapes) + b
    return max(0.0, first), what


@inlined
def _roll(board: Board, chain: Chain, i: int, gravity: float) -> tuple[int, int]:
    """Roll about a corner or circle, frame by frame: a pendulum has no elementary closed form."""
    shapes, s = board.shapes, chain.state
    mu = friction(board, i)
    reach = shapes[i, RADIUS] + BALL_RADIUS if shapes[i, COUNT] == 0.0 else POLYGON_REACH
    still = 0
    while s[FRAME] < chain.plan.frames:
        touch = separation(shapes, i, s[X], s[Y])
        if touch.face >= 0:
            return GOES_ON, i
        vx, vy = s[VX], s[VY] + gravity * STEP
        if touch.gap > 0.0 or vx * touch.nx + vy * touch.ny >= 0.0:
            if leaves_arc(vy * touch.nx - vx * touch.ny, gravity, touch.ny, reach):
                return GOES_ON, AIR
        else:
            vx, vy = bounce(vx, vy, touch.nx, touch.ny, 0.0, 0.0, 0.0, mu)
        x, y = s[X] + STEP * vx, s[Y] + STEP * vy
        touch = separation(shapes, i, x, y)
        out = pushed_out(touch.gap, AFTER_STEP)
        step_to(chain, x + out * touch.nx, y + out * touch.ny, vx, vy)
        status = sensed(board, chain)
        if status != GOES_ON:
            return (GOES_ON if status == PRESSED else status), AIR
        still = still + 1 if vx * vx + vy * vy < STILL * STILL else 0
        if still > _SLEEPY:
            return RESTING, i
        for j in range(len(shapes)):
            if j != i and _within_reach(shapes, j, s):
                return GOES_ON, CROWD
    return UNFINISHED, i


@inlined
def _within_reach(shapes: Array, j: int, s: Array) -> bool:
    """Whether the ball touches shape j or will in the next frame."""
    dx, dy = s[X] - shapes[j, CENTRE_X], s[Y] - shapes[j, CENTRE_Y]
    margin = STEP * (abs(s[VX]) + abs(s[VY])) + 0.5
    far = shapes[j, RADIUS] + POLYGON_REACH + margin
    near = dx * dx + dy * dy < far * far
    return bool(near and separation(shapes, j, s[X], s[Y]).gap < margin)
