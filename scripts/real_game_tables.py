"""Measure the solver against the drop-in as a process, for docs/real-game.md.

`python scripts/real_game_tables.py -o FILE` lets `hierarchical` play every classic level through
`automate.json`, the executable and its log: under the real physics with two seeds, and under five
physics that were changed behind its back. Of runs that fail, those count for which plain search in
that physics finds a solution. It prints a table; FILE keeps each run, and runs that it has are not
repeated.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bubbleball import ExecutableGame, SolveTask, names, solve_and_record
from bubbleball.files.original.drop_in import install_script
from bubbleball.files.packs import find
from make_unknown_physics import searched_solution, stored_solution

WORLDS = (
    "real",
    "gravity=5",
    "gravity=14,restitution=0.2",
    "restitution=0.65",
    "ball_friction=0.1,wood_friction=0.3",
    "restitution=0.55,wood_density=0.8,speedup=1.4,slowdown=0.2,spring=240",
)
MAX_TRIALS = 10
SEARCHED = 2000  # trials of the plain search where a run fails


def runs() -> Iterator[tuple[str, int, int]]:
    """World, number of the level, seed; every level comes once before any comes again."""
    numbers = sorted(int(name.split("/")[1]) for name in names() if name.startswith("classic/"))
    kinds = [(WORLDS[0], 0), (WORLDS[0], 1), *((world, 0) for world in WORLDS[1:])]
    for turn in range(len(kinds)):
        for place, number in enumerate(numbers):
            world, seed = kinds[(place + turn) % len(kinds)]
            yield world, number, seed


def measure(world: str, number: int, seed: int) -> dict[str, object]:
    """One solve against the drop-in."""
    with tempfile.TemporaryDirectory() as folder:
        options = [] if world == "real" else ["--physics", world]
        install_script(folder, options=options)
        game = ExecutableGame(folder, number, patience=120.0)
        task = SolveTask(
            game.level,
            seed=seed,
            against=game,
            max_trials=MAX_TRIALS,
            options={"whole": True},
        )
        record = solve_and_record(task).record
    return {
        "world": world,
        "level": number,
        "seed": seed,
        "solved": record.solved,
        "trials": record.trials,
        "ended": record.ended,
        "solvable": record.solved or solvable(world, number),
    }


def solvable(world: str, number: int) -> bool:
    """Whether a stored solution works in that physics, or plain search finds one."""
    document = find(f"classic/{number}")
    return (
        stored_solution(document, world) is not None
        or searched_solution(document, world, SEARCHED, 1) is not None
    )


def table(records: list[dict[str, object]]) -> str:
    """The table of docs/real-game.md."""
    rows = [
        "| the drop-in's physics | solved | median trials | first trial | left out |",
        "|---|---|---|---|---|",
    ]
    for world in WORLDS:
        mine = [record for record in records if record["world"] == world]
        counted = [record for record in mine if record["solvable"]]
        trials = [int(str(r["trials"])) if r["solved"] else MAX_TRIALS + 1 for r in counted]
        if trials:
            solved = sum(count <= MAX_TRIALS for count in trials)
            first = sum(count == 1 for count in trials)
            median = statistics.median(trials)
            shown = f"{median:g}" if median <= MAX_TRIALS else f">{MAX_TRIALS}"
            rows.append(
                f"| `{world}` | {solved} of {len(trials)} | {shown} | {first} "
                f"| {len(mine) - len(trials)} |"
            )
    return "\n".join(rows)


def main() -> None:
    """Measure what the file lacks, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("-o", "--output", type=Path, required=True)
    output: Path = parser.parse_args().output
    records = []
    if output.exists():
        records = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    done = {(record["world"], record["level"], record["seed"]) for record in records}
    for run in runs():
        if run not in done:
            records.append(measure(*run))
            with output.open("a", encoding="utf-8") as file:
                file.write(json.dumps(records[-1]) + "\n")
    sys.stdout.write(f"{table(records)}\n")


if __name__ == "__main__":
    main()
