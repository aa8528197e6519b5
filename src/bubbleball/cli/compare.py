"""`compare`: two benchmarks, or two solvers of one, run by run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bubbleball.cli.output import echo_json, echo_table

if TYPE_CHECKING:
    from bubbleball.bench.comparison import Comparison
    from bubbleball.bench.record_file import Records


@click.command()
@click.argument("a", metavar="RECORDS[:SOLVER]")
@click.argument("b", metavar="RECORDS[:SOLVER]")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def compare(a: str, b: str, as_json: bool) -> None:
    """Compare two benchmarks run by run: same suite, level, world and seed.

    RECORDS is the folder of a benchmark or a file of records, also one packed as .xz. Differences
    are B minus A with 95 % intervals, from a bootstrap over the levels. A solver is named if the
    records are of several.
    """
    from bubbleball.bench.comparison import compare_records

    (first, one), (second, other) = _read(a), _read(b)
    result = compare_records(first, second, (one, other))
    if as_json:
        from dataclasses import asdict

        echo_json(asdict(result))
    else:
        _show(result)


def _read(text: str) -> tuple[Records, str]:
    """The records of a folder or file, and the solver that is meant."""
    from bubbleball.bench.benchmark import RECORDS
    from bubbleball.bench.record_file import read_records
    from bubbleball.errors import BenchError

    place, _, solver = (text, "", "") if Path(text).exists() else text.partition(":")
    records = read_records(Path(place) if Path(place).is_file() else Path(place) / RECORDS)
    solvers = records.settings.solvers
    if not solver and len(solvers) > 1:
        raise BenchError(f"{place} has several solvers; name one: {place}:{solvers[0]}")
    return records, solver or solvers[0]


def _show(result: Comparison) -> None:
    click.echo(f"A: {result.a} (track {result.tracks[0]})")
    click.echo(f"B: {result.b} (track {result.tracks[1]})")
    pairs = sum(level.runs for level in result.levels)
    if result.tracks[0] != result.tracks[1]:
        click.echo("The tracks differ: one solver knows more of the world than the other.")
    click.echo(f"pairs of runs: {pairs}, levels: {len(result.levels)}\n")
    rows = [
        [d.what, f"{d.a:.3f}", f"{d.b:.3f}", f"{d.b - d.a:+.3f}", f"{d.low:+.3f} to {d.high:+.3f}"]
        for d in result.differences
    ]
    echo_table(["MEAN", "A", "B", "B - A", "95 %"], rows, "lrrrr")
    differing = [level for level in result.levels if level.a != level.b]
    if differing:
        click.echo()
        rows = [[d.level, str(d.runs), str(d.a), str(d.b)] for d in differing]
        echo_table(["LEVELS THAT DIFFER", "RUNS", "A SOLVED", "B SOLVED"], rows, "lrrr")
