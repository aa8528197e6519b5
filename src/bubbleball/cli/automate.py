"""`automate`, `install-dropin` and `pack-run`: the original game's folder, from either side."""

from __future__ import annotations

from pathlib import Path

import click

from bubbleball.cli.options import physics_option
from bubbleball.cli.output import check_writable

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_STRICT = click.option(
    "--strict", is_flag=True, help="Refuse a placement that breaks a rule, and leave no log."
)


@click.command()
@click.argument("folder", metavar="[DIR]", default=".", type=_FOLDER)
@physics_option("The game's physics.")
@_STRICT
def automate(folder: Path, physics_text: str, strict: bool) -> None:
    """Behave like the original game's executable in DIR.

    Reads automate.json, levels/N.json and movableObjects.json there, plays, and writes the log that
    automate.json names. A piece in the tray takes no part; a placement that breaks a rule is played
    as asked, with a note on stderr.
    """
    from bubbleball.files.original import drop_in
    from bubbleball.game.physics import parse_physics

    for note in drop_in.run(folder, parse_physics(physics_text), strict=strict).notes:
        click.echo(f"bubbleball: {note}", err=True)


@click.command()
@click.argument("folder", metavar="DIR", type=_FOLDER)
@click.option("--force", is_flag=True, help="Replace another file of that name.")
@physics_option("The game's physics.")
@_STRICT
def install_dropin(folder: Path, force: bool, physics_text: str, strict: bool) -> None:
    """Write a script `bubble-ball` into DIR that replaces the original executable."""
    from bubbleball.files.original import drop_in
    from bubbleball.game.physics import REAL, parse_physics

    options = ["--strict"] if strict else []
    if parse_physics(physics_text) != REAL:
        options += ["--physics", physics_text]
    path = drop_in.install_script(folder, force=force, options=options)
    click.echo(f"wrote {path}")


@click.command()
@click.argument("folder", metavar="[DIR]", default=".", type=_FOLDER)
@click.option("-o", "--output", default="run.zip", show_default=True, metavar="FILE")
def pack_run(folder: Path, output: str) -> None:
    """Pack the last run of the game in DIR into a zip file, to report it.

    It holds automate.json, the log, the level and its entry in movableObjects.json, and a
    comparison with our own game.
    """
    from bubbleball.files.disk import write_bytes
    from bubbleball.files.original.run_pack import pack_run

    check_writable(output)
    packed = pack_run(folder)
    write_bytes(output, packed.content)
    for line in packed.about:
        click.echo(line)
    click.echo(f"wrote {output}: {', '.join(packed.names)}")
