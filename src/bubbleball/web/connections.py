"""Connections of the studio: one that is idle for too long, or in the way of others, is closed."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 10.0  # without a request under way, after which a connection is closed
MOST_CONNECTIONS = 300  # at once; beyond it the one that has been idle longest is closed


class PatientProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, with a limit on waiting for a request."""

    def connection_made(  # type: ignore[override]  # uvicorn narrows the argument, too
        self, transport: asyncio.Transport
    ) -> None:
        """Make room, and begin to wait for the first request."""
        if len(self.connections) >= MOST_CONNECTIONS:
            ours = [other for other in self.connections if isinstance(other, PatientProtocol)]
            idle = [other for other in ours if other.is_idle]
            if idle:
                min(idle, key=lambda other: other.idle_since).transport.abort()
        super().connection_made(transport)
        self.idle_since = self.loop.time()
        self._timer = self.loop.call_later(HEADER_SECONDS, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._timer.cancel()
        super().connection_lost(exc)

    @property
    def is_idle(self) -> bool:
        """Whether no request is under way."""
        return self.cycle is None or self.cycle.response_complete

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing: the request is answered, and more packages would not change that."""

    def _look(self) -> None:
        now = self.loop.time()
        if not self.is_idle:
            self.idle_since = now
        elif now - self.idle_since >= HEADER_SECONDS:
            self.transport.abort()
            return
        self._timer = self.loop.call_later(HEADER_SECONDS, self._look)
