"""The proxy between our Chromium and the web: it resolves, checks and pins every address (guards, issue 3).

Comes in: `checked(host, port)`, which returns the allowed addresses in the order they should be tried, or raises. Goes
out: a proxy on a random port of 127.0.0.1 that connects to exactly those addresses, so that a name cannot mean one
machine when it is checked and another when it is connected.

It is open to programs of this machine and to nobody else (it accepts loopback only), and it leads to public addresses
only; a password would gain little and Chromium takes none on its command line. Its own answers carry a token
drawn for this run, so that no server can imitate them. It does not look into TLS, cache, or retry.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from random import Random
from typing import Final, TypeVar
from urllib.parse import urlsplit

from tadori.errors import AddressForbidden, SourceError, SourceUnreachable
from tadori.model.web_thresholds import MAX_HEADER_BYTES

CheckedAddresses = Callable[[str, int], Awaitable[Sequence[str]]]
"""Resolves a host to its allowed addresses. Raises `AddressForbidden` or `SourceUnreachable`."""

TOKEN_HEADER: Final = "x-tadori-proxy"
REMEMBERED: Final = 2_000
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_CHUNK: Final = 64 * 1024
_NOT_FORWARDED: Final = frozenset({b"connection", b"keep-alive", b"proxy-connection", b"proxy-authorization"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxyLimits:
    """Limits of one connection."""

    connect_seconds: float = 10.0
    head_seconds: float = 15.0
    idle_seconds: float = 30.0
    total_seconds: float = 180.0
    max_bytes: int = 100_000_000
    """From the server, encodings included."""
    connections: int = 128
    """At once; more wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _ProxyRequest:
    method: bytes
    host: str
    port: int
    head: bytes
    """The request head to forward; empty for a tunnel."""

    @property
    def tunnel(self) -> bool:
        return self.method == b"CONNECT"


