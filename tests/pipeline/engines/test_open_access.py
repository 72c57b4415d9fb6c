"""Open copies of works that engines found: looked up a few at a time, kept for a day, never at the cost of hits."""

import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, timedelta
from pathlib import Path

import pytest

from tadori.events import Event
from tadori.model.ids import EN, Url
from tadori.model.web_thresholds import OPEN_COPY_LOOKUPS
from tadori.model.work import Work
from tadori.pipeline.engines.engine_search import EngineSearches
from tadori.pipeline.engines.open_access import OpenCopies
from tadori.settings import EngineSettings, Settings, WebSettings
from tadori.store.engines import health_of, open_link_of, work_by_doi
from tadori.wiring.engines import engines_named
from tadori.wiring.home import open_app
from tadori.wiring.routes import WebEnvironment
from tests.pipeline.engines.test_engine_search import query
from tests.web.apis import Answer, ApiWeb, Asked, crossref, unpaywall
from tests.web.desk import Time

DOI = "10.5555/tide.2011.7"
OPEN = "https://repository.test/tide-7.pdf"
LATER = Answer(status=503, body=b"later")


@pytest.fixture
def papers() -> Iterator[ApiWeb]:
    """Crossref and Unpaywall at one address."""
    with ApiWeb() as web:
        web.hosts = {f"127.0.0.1:{web.port}": lambda asked: (unpaywall if _looks_up(asked) else crossref)(asked)}
        yield web


def _looks_up(asked: Asked) -> bool:
    return asked.path.startswith("/v2/")


def without_lookups(asked: Asked) -> Answer:
    return LATER if _looks_up(asked) else crossref(asked)


def looked_up(papers: ApiWeb) -> list[str]:
    return [asked.path.removeprefix("/v2/") for asked in papers.log if _looks_up(asked)]


@asynccontextmanager
async def searching(
    papers: ApiWeb, home: Path, moment: Time, *, contact: str = "me@letters.test"
) -> AsyncIterator[EngineSearches]:
    base, names = f"http://127.0.0.1:{papers.port}", ("crossref", "unpaywall")
    settings = Settings(
        home=home,
        web=WebSettings(allow=("127.0.0.0/8",), chrome="off", wayback=False),
        engines=EngineSettings(use=names, bases=tuple((name, base) for name in names), contact=contact),
    )
    parts = WebEnvironment(rng=random.Random(1), sleep=moment.sleep, zone=UTC)
    with open_app(settings, clock=moment.clock) as app:
        async with app.web(parts) as reading:
            wanted = names if contact else names[:1]
            yield EngineSearches(store=app.store, engines=engines_named(app, wanted, reading), clock=moment.clock)


@pytest.mark.req("L10")
async def test_the_open_copy_of_a_work_is_looked_up_once_a_day_and_kept_with_it(papers: ApiWeb, tmp_path: Path) -> None:
    moment = Time()
    async with searching(papers, tmp_path, moment) as engines:
        merged = await engines.search(query("tidal turbines study", EN), lambda _: None)
        once = looked_up(papers)
        await engines.search(query("tidal turbines paper", EN), lambda _: None)
        same_day = looked_up(papers)
        moment.now += timedelta(hours=25)
        await engines.search(query("tidal turbines study", EN), lambda _: None)
        with engines.store.read() as db:
            links = [open_link_of(db, hit.url) for hit in merged.hits]
            by_doi = open_link_of(db, Url(f"https://doi.org/{DOI.upper()}"))
    assert once == [DOI, "10.5555/ja.1"]
    assert same_day == once
    assert looked_up(papers) == [*once, "10.5555/ja.1"]  # that a copy is not known is asked again the next day
    assert links == [OPEN, None]
    assert by_doi == OPEN


@pytest.mark.req("L10")
async def test_trouble_with_open_copies_costs_no_hits_and_is_learned(papers: ApiWeb, tmp_path: Path) -> None:
    papers.hosts = dict.fromkeys(papers.hosts, without_lookups)
    events: list[Event] = []
    async with searching(papers, tmp_path, Time()) as engines:
        merged = await engines.search(query("tidal turbines study", EN), events.append)
        with engines.store.read() as db:
            health = health_of(db, "unpaywall")
            work = work_by_doi(db, DOI)
    assert len(merged.hits) == 2
    assert work is not None
    assert work.open_access_url is None
    assert set(looked_up(papers)) == {DOI}  # after the first failure the others are not asked for
    assert health.failures == 1


async def test_without_a_contact_nobody_is_asked_for_open_copies(papers: ApiWeb, tmp_path: Path) -> None:
    async with searching(papers, tmp_path, Time(), contact="") as engines:
        merged = await engines.search(query("tidal turbines study", EN), lambda _: None)
    assert len(merged.hits) == 2
    assert looked_up(papers) == []


@pytest.mark.req("L10")
async def test_a_few_works_are_looked_up_at_a_time_and_none_that_has_its_copy(papers: ApiWeb, tmp_path: Path) -> None:
    asked: list[str] = []

    async def link(_: object, doi: str) -> Url | None:
        asked.append(doi)
        return Url(f"https://repository.test/{doi}")

    def work(number: int, copy: Url | None = None) -> Work:
        doi, url = f"10.5555/many.{number}", Url(f"https://journal.test/{number}")
        return Work(id=Work.id_of(doi, url), url=url, title="t", source="crossref", doi=doi, open_access_url=copy)

    has_one, without_doi = (
        work(0, Url("https://open.test/")),
        Work(id="w", url=Url("https://x.test/"), title="t", source="s"),
    )
    many = [has_one, without_doi, *(work(number) for number in range(1, 9)), work(1)]
    async with searching(papers, tmp_path, Time()) as engines:
        door = next(engine.door for engine in engines.engines if engine.open_link is not None)
        assert door is not None
        copies = OpenCopies(store=engines.store, clock=engines.clock, door=door, link=link)
        await copies.add(many, lambda _: None)
        first = list(asked)
        await copies.add(many, lambda _: None)
    assert first == [f"10.5555/many.{number}" for number in range(1, OPEN_COPY_LOOKUPS + 1)]
    assert asked[len(first) :] == ["10.5555/many.6", "10.5555/many.7", "10.5555/many.8"]
