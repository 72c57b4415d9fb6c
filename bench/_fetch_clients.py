"""Three ways to fetch and keep the same pages, each in a process of its own: `python -m bench._fetch_clients PLAN`.

`bare` is curl_cffi and warcio and nothing else; `rooms` is fetch/ and archive/; `run` is everything up to the database,
with an extractor that reads nothing, so that all three do the same work. Comes in: a plan as JSON. Goes out: one line
of JSON with CPU seconds and memory. What a process loads once is loaded before the clock starts.
"""

import asyncio
import io
import json
import resource
import sys
import time
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.web.weather import Weather
from tests.web.world import Ports, World

from tadori.model.ids import EN, Url
from tadori.model.page import Capture, Extracted, Page, PageType
from tadori.model.web import BlockKind, WebRequest

if TYPE_CHECKING:
    from warcio.warcwriter import WARCWriter

TEXT = "kept"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Which web, how many of its pages, and where to keep them."""

    role: str
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
    warm: int
    """Pages at the beginning that are fetched and not counted."""
    first: int
    """After so many pages memory is looked at for the first time."""

    def world(self) -> World:
        ports = Ports(http=self.http_port, https=self.https_port, canary=self.canary_port)
        return World(seed=self.seed, hosts=self.hosts, scale=0.0, ports=ports, articles=self.articles)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    pages: int
    """Counted ones, without the warm-up."""
    cpu: float
    wall: float
    first_mb: float
    end_mb: float
    body_bytes: int


class Meter:
    """Counts pages; knows what the counted ones have cost."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._done = 0
        self._bytes = 0
        self._cpu = self._wall = self._first_mb = 0.0

    def begin(self) -> None:
        self._cpu, self._wall, self._bytes = time.process_time(), time.monotonic(), 0

    def page(self, size: int) -> None:
        self._done += 1
        self._bytes += size
        if self._done == self._plan.warm:
            self.begin()
        if self._done == self._plan.first:
            self._first_mb = resident_mb()

    def outcome(self) -> Outcome:
        return Outcome(
            pages=self._done - self._plan.warm,
            cpu=time.process_time() - self._cpu,
            wall=time.monotonic() - self._wall,
            first_mb=self._first_mb,
            end_mb=resident_mb(),
            body_bytes=self._bytes,
        )


