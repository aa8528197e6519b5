"""A trial from a log of the original game, whose numbers are whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.errors import FileFormatError, Problem
from bubbleball.files.original.log import LogLine
from bubbleball.files.original.log_frames import LogEvent, LoggedFrames, sort_log
from bubbleball.files.original.log_meetings import logged_contacts, logged_effects
from bubbleball.game.arrays import Array
from bubbleball.game.geometry import Shape, moved
from bubbleball.game.kinds import BALL_RADIUS, SCREEN_HEIGHT, SCREEN_WIDTH
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import OFF_SCREEN
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Outcome, Trial

STILL_FRAMES = 30  # frames without any change after which everything has come to rest


@dataclass(frozen=True, slots=True)
class LoggedRun:
    """A run of the original game, read from its log.

    trial: what happened.
    ended: whether the log says how the run ended.
    torn: whether the log broke off in the middle of a frame.
    notes: sentences on what was not understood.
    """

    trial: Trial
    ended: bool
    torn: bool
    notes: tuple[str, ...]


def trial_from_log(
    lines: Sequence[LogLine], level: Level, source: str = "", level_number: int | None = None
) -> LoggedRun:
    """Read a log as a trial of `level`.

    level_number: the level that the log must say was loaded; None for any.
    """
    frames = sort_log(lines, level, source)
    if level_number is not None and frames.level_number not in (level_number, None):
        what = f"is of level {frames.level_number}, not {level_number}"
        raise FileFormatError([Problem("levelLoad", what)], source)
    if not frames.traces:
        what = f"has no whole frame: no trace of the ball {level.ball.id!r}"
        raise FileFormatError([Problem("", what)], source)
    notes: tuple[str, ...] = ()
    if frames.unknown:
        notes = (f"unknown events are ignored: {', '.join(frames.unknown[:10])}",)
    return LoggedRun(_trial(level, frames), frames.end is not None, frames.torn, notes)


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    """What takes part in a run.

    placements: of the pieces that are not in the tray.
    at: scenery and placed pieces, where they stand at the start.
    parts: the same parts by id, in building order.
    movers: ids of those that can move.
    """

    placements: tuple[Placement, ...]
    at: dict[str, Part | Placement]
    parts: dict[str, Part]
    movers: tuple[str, ...]


def _scene(level: Level, frames: LoggedFrames) -> _Scene:
    pieces = {piece.id: piece for piece in level.pieces}
    setups = {setup.unique: setup for setup in frames.setups}  # the last one of a piece counts
    placements = tuple(
        setup.placement(pieces[unique])
        for unique, setup in setups.items()
        if not setup.in_tray(pieces[unique])
    )
    at: dict[str, Part | Placement] = {part.id: part for part in level.scenery}
    at |= {placement.piece: placement for placement in placements}
    parts = {part.id: part for part in level.parts if part.id in at}
    movers = tuple(
        part.id for part in parts.values() if part.kind.wooden and (part.loose or part.id in pieces)
    )
    return _Scene(placements, at, parts, movers)


def _trial(level: Level, frames: LoggedFrames) -> Trial:
    scene = _scene(level, frames)
    outcome, ball, moves = _end(frames, _ball(level, frames), _moves(scene, frames))
    touches = [t for t in frames.touches if t.part in scene.parts and t.start < len(ball)]
    solids = [touch for touch in touches if scene.parts[touch.part].kind.solid]
    entries = [touch for touch in touches if scene.parts[touch.part].kind.button]
    partners = {
        one: other
        for pair in level.teleports
        for one, other in (pair, pair[::-1])
        if other in scene.parts
    }

    def shape(part_id: str, frame: int) -> Shape:
        part, at = scene.parts[part_id], scene.at[part_id]
        x, y, angle = at.x, at.y, at.angle
        if part_id in scene.movers:
            x, y, angle = moves[frame, scene.movers.index(part_id), :3].tolist()
        return moved(part.outline, x, y, angle)

    effects = logged_effects(entries, solids, ball, scene.parts, partners)
    return Trial(
        level=level,
        placements=scene.placements,
        outcome=outcome,
        ball=ball,
        movers=scene.movers,
        moves=moves,
        contacts=logged_contacts(solids, ball, effects, scene.movers, shape),
        effects=effects,
    )


def _ball(level: Level, frames: LoggedFrames) -> Array:
    rows = frames.traces[level.ball.id]
    ball = np.zeros((len(rows) + 1, 4))
    ball[0, :2] = level.ball.x, level.ball.y
    ball[1:, :2] = rows[:, 3:5] + BALL_RADIUS
    ball[1:, 2:] = rows[:, :2]
    return ball


def _moves(scene: _Scene, frames: LoggedFrames) -> Array:
    count = len(next(iter(frames.traces.values()))) + 1
    moves = np.zeros((count, len(scene.movers), 6))
    for column, part_id in enumerate(scene.movers):
        part, at, rows = scene.parts[part_id], scene.at[part_id], frames.traces[part_id]
        moves[0, column, :3] = at.x, at.y, at.angle
        moves[1:, column, :3] = rows[:, 3:] + (part.width / 2, part.height / 2, 0.0)
        moves[1:, column, 3:] = rows[:, :3]
    return moves


def _end(frames: LoggedFrames, ball: Array, moves: Array) -> tuple[Outcome, Array, Array]:
    """How it ended; a run that came to rest is cut where nothing changes any more."""
    if frames.end is LogEvent.COMPLETE:
        return Outcome.REACHED_FLAG, ball, moves
    x, y = ball[-1, :2]
    beyond = max(-x, x - SCREEN_WIDTH, -y, y - SCREEN_HEIGHT)
    if frames.end is LogEvent.EXITED or beyond > OFF_SCREEN:
        return Outcome.LEFT_SCREEN, ball, moves
    states = np.concatenate([ball, moves.reshape(len(ball), -1)], axis=1)
    changed = np.flatnonzero((states[1:] != states[:-1]).any(axis=1))
    still_from = int(changed[-1]) + 1 if len(changed) else 0
    rates = np.concatenate([ball[-1, 2:], moves[-1, :, 3:].ravel()])
    if len(ball) - still_from <= STILL_FRAMES or rates.any():
        return Outcome.TIMED_OUT, ball, moves
    kept = still_from + STILL_FRAMES
    return Outcome.CAME_TO_REST, ball[:kept], moves[:kept]
