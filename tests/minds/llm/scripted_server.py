"""An OpenAI-compatible server on loopback that misbehaves by script: real sockets, real bytes, in the test's own loop.

A script is a list of replies; each request takes the next, and the last one stays. What was asked is remembered.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.listening import listening

SSE = {"Content-Type": "text/event-stream; charset=utf-8"}
DONE = b"data: [DONE]\n\n"


class Line:
    """One connection, as a reply writes to it."""

    def __init__(self, server: "ScriptedServer", writer: asyncio.StreamWriter) -> None:
        self.server = server
        self.writer = writer

    async def head(self, status: int = 200, headers: dict[str, str] | None = None, *, chunked: bool = True) -> None:
        lines = {"Connection": "close", **(headers if headers is not None else SSE)}
        if chunked:
            lines["Transfer-Encoding"] = "chunked"
        text = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        await self.raw(f"HTTP/1.1 {status} Scripted\r\n{text}\r\n".encode())

    async def body(self, data: bytes) -> None:
        await self.raw(b"%x\r\n%s\r\n" % (len(data), data))

    async def end(self) -> None:
        await self.raw(b"0\r\n\r\n")

    async def raw(self, data: bytes) -> None:
        self.server.sent += len(data)
        self.writer.write(data)
        await self.writer.drain()

    async def hang(self) -> None:
        self.server.on_hang()
        await self.server.over.wait()


Reply = Callable[[Line], Awaitable[None]]


@dataclass(slots=True, kw_only=True)
class ScriptedServer:
    """The server. `url` is what a client calls its base address."""

    script: Sequence[Reply]
    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    sent: int = 0
    left: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a client has gone away in the middle."""
    over: asyncio.Event = field(default_factory=asyncio.Event)
    on_hang: Callable[[], None] = lambda: None

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            if head.startswith(b"GET "):  # what a server says of itself: this one says nothing
                await Line(self, writer).body(
                    b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                )
                return
            length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
            self.asked.append(json.loads(await reader.readexactly(length)))
            await self.script[min(len(self.asked), len(self.script)) - 1](Line(self, writer))
        except (OSError, asyncio.IncompleteReadError):
            self.left.set()


@asynccontextmanager
async def scripted(*script: Reply) -> AsyncIterator[ScriptedServer]:
    server = ScriptedServer(script=script)
    async with listening(server.serve) as port:
        server.url = f"http://127.0.0.1:{port}/v1"
        try:
            yield server
        finally:
            server.over.set()


def chunk(delta: dict[str, Any] | None, **more: Any) -> bytes:
    """One event of a stream."""
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": more.pop("finish", None)}]
    data = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": choices, **more}
    return b"data: " + json.dumps(data).encode() + b"\n\n"


def usage(given: Any, written: Any) -> dict[str, Any]:
    return {"prompt_tokens": given, "completion_tokens": written, "total_tokens": 0}


def pieces(text: str, size: int = 7) -> list[bytes]:
    return [chunk({"content": text[at : at + size]}) for at in range(0, len(text), size)]


def said(text: str, *, finish: str | None = "stop", size: int = 7, count: dict[str, Any] | None = None) -> Reply:
    """An answer in words, as a server streams it."""
    counted = [] if count is None else [chunk(None, usage=count)]
    return sent([*pieces(text, size), chunk({}, finish=finish), *counted, DONE])


def called(*calls: tuple[str, str]) -> Reply:
    """An answer as calls of tools: names and arguments."""
    deltas = [
        chunk(
            {
                "tool_calls": [
                    {"index": at, "id": f"t{at}", "type": "function", "function": {"name": name, "arguments": args}}
                ]
            }
        )
        for at, (name, args) in enumerate(calls)
    ]
    return sent([*deltas, chunk({}, finish="tool_calls"), DONE])


def sent(events: Iterable[bytes]) -> Reply:
    """These bytes as a stream that ends well."""
    kept = list(events)

    async def reply(line: Line) -> None:
        await line.head()
        for event in kept:
            await line.body(event)
        await line.end()

    return reply


def cut(events: Iterable[bytes]) -> Reply:
    """These bytes, then nothing: the connection breaks."""
    kept = list(events)

    async def reply(line: Line) -> None:
        await line.head()
        for event in kept:
            await line.body(event)

    return reply


def endless(event: Callable[[int], bytes], most: int = 64_000_000) -> Reply:
    """Events until somebody goes away, or `most` bytes."""

    async def reply(line: Line) -> None:
        await line.head()
        number = 0
        while line.server.sent < most:
            await line.body(event(number))
            await asyncio.sleep(0)  # who writes without end lets others read
            number += 1
        await line.end()

    return reply


def hung(events: Iterable[bytes] | None = ()) -> Reply:
    """These events, then silence; no events at all, not even a head, for None."""
    kept = None if events is None else list(events)

    async def reply(line: Line) -> None:
        if kept is not None:
            await line.head()
            for event in kept:
                await line.body(event)
        await line.hang()

    return reply


def status(code: int, body: bytes = b'{"error": {"message": "no"}}', **headers: str) -> Reply:
    """Another answer than a stream."""
    lines = {"Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}

    async def reply(line: Line) -> None:
        await line.head(code, {"Content-Length": str(len(body)), **lines}, chunked=False)
        await line.raw(body)

    return reply


def bytes_only(data: bytes) -> Reply:
    """Bytes that need not be HTTP."""

    async def reply(line: Line) -> None:
        await line.raw(data)

    return reply
