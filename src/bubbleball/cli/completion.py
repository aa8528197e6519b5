"""What the shell completes: levels, packs, solvers and physics, beside file names."""

from __future__ import annotations

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem


def _items(words: Iterable[str], start: str, *, files: bool = False) -> list[CompletionItem]:
    found = [CompletionItem(word) for word in words if word.startswith(start)]
    return [*found, CompletionItem(start, type="file")] if files else found


def complete_levels(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Shipped levels and packs, or files."""
    from bubbleball.files import packs

    return _items((*packs.packs(), *packs.names()), incomplete, files=True)


def complete_solvers(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Solvers by name, or files."""
    from bubbleball.solvers import SOLVERS

    return _items(SOLVERS, incomplete, files=True)


def complete_physics(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Presets."""
    from bubbleball.game.physics import PRESETS

    return _items(PRESETS, incomplete)
