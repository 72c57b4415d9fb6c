"""Connections on which nobody has shown the token yet: few of them, and none for long.

Comes in: connections as they are made, and word of which have shown the token. Goes out: nothing; those that are too
many or too slow are closed. So somebody without the token can use up neither descriptors nor memory, however slowly
they send. A connection that has shown the token once is left alone.
"""

import asyncio
from collections import OrderedDict
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS: Final = 256
"""Connections at once; the oldest of them makes room. Whoever has the token shows it with their first words."""
TOKEN_SECONDS: Final = 10.0
"""Until the token must have been shown."""
Peer = tuple[str, int]


class UnauthenticatedConnections:
    """Who is connected and has not shown the token."""

    def __init__(self, most: int = MAX_CONNECTIONS, seconds: float = TOKEN_SECONDS) -> None:
        self.most = most
        self.seconds = seconds
        self._waiting: OrderedDict[Peer, tuple[asyncio.BaseTransport, asyncio.TimerHandle]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._waiting)

    def opened(self, peer: Peer, transport: asyncio.Transport) -> None:
        """A connection was made."""
        timer = asyncio.get_running_loop().call_later(self.seconds, transport.abort)
        self._waiting[peer] = (transport, timer)
        while len(self._waiting) > self.most:
            _, (oldest, its_timer) = self._waiting.popitem(last=False)
            its_timer.cancel()
            oldest.abort()  # type: ignore[attr-defined]

    def closed_or_authenticated(self, peer: Peer | None) -> None:
        """A connection has ended, or has shown the token: it is no stranger's any more."""
        found = None if peer is None else self._waiting.pop(peer, None)
        if found is not None:
            found[1].cancel()


def watched_protocol(strangers: UnauthenticatedConnections) -> type[asyncio.Protocol]:
    """The protocol of a server that `strangers` watches. h11's: it takes heads of at most 64 KB."""

    class Watched(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if self.client is not None:
                strangers.opened(self.client, transport)

        def connection_lost(self, exc: Exception | None) -> None:
            strangers.closed_or_authenticated(self.client)
            super().connection_lost(exc)

    return Watched
