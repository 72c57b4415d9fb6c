"""Research over pages of the little web: read with manners, archived, cited, and waiting for a person where needed."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tadori import verify
from tadori.engine.planning.plan import make_plan
from tadori.engine.state import research_state
from tadori.events import ClaimsWeighed, Event, PageRead
from tadori.events.web import AuthQueued, HitSkipped
from tadori.model.engine import ALL_ENGINES, EngineAnswer, NotAsked, SearchOutcome
from tadori.model.graph import EvidenceGraph, TrustLevel
from tadori.model.ids import EN, Url
from tadori.model.query import Hit, Query, QueryPurpose
from tadori.model.trust import DomainTrust
from tadori.model.web import Cookie, WebSession
from tadori.model.work import ProviderResult, Work
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.store.engine_answers import save_answers
from tadori.store.engines import save_works
from tadori.store.queries import add_queries
from tadori.store.tasks import set_plan
from tadori.store.trust import save_trust
from tadori.text.urls import registrable
from tadori.wiring.home import open_app
from tadori.wiring.routes import WebEnvironment
from tests.web.challenges import CLEARANCE, token
from tests.web.desk import Time, settings_for
from tests.web.documents import Page
from tests.web.little_web import LittleWeb
from tests.web.weather import Weather


class Listed:
    """A `SearchProvider` that answers every query with the same addresses."""

    name = "listed"

    def __init__(self, pages: Sequence[Page]) -> None:
        self._pages = pages

    async def search(self, query: Query) -> ProviderResult:
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
            for rank, page in enumerate(self._pages, start=1)
        ]
        return ProviderResult(hits=tuple(hits))


@pytest.fixture(scope="module")
def web() -> Iterator[LittleWeb]:
    with LittleWeb(scale=0.02) as served:
        yield served


@pytest.mark.req("L16", "L20", "L22", "X1")
@pytest.mark.slow
async def test_a_page_of_the_web_becomes_a_checked_citation_and_a_blocked_one_waits(
    web: LittleWeb, tmp_path: Path
) -> None:
    page = next(p for p in web.pages if p.weather is Weather.PLAIN and p.lang == "ja" and p.media_type == "text/html")
    blocked = next(p for p in web.pages if p.weather is Weather.CHALLENGE)
    library = tmp_path / "library"
    library.mkdir()
    time, events = Time(), list[Event]()
    parts = WebEnvironment(resolver=web.resolver, rng=random.Random(1), sleep=time.sleep, zone=ZoneInfo("Asia/Tokyo"))
    question = f"{page.key_sentence.split('、')[0]}、どうなったか"
    with open_app(settings_for(web, tmp_path / "home"), clock=time.clock) as app:
        task = Tasks(app).create(ResearchRequest(question=question, libraries=[library], out=tmp_path / "out"))
        await Tasks(app).run(task.id, emit=events.append, providers=[Listed([page, blocked])], parts=parts)
        waiting = app.inbox().pending(task_id=task.id)
        text = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert [event.url for event in events if isinstance(event, PageRead)] == [page.url]
    assert [event.url for event in events if isinstance(event, AuthQueued)] == [blocked.url]
    assert [item.url for item in waiting] == [blocked.url]
    assert page.url in text
    checked = verify(tmp_path / "out")
    assert checked.ok


@pytest.mark.req("L16", "X1")
@pytest.mark.slow
async def test_a_page_behind_a_short_link_is_weighed_and_cited_where_it_stands(web: LittleWeb, tmp_path: Path) -> None:
    page = next(p for p in web.pages if p.weather is Weather.PLAIN and p.lang == "ja" and p.media_type == "text/html")
    short = replace(page, url=f"http://{web.special['offsite_redirect']}:{web.ports.http}/to?{page.url}")
    library = tmp_path / "library"
    library.mkdir()
    time, events = Time(), list[Event]()
    parts = WebEnvironment(resolver=web.resolver, rng=random.Random(1), sleep=time.sleep, zone=ZoneInfo("Asia/Tokyo"))
    question = f"{page.key_sentence.split('、')[0]}、どうなったか"
    with open_app(settings_for(web, tmp_path / "home"), clock=time.clock) as app:
        task = Tasks(app).create(ResearchRequest(question=question, libraries=[library], out=tmp_path / "out"))
        await Tasks(app).run(task.id, emit=events.append, providers=[Listed([short])], parts=parts)
    text = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert [event.url for event in events if isinstance(event, PageRead)] == [page.url]
    assert page.url in text
    assert web.special["offsite_redirect"] not in text


@pytest.mark.req("L10")
@pytest.mark.slow
async def test_the_open_copy_of_a_work_is_read_where_its_own_page_is_lost(web: LittleWeb, tmp_path: Path) -> None:
    page = next(p for p in web.pages if p.weather is Weather.PLAIN and p.media_type == "text/html")
    landing = replace(page, url=page.url.replace(page.path, "/no-such-page"))
    work = Work(id="wk_1", url=Url(landing.url), title=page.title, source="crossref", open_access_url=Url(page.url))
    library = tmp_path / "library"
    library.mkdir()
    time, events = Time(), list[Event]()
    parts = WebEnvironment(resolver=web.resolver, rng=random.Random(1), sleep=time.sleep, zone=ZoneInfo("Asia/Tokyo"))
    with open_app(settings_for(web, tmp_path / "home"), clock=time.clock) as app:
        with app.store.write() as db:
            save_works(db, [work])
        task = Tasks(app).create(ResearchRequest(question=page.title, libraries=[library]))
        await Tasks(app).run(task.id, emit=events.append, providers=[Listed([landing])], parts=parts)
    assert [event.url for event in events if isinstance(event, PageRead)] == [page.url]
    assert [event.claims > 0 for event in events if isinstance(event, ClaimsWeighed)] == [True]


@pytest.mark.req("L5")
def test_a_research_whose_engines_were_all_blocked_in_its_last_search_is_blocked(tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    time = Time()
    found = EngineAnswer(engine="mojeek", outcome=SearchOutcome.HITS, asked=True, hits=3)
    refused = EngineAnswer(engine=ALL_ENGINES, outcome=NotAsked.ALL_BLOCKED, asked=False, reason="1 of 1 rest")
    graph = EvidenceGraph(claims=(), sources=(), largest_origin_share=0.0)
    blocked = []
    with open_app(Settings(home=tmp_path / "home", embeddings=False), clock=time.clock) as app:
        task = Tasks(app).create(ResearchRequest(question="What changed?", libraries=[library]))
        with app.store.write() as db:
            set_plan(db, task.id, make_plan(task.question, task.question_lang))
            query = Query.of(
                task_id=task.id,
                text="what changed",
                lang=EN,
                purpose=QueryPurpose.INITIAL,
                section_id="s",
                round=0,
                limit=10,
                cause_id="s",
            )
            add_queries(db, [query], "test")
        for answer in (found, refused):
            with app.store.write() as db:
                save_answers(db, task.id, query.id, [answer], time.now)
            blocked.append(research_state(app.store, task, graph, round=1, answered=False).all_blocked)
    assert blocked == [False, True]


@pytest.mark.req("L29")
@pytest.mark.slow
async def test_nothing_is_read_of_a_publisher_that_is_blocked(web: LittleWeb, tmp_path: Path) -> None:
    page = next(p for p in web.pages if p.weather is Weather.PLAIN and p.media_type == "text/html")
    library = tmp_path / "library"
    library.mkdir()
    time, events = Time(), list[Event]()
    parts = WebEnvironment(resolver=web.resolver, rng=random.Random(1), sleep=time.sleep, zone=ZoneInfo("Asia/Tokyo"))
    record = DomainTrust(
        domain=registrable(page.host),
        level=TrustLevel.BLOCKED,
        confirmed=0,
        contradicted=3,
        orders=0,
        promoted_at=None,
        demoted_at=time.now,
        reason_en="contradicted three times",
        reason_ja="三度否定された",
    )
    with open_app(settings_for(web, tmp_path / "home"), clock=time.clock) as app:
        with app.store.write() as db:
            save_trust(db, record)
        task = Tasks(app).create(ResearchRequest(question=page.title, libraries=[library]))
        await Tasks(app).run(task.id, emit=events.append, providers=[Listed([page])], parts=parts)
    skipped = {(event.url, event.reason) for event in events if isinstance(event, HitSkipped)}
    assert skipped == {(page.url, "its publisher is blocked (see: tadori trust)")}
    assert [event for event in events if isinstance(event, PageRead)] == []


@pytest.mark.req("L20")
@pytest.mark.slow
async def test_a_page_that_a_person_released_is_read_by_the_task_that_waits_for_it(
    web: LittleWeb, tmp_path: Path
) -> None:
    """The person gets through with a cookie that the site gives to who clicks; the task then reads the page."""
    blocked = next(p for p in web.pages if p.weather is Weather.CHALLENGE and p.media_type == "text/html")
    library = tmp_path / "library"
    library.mkdir()
    time, events = Time(), list[Event]()
    parts = WebEnvironment(resolver=web.resolver, rng=random.Random(1), sleep=time.sleep, zone=ZoneInfo("Asia/Tokyo"))
    with open_app(settings_for(web, tmp_path / "home"), clock=time.clock) as app:
        task = Tasks(app).create(ResearchRequest(question="What changed at the harbour?", libraries=[library]))

        def person(event: Event) -> None:
            events.append(event)
            if isinstance(event, AuthQueued):
                app.inbox().save_session(session_of(web, blocked, time))
                app.inbox().resolve(event.domain)

        await Tasks(app).run(task.id, emit=person, providers=[Listed([blocked])], parts=parts)
        waiting = app.inbox().pending()
    assert [event.url for event in events if isinstance(event, AuthQueued)] == [blocked.url]
    assert [event.url for event in events if isinstance(event, PageRead)] == [blocked.url]
    assert waiting == []


def session_of(web: LittleWeb, page: Page, time: Time) -> WebSession:
    return WebSession(
        domain=registrable(page.host),
        cookies=(Cookie(name=CLEARANCE, value=token(web.seed, page.host, CLEARANCE), domain=page.host),),
        user_agent=None,
        accept_language=None,
        saved_at=time.now,
        by_person=True,
    )
