"""A site of a few pages for browser tests: what it serves is written in the test, and it keeps what it was asked."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from tadori.errors import AddressForbidden, SourceUnreachable
from tadori.fetch.browser import BrowserRoute
from tadori.fetch.chrome_facts import ChromeSettings
from tadori.fetch.tab import AddressRule, PagePatience
from tadori.model.web import Route
from tests.listening import listening

MOMENT = datetime(2026, 11, 16, 4, 0, tzinfo=UTC)
PRIVATE = "10.0.0.7"
Serve = Callable[["Asked", asyncio.StreamWriter], Awaitable[None]]


def ipv6_loopback() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    host: str
    path: str
    headers: dict[str, str]


@dataclass(slots=True)
class Site:
    """Every host name leads here; a path not in `pages` is 404."""

    port: int = 0
    pages: dict[str, Serve] = field(default_factory=dict)
    log: list[Asked] = field(default_factory=list)

    def url(self, path: str, host: str = "site.test") -> str:
        return f"http://{host}:{self.port}{path}"

    def asked(self, path: str) -> list[Asked]:
        return [line for line in self.log if line.path == path]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        asked = Asked(host=headers.get("host", "").partition(":")[0], path=head[0].split(" ")[1], headers=headers)
        self.log.append(asked)
        speak = self.pages.get(asked.path.partition("?")[0], answer("<p>not here", status="404 Not Found"))
        await speak(asked, writer)


def answer(
    body: str | bytes, *headers: str, status: str = "200 OK", kind: str = "text/html; charset=utf-8", length: int = -1
) -> Serve:
    """Always the same answer; `length` makes the head lie about the body."""
    raw = body.encode() if isinstance(body, str) else body

    async def serve(asked: Asked, writer: asyncio.StreamWriter) -> None:
        lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(raw) if length < 0 else length}"]
        writer.write("\r\n".join([*lines, *headers, "Connection: close", "", ""]).encode() + raw)
        await writer.drain()

    return serve


def prose(count: int = 30) -> str:
    """Enough words that nobody takes the page for a shell."""
    return "<p>鐘川橋の長さは15メートルである。川幅は広く、橋は1954年に架けられた。</p>\n" * count


@asynccontextmanager
async def a_site() -> AsyncIterator[Site]:
    site = Site()
    async with listening(site.serve) as site.port:
        yield site


async def checked(host: str, port: int) -> Sequence[str]:
    """The test's names: everything below `.test` is on loopback, but what is in the intranet is not asked."""
    if host.startswith("intra"):
        raise AddressForbidden(host, f"{PRIVATE} is private")
    if host.endswith(".test") or host == "127.0.0.1":
        return ("127.0.0.1",)
    raise SourceUnreachable(host, "no such name")


def allow_all(address: str, *, host: str | None = None, port: int | None = None) -> None:
    """For a browser whose requests the proxy has checked already."""


async def at_once(seconds: float) -> None:
    await asyncio.sleep(0)


QUICK = PagePatience(navigation=60, document=30, settle=30, quiet=0.4, thin=1.5, challenge=3.0, busy=1.0)
"""Short where a page is waited for that stands still already, long where a loaded machine may need longer."""


def a_route(
    settings: ChromeSettings,
    *,
    route: Route = Route.HEADLESS,
    page_seconds: float = 60,
    address_rule: AddressRule = allow_all,
) -> BrowserRoute:
    return BrowserRoute(
        route,
        settings,
        checked=checked,
        address_rule=address_rule,
        clock=lambda: MOMENT,
        random=Random(1),
        sleep=at_once,
        page_seconds=page_seconds,
        patience=QUICK,
    )