class CheckingProxy:
    """One proxy for one run. `start`, use `address`, `close`."""

    def __init__(self, checked: CheckedAddresses, random: Random, *, limits: ProxyLimits | None = None) -> None:
        self._checked = checked
        self._limits = limits or ProxyLimits()
        self._connections = asyncio.Semaphore(self._limits.connections)
        self._server: asyncio.Server | None = None
        self._open: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self.token = f"{random.getrandbits(128):032x}"
        self.refused: Counter[str] = Counter()
        """Hosts with forbidden addresses, and how often they were requested."""
        self.failures: dict[tuple[str, int], SourceError] = {}
        """The last error for a host and port."""
        self.pinned: dict[str, str] = {}
        """The address a host was last connected at."""

    @property
    def started(self) -> bool:
        return self._server is not None

    @property
    def address(self) -> str:
        """`127.0.0.1:port`."""
        if self._server is None:
            raise RuntimeError("the proxy is not started")
        port: int = self._server.sockets[0].getsockname()[1]
        return f"127.0.0.1:{port}"

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=MAX_HEADER_BYTES)

    async def close(self) -> None:
        """Stop listening and end every tunnel."""
        if self._server is None:
            return
        server, self._server = self._server, None
        server.close()
        served = dict(self._open)
        for task in served:
            task.cancel()
        await asyncio.gather(*served, return_exceptions=True)
        for writer in served.values():
            writer.close()  # a task that was cancelled before it had begun did not do it
        await server.wait_closed()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._server is None:  # it had been accepted just before the close
            writer.transport.abort()
            return
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._open[task] = writer
        task.add_done_callback(self._open.pop)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if ip_address(writer.get_extra_info("peername")[0]).is_loopback:
                async with self._connections, asyncio.timeout(self._limits.total_seconds):
                    await self._handle(reader, writer)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # either side closed the connection or was too slow: there is no one to report to
        finally:
            await _shut(writer)

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.timeout(self._limits.head_seconds):
            head = await reader.readuntil(b"\r\n\r\n")
        request = _parse_request(head)
        if request is None:
            await self._answer_error(writer, 400, "this is a proxy: an absolute http address or CONNECT")
            return
        try:
            server_reader, server_writer = await self._connect(request.host, request.port)
        except SourceError as error:
            self._remember(request, error)
            await self._answer_error(writer, 403 if isinstance(error, AddressForbidden) else 502, error.reason)
            return
        try:
            if request.tunnel:
                writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            else:
                server_writer.write(request.head)
            await self._relay((reader, writer), (server_reader, server_writer), rewrite=not request.tunnel)
        finally:
            await _shut(server_writer)

    async def _connect(self, host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to one of the checked addresses; the name is not resolved a second time."""
        reason = "no address"
        for address in await self._checked(host, port):
            try:
                async with asyncio.timeout(self._limits.connect_seconds):
                    pair = await asyncio.open_connection(address, port, limit=MAX_HEADER_BYTES)
            except (OSError, TimeoutError) as error:
                reason = f"no connection to {address} port {port}: {str(error) or 'too slow'}"
                continue
            self.pinned[host] = address
            _forget_old(self.pinned)
            return pair
        raise SourceUnreachable(source=host, reason=reason)

    def _remember(self, request: _ProxyRequest, error: SourceError) -> None:
        if isinstance(error, AddressForbidden):
            self.refused[request.host] += 1
        self.failures[request.host, request.port] = error
        _forget_old(self.failures)

    async def _answer_error(self, writer: asyncio.StreamWriter, status: int, reason: str) -> None:
        body = reason.encode()
        head = (
            f"HTTP/1.1 {status} {'Forbidden' if status == 403 else 'Bad gateway'}\r\n{TOKEN_HEADER}: {self.token}\r\n"
            f"Content-Type: text/plain; charset=utf-8\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode() + body)
        await writer.drain()

    async def _relay(
        self,
        client: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        server: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        *,
        rewrite: bool,
    ) -> None:
        """Copy bytes both ways until either side closes, is idle too long, or the server has sent too much."""
        up = asyncio.ensure_future(self._copy(client[0], server[1], self._limits.max_bytes))
        down = asyncio.ensure_future(self._answer(server[0], client[1], rewrite=rewrite))
        try:
            done, _ = await asyncio.wait({up, down}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.gather(*done)
        finally:
            for task in (up, down):
                task.cancel()
            await asyncio.gather(up, down, return_exceptions=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, rewrite: bool) -> None:
        while rewrite:
            async with asyncio.timeout(self._limits.idle_seconds):
                head = await reader.readuntil(b"\r\n\r\n")
            interim = head.split(b" ", 2)[1:2] in ([b"100"], [b"102"], [b"103"])
            writer.write(head if interim else _closing(head))
            rewrite = interim
        await self._copy(reader, writer, self._limits.max_bytes)

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: int) -> None:
        while left > 0:
            async with asyncio.timeout(self._limits.idle_seconds):
                chunk = await reader.read(min(_CHUNK, left))
                if not chunk:
                    return
                writer.write(chunk)
                await writer.drain()
            left -= len(chunk)


def _parse_request(head: bytes) -> _ProxyRequest | None:
    """Parse a proxy request; None when it is not one."""
    line, _, rest = head.partition(b"\r\n")
    parts = line.split(b" ")
    if len(parts) != 3:
        return None
    method, target, version = parts
    connect = method == b"CONNECT"
    try:
        address = urlsplit(("//" if connect else "") + target.decode("ascii"))
        port = address.port or (443 if connect else 80)
    except ValueError:
        return None
    host = address.hostname
    if not host or (not connect and address.scheme != "http"):
        return None
    path = target.split(b"/", 3)[3] if target.count(b"/") >= 3 else b""
    lines = [b"%s /%s %s" % (method, path, version), *_kept(rest), b"Connection: close"]
    return _ProxyRequest(
        method=method, host=host, port=port, head=b"" if connect else b"\r\n".join(lines) + b"\r\n\r\n"
    )


def _kept(headers: bytes) -> list[bytes]:
    lines = (line for line in headers.split(b"\r\n") if line)
    return [line for line in lines if line.split(b":", 1)[0].strip().lower() not in _NOT_FORWARDED]


def _closing(head: bytes) -> bytes:
    """A response head with `Connection: close`, so that one connection serves only one checked host."""
    line, _, rest = head.partition(b"\r\n")
    return b"\r\n".join([line, *_kept(rest), b"Connection: close"]) + b"\r\n\r\n"


def _forget_old(table: dict[_Key, _Value]) -> None:
    while len(table) > REMEMBERED:
        del table[next(iter(table))]


async def _shut(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(1):
            await writer.wait_closed()
