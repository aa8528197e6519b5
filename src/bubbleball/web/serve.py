"""Starting the server: socket, uvicorn, and the address to open."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

from bubbleball.errors import BubbleBallError


def serve(host: str, port: int, announce: Callable[[str], None]) -> None:
    """Run the studio until it is interrupted; call `announce` with its address once it is up."""
    try:
        import uvicorn  # noqa: PLC0415  # an extra

        from bubbleball.web.app import app_of  # noqa: PLC0415  # needs the extra
        from bubbleball.web.connections import PatientProtocol  # noqa: PLC0415  # needs it too
        from bubbleball.web.limits import Limits  # noqa: PLC0415  # with the others
        from bubbleball.web.studio import Studio  # noqa: PLC0415  # needs it too
    except ModuleNotFoundError as error:
        raise BubbleBallError(
            f"the studio needs {error.name}; install it with: pip install 'bubbleball[web]'"
        ) from error
    listening = _listen(host, port)
    studio = Studio(Limits())
    config = uvicorn.Config(
        app_of(studio, host),
        log_level="warning",
        access_log=False,
        http=PatientProtocol,
        ws="none",  # an upgrade is answered as the plain request that it also is
        timeout_graceful_shutdown=2,
    )

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                announce(_address(host, listening))

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await asyncio.to_thread(studio.close)  # ends the streams, which would be waited for
            await super().shutdown(sockets)

    Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        bound = socket.create_server((host, port), family=family, backlog=256)
    except OSError as error:
        raise BubbleBallError(
            f"cannot listen on {host} port {port}: {error.strerror or error}; "
            "choose another with --port, or --port 0 for any free one"
        ) from error
    # asyncio turns off Nagle's delay only for sockets whose protocol says TCP; otherwise every
    # response waits some 40 ms between its headers and its body.
    return socket.socket(family, bound.type, socket.IPPROTO_TCP, fileno=bound.detach())


def _address(host: str, listening: socket.socket) -> str:
    port = listening.getsockname()[1]
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"
