"""The server over streamable HTTP: bound to this machine by default, behind a bearer token, with limits on everything.

A request is checked in this order: token, rate limit, Host and Origin headers, body size, protocol. Requests without
the token have a rate limit of their own, so they cannot use up that of real clients; they get no session, their body is
not read, and their connections are closed soon (`unauthenticated`).
"""

import hmac
import json
import re
import socket
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

import uvicorn
from mcp.server.lowlevel.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp, Receive, Scope, Send

from tadori.errors import WrongCall
from tadori.mcp.unauthenticated import UnauthenticatedConnections, watched_protocol
from tadori.mcp.web_server import WebServer

MCP_PATH: Final = "/mcp"
MAX_BODY_BYTES: Final = 1_000_000
MAX_SESSIONS: Final = 512
"""About 40 KB each. Many clients leave without closing their session, which then stays until it has been idle."""
IDLE_SECONDS: Final = 30 * 60.0
MAX_BURST: Final = 120
REQUESTS_PER_SECOND: Final = 20.0
"""Per address, counted separately with and without the token: requests at once, and how fast they are refilled."""
MAX_ADDRESSES: Final = 1000
GRACE_SECONDS: Final = 2
"""Time for running calls to finish at shutdown. Their searches are stored, and the next server continues them."""
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
WILDCARD_ADDRESSES: Final = ("0.0.0.0", "::")
"""Listen on all interfaces. No client sends these as its Host header."""
_NAME: Final = re.compile(
    r"(?:[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_.])?|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?"
)


@dataclass(slots=True)
class RateLimiter:
    """Token buckets, one for each client address."""

    clock: Callable[[], float] = monotonic
    burst: float = MAX_BURST
    per_second: float = REQUESTS_PER_SECOND
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, address: str) -> bool:
        """Use up one request of an address; False when it has none left."""
        now = self.clock()
        left, at = self._left.pop(address, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.per_second)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        while len(self._left) > MAX_ADDRESSES:
            self._left.popitem(last=False)
        return allowed


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenGate:
    """ASGI middleware: passes on requests that carry the token and stay within the rate limit, refuses all others."""

    app: ASGIApp
    token: str
    allowance: RateLimiter = field(default_factory=RateLimiter)
    """For requests with the token. Nobody else uses it up."""
    rejected_allowance: RateLimiter = field(default_factory=RateLimiter)
    """For requests without the token."""
    unauthenticated: UnauthenticatedConnections | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":  # start-up and shutdown messages of uvicorn, not a request
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            raise ValueError(f"only HTTP is served, not {scope['type']}")
        peer = scope.get("client") or ("?", 0)
        has_token = self._has_token(scope)
        if has_token and self.unauthenticated is not None:
            self.unauthenticated.closed_or_authenticated(peer)
        if not (self.allowance if has_token else self.rejected_allowance).take(peer[0]):
            await _refuse(send, 429, "too many requests", (b"retry-after", b"1"))
        elif not has_token:
            await _refuse(send, 401, "a bearer token is needed", (b"www-authenticate", b"Bearer"))
        else:
            await self.app(scope, receive, send)

    def _has_token(self, scope: Scope) -> bool:
        values = [value for name, value in scope["headers"] if name == b"authorization"]
        # One header only: a proxy and this server must not disagree about which of two counts.
        return len(values) == 1 and hmac.compare_digest(values[0], f"Bearer {self.token}".encode())


async def _refuse(send: Send, status: int, message: str, *headers: tuple[bytes, bytes]) -> None:
    body = json.dumps({"error": message}).encode()
    all_headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *headers]
    await send({"type": "http.response.start", "status": status, "headers": all_headers})
    await send({"type": "http.response.body", "body": body})


def checked_host_name(name: str) -> str:
    """A host name for `--allowed-host`: `name`, `name:port` or an address, IPv6 in brackets. Raises WrongCall."""
    host = f"[{name}]" if name.count(":") > 1 and not name.startswith("[") else name
    if not _NAME.fullmatch(host):
        raise WrongCall(f"{name[:100]!r} is no name of a host: give it as in research.example.test or name:8443")
    return host


def allowed_host_headers(names: Sequence[str], port: int) -> list[str]:
    """The Host headers that the server accepts: loopback and `names` at its port, names with a port unchanged.

    A name of the user's is also accepted without a port, as a proxy on 80 or 443 sends it. All others are refused:
    otherwise a web page whose name resolves to this machine could reach the server (DNS rebinding).
    """
    hosts = [checked_host_name(name) for name in names if name not in WILDCARD_ADDRESSES]
    # Most clients send the name in lower case, however it was configured.
    own = [*hosts, *(name.lower() for name in hosts)]
    ported = [name if _has_port(name) else f"{name}:{port}" for name in (*LOOPBACK, *own)]
    return list(dict.fromkeys([*ported, *(name for name in own if name not in LOOPBACK)]))


def _has_port(name: str) -> bool:
    return ":" in name.rpartition("]")[2]


def http_app(
    server: Server[Any],
    token: str,
    names: Sequence[str],
    port: int,
    unauthenticated: UnauthenticatedConnections | None = None,
) -> ASGIApp:
    """The server as an ASGI application that accepts loopback and `names` as Host only."""
    hosts = allowed_host_headers(names, port)
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=hosts,
        allowed_origins=[f"{scheme}://{name}" for name in hosts for scheme in ("http", "https")],
    )
    app = server.streamable_http_app(
        streamable_http_path=MCP_PATH,
        max_request_body_size=MAX_BODY_BYTES,
        session_idle_timeout=IDLE_SECONDS,
        max_sessions=MAX_SESSIONS,
        transport_security=security,
    )
    return TokenGate(app=app, token=token, unauthenticated=unauthenticated)


def listening_socket(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 picks a free one. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # clients that connect before uvicorn runs wait in the backlog
    except OSError:
        listening.close()
        raise
    return listening


def http_server(
    server: Server[Any],
    token: str,
    listening: socket.socket,
    names: Sequence[str] = (),
    unauthenticated: UnauthenticatedConnections | None = None,
) -> WebServer:
    """The web server for a socket that listens already; `serve(sockets=[listening])` runs it until a signal comes.

    It accepts its own address and `names` as Host. Raises WrongCall: one of them is not a host name.
    """
    host, port = listening.getsockname()[:2]
    watch = UnauthenticatedConnections() if unauthenticated is None else unauthenticated
    app = http_app(server, token, (host.partition("%")[0], *names), port, watch)
    return WebServer(
        uvicorn.Config(
            app,
            http=watched_protocol(watch),
            ws="none",
            # The client address is that of the connection: a forwarded one could be forged to dodge the rate limit.
            proxy_headers=False,
            log_level="error",
            access_log=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
    )
