"""The option --seeds of the commands that run a solver many times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from bubbleball.errors import BenchError

MAX_SEEDS = 1_000_000


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
