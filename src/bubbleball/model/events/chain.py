"""The event chain: from contact to contact in closed form, against everything in the board.

An event is a change of contact (eq. 8): the ball meets a surface, leaves it, enters a power-up.
Between events its motion is a parabola or a slide, advanced at once. A contact follows Box2D's
clock: it happens at the time of impact within a step (static parts) or at the start of the next
step. Bounces and slides on one body are one episode, as in the paper's events 1 and 3.
"""

from __future__ import annotations

import math

from bubbleball.game.arrays import Array
from bubbleball.model.board import Board
from bubbleball.model.candidate_rows import CandidateRows, load_candidate
from bubbleball.model.codes import (
    AIR,
    CROWD,
    EXIT,
    FLAG,
    GOES_ON,
    GONE,
    NONE,
    PRESSED,
    RESTING,
    UNFINISHED,
)
from bubbleball.model.columns import BALL, GRAVITY, UP, VX, VY, X, Y
from bubbleball.model.compiling import compiled, inlined
from bubbleball.model.events.chain_state import (
    BEST,
    BEST_X,
    BEST_Y,
    BODY,
    FRAME,
    MET,
    MOTION,
    Chain,
    button_in_flight,
    count_event,
    find_near,
    fly,
    leave_buttons,
    press_button,
    start_chain,
    step_to,
)
from bubbleball.model.events.collision import collide
from bubbleball.model.events.flight import Flight, frames_to_exit, meets_shape, separation
from bubbleball.model.events.sliding import held, sensed, stay_on
from bubbleball.model.power_ups import in_reach
from bubbleball.model.prediction import Forecasts
from bubbleball.model.stepper.kernel import run

_ROUNDS = 60  # contacts, slides and flights after which a chain is given up
_CROWD_FRAMES = 8  # stepped before the ball's neighbours are looked at again
_CREEP = 0.6  # px; a ball that moves less than this in those frames is wedged
_PATIENT = 10_000  # frames: more than any prediction has


@inlined
def _fly_on(board: Board, chain: Chain, gravity: float) -> tuple[int, int]:
    """Fly to the next event; the status, and the shape that the ball is on then, AIR or CROWD."""
    s, plan, shapes = chain.state, chain.plan, board.shapes
    flight = Flight(s[X], s[Y], s[VX], s[VY], gravity)
    leaves = frames_to_exit(flight)
    first, what = min(leaves, plan.frames - s[FRAME]), EXIT
    for i in range(len(shapes)):
        k = meets_shape(shapes, i, flight, first)
        if k < first:
            first, what = k, i
    k = meets_shape(board.flag, 0, flight, first)
    if k < first:
        first, what = k, FLAG
    for b in range(len(board.buttons)):
        k = button_in_flight(board, chain, b, gravity, first)
        if k < first:
            first, what = k, len(shapes) + b
    hits = 0 <= what < len(shapes)
    fly(chain, gravity, int(first) if hits else max(1, math.ceil(first)))
    leave_buttons(board, chain)
    if what == EXIT:
        return (GONE if first == leaves else UNFINISHED), AIR
    if not hits:
        if what >= len(shapes):
            chain.inside[what - len(shapes)] = False  # if it was entered before, the ball left it
        status = sensed(board, chain)
        return (GOES_ON if status == PRESSED else status), AIR
    if find_near(shapes, chain) > 1:
        return GOES_ON, CROWD
    hit, nx, ny = collide(board, chain, what, gravity)
    if not hit:
        return GOES_ON, AIR
    if not count_event(chain, what):
        return UNFINISHED, what
    return GOES_ON, held(board, chain, what, gravity, nx, ny)


@inlined
def _step_on(board: Board, chain: Chain, gravity: float) -> tuple[int, int]:
    """Step with the stepper until only one shape is within reach; the status and the shape."""
    s, plan, work, shapes = chain.state, chain.plan, chain.work, board.shapes
    path, log = work.trace.path, work.trace.log
    found = 2
    while found > 1 and s[FRAME] < plan.frames:
        frame = int(s[FRAME])
        limit = min(frame + _CROWD_FRAMES, plan.frames)
        for k in range(BALL):
            work.ball[k] = s[k]
        outcome, last = run(board, work, frame, limit, _PATIENT)
        x, y, on = s[X], s[Y], True
        for k in range(frame + 1, last + 1):
            s[UP] = path[k, UP]
            step_to(chain, path[k, X], path[k, Y], path[k, VX], path[k, VY])
        pressed = NONE
        for r in range(min(work.trace.total[0], len(log))):
            if log[r, 0] == last and log[r, 1] >= len(shapes):
                pressed = log[r, 1] - len(shapes) if pressed < 0 else pressed
            elif log[r, 1] != s[BODY]:
                on = count_event(chain, log[r, 1]) and on
        for b in range(len(board.buttons)):
            chain.inside[b] = in_reach(board.buttons, b, s)
        if pressed >= 0:  # the path's last row is from before it acted
            on = press_button(board, chain, pressed) and on
        if outcome != UNFINISHED or not on:
            return outcome, CROWD
        if last - frame == _CROWD_FRAMES and abs(s[X] - x) + abs(s[Y] - y) < _CREEP:
            return RESTING, CROWD
        found = find_near(shapes, chain)
    if found == 1:
        i = work.near[0]
        touch = separation(shapes, i, s[X], s[Y])
        if touch.gap <= 0.0 and abs(s[VX] * touch.nx + s[VY] * touch.ny) <= 1e-3:
            return GOES_ON, held(board, chain, i, gravity, touch.nx, touch.ny)
    return GOES_ON, AIR


@compiled
def chain_batch(
    board: Board, chain: Chain, batch: CandidateRows, motions: Array, results: Forecasts
) -> None:
    """Go from event to event (eq. 8) up to the plan's limits, for every candidate of a batch.

    motions: candidates x 3: the Main Block's velocity and spin.
    results: the value is the closest approach to the target, px.
    """
    s, motion = chain.state, chain.plan.motion
    for c in range(len(batch.frames)):
        load_candidate(board, batch, c, s)
        for k in range(MOTION):
            motion[k] = motions[c, k]
        start_chain(board, chain, batch.frames[c])
        status, body, rounds = GOES_ON, AIR, 0
        while status == GOES_ON and rounds < _ROUNDS and s[FRAME] < chain.plan.frames:
            gravity = -board.beta[GRAVITY] if s[UP] else board.beta[GRAVITY]
            if body == AIR:
                status, body = _fly_on(board, chain, gravity)
            elif body == CROWD:
                status, body = _step_on(board, chain, gravity)
            else:
                status, body = stay_on(board, chain, body, gravity)
            rounds += 1
        results.outcome[c] = UNFINISHED if status == GOES_ON else status
        results.value[c] = s[BEST]
        results.x[c], results.y[c] = s[BEST_X], s[BEST_Y]
        results.met[c] = int(s[MET])