def resident_mb() -> float:
    """What the process holds in memory now; where the system does not say, the most it ever held."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text(encoding="ascii").split()[1]) * resource.getpagesize() / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


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


def bare(plan: Plan) -> Outcome:
    """curl_cffi's own session, and warcio's own writer with its digests."""
    from curl_cffi import CurlOpt, requests
    from curl_cffi.curl import DEFAULT_CACERT
    from warcio.warcwriter import WARCWriter

    from tadori.fetch.headers import BROWSER

    world = plan.world()
    urls, meter = chosen(plan, world), Meter(plan)
    # Whom everybody trusts, and the little web's authority: parsing them is a good part of what a connection costs.
    trusted = Path(plan.folder) / "trusted.pem"
    trusted.write_bytes(Path(DEFAULT_CACERT).read_bytes() + b"\n" + Path(plan.ca_file).read_bytes())
    names = [f"{host}:{plan.https_port}:{address}" for host, address in world.addresses.items()]
    with (
        requests.Session(impersonate=BROWSER, allow_redirects=False) as session,
        (Path(plan.folder) / "bare.warc.gz").open("wb") as out,
    ):
        # Names once and for all: curl keeps those that it is told for as long as the handle lives.
        session.curl_options = {CurlOpt.RESOLVE: names, CurlOpt.CAINFO: str(trusted)}
        session.get(urls[0])
        session.curl_options = {CurlOpt.CAINFO: str(trusted)}
        writer = WARCWriter(out, gzip=True, warc_version="1.1")
        for url in urls:
            answer = session.get(url)
            if answer.status_code != 200:
                raise RuntimeError(f"{url}: status {answer.status_code}")
            write_bare(writer, url, answer)
            meter.page(len(answer.content))
        return meter.outcome()


def write_bare(writer: "WARCWriter", url: str, answer: Any) -> None:
    from warcio.statusandheaders import StatusAndHeaders

    undone = {"content-encoding", "transfer-encoding", "content-length"}
    received = [(name, value) for name, value in answer.headers.multi_items() if name.lower() not in undone]
    received.append(("content-length", str(len(answer.content))))
    head = StatusAndHeaders(f"{answer.status_code} OK", received, protocol="HTTP/1.1")
    response = writer.create_warc_record(url, "response", payload=io.BytesIO(answer.content), http_headers=head)
    path = "/" + url.split("/", 3)[3]
    sent = StatusAndHeaders(f"GET {path} HTTP/1.1", list(answer.request.headers.items()), is_http_request=True)
    request = writer.create_warc_record(url, "request", http_headers=sent)
    writer.write_request_response_pair(request, response)


async def rooms(plan: Plan) -> Outcome:
    """What fetch/ and archive/ do with a page: ask, look for a block, keep."""
    from tadori.archive.pages import PageArchive
    from tadori.archive.web import WebFacts
    from tadori.fetch.blocks import detect
    from tadori.fetch.guard import AddressGuard
    from tadori.fetch.http import HttpRoute
    from tadori.fetch.names import CachedNames

    world = plan.world()
    urls, meter = chosen(plan, world), Meter(plan)
    archive = PageArchive(Path(plan.folder))
    guard, names = AddressGuard(("127.0.0.0/8",)), CachedNames(world.resolver, now)
    route = HttpRoute(guard=guard, names=names, clock=now, extra_ca=Path(plan.ca_file))
    try:
        for url in urls:
            answer = await route.get(WebRequest(url=Url(url)))
            block = detect(
                answer.status, answer.headers, answer.body, media_type=answer.media_type, charset=answer.charset
            )
            if answer.status != 200 or block.kind is not BlockKind.NONE:
                raise RuntimeError(f"{url}: status {answer.status}, {block}")
            capture = Capture(
                url=answer.final_url,
                body=answer.body,
                media_type=answer.media_type,
                charset=answer.charset,
                fetched_at=answer.fetched_at,
                source_tag=answer.route.value,
            )
            archive.keep(Page.of(capture, read_nothing(capture)), capture, TEXT, web=WebFacts.of(answer))
            meter.page(len(answer.body))
        return meter.outcome()
    finally:
        await route.close()


async def through_run(plan: Plan) -> Outcome:
    """The way of `tadori fetch`: manners, policy, log, archive and database, with every pause of length zero."""
    from tadori.app.home import open_app
    from tadori.app.routes import Parts
    from tadori.run.reading import Read
    from tadori.settings import Settings, WebSettings

    world = plan.world()
    urls, meter = chosen(plan, world), Meter(plan)
    web = WebSettings(allow=("127.0.0.0/8",), ca_file=plan.ca_file, chrome="off", wayback=False)
    settings = Settings(home=Path(plan.folder), embeddings=False, web=web)
    with open_app(settings) as app:
        async with app.web(Parts(resolver=world.resolver, pace=0.0)) as whole:
            reading = replace(whole, library=replace(whole.library, extractor=Nothing()))
            for url in urls:
                got = await reading.read(Url(url))
                if not isinstance(got, Read):
                    raise RuntimeError(f"{url}: {got.reason}")
                with reading.store.write() as db:
                    got.save(db)
                meter.page(got.page.byte_length)
            return meter.outcome()


class Nothing:
    """Door `Extractor` that reads nothing: extraction has its own bench."""

    def extract(self, capture: Capture) -> Extracted:
        return read_nothing(capture)


def read_nothing(_: Capture) -> Extracted:
    return Extracted(title=TEXT, date=None, lang=EN, page_type=PageType.OTHER, text=TEXT, pieces=())


def now() -> datetime:
    return datetime.now(UTC)


def main() -> None:
    plan = Plan(**json.loads(sys.argv[1]))
    match plan.role:
        case "bare":
            outcome = bare(plan)
        case "rooms":
            outcome = asyncio.run(rooms(plan))
        case _:
            outcome = asyncio.run(through_run(plan))
    sys.stdout.write(json.dumps(asdict(outcome)) + "\n")


if __name__ == "__main__":
    main()
