"""The original game's log of one run: tab-separated lines, milliseconds first."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.errors import FileFormatError, Problem
from bubbleball.files.json_text import brief, number
from bubbleball.files.schema import limited
from bubbleball.game.arrays import Array
from bubbleball.game.contact import Contact
from bubbleball.game.kinds import BALL_RADIUS, BUTTON_RADIUS, TRAY_HEIGHT
from bubbleball.game.level import Part
from bubbleball.game.physics import PIXELS_PER_METRE, SECONDS_PER_STEP, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.rules import stand
from bubbleball.game.trial import Outcome, Trial

LOAD_MILLIS = 100.125  # on our clock; not a whole number, so that every time has a decimal point
START_MILLIS = 1000.125
FRAME_MILLIS = 1000 * SECONDS_PER_STEP
MAX_LOG_BYTES = 64_000_000
NUMBER = re.compile(r"-?\d{1,12}(\.\d{1,12})?", re.ASCII)  # as the game writes them
_COLLISION_LEAD = 0.375  # ms by which a frame's collisions precede its traces
_LINE_MILLIS = 0.12  # between two lines of one frame, if there is room
_TRACES_MILLIS = 8.0  # room for the traces of one frame

_Events = list[tuple[str, tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log.

    millis: since the game was started.
    event: `trace`, `collisionStart` and so on.
    values: what follows, as text.
    """

    millis: float
    event: str
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        time = f"{self.millis:.3f}".rstrip("0").rstrip(".")
        return "\t".join((time, self.event, *self.values))


@dataclass(frozen=True, slots=True)
class Setup:
    """One entry of `objectSetup`.

    unique: id of the piece.
    x, y: top-left corner of its unturned box, px.
    r: degrees clockwise about the box's centre.
    """

    unique: str
    x: float
    y: float
    r: float

    def placement(self, piece: Part) -> Placement:
        """The placement, whose position is the centre."""
        return Placement(self.unique, self.x + piece.width / 2, self.y + piece.height / 2, self.r)

    def in_tray(self, piece: Part) -> bool:
        """Whether the piece lies wholly in the tray, where it takes no part."""
        _, _, _, bottom = stand(piece, self.placement(piece)).box
        return bottom <= TRAY_HEIGHT

    @classmethod
    def of(cls, placement: Placement, piece: Part) -> Setup:
        """The setup of a placement, in the whole numbers that the real game takes."""
        return cls(
            placement.piece,
            whole(placement.x - piece.width / 2),
            whole(placement.y - piece.height / 2),
            whole(placement.angle),
        )


def game_log(
    level_number: int,
    setups: Sequence[Setup],
    trial: Trial,
    physics: Physics,
    *,
    steps: int,
    log_exit: bool = True,
) -> str:
    """The log that the original game would write of a trial; the clock is ours.

    steps: frames to trace at most; a trial that came to rest is traced until then.
    log_exit: whether a ball that leaves the screen is logged as `ballsExitedScreen`.
    """
    lines = [LogLine(LOAD_MILLIS, "levelLoad", (str(level_number),))]
    for index, setup in enumerate(setups):
        pose = (str(number(value)) for value in (setup.x, setup.y, setup.r))
        lines.append(LogLine(LOAD_MILLIS + 1 + index, "objectSetup", (setup.unique, *pose)))
    lines.append(LogLine(START_MILLIS, "levelStart"))
    found = touches(trial, physics)
    events = _collisions(found, trial.level.ball.id)
    pieces = {piece.id: piece for piece in trial.level.pieces}
    placed = {setup.unique: setup.placement(pieces[setup.unique]) for setup in setups}
    last = steps if trial.outcome is Outcome.CAME_TO_REST else min(steps, trial.steps)
    for frame in range(1, last + 1):
        lines += _spread(frame, events.get(frame, []), lead=_COLLISION_LEAD)
        lines += _spread(frame, _traces(trial, placed, min(frame, trial.steps)))
    lines += _spread(last + 1, _ending(trial, found, log_exit))
    return "\n".join(map(str, lines))


def _spread(frame: int, events: _Events, lead: float = 0.0) -> Iterator[LogLine]:
    """Lines of one frame, slightly apart in time; `lead` ms before it."""
    apart = min(_LINE_MILLIS, (lead or _TRACES_MILLIS) / max(1, len(events)))
    for index, (event, values) in enumerate(events):
        at = START_MILLIS + frame * FRAME_MILLIS - lead + index * apart
        yield LogLine(at, event, values)


def _traces(trial: Trial, placed: Mapping[str, Placement], frame: int) -> _Events:
    """One line each for the ball, the pieces, and wood of the scenery that can move."""
    x, y, vx, vy = trial.ball[frame]
    radius = BALL_RADIUS
    rows = [(trial.level.ball.id, (vx, vy, 0.0, x - radius, y - radius, 0.0))]
    for piece in (*trial.level.pieces, *(part for part in trial.level.scenery if part.loose)):
        at = placed.get(piece.id, piece)
        x, y, angle, vx, vy, spin = at.x, at.y, at.angle, 0.0, 0.0, 0.0
        if piece.id in trial.movers:
            x, y, angle, vx, vy, spin = trial.moves[frame, trial.movers.index(piece.id)]
        corner = (x - piece.width / 2, y - piece.height / 2)
        rows.append((piece.id, (vx, vy, spin, *corner, angle)))
    return [
        ("trace", (part_id, *(str(whole(value)) for value in values))) for part_id, values in rows
    ]


