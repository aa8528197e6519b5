"""Measure what demonstrations are worth, for docs/real-game.md.

`python scripts/demonstration_table.py -o FILE` solves the pairs of the suite `unknown-physics` at
the first trial, once alone and once after watching three random legal plays in the same world. They
come in an order drawn by a seed, so that `--pairs` takes a sample of them; FILE keeps each, and
pairs that it has are not repeated.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np

from bubbleball import (
    Game,
    Level,
    Physics,
    Placer,
    SolveTask,
    Trial,
    parse_physics,
    solve_and_record,
)
from bubbleball.bench.suites import UNKNOWN_PHYSICS, load_suite

PLAYS = 3
ORDER = 15  # the seed of the order


def measure(number: int) -> dict[str, object]:
    """One pair, alone and after watching."""
    items = load_suite(UNKNOWN_PHYSICS)
    item = items[int(np.random.default_rng(ORDER).permutation(len(items))[number])]
    physics = parse_physics(item.physics or "real")
    rng, placer = np.random.default_rng((15, number)), Placer(item.level)
    game = Game(item.level, physics)
    plays = tuple(game.play(placer.draw(rng)) for _ in range(PLAYS))
    return {
        "pair": number,
        "level": item.level.name,
        "alone": first_trial(item.level, physics, ()),
        "watched": first_trial(item.level, physics, plays),
        "shown": any(play.solved for play in plays),
    }


def first_trial(level: Level, physics: Physics, watched: tuple[Trial, ...]) -> bool:
    """Whether the first trial solves the level."""
    task = SolveTask(level, physics=physics, max_trials=1, watched=watched)
    return solve_and_record(task).record.solved


def counted(rows: list[dict[str, object]], *, alone: bool) -> int:
    """Pairs that are solved in one of the two ways only."""
    return sum(row["alone"] is alone and row["watched"] is not alone for row in rows)


def main() -> None:
    """Measure what the file lacks, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=len(load_suite(UNKNOWN_PHYSICS)))
    given = parser.parse_args()
    output: Path = given.output
    rows = []
    if output.exists():
        rows = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    done = {row["pair"] for row in rows}
    for number in range(given.pairs):
        if number not in done:
            rows.append(measure(number))
            with output.open("a", encoding="utf-8") as file:
                file.write(json.dumps(rows[-1]) + "\n")
    alone, watched = (sum(bool(row[key]) for row in rows) for key in ("alone", "watched"))
    shown = sum(bool(row["shown"]) for row in rows)
    sys.stdout.write(
        "| pairs | first trial alone | after watching | won | lost | a play shown solves it |\n"
        "|---|---|---|---|---|---|\n"
        f"| {len(rows)} | {alone} | {watched} | {counted(rows, alone=False)} "
        f"| {counted(rows, alone=True)} | {shown} |\n"
    )


if __name__ == "__main__":
    main()
