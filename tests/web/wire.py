"""What the servers of the little web and its sites say to each other: a request, a reply, a line of the log.

A site is a function from `Request` to `Reply`; it knows nothing of sockets. A reply that no honest server would send
carries a `Script` that writes bytes itself, over HTTP/1.1 only.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    method: str
    host: str
    """Lower case, without the port."""
    path: str
    """As it was asked for, with the query."""
    headers: dict[str, str]
    """Names in lower case, in the order received; repeated ones joined as RFC 9110 says."""
    body: bytes
    client: str
    """Address the request came from."""
    client_port: int
    scheme: str
    version: str

    def cookie(self, name: str) -> str | None:
        for pair in self.headers.get("cookie", "").split(";"):
            key, _, value = pair.strip().partition("=")
            if key == name:
                return value
        return None


@dataclass(slots=True, kw_only=True)
class Seen:
    """One request as the log keeps it; `ended_at` is set before the last bytes leave, or when the client has left."""

    host: str
    path: str
    method: str
    headers: dict[str, str]
    started_at: float
    """Monotonic, as `ended_at`."""
    client_port: int
    scheme: str
    version: str
    """`1.0`, `1.1` or `2`."""
    ended_at: float | None = None
    status: int | None = None
    cut: bool = False
    """The exchange did not end with its last byte: one of the two hung up."""

    @staticmethod
    def of(request: Request, now: float) -> "Seen":
        return Seen(
            host=request.host,
            path=request.path,
            method=request.method,
            headers=request.headers,
            started_at=now,
            client_port=request.client_port,
            scheme=request.scheme,
            version=request.version,
        )

    @property
    def domain(self) -> str:
        return registrable(self.host)


class Wire(Protocol):
    """The bytes of one connection, for replies that are not HTTP as it should be."""

    def write(self, data: bytes) -> None: ...

    async def drain(self) -> bool:
        """Waits until the client has taken what was written; False when it has left."""
        ...

    async def pause(self, seconds: float) -> bool:
        """Waits; False as soon as the client has left."""
        ...


class Connection(Protocol):
    """What the server must be able to do with every connection."""

    def abort(self) -> None:
        """Hangs up at once."""
        ...


class Connections:
    """The connections that are open; `none` waits until there are none."""

    def __init__(self) -> None:
        self._open: set[Connection] = set()
        self._none = asyncio.Event()
        self._none.set()

    def add(self, connection: Connection) -> None:
        self._open.add(connection)
        self._none.clear()

    def discard(self, connection: Connection) -> None:
        self._open.discard(connection)
        if not self._open:
            self._none.set()

    async def none(self) -> None:
        """Waits until everybody has left."""
        await self._none.wait()

    async def gone(self) -> None:
        """Hangs up on everybody."""
        for connection in list(self._open):
            connection.abort()
        await self._none.wait()


Script = Callable[[Wire], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    delay: float = 0.0
    """Seconds before the first byte."""
    cut: bool = False
    """Hang up half way through the body."""
    chunked: bool = False
    script: Script | None = field(default=None, compare=False)


Site = Callable[[Request], Reply]
Answer = Callable[[Request], tuple[Reply, Seen]]
"""Finds the site, asks it, and opens a line in the log."""


def registrable(host: str) -> str:
    """The registrable domain: the last two labels, as the default rule of the Public Suffix List has it."""
    return ".".join(host.rsplit(".", 2)[-2:])


def page(text: str, *, status: int = 200, headers: tuple[tuple[str, str], ...] = (), charset: str = "utf-8") -> Reply:
    """HTML as a reply."""
    return Reply(
        status=status,
        headers=(("Content-Type", f"text/html; charset={charset}"), *headers),
        body=text.encode(charset),
    )


async def left_within(left: asyncio.Event, seconds: float) -> bool:
    """Whether `left` was set before that many seconds had passed."""
    try:
        async with asyncio.timeout(seconds):
            await left.wait()
    except TimeoutError:
        return False
    return True
