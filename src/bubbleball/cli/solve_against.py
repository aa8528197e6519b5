"""The options of `solve` for another program's game and for demonstrations."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bubbleball.cli.options import SECONDS
from bubbleball.solvers import solver_class

if TYPE_CHECKING:
    from bubbleball.game.level import Level
    from bubbleball.game.trial import Trial
    from bubbleball.play.executable import ExecutableGame

_OPTIONS = (
    click.option(
        "--game",
        "game_folder",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        metavar="DIR",
        help="Play the executable in DIR, such as the real game; LEVEL is then a number, or all.",
    ),
    click.option(
        "--command",
        "game_command",
        metavar="TEXT",
        help="With --game: what starts the game, instead of ./bubble-ball.",
    ),
    click.option(
        "--wait",
        "game_patience",
        type=SECONDS,
        help="With --game: seconds to wait for the end of one run, 30 by default.",
    ),
    click.option(
        "--watch",
        "demonstrations",
        multiple=True,
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False),
        help="Let the solver first watch a recorded trial or a log of the real game. May be given "
        "several times.",
    ),
)


@dataclass(frozen=True, slots=True)
class AgainstOptions:
    """Named as on the command line."""

    game_folder: Path | None
    game_command: str | None
    game_patience: float | None
    demonstrations: tuple[str, ...]

    @classmethod
    def take(cls, given: dict[str, Any]) -> AgainstOptions:
        """Take these options out of all that were given."""
        options = cls(**{name: given.pop(name) for name in cls.__dataclass_fields__})
        if options.game_folder is None:
            if options.game_command is not None or options.game_patience is not None:
                raise click.UsageError("--command and --wait go with --game")
        elif given["physics_text"] != "real" or given["world"] is not None:
            raise click.UsageError("--game has its own physics and world; leave out both options")
        return options

    def game(self, number: str) -> ExecutableGame | None:
        """The game to play; None if no other than ours is asked for."""
        from bubbleball.play.executable import PATIENCE, ExecutableGame

        if self.game_folder is None:
            return None
        more: dict[str, Any] = {}
        if self.game_command is not None:
            more["command"] = shlex.split(self.game_command)
        patience = self.game_patience or PATIENCE
        return ExecutableGame(
            self.game_folder, int(number), patience=patience, note=_echo_note, **more
        )

    def solver_options(self, solver: str) -> dict[str, object]:
        """Options that make a solver judge its placements as the game rounds them.

        Of a solver that has none, the game rounds what it asks for.
        """
        takes = {} if self.game_folder is None else signature(solver_class(solver)).parameters
        return {"whole": True} if "whole" in takes else {}

    def watched(self, level: Level) -> tuple[Trial, ...]:
        """The demonstrations; a log may be of `level`."""
        if not self.demonstrations:
            return ()
        from bubbleball.play.demonstration_files import read_demonstrations

        return read_demonstrations(self.demonstrations, level)

    def numbers(self, levels: Sequence[str]) -> tuple[str, ...]:
        """The numbers of the levels that are asked for; `all` are those of the game's folder."""
        from bubbleball.files.original.automation import LEVELS
        from bubbleball.files.packs import DEFAULT_PACK

        assert self.game_folder is not None, "only with --game"
        files = (self.game_folder / LEVELS).glob("*.json")
        there = [str(n) for n in sorted(int(f.stem) for f in files if f.stem.isdigit())]
        numbers: list[str] = []
        for level in levels:
            name = level.removeprefix(f"{DEFAULT_PACK}/")
            if level == "all" and there:
                numbers += there
            elif name.isascii() and name.isdigit():
                numbers.append(str(int(name)))
            else:
                known = ", ".join(there) or f"none in {self.game_folder / LEVELS}"
                raise click.UsageError(
                    f"with --game LEVEL is a number, or all, not {level!r:.60}; there: {known}"
                )
        return tuple(numbers)


def against_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --game, --command, --wait and --watch to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def _echo_note(text: str) -> None:
    click.echo(f"bubbleball: {text}", err=True)
