"""A SOCKS 5 server on loopback that writes down what it is asked and leads every connection to one place.

Comes in: the port everything is led to. Goes out: for each connection the name and password it came with, and what it
asked for, as it was asked: a host name, or an address if the client resolved it itself. A stand-in for tor where a test
is about what we say to it.
"""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from tests.listening import Listener, carried, connected

NAME_AND_PASSWORD: Final = 2
HOST_NAME: Final = 3
HOST_UNREACHABLE: Final = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """What one connection wanted."""

    user: str
    password: str
    host: str
    port: int
    by_name: bool
    """False when an IP address was asked for."""


@dataclass(slots=True)
class SocksServer:
    leads_to: int
    """A port on 127.0.0.1; 0 refuses every host as unreachable."""
    asked: list[Asked] = field(default_factory=list)
    connections: int = 0
    port: int = 0
    _listener: Listener | None = None

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    @asynccontextmanager
    async def running(self) -> AsyncIterator["SocksServer"]:
        await self.start()
        try:
            yield self
        finally:
            await self.stop()

    async def start(self) -> None:
        """Listens; after `stop`, on the same port again."""
        self._listener = Listener(self._served, port=self.port)
        await self._listener.start()
        self.port = self._listener.port

    async def stop(self) -> None:
        if self._listener is not None:
            await self._listener.stop()

    async def _served(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        _, count = await reader.readexactly(2)
        await reader.readexactly(count)
        writer.write(bytes([5, NAME_AND_PASSWORD]))
        await reader.readexactly(1)
        user, password = await _counted(reader), await _counted(reader)
        writer.write(b"\x01\x00")
        _, _, _, kind = await reader.readexactly(4)
        by_name = kind == HOST_NAME
        host = await _counted(reader) if by_name else socket.inet_ntoa(await reader.readexactly(4))
        port = int.from_bytes(await reader.readexactly(2), "big")
        self.asked.append(Asked(user, password, host, port, by_name))
        answer = HOST_UNREACHABLE if not self.leads_to else 0
        writer.write(bytes([5, answer, 0, 1, 127, 0, 0, 1, 0, 0]))
        if self.leads_to:
            async with connected("127.0.0.1", self.leads_to) as there:
                await carried((reader, writer), there)


async def _counted(reader: asyncio.StreamReader) -> str:
    """Text with its length before it."""
    (length,) = await reader.readexactly(1)
    return (await reader.readexactly(length)).decode("ascii")
