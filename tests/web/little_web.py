"""A small internet on loopback: a hundred hosts with weather, HTTP and HTTPS, names, certificates, and a log of it all.

`with LittleWeb(seed=…) as web:` serves from a thread of its own. Its sockets are bound to free ports before that, so
there is nothing to wait for. It never leaves 127.0.0.0/8. What is served is decided by `World`.
"""

import asyncio
import json
import shutil
import socket
import ssl
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.web.certificates import Authority
from tests.web.http1 import Http1
from tests.web.http2 import Http2
from tests.web.weather import SEEDS
from tests.web.wire import Answer, Connections, Reply, Request, Seen
from tests.web.world import ADDRESSES, Ports, World

CONTROL: Final = "control.little-web.test"
"""Not part of the web: answers about it, and is not logged."""
TRIES: Final = 20
"""How often a port is drawn anew when it is taken on one of the addresses."""
BACKLOG: Final = 1024


class LittleWeb(World):
    """The web, running. Use it as a context manager, from sync and async code alike, several at once."""

    def __init__(
        self,
        *,
        seed: int = SEEDS[0],
        hosts: int = 100,
        scale: float = 1.0,
        articles: int | None = None,
        port: int = 0,
        https_port: int = 0,
    ) -> None:
        self._http_sockets = bind(port)
        self._https_sockets = bind(https_port)
        self._canary = socket.create_server(("127.0.0.1", 0))
        ports = Ports(
            http=port_of(self._http_sockets[0]), https=port_of(self._https_sockets[0]), canary=port_of(self._canary)
        )
        super().__init__(seed=seed, hosts=hosts, scale=scale, ports=ports, articles=articles)
        self._folder = Path(tempfile.mkdtemp(prefix="little-web-"))
        self._authority = Authority(self._folder)
        self.log: list[Seen] = []
        """Every request, in the order they came."""
        self.canary_knocks = 0
        """Connections to the port that hostile redirects point at."""
        self._connections = Connections()
        self._loop = asyncio.new_event_loop()
        self._stopped = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="little-web", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join()
        shutil.rmtree(self._folder)

    @property
    def http_port(self) -> int:
        return self.ports.http

    @property
    def https_port(self) -> int:
        return self.ports.https

    @property
    def ca_file(self) -> Path:
        """What a client must trust."""
        return self._authority.file

    @property
    def ca_spki(self) -> str:
        """The authority as Chromium's `--ignore-certificate-errors-spki-list` names it."""
        return self._authority.spki

    @property
    def chromium_flags(self) -> list[str]:
        """What a Chromium needs to live here: names, and trust in the authority."""
        return [
            f"--host-resolver-rules={self.chromium_rules}",
            f"--ignore-certificate-errors-spki-list={self.ca_spki}",
        ]

    def seen(self, host: str | None = None, path: str | None = None) -> list[Seen]:
        """The requests for a host, a path, or both, in order."""
        wanted = [line for line in self.log if host in {None, line.host}]
        return [line for line in wanted if path in {None, line.path}]

    def counts(self) -> Counter[str]:
        """How often each address was asked for."""
        return Counter(self.url(line.host, line.path, https=line.scheme == "https") for line in self.log)

    def wait_until_idle(self, seconds: float) -> None:
        """Until nobody is connected, so that every line of the log has its end. Raises TimeoutError."""
        asyncio.run_coroutine_threadsafe(self._connections.none(), self._loop).result(seconds)

    def clear(self) -> None:
        """Empties the log and forgets who has come."""
        self.log.clear()
        self.forget()

    def _answer(self, request: Request) -> tuple[Reply, Seen]:
        if request.host == CONTROL:
            return self._controlled(request), Seen.of(request, time.monotonic())
        line = Seen.of(request, time.monotonic())
        self.log.append(line)
        reply = self.reply(request)
        line.status = reply.status
        return reply, line

    def _controlled(self, request: Request) -> Reply:
        """For whoever runs the web in another process: `/log` tells what was seen, `/clear` forgets it."""
        told: object = None
        if request.path == "/log":
            told = [asdict(line) for line in self.log]
        elif request.path == "/canary":
            told = self.canary_knocks
        elif request.path == "/clear":
            self.clear()
        return Reply(headers=(("Content-Type", "application/json"),), body=json.dumps(told).encode())

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        context = self._authority.context("little-web.test")
        context.sni_callback = self._named
        servers = [
            await self._loop.create_server(lambda: Http1(self._answer, "http", self._connections), sock=sock)
            for sock in self._http_sockets
        ]
        servers += [
            await self._loop.create_server(lambda: Negotiated(self._answer, self._connections), sock=sock, ssl=context)
            for sock in self._https_sockets
        ]
        servers.append(await self._loop.create_server(lambda: Canary(self._knocked), sock=self._canary))
        await self._stopped.wait()
        for server in servers:
            server.close()
        await self._connections.gone()

    def _named(self, connection: ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> None:
        """Puts on the certificate of the host that is asked for; hostile hosts speak HTTP/1.1 only."""
        if name in self.addresses:
            hostile = name in self.hostile_kind_of
            connection.context = self._authority.context(name, flaw=self.flaw(name), http2=not hostile)

    def _knocked(self) -> None:
        self.canary_knocks += 1


class Negotiated(asyncio.Protocol):
    """A TLS connection that has just been made: hands itself over to the protocol both sides agreed on."""

    def __init__(self, answer: Answer, connections: Connections) -> None:
        self._answer = answer
        self._connections = connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        agreed = transport.get_extra_info("ssl_object").selected_alpn_protocol()
        spoken = (
            Http2(self._answer, self._connections)
            if agreed == "h2"
            else Http1(self._answer, "https", self._connections)
        )
        transport.set_protocol(spoken)
        spoken.connection_made(transport)


class Canary(asyncio.Protocol):
    """Tells that somebody came, and hangs up."""

    def __init__(self, knocked: Callable[[], None]) -> None:
        self._knocked = knocked

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._knocked()
        transport.close()


def bind(port: int) -> list[socket.socket]:
    """Listening sockets on all addresses of the web with one port, drawn by the system when `port` is 0.

    Raises OSError when no port is free on all of them.
    """
    for left in reversed(range(TRIES)):
        first = socket.create_server((ADDRESSES[0], port), backlog=BACKLOG)
        others: list[socket.socket] = []
        try:
            for address in ADDRESSES[1:]:
                others.append(socket.create_server((address, port_of(first)), backlog=BACKLOG))
        except OSError:
            for sock in [first, *others]:
                sock.close()
            if port or not left:
                raise
        else:
            return [first, *others]
    raise AssertionError("the last try either returns or raises")


def port_of(sock: socket.socket) -> int:
    return int(sock.getsockname()[1])


def overlaps(log: list[Seen]) -> list[tuple[Seen, Seen]]:
    """Pairs of requests that were under way at one registrable domain at the same time, in the order they began."""
    found = []
    by_domain: dict[str, list[Seen]] = {}
    for line in sorted(log, key=lambda line: line.started_at):
        earlier = by_domain.setdefault(line.domain, [])
        found += [(other, line) for other in earlier if other.ended_at is None or other.ended_at > line.started_at]
        earlier.append(line)
    return found
