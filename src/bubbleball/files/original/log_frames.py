"""The lines of a log sorted into frames: what was traced, and what the ball touched.

A frame begins with the ball's trace. Collisions come before the traces of the frame that they
belong to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial

import numpy as np

from bubbleball.errors import FileFormatError, Problem, did_you_mean
from bubbleball.files.original.log import NUMBER, LoggedTouch, LogLine, Setup
from bubbleball.files.schema import limited
from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.game.placement import MAX_POSE

MAX_FRAMES = 100_000
MAX_RATE = 1e9  # px/s or degrees/s; a faster trace is an error


class LogEvent(StrEnum):
    """The known events of a log."""

    LOAD = "levelLoad"
    SETUP = "objectSetup"
    START = "levelStart"
    TRACE = "trace"
    TOUCH = "collisionStart"
    PART = "collisionEnd"
    COMPLETE = "levelComplete"
    EXITED = "ballsExitedScreen"


_VALUES = {
    LogEvent.LOAD: 1,
    LogEvent.SETUP: 4,
    LogEvent.TRACE: 7,
    LogEvent.TOUCH: 2,
    LogEvent.PART: 2,
}
ENDS = (LogEvent.COMPLETE, LogEvent.EXITED)


@dataclass(frozen=True, slots=True, eq=False)
class LoggedFrames:
    """A log, sorted.

    level_number: the level that it says was loaded; None if it does not say.
    setups: what was placed.
    traces: for every traced id, frames x 6: velocity x, y, turn, then x, y of the corner, rotation;
        only whole frames are kept.
    touches: of the ball, in order of time; ids are the level's.
    end: the event that ended the run; None if the log just stops.
    torn: whether the log breaks off within a frame, which is left out, or within a line.
    unknown: names of unknown events.
    """

    level_number: int | None
    setups: tuple[Setup, ...]
    traces: dict[str, Array]
    touches: tuple[LoggedTouch, ...]
    end: LogEvent | None
    torn: bool
    unknown: tuple[str, ...]


@dataclass(slots=True)
class _Sorting:
    """What has been read so far."""

    level: Level
    traced: tuple[str, ...]
    number: int | None = None
    setups: list[Setup] = field(default_factory=list)
    frames: list[dict[str, tuple[float, ...]]] = field(default_factory=list)
    touches: list[LoggedTouch] = field(default_factory=list)
    open: dict[str, int] = field(default_factory=dict)
    end: LogEvent | None = None
    unknown: dict[str, None] = field(default_factory=dict)

    def take(self, line: LogLine) -> str | None:
        """Sort one line in; return what is wrong with it."""
        try:
            event = LogEvent(line.event)
        except ValueError:
            self.unknown[line.event] = None
            return None
        values, wanted = line.values, _VALUES.get(event, 0)
        if len(values) != wanted:
            return f"{event} has {len(values)} values; it must have {wanted}"
        if event in ENDS:
            self.end = self.end or event
        takers: dict[LogEvent, Callable[..., str | None]] = {
            LogEvent.LOAD: self._load,
            LogEvent.SETUP: self._setup,
            LogEvent.TRACE: self._trace,
            LogEvent.TOUCH: partial(self._collision, began=True),
            LogEvent.PART: partial(self._collision, began=False),
        }
        return takers[event](*values) if event in takers else None

    def _load(self, text: str) -> str | None:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            return f"{text!r:.60} is not the number of a level"
        self.number = int(text)
        return None

    def _setup(self, unique: str, *pose: str) -> str | None:
        if self.level.piece(unique) is None:
            return _no_part(unique, [piece.id for piece in self.level.pieces])
        if not all(map(NUMBER.fullmatch, pose)):
            return f"{' '.join(pose)!r:.60} is not x, y and rotation"
        x, y, r = map(float, pose)
        if max(abs(x), abs(y), abs(r)) > MAX_POSE:
            return f"{' '.join(pose)!r:.60} is no pose in px and degrees"
        self.setups.append(Setup(unique, x, y, r))
        return None

    def _trace(self, unique: str, *values: str) -> str | None:
        if unique not in self.traced:
            return _no_part(unique, self.traced)
        state = tuple(map(float, values)) if all(map(NUMBER.fullmatch, values)) else (math.inf,)
        if max(map(abs, state[:3])) > MAX_RATE or max(map(abs, state[3:])) > MAX_POSE:
            return f"{' '.join(values)!r:.60} is not a motion in px and degrees: six numbers"
        if unique == self.traced[0]:
            if len(self.frames) == MAX_FRAMES:
                return f"more than {MAX_FRAMES} frames; no run lasts as long"
            self.frames.append({})
        if not self.frames:
            return f"the trace of {unique!r} comes before the first of the ball {self.traced[0]!r}"
        if unique in self.frames[-1]:
            return f"{unique!r} is traced twice in frame {len(self.frames)}"
        self.frames[-1][unique] = state
        return None

    def _collision(self, *ids: str, began: bool) -> str | None:
        known = {part.id for part in self.level.parts} | {self.level.ball.id, self.level.flag.id}
        for unique in ids:
            if unique not in known:
                return _no_part(unique, sorted(known))
        if self.level.ball.id not in ids or ids[0] == ids[1]:
            return None  # two parts of the level, which a trial does not hold
        part = ids[0] if ids[1] == self.level.ball.id else ids[1]
        frame = len(self.frames) + 1
        if part in self.open:
            self.touches.append(LoggedTouch(part, self.open.pop(part), frame))
        if began:
            self.open[part] = frame
        return None


def sort_log(lines: Sequence[LogLine], level: Level, source: str = "") -> LoggedFrames:
    """Sort a log of `level` into frames; every fault in it makes one FileFormatError."""
    loose = [part.id for part in level.scenery if part.loose]
    traced = (level.ball.id, *(piece.id for piece in level.pieces), *loose)
    found = _Sorting(level, traced)
    problems = [
        Problem(f"line {number}", wrong)
        for number, line in enumerate(lines, start=1)
        if (wrong := found.take(line)) is not None
    ]
    half = bool(found.frames) and len(found.frames[-1]) < len(found.frames[0])
    whole = found.frames[:-1] if half else found.frames
    cut = found.end is None and bool(lines) and lines[-1].event in found.unknown
    problems += [] if problems else _gaps(whole, [level.ball.id, *_moving(found)])
    if problems:
        raise FileFormatError(limited(problems), source)
    touches = [*found.touches, *(LoggedTouch(part, at, None) for part, at in found.open.items())]
    return LoggedFrames(
        level_number=found.number,
        setups=tuple(found.setups),
        traces={
            unique: np.array([frame[unique] for frame in whole], np.float64).reshape(-1, 6)
            for unique in (whole[0] if whole else ())
        },
        touches=tuple(sorted(touches, key=lambda touch: touch.start)),
        end=found.end,
        torn=half or cut,
        unknown=tuple(found.unknown),
    )


def _moving(found: _Sorting) -> list[str]:
    """Ids of the wood that takes part, which must be traced in every frame."""
    placed = {setup.unique for setup in found.setups}
    return [
        part.id
        for part in found.level.parts
        if part.kind.wooden and (part.id in placed or part.loose)
    ]


def _gaps(
    frames: Sequence[dict[str, tuple[float, ...]]], wanted: Sequence[str]
) -> Iterator[Problem]:
    """Frames that do not trace what the first one does, or what must be traced."""
    for number, frame in enumerate(frames, start=1):
        for unique in (unique for unique in wanted if unique not in frame):
            yield Problem(f"frame {number}", f"there is no trace of {unique!r}")
        if frame.keys() != frames[0].keys():
            yield Problem(f"frame {number}", "does not trace the same as the first frame")


def _no_part(unique: str, known: Sequence[str]) -> str:
    names = ", ".join(known) or "none"
    return f"the level has no {unique!r:.60}{did_you_mean(unique, known)} known: {names}"
