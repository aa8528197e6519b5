"""How far off each contact model is, against the closed form and against the game.

For each contact type random states are made by letting the ball fall on something random. The
model goes on from the recorded state just before the contact, and is compared some frames later
with the game's recording and with the closed form of the same contact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.contact import Contact, Effect
from bubbleball.game.geometry import Hull, moved
from bubbleball.game.kinds import BALL_RADIUS, Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import PIXELS_PER_METRE, POLYGON_SKIN, REAL, SECONDS_PER_STEP
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.event_states import ContactType, contact_type
from bubbleball.method.moving_block import MovingBlockSearch
from bubbleball.method.recorded_start import recorded_path
from bubbleball.method.resting import solids_of
from bubbleball.model.events.predict import EventPredictor
from bubbleball.model.events.struck import (
    BALL_VY,
    BALL_X,
    LAST,
    STRUCK,
    MovingBlocks,
    strike,
    struck_workspace,
)

AHEAD = 12  # frames after the contact at which model, closed form and game are compared
SAMPLES = 100  # random states for each contact type
TRIES = 40  # scenes for each sample wanted, of which some give no clean contact
GRAVITY = REAL.gravity * PIXELS_PER_METRE  # px/s²
FAST = 60.0  # px/s of closing speed; slower contacts do not bounce

State = tuple[float, float, float, float]  # x, y (px), vx, vy (px/s)
_EMPTY = Level(Ball(240, 120), Flag(3000, 3000), (), ())


class ContactError(NamedTuple):
    """The error of one contact model in one random state.

    closed: against the closed form. game: against the game; px and px/s.
    """

    closed: tuple[float, float]
    game: tuple[float, float]


def contact_errors(
    kind: ContactType, samples: int = SAMPLES, seed: int = 0
) -> tuple[ContactError, ...]:
    """The errors of a contact model over random states."""
    rng = np.random.default_rng([seed, *kind.encode()])
    moving = kind is ContactType.MOVING_LINE
    found = _throws(rng, samples) if moving else _contacts(kind, rng, samples)
    return tuple(islice(found, samples))


def _contacts(kind: ContactType, rng: np.random.Generator, samples: int) -> Iterator[ContactError]:
    """The errors in random scenes with a clean contact of this type."""
    for _ in range(TRIES * samples):
        error = _sample(kind, rng)
        if error is not None:
            yield error


def _sample(kind: ContactType, rng: np.random.Generator) -> ContactError | None:
    """One random scene; None if it gives no clean contact of this type."""
    level = _scene(kind, rng)
    trial = simulate(level, (), REAL)
    meetings: list[Contact | Effect] = [*trial.contacts, *trial.effects]
    meeting = min(meetings, key=lambda m: m.frame, default=None)
    if meeting is None or meeting.frame < 3:
        return None
    start = meeting.frame - 2
    end = meeting.frame + AHEAD
    if kind is ContactType.FLIGHT:
        start, end = 1, meeting.frame - 2
    others = [m.frame for m in meetings if m is not meeting]
    if end >= len(trial.ball) or min(others, default=end + 1) <= end or end <= start:
        return None
    exact = _closed_form(kind, trial, meeting, start, end)
    if exact is None:
        return None
    path = recorded_path(trial)
    prediction = EventPredictor(level).one((), REAL, start=path[start], frame=start)
    if len(prediction.path) <= end - start:
        return None
    model = prediction.path[end - start, :4]
    return ContactError(_apart(model, np.array(exact)), _apart(model, path[end, :4]))


def _apart(one: Array, other: Array) -> tuple[float, float]:
    return float(np.hypot(*(one - other)[:2])), float(np.hypot(*(one - other)[2:]))


def _scene(kind: ContactType, rng: np.random.Generator) -> Level:
    """The ball above one part of random pose."""
    x, drop = 240.0, float(rng.uniform(60.0, 150.0))
    aside, turn = float(rng.uniform(-20.0, 20.0)), float(rng.uniform(-35.0, 35.0))
    parts = {
        ContactType.FLIGHT: lambda: [Part("line", Kind.METAL, x, 300, 300, 20, angle=turn)],
        ContactType.LINE: lambda: [Part("line", Kind.METAL, x, 240, 300, 20, angle=turn)],
        ContactType.CORNER: lambda: [_corner(rng, x, turn)],
        ContactType.SPEED_UP: lambda: [Part("power", _push(rng), x, 240)],
        ContactType.SLOW_DOWN: lambda: [Part("power", Kind.SLOWDOWN, x, 240)],
        ContactType.GRAVITY: lambda: [Part("power", Kind.GRAVITY_UP, x, 240)],
        ContactType.SPRING: lambda: [Part("power", Kind.SPRING, x, 240, angle=turn)],
        ContactType.TELEPORT: lambda: [
            Part("power", Kind.TELEPORT, x, 240),
            Part("exit", Kind.TELEPORT, 400, 120),
        ],
    }[kind]()
    return Level(Ball(x + aside, 240 - 40 - drop), Flag(3000, 3000), tuple(parts), ())


def _push(rng: np.random.Generator) -> Kind:
    kinds = [kind for kind in Kind if kind.value.startswith("speedup")]
    return kinds[int(rng.integers(len(kinds)))]


def _corner(rng: np.random.Generator, x: float, turn: float) -> Part:
    if rng.random() < 0.5:
        return Part("circle", Kind.METAL, x, 250, 60, 60, form=Form.CIRCLE)
    return Part("corner", Kind.METAL, x, 250, 60, 60, angle=45 + turn / 3)


def _closed_form(
    kind: ContactType, trial: Trial, meeting: Contact | Effect, start: int, end: int
) -> State | None:
    """The state in frame `end` by the closed form of the contact, from the recorded `start`."""
    x, y, vx, vy = trial.ball[start].tolist()
    if kind is ContactType.FLIGHT:
        return _flown((x, y, vx, vy), (end - start) * SECONDS_PER_STEP, GRAVITY)
    if isinstance(meeting, Effect):
        px, py = meeting.position_after
        state = (px, py, *_power(kind, trial, meeting))
        gravity = -GRAVITY if kind is ContactType.GRAVITY else GRAVITY
        return _flown(state, (end - meeting.frame) * SECONDS_PER_STEP, gravity)
    part = next(part for part in trial.level.parts if part.id == meeting.part)
    (cx, cy), (nx, ny) = meeting.point, meeting.normal
    shape = moved(part.outline, part.x, part.y, part.angle)
    if contact_type(part, shape, cx + BALL_RADIUS * nx, cy + BALL_RADIUS * ny) is not kind:
        return None
    gap = _gap(part, kind, (nx, ny))
    seconds = _root(lambda t: gap(_flown((x, y, vx, vy), t, GRAVITY)), 3 * SECONDS_PER_STEP)
    if seconds is None:
        return None
    hx, hy, hvx, hvy = _flown((x, y, vx, vy), seconds, GRAVITY)
    closing = hvx * nx + hvy * ny
    if closing > -FAST:
        return None
    push = -(1.0 + REAL.restitution) * closing  # (eq. 11), without friction
    left = (hx, hy, hvx + push * nx, hvy + push * ny)
    return _flown(left, (end - start) * SECONDS_PER_STEP - seconds, GRAVITY)


def _flown(state: State, seconds: float, gravity: float) -> State:
    """Free flight (eq. 9), with the half step by which the engine's sums differ from the integral.

    >>> _flown((0.0, 0.0, 60.0, 0.0), 1 / 60, 60.0)[1]  # one step: g dt²
    0.016666666666666666
    """
    x, y, vx, vy = state
    half = gravity * SECONDS_PER_STEP / 2
    return (
        x + vx * seconds,
        y + (vy + half) * seconds + gravity * seconds**2 / 2,
        vx,
        (vy + gravity * seconds),
    )


def _gap(part: Part, kind: ContactType, normal: tuple[float, float]) -> Callable[[State], float]:
    """The distance between ball and part, as a function of the ball's state."""
    if part.form is Form.CIRCLE:
        return lambda s: math.hypot(s[0] - part.x, s[1] - part.y) - part.width / 2 - BALL_RADIUS
    shape = moved(part.outline, part.x, part.y, part.angle)
    assert isinstance(shape, Hull)
    corners, reach = np.array(shape.corners), BALL_RADIUS + POLYGON_SKIN
    if kind is ContactType.CORNER:
        return lambda s: float(np.hypot(*(corners - s[:2]).T).min()) - reach
    face = float((corners @ normal).max())
    return lambda s: s[0] * normal[0] + s[1] * normal[1] - face - reach


