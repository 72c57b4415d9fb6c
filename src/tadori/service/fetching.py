"""The command `fetch`: addresses in, one row of plain data for each page out, as they arrive."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tadori.errors import AddressForbidden, WrongCall
from tadori.events import Emit, ignore_event
from tadori.model.ids import Url
from tadori.model.web import FetchAttempt, FetchFailure
from tadori.settings import load_settings
from tadori.wiring.home import open_app

if TYPE_CHECKING:
    from tadori.pipeline.web.page_reader import LoadedPage, PageReader

JsonRow = dict[str, Any]


def fetch_pages(
    urls: Sequence[str],
    *,
    depth: int = 0,
    pages: int = 20,
    about: str = "",
    workers: int = 4,
    history: bool = False,
    emit: Emit = ignore_event,
) -> Iterator[JsonRow]:
    """Fetch pages and archive them.

    Raises:
        WrongCall: an address cannot be one of the web.
    """
    by_domain = _by_domain(urls)
    lines = _lines(by_domain, depth=depth, pages=pages, about=about, workers=workers, history=history, emit=emit)
    with asyncio.Runner() as runner:
        try:
            while (line := runner.run(_next(lines))) is not None:
                yield line
        finally:
            runner.run(lines.aclose())


async def _next(lines: AsyncGenerator[JsonRow, None]) -> JsonRow | None:
    return await anext(lines, None)


def _by_domain(urls: Sequence[str]) -> list[list[Url]]:
    """The addresses grouped by domain: one worker takes a whole domain, since a domain gets one request at a time."""
    from tadori.text.urls import domain_of, parse_url  # lazy: few commands need it

    groups: dict[str, list[Url]] = {}
    for text in urls:
        try:
            url = parse_url(text)
        except AddressForbidden as exc:
            raise WrongCall(f"{exc.source[:200]}: {exc.reason}; give addresses like https://host/page") from exc
        groups.setdefault(domain_of(url), []).append(url)
    return list(groups.values())


async def _lines(
    groups: list[list[Url]], *, depth: int, pages: int, about: str, workers: int, history: bool, emit: Emit
) -> AsyncGenerator[JsonRow, None]:
    out: asyncio.Queue[JsonRow | None] = asyncio.Queue()
    waiting = iter(groups)

    async def worker(reading: "PageReader") -> None:
        for group in waiting:
            for url in group:
                async for got in _read(reading, url, depth=depth, pages=pages, about=about, emit=emit):
                    line = _line(url, got, reading)
                    if history and "lost" not in line:
                        line["history"] = await _history(reading, got, emit)
                    out.put_nowait(line)

    with open_app(load_settings()) as app:
        async with app.web() as reading:
            running = [asyncio.create_task(worker(reading)) for _ in range(workers)]
            closing = asyncio.create_task(_close_after(running, out))
            try:
                while (line := await out.get()) is not None:
                    yield line
                await closing  # raises what a worker raised
            finally:
                for task in running:
                    task.cancel()


async def _close_after(running: "list[asyncio.Task[None]]", out: "asyncio.Queue[JsonRow | None]") -> None:
    """Put None, the end mark, into the queue when every worker is done or one has failed."""
    try:
        await asyncio.gather(*running)
    finally:
        out.put_nowait(None)


async def _read(
    reading: "PageReader", url: Url, *, depth: int, pages: int, about: str, emit: Emit
) -> AsyncIterator["LoadedPage | FetchFailure"]:
    from tadori.pipeline.web.crawl import crawl  # lazy: brings sqlalchemy
    from tadori.pipeline.web.page_reader import LoadedPage  # lazy: brings sqlalchemy

    if depth > 0:
        walk = crawl(reading, url, words=about, depth=depth, pages=pages, emit=emit)
    else:
        walk = _one(reading, url, emit)
    async for got in walk:
        if isinstance(got, LoadedPage):
            with reading.store.write() as db:
                got.save(db)
        yield got


async def _one(reading: "PageReader", url: Url, emit: Emit) -> AsyncIterator["LoadedPage | FetchFailure"]:
    yield await reading.read(url, emit=emit)


async def _history(reading: "PageReader", got: "LoadedPage | FetchFailure", emit: Emit) -> list[JsonRow]:
    from tadori.pipeline.web.history import history_of  # lazy: brings sqlalchemy
    from tadori.pipeline.web.page_reader import LoadedPage  # lazy: brings sqlalchemy

    assert isinstance(got, LoadedPage)
    return await history_of(reading, got, emit=emit)


def _line(asked: Url, got: "LoadedPage | FetchFailure", reading: "PageReader") -> JsonRow:
    if isinstance(got, FetchFailure):
        line: JsonRow = {"url": got.url, "lost": got.reason, "attempts": [_attempt(a) for a in got.attempts]}
        if got.queued is not None:
            line["auth"] = {"id": got.queued.id, "kind": got.queued.kind.value, "domain": got.queued.domain}
        return line
    page, answer = got.page, got.answer
    assert answer is not None
    return {
        "url": asked if not got.attempts else got.attempts[0].url,
        "final_url": page.url,
        "status": answer.status,
        "route": answer.route.value,
        "unchanged": got.unchanged,
        "page_id": page.id,
        "title": page.title,
        "date": page.date,
        "lang": page.lang,
        "page_type": page.page_type.value,
        "media_type": page.media_type,
        "bytes": page.byte_length,
        "characters": page.text_length,
        "content_hash": page.content_hash,
        "fetched_at": answer.fetched_at.isoformat(timespec="seconds"),
        "snapshot_at": None if answer.snapshot_at is None else answer.snapshot_at.isoformat(timespec="seconds"),
        "warc": {
            "file": str(reading.archive.path(page.id)),
            "records": [
                {"type": place.kind, "offset": place.offset, "length": place.length}
                for place in reading.archive.record_places(page.id)
            ],
        },
        "attempts": [_attempt(a) for a in got.attempts],
    }


def _attempt(attempt: FetchAttempt) -> JsonRow:
    return {
        "route": attempt.route.value,
        "ground": attempt.ground,
        "outcome": attempt.outcome.value,
        "reason": attempt.reason,
        "status": attempt.status,
        "block": attempt.block.value,
        "seconds": round(attempt.seconds, 3),
    }
