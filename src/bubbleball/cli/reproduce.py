"""`reproduce`: the paper's table, the paper's numbers and ours side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bubbleball.bench.settings import TIME_LIMIT
from bubbleball.cli.benchmarking import run_plan
from bubbleball.cli.options import folder_option, parse_seeds, seeds_option, workers_option
from bubbleball.play.step import MAX_TRIALS

if TYPE_CHECKING:
    from bubbleball.bench.paper_experiments import Case
    from bubbleball.bench.record_file import Records
    from bubbleball.bench.tables import Table

_PAPER, _CONTACTS = "paper", "contacts"
_TABLES = (_PAPER, "one-region", "worlds", "others", _CONTACTS)


@click.command()
@click.option(
    "--table",
    "tables",
    type=click.Choice(_TABLES),
    multiple=True,
    default=(_PAPER,),
    show_default=True,
    help="paper: the paper's ten levels. one-region: the same with one Local Region a trial. "
    "worlds: with physics changed behind the solver's back, with and without learning. others: "
    "the other classic levels, with the reason of every failure. contacts: the error of each "
    "contact model. May be given several times.",
)
@seeds_option("5")
@workers_option(least=0, more="; 0 runs everything in this process")
@folder_option(
    "Folder for the records, the tables and the page.",
    default=Path("reproduction"),
    show_default=True,
)
def reproduce(*, tables: tuple[str, ...], seeds: str, workers: int | None, output: Path) -> None:
    """Repeat the paper's experiment: its ten levels, solved by its method.

    Writes each table as text, Markdown and CSV, and for the paper's own a page with a picture of
    every Local Region. Finished runs are kept; the same command continues where it stopped.
    """
    from bubbleball.bench.paper_experiments import EXPERIMENTS
    from bubbleball.bench.paper_table import contact_table
    from bubbleball.bench.reproduction import page
    from bubbleball.files.disk import write_bytes
    from bubbleball.method.contact_errors import contact_errors
    from bubbleball.method.event_states import ContactType

    for name in tables:
        if name == _CONTACTS:
            output.mkdir(parents=True, exist_ok=True)
            measured = {kind.value: contact_errors(kind) for kind in ContactType}
            _write(contact_table(measured), name, output)
            continue
        experiment = EXPERIMENTS[name]
        done = [_records(case, seeds, workers, output) for case in experiment.cases()]
        _write(experiment.table(done), "table" if name == _PAPER else name, output)
        if name == _PAPER:
            write_bytes(output / "page.html", page(*done).encode())
            click.echo(str(output / "page.html"))


def _records(case: Case, seeds: str, workers: int | None, output: Path) -> Records:
    """Do one benchmark of an experiment, or what is left of it."""
    from bubbleball.bench.planning import plan

    planned = plan(
        case.levels,
        case.solvers,
        parse_seeds(seeds),
        max_trials=MAX_TRIALS,
        time_limit=TIME_LIMIT,
        physics=case.physics,
    )
    return run_plan(planned, output / case.folder, workers)


def _write(table: Table, name: str, folder: Path) -> None:
    """Print a table and write it in three forms."""
    from bubbleball.bench.report import as_csv, as_text, markdown_table
    from bubbleball.files.disk import write_bytes

    click.echo(as_text(table))
    texts = {
        f"{name}.txt": as_text(table),
        f"{name}.md": f"{table.note}\n\n{markdown_table(table)}",
        f"{name}.csv": as_csv(table),
    }
    for file, text in texts.items():
        write_bytes(folder / file, text.encode())
        click.echo(str(folder / file))
