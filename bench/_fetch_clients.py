"""Three ways to fetch and keep pages, measured in a process of their own: `python -m bench._fetch_clients PLAN`.

`Bare` is curl_cffi and warcio and nothing else; `Rooms` is fetch/ and archive/; `Whole` is everything up to the
database, with an extractor that reads nothing, so that all three do the same work. Comes in: a plan as JSON. Goes out:
one line of JSON with the CPU of every turn, and memory. What a process loads once is loaded before anything is counted.
"""

import asyncio
import gc
import io
import json
import resource
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from tests.web.weather import Weather
from tests.web.world import Ports, World

from tadori.model.ids import EN, Url
from tadori.model.page import Capture, Extracted, Page, PageType
from tadori.model.web import BlockKind, WebRequest

TEXT = "kept"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Which web, which clients, how many pages, and where to keep them."""

    clients: tuple[str, ...]
    seed: int
    hosts: int
    articles: int
    http_port: int
    https_port: int
    canary_port: int
    ca_file: str
    folder: str
    pages: int
    together: int
    """So many pages of one host, then of the next, and around again."""
    turn: int
    """So many pages with one client, then the same with the next: whatever else the machine does, it does to all."""
    warm: int
    """Turns at the beginning that are not counted."""
    first: int
    """After so many pages memory is looked at for the first time."""

    def world(self) -> World:
        ports = Ports(http=self.http_port, https=self.https_port, canary=self.canary_port)
        world = World(seed=self.seed, hosts=self.hosts, scale=0.0, ports=ports, articles=self.articles)
        # A table of ten thousand pages that no real client has in memory: its garbage collector need not walk it.
        gc.collect()
        gc.freeze()
        return world


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    turns: dict[str, list[float]]
    """CPU seconds of each client's turns."""
    wall: float
    first_mb: float
    end_mb: float


class Client(Protocol):
    async def page(self, url: str) -> None:
        """Fetch and keep one page. Raises when it is not had."""
        ...

    async def close(self) -> None: ...


class Bare:
    """curl_cffi's own session, and warcio's own writer with its digests."""

    def __init__(self, plan: Plan, world: World) -> None:
        from curl_cffi import CurlOpt, requests
        from curl_cffi.curl import DEFAULT_CACERT
        from warcio.warcwriter import WARCWriter

        from tadori.fetch.headers import BROWSER

        # Whom everybody trusts, and the little web's authority: parsing them is a good part of what a connection costs.
        trusted = Path(plan.folder) / "trusted.pem"
        trusted.write_bytes(Path(DEFAULT_CACERT).read_bytes() + b"\n" + Path(plan.ca_file).read_bytes())
        names = [f"{host}:{plan.https_port}:{address}" for host, address in world.addresses.items()]
        self._stack = ExitStack()
        self._session = self._stack.enter_context(requests.Session(impersonate=BROWSER, allow_redirects=False))
        # Names once and for all: curl keeps those that it is told for as long as the handle lives.
        self._session.curl_options = {CurlOpt.RESOLVE: names, CurlOpt.CAINFO: str(trusted)}
        self._session.get(world.urls(Weather.PLAIN, https=True)[0])
        self._session.curl_options = {CurlOpt.CAINFO: str(trusted)}
        out = self._stack.enter_context((Path(plan.folder) / "bare.warc.gz").open("wb"))
        self._writer = WARCWriter(out, gzip=True, warc_version="1.1")

    async def page(self, url: str) -> None:
        answer = self._session.get(url)
        if answer.status_code != 200:
            raise RuntimeError(f"{url}: status {answer.status_code}")
        self._write(url, answer)

    async def close(self) -> None:
        self._stack.close()

    def _write(self, url: str, answer: Any) -> None:
        from warcio.statusandheaders import StatusAndHeaders

        undone = {"content-encoding", "transfer-encoding", "content-length"}
        received = [(name, value) for name, value in answer.headers.multi_items() if name.lower() not in undone]
        received.append(("content-length", str(len(answer.content))))
        head = StatusAndHeaders(f"{answer.status_code} OK", received, protocol="HTTP/1.1")
        body = io.BytesIO(answer.content)
        response = self._writer.create_warc_record(url, "response", payload=body, http_headers=head)
        path = "/" + url.split("/", 3)[3]
        sent = StatusAndHeaders(f"GET {path} HTTP/1.1", list(answer.request.headers.items()), is_http_request=True)
        request = self._writer.create_warc_record(url, "request", http_headers=sent)
        self._writer.write_request_response_pair(request, response)


