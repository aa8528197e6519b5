"""The state of an event chain, and the motions and contacts that advance it."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from bubbleball.game.arrays import Array, Mask
from bubbleball.model.board import Board
from bubbleball.model.codes import AIR, NOT_MET
from bubbleball.model.columns import (
    BALL,
    CENTRE_X,
    CENTRE_Y,
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
from bubbleball.model.events.flight import (
    Flight,
    height,
    meets_circle,
    separation,
)
from bubbleball.model.events.impulse import NEVER
from bubbleball.model.limits import (
    BUTTON_REACH,
    POLYGON_REACH,
    STEP,
)
from bubbleball.model.power_ups import act, in_reach
from bubbleball.model.stepper.work import Work, cost_at, new_work
from bubbleball.model.trace import Trace, log_event, new_trace

# Columns of a chain's state after those of the ball: the frame; the closest approach to the target,
# when and where; the last body met, the bodies met since the Main Block, and when that was met.
FRAME, BEST, BEST_FRAME, BEST_X, BEST_Y, BODY, BODIES, MET = range(BALL, BALL + 8)
STATE = BALL + 8

# Columns of the Main Block's motion: px/s, px/s and rad/s.
MAIN_VX, MAIN_VY, MAIN_SPIN = range(3)
MOTION = 3

_STRIDE = 3  # frames between the points of a flight or slide at which its cost is taken
_SAMPLES = 12  # points of a flight at which its distance to the target is taken, then refined


class ChainPlan(NamedTuple):
    """What a chain is about and where it ends.

    aim_x, aim_y: the target, px.
    main: the Main Block's row, a button's behind the shapes, or NONE.
    motion: the Main Block's velocity and spin when the ball meets it.
    bodies: the most bodies met from the Main Block on, itself counted.
    events: the most events. frames: the last frame.
    """

    aim_x: float
    aim_y: float
    main: int
    motion: Array
    bodies: int
    events: int
    frames: int


class Chain(NamedTuple):
    """An event chain under way.

    state: the ball, and what the chain has come to so far.
    inside: of each button, whether the ball is in it.
    trace: where path and log go.
    work: the stepper's memory, for where several shapes are within reach.
    """

    plan: ChainPlan
    state: Array
    inside: Mask
    trace: Trace
    work: Work


def new_chain(board: Board, plan: ChainPlan, trace: Trace, costs: Array) -> Chain:
    """Memory for chains in one board; they rate by the costs, or without any by the target."""
    work = new_work(board, costs, new_trace(path=True, log=True))
    return Chain(plan, np.zeros(STATE), np.zeros(len(board.buttons), np.bool_), trace, work)


@inlined
def start_chain(board: Board, chain: Chain, frame: int) -> None:
    """Set the state for a chain that starts at `frame`; the ball is where it starts."""
    s = chain.state
    s[FRAME] = frame
    s[BEST], s[BEST_FRAME], s[BEST_X], s[BEST_Y] = NEVER, frame, s[X], s[Y]
    s[BODY], s[BODIES], s[MET] = AIR, 0.0, NOT_MET
    chain.trace.total[0] = 0
    for b in range(len(board.buttons)):
        chain.inside[b] = frame > 0 and in_reach(board.buttons, b, s)
    _arrive(chain)


@inlined
def note(chain: Chain, x: float, y: float, frame: float) -> None:
    """Keep the point of least cost; without costs, the closest approach to the target."""
    s, plan, costs = chain.state, chain.plan, chain.work.costs
    if costs.shape[1] > 0:
        d = cost_at(costs, x, y, s[UP])
    else:
        d = math.sqrt((x - plan.aim_x) ** 2 + (y - plan.aim_y) ** 2)
    if d < s[BEST]:
        s[BEST], s[BEST_FRAME], s[BEST_X], s[BEST_Y] = d, frame, x, y


@inlined
def step_to(chain: Chain, x: float, y: float, vx: float, vy: float) -> None:
    """Advance one frame, to this position and velocity."""
    s = chain.state
    s[FRAME] += 1.0
    s[X], s[Y], s[VX], s[VY] = x, y, vx, vy
    _arrive(chain)


@inlined
def _arrive(chain: Chain) -> None:
    """Note the ball's new state."""
    s, path = chain.state, chain.trace.path
    note(chain, s[X], s[Y], s[FRAME])
    frame = int(s[FRAME])
    if frame < len(path):
        for k in range(BALL):
            path[frame, k] = s[k]


@inlined
def fly(chain: Chain, gravity: float, frames: int) -> None:
    """Advance `frames` frames of free flight, and find its best point."""
    s, plan, path = chain.state, chain.plan, chain.trace.path
    x, y, vx, vy = s[X], s[Y], s[VX], s[VY]
    if chain.work.costs.shape[1] > 0:
        for k in range(0, frames, _STRIDE):
            note(chain, x + STEP * vx * k, height(y, vy, gravity, float(k)), s[FRAME] + k)
        best = float(frames)
    else:
        best = _closest(plan, Flight(x, y, vx, vy, gravity), float(frames))
    note(chain, x + STEP * vx * best, height(y, vy, gravity, best), s[FRAME] + best)
    start = int(s[FRAME])
    for k in range(1, frames + 1 if len(path) > 0 else 0):
        row = start + k
        if row < len(path):
            path[row, X], path[row, Y] = x + STEP * vx * k, height(y, vy, gravity, float(k))
            path[row, VX], path[row, VY], path[row, UP] = vx, vy + gravity * STEP * k, s[UP]
    s[FRAME] += frames
    s[X], s[Y] = x + STEP * vx * frames, height(y, vy, gravity, float(frames))  # (eq. 9)
    s[VY] = vy + gravity * STEP * frames


