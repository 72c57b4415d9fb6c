"""The server over streamable HTTP: for this machine unless told otherwise, for whoever has the token, bounded.

In the order a request meets them: how many it may make, the token, Host and Origin, the size of its body, the protocol.
"""

import hmac
import json
import socket
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from mcp.server.lowlevel.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp, Receive, Scope, Send

if TYPE_CHECKING:
    from tadori.mcp.web_server import WebServer

PATH: Final = "/mcp"
MOST_BODY: Final = 1_000_000
MOST_SESSIONS: Final = 512
"""Of 40 KB each. Many clients go without a word, and their sessions stay until they have been idle for long."""
IDLE_SECONDS: Final = 30 * 60.0
BURST: Final = 120
A_SECOND: Final = 20.0
"""Requests that one address may make at once, and how fast that fills up again."""
MOST_ADDRESSES: Final = 1000
GRACE_SECONDS: Final = 2
"""What calls have when the server is told to end. Searches go on with the next server."""
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")


@dataclass(slots=True)
class Allowance:
    """How many requests each address has left."""

    clock: Callable[[], float] = monotonic
    burst: float = BURST
    a_second: float = A_SECOND
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, address: str) -> bool:
        """Take one; False when there is none."""
        now = self.clock()
        left, at = self._left.pop(address, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.a_second)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        while len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return allowed


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """Lets requests in that come slowly enough and carry the token; everything else is told nothing."""

    app: ASGIApp
    token: str
    allowance: Allowance = field(default_factory=Allowance)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif not self.allowance.take((scope.get("client") or ("?", 0))[0]):
            await _refuse(send, 429, "too many requests", (b"retry-after", b"1"))
        elif not self._knows(scope):
            await _refuse(send, 401, "a bearer token is needed", (b"www-authenticate", b"Bearer"))
        else:
            await self.app(scope, receive, send)

    def _knows(self, scope: Scope) -> bool:
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        return len(given) == 1 and hmac.compare_digest(given[0], f"Bearer {self.token}".encode())


async def _refuse(send: Send, status: int, words: str, *headers: tuple[bytes, bytes]) -> None:
    body = json.dumps({"error": words}).encode()
    told = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *headers]
    await send({"type": "http.response.start", "status": status, "headers": told})
    await send({"type": "http.response.body", "body": body})


def http_app(server: Server[Any], token: str, host: str, port: int) -> ASGIApp:
    """The server as a web application that answers for `host` and `port` only."""
    names = (*LOOPBACK, host) if host not in ("127.0.0.1", "::1", "localhost") else LOOPBACK
    hosts = [f"{name}:{port}" for name in names]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=hosts,
        allowed_origins=[f"http://{name}" for name in hosts],
    )
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=MOST_BODY,
        session_idle_timeout=IDLE_SECONDS,
        max_sessions=MOST_SESSIONS,
        transport_security=security,
        host=host,
    )
    return Door(app=app, token=token)


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes a free one. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # whoever connects before the server has started waits in line
    except OSError:
        listening.close()
        raise
    return listening


def http_server(server: Server[Any], token: str, listening: socket.socket) -> "WebServer":
    """The web server for a socket that listens already; `serve(sockets=[listening])` runs it until a signal comes."""
    import uvicorn

    from tadori.mcp.web_server import WebServer

    host, port = listening.getsockname()[:2]
    app = http_app(server, token, host, port)
    return WebServer(uvicorn.Config(app, log_level="error", access_log=False, timeout_graceful_shutdown=GRACE_SECONDS))
