"""The command line; the module of a command is imported when the command is called."""

from __future__ import annotations

import gc
import io
import os
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from bubbleball.cli import verbosity
from bubbleball.cli.interrupts import quiet_while_importing
from bubbleball.cli.verbosity import add_verbosity
from bubbleball.errors import BubbleBallError, unknown_name

# command -> module in this package, one line of help
COMMANDS = {
    "levels": ("levels", "List the levels."),
    "show": ("levels", "Draw a level."),
    "check": ("levels", "Check a level or a placement."),
    "convert": ("convert", "Convert a level between our format and the original game's."),
    "play": ("play", "Play one trial."),
    "physics": ("play", "List the physics presets and keys."),
    "worlds": ("play", "List the foreign worlds."),
    "solve": ("solve", "Let a solver play."),
    "solvers": ("solve", "List the solvers."),
    "certify": ("certify", "Search for solutions with the game itself."),
    "generate": ("generate", "Make new levels."),
    "bench": ("bench", "Run a benchmark."),
    "dataset": ("dataset", "Write plays as a data set."),
    "compare": ("compare", "Compare two benchmarks run by run."),
    "suites": ("suites", "List the suites and the splits for learning."),
    "leaderboard": ("leaderboard", "Check a leaderboard by replay."),
    "reproduce": ("reproduce", "Repeat the paper's experiment."),
    "phyre": ("phyre", "Play and solve PHYRE's tasks."),
    "interphyre": ("interphyre", "Play and solve Interphyre's levels."),
    "mcp": ("mcp", "Let an agent play by the Model Context Protocol."),
    "studio": ("studio", "Open the studio in the browser."),
    "site": ("studio", "Write a static site of levels and solves."),
    "automate": ("automate", "Behave like the original game's executable."),
    "install-dropin": ("automate", "Write a script that replaces the original executable."),
    "pack-run": ("automate", "Pack a run of the original game to report it."),
}

SOLVED, NOT_SOLVED, BAD_INPUT = 0, 1, 2  # exit codes
_GARBAGE = 200_000  # new objects between two collections: importing makes that many, none garbage
# Both cost a tenth of a short command: numpy's library starts a thread per core, which spins, and
# pydantic looks for plugins in every installed package. What the user sets is left alone.
_QUICK_START = {"OPENBLAS_NUM_THREADS": "1", "PYDANTIC_DISABLE_PLUGINS": "__all__"}
STOPPED = 130  # by Ctrl-C, as in shells
CUT_OFF = 141  # the reader of a pipe is gone, as in shells; 0 or 1 would be a verdict
_LISTINGS = ("levels", "show", "physics", "worlds", "solvers", "suites")  # have no verdict


class _ReaderGoneError(Exception):
    """Nobody reads stdout any more.

    verdict: whether the exit code 0 would mean that a level was solved.
    """

    def __init__(self, *, verdict: bool) -> None:
        super().__init__()
        self.verdict = verdict


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"{__name__}.{COMMANDS[cmd_name][0]}")
        return add_verbosity(getattr(module, cmd_name.replace("-", "_")))

    # When the reader of a pipe is gone, click would end with 1, which means "not solved".

    def make_context(self, *args: Any, **settings: Any) -> click.Context:
        try:
            return super().make_context(*args, **settings)
        except BrokenPipeError:
            raise _ReaderGoneError(verdict=False) from None

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _ReaderGoneError(verdict=ctx.invoked_subcommand not in _LISTINGS) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[:1] == ["help"]:
            if len(args) == 1:
                click.echo(ctx.get_help())
                ctx.exit()
            args = [*args[1:], "--help"]
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise unknown_name("command", args[0], COMMANDS)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def _print_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        from bubbleball.game.engine import ENGINE

        python = ".".join(map(str, sys.version_info[:3]))
        click.echo(f"bubbleball {version('bubbleball')} (Python {python}, {ENGINE})")
        ctx.exit()


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version, also of Python and of the engine, and exit.",
)
def app() -> None:
    """Bubble Ball: play, check, make and solve physics puzzles.

    A LEVEL is a shipped level (classic/2, or just 2) or a file in our format or in the original
    game's. Commands that take several also take packs (classic) and folders of level files.
    """


add_verbosity(app)


def main() -> None:
    """Run the command line; errors become one message on stderr and exit code 2."""
    gc.set_threshold(_GARBAGE)
    for variable, value in _QUICK_START.items():
        os.environ.setdefault(variable, value)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed, as by `>&-`
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the end
            setattr(sys, name, nowhere)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # for terminals that lack a character
    try:
        with quiet_while_importing(STOPPED):
            status = app.main(prog_name="bubbleball", standalone_mode=False)
        sys.stdout.flush()
    except (BrokenPipeError, _ReaderGoneError) as gone:
        # The reader is gone, as in `| head`: stop quietly.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(CUT_OFF if getattr(gone, "verdict", False) else SOLVED) from None
    except click.Abort:
        click.echo("bubbleball: stopped", err=True)
        raise SystemExit(STOPPED) from None
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        raise SystemExit(BAD_INPUT) from None
    except click.ClickException as error:
        click.echo(f"bubbleball: {_one_line(error)}", err=True)
        raise SystemExit(BAD_INPUT) from None
    except BubbleBallError as error:
        if verbosity.debugging:
            traceback.print_exception(error.__cause__ or error)
        click.echo(f"bubbleball: {error}", err=True)
        raise SystemExit(BAD_INPUT) from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"bubbleball: {where}{error.strerror or error}", err=True)
        raise SystemExit(BAD_INPUT) from None
    raise SystemExit(status if isinstance(status, int) else SOLVED)


def _one_line(error: click.ClickException) -> str:
    text = " ".join(error.format_message().split())
    if isinstance(error, click.UsageError) and error.ctx is not None:
        if isinstance(error, click.MissingParameter) and error.ctx.params.get("solution"):
            text = f"{text.rstrip('.')} before --solution, which takes a number itself"
        joint = "" if text.endswith("?") else ";"
        return f"{text.rstrip('.')}{joint} see `{error.ctx.command_path} --help`"
    return text
