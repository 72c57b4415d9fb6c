"""The server over streamable HTTP: for this machine unless told otherwise, for whoever has the token, bounded.

In the order a request meets them: the token, how many it may make, Host and Origin, the size of its body, the protocol.
Whoever has no token is answered from an allowance of their own and costs those who have it nothing: no turn, no
session, no body that is read, and no connection for long (`strangers`).
"""

import hmac
import json
import re
import socket
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from mcp.server.lowlevel.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp, Receive, Scope, Send

from tadori.errors import WrongCall

if TYPE_CHECKING:
    from tadori.mcp.unauthenticated import UnauthenticatedConnections
    from tadori.mcp.web_server import WebServer

MCP_PATH: Final = "/mcp"
MAX_BODY_BYTES: Final = 1_000_000
MAX_SESSIONS: Final = 512
"""Of 40 KB each. Many clients go without a word, and their sessions stay until they have been idle for long."""
IDLE_SECONDS: Final = 30 * 60.0
MAX_BURST: Final = 120
REQUESTS_PER_SECOND: Final = 20.0
"""Requests that one address may make at once, and how fast that fills up again; with the token, and apart without."""
MAX_ADDRESSES: Final = 1000
GRACE_SECONDS: Final = 2
"""What calls have when the server is told to end. Searches go on with the next server."""
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
WILDCARD_ADDRESSES: Final = ("0.0.0.0", "::")
"""Addresses that stand for all that a machine has, and are no client's Host."""
_NAME: Final = re.compile(
    r"(?:[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_.])?|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?"
)


@dataclass(slots=True)
class RateLimiter:
    """How many requests each address has left."""

    clock: Callable[[], float] = monotonic
    burst: float = MAX_BURST
    a_second: float = REQUESTS_PER_SECOND
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, address: str) -> bool:
        """Take one; False when there is none."""
        now = self.clock()
        left, at = self._left.pop(address, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.a_second)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        while len(self._left) > MAX_ADDRESSES:
            self._left.popitem(last=False)
        return allowed


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenGate:
    """Lets requests in that carry the token and come slowly enough; everything else is told nothing."""

    app: ASGIApp
    token: str
    allowance: RateLimiter = field(default_factory=RateLimiter)
    """Of those who have the token. Nobody else takes from it."""
    strange: RateLimiter = field(default_factory=RateLimiter)
    """Of those who have not."""
    strangers: "UnauthenticatedConnections | None" = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":  # the server's own word to the application
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            raise ValueError(f"only HTTP is served, not {scope['type']}")
        peer = scope.get("client") or ("?", 0)
        known = self._knows(scope)
        if known and self.strangers is not None:
            self.strangers.closed_or_authenticated(peer)
        if not (self.allowance if known else self.strange).take(peer[0]):
            await _refuse(send, 429, "too many requests", (b"retry-after", b"1"))
        elif not known:
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


def checked_host_name(name: str) -> str:
    """A name under which the server may be asked for: `name`, `name:port`, an address. Raises WrongCall."""
    told = f"[{name}]" if name.count(":") > 1 and not name.startswith("[") else name
    if not _NAME.fullmatch(told):
        raise WrongCall(f"{name[:100]!r} is no name of a host: give it as in research.example.test or name:8443")
    return told


def allowed_host_headers(names: Sequence[str], port: int) -> list[str]:
    """The Host headers that the server answers to: loopback and `names` at its port, those with a port as they stand.

    A name of the user's also goes without a port: so a proxy on 80 or 443 passes it on. What is not here is refused,
    lest a page that had its own name point at this machine reach the server (DNS rebinding).
    """
    told = [checked_host_name(name) for name in names if name not in WILDCARD_ADDRESSES]
    # Most clients write a name in small letters, however it was given to them.
    own = [*told, *(name.lower() for name in told)]
    ported = [name if _has_port(name) else f"{name}:{port}" for name in (*LOOPBACK, *own)]
    return list(dict.fromkeys([*ported, *(name for name in own if name not in LOOPBACK)]))


def _has_port(name: str) -> bool:
    return ":" in name.rpartition("]")[2]


def http_app(
    server: Server[Any],
    token: str,
    names: Sequence[str],
    port: int,
    strangers: "UnauthenticatedConnections | None" = None,
) -> ASGIApp:
    """The server as a web application that answers for loopback and `names` only."""
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
    return TokenGate(app=app, token=token, strangers=strangers)


def listening_socket(host: str, port: int) -> socket.socket:
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


def http_server(
    server: Server[Any],
    token: str,
    listening: socket.socket,
    names: Sequence[str] = (),
    strangers: "UnauthenticatedConnections | None" = None,
) -> "WebServer":
    """The web server for a socket that listens already; `serve(sockets=[listening])` runs it until a signal comes.

    It answers for its address and for `names`. Raises WrongCall: one is no name.
    """
    import uvicorn

    from tadori.mcp.unauthenticated import UnauthenticatedConnections, watched_protocol
    from tadori.mcp.web_server import WebServer

    host, port = listening.getsockname()[:2]
    watch = UnauthenticatedConnections() if strangers is None else strangers
    app = http_app(server, token, (host.partition("%")[0], *names), port, watch)
    return WebServer(
        uvicorn.Config(
            app,
            http=watched_protocol(watch),
            ws="none",
            # Who is asked by is taken from the connection: any program on this machine could write another's address.
            proxy_headers=False,
            log_level="error",
            access_log=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
    )
