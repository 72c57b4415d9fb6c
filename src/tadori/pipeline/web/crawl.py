"""Crawls within one domain (L7): from a page to the pages that it links to, promising links first, to a small depth.

Comes in: a start URL and limits. Goes out: the result of `PageReader` for each page, in reading order. Sitemaps are
read first, because a site lists its important pages there. It follows no link out of the domain.
"""

import heapq
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from tadori.errors import SourceError
from tadori.events import Emit, PartLost, ignore_event
from tadori.fetch.crawl import next_links, page_links
from tadori.fetch.robots import sitemaps
from tadori.fetch.sitemaps import SitemapEntry, most_relevant, parse_sitemap
from tadori.model.ids import Url
from tadori.model.web import FetchFailure
from tadori.model.web_thresholds import CRAWL_DEPTH, CRAWL_SITEMAP_URLS, CRAWL_SITEMAPS
from tadori.pipeline.web.page_reader import LoadedPage, PageReader
from tadori.text.urls import origin_of, page_key, parse_url


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class CrawlStep:
    """A page to read. Sorts by depth, then by how promising it is."""

    depth: int
    place: int
    url: Url = field(compare=False)
    referer: Url | None = field(compare=False, default=None)


async def crawl(
    reading: PageReader,
    start: str,
    *,
    words: str = "",
    depth: int = CRAWL_DEPTH,
    pages: int = 20,
    from_sitemap: bool = True,
    emit: Emit = ignore_event,
) -> AsyncIterator[LoadedPage | FetchFailure]:
    """Read `start` and the pages it links to, at most `pages` pages and `depth` links away."""
    first = page_key(parse_url(start))
    ahead, seen = [CrawlStep(depth=0, place=0, url=first)], {first}
    counter = 0
    for url in await _from_sitemaps(reading, first, words, emit) if depth and from_sitemap else ():
        if url not in seen:
            seen.add(url)
            counter += 1
            heapq.heappush(ahead, CrawlStep(depth=1, place=counter, url=url))
    read = 0
    while ahead and read < pages:
        step = heapq.heappop(ahead)
        got = await reading.read(step.url, referer=step.referer, emit=emit)
        read += 1
        yield got
        if isinstance(got, FetchFailure) or step.depth >= depth or got.page.media_type == "application/pdf":
            continue
        body = got.answer.body if got.answer is not None and got.answer.body else reading.archive.body(got.page.id).body
        found = next_links(
            got.page.url, got.page.page_type, page_links(body, got.page.url), depth=step.depth, seen=seen
        )
        for link in found:
            seen.add(page_key(link))
            counter += 1
            heapq.heappush(ahead, CrawlStep(depth=step.depth + 1, place=counter, url=link, referer=got.page.url))


async def _from_sitemaps(reading: PageReader, start: Url, words: str, emit: Emit) -> list[Url]:
    """The URLs that a site's sitemaps mark as important; empty without a readable sitemap."""
    sites = reading.web().sites
    robots = await sites.robots(start, emit)
    waiting = [Url(place) for place in sitemaps(robots)] or [parse_url("/sitemap.xml", base=Url(origin_of(start)))]
    found: list[SitemapEntry] = []
    for _ in range(CRAWL_SITEMAPS):
        if not waiting:
            break
        place = waiting.pop(0)
        try:
            sitemap = parse_sitemap(await sites.file(parse_url(place)), place)
        except SourceError as exc:
            emit(PartLost(url=place, reason=exc.reason))
            continue
        found += sitemap.entries
        waiting += sitemap.children
    return [Url(entry.url) for entry in most_relevant(found, words, CRAWL_SITEMAP_URLS)]
