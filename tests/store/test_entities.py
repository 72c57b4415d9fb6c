"""What is kept of entities and of the searches of sites."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tadori.entity.resolution import lookup_keys, resolve_entities
from tadori.model.entity import Entity, EntityKind, SearchForm, SiteSearchState
from tadori.model.ids import JA, Url
from tadori.store.database import Store, open_store
from tadori.store.entities import (
    entities_with,
    entity_at,
    forget_entity,
    save_entity,
    save_site_search,
    site_search_state,
)

NOW = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)
HOKUTO = Entity(
    id="en_1",
    kind=EntityKind.COMPANY,
    name="株式会社北斗",
    names=("株式会社北斗", "㈱北斗"),
    addresses=("東京都千代田区霞が関3-1-1",),
    identifiers=(("corporate_number", "7000012050002"), ("domain", "hokuto.test")),
    affiliations=("北斗グループ",),
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "tadori.db")


@pytest.mark.req("L11")
def test_an_entity_comes_back_as_it_was_kept(store: Store) -> None:
    with store.write() as db:
        save_entity(db, HOKUTO, lang=JA, keys=lookup_keys(HOKUTO))
        save_entity(db, HOKUTO, lang=JA, keys=lookup_keys(HOKUTO))

    with store.read() as db:
        assert entity_at(db, "en_1") == HOKUTO
        assert entity_at(db, "en_2") is None


@pytest.mark.req("L11")
def test_an_entity_is_found_by_any_of_its_keys_and_once(store: Store) -> None:
    with store.write() as db:
        save_entity(db, HOKUTO, lang=JA, keys=lookup_keys(HOKUTO))

    with store.read() as db:
        assert entities_with(db, ["body:北斗", "corporate_number:7000012050002", "body:南斗"]) == [HOKUTO]
        assert entities_with(db, ["body:南斗", "' or 1=1 --"]) == []
        assert entities_with(db, []) == []


def test_what_is_newly_known_replaces_the_row_and_adds_keys(store: Store) -> None:
    wider = replace(HOKUTO, names=(*HOKUTO.names, "Hokuto Works"))
    with store.write() as db:
        save_entity(db, HOKUTO, lang=JA, keys=lookup_keys(HOKUTO))
        save_entity(db, wider, lang=JA, keys=lookup_keys(wider))

    with store.read() as db:
        assert entities_with(db, ["body:hokutoworks"]) == [wider]
        assert entities_with(db, ["body:北斗"]) == [wider]


@pytest.mark.req("L11")
def test_entities_of_two_runs_become_one_through_the_base(store: Store) -> None:
    again = replace(HOKUTO, id="en_7", name="㈱ 北斗", names=("㈱ 北斗",), addresses=(), affiliations=())
    with store.write() as db:
        save_entity(db, HOKUTO, lang=JA, keys=lookup_keys(HOKUTO))
        (one,) = resolve_entities([*entities_with(db, lookup_keys(again)), again])
        save_entity(db, one, lang=JA, keys=lookup_keys(one))

    with store.read() as db:
        kept = entity_at(db, "en_1")
    assert kept == replace(HOKUTO, names=("株式会社北斗", "㈱北斗", "㈱ 北斗"))


def test_a_forgotten_entity_is_gone_with_its_keys(store: Store) -> None:
    with store.write() as db:
        save_entity(db, HOKUTO, lang=JA, keys=lookup_keys(HOKUTO))
        forget_entity(db, "en_1")

    with store.read() as db:
        assert entities_with(db, lookup_keys(HOKUTO)) == []


@pytest.mark.req("L8")
def test_the_state_of_a_sites_search_comes_back_and_a_stranger_has_none(store: Store) -> None:
    state = SiteSearchState(
        domain="energy.go.test",
        tries=3,
        successes=1,
        success=0.25,
        harvest=1.5,
        failures=2,
        paused_until=NOW + timedelta(days=1),
        last_try_at=NOW,
        form=SearchForm(
            page=Url("https://www.energy.go.test/"),
            action=Url("https://www.energy.go.test/search"),
            field="q",
            method="get",
            hidden=(("種別", "全て"), ("sort", "")),
            selector="#q",
            submit="",
            needs_browser=False,
            charset="cp932",
            score=7,
        ),
    )
    with store.write() as db:
        save_site_search(db, SiteSearchState(domain="energy.go.test"))
        save_site_search(db, state)

    with store.read() as db:
        assert site_search_state(db, "energy.go.test") == state
        assert site_search_state(db, "other.test") == SiteSearchState(domain="other.test")
