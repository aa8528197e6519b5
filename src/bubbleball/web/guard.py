"""Checks on every request (known host, same origin, bounded body) and headers on every response.

A page of another site must not use the studio through the visitor's browser, neither by plain
cross-origin requests nor by a host name that it points at this machine (DNS rebinding).
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections import Counter
from collections.abc import Awaitable
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bubbleball.web.encoding import error_response
from bubbleball.web.limits import Limits

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_PAUSE = 0.05  # s between looks at whether the client has hung up, if there is no waiting for it
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Guard:
    """ASGI middleware around the whole studio."""

    def __init__(self, app: ASGIApp, limits: Limits, host: str) -> None:
        self._app, self._limits = app, limits
        self._names = _LOOPBACK | {host.lower()}
        self._clients: Counter[str] = Counter()  # requests under way
        self._any_address = host in {"0.0.0.0", "::"}
        if self._any_address:
            self._names |= {socket.gethostname().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the request, limit its body, add the headers."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # the studio speaks plain HTTP only; the server closes anything else
        answer = _Answer(send, scope["path"])
        client = (scope.get("client") or ("",))[0]
        try:
            self._check(scope)
            self._check_room(client)
            self._clients[client] += 1
            try:
                body = await self._body(receive, scope["method"])
                work = self._app(scope, _replay(body, receive), answer.send)
                await _until_hung_up(work, receive, answer)
            finally:
                self._clients[client] -= 1
        except HTTPException as error:
            await error_response(error.status_code, error.detail)(scope, receive, answer.send)

    def _check_room(self, client: str) -> None:
        limits = self._limits
        if self._clients[client] >= limits.client_requests:
            raise HTTPException(
                429, f"{limits.client_requests} requests from here are under way; wait for them"
            )
        if self._clients.total() >= limits.requests:
            raise HTTPException(503, "the studio is busy; try again in a moment")

    def _check(self, scope: Scope) -> None:
        headers, method, path = Headers(scope=scope), scope["method"], scope["path"]
        host = headers.get("host", "")
        if not self._known(host):
            raise HTTPException(
                421, f"this studio does not answer to the host {host[:100]!r}; use 127.0.0.1"
            )
        origin = headers.get("origin")
        scheme = scope.get("scheme", "http")  # https only behind a proxy on this machine
        if origin is not None and origin.lower() != f"{scheme}://{host}".lower():
            raise HTTPException(403, f"requests from another site ({origin[:100]!r}) are refused")
        foreign = headers.get("sec-fetch-site", "").lower() in {"cross-site", "same-site"}
        if foreign and path.startswith("/api/"):
            raise HTTPException(403, "requests from another site are refused")
        if method not in {"GET", "HEAD"}:
            media = headers.get("content-type", "").partition(";")[0].strip().lower()
            if path.startswith("/api/") and method == "POST" and media != "application/json":
                raise HTTPException(415, f"send application/json, not {media[:100]!r}")
            length = headers.get("content-length", "0")
            if length.isdigit() and int(length[:20]) > self._limits.body_bytes:
                raise self._too_large()

    def _too_large(self) -> HTTPException:
        most = self._limits.body_bytes
        return HTTPException(413, f"the request is larger than {most:,} bytes")

    def _known(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._names:
            return True
        if not self._any_address:
            return False
        try:
            ipaddress.ip_address(name)  # a literal address cannot be rebound
        except ValueError:
            return False
        return True

    async def _body(self, receive: Receive, method: str) -> bytes:
        if method in {"GET", "HEAD"}:
            return b""
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                return await self._whole_body(receive)
        except TimeoutError:
            raise HTTPException(408, "the request took too long to arrive") from None

    async def _whole_body(self, receive: Receive) -> bytes:
        chunks, size = [], 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return b""
            chunks.append(message.get("body", b""))
            size += len(chunks[-1])
            if size > self._limits.body_bytes:
                raise self._too_large()
            if not message.get("more_body", False):
                return b"".join(chunks)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Deliver the body that was read, then whatever else comes (the client hanging up)."""
    first = True

    async def again() -> Message:
        nonlocal first
        if first:
            first = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again


class _Answer:
    """Sends an answer with the safety headers; `complete` says whether all of it is sent."""

    def __init__(self, send: Send, path: str) -> None:
        self._send, self._path = send, path
        self.complete = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            api = self._path.startswith("/api/")
            headers.setdefault("Cache-Control", "no-store" if api else "no-cache")
        elif message["type"] == "http.response.body" and not message.get("more_body", False):
            self.complete = True
        await self._send(message)


async def _until_hung_up(work: Awaitable[None], receive: Receive, answer: _Answer) -> None:
    """Do the work; cancel it when the client hangs up before the answer is complete."""
    doing = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_hung_up(receive))
    try:
        await asyncio.wait({doing, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done() and not answer.complete:
            doing.cancel()
        with suppress(asyncio.CancelledError):
            await doing
    finally:
        gone.cancel()
        doing.cancel()


async def _hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        await asyncio.sleep(_PAUSE)
