"""HTTP/1.1 over one connection, by hand: fast for ordinary replies, and free to misbehave when a reply says so.

Requests are answered one after the other (pipelined ones wait). It decides nothing about what is answered.
"""

import asyncio
import time
from collections.abc import Iterable
from email.utils import formatdate
from http import HTTPStatus
from typing import Final

from tests.web.wire import Answer, Connections, Reply, Request, Script, Seen, left_within

LONGEST_HEAD: Final = 256 * 1024
REASONS: Final = {status.value: status.phrase for status in HTTPStatus}
BODILESS: Final = frozenset({204, 304})


class Http1(asyncio.Protocol):
    """The connection; also the `Wire` of scripts."""

    def __init__(self, answer: Answer, scheme: str, connections: Connections) -> None:
        self._answer = answer
        self._scheme = scheme
        self._connections = connections
        self._buffer = bytearray()
        self._busy = False
        self._seen: Seen | None = None
        self._work: asyncio.Task[None] | None = None
        self._left = asyncio.Event()
        self._drained = asyncio.Event()
        self._drained.set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._client = transport.get_extra_info("peername")
        self._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._left.set()
        self._drained.set()
        self._connections.discard(self)
        if self._seen is not None and self._seen.ended_at is None:
            self._close_line(cut=True)
        if self._work is not None:
            self._work.cancel()

    def pause_writing(self) -> None:
        self._drained.clear()

    def resume_writing(self) -> None:
        self._drained.set()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        self._next()

    def abort(self) -> None:
        """Hangs up at once."""
        self._transport.abort()

    def write(self, data: bytes) -> None:
        if not self._left.is_set():
            self._transport.write(data)

    async def drain(self) -> bool:
        await self._drained.wait()
        return not self._left.is_set()

    async def pause(self, seconds: float) -> bool:
        return not await left_within(self._left, seconds)

    def _next(self) -> None:
        while not self._busy and (end := self._buffer.find(b"\r\n\r\n")) >= 0:
            request = self._request(end)
            if request is None:
                return
            self._serve(request)
        if not self._busy and len(self._buffer) > LONGEST_HEAD:
            self._transport.close()

    def _request(self, end: int) -> Request | None:
        """The request whose head ends at `end`, taken out of the buffer; None until its body is here."""
        lines = self._buffer[:end].decode("latin-1").split("\r\n")
        parts = lines[0].split(" ")
        headers = headers_of(line.partition(":")[::2] for line in lines[1:])
        length = headers.get("content-length", "0")
        if len(parts) != 3 or not length.isdigit():
            self._transport.close()
            return None
        whole = end + 4 + int(length)
        if len(self._buffer) < whole:
            return None
        body = bytes(self._buffer[end + 4 : whole])
        del self._buffer[:whole]
        host, path = authority_and_path(parts[1], headers.get("host", ""))
        return Request(
            method=parts[0],
            host=host,
            path=path,
            headers=headers,
            body=body,
            client=self._client[0],
            client_port=self._client[1],
            scheme=self._scheme,
            version=parts[2].removeprefix("HTTP/"),
        )

    def _serve(self, request: Request) -> None:
        reply, self._seen = self._answer(request)
        keep = request.version == "1.1" and "close" not in request.headers.get("connection", "").lower()
        if reply.delay or reply.script is not None:
            self._busy = True
            self._work = asyncio.get_running_loop().create_task(self._later(request, reply, keep))
        else:
            self._send(request, reply, keep)

    async def _later(self, request: Request, reply: Reply, keep: bool) -> None:
        if reply.delay and not await self.pause(reply.delay):
            return
        if reply.script is not None:
            await self._play(reply.script)
            return
        self._work = None
        self._busy = False
        self._send(request, reply, keep)
        self._next()

    async def _play(self, script: Script) -> None:
        await script(self)
        await self.drain()
        self._work = None
        if not self._left.is_set():
            self._close_line(cut=False)
            self._transport.close()

    def _send(self, request: Request, reply: Reply, keep: bool) -> None:
        head = head_of(reply, keep=keep)
        body = b"" if request.method == "HEAD" or reply.status in BODILESS else reply.body
        if reply.cut:
            self._transport.write(head + body[: len(body) // 2])
            self._close_line(cut=True)
            self._transport.close()
            return
        self._close_line(cut=False)
        self._transport.write(head + (chunks(body) if reply.chunked and body else body))
        if not keep:
            self._transport.close()

    def _close_line(self, *, cut: bool) -> None:
        if self._seen is not None:
            self._seen.ended_at = time.monotonic()
            self._seen.cut = cut


def headers_of(lines: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Names in lower case; repeated ones joined."""
    headers: dict[str, str] = {}
    for name, value in lines:
        key, text = name.lower(), value.strip()
        headers[key] = f"{headers[key]}{'; ' if key == 'cookie' else ', '}{text}" if key in headers else text
    return headers


def authority_and_path(target: str, host: str) -> tuple[str, str]:
    """Host and path of a request line; a proxy's absolute form names the host itself."""
    if target.startswith("http://"):
        host, slash, rest = target.removeprefix("http://").partition("/")
        target = slash + rest if slash else "/"
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and ":" in host else host
    return name.lower().rstrip("."), target


def head_of(reply: Reply, *, keep: bool) -> bytes:
    """Status line and headers with the empty line."""
    lines = [f"HTTP/1.1 {reply.status} {REASONS.get(reply.status, 'Unknown')}", f"Date: {http_date(time.time())}"]
    lines += [f"{name}: {value}" for name, value in reply.headers]
    if reply.chunked and reply.body:
        lines.append("Transfer-Encoding: chunked")
    elif reply.status not in BODILESS:
        lines.append(f"Content-Length: {len(reply.body)}")
    if not keep:
        lines.append("Connection: close")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def chunks(body: bytes, size: int = 4096) -> bytes:
    """The body in chunked transfer coding."""
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n" % len(piece) + piece + b"\r\n" for piece in pieces) + b"0\r\n\r\n"


_date: tuple[int, str] = (0, "")


def http_date(now: float) -> str:
    """The date header of this second; one formatting a second."""
    global _date
    if _date[0] != int(now):
        _date = (int(now), formatdate(int(now), usegmt=True))
    return _date[1]
