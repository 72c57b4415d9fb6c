"""Servers and connections in a test's own event loop that leave nothing behind, however the test ends.

Comes in: what a connection says and hears. Goes out: a port on loopback for as long as the block lasts. A socket that
is open when its loop is closed is found by the garbage collector later, and then another test fails for it: so every
connection is ended here, also one that was accepted in the last moment and whose task had not begun.
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

Handle = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
GONE: Final = (OSError, EOFError)
"""How it shows that the other side has left."""


class Listener:
    """A server that can be ended and begun again on its port."""

    def __init__(
        self,
        handle: Handle,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        tls: ssl.SSLContext | None = None,
        limit: int = 1 << 16,
    ) -> None:
        self.port = port
        self._handle = handle
        self._host = host
        self._tls = tls
        self._limit = limit
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(
            self._connected, self._host, self.port, ssl=self._tls, limit=self._limit
        )
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """No more connections, and an end to those there are."""
        if self._server is None:
            return
        server, self._server = self._server, None
        for sock in server.sockets:  # a server that is closed while it accepts forgets that connection, unclosed
            asyncio.get_running_loop().remove_reader(sock.fileno())
        for _ in range(3):  # what was accepted before comes to `_connected` two rounds later
            await asyncio.sleep(0)
        server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.transport.abort()  # what nobody reads any more, and a goodbye in TLS, is not waited for
        self._writers.clear()
        await asyncio.sleep(0)  # an aborted transport lets go of its socket in the next round

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        if self._server is None:
            writer.transport.abort()
            return
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._handle(reader, writer)
        except GONE:
            return
        finally:
            writer.close()


@asynccontextmanager
async def listening(
    handle: Handle, *, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None, limit: int = 1 << 16
) -> AsyncIterator[int]:
    """The port at which `handle` answers; a client that leaves ends its connection and nothing else."""
    listener = Listener(handle, host=host, tls=tls, limit=limit)
    await listener.start()
    try:
        yield listener.port
    finally:
        await listener.stop()


@asynccontextmanager
async def connected(host: str, port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection that is gone when the block is left, with what was written to it if the other side takes it."""
    reader, writer = await asyncio.open_connection(host, port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(1):
                await writer.wait_closed()
        writer.transport.abort()


def knocking(host: str, port: int) -> socket.socket:
    """A connection the kernel has made and the server has not seen yet: that takes some rounds of the loop."""
    knock = socket.create_connection((host, port))
    knock.setblocking(False)
    return knock


async def heard(reader: asyncio.StreamReader) -> bytes:
    """All that is said until the end; a connection that is reset has said nothing."""
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


async def carried(
    here: tuple[asyncio.StreamReader, asyncio.StreamWriter], there: tuple[asyncio.StreamReader, asyncio.StreamWriter]
) -> None:
    """Bytes both ways, until both sides have said all."""
    await asyncio.gather(_carry(here[0], there[1]), _carry(there[0], here[1]))


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(1 << 16):
        writer.write(data)
        await writer.drain()
    writer.close()
