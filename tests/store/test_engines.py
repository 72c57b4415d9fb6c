"""What is kept of engines and of works: everything comes back as it went in."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from tadori.model.engine import Category, Circuit, EngineHealth, EngineWeight
from tadori.model.ids import IsoDate, Url
from tadori.model.query import Hit
from tadori.model.work import ProviderResult, Work
from tadori.store.database import Store, open_store
from tadori.store.engines import (
    all_health,
    all_weights,
    cached_serp,
    drop_expired_serps,
    health_of,
    open_link_of,
    save_health,
    save_serp,
    save_weight,
    save_works,
    work_by_doi,
    work_by_id,
)

NOW = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)
KNOWN = EngineHealth(
    engine="mojeek",
    success_1h=0.5,
    success_24h=0.75,
    captcha_1h=0.25,
    captcha_24h=0.125,
    error_1h=0.2,
    error_24h=0.1,
    garbled_24h=0.05,
    latency=2.5,
    circuit=Circuit.HALF_OPEN,
    failures=1,
    successes=2,
    opened=3,
    open_until=NOW + timedelta(minutes=30),
    changed_at=NOW,
    requests=17,
    mass_1h=4.5,
    mass_24h=11.25,
    last_request_at=NOW,
    updated_at=NOW,
    walled_at=NOW - timedelta(hours=2),
)
WORK = Work(
    id=Work.id_of("10.1234/abc", Url("https://publisher.test/77")),
    url=Url("https://publisher.test/77"),
    title="明石海峡大橋の設計",
    source="crossref",
    doi="10.1234/abc",
    authors=("山田 花子", "A. Smith"),
    cites=("10.1234/older", "https://library.test/plan"),
    identifiers=(("pmid", "123"),),
)
HIT = Hit(
    title="橋 <b>",
    url=Url("https://x.test/1"),
    snippet="It is 3,911 m long.",
    date=IsoDate("1998-04"),
    engine="mojeek",
    rank=1,
    source_tag="general",
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "tadori.db")
    yield opened
    opened.close()


@pytest.mark.req("L5")
def test_health_comes_back_as_it_was_and_the_newest_stands(store: Store) -> None:
    with store.write() as db:
        save_health(db, replace(KNOWN, requests=1, circuit=Circuit.OPEN))
        save_health(db, KNOWN)
        save_health(db, EngineHealth(engine="duckduckgo"))
    with store.read() as db:
        assert health_of(db, "mojeek") == KNOWN
        assert list(all_health(db).items()) == [
            ("duckduckgo", EngineHealth(engine="duckduckgo")),
            ("mojeek", KNOWN),
        ]


def test_an_engine_never_asked_has_the_health_of_a_stranger(store: Store) -> None:
    with store.read() as db:
        assert health_of(db, "新しい") == EngineHealth(engine="新しい")
        assert all_health(db) == {}


def test_weights_are_kept_by_engine_and_category(store: Store) -> None:
    news = EngineWeight(engine="mojeek", category=Category.NEWS, weight=0.7, precision=0.35, judged=40)
    general = replace(news, category=Category.GENERAL, weight=1.5)
    with store.write() as db:
        for weight in (news, general, replace(news, weight=0.9, judged=48)):
            save_weight(db, weight)
    with store.read() as db:
        assert all_weights(db) == {
            ("mojeek", Category.GENERAL): general,
            ("mojeek", Category.NEWS): replace(news, weight=0.9, judged=48),
        }


@pytest.mark.req("L38")
def test_a_result_page_stands_for_a_day_with_its_works_and_notes(store: Store) -> None:
    found = ProviderResult(
        hits=(HIT, replace(HIT, date=None, rank=2)), works=(WORK,), notes=("after: is not known here",)
    )
    key = "serp_of_akashi"
    with store.write() as db:
        save_serp(db, key, "mojeek", found, NOW)
    with store.read() as db:
        assert cached_serp(db, key, NOW + timedelta(hours=24, seconds=-1)) == found
        assert cached_serp(db, key, NOW + timedelta(hours=24)) is None
        assert cached_serp(db, "serp_other", NOW) is None


def test_no_results_are_an_answer_that_is_kept_and_a_newer_answer_replaces_it(store: Store) -> None:
    with store.write() as db:
        save_serp(db, "k", "mojeek", ProviderResult(), NOW)
        assert cached_serp(db, "k", NOW) == ProviderResult()
        save_serp(db, "k", "mojeek", ProviderResult(hits=(HIT,)), NOW + timedelta(hours=20))
    with store.read() as db:
        assert cached_serp(db, "k", NOW + timedelta(hours=40)) == ProviderResult(hits=(HIT,))


def test_result_pages_of_yesterday_are_let_go(store: Store) -> None:
    with store.write() as db:
        save_serp(db, "old", "mojeek", ProviderResult(), NOW)
        save_serp(db, "new", "mojeek", ProviderResult(), NOW + timedelta(microseconds=1))
        drop_expired_serps(db, NOW + timedelta(hours=24))
        assert [row.key for row in db.execute(sa.text("select key from serp_cache"))] == ["new"]


@pytest.mark.req("L10")
@pytest.mark.parametrize(
    ("url", "link"),
    [
        ("https://publisher.test/77", "https://archive.test/77.pdf"),
        ("https://doi.org/10.1234/ABC", "https://archive.test/77.pdf"),
        ("https://publisher.test/doi/full/10.1234/abc", "https://archive.test/77.pdf"),
        ("https://archive.test/77.pdf", None),
        ("https://publisher.test/78", None),
        ("https://doi.org/10.1234/abcd", None),
    ],
)
def test_the_open_copy_of_a_page_is_found_by_its_address_or_its_doi(store: Store, url: str, link: str | None) -> None:
    with store.write() as db:
        save_works(db, [replace(WORK, open_access_url=Url("https://archive.test/77.pdf"))])
    with store.read() as db:
        assert open_link_of(db, Url(url)) == link


def test_a_work_without_an_open_copy_has_none(store: Store) -> None:
    with store.write() as db:
        save_works(db, [WORK])
    with store.read() as db:
        assert open_link_of(db, WORK.url) is None


@pytest.mark.req("L10")
def test_a_work_is_found_by_id_and_by_doi(store: Store) -> None:
    free = replace(WORK, open_access_url=Url("https://archive.test/77.pdf"))
    with store.write() as db:
        save_works(db, [free, free])
    with store.read() as db:
        assert work_by_id(db, WORK.id) == free
        assert work_by_doi(db, "10.1234/ABC") == free
        assert (work_by_id(db, "wk_other"), work_by_doi(db, "10.1234/zzz")) == (None, None)


def test_a_second_provider_fills_what_the_first_left_out(store: Store) -> None:
    other = replace(
        WORK,
        title="Another title",
        source="openalex",
        authors=("B. Brown",),
        venue="Bridges",
        date=IsoDate("1998"),
        abstract="On design.",
        cites=("10.1234/older", "10.1234/third"),
        identifiers=(("pmid", "123"), ("openalex", "W1")),
    )
    with store.write() as db:
        save_works(db, [WORK, other, replace(WORK, date=IsoDate("1998-04-05"))])
    with store.read() as db:
        assert work_by_id(db, WORK.id) == replace(
            WORK,
            venue="Bridges",
            date=IsoDate("1998-04-05"),
            abstract="On design.",
            cites=("10.1234/older", "https://library.test/plan", "10.1234/third"),
            identifiers=(("pmid", "123"), ("openalex", "W1")),
        )


def test_no_works_are_no_rows(store: Store) -> None:
    with store.write() as db:
        save_works(db, [])
        assert db.execute(sa.text("select count(*) from works")).scalar_one() == 0
