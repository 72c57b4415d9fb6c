"""The history of a page (L9): compares its last copies in the Wayback Machine with each other and with the page.

Comes in: a page that was read. Goes out: a timeline, oldest first, with the differences in headings, points and dates.
The current page stays the source; the copies are not stored.
"""

from dataclasses import asdict
from typing import Any

from tadori.errors import SourceError
from tadori.events import Emit, PartLost, ignore_event
from tadori.extract.differences import HistoryEntry, PageVersion, is_large_change, page_history
from tadori.fetch.wayback import snapshots
from tadori.model.page import Capture
from tadori.model.web import WebResponse
from tadori.model.web_thresholds import HISTORY_SNAPSHOTS
from tadori.pipeline.web.page_reader import LoadedPage, PageReader


async def history_of(reading: PageReader, read: LoadedPage, *, emit: Emit = ignore_event) -> list[dict[str, Any]]:
    """The timeline as plain data; a copy that cannot be read is reported by an event and left out."""
    # The requested URL: if the page came from the Wayback Machine, its own URL is that of the copy.
    url, web = read.page.url if read.visit is None else read.visit.url, reading.web()
    refusal = await web.sites.refusal(web.wayback_base, emit)
    if refusal is not None:
        emit(PartLost(url=url, reason=f"no history: {refusal}"))
        return []
    try:
        copies = await snapshots(
            url, before=reading.clock(), count=HISTORY_SNAPSHOTS, base=web.wayback_base, ask=web.sites.ask
        )
    except SourceError as exc:
        emit(PartLost(url=url, reason=f"no history: {exc.reason}"))
        return []
    versions = [await _version(reading, copy, emit) for copy in copies]
    content = await reading.in_thread(reading.library.extract, reading.archive.body(read.page.id))
    now = PageVersion(at=read.page.fetched_at, content=content)
    return [_plain(moment) for moment in page_history([*(v for v in versions if v is not None), now])]


async def _version(reading: PageReader, copy: WebResponse, emit: Emit) -> PageVersion | None:
    capture = Capture(
        url=copy.url,
        body=copy.body,
        media_type=copy.media_type,
        charset=copy.charset,
        fetched_at=copy.fetched_at,
        source_tag=copy.route.value,
    )
    try:
        content = await reading.in_thread(reading.library.extract, capture)
    except SourceError as exc:
        emit(PartLost(url=copy.final_url, reason=exc.reason))
        return None
    return PageVersion(at=copy.snapshot_at or copy.fetched_at, content=content)


def _plain(moment: HistoryEntry) -> dict[str, Any]:
    line: dict[str, Any] = {
        "at": moment.at.isoformat(timespec="seconds"),
        "happening": moment.happening.value,
        "words": moment.words,
    }
    if moment.differences is not None:
        line["large"] = is_large_change(moment.differences)
        line["differences"] = asdict(moment.differences)
    return line
