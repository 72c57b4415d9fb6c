"""Limits on connections that have not sent the bearer token yet: their number, and their age.

In: connections as they open, close, and authenticate. Out: nothing; connections beyond the limits are closed. A client
without the token can therefore exhaust neither file descriptors nor memory, however slowly it sends. A connection that
has sent the token once is not limited any more. The token itself is checked in `http`.
"""

import asyncio
from collections import OrderedDict
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS: Final = 256
"""At once; beyond this the oldest is closed. A real client sends the token with its first request."""
TOKEN_SECONDS: Final = 10.0
"""Time until the token must have been sent."""
Peer = tuple[str, int]


class UnauthenticatedConnections:
    """The open connections that have not sent the token."""

    def __init__(self, max_connections: int = MAX_CONNECTIONS, seconds: float = TOKEN_SECONDS) -> None:
        self.max_connections = max_connections
        self.seconds = seconds
        self._waiting: OrderedDict[Peer, tuple[asyncio.BaseTransport, asyncio.TimerHandle]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._waiting)

    def opened(self, peer: Peer, transport: asyncio.Transport) -> None:
        """A connection was made."""
        timer = asyncio.get_running_loop().call_later(self.seconds, transport.abort)
        self._waiting[peer] = (transport, timer)
        while len(self._waiting) > self.max_connections:
            _, (oldest, its_timer) = self._waiting.popitem(last=False)
            its_timer.cancel()
            oldest.abort()  # type: ignore[attr-defined]

    def closed_or_authenticated(self, peer: Peer | None) -> None:
        """A connection was closed, or has sent the token: it is not limited any more."""
        found = None if peer is None else self._waiting.pop(peer, None)
        if found is not None:
            found[1].cancel()


def watched_protocol(connections: UnauthenticatedConnections) -> type[asyncio.Protocol]:
    """uvicorn's HTTP protocol, reporting to `connections`. The one of h11, which limits request heads to 64 KB."""

    class Watched(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if self.client is not None:
                connections.opened(self.client, transport)

        def connection_lost(self, exc: Exception | None) -> None:
            connections.closed_or_authenticated(self.client)
            super().connection_lost(exc)

    return Watched