@inlined
def _closest(plan: ChainPlan, flight: Flight, frames: float) -> float:
    """When a flight of some frames comes closest to the target: sampled, then refined."""
    x, y, vx, vy, gravity = flight
    stride = max(1.0, frames / _SAMPLES)
    k, best, nearest = 0.0, 0.0, NEVER
    while k < frames + stride:
        k = min(k, frames)
        d = (x + STEP * vx * k - plan.aim_x) ** 2
        d += (height(y, vy, gravity, k) - plan.aim_y) ** 2
        if d < nearest:
            nearest, best = d, k
        k += stride
    low, high = max(0.0, best - stride), min(frames, best + stride)
    for _ in range(2):  # Newton steps on the derivative of the distance
        dx = x + STEP * vx * best - plan.aim_x
        dy = height(y, vy, gravity, best) - plan.aim_y
        ux, uy = STEP * vx, STEP * (vy + gravity * STEP * (best + 0.5))
        bend = ux * ux + uy * uy + dy * gravity * STEP * STEP
        if bend > 1e-9:
            best = min(high, max(low, best - (dx * ux + dy * uy) / bend))
    return best


@inlined
def slide(chain: Chain, ux: float, uy: float, v: float, pull: float, frames: int) -> None:
    """Advance `frames` frames along the unit vector u with speed v and acceleration `pull`."""
    s, plan, path = chain.state, chain.plan, chain.trace.path
    x, y = s[X], s[Y]
    ahead = (plan.aim_x - x) * ux + (plan.aim_y - y) * uy
    moved = height(0.0, v, pull, float(frames))  # (eq. 12), the parabola of (eq. 9)
    if chain.work.costs.shape[1] > 0:
        for k in range(0, frames, _STRIDE):
            gone = height(0.0, v, pull, float(k))
            note(chain, x + gone * ux, y + gone * uy, s[FRAME] + k)
        near = moved
    else:
        near = min(max(moved, 0.0), max(min(moved, 0.0), ahead))
    note(chain, x + near * ux, y + near * uy, s[FRAME] + frames)
    start = int(s[FRAME])
    for k in range(1, frames + 1 if len(path) > 0 else 0):
        if start + k < len(path):
            gone, speed = height(0.0, v, pull, float(k)), v + pull * STEP * k
            path[start + k, X], path[start + k, Y] = x + gone * ux, y + gone * uy
            path[start + k, VX], path[start + k, VY] = speed * ux, speed * uy
            path[start + k, UP] = s[UP]
    s[FRAME] += frames
    s[X], s[Y] = x + moved * ux, y + moved * uy
    speed = v + pull * STEP * frames
    s[VX], s[VY] = speed * ux, speed * uy


@inlined
def count_event(chain: Chain, who: int) -> bool:
    """Log an event; whether the chain may go on."""
    s, plan = chain.state, chain.plan
    log_event(chain.trace, int(s[FRAME]), who)
    if who == plan.main and s[MET] < 0.0:
        s[MET] = s[FRAME]
    if s[MET] >= 0.0 and who != s[BODY]:
        s[BODIES] += 1.0
    s[BODY] = who
    return bool(s[BODIES] <= plan.bodies and chain.trace.total[0] < plan.events)


@inlined
def press_button(board: Board, chain: Chain, b: int) -> bool:
    """Enter power-up b; whether the chain may go on."""
    s = chain.state
    on = count_event(chain, len(board.shapes) + b)
    if act(board, b, s, chain.inside) >= 0:
        note(chain, s[X], s[Y], s[FRAME])
    return on


@inlined
def button_in_flight(board: Board, chain: Chain, b: int, gravity: float, last: float) -> float:
    """Frames until power-up b acts on the flight; NEVER if it does not within `last` frames."""
    s = chain.state
    cx, cy = board.buttons[b, PLACE_X], board.buttons[b, PLACE_Y]
    k = 0.0
    while k < last:  # frame by frame for as long as the ball overlaps it
        k += 1.0
        dx = s[X] + STEP * s[VX] * k - cx
        dy = height(s[Y], s[VY], gravity, k) - cy
        if dx * dx + dy * dy >= BUTTON_REACH * BUTTON_REACH:
            break
        if not chain.inside[b]:
            return k
    # One that the ball is inside of acts again only after the ball has left it.
    flight = Flight(s[X], s[Y], s[VX], s[VY], gravity)
    return meets_circle(flight, cx, cy, BUTTON_REACH, k, last)


@inlined
def leave_buttons(board: Board, chain: Chain) -> None:
    """Let the power-ups act again that the ball has left."""
    for b in range(len(board.buttons)):
        if not in_reach(board.buttons, b, chain.state):
            chain.inside[b] = False


@inlined
def find_near(shapes: Array, chain: Chain) -> int:
    """Find the shapes that the ball can reach within a frame or two; their number."""
    s, near = chain.state, chain.work.near
    margin = 0.5 + STEP * math.sqrt(s[VX] * s[VX] + s[VY] * s[VY])
    found = 0
    for i in range(len(shapes)):
        dx, dy = s[X] - shapes[i, CENTRE_X], s[Y] - shapes[i, CENTRE_Y]
        far = margin + POLYGON_REACH + shapes[i, RADIUS]
        if dx * dx + dy * dy < far * far and separation(shapes, i, s[X], s[Y]).gap < margin:
            near[found] = i
            found += 1
            if found == len(near):
                break
    return found
