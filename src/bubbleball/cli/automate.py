"""`automate` and `install-dropin`: replace the original game's executable."""

from __future__ import annotations

from pathlib import Path

import click

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command()
@click.argument("folder", metavar="[DIR]", default=".", type=_FOLDER)
@click.option("--physics", default="real", show_default=True, help="Preset and overrides.")
def automate(folder: Path, physics: str) -> None:
    """Behave like the original game's executable in DIR.

    Reads automate.json, levels/N.json and movableObjects.json there, plays, and writes the log that
    automate.json names. If a placement breaks the rules, there is an error and no log.
    """
    from bubbleball.files.original import automation
    from bubbleball.game.physics import parse_physics

    run = automation.run(folder, parse_physics(physics))
    for note in run.notes:
        click.echo(f"bubbleball: {note}", err=True)


@click.command()
@click.argument("folder", metavar="DIR", type=_FOLDER)
@click.option("--force", is_flag=True, help="Replace another file of that name.")
def install_dropin(folder: Path, force: bool) -> None:
    """Write a script `bubble-ball` into DIR that replaces the original executable."""
    from bubbleball.files.original import automation

    click.echo(f"wrote {automation.install_script(folder, force=force)}")