def _root(gap: Callable[[float], float], last: float) -> float | None:
    """When a gap closes within `last` seconds, by bisection."""
    low, high = 0.0, last
    if gap(low) < 0.0 or gap(high) > 0.0:
        return None
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if gap(middle) > 0.0 else (low, middle)
    return high


def _power(kind: ContactType, trial: Trial, effect: Effect) -> tuple[float, float]:
    """The velocity after a power-up by its rule (eq. 14)."""
    part = next(part for part in trial.level.parts if part.id == effect.part)
    vx, vy = effect.velocity_before
    if kind is ContactType.SLOW_DOWN:
        return vx * REAL.slowdown, vy * REAL.slowdown
    if kind is ContactType.SPRING:
        turn = math.radians(part.angle)
        ux, uy = math.sin(turn), -math.cos(turn)
        along = REAL.spring - (vx * ux + vy * uy)
        return vx + along * ux, vy + along * uy
    if kind is ContactType.SPEED_UP:
        name = part.kind.value.rpartition("-")[2]
        dx, dy = {"right": (1, 0), "left": (-1, 0), "up": (0, -1), "down": (0, 1)}[name]
        return vx + dx * REAL.speedup_speed, vy + dy * REAL.speedup_speed
    return vx, vy


def _throws(rng: np.random.Generator, samples: int) -> Iterator[ContactError]:
    """Throws by levers against the game, and single strikes against the closed form.

    A throw has several contacts one after another, for which there is no closed form.
    """
    level = Level(
        Ball(100, 120),
        Flag(3000, 3000),
        (Part("ground", Kind.GROUND, 240, 300, 480, 20),),
        (
            Part("lever", Kind.WOOD, 100, 20, 150, 25),
            Part("pin", Kind.WOOD, 250, 40, 40, 40),
            Part("hammer", Kind.WOOD, 350, 40, 50, 50),
        ),
    )
    path = recorded_path(simulate(level, (), REAL))
    search = MovingBlockSearch(level, (), path, (400.0, 200.0), REAL, rng)
    for throw in search.guesses(TRIES * samples):
        ran = search.run(throw)
        launch = next(search.launches(ran, [1.0])) if ran is not None else None
        if ran is None or launch is None:
            continue
        trial = simulate(level, ran.placements, REAL)
        if launch.last < len(trial.ball):
            model = np.array([launch.x, launch.y, launch.vx, launch.vy])
            yield ContactError(_strike(rng), _apart(model, trial.ball[launch.last, :4]))


