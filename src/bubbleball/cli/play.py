"""`play`, `physics` and `worlds`: one trial, and the worlds it can be played in."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from bubbleball.cli.options import (
    chosen,
    files_option,
    levels_argument,
    physics_option,
    placing,
    theme_option,
    world_option,
)
from bubbleball.cli.output import echo_json, echo_table, point
from bubbleball.cli.verbosity import say

if TYPE_CHECKING:
    from bubbleball.game.foreign.foreign_game import ForeignGame
    from bubbleball.game.game import Game
    from bubbleball.game.level import Level
    from bubbleball.game.physics import Physics
    from bubbleball.game.placement import Placement
    from bubbleball.game.trial import Trial

TRIAL_SUFFIX = ".trial.json"


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options of `play`, named as on the command line."""

    placed: tuple[Placement, ...]
    solution: int | None
    physics_text: str
    world: str | None
    seed: int
    trial: int
    as_json: bool
    outputs: tuple[str, ...]
    theme: str


@click.command()
@levels_argument("level", nargs=1, metavar="LEVEL")
@placing
@physics_option("A preset, overrides, or both; see `bubbleball physics`.")
@world_option
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="With --world: seed of its random effects.",
)
@click.option(
    "--trial",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="With --world: play it as the trial of that number in a solve with this seed.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the trial as JSON.")
@files_option(
    f"Write a picture (.svg .png), a film (.gif .mp4) or the trial itself ({TRIAL_SUFFIX})."
)
@theme_option
@click.pass_context
def play(ctx: click.Context, /, level: str, **given: Any) -> None:
    """Play one trial of a level and report what happened.

    Without --place and --solution the ball runs with nothing placed. Exit code 0 if the ball
    reaches the flag, 1 if it does not, 2 if the input is wrong.
    """
    from bubbleball.files import packs
    from bubbleball.game.physics import parse_physics

    options = PlayOptions(**given)
    for option, value in (("--trial", options.trial), ("--seed", options.seed)):
        if value and options.world is None:
            raise click.UsageError(
                f"{option} goes with --world; in the game itself all trials are alike"
            )
    physics = parse_physics(options.physics_text)
    for output in options.outputs:
        _check_output(output)
    document = packs.find(level)
    placements = chosen(document, options.placed, options.solution)
    trial = _game(document.level, physics, options).play(placements)
    for output in options.outputs:
        _write(output, trial, physics, options.theme)
    if options.as_json:
        echo_json(_trial_data(trial, physics))
    else:
        _echo(trial)
        for output in options.outputs:
            say(f"wrote {output}")
    ctx.exit(0 if trial.solved else 1)


def _game(level: Level, physics: Physics, options: PlayOptions) -> Game | ForeignGame:
    from bubbleball.game.foreign.foreign_game import ForeignGame
    from bubbleball.game.game import Game

    if options.world is None:
        return Game(level, physics)
    return ForeignGame(level, options.world, physics, seed=options.seed, trial=options.trial)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def physics(as_json: bool) -> None:
    """List the physics presets, and the keys that can be overridden.

    A command that takes --physics takes a preset (moon), overrides (gravity=3,restitution=0.6),
    both (moon,restitution=0.6), or an unknown world drawn from a seed (random:7).
    """
    from bubbleball.game.physics import PHYSICS_KEYS, PRESETS, REAL

    presets = {name: dataclasses.asdict(table) for name, table in PRESETS.items()}
    real = dataclasses.asdict(REAL)
    if as_json:
        keys = {
            name: {"real": real[name], "low": key.low, "high": key.high, "unit": key.unit}
            | {"meaning": key.meaning}
            for name, key in PHYSICS_KEYS.items()
        }
        echo_json({"presets": presets, "keys": keys})
        return
    rows = []
    for name, table in presets.items():
        changed = [f"{key}={value:g}" for key, value in table.items() if value != real[key]]
        rows.append([name, ", ".join(changed) or "the game as measured"])
    echo_table(["PRESET", "DIFFERS FROM REAL IN"], rows)
    click.echo()
    echo_table(
        ["KEY", "REAL", "RANGE", "UNIT", "MEANING"],
        [
            [name, f"{real[name]:g}", f"{key.low:g} to {key.high:g}", key.unit, key.meaning]
            for name, key in PHYSICS_KEYS.items()
        ],
        "lrrll",
    )


def _check_output(output: str) -> None:
    """Refuse an unknown kind of file before anything is played."""
    if not output.endswith(TRIAL_SUFFIX):
        from bubbleball.render.files import SUFFIXES, check_suffix

        check_suffix(output, (*SUFFIXES, TRIAL_SUFFIX))


def _write(output: str, trial: Trial, physics: Physics, theme: str) -> None:
    if output.endswith(TRIAL_SUFFIX):
        from bubbleball.files.trial_file import write_trial

        write_trial(output, trial, physics)
        return
    from bubbleball.render import write_picture

    write_picture(output, trial.level, trial.placements, trial=trial, theme=theme)


def _echo(trial: Trial) -> None:
    from bubbleball.game.contact import Contact
    from bubbleball.game.physics import SECONDS_PER_STEP

    level = trial.level
    click.echo(f"{level.name}  {level.title}".strip())
    for placed in trial.placements:
        turned = f", turned {placed.angle:g}°" if placed.angle else ""
        click.echo(f"  {placed.piece} at {point(placed.x, placed.y)}{turned}")
    verdict = "solved" if trial.solved else "not solved"
    click.echo(f"{verdict}: {trial.reason}")
    kinds = {part.id: str(part.kind) for part in level.parts}
    rows = []
    for met in trial.meetings():
        if isinstance(met, Contact):
            verb, at = "touches", met.point
        else:
            verb, at = "enters", met.position_before
        when, what = f"{met.frame * SECONDS_PER_STEP:.2f} s", f"{kinds[met.part]} {met.part}"
        pairs = (at, met.velocity_before, met.velocity_after)
        rows.append([when, verb, what, *(f"{x:.0f}, {y:.0f}" for x, y in pairs)])
    if rows:
        click.echo()
        head = ["TIME", "THE BALL", "WHAT", "AT PX", "PX/S BEFORE", "AFTER"]
        echo_table(head, rows, "rllrrr")


def _trial_data(trial: Trial, physics: Physics) -> dict[str, object]:
    from bubbleball.files.document import placements_data

    x, y, vx, vy = (float(value) for value in trial.ball[-1])
    return {
        "level": trial.level.name,
        "physics": dataclasses.asdict(physics),
        "placements": placements_data(trial.placements),
        "outcome": str(trial.outcome),
        "solved": trial.solved,
        "reason": trial.reason,
        "steps": trial.steps,
        "seconds": trial.seconds,
        "ball": {"x": x, "y": y, "velocity_x": vx, "velocity_y": vy},
        "contacts": [dataclasses.asdict(contact) for contact in trial.contacts],
        "effects": [dataclasses.asdict(effect) for effect in trial.effects],
    }


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
