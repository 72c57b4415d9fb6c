"""Who does what (L1): the client designs the query; rules widen it, and nothing else does."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from tadori.engine.client_queries import query_language, wanted_of, wanted_with
from tadori.engine.drivers.client import expanded, refuting
from tadori.model.ids import EN, JA
from tadori.rank.fragments import SearchedWords
from tadori.service.clients.public_addresses import public_url
from tadori.service.clients.searches import search_refusal
from tadori.store.client import ClientSearch
from tests.mcp.world import Desk

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def search(error: str = "", **result: Any) -> ClientSearch:
    return ClientSearch(
        task_id="task_1",
        number=1,
        kind="search",
        query="q",
        options={},
        state="exhausted",
        started_at=NOW,
        pages_before=0,
        result=result,
        error=error,
    )


@pytest.mark.req("L1")
def test_a_search_for_refutations_adds_the_fixed_suffixes_and_nothing_else() -> None:
    assert [one.text for one in refuting("harbour bridge", EN, on_the_web=False)] == [
        "harbour bridge limitations criticism error correction refuted disputed"
    ]
    assert [one.text for one in refuting("港の橋", JA, on_the_web=False)] == ["港の橋 誤り 反論 批判 問題点 課題 訂正"]


@pytest.mark.req("L1")
def test_on_the_web_a_refutation_is_looked_for_in_the_other_language_too() -> None:
    made = refuting("再生可能エネルギー 発電量", JA, on_the_web=True)
    assert [one.lang for one in made] == [JA, EN]
    assert made[1].text.endswith("limitations criticism error correction refuted disputed")


@pytest.mark.req("L1")
@pytest.mark.parametrize(("query", "lang"), [("renewable energy in Japan", EN), ("再生可能エネルギーの発電量", JA)])
def test_other_wordings_are_few_and_each_has_its_rule(query: str, lang: Any) -> None:
    made = expanded(query, lang, primary=False)
    assert len(made) <= 2
    assert all(one.reason for one in made)
    assert query not in [one.text for one in made]


@pytest.mark.req("L1")
def test_first_hand_sources_are_looked_for_where_they_stand() -> None:
    made = expanded("労働基準法 改正 統計", JA, primary=True)
    assert made[0].text == "site:laws.e-gov.go.jp 労働基準法 改正 統計"
    assert len(made) <= 5


def test_a_query_of_operators_only_is_asked_as_it_stands() -> None:
    assert expanded("site:go.jp", EN, primary=False) == []


def test_the_language_of_a_query_is_its_own() -> None:
    assert (query_language("港の橋"), query_language("harbour bridge")) == (JA, EN)


@pytest.mark.req("L2", "L12")
@pytest.mark.parametrize(
    ("found", "code"),
    [
        (search(all_blocked="4 of 4 are left alone", pages_fetched=0), "ALL_ENGINES_BLOCKED"),
        (search(waiting=["au_1"], pages_fetched=0), "AUTH_REQUIRED"),
        (search(error="err_0123456789ab"), "PIPELINE_ERROR"),
        (search(error="called_off"), "PIPELINE_ERROR"),
    ],
)
def test_a_search_that_gave_nothing_says_why(found: ClientSearch, code: str) -> None:
    refusal = search_refusal(found)
    assert refusal is not None
    assert refusal.code == code


def test_a_search_that_read_something_is_no_failure() -> None:
    assert search_refusal(search(waiting=["au_1"], pages_fetched=1, all_blocked="")) is None


@pytest.mark.req("L35")
@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://a.test/x?y=1", "https://a.test/x?y=1"),
        ("file:///srv/docs/a/b%20c.html", "library:///docs/a/b%20c.html"),
        ("file:///srv/docs/mail.mbox#3", "library:///docs/mail.mbox#3"),
        ("file:///elsewhere/secret/c.txt", "library:///c.txt"),
    ],
)
def test_no_address_tells_where_on_the_machine_a_file_lies(url: str, shown: str) -> None:
    assert public_url(url, ["/srv/docs"]) == shown


@pytest.mark.req("L1")
@pytest.mark.slow
async def test_a_folder_is_asked_with_the_clients_words_alone(desk: Desk) -> None:
    from tests.mcp.test_long_work import gated

    gate = gated(desk)
    gate.open.set()
    await desk.searched("harbour bridge opened")
    assert gate.asked == ["harbour bridge opened"]


@pytest.mark.req("L13", "X7")
def test_what_a_query_looks_for_is_its_words_and_their_translation_where_all_are_known() -> None:
    assert wanted_of("site:go.jp 人口 推移") == [
        SearchedWords(words="人口 推移", lang=JA),
        SearchedWords(words="population trend", lang=EN),
    ]
    # Without 潮流 it would be another query: half a translation finds other things.
    assert wanted_of("潮流 人口 推移 予算") == [SearchedWords(words="潮流 人口 推移 予算", lang=JA)]
    assert wanted_of("site:go.jp") == [SearchedWords(words="site:go.jp", lang=EN)]


@pytest.mark.req("L13")
def test_a_query_is_asked_for_every_search_that_has_it_and_for_no_other() -> None:
    made = [("harbour bridge", ("q1", "q2")), ("old ferry", ("q2",)), ("harbour bridge", ("q2", "q3"))]
    searches = [replace(search(), query=query, query_ids=ids) for query, ids in made]
    asked = {name: [one.words for one in wanted_with(name, searches)] for name in ("q1", "q2", "q4")}
    assert asked == {"q1": ["harbour bridge"], "q2": ["harbour bridge", "old ferry"], "q4": []}
