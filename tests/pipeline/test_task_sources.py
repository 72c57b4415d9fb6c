"""What a task learns about publishers, and what later tasks make of it."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tadori.events import DomainTrustChanged, Event
from tadori.graph.build import GraphInputs, build_graph
from tadori.model.claim import Claim, Edge, Quotation, Relation
from tadori.model.graph import EvidenceGraph, EvidenceSource, TrustLevel
from tadori.model.ids import EN, Url
from tadori.model.page import Capture, Extracted, Page, PageType
from tadori.model.question import Task
from tadori.model.steps import StepContext
from tadori.model.trust import TrustSignal
from tadori.pipeline.task_sources import TaskSources, trust_of_pages
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.store.evidence import save_claims
from tadori.store.followed_links import add_circle
from tadori.store.pages import save_page
from tadori.store.queries import note_page_read, set_orders
from tadori.store.trust import lessons_of_task, trust_records
from tadori.wiring.home import App, open_app
from tests.graph.test_quality import FARM, SHOP

NOW = datetime(2026, 11, 16, tzinfo=UTC)
WORDS = "The plant has {n} turbines and was opened in the spring of a year that {host} remembers well."


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with open_app(Settings(home=tmp_path / "home", embeddings=False)) as opened:
        yield opened


def read_pages(app: App, task: Task, urls: Sequence[str], text: str = WORDS) -> dict[str, Page]:
    """Pages of the web, each with a text of its own, as the task has read them."""
    pages: dict[str, Page] = {}
    for number, url in enumerate(urls):
        words = text.format(n=number, host=url)
        capture = Capture(
            url=Url(url), body=words.encode(), media_type="text/plain", charset=None, fetched_at=NOW, source_tag="http"
        )
        extracted = Extracted(title=url, date=None, lang=EN, page_type=PageType.ARTICLE, text=words, pieces=())
        page = Page.of(capture, extracted)
        with app.store.write() as db:
            save_page(db, page, extracted)
            note_page_read(db, task.id, page.id, "q_1", position=len(pages), at=NOW)
        pages[url] = page
    return pages


@asynccontextmanager
async def sourcing_of(app: App, question: str, folder: Path) -> AsyncIterator[tuple[Task, TaskSources]]:
    task = Tasks(app).create(ResearchRequest(question=question, libraries=[folder]))
    async with app.web() as reading:
        yield task, app.research_of(task, reading).assess.sourcing


def claim_on(page: Page, words: str) -> Claim:
    quotation = Quotation.of(fragment_id=f"fr_{page.id}", page_id=page.id, start=0, text=words)
    return Claim(id=Claim.id_of(words), text=words, lang=EN, quotation=quotation)


def edge_on(claim: Claim, page: Page, relation: Relation) -> Edge:
    quotation = Quotation.of(fragment_id=f"fr_{page.id}", page_id=page.id, start=0, text=f"{claim.text} {page.url}")
    return Edge(
        id=Edge.id_of(claim.id, quotation, relation), claim_id=claim.id, quotation=quotation, relation=relation,
        confidence=0.9, shown=True, grounds=(),
    )  # fmt: skip


def graph_of(claims: Sequence[Claim], edges: Sequence[Edge], sources: Sequence[EvidenceSource]) -> EvidenceGraph:
    return build_graph(GraphInputs(claims=claims, edges=edges, sources=sources, lang=EN))


def learned(app: App, sourcing: TaskSources, graph: EvidenceGraph) -> list[Event]:
    """Carry one unit of learning out; the events it told."""
    told: list[Event] = []
    unit = StepContext(job_id="job_1", live=told.append)
    sourcing.learn(unit, graph)
    with app.store.write() as db:
        for write in unit.writes:
            write(db)
    return told


@pytest.mark.req("L29")
async def test_a_publisher_that_was_borne_out_twice_is_trusted_more_by_the_next_task(app: App, tmp_path: Path) -> None:
    urls = ["https://a.test/1", "https://www.reuters.com/1"]
    async with sourcing_of(app, "How many turbines does the plant have?", tmp_path) as (task, sourcing):
        pages = read_pages(app, task, urls)
        claims = [claim_on(pages[urls[0]], f"The plant has {n} turbines.") for n in range(2)]
        edges = [edge_on(claim, pages[urls[1]], Relation.SUPPORTS) for claim in claims]
        told = learned(app, sourcing, graph_of(claims, edges, sourcing.sources()))
        assert told == [
            DomainTrustChanged(
                domain="a.test", before="UNVERIFIED", after="LOW",
                reason="independent evidence bore out 2 of its claims (0 contradicted)",
            )
        ]  # fmt: skip
        assert {s.domain: s.trust for s in sourcing.sources()}["a.test"] is TrustLevel.UNVERIFIED
        assert learned(app, sourcing, graph_of(claims, edges, sourcing.sources())) == []
    with app.store.read() as db:
        (record,) = trust_records(db)
    assert (record.domain, record.level, record.confirmed) == ("a.test", TrustLevel.LOW, 2)
    assert record.promoted_at is not None
    assert record.demoted_at is None
    async with sourcing_of(app, "Who owns the plant?", tmp_path) as (task, sourcing):
        read_pages(app, task, ["https://a.test/2", "https://b.test/2"])
        found = {s.domain: (s.trust, s.notes[0]) for s in sourcing.sources()}
    assert found == {
        "a.test": (TrustLevel.LOW, "independent evidence bore out 2 of its claims (0 contradicted)"),
        "b.test": (TrustLevel.UNVERIFIED, "no rule knows this publisher, and nothing has borne it out yet"),
    }


@pytest.mark.req("L29")
async def test_no_claim_lends_trust_to_the_page_it_stands_on(app: App, tmp_path: Path) -> None:
    urls = ["https://a.test/1", "https://www.reuters.com/1"]
    async with sourcing_of(app, "How many turbines does the plant have?", tmp_path) as (task, sourcing):
        pages = read_pages(app, task, urls)
        claims = [claim_on(pages[urls[0]], f"The plant has {n} turbines.") for n in range(2)]
        edges = [edge_on(claim, pages[urls[1]], Relation.SUPPORTS) for claim in claims]
        learned(app, sourcing, graph_of(claims, edges, sourcing.sources()))
    async with sourcing_of(app, "How many turbines does the plant have?", tmp_path) as (again, sourcing):
        read_pages(app, again, urls)
        with app.store.write() as db:
            save_claims(db, again.id, "q_1", claims)
        assert {s.domain: s.trust for s in sourcing.sources()}["a.test"] is TrustLevel.UNVERIFIED


@pytest.mark.req("L29")
async def test_three_claims_contradicted_by_better_evidence_block_a_stranger(app: App, tmp_path: Path) -> None:
    urls = ["https://a.test/1", "https://www.stat.go.jp/1"]
    async with sourcing_of(app, "How many turbines does the plant have?", tmp_path) as (task, sourcing):
        pages = read_pages(app, task, urls)
        claims = [claim_on(pages[urls[0]], f"The plant has {n} turbines.") for n in range(3)]
        edges = [edge_on(claim, pages[urls[1]], Relation.REFUTES) for claim in claims]
        first = learned(app, sourcing, graph_of(claims[:2], edges[:2], sourcing.sources()))
        then = learned(app, sourcing, graph_of(claims, edges, sourcing.sources()))
    assert first == []
    assert [(e.before, e.after) for e in then if isinstance(e, DomainTrustChanged)] == [("UNVERIFIED", "BLOCKED")]
    with app.store.read() as db:
        assert [r.demoted_at is not None for r in trust_records(db)] == [True]


@pytest.mark.req("L29")
async def test_what_turned_out_otherwise_later_in_a_task_is_unlearned(app: App, tmp_path: Path) -> None:
    urls = ["https://a.test/1", "https://www.reuters.com/1"]
    async with sourcing_of(app, "How many turbines does the plant have?", tmp_path) as (task, sourcing):
        pages = read_pages(app, task, urls)
        claims = [claim_on(pages[urls[0]], f"The plant has {n} turbines.") for n in range(2)]
        edges = [edge_on(claim, pages[urls[1]], Relation.SUPPORTS) for claim in claims]
        learned(app, sourcing, graph_of(claims, edges, sourcing.sources()))
        told = learned(app, sourcing, graph_of(claims[:1], edges[:1], sourcing.sources()))
        with app.store.read() as db:
            assert [(x.domain, x.said) for x in lessons_of_task(db, task.id)] == [("a.test", TrustSignal.CONFIRMED)]
        assert [(e.before, e.after) for e in told if isinstance(e, DomainTrustChanged)] == [("LOW", "UNVERIFIED")]
        Tasks(app).forget(task.id)
    with app.store.read() as db:
        assert lessons_of_task(db, task.id) == []


@pytest.mark.req("L29")
async def test_a_page_that_gives_orders_is_blocked_at_once_and_its_publisher_from_the_second_one_on(
    app: App, tmp_path: Path
) -> None:
    urls = ["https://a.test/1", "https://a.test/2", "https://a.test/3", "https://www.stat.go.jp/1"]
    async with sourcing_of(app, "How many turbines does the plant have?", tmp_path) as (task, sourcing):
        pages = read_pages(app, task, urls)
        with app.store.write() as db:
            for url in (urls[0], urls[3]):
                set_orders(db, task.id, pages[url].id, ["new_role"])
        assert {s.url: s.trust for s in sourcing.sources()} == {
            urls[0]: TrustLevel.BLOCKED,
            urls[1]: TrustLevel.UNVERIFIED,
            urls[2]: TrustLevel.UNVERIFIED,
            urls[3]: TrustLevel.GOVERNMENT,
        }
        assert learned(app, sourcing, graph_of([], [], sourcing.sources())) == []
        with app.store.write() as db:
            set_orders(db, task.id, pages[urls[1]].id, ["new_role"])
        told = learned(app, sourcing, graph_of([], [], sourcing.sources()))
    assert [(e.domain, e.after) for e in told if isinstance(e, DomainTrustChanged)] == [("a.test", "BLOCKED")]


@pytest.mark.req("L31")
async def test_a_circle_that_tracing_told_is_one_voice(app: App, tmp_path: Path) -> None:
    urls = ["https://a.test/1", "https://b.test/1", "https://c.test/1"]
    async with sourcing_of(app, "How many turbines does the plant have?", tmp_path) as (task, sourcing):
        read_pages(app, task, urls, text="{host} tells something of its own, number {n}, about ships and storms.")
        before = {str(s.url): s.origin for s in sourcing.sources()}
        with app.store.write() as db:
            add_circle(db, task.id, (urls[0], urls[1]))
        after = {str(s.url): s.origin for s in sourcing.sources()}
    assert len(set(before.values())) == 3
    assert after[urls[0]] == after[urls[1]] != after[urls[2]]


@pytest.mark.req("L30")
async def test_a_farm_of_an_unknown_site_is_graded_and_known_publishers_are_not_put_to_the_test(
    app: App, tmp_path: Path
) -> None:
    urls = ["https://farm.test/1", "https://www.stat.go.jp/1"]
    async with sourcing_of(app, "Which kettle is best?", tmp_path) as (task, sourcing):
        read_pages(app, task, urls, text=FARM + SHOP + " {host} {n}")
        found = {s.domain: s for s in sourcing.sources()}
    assert (found["farm.test"].quality, found["stat.go.jp"].quality) == (0.2025, 1.0)
    assert found["farm.test"].notes[-1].startswith("carries no claim: quality 0.20 (")


@pytest.mark.req("L29", "L33")
async def test_the_trust_of_pages_is_that_of_the_sources_of_the_graph(app: App, tmp_path: Path) -> None:
    """By rule of the host, by lessons of other tasks and not of its own, by orders, on the web and in a folder."""
    taught = ["https://a.test/1", "https://www.reuters.com/1"]
    async with sourcing_of(app, "How many turbines does the plant have?", tmp_path) as (task, sourcing):
        pages = read_pages(app, task, taught)
        claims = [claim_on(pages[taught[0]], f"The plant has {n} turbines.") for n in range(2)]
        edges = [edge_on(claim, pages[taught[1]], Relation.SUPPORTS) for claim in claims]
        learned(app, sourcing, graph_of(claims, edges, sourcing.sources()))
        assert trusts(app, task) == {source.url: source.trust for source in sourcing.sources()}
        assert trusts(app, task)[Url("https://a.test/1")] is TrustLevel.UNVERIFIED
    urls = [
        "https://a.test/2",
        "https://b.test/2",
        "https://sly.test/orders",
        "https://sly.test/plain",
        "https://www.mhlw.go.jp/orders",
        "https://note.com/alice/n/1",
        "https://en.wikipedia.org/wiki/Plant",
        "file:///somewhere/own.txt",
        "file:///somewhere/orders.txt",
    ]
    async with sourcing_of(app, "Who owns the plant?", tmp_path) as (task, sourcing):
        pages = read_pages(app, task, urls)
        with app.store.write() as db:
            for url in urls:
                set_orders(db, task.id, pages[url].id, ["ignore_previous"] if "orders" in url else [])
        found = trusts(app, task)
        assert found == {source.url: source.trust for source in sourcing.sources()}
    assert [found[Url(url)].value for url in urls[:5]] == ["LOW", "UNVERIFIED", "BLOCKED", "UNVERIFIED", "GOVERNMENT"]
    assert [found[Url(url)].value for url in urls[7:]] == ["UNVERIFIED", "BLOCKED"]


def trusts(app: App, task: Task) -> dict[Url, TrustLevel]:
    return {page.url: page.trust for page in trust_of_pages(app.store, task.id)}