class Rooms:
    """What fetch/ and archive/ do with a page: ask, look for a block, keep."""

    def __init__(self, plan: Plan, world: World) -> None:
        from tadori.archive.pages import PageArchive
        from tadori.fetch.address_guard import AddressGuard
        from tadori.fetch.http import HttpRoute
        from tadori.fetch.name_resolution import NameCache

        guard, names = AddressGuard(("127.0.0.0/8",)), NameCache(world.resolver, now)
        self._archive = PageArchive(lived_in(Path(plan.folder) / "rooms"))
        self._route = HttpRoute(guard=guard, names=names, clock=now, extra_ca=Path(plan.ca_file))

    async def page(self, url: str) -> None:
        from tadori.archive.web import WebFacts
        from tadori.fetch.blocks import detect_block

        answer = await self._route.get(WebRequest(url=Url(url)))
        kind, charset = answer.media_type, answer.charset
        block = detect_block(answer.status, answer.headers, answer.body, media_type=kind, charset=charset)
        if answer.status != 200 or block.kind is not BlockKind.NONE:
            raise RuntimeError(f"{url}: status {answer.status}, {block}")
        capture = Capture(
            url=answer.final_url,
            body=answer.body,
            media_type=kind,
            charset=charset,
            fetched_at=answer.fetched_at,
            source_tag=answer.route.value,
        )
        self._archive.keep(Page.of(capture, read_nothing(capture)), capture, TEXT, web=WebFacts.of(answer))

    async def close(self) -> None:
        await self._route.close()


class Whole:
    """The way of `tadori fetch`: manners, policy, log, archive and database, with every pause of length zero."""

    def __init__(self, plan: Plan, world: World) -> None:
        self._plan = plan
        self._world = world
        self._stack = AsyncExitStack()

    async def open(self) -> "Whole":
        from tadori.settings import Settings, WebSettings
        from tadori.wiring.home import open_app
        from tadori.wiring.routes import WebEnvironment

        web = WebSettings(allow=("127.0.0.0/8",), ca_file=self._plan.ca_file, chrome="off", wayback=False)
        settings = Settings(home=Path(self._plan.folder) / "home", embeddings=False, web=web)
        lived_in(settings.home / "archive")
        app = self._stack.enter_context(open_app(settings))
        reading = await self._stack.enter_async_context(
            app.web(WebEnvironment(resolver=self._world.resolver, pace=0.0))
        )
        self._reading = replace(reading, library=replace(reading.library, extractor=Nothing()))
        return self

    async def page(self, url: str) -> None:
        from tadori.pipeline.web.page_reader import LoadedPage

        got = await self._reading.read(Url(url))
        if not isinstance(got, LoadedPage):
            raise RuntimeError(f"{url}: {got.reason}")
        with self._reading.store.write() as db:
            got.save(db)

    async def close(self) -> None:
        await self._stack.aclose()


class Nothing:
    """Door `Extractor` that reads nothing: extraction has its own bench."""

    def extract(self, capture: Capture) -> Extracted:
        return read_nothing(capture)


def read_nothing(_: Capture) -> Extracted:
    return Extracted(title=TEXT, date=None, lang=EN, page_type=PageType.OTHER, text=TEXT, pieces=())


def lived_in(archive: Path) -> Path:
    """An archive whose 256 folders are there, as in every home after its first few hundred pages."""
    for number in range(256):
        (archive / f"{number:02x}").mkdir(parents=True)
    return archive


def now() -> datetime:
    return datetime.now(UTC)


def chosen(plan: Plan, world: World) -> list[str]:
    """Plain pages: `together` of one host, then of the next, and around again."""
    hosts: dict[str, list[str]] = {}
    for url in world.urls(Weather.PLAIN, https=True):
        hosts.setdefault(url.split("/")[2], []).append(url)
    turns = range(0, plan.articles, plan.together)
    urls = [url for turn in turns for pages in hosts.values() for url in pages[turn : turn + plan.together]]
    if len(urls) < plan.pages:
        raise ValueError(f"this web has {len(urls)} plain pages and not {plan.pages}")
    return urls[: plan.pages]


async def measured(plan: Plan) -> Outcome:
    world = plan.world()
    urls = chosen(plan, world)
    clients = {name: await made(name, plan, world) for name in plan.clients}
    turns: dict[str, list[float]] = {name: [] for name in clients}
    started, first_mb = time.monotonic(), 0.0
    try:
        for done in range(0, plan.pages, plan.turn):
            for name, client in clients.items():
                turns[name].append(await cpu_of(client, urls[done : done + plan.turn]))
            if not first_mb and done + plan.turn >= plan.first:
                first_mb = resident_mb()
        counted = {name: spent[plan.warm :] for name, spent in turns.items()}
        return Outcome(turns=counted, wall=time.monotonic() - started, first_mb=first_mb, end_mb=resident_mb())
    finally:
        for client in clients.values():
            await client.close()


async def made(name: str, plan: Plan, world: World) -> Client:
    match name:
        case "bare":
            return Bare(plan, world)
        case "rooms":
            return Rooms(plan, world)
        case "run":
            return await Whole(plan, world).open()
        case _:
            raise ValueError(f"no client named {name}")


async def cpu_of(client: Client, urls: Sequence[str]) -> float:
    began = time.process_time()
    for url in urls:
        await client.page(url)
    return time.process_time() - began


def resident_mb() -> float:
    """What the process holds in memory now; where the system does not say, the most it ever held."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text(encoding="ascii").split()[1]) * resource.getpagesize() / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asdict(asyncio.run(measured(Plan(**json.loads(sys.argv[1])))))) + "\n")
