"""The page's own files, read once when the server starts and served from memory."""

from __future__ import annotations

import gzip
import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}


class Page:
    """One file: plain, compressed, or not sent at all if the browser has it already."""

    def __init__(self, content: bytes, media_type: str) -> None:
        self._plain, self._packed = content, gzip.compress(content, mtime=0)
        self._type = media_type
        self._tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'

    def response(self, request: Request) -> Response:
        """The file in the encoding that the browser accepts."""
        headers = {"ETag": self._tag, "Vary": "Accept-Encoding", "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == self._tag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self._plain, media_type=self._type, headers=headers)
        headers["Content-Encoding"] = "gzip"
        return Response(self._packed, media_type=self._type, headers=headers)


class Pages:
    """ASGI application for the files; no other path leads anywhere."""

    def __init__(self, theme: str) -> None:
        """`theme` becomes theme.css."""
        found = _found(files("bubbleball.web") / "static", "/")
        self._pages = {**found, "/": found["/index.html"]}
        self._pages["/theme.css"] = Page(theme.encode(), "text/css")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        page = self._pages.get(scope["path"])
        if page is None:
            raise HTTPException(404, "there is no such page in the studio")
        if scope["method"] not in {"GET", "HEAD"}:
            raise HTTPException(405, "pages can only be read", {"Allow": "GET, HEAD"})
        await page.response(Request(scope))(scope, receive, send)


def _found(folder: Traversable, path: str) -> dict[str, Page]:
    pages: dict[str, Page] = {}
    for item in folder.iterdir():
        suffix = item.name[item.name.rfind(".") :]
        if item.is_dir():
            pages |= _found(item, f"{path}{item.name}/")
        elif suffix in _TYPES:
            pages[path + item.name] = Page(item.read_bytes(), _TYPES[suffix])
    return pages
