"""`generate`: new levels by family and seed."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bubbleball.cli import NOT_SOLVED, STOPPED
from bubbleball.cli.options import folder_option, workers_option
from bubbleball.cli.output import counted
from bubbleball.cli.verbosity import quiet, say

if TYPE_CHECKING:
    from bubbleball.files.document import Document
    from bubbleball.generate.generator import Made, Order

ALL, HARD = "all", "expert"  # groups of families
HARD_FROM = 6.0  # difficulty from which `all` means the families of hard levels
NOT_ALL_MADE = NOT_SOLVED  # exit code


def _range(ctx: click.Context, option: click.Parameter, text: str) -> tuple[float, float]:
    """LOW..HIGH within 0 and 10; either end may be omitted."""
    number = r"([0-9]+(?:\.[0-9]+)?)?"
    found = re.fullmatch(rf"\s*{number}\s*\.\.\s*{number}\s*", text)
    low, high = (float(found[1] or 0), float(found[2] or 10)) if found else (1.0, 0.0)
    if not 0 <= low <= high <= 10:
        raise click.BadParameter(
            f"{text!r} is not a range LOW..HIGH within 0..10, such as 3..6", ctx, option
        )
    return low, high


@dataclass(frozen=True, slots=True)
class GenerateOptions:
    """The options of `generate`, named as on the command line."""

    families: tuple[str, ...]
    count: int
    difficulty: tuple[float, float]
    seed: int
    workers: int | None
    form: str
    output: Path
    overwrite: bool
    listing: bool


@click.command()
@click.option(
    "--family",
    "families",
    multiple=True,
    default=(ALL,),
    show_default=True,
    help="A family, all or expert. May be given several times; the families take turns. From "
    "difficulty 6 on, all means expert.",
)
@click.option("--count", type=click.IntRange(1, 100_000), default=10, show_default=True,
              help="How many levels.")  # fmt: skip
@click.option("--difficulty", callback=_range, default="0..10", show_default=True,
              metavar="LOW..HIGH", help="From 0 (easy) to 10 (hard).")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True,
              help="The same seed gives the same levels.")  # fmt: skip
@workers_option()
@click.option(
    "--format",
    "form",
    type=click.Choice(["ours", "original"]),
    default="ours",
    show_default=True,
    help="Format of the files: our own, or the original game's.",
)
@folder_option(
    "Folder for the files; created if it does not exist.",
    default=Path("generated"),
    show_default=True,
    metavar="DIR",
)
@click.option("--overwrite", is_flag=True, help="Replace existing files.")
@click.option("--list", "listing", is_flag=True, help="List the families and stop.")
def generate(**given: Any) -> None:
    """Make new levels, each with a solution that has been played.

    A level depends only on the seed, its family, its number and the requested difficulty. Ctrl-C
    keeps the levels made so far. The files are named FAMILY-SEED-NUMBER.json.
    """
    from bubbleball.files.document import LevelFormat
    from bubbleball.files.levels import write_level
    from bubbleball.generate.generator import generate_many, orders

    options = GenerateOptions(**given)
    if options.listing:
        _list()
        return
    output, count = options.output, options.count
    families = _chosen(options.families, options.difficulty[0])
    wanted = orders(families, count, options.seed, options.difficulty)
    _check_free(wanted, output, overwrite=options.overwrite)
    output.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    made = 0
    try:
        with closing(generate_many(wanted, options.workers)) as results:
            watched = _until_hopeless(_watched(results, len(wanted)), families)
            for order, document in _shown(watched, len(wanted)):
                write_level(output / f"{order.stem}.json", document, LevelFormat(options.form))
                made += 1
    except KeyboardInterrupt:
        click.echo(f"stopped: {counted(made, 'level')} of {count} kept in {output}", err=True)
        raise click.exceptions.Exit(STOPPED) from None
    if not made:
        with suppress(OSError):
            output.rmdir()  # if it was created for this and is empty
    say(f"{counted(made, 'level')} in {output}, {time.monotonic() - began:.0f} s", err=True)
    if made < count:
        raise click.exceptions.Exit(NOT_ALL_MADE)


def _list() -> None:
    """The families, and the most difficult level that each has made for a shipped pack."""
    from bubbleball.files import packs
    from bubbleball.generate.generator import FAMILIES

    reached: dict[str, float] = {}
    for document in map(packs.find, packs.names()):
        reached[document.family] = max(reached.get(document.family, 0), document.difficulty or 0)
    lines = []
    for name, family in FAMILIES.items():
        about = (family.__doc__ or "").splitlines()[0]
        reaches = f"up to {reached[name]:.1f}" if name in reached else ""
        lines.append(f"{name:<10} {reaches:<9} {about}")
    click.echo("\n".join(lines))  # at once: a reader that stops early is no failure


def _chosen(families: tuple[str, ...], low: float) -> tuple[str, ...]:
    from bubbleball.errors import unknown_name
    from bubbleball.generate.generator import EXPERT, FAMILIES, WORKSHOP

    groups = {ALL: EXPERT if low >= HARD_FROM else WORKSHOP, HARD: EXPERT}
    for name in families:
        if name not in (*FAMILIES, *groups):
            raise unknown_name("family", name, (*FAMILIES, *groups))
    named = [one for name in families for one in groups.get(name, (name,))]
    return tuple(dict.fromkeys(named))


def _check_free(wanted: Sequence[Order], output: Path, *, overwrite: bool) -> None:
    there = [order.stem for order in wanted if (output / f"{order.stem}.json").exists()]
    if there and not overwrite:
        more = f" and {len(there) - 3} more" if len(there) > 3 else ""
        raise click.UsageError(
            f"{output} already has {', '.join(there[:3])}{more}; "
            f"choose another folder or seed, or add --overwrite"
        )


def _watched(results: Iterator[Made], count: int) -> Iterator[Made]:
    """The results, with a line on the terminal that shows how long the next one takes."""
    if quiet():
        yield from results
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("levels", total=count)
        for result in results:
            bar.advance(task)
            yield result


def _until_hopeless(results: Iterator[Made], families: Sequence[str]) -> Iterator[Made]:
    """The results, until each of the families has failed and none has made a level."""
    from bubbleball.errors import BubbleBallError

    failed: set[str] = set()
    for order, result in results:
        yield order, result
        if not isinstance(result, BubbleBallError):
            yield from results
            return
        failed.add(order.family)
        if failed.issuperset(families):
            click.echo("No family makes such a level; `bubbleball generate --list` shows what each "
                       "has reached.", err=True)  # fmt: skip
            return


def _shown(results: Iterator[Made], count: int) -> Iterator[tuple[Order, Document]]:
    """The levels that were made, printed one by one; failures are printed and left out."""
    from bubbleball.errors import BubbleBallError

    for number, (order, result) in enumerate(results, start=1):
        at = f"[{number}/{count}]"
        if isinstance(result, BubbleBallError):
            click.echo(f"{at} {result}", err=True)
            continue
        about = f"{result.level.title}, difficulty {result.difficulty or 0.0:.1f}"
        pieces = counted(len(result.level.pieces), "piece")
        say(f"{at} {order.stem}: {about}, {pieces}", err=True)
        yield order, result
