"""What every request must pass: known host, same origin, bounded body; and the headers sent back.

A page of another site must not use the studio through the visitor's browser, neither by plain
cross-origin requests nor by a host name that it points at this machine (DNS rebinding).
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class _TooLargeError(Exception):
    """The body grew beyond its bound."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is turned away.

    status: of HTTP.
    message: for a person.
    """

    status: int
    message: str


class Guard:
    """ASGI middleware around the whole studio."""

    def __init__(self, app: ASGIApp, limits: Limits, host: str) -> None:
        self._app, self._limits = app, limits
        self._names = _LOOPBACK | {host.lower()}
        self._any_address = host in {"0.0.0.0", "::"}
        if self._any_address:
            self._names |= {socket.gethostname().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the request, bound its body, add the headers."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # the studio speaks plain HTTP only; the server closes anything else
        headers = Headers(scope=scope)
        refusal = self._refusal(headers, scope["method"], scope["path"])
        guarded = _with_headers(send, scope["path"])
        if refusal is None:
            try:
                body = await self._body(receive, scope["method"])
            except _TooLargeError:
                refusal = self._too_large()
            except TimeoutError:
                refusal = Refusal(408, "the request took too long to arrive")
        if refusal is not None:
            answer = JSONResponse({"message": refusal.message, "problems": []}, refusal.status)
            await answer(scope, receive, guarded)
            return
        await self._app(scope, _replay(body, receive), guarded)

    def _refusal(self, headers: Headers, method: str, path: str) -> Refusal | None:
        host = headers.get("host", "")
        if not self._known(host):
            return Refusal(
                421, f"this studio does not answer to the host {host[:100]!r}; use 127.0.0.1"
            )
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return Refusal(403, f"requests from another site ({origin[:100]!r}) are refused")
        foreign = headers.get("sec-fetch-site") in {"cross-site", "same-site"}
        if foreign and path.startswith("/api/"):
            return Refusal(403, "requests from another site are refused")
        if method not in {"GET", "HEAD"}:
            media = headers.get("content-type", "").partition(";")[0].strip().lower()
            if path.startswith("/api/") and method == "POST" and media != "application/json":
                return Refusal(415, f"send application/json, not {media[:100]!r}")
            if headers.get("content-length", "0").isdigit() and (
                int(headers.get("content-length", "0")[:20]) > self._limits.body_bytes
            ):
                return self._too_large()
        return None

    def _too_large(self) -> Refusal:
        return Refusal(413, f"the request is larger than {self._limits.body_bytes:,} bytes")

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
        chunks, size = [], 0
        async with asyncio.timeout(self._limits.body_seconds):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return b""
                chunks.append(message.get("body", b""))
                size += len(chunks[-1])
                if size > self._limits.body_bytes:
                    raise _TooLargeError
                if not message.get("more_body", False):
                    return b"".join(chunks)


def _replay(body: bytes, receive: Receive) -> Receive:
    """The body that was read, then whatever else comes (the client hanging up)."""
    first = True

    async def again() -> Message:
        nonlocal first
        if first:
            first = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again


def _with_headers(send: Send, path: str) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault(
                "Cache-Control", "no-store" if path.startswith("/api/") else "no-cache"
            )
        await send(message)

    return guarded
