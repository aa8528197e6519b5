"""Answers of a worker process are checked here: a solver is not trusted to report on itself."""

from __future__ import annotations

import json
from dataclasses import replace

from bubbleball.bench.runs import Run, RunRecord, unsolved
from bubbleball.errors import BubbleBallError, FileFormatError, Problem
from bubbleball.game.foreign.foreign_game import ForeignGame
from bubbleball.game.game import Game
from bubbleball.game.physics import REAL, parse_physics
from bubbleball.play.record import SolveRecord

MAX_ANSWER = 1 << 20  # bytes of a record line; the largest seen is below 20 kB
UNPROVEN = "it was reported as solved, but its placements do not reach the flag"


def checked_answer(run: Run, line: bytes) -> RunRecord:
    """The record of a run as its worker sent it; anything else raises a FileFormatError."""
    try:
        record = RunRecord.from_json(json.loads(line))
    except (ValueError, RecursionError) as error:
        raise FileFormatError([Problem("", f"not a record: {error!r:.80}")]) from None
    if wrong := differences(run, record):
        raise FileFormatError([Problem(", ".join(wrong), "it is the record of another run")])
    if not 0 <= record.solve.trials <= run.max_trials:
        what = f"{record.solve.trials} of at most {run.max_trials}"
        raise FileFormatError([Problem("trials", what)])
    if record.solve.solved and record.solve.plays != record.solve.trials + 1:
        what = f"{record.solve.plays}; a solve has one more than trials, the empty run"
        raise FileFormatError([Problem("plays", what)])
    return record


def differences(run: Run, record: RunRecord) -> list[str]:
    """The fields of a record that do not match the run; none if it is the run's own."""
    wanted = unsolved(run)
    names = ("level", "solver", "seed", "physics", "world")
    wrong = [name for name in names if getattr(record.solve, name) != getattr(wanted, name)]
    places = {"number": run.number, "suite": run.item.suite}
    return wrong + [name for name, value in places.items() if getattr(record, name) != value]


def verified(run: Run, record: RunRecord) -> RunRecord:
    """The record, unless it claims a solution that the game does not confirm."""
    if not record.solve.solved or _reaches_the_flag(run, record.solve):
        return record
    solve = replace(record.solve, solved=False, error=UNPROVEN, reason=UNPROVEN, ended=UNPROVEN)
    return replace(record, solve=solve)


def _reaches_the_flag(run: Run, solve: SolveRecord) -> bool:
    """Play the placements again, here, in a game that the solver has not touched."""
    item = run.item
    physics = REAL if item.physics is None else parse_physics(item.physics)
    try:
        if item.world is None:
            return Game(item.level, physics).play(solve.placements).solved
        # The empty run is trial 0, and the last run of the game is the one that counts.
        trial = max(0, solve.plays - 1)
        game = ForeignGame(item.level, item.world, physics, seed=run.seed, trial=trial)
        return game.play(solve.placements).solved
    except BubbleBallError:
        return False
