"""`worlds`: the foreign worlds that a level can be played in."""

from __future__ import annotations

import dataclasses

import click

from bubbleball.cli.common import echo_json, echo_table


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def worlds(as_json: bool) -> None:
    """List the foreign worlds, which differ from the game in more than constants.

    A command that takes --world takes a name (drag), a name with an amount (wind=-2), several of
    them (drag,spin=0.6) or a mixture drawn from a seed (random:7).
    """
    from bubbleball.game.foreign.world_changes import CHANGE_KEYS

    if as_json:
        echo_json({name: dataclasses.asdict(key) for name, key in CHANGE_KEYS.items()})
        return
    echo_table(
        ["WORLD", "AMOUNT", "RANGE", "UNIT", "WHAT IS CHANGED"],
        [
            [name, f"{key.usual:g}", f"{key.low:g} to {key.high:g}", key.unit, key.meaning]
            for name, key in CHANGE_KEYS.items()
        ],
        "lrrll",
    )
