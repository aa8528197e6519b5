"""Feed damaged input to every reader: `make fuzz SECONDS=600` writes docs/reliability.md.

Each input is a valid file of its kind with bytes flipped, cut, doubled or swapped for odd numbers
and names. A reader must return a value or raise an error of ours, in less than five seconds. The
second part plays random trials on odd but legal levels, each twice, and looks for numbers that are
not finite, for other bits, and for the longest trial.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bubbleball.bench.record_file import RecordFile, read_records
from bubbleball.bench.runs import RunRecord
from bubbleball.bench.settings import Settings
from bubbleball.errors import BubbleBallError
from bubbleball.files import packs
from bubbleball.files.document import LevelFormat
from bubbleball.files.levels import dump_level, parse_level
from bubbleball.files.original.automation import parse_automation
from bubbleball.files.original.log import parse_log
from bubbleball.files.original.movable_objects import parse_movables
from bubbleball.files.trial_file import dump_trial, parse_trial
from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL, parse_physics
from bubbleball.game.placing import Placer
from bubbleball.model.belief import Belief
from bubbleball.play.belief_file import dump_belief, parse_belief
from bubbleball.play.record import SolveRecord

PAGE = Path(__file__).parents[1] / "docs" / "reliability.md"
SLOW = 5.0  # s for one input
ODD = (
    b"NaN",
    b"1e999",
    b"-1",
    b"1" + b"0" * 400,
    b"null",
    b"[]",
    b"{}",
    b'"\\ud800"',
    b"true",
    b"\x00",
)


@dataclass
class Tally:
    """What a reader did: inputs, values returned, errors of ours, anything else, slow ones."""

    inputs: int = 0
    read: int = 0
    refused: int = 0
    wrong: list[str] = field(default_factory=list)
    slow: int = 0
    longest: float = 0.0


def corpus(folder: Path) -> dict[str, tuple[Callable[[bytes], object], list[bytes]]]:
    """Every reader with valid inputs."""
    documents = [packs.find(name) for name in packs.names()[::7]]
    trial = Game(packs.load_level("21")).play(packs.find("21").solutions[0])
    records = folder / "records.jsonl"
    settings = Settings(("classic",), ("random",), (0,), 10, 60.0, None, 3, "0" * 16, "0.1.0")
    with RecordFile(records, settings) as file:
        file.append_session({"command": "bubbleball bench classic"})
        file.append(
            RunRecord(n, "c", SolveRecord("classic/2", "random", n)).line() for n in range(3)
        )

    def read_record_file(data: bytes) -> object:
        path = folder / "damaged.jsonl"
        path.write_bytes(data)
        return read_records(path)

    automate = {
        "classicLevelNumber": 2,
        "logFile": "log.txt",
        "objectSetup": [{"unique": "a", "x": 1, "y": 2}],
    }
    return {
        "levels, our format": (parse_level, [dump_level(each).encode() for each in documents]),
        "levels, original format": (
            parse_level,
            [dump_level(each, LevelFormat.ORIGINAL).encode() for each in documents],
        ),
        "trials": (parse_trial, [dump_trial(trial, REAL)[:20000], dump_trial(trial, REAL)]),
        "beliefs": (parse_belief, [dump_belief(Belief.prior()).encode()]),
        "records": (read_record_file, [records.read_bytes()]),
        "automate.json": (parse_automation, [json.dumps(automate).encode()]),
        "movableObjects.json": (parse_movables, [b'{"2": ["AO6G", "C5NY"]}']),
        "logs": (parse_log, [b'{"frame": 1, "event": "x", "x": 1, "y": 2}\n' * 3]),
        "physics": (lambda data: parse_physics(data.decode("latin-1")), [b"moon,restitution=0.6"]),
    }


def damaged(data: bytes, chance: random.Random) -> bytes:
    """The data with one to four mistakes."""
    out = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(out) + 1)
        end = min(len(out), at + chance.choice((1, 1, 2, 8, 40)))
        kind = chance.randrange(6)
        if kind == 0 and at < len(out):
            out[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del out[at:end]
        elif kind == 2:
            out[at:at] = out[at:end]
        elif kind == 3:
            out[at:end] = chance.choice(ODD)
        elif kind == 4:
            out[at:end] = chance.randbytes(end - at)
        else:
            digits = [n for n, sign in enumerate(out) if chr(sign).isdigit()]
            if digits:
                spot = chance.choice(digits)
                out[spot : spot + 1] = chance.choice(ODD)
    return bytes(out)


def fuzz(seconds: float, seed: int) -> dict[str, Tally]:
    """Feed the readers in turns until the time is over."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        readers = corpus(Path(folder))
        tallies = {name: Tally() for name in readers}
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for name, (reader, valid) in readers.items():
                for _ in range(20):
                    feed(reader, damaged(chance.choice(valid), chance), tallies[name])
    return tallies


