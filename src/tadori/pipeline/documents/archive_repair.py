"""Repairs damaged files of the page archive, and drops pages from the evidence that cannot be repaired.

Comes in: a home's store, archive and libraries. Goes out: whole files, or a recorded loss with its reason. A page is
rebuilt from its own records and the text in the store, else from the document in its library; a damaged web page is
fetched in full when it is next read. It makes no web requests itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tadori.archive.damage import check_files, rebuild_page, shown_place
from tadori.archive.files import set_aside
from tadori.archive.page_records import page_records
from tadori.archive.pages import PageArchive, read_note
from tadori.errors import EvidenceBroken, SourceError
from tadori.events import Emit, Event, PageLost, PageMended, PartLost
from tadori.model.doors import Clock
from tadori.model.ids import text_hash
from tadori.model.page import Page
from tadori.pipeline.documents.library import Library
from tadori.store.database import Store
from tadori.store.evidence import withdraw_page
from tadori.store.journal import save_events
from tadori.store.pages import page_by_id, page_text
from tadori.store.queries import pages_in_use, task_pages
from tadori.store.visits import drop_visits
from tadori.text.url_secrets import has_secret

FROM_RECORDS: Final = "made anew from its own records"
FROM_DOCUMENT: Final = "made anew from the document"
SET_ASIDE: Final = "set aside: no task uses it"
FETCH_AGAIN: Final = "is fetched again when a research reads it"
MOVE_AWAY: Final = "nothing of Tadori's: move it away"
READ_AGAIN: Final = "its document is gone or has changed: a research reads what stands there now"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveFileCheck:
    """One file of the archive after it was checked and, if necessary, repaired."""

    place: str
    page_id: str
    url: str
    state: str
    """`ok`, `mended` or `damaged`."""
    damage: str = ""
    how: str = ""
    """What was done, or what the user can do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveRepair:
    """Checks and repairs the archive of one home."""

    store: Store
    archive: PageArchive
    library: Library
    clock: Clock

    def repair_evidence(self, task_id: str, job_id: str, emit: Emit) -> None:
        """Make sure that every page of a task's evidence is whole in the archive and may be published.

        A page that cannot be repaired is withdrawn with every claim that rests on it, and logged as lost.
        """
        with self.store.read() as db:
            pages = [page for read in task_pages(db, task_id) if (page := page_by_id(db, read.page_id)) is not None]
        for page in pages:
            events, is_lost = self.examined(page)
            if not events:
                continue
            with self.store.write() as db:
                if is_lost:
                    withdraw_page(db, task_id, page.id)
                    drop_visits(db, page.id)
                save_events(db, task_id, job_id, events, self.clock())
            for event in events:
                emit(event)

    def text(self, page: Page) -> str:
        """The archived text of a page; its file is repaired first if it is damaged.

        Raises:
            EvidenceBroken: it is damaged and cannot be repaired.
        """
        try:
            return self.archive.text(page.id)
        except EvidenceBroken:
            if not self._repair(page):
                raise
        return self.archive.text(page.id)

    def check(self) -> Iterator[ArchiveFileCheck]:
        """Check every file of the archive, and every page that should have one; repair what can be repaired."""
        seen = set[str]()
        for one in check_files(self.archive):
            place = shown_place(self.archive, one.path)
            if one.page_id and not one.is_note:
                seen.add(one.page_id)
                yield self._check_file(one.page_id, place, one.damage)
            elif not one.damage:
                yield ArchiveFileCheck(place=place, page_id=one.page_id, url="", state="ok")
            elif one.is_note and _move_aside(one.path):
                how = "set aside: the page itself is whole without it"
                yield ArchiveFileCheck(
                    place=place, page_id=one.page_id, url="", state="mended", damage=one.damage, how=how
                )
            else:
                yield ArchiveFileCheck(
                    place=place, page_id="", url="", state="damaged", damage=one.damage, how=MOVE_AWAY
                )
        with self.store.read() as db:
            missing = sorted(pages_in_use(db) - seen)
        for page_id in missing:
            yield self._check_file(page_id, self.archive.place(page_id), self.archive.damage(page_id))

    def _check_file(self, page_id: str, place: str, damage: str) -> ArchiveFileCheck:
        with self.store.read() as db:
            page, is_used = page_by_id(db, page_id), page_id in pages_in_use(db, page_id)
        url = "" if page is None else page.url
        if not damage:
            return ArchiveFileCheck(place=place, page_id=page_id, url=url, state="ok")
        how = self._repair(page) if page is not None else ""
        if not how:
            with self.store.write() as db:
                drop_visits(db, page_id)
            how = SET_ASIDE if not is_used and _move_aside(self.archive.path(page_id)) else ""
        if how:
            return ArchiveFileCheck(place=place, page_id=page_id, url=url, state="mended", damage=damage, how=how)
        helps = FETCH_AGAIN if url.startswith("http") else READ_AGAIN
        return ArchiveFileCheck(place=place, page_id=page_id, url=url, state="damaged", damage=damage, how=helps)

    def examined(self, page: Page) -> tuple[list[Event], bool]:
        """(events about a page before it is sealed, whether the page is lost)."""
        if has_secret(page.url):
            reason = "was read before addresses were kept without what opens doors: read it again"
            return [PageLost(url=page.url, reason=reason)], True
        events: list[Event] = []
        for path in self.archive.note_files(page.id):
            if read_note(path) is None:
                _move_aside(path)
                events.append(PartLost(url=page.url, reason=f"{path.name}: the note of a visit cannot be read"))
        damage = self.archive.damage(page.id)
        if not damage:
            return events, False
        how = self._repair(page)
        if how:
            return [*events, PageMended(page_id=page.id, url=page.url, damage=damage, how=how)], False
        return [*events, PageLost(url=page.url, reason=f"its archived file is damaged: {damage}")], True

    def _repair(self, page: Page) -> str:
        """How a page was repaired; empty when it could not be."""
        with self.store.read() as db:
            text = page_text(db, page.id)
        try:
            if text is None or text_hash(text) != page.text_hash:
                return ""
            if rebuild_page(self.archive, page, text):
                return FROM_RECORDS
            # `rewrite` refuses a document whose hash is not the one that the page names.
            capture = replace(self.library.document(page.url), fetched_at=page.fetched_at)
            self.archive.rewrite(page.id, page_records(page, capture, text))
        except (EvidenceBroken, SourceError):
            return ""
        return FROM_DOCUMENT


def _move_aside(path: Path) -> bool:
    """Move a useless file aside; whether that worked."""
    try:
        set_aside(path)
    except OSError:
        return False
    return True
