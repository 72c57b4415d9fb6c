"""Rounds on the web: breadth first, then where reading was worth it, within a share of the page budget."""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tadori.events import ActionChosen, Event, PageRead, QueryMade
from tadori.events.web import HitSkipped, SearchDone
from tadori.model.ids import Url
from tadori.model.query import Hit, Query
from tadori.model.work import ProviderResult
from tadori.pipeline.web_rounds import pages_for, why_over
from tadori.service.request import BudgetOptions, ResearchRequest
from tadori.service.tasks import Tasks
from tadori.store.queries import TaskPage as PageRow
from tadori.wiring.home import open_app
from tadori.wiring.routes import WebEnvironment
from tests.web.desk import Time, settings_for
from tests.web.documents import Page
from tests.web.little_web import LittleWeb
from tests.web.weather import Weather

A_QUERY = 8


class Dealt:
    """A `SearchProvider` that deals every new query its own eight pages."""

    name = "dealt"

    def __init__(self, pages: Sequence[Page]) -> None:
        self._hands = [pages[start : start + A_QUERY] for start in range(0, len(pages), A_QUERY)]
        self.dealt: dict[str, list[str]] = {}

    async def search(self, query: Query) -> ProviderResult:
        hand = self._hands[len(self.dealt)] if len(self.dealt) < len(self._hands) else ()
        self.dealt[query.id] = [page.url for page in hand]
        hits = [
            Hit(
                title=page.title,
                url=Url(page.url),
                snippet="",
                date=None,
                engine=self.name,
                rank=rank,
                source_tag="general",
            )
            for rank, page in enumerate(hand, start=1)
        ]
        return ProviderResult(hits=tuple(hits))


@pytest.fixture(scope="module")
def web() -> Iterator[LittleWeb]:
    with LittleWeb(scale=0.05) as served:
        yield served


@pytest.mark.req("L6")
@pytest.mark.slow
async def test_a_round_goes_breadth_first_and_leaves_pages_for_later_rounds(web: LittleWeb, tmp_path: Path) -> None:
    plain = [p for p in web.pages if p.weather is Weather.PLAIN and p.media_type == "text/html"]
    provider = Dealt(plain[: 5 * A_QUERY])
    time, events = Time(), list[Event]()
    parts = WebEnvironment(resolver=web.resolver, rng=random.Random(1), sleep=time.sleep, zone=ZoneInfo("Asia/Tokyo"))
    library = tmp_path / "library"
    library.mkdir()
    with open_app(settings_for(web, tmp_path / "home"), clock=time.clock) as app:
        task = Tasks(app).create(
            ResearchRequest(
                question="What changed at Kamo Bay, and who was Ann Lee of Northgate, and when did it close?",
                libraries=[library],
                budget=BudgetOptions(pages=30),
            )
        )
        await Tasks(app).run(task.id, emit=events.append, providers=[provider], parts=parts)
    rounds = [place for place, event in enumerate(events) if isinstance(event, ActionChosen)]
    first = events[rounds[0] : rounds[1]]
    asked = [event.query_id for event in events if isinstance(event, QueryMade) and event.round == 0]
    read = [event.url for event in first if isinstance(event, PageRead)]
    skipped = [event.reason for event in first if isinstance(event, HitSkipped)]
    searched = [place for place, event in enumerate(first) if isinstance(event, SearchDone)]
    reads = [place for place, event in enumerate(first) if isinstance(event, PageRead)]
    heads = {url for query_id in asked for url in provider.dealt[query_id][: ceil(10 / len(asked))]}
    # Every query is searched before a page is read; the first ten are the heads of the lists; 20 of 30 pages are used.
    assert max(searched) < min(reads)
    assert set(read[:10]) <= heads
    assert len(read) == 20
    assert set(skipped) == {"the round has had its share of the page budget"}


def read_for(query_id: str, flag: bool, number: int) -> PageRow:
    return PageRow(
        page_id=f"pg_{query_id}_{number}",
        query_id=query_id,
        found_at=datetime(2026, 11, 17, tzinfo=UTC),
        relevance=0.5,
        best_fragment=None,
        flags=(flag,) * 2,
    )


@pytest.mark.req("L6", "L13")
def test_a_clients_search_ends_by_its_own_pages_and_not_by_those_of_the_last() -> None:
    stale = [read_for("before", False, number) for number in range(20)]
    fresh = [read_for("now", True, number) for number in range(5)]
    assert why_over(5, [*stale, *fresh]) == "almost nothing new came of late"
    assert why_over(5, pages_for([*stale, *fresh], {"now": 5})) is None
    assert why_over(5, pages_for([*stale, *fresh], {"before": 20})) == "almost nothing new came of late"
    assert why_over(0, fresh) == "the round has had its share of the page budget"
