"""What several commands print: tables, JSON, sizes and positions in words."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bubbleball.errors import BubbleBallError

if TYPE_CHECKING:
    from bubbleball.game.level import Part

_ENDLESS = 100_000  # columns
_GAP = "  "  # between the columns of a table


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


@contextmanager
def prints_diverted() -> Iterator[None]:
    """Send to stderr what is printed within, by processes that are started there, too."""
    sys.stdout.flush()
    with ExitStack() as restored, redirect_stdout(sys.stderr):
        with suppress(OSError):  # one of the two is closed
            kept = os.dup(1)
            restored.callback(os.close, kept)
            os.dup2(2, 1)
            restored.callback(os.dup2, kept, 1)
        yield


def table_width() -> int | None:
    """Columns of a table: those of the terminal; in a pipe nothing is wrapped, so that grep works.

    None leaves it to rich, which asks the terminal and the variable COLUMNS.
    """
    return None if sys.stdout.isatty() or "COLUMNS" in os.environ else _ENDLESS


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


def counted(number: int, what: str) -> str:
    """A number of things in words, such as `1 trial`."""
    return f"{number} {what}{'s' * (number != 1)}"


def size(part: Part) -> str:
    """Width and height in words."""
    return f"{part.width:g} × {part.height:g}"


def what(part: Part) -> str:
    """Kind and form in words; the usual form of a kind is not mentioned."""
    return "loose " * part.loose + part.kind.named(part.form)


def point(x: float, y: float) -> str:
    """A position in words."""
    return f"{x:g}, {y:g}"
