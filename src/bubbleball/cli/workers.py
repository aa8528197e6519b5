"""The option --workers of the commands that work on several cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click


def workers_option(least: int = 1, more: str = "") -> Callable[[Callable[..., Any]], Any]:
    """Add --workers to a command; a number above that of the cores is taken as all cores.

    least: smallest number allowed. more: for the help, what else there is to say.
    """
    return click.option(
        "--workers",
        type=click.IntRange(least),
        callback=_capped,
        help=f"Processes on this machine, at most one for each core{more}.  [default: all cores]",
    )


def _capped(ctx: click.Context, param: click.Parameter, count: int | None) -> int | None:
    """Thousands of processes would take the machine down before they did any work."""
    return None if count is None else min(count, os.cpu_count() or 1)
