"""HTTP/2 over one TLS connection, on `h2`: many requests at once, flow control kept, nothing hostile.

A reply that writes its own bytes cannot be told here; hosts that have such replies do not offer HTTP/2.
"""

import asyncio
import time
from dataclasses import dataclass, field

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import (
    ConnectionTerminated,
    DataReceived,
    Event,
    RequestReceived,
    StreamEnded,
    StreamReset,
    WindowUpdated,
)
from h2.exceptions import ProtocolError

from tests.web.http1 import BODILESS, authority_and_path, headers_of, http_date
from tests.web.wire import Answer, Connections, Reply, Request, Seen


@dataclass(slots=True)
class _Stream:
    headers: list[tuple[str, str]]
    body: bytearray = field(default_factory=bytearray)
    seen: Seen | None = None
    left_to_send: memoryview | None = None
    cut: bool = False
    """Hang up after what is left to send."""
    timer: asyncio.TimerHandle | None = None


class Http2(asyncio.Protocol):
    def __init__(self, answer: Answer, connections: Connections) -> None:
        self._answer = answer
        self._connections = connections
        self._streams: dict[int, _Stream] = {}
        self._h2 = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._client = transport.get_extra_info("peername")
        self._connections.add(self)
        self._h2.initiate_connection()
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        for number in list(self._streams):
            self._forget(number, cut=True)

    def abort(self) -> None:
        """Hangs up at once."""
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        try:
            events = self._h2.receive_data(data)
        except ProtocolError:
            self._flush()
            self._transport.close()
            return
        for event in events:
            self._take(event)
        self._flush()

    def _take(self, event: Event) -> None:
        match event:
            case RequestReceived(stream_id=int(number), headers=list(headers)):
                self._streams[number] = _Stream([(str(name), str(value)) for name, value in headers])
            case DataReceived(stream_id=int(number), data=bytes(data), flow_controlled_length=int(length)):
                self._streams[number].body += data
                self._h2.acknowledge_received_data(length, number)
            case StreamEnded(stream_id=int(number)):
                self._serve(number)
            case WindowUpdated():
                for number in list(self._streams):
                    self._pump(number)
            case StreamReset(stream_id=int(number)):
                self._forget(number, cut=True)
            case ConnectionTerminated():
                self._transport.close()

    def _serve(self, number: int) -> None:
        stream = self._streams[number]
        pseudo = {name: value for name, value in stream.headers if name.startswith(":")}
        host, path = authority_and_path(pseudo[":path"], pseudo.get(":authority", ""))
        request = Request(
            method=pseudo[":method"],
            host=host,
            path=path,
            headers=headers_of(pair for pair in stream.headers if not pair[0].startswith(":")),
            body=bytes(stream.body),
            client=self._client[0],
            client_port=self._client[1],
            scheme="https",
            version="2",
        )
        reply, stream.seen = self._answer(request)
        if reply.delay:
            loop = asyncio.get_running_loop()
            stream.timer = loop.call_later(reply.delay, self._send_late, number, request, reply)
        else:
            self._send(number, request, reply)

    def _send_late(self, number: int, request: Request, reply: Reply) -> None:
        self._send(number, request, reply)
        self._flush()

    def _send(self, number: int, request: Request, reply: Reply) -> None:
        body = b"" if request.method == "HEAD" or reply.status in BODILESS else reply.body
        length = [] if reply.status in BODILESS else [("content-length", str(len(reply.body)))]
        named = [(name.lower(), value) for name, value in reply.headers]
        headers = [(":status", str(reply.status)), ("date", http_date(time.time())), *named, *length]
        self._h2.send_headers(number, headers, end_stream=not body)
        if not body:
            self._forget(number, cut=False)
            return
        stream = self._streams[number]
        stream.left_to_send = memoryview(body[: len(body) // 2] if reply.cut else body)
        stream.cut = reply.cut
        self._pump(number)

    def _pump(self, number: int) -> None:
        """Sends as much of a body as the client's windows allow."""
        stream = self._streams.get(number)
        if stream is None or stream.left_to_send is None:
            return
        while stream.left_to_send:
            room = min(self._h2.local_flow_control_window(number), self._h2.max_outbound_frame_size)
            if room <= 0:
                return
            piece, stream.left_to_send = stream.left_to_send[:room], stream.left_to_send[room:]
            self._h2.send_data(number, bytes(piece), end_stream=not stream.left_to_send and not stream.cut)
        self._forget(number, cut=stream.cut)
        if stream.cut:
            self._flush()
            self._transport.close()

    def _forget(self, number: int, *, cut: bool) -> None:
        stream = self._streams.pop(number, None)
        if stream is None:
            return
        if stream.timer is not None:
            stream.timer.cancel()
        if stream.seen is not None and stream.seen.ended_at is None:
            stream.seen.ended_at = time.monotonic()
            stream.seen.cut = cut

    def _flush(self) -> None:
        data = self._h2.data_to_send()
        if data and not self._transport.is_closing():
            self._transport.write(data)
