"""Servers of a few lines on loopback, for what one test needs: every byte they send is written in the test."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import RequestReceived

from tests.listening import carried, connected, listening

LIMIT = 4_000_000
Speak = Callable[[asyncio.StreamWriter], Awaitable[None]]


@dataclass(slots=True)
class Served:
    """A running server: its port, the request heads it got, and how many connections it had."""

    port: int
    heads: list[bytes] = field(default_factory=list)
    connections: int = 0
    hosts: list[str] = field(default_factory=list)
    """Of a SOCKS server: what it was asked to connect to."""
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    """Set with the first request."""


def saying(*pieces: bytes) -> Speak:
    """A server's answer: these bytes, then nothing."""

    async def speak(writer: asyncio.StreamWriter) -> None:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()

    return speak


def page(body: bytes, *headers: bytes, status: bytes = b"200 OK", close: bool = False) -> Speak:
    """A whole answer with its length; the connection stays open unless `close`."""
    lines = [b"HTTP/1.1 " + status, *headers, b"Content-Length: %d" % len(body)]
    lines += [b"Connection: close"] if close else []
    return saying(b"\r\n".join([*lines, b"", body]))


@asynccontextmanager
async def serving(
    speak: Speak,
    *,
    tls: ssl.SSLContext | None = None,
    host: str = "127.0.0.1",
    stay: bool = False,
    greets: bool = False,
) -> AsyncIterator[Served]:
    """One answer a request; the connection ends after it unless `stay`. One that `greets` does not wait to be asked."""
    served = Served(0)

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        served.connections += 1
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            if greets:
                await speak(writer)
            while not greets:
                served.heads.append(await reader.readuntil(b"\r\n\r\n"))
                served.asked.set()
                await speak(writer)
                if not stay:
                    break

    async with listening(handle, host=host, tls=tls, limit=LIMIT) as served.port:
        yield served


@asynccontextmanager
async def serving_http2(headers: list[tuple[str, str]], body: bytes, *, tls: ssl.SSLContext) -> AsyncIterator[Served]:
    """Answers every request over HTTP/2; a head is kept as `name: value` lines in the order they came."""
    served = Served(0)

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        served.connections += 1
        connection = H2Connection(H2Configuration(client_side=False))
        connection.initiate_connection()
        writer.write(connection.data_to_send())
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65_536):
                for event in connection.receive_data(data):
                    if isinstance(event, RequestReceived):
                        served.heads.append(b"\r\n".join(b"%s: %s" % (name, value) for name, value in event.headers))
                        connection.send_headers(event.stream_id, headers)
                        connection.send_data(event.stream_id, body, end_stream=True)
                writer.write(connection.data_to_send())

    async with listening(handle, tls=tls, limit=LIMIT) as served.port:
        yield served


@asynccontextmanager
async def socks_to(port: int) -> AsyncIterator[Served]:
    """A SOCKS5 proxy that resolves nothing: whatever name is asked for, it connects to `port` on loopback."""
    served = Served(0)

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        served.connections += 1
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            _, methods = await reader.readexactly(2)
            await reader.readexactly(methods)
            writer.write(b"\x05\x00")
            *_, kind = await reader.readexactly(4)
            length = (await reader.readexactly(1))[0] if kind == 3 else 4
            served.hosts.append((await reader.readexactly(length)).decode("latin-1"))
            await reader.readexactly(2)
            async with connected("127.0.0.1", port) as there:
                writer.write(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00")
                await carried((reader, writer), there)

    async with listening(handle) as served.port:
        yield served