def _strike(rng: np.random.Generator) -> tuple[float, float]:
    """The error of one strike: a line of random motion meets the falling ball from below.

    It is heavy enough (share) that the ball leaves it at once.
    """
    turn, spin = math.radians(rng.uniform(-30, 30)), float(rng.uniform(-0.5, 0.5))
    rise, fall, share = rng.uniform(200, 300), rng.uniform(50, 150), float(rng.uniform(0.9, 1.0))
    half, frames = 10.0, np.arange(60)
    seconds = frames * SECONDS_PER_STEP
    pivot = 240.0, 260.0
    poses = np.zeros((len(frames), 1, 3))
    poses[:, 0] = np.column_stack(
        [np.full(60, pivot[0]), pivot[1] - rise * seconds, turn + spin * seconds]
    )
    rates = np.tile((0.0, -rise, spin), (len(frames), 1, 1))
    outline = [[(-400.0, -half), (400.0, -half), (400.0, half), (-400.0, half)]]
    blocks = MovingBlocks(np.array(outline), np.array([4]), poses, rates, np.array([share]))
    start: State = (pivot[0] + float(rng.uniform(-60, 60)), 120.0, 0.0, fall)
    path = np.array([_flown(start, at, GRAVITY) for at in seconds])
    result = np.zeros(STRUCK)
    bounce = REAL.restitution
    strike(path, blocks, solids_of(_EMPTY, ()), GRAVITY, bounce, result, struck_workspace())
    reach = half + BALL_RADIUS + POLYGON_SKIN

    def normal(at: float) -> tuple[float, float]:
        angle = turn + spin * at
        return math.sin(angle), -math.cos(angle)

    def gap(at: float) -> float:
        x, y, *_ = _flown(start, at, GRAVITY)
        nx, ny = normal(at)
        return (x - pivot[0]) * nx + (y - pivot[1] + rise * at) * ny - reach

    met = _root(gap, float(seconds[-1]))
    assert met is not None  # the line covers the whole width
    (x, y, vx, vy), (nx, ny) = _flown(start, met, GRAVITY), normal(met)
    px = x - (reach - half) * nx - pivot[0]
    py = y - (reach - half) * ny - (pivot[1] - rise * met)
    closing = (vx + spin * py) * nx + (vy + rise - spin * px) * ny
    push = -share * (1.0 + bounce) * closing  # (eq. 12)
    end = int(result[LAST]) * SECONDS_PER_STEP
    exact = _flown((x, y, vx + push * nx, vy + push * ny), end - met, GRAVITY)
    return _apart(result[BALL_X : BALL_VY + 1], np.array(exact))
