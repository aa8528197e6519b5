"""Feed damaged input to every reader: `make fuzz SECONDS=600` writes docs/reliability.md.

Each input is a valid file of its kind with bytes flipped, cut, doubled or swapped for odd numbers
and names. A reader must return a value or raise an error of ours, in less than five seconds. Every
reader gets the same time, so those of short files get more inputs.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bubbleball.bench.effort import commit
from bubbleball.errors import BubbleBallError
from bubbleball.files.marked_part import write_part
from fuzz_corpus import Corpus, corpus

PAGE = Path(__file__).parents[1] / "docs" / "reliability.md"
SLOW = 5.0  # s for one input
SLICE = 0.5  # s that a reader gets at a time
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
            digits = [n for n in range(at, min(len(out), at + 200)) if 48 <= out[n] <= 57]
            if digits:
                spot = chance.choice(digits)
                out[spot : spot + 1] = chance.choice(ODD)
    return bytes(out)


def fuzz(readers: Corpus, seconds: float, seed: int) -> dict[str, Tally]:
    """Feed the readers in turns until the time is over."""
    chance = random.Random(seed)
    tallies = {name: Tally() for name in readers}
    until = time.monotonic() + seconds
    share = min(SLICE, seconds / len(readers))
    while time.monotonic() < until:
        for name, (reader, valid) in readers.items():
            pause = time.monotonic() + share
            while time.monotonic() < pause:
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


def section(tallies: dict[str, Tally], seconds: float) -> str:
    """The part of the page on readers."""
    rows = [
        f"| {name} | {t.inputs:,} | {t.read:,} | {t.refused:,} | {len(t.wrong)} | {t.slow} "
        f"| {t.longest:.2f} |"
        for name, t in tallies.items()
    ]
    return "\n".join(
        [
            f"{sum(t.inputs for t in tallies.values()):,} inputs, by "
            f"`make fuzz SECONDS={seconds:g}` on commit {commit()}:",
            "",
            "| reader | inputs | read | refused with a message | any other exception "
            f"| slower than {SLOW:g} s | longest, s |",
            "|---|---|---|---|---|---|---|",
            *rows,
        ]
    )


def main() -> None:
    """Feed the readers and write the page; exit code 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="of all readers together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path, default=PAGE)
    options = parser.parse_args()
    memory = Path("/dev/shm")  # some readers take a file: in memory it costs less than reading it
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        tallies = fuzz(corpus(Path(folder)), options.seconds, options.seed)
    write_part(options.output, "readers", section(tallies, options.seconds))
    wrong = [f"{name}: {each}" for name, tally in tallies.items() for each in tally.wrong]
    for line in wrong[:20]:
        sys.stdout.write(f"{line}\n")
    raise SystemExit(bool(wrong) or any(tally.slow for tally in tallies.values()))


if __name__ == "__main__":
    main()
