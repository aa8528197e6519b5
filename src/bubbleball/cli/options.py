"""The arguments and options that several commands share, and what they mean."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bubbleball.cli.completion import complete_levels, complete_physics
from bubbleball.cli.output import counted
from bubbleball.errors import BenchError, BubbleBallError
from bubbleball.game.placement import Placement

if TYPE_CHECKING:
    from bubbleball.files.document import Document

MAX_SEEDS = 1_000_000
LEVELS = "LEVEL|PACK|FOLDER..."


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
        type=parse_place,
        multiple=True,
        metavar="ID:x,y[,angle]",
        help="Put the centre of a piece at x, y (px), turned clockwise by angle (degrees). "
        "May be given once for each piece.",
    )(command)


def theme_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --theme to a command."""
    themes = click.Choice(("light", "dark"))  # as in render, which --help need not import
    return click.option("--theme", type=themes, default="light", show_default=True)(command)


def trials_option(default: int, about: str | None = None) -> Callable[[Callable[..., Any]], Any]:
    """Add --max-trials to a command."""
    least = click.IntRange(1)
    return click.option("--max-trials", type=least, default=default, show_default=True, help=about)


def folder_option(about: str, **settings: Any) -> Callable[[Callable[..., Any]], Any]:
    """Add -o to a command, as the folder `output`."""
    folder = click.Path(path_type=Path, file_okay=False)
    return click.option("-o", "--output", type=folder, help=about, **settings)


def files_option(about: str) -> Callable[[Callable[..., Any]], Any]:
    """Add -o to a command, as the files `outputs`."""
    about = f"{about} May be given several times."
    return click.option("-o", "--output", "outputs", multiple=True, metavar="FILE", help=about)


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
        have = f"has {counted(stored, 'stored solution')}" if stored else "has none"
        raise BubbleBallError(f"no solution {solution}: {name} {have}")
    return document.solutions[solution - 1]


def every(names: Sequence[str]) -> tuple[str, ...]:
    """The levels that arguments name: levels, files, and those of packs and folders."""
    from bubbleball.files import packs

    return tuple(name for each in names for name in packs.expand(each))


def seeds_option(default: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add --seeds to a command."""
    return click.option(
        "--seeds",
        default=default,
        show_default=True,
        metavar="N|A-B|A,B,…",
        help="Seeds of the solver: N for 0 to N-1, a range, or a list.",
    )


def parse_seeds(text: str) -> tuple[int, ...]:
    """`5` is 0 to 4, `3-6` a range, `2,7,9` a list.

    >>> parse_seeds("3-6")
    (3, 4, 5, 6)
    """
    try:
        if "," in text:
            return tuple(_seed(part) for part in text.split(",") if part.strip())
        if "-" in text:
            low, high = map(_seed, text.split("-"))
            seeds = range(low, high + 1)
        else:
            seeds = range(_seed(text))
    except ValueError:
        raise BenchError(
            f"seeds {text!r} are not N, A-B or A,B,… of whole numbers from 0"
        ) from None
    if not 0 < len(seeds) <= MAX_SEEDS:
        raise BenchError(f"seeds {text!r} are {len(seeds)} seeds; allowed: 1 to {MAX_SEEDS}")
    return tuple(seeds)


def _seed(text: str) -> int:
    if not text.strip().isascii() or not text.strip().isdigit() or len(text) > 18:
        raise ValueError(text)
    return int(text)


def workers_option(least: int = 1, more: str = "") -> Callable[[Callable[..., Any]], Any]:
    """Add --workers to a command; more workers than cores mean all cores.

    least: smallest number allowed.
    more: added to the help text.
    """
    return click.option(
        "--workers",
        type=click.IntRange(least),
        callback=_capped,
        help=f"Processes on this machine, at most one for each core{more}.  [default: all cores]",
    )


def cluster_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --cluster to a command."""
    about = "Run on a Dask cluster: the scheduler's address, or local for one on this machine."
    return click.option("--cluster", metavar="ADDRESS|local", help=about)(command)


def _capped(ctx: click.Context, param: click.Parameter, count: int | None) -> int | None:
    """Thousands of processes would exhaust the machine before they did any work."""
    from bubbleball.game.workers import cores

    return None if count is None else min(count, cores())
