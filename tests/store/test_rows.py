"""The store: one transaction a unit, the same work twice is the same rows, a newer database is refused."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from tadori.errors import ConfigError, TaskNotFound
from tadori.events import PageLost
from tadori.events.web import SearchDone
from tadori.model.budget import Budget
from tadori.model.claim import Claim, Edge, Ground, Quotation, Relation
from tadori.model.ids import EN, Url
from tadori.model.page import Capture, Extracted, FragmentType, Page, PageType, TextElement
from tadori.model.query import Query, QueryPurpose
from tadori.model.question import Task, TaskStatus
from tadori.store.cache import cached_value, drop_expired_cache, save_cached
from tadori.store.database import Store, open_store
from tadori.store.evidence import claims_of, edges_of, save_claims, save_edges
from tadori.store.journal import (
    JobIdentity,
    begin_job,
    events_of,
    log_job_state,
    record_job,
    recorded_results,
    save_events,
)
from tadori.store.pages import fragments_of, page_by_id, save_page
from tadori.store.queries import add_queries, queries_of
from tadori.store.tasks import add_task, all_tasks, find_task
from tests.store.kept_rows import job_history

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
TEXT = "The bridge opened in 1987. It is 840 metres long."


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "home" / "tadori.db")
    yield opened
    opened.close()


def a_task(name: str = "task_a") -> Task:
    return Task(
        id=name,
        question="When did the bridge open?",
        lang=EN,
        question_lang=EN,
        status=TaskStatus.CREATED,
        created_at=NOW,
        budget=Budget(),
        effort=3,
        libraries=("/documents",),
    )


def a_page() -> tuple[Page, Extracted]:
    capture = Capture(
        url=Url("file:///bridge.txt"),
        body=TEXT.encode(),
        media_type="text/plain",
        charset=None,
        fetched_at=NOW,
        source_tag="library",
    )
    piece = TextElement(
        start=0,
        end=len(TEXT),
        fragment_type=FragmentType.PARAGRAPH,
        heading_context="",
        heading_hierarchy=(),
        element_index=0,
    )
    extracted = Extracted(title="Bridge", date=None, lang=EN, page_type=PageType.DOCUMENT, text=TEXT, pieces=(piece,))
    return Page.of(capture, extracted), extracted


def a_claim(page: Page, fragment_id: str) -> Claim:
    words = "The bridge opened in 1987."
    quotation = Quotation.of(fragment_id=fragment_id, page_id=page.id, start=0, text=words)
    return Claim(id=Claim.id_of(words), text=words, lang=EN, quotation=quotation)


@pytest.mark.req("X4")
def test_the_same_page_claims_and_events_twice_are_the_same_rows(store: Store) -> None:
    page, extracted = a_page()
    with store.write() as db:
        add_task(db, a_task())
    for _ in range(2):
        with store.write() as db:
            save_page(db, page, extracted)
            claim = a_claim(page, fragments_of(db, page.id)[0].id)
            save_claims(db, "task_a", "q_1", [claim, claim])
            save_events(db, "task_a", "job_1", [PageLost(url="u", reason="r")], NOW)
    with store.read() as db:
        assert page_by_id(db, page.id) == page
        assert [f.text for f in fragments_of(db, page.id)] == [TEXT]
        assert [c.claim for c in claims_of(db, "task_a")] == [claim]
        assert [(e.kind, e.payload) for e in events_of(db, "task_a")] == [
            ("page_lost", {"url": "u", "reason": "r", "in_folder": False})
        ]


def test_an_edge_that_is_sure_enough_to_show_replaces_one_that_is_not_and_never_the_other_way(store: Store) -> None:
    page, extracted = a_page()
    with store.write() as db:
        add_task(db, a_task())
        save_page(db, page, extracted)
        claim = a_claim(page, fragments_of(db, page.id)[0].id)
        save_claims(db, "task_a", "q_1", [claim])

    def edge(*, shown: bool, confidence: float) -> Edge:
        return Edge(
            id=Edge.id_of(claim.id, claim.quotation, Relation.REFUTES),
            claim_id=claim.id,
            quotation=claim.quotation,
            relation=Relation.REFUTES,
            confidence=confidence,
            shown=shown,
            grounds=(Ground(rule="number", detail="1 ≠ 2", weight=-1.0),),
        )

    for given in (
        edge(shown=False, confidence=0.5),
        edge(shown=True, confidence=0.8),
        edge(shown=False, confidence=0.9),
    ):
        with store.write() as db:
            save_edges(db, "task_a", [given])
    with store.read() as db:
        assert edges_of(db, "task_a") == [edge(shown=True, confidence=0.8)]


def test_what_was_written_before_an_error_is_rolled_back(store: Store) -> None:
    def fail() -> None:
        with store.write() as db:
            add_task(db, a_task())
            raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        fail()
    with store.read() as db:
        assert all_tasks(db) == []


@pytest.mark.req("L37")
def test_events_keep_their_order_and_their_cause(store: Store) -> None:
    with store.write() as db:
        save_events(db, "task_a", "job_1", [PageLost(url="1", reason="r"), PageLost(url="2", reason="r")], NOW)
        save_events(db, "task_a", "job_2", [SearchDone(query_id="q", provider="library", hits=3)], NOW)
    with store.read() as db:
        log = [(e.position, e.kind, e.cause_id) for e in events_of(db, "task_a")]
    assert log == [(0, "page_lost", "job_1"), (1, "page_lost", "job_1"), (2, "search_done", "job_2")]


@pytest.mark.req("X4")
def test_a_unit_is_kept_once_under_its_identity_and_its_states_are_logged(store: Store) -> None:
    job = JobIdentity(task_id="task_a", stretch=2, kind="read", key="h_1", occurrence=0)
    again = replace(job, occurrence=1)
    keep = partial(record_job, slot="cpu_nlp", priority=90, cause_id="q_1", at=NOW)
    with store.write() as db:
        add_task(db, a_task())
        assert [begin_job(db, job.id, "task_a", NOW) for _ in range(2)] == [1, 2]
        keep(db, job, result=["pg_1", {"new": 2}])
        log_job_state(db, job.id, "task_a", 2, "done", NOW)
        keep(db, again, result=None, skipped=True)
    with pytest.raises(sa.exc.IntegrityError), store.write() as db:
        keep(db, job, result=["pg_2"])
    with store.read() as db:
        assert recorded_results(db, "task_a", 2) == {
            ("read", "h_1", 0): '["pg_1",{"new":2}]',
            ("read", "h_1", 1): "null",
        }
        assert recorded_results(db, "task_a", 1) == {}
        history = [(one.attempt, one.state) for one in job_history(db, "task_a")]
    assert history == [(1, "running"), (2, "running"), (2, "done")]
    assert job.id != again.id


def test_the_same_query_twice_is_one_query(store: Store) -> None:
    query = Query.of(
        task_id="task_a",
        text="橋はいつ開通したか",
        lang=EN,
        purpose=QueryPurpose.INITIAL,
        section_id="sec_1",
        round=0,
        limit=8,
        cause_id="sec_1",
    )
    with store.write() as db:
        add_task(db, a_task())
        assert add_queries(db, [query, query], "first") == [query.id]
        assert add_queries(db, [query], "again") == []
    with store.read() as db:
        assert [(row.query, row.reason) for row in queries_of(db, "task_a")] == [(query, "first")]


def test_a_task_is_found_by_a_part_of_its_name_that_fits_only_one(store: Store) -> None:
    with store.write() as db:
        add_task(db, a_task("task_20261116T120000_aaaa1111"))
        add_task(db, a_task("task_20261116T120000_bbbb2222"))
    with store.read() as db:
        assert find_task(db, "bbbb2222").id == "task_20261116T120000_bbbb2222"
        with pytest.raises(TaskNotFound, match="fits 2 tasks"):
            find_task(db, "task_2026")
        with pytest.raises(TaskNotFound, match="there is no task '%'"):
            find_task(db, "%")


@pytest.mark.req("L38")
def test_a_cached_result_is_kept_for_a_week(store: Store) -> None:
    save_cached(store, "key", {"橋": [1, 2.5]}, NOW)
    save_cached(store, "key", "another", NOW)
    with store.write() as db:
        drop_expired_cache(db, NOW + timedelta(days=7))
        assert cached_value(db, "key") == {"橋": [1, 2.5]}
        drop_expired_cache(db, NOW + timedelta(days=7, seconds=1))
        assert cached_value(db, "key") is None


def test_a_database_with_unknown_migrations_is_refused_and_left_alone(store: Store, tmp_path: Path) -> None:
    with store.write() as db:
        db.execute(sa.text("insert into schema_migrations (name) values ('999_future')"))
    with pytest.raises(ConfigError, match="made by a newer Tadori"):
        open_store(tmp_path / "home" / "tadori.db")


def test_opening_twice_migrates_once(store: Store, tmp_path: Path) -> None:
    again = open_store(tmp_path / "home" / "tadori.db")
    with again.read() as db:
        assert [row[0] for row in db.execute(sa.text("select name from schema_migrations"))] == [
            "001_backbone",
            "002_web",
            "003_search",
            "004_referers",
            "005_site_forms",
            "006_task_entities",
            "007_engine_walls",
            "008_calibration",
            "009_domain_trust",
            "010_charges",
            "011_clients",
            "012_delivered",
            "013_job_results",
            "014_versions",
            "015_journal",
            "016_facts",
            "017_pause",
            "018_rounds",
            "019_claim_context",
            "020_folder_alone",
            "021_imprint",
            "022_answer_parts",
            "023_model_choices",
            "024_researcher",
            "025_computations",
            "026_control",
        ]
    again.close()
