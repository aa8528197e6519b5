"""Every reader of the package with small valid inputs, which `fuzz.py` damages."""

from __future__ import annotations

import json
import lzma
import struct
from collections.abc import Callable
from pathlib import Path

from bubbleball.bench.record_file import RecordFile, read_records
from bubbleball.bench.runs import RunRecord
from bubbleball.bench.sealing import sealed, unsealed
from bubbleball.bench.settings import Settings
from bubbleball.files import packs
from bubbleball.files.document import LevelFormat
from bubbleball.files.levels import dump_level, parse_level
from bubbleball.files.original.automation import parse_automation
from bubbleball.files.original.log import Setup, game_log, parse_log
from bubbleball.files.original.log_trial import trial_from_log
from bubbleball.files.original.movable_objects import parse_movables
from bubbleball.files.trial_file import dump_trial, parse_trial
from bubbleball.game.foreign.world_changes import parse_changes
from bubbleball.game.game import Game
from bubbleball.game.physics import REAL, parse_physics
from bubbleball.game.trial import Trial
from bubbleball.games import records as puzzle_records
from bubbleball.games.interphyre.bundles import read_bundle
from bubbleball.games.phyre import thrift
from bubbleball.model.belief import Belief
from bubbleball.play.belief_file import dump_belief, parse_belief
from bubbleball.play.record import SolveRecord
from bubbleball.solvers.language.replies import read_reply

Reader = Callable[[bytes], object]
Corpus = dict[str, tuple[Reader, list[bytes]]]
SMALLEST = 12  # levels, and the trials of the shortest runs among them


def corpus(folder: Path) -> Corpus:
    """The readers by what they read."""
    documents = sorted(map(packs.find, packs.names()), key=lambda each: len(dump_level(each)))
    documents = documents[:SMALLEST]
    trials = [Game(each.level).play(each.solutions[0]) for each in documents]
    trials = sorted(trials, key=lambda trial: trial.ball.size)[:3]
    log, records = _log(trials[0]), _records(folder)
    level = trials[0].level

    def read_log(data: bytes) -> object:
        return trial_from_log(parse_log(data), level)

    own = [dump_level(each).encode() for each in documents]
    original = [dump_level(each, LevelFormat.ORIGINAL).encode() for each in documents]
    return {
        "levels, our format": (parse_level, own),
        "levels, original format": (parse_level, original),
        "trials": (parse_trial, [dump_trial(trial, REAL) for trial in trials]),
        "beliefs": (parse_belief, [dump_belief(Belief.prior()).encode()]),
        "records": (_through_a_file(folder, read_records), [records]),
        "records, checksums renewed": (
            _through_a_file(folder, read_records, prepared=_sealed_again),
            [_bare(records)],
        ),
        "automate.json": (parse_automation, [_AUTOMATE]),
        "movableObjects.json": (parse_movables, [b'{"2": ["AO6G", "C5NY"]}']),
        "logs": (parse_log, [log]),
        "logs as trials": (read_log, [log]),
        "physics": (lambda data: parse_physics(_text(data)), [b"moon,restitution=0.6"]),
        "worlds": (lambda data: parse_changes(_text(data)), [b"drag=0.5,wind=-2,whole"]),
        "replies of language models": (lambda data: read_reply(_text(data), level), [_REPLY]),
        "records of other games": (
            _through_a_file(folder, puzzle_records.read_records),
            [_PUZZLE_RECORD * 3],
        ),
        "PHYRE's data": (lambda data: thrift.read(data, "a file"), [_THRIFT]),
        "Interphyre's data": (
            _through_a_file(folder, read_bundle, prepared=lzma.compress),
            [json.dumps({"entries": [{"seed": 1, "solution": [1.0, 2.0]}]}).encode()],
        ),
    }


_AUTOMATE = json.dumps(
    {
        "classicLevelNumber": 2,
        "logFile": "log.txt",
        "objectSetup": [{"unique": "a", "x": 1, "y": 2}],
    }
).encode()
_REPLY = (
    b"I would try this:\n```json\n"
    b'{"thought": "a ramp", "placements": [{"piece": "AO6G", "x": 217, "y": 247.5, "angle": 0}]}'
    b"\n```"
)
_PUZZLE_RECORD = (
    b'{"task": "00000:000", "track": "copy", "seed": 0, "attempts": 1, "made": 1, '
    b'"simulations": 20, "seconds": 0.5}\n'
)
# A struct of a number, a text and a list of structs, in Thrift's binary protocol.
_THRIFT = b"".join(
    [
        struct.pack(">bhd", 4, 1, 0.5),
        struct.pack(">bhi4s", 11, 2, 4, b"ball"),
        struct.pack(">bhbi", 15, 3, 12, 2),
        (struct.pack(">bhi", 8, 1, 7) + b"\x00") * 2,
        b"\x00",
    ]
)


def _text(data: bytes) -> str:
    return data.decode("latin-1")


def _through_a_file(
    folder: Path,
    reader: Callable[[Path], object],
    prepared: Callable[[bytes], bytes] = bytes,
) -> Reader:
    path = folder / f"{reader.__module__}.damaged"

    def read(data: bytes) -> object:
        path.write_bytes(prepared(data))
        return reader(path)

    return read


def _records(folder: Path) -> bytes:
    path = folder / "records.jsonl"
    settings = Settings(("classic",), ("random",), (0,), 10, 60.0, None, 3, "0" * 16, "0.1.0")
    with RecordFile(path, settings) as file:
        file.append_session({"command": "bubbleball bench classic"})
        file.append(
            RunRecord(n, "c", SolveRecord("classic/2", "random", n)).line() for n in range(3)
        )
    return path.read_bytes()


def _bare(lines: bytes) -> bytes:
    """The lines of a record file without their checksums."""
    return b"".join((unsealed(line) or b"") + b"\n" for line in lines.splitlines(keepends=True))


def _sealed_again(lines: bytes) -> bytes:
    return b"".join(sealed(line.decode(errors="replace")) for line in lines.splitlines())


def _log(trial: Trial) -> bytes:
    """What the original game writes of a trial."""
    pieces = {piece.id: piece for piece in trial.level.pieces}
    setups = [Setup.of(placement, pieces[placement.piece]) for placement in trial.placements]
    return game_log(2, setups, trial, REAL, steps=30).encode()
