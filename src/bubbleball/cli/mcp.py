"""`mcp`: a server of the Model Context Protocol, through which any agent can play a suite."""

from __future__ import annotations

from pathlib import Path

import click

from bubbleball.cli.options import folder_option, trials_option
from bubbleball.errors import BubbleBallError
from bubbleball.play.step import MAX_TRIALS


@click.command()
@click.argument("suites", metavar="SUITE...", nargs=-1, required=True)
@click.option("--player", default="agent", show_default=True, help="Name of the agent in records.")
@trials_option(MAX_TRIALS, "Trials per level.")
@click.option("--physics", help="Physics of the game, which the agent does not see.")
@folder_option("Folder for the records; a level that was played stays closed.")
def mcp(
    suites: tuple[str, ...],
    player: str,
    max_trials: int,
    physics: str | None,
    output: Path | None,
) -> None:
    """Serve the levels of suites to an agent by the Model Context Protocol, on stdin and stdout.

    The agent lists levels, looks at them, checks placements, plays trials and reads their traces.
    Each level has its budget of trials; an illegal placement costs one.
    """
    from bubbleball.bench.benchmark import RECORDS
    from bubbleball.bench.outside_player import OutsidePlayer
    from bubbleball.bench.planning import plan_for_player
    from bubbleball.bench.provenance import session

    try:
        from bubbleball.cli.mcp_server import make_server
    except ModuleNotFoundError as error:
        raise BubbleBallError(
            f"the Model Context Protocol needs {error.name}; pip install 'bubbleball[mcp]'"
        ) from error

    planned = plan_for_player(suites, player, max_trials=max_trials, physics=physics)
    path = None if output is None else output / RECORDS
    with OutsidePlayer(planned, path, session("mcp", 1)) as outside:
        make_server(outside).run()
