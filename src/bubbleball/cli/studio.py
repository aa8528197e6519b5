"""`studio`: the game in the browser."""

from __future__ import annotations

import click


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
