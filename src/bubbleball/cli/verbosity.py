"""--quiet and --debug, before the name of a command or after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

_QUIET, _DEBUG = "bubbleball.quiet", "bubbleball.debug"  # keys in the context
debugging = False  # set when a command asks for --debug; read after its context is gone


def add_verbosity(command: click.Command) -> click.Command:
    """Add both options to a command, once."""
    if not any(param.name == "quiet" for param in command.params):
        command.params += [
            click.Option(
                ["-q", "--quiet"],
                is_flag=True,
                expose_value=False,
                callback=_keep(_QUIET),
                help="Print results only, no progress.",
            ),
            click.Option(
                ["--debug"],
                is_flag=True,
                expose_value=False,
                callback=_keep(_DEBUG),
                help="Print the traceback of an error.",
            ),
        ]
    return command


def _keep(key: str) -> Callable[[click.Context, click.Parameter, bool], bool]:
    def keep(ctx: click.Context, param: click.Parameter, value: bool) -> bool:
        global debugging  # noqa: PLW0603  # the context is gone when an error is printed
        ctx.meta[key] = value or ctx.meta.get(key, False)
        if key == _DEBUG:
            debugging = ctx.meta[key]
        return value

    return keep


def quiet() -> bool:
    """Whether the running command was asked to be quiet."""
    ctx = click.get_current_context(silent=True)
    return ctx is not None and bool(ctx.meta.get(_QUIET))


def say(text: str, **options: Any) -> None:
    """Print what only a person who watches wants to know."""
    if not quiet():
        click.echo(text, **options)
