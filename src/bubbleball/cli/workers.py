"""The option --workers of the commands that use several cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click


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


def _capped(ctx: click.Context, param: click.Parameter, count: int | None) -> int | None:
    """Thousands of processes would exhaust the machine before they did any work."""
    return None if count is None else min(count, os.cpu_count() or 1)