def feed(reader: Callable[[bytes], object], data: bytes, tally: Tally) -> None:
    """One input."""
    began = time.process_time()
    tally.inputs += 1
    try:
        reader(data)
        tally.read += 1
    except BubbleBallError:
        tally.refused += 1
    except Exception as error:
        tally.wrong.append(f"{type(error).__name__}: {error!s:.60} for {data[:80]!r}")
    spent = time.process_time() - began
    tally.longest = max(tally.longest, spent)
    tally.slow += spent > SLOW


def odd_level(chance: np.random.Generator) -> Level:
    """A legal level that nobody would make."""
    count = int(chance.choice((0, 3, 12, 40, 150, 500), p=(0.2, 0.3, 0.3, 0.16, 0.03, 0.01)))
    solids = (Kind.WOOD, Kind.METAL, Kind.GROUND)
    parts = []
    for number in range(count):
        kind = solids[chance.integers(3)]
        x, y = chance.uniform((-50, 0), (530, 360)).tolist()
        width, height, angle = chance.uniform((1, 1, 0), (120, 120, 360)).tolist()
        loose = kind is Kind.WOOD and bool(chance.integers(2))
        parts.append(Part(f"p{number}", kind, x, y, width, height, angle, loose=loose))
    pieces = (
        Part("m", Kind.METAL, 60, 30, 100, 20),
        Part("w", Kind.WOOD, 200, 30, 60, 20),
        Part("s", Kind.SPRING, 300, 30),
    )
    x, y, u, v = chance.uniform((0, 0, 20, 90), (480, 300, 460, 290)).tolist()
    return Level(Ball(x, y), Flag(u, v), scenery=tuple(parts), pieces=pieces)


def odd_trials(seconds: float, seed: int) -> dict[str, float]:
    """Play random placements of odd levels, each twice."""
    chance = np.random.default_rng(seed)
    found = {"trials": 0.0, "not finite": 0.0, "other bits": 0.0, "longest s": 0.0}
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        level = odd_level(chance)
        placer = Placer(level)
        for _ in range(4):
            placements = placer.draw(chance)
            began = time.process_time()
            trial = Game(level).play(placements)
            found["longest s"] = max(found["longest s"], time.process_time() - began)
            found["trials"] += 2
            finite = np.isfinite(trial.ball).all() and np.isfinite(trial.moves).all()
            found["not finite"] += not finite
            found["other bits"] += finite and Game(level).play(placements) != trial
    return found


def page(tallies: dict[str, Tally], trials: dict[str, float], seconds: float) -> str:
    """The page."""
    rows = [
        f"| {name} | {t.inputs:,} | {t.read:,} | {t.refused:,} | {len(t.wrong)} | {t.slow} "
        f"| {t.longest:.2f} |"
        for name, t in tallies.items()
    ]
    total = sum(t.inputs for t in tallies.values())
    return "\n".join(
        [
            "# Reliability",
            "",
            f"Written by `make fuzz SECONDS={seconds:g}`. Tests cover the rest: solvers that",
            "misbehave and records with flipped bits (`tests/bench`), clients that vanish or send",
            "half a request (`tests/web`), other surroundings (`tests/anywhere`).",
            "",
            f"## Readers: {total:,} damaged inputs",
            "",
            "| reader | inputs | read | refused with a message | any other exception "
            "| slower than 5 s | longest, s |",
            "|---|---|---|---|---|---|---|",
            *rows,
            "",
            f"## Trials on odd but legal levels: {trials['trials']:,.0f}",
            "",
            "Levels of 0 to 500 random parts that overlap as they like, and random placements,",
            "each played twice.",
            "",
            "| what | found |",
            "|---|---|",
            f"| numbers that are not finite | {trials['not finite']:.0f} |",
            f"| other bits in the second run | {trials['other bits']:.0f} |",
            f"| longest trial, s of a processor | {trials['longest s']:.2f} |",
            "",
        ]
    )


def main() -> None:
    """Run both parts and write the page; exit code 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="for each of the two parts half"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path, default=PAGE)
    options = parser.parse_args()
    tallies = fuzz(options.seconds / 2, options.seed)
    trials = odd_trials(options.seconds / 2, options.seed)
    options.output.write_text(page(tallies, trials, options.seconds), encoding="utf-8")
    wrong = [f"{name}: {each}" for name, tally in tallies.items() for each in tally.wrong]
    for line in wrong[:20]:
        sys.stdout.write(f"{line}\n")
    bad = (
        wrong
        or any(t.slow for t in tallies.values())
        or trials["not finite"]
        or trials["other bits"]
    )
    raise SystemExit(bool(bad))


if __name__ == "__main__":
    main()
