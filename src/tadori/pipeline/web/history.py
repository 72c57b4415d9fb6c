"""How a page has changed (L9): its last copies in the Wayback Machine, compared with each other and with the page.

Comes in: a page that was read. Goes out: its timeline, oldest first, with what differs in headings, points and dates.
The page as it is now stays the source; copies only tell how it came to say so, and are not kept.
"""

from dataclasses import asdict
from typing import Any

from tadori.errors import SourceError
from tadori.events import Emit, PartLost, silent
from tadori.extract.differences import Moment, Version, large, timeline
from tadori.fetch.wayback import snapshots
from tadori.model.page import Capture
from tadori.model.web import Answer
from tadori.pipeline.web.reading import Read, Reading

SNAPSHOTS = 3


async def history_of(reading: Reading, read: Read, *, emit: Emit = silent) -> list[dict[str, Any]]:
    """The timeline as plain data; a copy that cannot be had or read is told and left out."""
    # The address that was asked for: where the page came from the archive, its own is the copy's.
    url, web = read.page.url if read.visit is None else read.visit.url, reading.web()
    refusal = await web.sites.refusal(web.wayback_base, emit)
    if refusal is not None:
        emit(PartLost(url=url, reason=f"no history: {refusal}"))
        return []
    try:
        copies = await snapshots(url, before=reading.clock(), count=SNAPSHOTS, base=web.wayback_base, ask=web.sites.ask)
    except SourceError as exc:
        emit(PartLost(url=url, reason=f"no history: {exc.reason}"))
        return []
    versions = [await _version(reading, copy, emit) for copy in copies]
    content = await reading.in_thread(reading.library.extract, reading.archive.body(read.page.id))
    now = Version(at=read.page.fetched_at, content=content)
    return [_plain(moment) for moment in timeline([*(v for v in versions if v is not None), now])]


async def _version(reading: Reading, copy: Answer, emit: Emit) -> Version | None:
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
    return Version(at=copy.snapshot_at or copy.fetched_at, content=content)


def _plain(moment: Moment) -> dict[str, Any]:
    line: dict[str, Any] = {
        "at": moment.at.isoformat(timespec="seconds"),
        "happening": moment.happening.value,
        "words": moment.words,
    }
    if moment.differences is not None:
        line["large"] = large(moment.differences)
        line["differences"] = asdict(moment.differences)
    return line
