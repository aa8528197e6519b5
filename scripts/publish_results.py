"""Keep the records of the page of results, and write everything that is made from them.

python scripts/publish_results.py FOLDER

FOLDER is where `scripts/measure.py` keeps its parts. The finished benchmarks of the plan replace
our records in docs/records and our entries of the leaderboard; those of others stay. Then the page
of results, README and the leaderboard, whose solved runs are all replayed, are written.
"""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from bubbleball.bench.benchmark import RECORDS
from bubbleball.bench.record_file import Records, read_records
from bubbleball.bench.runs import track_of
from bubbleball.files.disk import write_bytes
from bubbleball.files.marked_part import write_part
from results_page import (
    BOARD,
    OURSELVES,
    PAGE,
    PLAN,
    PUBLISHED,
    README,
    ROOT,
    board,
    readme_part,
    results,
    said_plainly,
)


def entries(benchmarks: Mapping[str, Records]) -> list[dict[str, str]]:
    """Our lines of the leaderboard: one for each suite, track and solver, in the page's order."""
    lines = {
        (run.suite, str(track_of(run)), run.solve.solver, name): run.effort.commit
        for name, records in benchmarks.items()
        for run in records.runs
    }
    suites = list(dict.fromkeys(suite for suite, *_ in lines))
    return [
        {
            **dict(zip(("suite", "track", "solver"), line, strict=True)),
            "by": OURSELVES,
            "records": f"records/{name}.jsonl.xz",
            "commit": commit,
        }
        for (*line, name), commit in sorted(lines.items(), key=lambda i: suites.index(i[0][0]))
    ]


def board_text(listed: list[dict[str, str]]) -> str:
    """The file of the leaderboard, an entry a line."""
    lines = ",\n    ".join(json.dumps(entry, ensure_ascii=False) for entry in listed)
    return f'{{\n  "entries": [\n    {lines}\n  ]\n}}\n'


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
def main(*, folder: Path) -> None:
    """Keep the records of every finished benchmark of FOLDER and write what is made from them."""
    files = {name: folder / name / RECORDS for name in PLAN}
    found = {name: read_records(file) for name, file in files.items() if file.exists()}
    done = {name: records for name, records in found.items() if records.complete}
    with said_plainly():
        text, part = results([*done.values()]), readme_part([*done.values()])
    ours = [entry for entry in board() if entry["by"] == OURSELVES]
    others = [entry for entry in board() if entry["by"] != OURSELVES]
    for name in {entry["records"] for entry in ours}:
        (BOARD.parent / name).unlink(missing_ok=True)
    PUBLISHED.mkdir(exist_ok=True)
    for name in done:
        packed = lzma.compress(files[name].read_bytes())
        write_bytes(PUBLISHED / f"{name}.jsonl.xz", packed)
    write_bytes(PAGE, text.encode())
    write_part(README, "results", part)
    write_bytes(BOARD, board_text([*entries(done), *others]).encode())
    command = ["leaderboard", str(BOARD), "--write", str(BOARD.with_suffix(".md"))]
    check = [sys.executable, "-m", "bubbleball", *command]
    subprocess.run(check, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
