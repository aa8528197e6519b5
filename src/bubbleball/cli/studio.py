"""`studio` and `site`: the game in the browser, and a static site of levels and solves."""

from __future__ import annotations

from pathlib import Path

import click

from bubbleball.cli.options import LEVELS, every, levels_argument
from bubbleball.cli.verbosity import say


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    default=8480,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen on; 0 picks a free one.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
def studio(host: str, port: int, no_browser: bool) -> None:
    """Open the studio in the browser: play, solve and build levels.

    It listens on this machine only, unless --host says otherwise. Ctrl-C ends it.
    """
    from bubbleball.web.serve import serve

    def announce(url: str) -> None:
        click.echo(f"The studio is at {url} (Ctrl-C ends it)")
        if host not in ("127.0.0.1", "::1", "localhost"):
            click.echo(
                f"warning: it listens on {host}, so everybody who reaches this machine can play, "
                "solve and use its processor; there is no password",
                err=True,
            )
        if not no_browser:
            click.launch(url)

    serve(host, port, announce)


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
