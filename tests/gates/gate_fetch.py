"""The figures of fetching, on the little web: real HTTP, real Chromium, the real archive, at production manners.

Two seeds are pinned with the weather table; the full gate draws a third and prints it, so that nothing can be fitted to
a weather. The quick gate uses the pinned ones alone: what it says of a commit, it says of it every time.
Waiting moves the clock instead of the world; everything else is production. Pages are drawn by the seed, four workers
ask. Nothing was tuned on a drawn seed. Shares of the whole web are weighted by the table of the weather.
"""

import asyncio
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import accumulate
from pathlib import Path

from tadori.model.ids import Url
from tadori.model.web import BROWSER_ROUTES, FetchFailure
from tadori.pipeline.web.crawl import crawl
from tadori.pipeline.web.page_reader import LoadedPage
from tadori.text.urls import domain_of
from tests.gates.figures import Figure
from tests.web.desk import Desk, desk
from tests.web.documents import Page
from tests.web.little_web import LittleWeb
from tests.web.weather import ORDINARY, SEEDS, SHARES, Weather

NEEDS: list[str] = []
WORKERS = 4
REFUSING = (Weather.FORBIDDEN_TO_PLAIN, Weather.RATE_LIMITED)


@dataclass(slots=True)
class Tally:
    """Counts over all seeds: (good, all)."""

    counts: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))

    def note(self, name: str, good: bool) -> None:
        self.counts[name][0] += good
        self.counts[name][1] += 1

    def note_of(self, name: str, weather: Weather, good: bool) -> None:
        """For shares of the whole web: counted by weather, because samples hold more of the rare kinds than the web."""
        self.note(f"{name}#{weather}", good)

    def whole(self, name: str, floor: float, *, at_least: bool = True) -> Figure:
        """The share on a web with exactly the weather of the table."""
        kinds = [(share, self.counts[f"{name}#{kind}"]) for kind, share in SHARES if f"{name}#{kind}" in self.counts]
        value = sum(share * good / total for share, (good, total) in kinds) / sum(share for share, _ in kinds)
        count = sum(total for _, (_, total) in kinds)
        return Figure(name=f"fetch: {name}", value=value, floor=floor, aim=None, n=count, at_least=at_least)

    def figure(self, name: str, floor: float, *, at_least: bool = True) -> Figure:
        good, total = self.counts[name]
        value = good / total if total else (0.0 if at_least else 1.0)
        return Figure(name=f"fetch: {name}", value=value, floor=floor, aim=None, n=total, at_least=at_least)


def run(quick: bool) -> list[Figure]:
    drawn = () if quick else (random.SystemRandom().randrange(10**6),)
    print(
        f"         fetch: pinned seeds {', '.join(map(str, SEEDS))}; drawn: {', '.join(map(str, drawn)) or 'none'}",
        flush=True,
    )
    tally, overlaps, requests = Tally(), 0, 0
    for seed in (*SEEDS, *drawn):
        with LittleWeb(seed=seed, scale=0.1) as web, tempfile.TemporaryDirectory() as home:
            asyncio.run(_seed(web, Path(home), seed, 40 if quick else 200, 1 if quick else 2, tally))
            overlaps += overlapping(web)
            requests += len(web.log)
    return [
        tally.figure("ordinary pages fetched", 0.95),
        tally.figure("refused with 403 or 429, had within three escalations", 0.70),
        tally.figure("pages in a WARC that warcio finds whole", 0.95),
        tally.figure("browser pages with a screenshot", 0.95),
        tally.whole("304 on return, of pages with a validator", 0.70),
        tally.figure("referer is the page the link stood on", 0.90),
        tally.whole("pages had by a browser", 0.30, at_least=False),
        tally.figure("blocked pages in the auth inbox", 0.99),
        tally.figure("the article's own sentence in the text", 0.95),
        Figure(
            name="fetch: two requests at one domain at once",
            value=overlaps,
            floor=0,
            aim=None,
            n=requests,
            at_least=False,
        ),
    ]


async def _seed(web: LittleWeb, home: Path, seed: int, ordinary: int, a_host: int, tally: Tally) -> None:
    drawn = random.Random(seed)
    wanted = drawn.sample([page for page in web.pages if page.weather in ORDINARY], ordinary)
    refusing = _some_of_each_host(web, REFUSING, 2)
    challenged = _some_of_each_host(web, (Weather.CHALLENGE,), a_host)
    hostile = _some_of_each_host(web, (Weather.HOSTILE,), 1)
    pages = [*wanted, *refusing, *challenged, *hostile]
    drawn.shuffle(pages)
    async with desk(web, home, browser=True, seed=seed) as tadori:
        first = await _read_all(tadori, [(page, None) for page in pages])
        for page, got in first:
            _note_first(tally, tadori, page, got)
        _note_archive(tally, tadori, [got for _, got in first if isinstance(got, LoadedPage)])
        read = [(page, got) for page, got in first if isinstance(got, LoadedPage)]
        await _return(tally, tadori, read)
        await _walk(tally, tadori, web)


def _some_of_each_host(web: LittleWeb, weather: Sequence[Weather], count: int) -> list[Page]:
    by_host: dict[str, list[Page]] = defaultdict(list)
    for page in web.pages:
        if page.weather in weather:
            by_host[page.host].append(page)
    return [page for pages in by_host.values() for page in pages[:count]]