def whole(value: float) -> int:
    """Round to the nearest whole number, halves away from zero, as the real log does."""
    return int(math.copysign(math.floor(abs(value) + 0.5), value))


@dataclass(frozen=True, slots=True)
class LoggedTouch:
    """One contact of the ball with a part: its first frame, and the first after it (None: none)."""

    part: str
    start: int
    end: int | None


def touches(trial: Trial, physics: Physics) -> list[LoggedTouch]:
    """Every touch of a solid or a power-up, the newest first."""
    free = _free_frames(trial, physics)
    found = [LoggedTouch(c.part, c.frame, _parted(c, free)) for c in trial.contacts]
    placed = {placement.piece: placement for placement in trial.placements}
    for part in trial.level.parts:
        at = placed.get(part.id, part)
        if part.kind.button and (part in trial.level.scenery or part.id in placed):
            found += _entries(part.id, at.x, at.y, trial.ball)
    return sorted(found, key=lambda touch: touch.start, reverse=True)


def _parted(contact: Contact, free: Sequence[bool]) -> int | None:
    """When a contact ends in the log: with the last push.

    Box2D ends it when the skins part. At a corner that can be a frame later: in the real log the
    ball leaves AO6G on frame 134, on which it already falls freely, though the skins part on 135.
    """
    end = contact.until
    while end is not None and end - 1 > contact.frame and free[end - 1]:
        end -= 1
    return end


def _free_frames(trial: Trial, physics: Physics) -> Sequence[bool]:
    """For each frame, whether gravity alone has changed the ball's velocity since the last."""
    before = trial.ball[:-1, 2:].copy()
    down = np.ones(len(before))
    for effect in trial.effects:
        before[effect.frame : effect.frame + 1] = effect.velocity_after
        down[effect.frame :] = -1.0 if effect.gravity_up else 1.0
    gain = trial.ball[1:, 2:] - before
    gain[:, 1] -= down * physics.gravity * PIXELS_PER_METRE * SECONDS_PER_STEP
    free: list[bool] = (np.abs(gain).max(axis=1) < 1e-3).tolist()
    return [False, *free]


def _entries(part_id: str, x: float, y: float, ball: Array) -> Iterator[LoggedTouch]:
    """Stays of the ball in a power-up, which the engine, as with the flag, reports a frame late."""
    inside = np.hypot(ball[:, 0] - x, ball[:, 1] - y) < BALL_RADIUS + BUTTON_RADIUS
    changes = np.flatnonzero(np.diff(inside.astype(int), prepend=0)) + 1
    for index in range(0, len(changes), 2):
        end = int(changes[index + 1]) if index + 1 < len(changes) else None
        yield LoggedTouch(part_id, int(changes[index]), end)


def _collisions(found: Iterable[LoggedTouch], ball: str) -> dict[int, _Events]:
    """Per frame, the touches that begin or end on it, the newest touch first."""
    events: dict[int, _Events] = {}
    for touch in found:
        events.setdefault(touch.start, []).append(("collisionStart", (touch.part, ball)))
        if touch.end is not None:
            events.setdefault(touch.end, []).append(("collisionEnd", (touch.part, ball)))
    return events


def _ending(trial: Trial, found: Iterable[LoggedTouch], log_exit: bool) -> _Events:
    """The lines after the last frame: the goal or the exit, and the ends of the open contacts."""
    ball, flag = trial.level.ball.id, trial.level.flag.id
    still = [
        ("collisionEnd", (touch.part, ball))
        for touch in found
        if touch.start <= trial.steps and (touch.end is None or touch.end > trial.steps)
    ]
    if trial.outcome is Outcome.REACHED_FLAG:
        start, end = ("collisionStart", (flag, ball)), ("collisionEnd", (flag, ball))
        return [start, ("levelComplete", ()), end, *still]
    if trial.outcome is Outcome.LEFT_SCREEN and log_exit:
        return [("ballsExitedScreen", ()), *still]
    return []


def parse_log(text: str | bytes, source: str = "") -> tuple[LogLine, ...]:
    """Read a log of the original game, or of ours; unknown events are kept."""
    if len(text) > MAX_LOG_BYTES:
        what = f"is {len(text)} bytes long; at most {MAX_LOG_BYTES} are read"
        raise FileFormatError([Problem("", what)], source)
    try:
        text = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError as fault:
        what = f"is not text in UTF-8: byte {fault.object[fault.start]:#04x} at {fault.start}"
        raise FileFormatError([Problem("", what)], source) from None
    problems, lines = [], []
    for index, row in enumerate(text.removesuffix("\n").split("\n") if text else (), start=1):
        time, *words = row.removesuffix("\r").split("\t")
        if not (NUMBER.fullmatch(time) and words and words[0].isalpha()):
            what = f"{brief(row)} is not a time in ms and an event, separated by tabs"
            problems.append(Problem(f"line {index}", what))
        else:
            lines.append(LogLine(float(time), words[0], tuple(words[1:])))
    if problems:
        raise FileFormatError(limited(problems), source)
    return tuple(lines)
