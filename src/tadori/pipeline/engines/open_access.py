"""Looks up open-access copies of works that engines found, for pages behind a paywall (L10).

Comes in: works as catalogues described them. Goes out: links, stored with the works, where `store.engines.open_link_of`
finds them. A few DOIs per query are looked up one after the other, at the engine's pace and only while its health
allows. Answers are cached for a day, including "no copy". It reads no copy.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from tadori.errors import SourceError
from tadori.events import Emit
from tadori.events.web import EngineChanged
from tadori.model.doors import Clock
from tadori.model.engine import EngineHealth
from tadori.model.ids import Url, content_id
from tadori.model.web_thresholds import OPEN_COPY_LOOKUPS, OPEN_COPY_SECONDS
from tadori.model.work import ProviderResult, Work
from tadori.pipeline.engines.engine_transport import EngineTransport
from tadori.pipeline.engines.engine_turn import learn_health, transport_for_turn
from tadori.search.health import may_ask, request_sent
from tadori.store.database import Store
from tadori.store.engines import cached_serp, health_of, save_health, save_serp, save_works, work_by_doi

OpenLink = Callable[[EngineTransport, str], Awaitable[Url | None]]
"""Looks up the open copy of a DOI with a transport. Raises SourceError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCopies:
    """Looks up open copies with one engine."""

    store: Store
    clock: Clock
    door: EngineTransport
    link: OpenLink

    async def add(self, works: Iterable[Work], emit: Emit) -> None:
        """Look up the works that have a DOI and no open link yet; stops at the first failure."""
        try:
            async with asyncio.timeout(OPEN_COPY_SECONDS):
                for work in self._wanting(works):
                    if not await self._add_one(work, emit):
                        return
        except TimeoutError:
            return  # what was found so far is kept; the next query goes on

    def _wanting(self, works: Iterable[Work]) -> list[Work]:
        now = self.clock()
        by_doi = {work.doi: work for work in works if work.doi and work.open_access_url is None}
        wanting: list[Work] = []
        with self.store.read() as db:
            for doi, work in by_doi.items():
                known = work_by_doi(db, doi)
                has_link = known is not None and known.open_access_url is not None
                # A cached answer, also "no copy", means that the DOI was looked up today.
                if len(wanting) < OPEN_COPY_LOOKUPS and not has_link and cached_serp(db, _key(doi), now) is None:
                    wanting.append(work)
        return wanting

    def _begun(self, db: Any) -> EngineHealth | None:
        """The engine's health, marked as asked now; None when it may not be asked."""
        health = health_of(db, self.door.facts.name)
        if not may_ask(health, self.clock()):
            return None
        save_health(db, request_sent(health, self.clock()))
        return health

    async def _add_one(self, work: Work, emit: Emit) -> bool:
        """Look up one work; whether to continue with the next."""
        name = self.door.facts.name
        health = await self.store.commit(self._begun, synced=False)
        if health is None:
            return False
        door = transport_for_turn(self.door, health, self.clock())
        began = time.monotonic()
        found: ProviderResult | None = None
        error: SourceError | None = None
        try:
            link = await self.link(door, work.doi or "")
            found = ProviderResult(works=() if link is None else (replace(work, open_access_url=link),))
        except SourceError as exc:
            error = exc
        seconds = time.monotonic() - began

        def keep(db: Any) -> EngineChanged | None:
            if found is not None:
                save_serp(db, _key(work.doi or ""), name, found, self.clock())
                save_works(db, found.works)
            return learn_health(db, door, found, error, seconds=seconds, now=self.clock())

        change = await self.store.commit(keep, synced=False)
        if change is not None:
            emit(change)
        return error is None


def _key(doi: str) -> str:
    return content_id("serp", "open copy", doi)
