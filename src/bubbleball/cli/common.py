"""What several commands share: placements on the command line, tables, JSON."""

from __future__ import annotations

import json
import math
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bubbleball.cli.completion import complete_levels, complete_physics
from bubbleball.errors import BubbleBallError
from bubbleball.game.placement import Placement

if TYPE_CHECKING:
    from bubbleball.files.document import Document
    from bubbleball.game.level import Part

LEVELS = "LEVEL|PACK|FOLDER..."
_ENDLESS = 100_000  # columns
_GAP = "  "  # between the columns of a table
THEMES = ("light", "dark")  # as in render, which --help need not import


def levels_argument(name: str = "levels", **settings: Any) -> Callable[..., Any]:
    """One or several levels as the argument of a command."""
    settings = {"nargs": -1, "required": True, "metavar": LEVELS, **settings}
    return click.argument(name, shell_complete=complete_levels, **settings)


class _Seconds(click.FloatRange):
    """A finite time above 0; click itself accepts NaN and infinity."""

    def __init__(self) -> None:
        super().__init__(0, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds: float = super().convert(value, param, ctx)
        if not math.isfinite(seconds):
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        return seconds


SECONDS = _Seconds()


def parse_place(text: str) -> Placement:
    """Read `ID:x,y[,angle]`, the centre in px; the id may contain colons and commas."""
    piece, _, pose = text.rpartition(":")
    try:
        numbers = [float(number) for number in pose.split(",")]
    except ValueError:
        numbers = []
    if not piece or len(numbers) not in (2, 3):
        raise click.BadParameter(
            f"{text!r} is not ID:x,y or ID:x,y,angle, such as AO6G:217,247.5,-10"
        )
    return Placement(piece, *numbers)


def _parse_places(
    ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]
) -> tuple[Placement, ...]:
    return tuple(map(parse_place, texts))


def placing(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --place and --solution to a command."""
    command = click.option(
        "--solution",
        type=click.IntRange(1),
        is_flag=False,
        flag_value=1,
        metavar="[N]",
        help="Place the pieces as in the level's Nth stored solution (1 if no N is given).",
    )(command)
    return click.option(
        "--place",
        "placed",
        callback=_parse_places,
        multiple=True,
        metavar="ID:x,y[,angle]",
        help="Put the centre of a piece at x, y (px), turned clockwise by angle (degrees). "
        "May be given once for each piece.",
    )(command)


def physics_option(about: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add --physics to a command, as `physics_text`."""
    return click.option(
        "--physics",
        "physics_text",
        default="real",
        show_default=True,
        metavar="NAME[,KEY=VALUE]...",
        shell_complete=complete_physics,
        help=about,
    )


def world_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --world to a command."""
    return click.option(
        "--world",
        metavar="NAME[=AMOUNT],...",
        help="A foreign world, such as drag, wind=-2,whole or random:7; see `bubbleball worlds`.",
    )(command)


def check_world(world: str) -> None:
    """Refuse a foreign world that does not exist or cannot run here, before the work begins."""
    from bubbleball.game.foreign.chipmunk import require
    from bubbleball.game.foreign.world_changes import parse_changes

    if parse_changes(world).chipmunk:
        require()


def chosen(
    document: Document, placed: Sequence[Placement], solution: int | None
) -> tuple[Placement, ...]:
    """The placements that --place and --solution ask for."""
    if solution is None:
        return tuple(placed)
    if placed:
        raise click.UsageError("--place and --solution exclude each other")
    stored = len(document.solutions)
    if solution > stored:
        name = document.level.name or "this level"
        have = f"has {stored} stored solution{'s' * (stored != 1)}" if stored else "has none"
        raise BubbleBallError(f"no solution {solution}: {name} {have}")
    return document.solutions[solution - 1]


def check_writable(path: str) -> None:
    """Refuse a file that cannot be written, before the work on its contents begins."""
    target = Path(path).resolve()
    folder = target.parent
    if target.is_dir():
        raise BubbleBallError(f"cannot write {path!r}: it is a folder")
    if not folder.is_dir():
        raise BubbleBallError(f"cannot write {path!r}: there is no folder {str(folder)!r}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BubbleBallError(f"cannot write {path!r}: the folder {str(folder)!r} is read-only")


def echo_json(value: object) -> None:
    """Print a value as JSON for other programs."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def table_width() -> int | None:
    """Columns of a table: those of the terminal; in a pipe nothing is wrapped, so that grep works.

    None leaves it to rich, which asks the terminal and the variable COLUMNS.
    """
    return None if sys.stdout.isatty() or "COLUMNS" in os.environ else _ENDLESS


def every(names: Sequence[str]) -> tuple[str, ...]:
    """The levels that arguments name: levels, files, and those of packs and folders."""
    from bubbleball.files import packs

    return tuple(name for each in names for name in packs.expand(each))


def echo_table(columns: Sequence[str], rows: Sequence[Sequence[str]], align: str = "") -> None:
    """Print a table without borders.

    align: a letter for each column: r for right, any other for left.
    """
    lines = _aligned(columns, rows, align)
    if lines is None:
        lines = _wrapped(columns, rows, align)
    for line in lines:
        click.echo(line.rstrip())


def _aligned(columns: Sequence[str], rows: Sequence[Sequence[str]], align: str) -> list[str] | None:
    """The lines of a table that fits as it is; None if it must be wrapped.

    Rich would do the same, but loading it takes longer than most commands.
    """
    cells = [columns, *rows]
    if not all(
        text.isprintable() and max(text, default="") <= "\xff" for row in cells for text in row
    ):
        return None  # other characters may take two columns of a terminal, or none
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    room = shutil.get_terminal_size().columns if table_width() is None else _ENDLESS
    if sum(widths) + len(_GAP) * (len(widths) - 1) > room:
        return None
    right = [align[number : number + 1] == "r" for number in range(len(columns))]
    lines = [
        _GAP.join(
            text.rjust(width) if to_right else text.ljust(width)
            for text, width, to_right in zip(row, widths, right, strict=True)
        )
        for row in cells
    ]
    return [click.style(lines[0], bold=True) if sys.stdout.isatty() else lines[0], *lines[1:]]


def _wrapped(columns: Sequence[str], rows: Sequence[Sequence[str]], align: str) -> list[str]:
    """The lines of a table whose longest cells are wrapped to fit."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, column in enumerate(columns):
        table.add_column(
            column,
            justify="right" if align[number : number + 1] == "r" else "left",
            no_wrap=number == 0,  # names are copied
            overflow="fold",
        )
    for row in rows:
        table.add_row(*row)
    console = Console(highlight=False, markup=False, emoji=False, width=table_width())
    with console.capture() as captured:
        console.print(table)
    return captured.get().splitlines()


def size(part: Part) -> str:
    """Width and height in words."""
    return f"{part.width:g} × {part.height:g}"


def what(part: Part) -> str:
    """Kind and form in words; the usual form of a kind is not mentioned."""
    usual = part.form in ("rectangle", "beam") or part.kind.button
    name = str(part.kind) if usual else f"{part.kind} {part.form}"
    return f"loose {name}" if part.loose else name


def point(x: float, y: float) -> str:
    """A position in words."""
    return f"{x:g}, {y:g}"
