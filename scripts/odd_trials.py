"""Play trials on odd but legal levels: `make odd TRIALS=30000` writes docs/reliability.md.

Every placement is played twice, and a third time in another process with another hash seed and
other trials before it. Looked for are numbers that are not finite, other bits, and the longest
trial. A crash ends the command before it writes.

What was played is kept in out/odd, a line for each level, so that a stopped command can be
continued; a change to the game starts it again.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import bubbleball.game
from bubbleball.bench.effort import commit
from bubbleball.files.marked_part import write_part
from bubbleball.game.game import Game
from bubbleball.game.geometry import Box
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part, pair_teleports
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Trial

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reliability.md"
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


@dataclass(frozen=True, slots=True)
class LevelRow:
    """What the trials of one level showed.

    number: of the level.
    digests: a name for all bits of each trial.
    not_finite, again: trials with numbers that are not finite, or other bits when played again.
    seconds: of a processor, for each trial.
    """

    number: int
    digests: list[str]
    not_finite: int
    again: int
    seconds: list[float]


def play_level(number: int, *, again: bool) -> LevelRow:
    """Play the trials of a level, each twice if `again`."""
    level = odd_level(number)
    placer, chance = Placer(level), np.random.default_rng([number, 1])
    digests, not_finite, differ, seconds = [], 0, 0, []
    for _ in range(EACH):
        placements = placer.draw(chance)
        began = time.process_time()
        trial = Game(level).play(placements)
        seconds.append(round(time.process_time() - began, 4))
        digests.append(digest(trial))
        not_finite += not (np.isfinite(trial.ball).all() and np.isfinite(trial.moves).all())
        differ += again and digest(Game(level).play(placements)) != digests[-1]
    return LevelRow(number, digests, not_finite, differ, seconds)


def digest(trial: Trial) -> str:
    """A name for all bits of a trial."""
    total = hashlib.sha256(trial.ball.tobytes() + trial.moves.tobytes())
    total.update(repr((trial.outcome, trial.contacts, trial.effects)).encode())
    return total.hexdigest()[:16]


def kept_rows(path: Path, numbers: Iterable[int], *, again: bool) -> dict[int, LevelRow]:
    """The rows of these levels: those in the file, and the others, played and added to it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    whole = [
        line
        for line in path.read_text(encoding="utf-8").splitlines(keepends=True)
        if line.endswith("\n")
    ]
    path.write_text("".join(whole), encoding="utf-8")  # without a line that was cut off
    rows = {row.number: row for row in (LevelRow(**json.loads(line)) for line in whole)}
    with path.open("a", encoding="utf-8") as file:
        for number in numbers:
            if number not in rows:
                rows[number] = play_level(number, again=again)
                file.write(json.dumps(dataclasses.asdict(rows[number])) + "\n")
                file.flush()
    return rows


def rules_in_force() -> str:
    """A name for the sources of the game, whose every change may change trials."""
    sources = sorted(Path(bubbleball.game.__path__[0]).rglob("*.py"))
    return hashlib.sha256(b"".join(map(Path.read_bytes, [*sources, Path(__file__)]))).hexdigest()[
        :12
    ]


def measured(levels: int, folder: Path) -> dict[str, float]:
    """What was found in all trials of the first levels; `folder` keeps what was played."""
    here, there = folder / "here.jsonl", folder / "elsewhere.jsonl"
    rows = kept_rows(here, range(levels), again=True)
    subprocess.run(
        [sys.executable, __file__, "--elsewhere", str(there), str(levels)],
        env={**os.environ, "PYTHONHASHSEED": "17"},
        check=True,
    )
    others = kept_rows(there, (), again=False)
    pairs = [(rows[number], others[number]) for number in range(levels)]
    seconds = [one for row, _ in pairs for one in row.seconds]
    return {
        "played": levels * EACH * TIMES,
        "not finite": sum(row.not_finite for row, _ in pairs),
        "again": sum(row.again for row, _ in pairs),
        "elsewhere": sum(
            one != two
            for row, other in pairs
            for one, two in zip(row.digests, other.digests, strict=True)
        ),
        "over limit": sum(one > LIMIT for one in seconds),
        "longest": max(seconds),
    }


def section(found: dict[str, float]) -> str:
    """The part of the page on trials."""
    return "\n".join(
        [
            f"{found['played']:,.0f} trials of {found['played'] / TIMES:,.0f} placements, by "
            f"`make odd TRIALS={found['played']:.0f}` on commit {commit()}, without a crash:",
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
    parser.add_argument("--elsewhere", nargs=2, metavar=("FILE", "LEVELS"), help="second process")
    parser.add_argument("-o", "--output", type=Path, default=PAGE)
    options = parser.parse_args()
    if options.elsewhere:
        file, levels = options.elsewhere
        kept_rows(Path(file), reversed(range(int(levels))), again=False)
        return
    folder = ROOT / "out" / "odd" / rules_in_force()
    found = measured(max(1, options.trials // (EACH * TIMES)), folder)
    write_part(options.output, "trials", section(found))
    raise SystemExit(
        any(found[name] for name in ("not finite", "again", "elsewhere", "over limit"))
    )


if __name__ == "__main__":
    main()
