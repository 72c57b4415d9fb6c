"""Reads one URL: fetches, extracts and archives the page.

Comes in: the URL of a hit, a file or a web page. Goes out: `LoadedPage` (whose rows the caller saves in its own
transaction) or `FetchFailure`. The archive is written first, so that no row ever names a page that is not archived.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from tadori.archive.pages import PageArchive
from tadori.archive.web import WebFacts
from tadori.errors import EvidenceBroken, SourceError
from tadori.events import Emit, PageMended, ignore_event
from tadori.model.doors import Clock, InThread
from tadori.model.ids import Url, sha256
from tadori.model.page import Capture, Extracted, Page
from tadori.model.web import (
    AuthPriority,
    FetchAttempt,
    FetchedPage,
    FetchFailure,
    FetchResult,
    UnchangedPage,
    Visit,
    WebResponse,
)
from tadori.pipeline.documents.library import Library
from tadori.pipeline.web.fetching import WebFetcher
from tadori.store.database import Store
from tadori.store.pages import page_by_id, page_text, save_page
from tadori.store.visits import drop_visits, save_visit
from tadori.text.url_secrets import masked_url


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedPage:
    """A page that is archived, but whose rows are not saved yet."""

    page: Page
    text: str
    extracted: Extracted | None
    """None when the same page was read before."""
    visit: Visit | None = None
    answer: WebResponse | None = None
    attempts: tuple[FetchAttempt, ...] = ()

    @property
    def unchanged(self) -> bool:
        """Whether the server answered that the page has not changed since the last visit."""
        return self.answer is not None and self.answer.status == 304

    def save(self, db: Any) -> None:
        if self.extracted is not None:
            save_page(db, self.page, self.extracted)
        if self.visit is not None:
            save_visit(db, self.visit)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageReader:
    """Reads files of libraries and web pages."""

    store: Store
    archive: PageArchive
    library: Library
    web: Callable[[], WebFetcher]
    """Creates the web fetcher when the first web page is read."""
    clock: Clock
    in_thread: InThread

    async def read(
        self,
        url: Url,
        *,
        task_id: str = "",
        referer: Url | None = None,
        priority: AuthPriority | None = None,
        folders: Sequence[str] = (),
        emit: Emit = ignore_event,
    ) -> LoadedPage | FetchFailure:
        """Read and archive the page at `url`; `FetchFailure` with the reason if that fails.

        With `folders`, it is a document of these libraries and never fetched: a page of a saved archive has a web
        address, and what was searched is what is read.
        """
        attempts: tuple[FetchAttempt, ...] = ()
        try:
            if folders or not url.lower().startswith(("http://", "https://")):
                return await self.in_thread(self._read_file, url, folders, emit)
            ask = partial(self.web().fetch, url, task_id=task_id, referer=referer, priority=priority, emit=emit)
            brought = await ask()
            if isinstance(brought, UnchangedPage) and await self.in_thread(self._is_damaged, brought.visit.page_id):
                # The server says "unchanged", but our copy is damaged: fetch it in full.
                brought = await ask()
            attempts = brought.attempts
            return await self._read(brought, emit)
        except SourceError as exc:
            return FetchFailure(url=url, reason=exc.reason, attempts=attempts)
        except EvidenceBroken as exc:
            return FetchFailure(url=url, reason=f"cannot be archived: {exc}", attempts=attempts)

    async def _read(self, brought: FetchResult, emit: Emit) -> LoadedPage | FetchFailure:
        match brought:
            case FetchFailure():
                return brought
            case UnchangedPage():
                return await self.in_thread(self._unchanged_page, brought)
            case FetchedPage():
                return await self.in_thread(self._archive_page, _capture(brought.answer), brought, emit)

    def _is_damaged(self, page_id: str) -> bool:
        """Whether a page's archive file is damaged; if so its visit is deleted, so the next fetch is unconditional."""
        if not self.archive.damage(page_id):
            return False
        with self.store.write() as db:
            drop_visits(db, page_id)
        return True

    def _read_file(self, url: Url, folders: Sequence[str], emit: Emit) -> LoadedPage:
        return self._archive_page(self.library.document(url, folders), None, emit)

    def _archive_page(self, capture: Capture, fetched: FetchedPage | None, emit: Emit) -> LoadedPage:
        copy_of = "" if fetched is None or fetched.answer.snapshot_at is None else masked_url(fetched.url)
        page, extracted, text = self._page(capture, copy_of)
        how = "made anew from the document" if fetched is None else "fetched again"

        def mended(damage: str) -> None:
            emit(PageMended(page_id=page.id, url=page.url, damage=damage, how=how))

        if fetched is None:
            self.archive.keep(page, capture, text, mended=mended)
            return LoadedPage(page=page, text=text, extracted=extracted)
        self.archive.keep(page, capture, text, web=WebFacts.of(fetched.answer, fetched.hops), mended=mended)
        return LoadedPage(
            page=page,
            text=text,
            extracted=extracted,
            visit=_visit(fetched, page.id),
            answer=fetched.answer,
            attempts=fetched.attempts,
        )

    def _page(self, capture: Capture, copy_of: str) -> tuple[Page, Extracted | None, str]:
        """The page of a capture with its text; extracted only if its content is new to the store.

        A Wayback copy gets the original's URL as canonical URL, whatever the document says.
        """
        page_id = Page.id_of(capture.url, sha256(capture.body))
        with self.store.read() as db:
            known = page_by_id(db, page_id)
            text = None if known is None else page_text(db, page_id)
        if known is not None and text is not None:
            # Same bytes: keep the known page, whose capture time is the one in the archive.
            return known, None, text
        capture = self._archived(page_id) or capture
        extracted = self.library.extract(capture)
        if copy_of:
            extracted = replace(extracted, canonical=copy_of)
        return Page.of(capture, extracted), extracted, extracted.text

    def _archived(self, page_id: str) -> Capture | None:
        """The capture of an earlier process that was killed between archiving the page and saving its rows."""
        if not self.archive.has(page_id) or self.archive.damage(page_id):
            return None
        return self.archive.body(page_id)

    def _unchanged_page(self, brought: UnchangedPage) -> LoadedPage:
        with self.store.read() as db:
            page, text = page_by_id(db, brought.visit.page_id), page_text(db, brought.visit.page_id)
        assert page is not None  # `visit_of` finds visits of kept pages only
        assert text is not None
        answer = brought.answer
        self.archive.note_revisit(page.id, answer.exchange, at=answer.fetched_at, address=answer.address)
        visit = replace(brought.visit, fetched_at=answer.fetched_at, route=answer.route)
        return LoadedPage(page=page, text=text, extracted=None, visit=visit, answer=answer, attempts=brought.attempts)


def _capture(answer: WebResponse) -> Capture:
    """The capture of an answer, under its URL with secrets masked: ids and reports are derived from that.

    The requested URL with its secrets is only stored with the visit (decision 021).
    """
    return Capture(
        url=Url(masked_url(answer.final_url)),
        body=answer.body,
        media_type=answer.media_type,
        charset=answer.charset,
        fetched_at=answer.fetched_at,
        source_tag=answer.route.value,
    )


def _visit(fetched: FetchedPage, page_id: str) -> Visit:
    answer = fetched.answer
    return Visit(
        url=fetched.url,
        page_id=page_id,
        final_url=answer.final_url,
        route=answer.route,
        etag=answer.header("etag"),
        last_modified=answer.header("last-modified"),
        fetched_at=answer.fetched_at,
    )
