"""`convert`: levels between our format and the original game's."""

from __future__ import annotations

from pathlib import Path

import click

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("level", metavar="IN")
@click.argument("out", metavar="OUT", type=click.Path(dir_okay=False, allow_dash=True))
@click.option(
    "--to",
    "form",
    type=click.Choice(["ours", "original"]),
    help="Format of OUT; by default ours if IN is an original file, otherwise original.",
)
@click.option("--plain", is_flag=True, help="Original format without our own key.")
@click.option("--movables", type=_FILE, help="A movableObjects.json for IN, an original file.")
def convert(level: str, out: str, form: str | None, plain: bool, movables: Path | None) -> None:
    """Convert a level between our format and the original game's.

    IN is a shipped level or a file in either format. An original file is read with the
    movableObjects.json beside it or one folder up, if there is one. OUT may be - for stdout.
    """
    from bubbleball.errors import LevelError, Problem
    from bubbleball.files import packs
    from bubbleball.files.disk import write_bytes
    from bubbleball.files.document import LevelFormat
    from bubbleball.files.level_file import dump_document
    from bubbleball.files.original.level import dump_original
    from bubbleball.files.original.movable_objects import read_movables

    listed = None if movables is None else read_movables(movables)
    document = packs.find(level, listed)
    ours = form == "ours" if form else document.format is LevelFormat.ORIGINAL
    if plain and ours:
        raise click.UsageError("--plain is for the original format; add --to original")
    if listed is not None:
        if document.format is not LevelFormat.ORIGINAL:
            raise click.UsageError(f"--movables is for an original file; {level} is in our format")
        if Path(level).stem not in listed:
            what = f"has no entry for the level {Path(level).stem!r}"
            raise LevelError([Problem("", what)], str(movables))
    text = dump_document(document) if ours else dump_original(document, plain)
    if out == "-":
        click.echo(text, nl=not ours)
    else:
        write_bytes(out, text.encode())
