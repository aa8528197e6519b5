"""The drop-in: do what the original game's executable does in its folder.

The real game writes a log after every call, whatever the placement, and so does `run`: a piece in
the tray takes no part, and everything else is simulated as asked.
"""

from __future__ import annotations

import math
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bubbleball.errors import FileFormatError, PlacementError, Problem
from bubbleball.files.disk import write_bytes
from bubbleball.files.original.automation import (
    EXECUTABLE,
    Automation,
    game_level,
    log_path,
    read_automation,
)
from bubbleball.files.original.log import Setup, game_log
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL, STEPS_PER_SECOND, TIME_LIMIT, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.rules import breaches, check_placements
from bubbleball.game.trial import Trial
from bubbleball.game.world import World


@dataclass(frozen=True, slots=True)
class AutomationRun:
    """One run in place of the real game.

    trial: what happened.
    log: path of the log that was written.
    notes: sentences on what differs from the request, and on the rules that it breaks.
    """

    trial: Trial
    log: Path
    notes: tuple[str, ...]


def run(folder: str | Path, physics: Physics = REAL, *, strict: bool = False) -> AutomationRun:
    """Play what `automate.json` in `folder` asks for, and write the log.

    Nothing is written or removed before everything has been checked.
    strict: whether a placement that breaks a rule is an error; then no log is left, not even that
        of an earlier run.
    """
    folder = Path(folder)
    automation = read_automation(folder)
    log = log_path(folder, automation.log_file)
    level, notes = game_level(folder, automation.level)
    notes += _limits(automation)
    if strict:
        setups = automation.setups
        try:
            placements = _legal(level, setups)
        except PlacementError:
            log.unlink(missing_ok=True)
            raise
    else:
        setups, placements, breached = _as_asked(level, automation.setups)
        notes += breached
    steps = math.floor(min(automation.timeout, TIME_LIMIT) * STEPS_PER_SECOND + 1e-6)
    world = World(level, placements, physics)
    world.advance(steps)
    trial = world.trial()
    text = game_log(
        automation.level, setups, trial, physics, steps=steps, log_exit=automation.stop_on_exit
    )
    write_bytes(log, text.encode())
    return AutomationRun(trial, log, notes)


def _limits(automation: Automation) -> tuple[str, ...]:
    """What is requested but not supported."""
    notes = []
    if automation.timeout > TIME_LIMIT:
        asked = f"timeoutMillis asks for {automation.timeout:g} s"
        notes.append(f"{asked}; a trial lasts at most {TIME_LIMIT:g} s")
    if automation.screenshots:
        notes.append("enableScreenshots is not supported: no pictures are taken")
    return tuple(notes)


def _legal(level: Level, setups: Sequence[Setup]) -> tuple[Placement, ...]:
    known = {piece.id: piece for piece in level.pieces}
    absent = [setup.unique for setup in setups if setup.unique not in known]
    if absent:
        ids = ", ".join(known) or "none"
        raise PlacementError(f"no piece {', '.join(map(repr, absent))}; the level's pieces: {ids}")
    placements = tuple(setup.placement(known[setup.unique]) for setup in setups)
    check_placements(level, placements)
    return placements


def _as_asked(
    level: Level, setups: Sequence[Setup]
) -> tuple[tuple[Setup, ...], tuple[Placement, ...], tuple[str, ...]]:
    """The setups of known pieces, the placements that take part, and a note on every breach."""
    pieces = {piece.id: piece for piece in level.pieces}
    last = {setup.unique: setup for setup in setups}
    notes = [
        f"no piece {unique!r}, so it is left out; the level's pieces: {', '.join(pieces) or 'none'}"
        for unique in last
        if unique not in pieces
    ]
    for unique in last:
        count = [setup.unique for setup in setups].count(unique)
        if count > 1 and unique in pieces:
            notes.append(f"piece {unique!r} is placed {count} times; the last one counts")
    known = tuple(setup for setup in last.values() if setup.unique in pieces)
    placements = tuple(
        setup.placement(pieces[setup.unique])
        for setup in known
        if not setup.in_tray(pieces[setup.unique])
    )
    notes += [f"{breach}; played as asked" for breach in breaches(level, placements)]
    return known, placements, tuple(notes)


def install_script(folder: str | Path, *, force: bool = False, options: Sequence[str] = ()) -> Path:
    """Write a script that replaces the real executable; it runs this Python.

    options: further options of `bubbleball automate`.
    """
    path = Path(folder) / EXECUTABLE
    command = shlex.join([sys.executable, "-m", "bubbleball", "automate", *options])
    content = f'#!/bin/sh\nexec {command} "$(dirname -- "$0")"\n'.encode()
    if path.exists() and not force and path.read_bytes() != content:
        raise FileFormatError(
            [Problem("", "exists and is another file; --force replaces it")], str(path)
        )
    write_bytes(path, content)
    path.chmod(0o755)
    return path
