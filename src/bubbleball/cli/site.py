"""`site`: levels and solver stories as a static site."""

from __future__ import annotations

from pathlib import Path

import click

from bubbleball.cli.common import LEVELS, every, levels_argument
from bubbleball.cli.verbosity import say


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@levels_argument("wanted", required=False, metavar=f"[{LEVELS}]")
def site(folder: Path, wanted: tuple[str, ...]) -> None:
    """Write a static site: every level with a recorded solve that plays in the browser.

    All packs, or the levels, packs and folders given. Any static host can serve DIR; no server of
    ours is needed.
    """
    from bubbleball.files import packs
    from bubbleball.web.site import SiteEntry, write_site

    def show(entry: SiteEntry) -> None:
        say(f"{entry.name}: {'solved' if entry.solved else 'not solved'}")

    entries = write_site(folder, every(wanted or packs.packs()), show)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    click.echo(f"{len(entries)} levels in {folder}, {size / 1e6:.1f} MB; open index.html on a host")
