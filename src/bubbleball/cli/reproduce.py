"""`reproduce`: the paper's table, the paper's numbers and ours side by side."""

from __future__ import annotations

from pathlib import Path

import click

from bubbleball.bench.settings import TIME_LIMIT
from bubbleball.cli.benchmarking import run_plan
from bubbleball.cli.seeds import parse_seeds, seeds_option
from bubbleball.cli.workers import workers_option
from bubbleball.play.step import MAX_TRIALS


@click.command()
@seeds_option("5")
@workers_option(least=0, more="; 0 runs everything in this process")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("reproduction"),
    show_default=True,
    help="Folder for the records, the table and the page.",
)
def reproduce(*, seeds: str, workers: int | None, output: Path) -> None:
    """Repeat the paper's experiment: its ten levels, solved by its method.

    Writes the table as text, Markdown and CSV, and a page with a picture of every Local Region.
    Finished runs are kept; the same command continues where it stopped.
    """
    from bubbleball.bench.paper_table import PAPER, paper_table
    from bubbleball.bench.planning import plan
    from bubbleball.bench.report import as_csv, as_text, markdown_table
    from bubbleball.bench.reproduction import page
    from bubbleball.files.disk import write_bytes

    planned = plan(
        tuple(PAPER),
        ("paper",),
        parse_seeds(seeds),
        max_trials=MAX_TRIALS,
        time_limit=TIME_LIMIT,
    )
    records = run_plan(planned, output, workers)
    table = paper_table(records)
    click.echo(as_text(table))
    texts = {
        "table.txt": as_text(table),
        "table.md": f"{table.note}\n\n{markdown_table(table)}",
        "table.csv": as_csv(table),
        "page.html": page(records),
    }
    for name, text in texts.items():
        write_bytes(output / name, text.encode())
        click.echo(str(output / name))