async def _read_all(
    tadori: Desk, pages: Sequence[tuple[Page, Url | None]]
) -> list[tuple[Page, LoadedPage | FetchFailure]]:
    """Read pages with four workers, in no order of domains: the lanes have to keep them apart."""
    waiting, done = iter(pages), list[tuple[Page, LoadedPage | FetchFailure]]()

    async def worker() -> None:
        for page, referer in waiting:
            got = await tadori.reading.read(Url(page.url), referer=referer)
            if isinstance(got, LoadedPage):
                with tadori.reading.store.write() as db:
                    got.save(db)
            done.append((page, got))

    await asyncio.gather(*(worker() for _ in range(WORKERS)))
    return done


def _note_first(tally: Tally, tadori: Desk, page: Page, got: LoadedPage | FetchFailure) -> None:
    had = isinstance(got, LoadedPage)
    if page.weather in ORDINARY:
        tally.note("ordinary pages fetched", had)
    refused = bool(got.attempts) and got.attempts[0].status in (403, 429)
    if page.weather in REFUSING and refused:
        tally.note("refused with 403 or 429, had within three escalations", had and len(got.attempts) <= 4)
    if isinstance(got, LoadedPage):
        assert got.answer is not None
        tally.note_of("pages had by a browser", page.weather, got.answer.route in BROWSER_ROUTES)
        tally.note("the article's own sentence in the text", page.key_sentence in got.text)
        if got.answer.route in BROWSER_ROUTES:
            kinds = [place.kind for place in tadori.reading.archive.record_places(got.page.id)]
            tally.note("browser pages with a screenshot", got.answer.screenshot is not None and "resource" in kinds)
    elif page.weather is Weather.CHALLENGE:
        waiting = {item.url for item in tadori.app.inbox().pending()}
        tally.note("blocked pages in the auth inbox", got.queued is not None and got.queued.url in waiting)


def _note_archive(tally: Tally, tadori: Desk, read: Sequence[LoadedPage]) -> None:
    files = [str(tadori.reading.archive.path(got.page.id)) for got in read]
    for at in range(0, len(files), 50):
        batch = files[at : at + 50]
        checked = subprocess.run(
            [sys.executable, "-m", "warcio.cli", "check", "-v", *batch], capture_output=True, text=True, check=False
        )
        broken = {file for file in batch if f"{file}\n" in checked.stdout and checked.returncode != 0}
        for file in batch:
            tally.note("pages in a WARC that warcio finds whole", Path(file).is_file() and file not in broken)


async def _return(tally: Tally, tadori: Desk, read: Sequence[tuple[Page, LoadedPage]]) -> None:
    """Come back the next day; what had a validator and did not change should be a 304."""
    tadori.time.now += timedelta(days=1)
    again = [(page, None) for page, got in read if got.visit and (got.visit.etag or got.visit.last_modified)]
    for page, got in await _read_all(tadori, again):
        unchanged = isinstance(got, LoadedPage) and got.unchanged
        tally.note_of("304 on return, of pages with a validator", page.weather, unchanged)


async def _walk(tally: Tally, tadori: Desk, web: LittleWeb) -> None:
    """Walk into six plain sites over HTTPS by their links alone; each request must come from the page that links it."""
    plain = list(dict.fromkeys(page.host for page in web.pages if page.weather is Weather.PLAIN))[:6]
    for host in plain:
        start = web.url(host, "/", https=True)
        linking: dict[str, bytes] = {}
        before = len(web.log)
        async for got in crawl(tadori.reading, start, pages=8, from_sitemap=False):
            if isinstance(got, LoadedPage) and got.answer is not None:
                linking[got.page.url] = got.answer.body
        for line in web.log[before:]:
            if line.path not in ("/", "/robots.txt") and line.headers.get("sec-fetch-dest", "document") == "document":
                source = linking.get(line.headers.get("referer", ""), b"")
                place = line.path.rpartition("/")[2].encode() or line.path.encode()
                same = line.headers.get("sec-fetch-site") == "same-origin"
                tally.note("referer is the page the link stood on", place in source and same)


def most_at_once(web: LittleWeb) -> int:
    """The largest number of requests that the servers were answering at one moment."""
    spans = [(line.started_at, line.ended_at) for line in web.log if line.ended_at is not None and not line.cut]
    # At one and the same moment the end of one counts before the start of another.
    steps = sorted([(start, 1) for start, _ in spans] + [(end, -1) for _, end in spans])
    return max(accumulate(step for _, step in steps))


def overlapping(web: LittleWeb) -> int:
    """How often a request came to a registrable domain while another was still being answered there.

    What a browser loads for a page it is showing (scripts, data, pictures) belongs to that one visit, and may overlap
    with the rest of it. Of an exchange that was broken off nobody knows when the client left: the log has the moment at
    which the server noticed, which a busy machine puts off.
    """
    open_until: dict[str, tuple[float, bool]] = {}
    count = 0
    for line in sorted(web.log, key=lambda seen: seen.started_at):
        if line.host in web.ad_hosts:
            continue
        domain = domain_of(Url(web.url(line.host, line.path)))
        until, part = open_until.get(domain, (0.0, False))
        is_part = line.headers.get("sec-fetch-dest", "document") != "document"
        if line.started_at < until and not (part or is_part):
            count += 1
        ended = line.started_at if line.cut or line.ended_at is None else line.ended_at
        open_until[domain] = max((until, part), (ended, is_part))
    return count
