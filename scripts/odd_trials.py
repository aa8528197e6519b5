"""Play trials on odd but legal levels: `make odd TRIALS=30000` writes docs/reliability.md.

Every placement is played twice, and a third time in another process with another hash seed and
other trials before it. Looked for are numbers that are not finite, other bits, and the longest
trial. A crash ends the command before it writes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from bubbleball.files.marked_part import write_part
from bubbleball.game.game import Game
from bubbleball.game.geometry import Box
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part, pair_teleports
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Trial

PAGE = Path(__file__).parents[1] / "docs" / "reliability.md"
EACH = 10  # placements on one level
TIMES = 3  # that a placement is played
LIMIT = 2.0  # s of a processor for one trial
COUNTS, SHARES = (0, 3, 12, 40, 150, 500), (0.2, 0.3, 0.3, 0.16, 0.03, 0.01)  # parts of a level
SOLIDS = (Kind.WOOD, Kind.METAL, Kind.GROUND)
BUTTONS = tuple(kind for kind in Kind if kind.button)


def odd_level(number: int) -> Level:
    """A legal level that nobody would make."""
    chance = np.random.default_rng([number, 0])
    count = int(chance.choice(COUNTS, p=SHARES))
    left, top = chance.uniform((-50, 0), (400, 250)).tolist()
    box = (-50.0, 0.0, 530.0, 360.0) if chance.random() < 0.8 else (left, top, left + 80, top + 80)
    scenery = tuple(_part(chance, f"p{n}", box) for n in range(count))
    pieces = (
        Part("m", Kind.METAL, 60, 30, 100, 20),
        Part("w", Kind.WOOD, 200, 30, 60, 20),
        Part("s", Kind.SPRING, 300, 30),
    )
    x, y, u, v = chance.uniform((0, 0, 20, 90), (480, 300, 460, 290)).tolist()
    return Level(
        Ball(x, y),
        Flag(u, v),
        scenery=scenery,
        pieces=pieces,
        teleports=pair_teleports(scenery + pieces),
    )


def _part(chance: np.random.Generator, name: str, box: Box) -> Part:
    x, y = chance.uniform(box[:2], box[2:]).tolist()
    if chance.random() < 0.1:
        return Part(name, BUTTONS[chance.integers(len(BUTTONS))], x, y)
    kind = SOLIDS[chance.integers(3)]
    width, height, angle = chance.uniform((1, 1, 0), (120, 120, 360)).tolist()
    form = (
        Form.RECTANGLE
        if kind is Kind.GROUND
        else (Form.RECTANGLE, Form.CIRCLE, Form.TRIANGLE)[chance.integers(3)]
    )
    height = width if form is Form.CIRCLE else height
    loose = kind is Kind.WOOD and bool(chance.integers(2))
    return Part(name, kind, x, y, width, height, angle, form, loose=loose)


def trials_of(number: int) -> Iterable[tuple[Level, Trial, float]]:
    """The trials of a level, each with its processor time."""
    level = odd_level(number)
    placer, chance = Placer(level), np.random.default_rng([number, 1])
    for _ in range(EACH):
        placements = placer.draw(chance)
        began = time.process_time()
        trial = Game(level).play(placements)
        yield level, trial, time.process_time() - began


def digest(trial: Trial) -> str:
    """A name for all bits of a trial."""
    total = hashlib.sha256(trial.ball.tobytes() + trial.moves.tobytes())
    total.update(repr((trial.outcome, trial.contacts, trial.effects)).encode())
    return total.hexdigest()[:16]


def elsewhere(levels: int) -> list[str]:
    """The digests of all trials, made in another process from the last level to the first."""
    done = subprocess.run(
        [sys.executable, __file__, "--digests", str(levels)],
        env={**os.environ, "PYTHONHASHSEED": "17"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout.split()


def measured(levels: int) -> dict[str, float]:
    """What was found in all trials of the first levels."""
    found = dict.fromkeys(("played", "not finite", "again", "elsewhere", "over limit"), 0.0)
    found["longest"] = 0.0
    digests = []
    for number in range(levels):
        for level, trial, seconds in trials_of(number):
            found["played"] += TIMES
            finite = np.isfinite(trial.ball).all() and np.isfinite(trial.moves).all()
            found["not finite"] += not finite
            found["longest"] = max(found["longest"], seconds)
            found["over limit"] += seconds > LIMIT
            digests.append(digest(trial))
            found["again"] += digest(Game(level).play(trial.placements)) != digests[-1]
    found["elsewhere"] = sum(
        one != two for one, two in zip(digests, elsewhere(levels), strict=True)
    )
    return found


def section(found: dict[str, float]) -> str:
    """The part of the page on trials."""
    return "\n".join(
        [
            f"{found['played']:,.0f} trials of {found['played'] / TIMES:,.0f} placements, by "
            f"`make odd TRIALS={found['played']:.0f}`, without a crash:",
            "",
            "| what | found |",
            "|---|---|",
            f"| trials with numbers that are not finite | {found['not finite']:.0f} |",
            f"| other bits when played again | {found['again']:.0f} |",
            f"| other bits in another process | {found['elsewhere']:.0f} |",
            f"| longest trial, s of a processor | {found['longest']:.2f} |",
            f"| trials of more than {LIMIT:g} s of a processor | {found['over limit']:.0f} |",
        ]
    )


def main() -> None:
    """Play the trials and write the page; exit code 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--digests", type=int, metavar="LEVELS", help="only print digests")
    parser.add_argument("-o", "--output", type=Path, default=PAGE)
    options = parser.parse_args()
    if options.digests:
        lines = [
            [digest(trial) for _, trial, _ in trials_of(number)]
            for number in reversed(range(options.digests))
        ]
        sys.stdout.write("\n".join(line for level in reversed(lines) for line in level))
        return
    found = measured(options.trials // (EACH * TIMES))
    write_part(options.output, "trials", section(found))
    raise SystemExit(
        any(found[name] for name in ("not finite", "again", "elsewhere", "over limit"))
    )


if __name__ == "__main__":
    main()
