"""Small samples in other languages, and more of them where what was read in them was useful."""

from dataclasses import replace

import pytest

from tadori.engine.drivers.mechanical import MechanicalDriver
from tadori.engine.planning.languages import language_queries, language_yields
from tadori.model.actions import SearchAction
from tadori.model.ids import EN, JA, Lang
from tadori.model.query import Query, QueryPurpose
from tadori.model.state import QueryDone
from tadori.model.thresholds import LANGUAGE_QUERIES_A_ROUND, LANGUAGE_SAMPLE_HITS
from tests.engine.makers import done, state

TIDE = "How much did the Nagi Bay tidal power station cost in 2011?"
BIRTHS = "日本の出生率は2010年から何%減ったか"
DE, FR, ZH = Lang("de"), Lang("fr"), Lang("zh")


def gave(query: Query, *, read: int, useful: int) -> QueryDone:
    return replace(done(query), pages_read=read, useful_fragments=useful)


@pytest.mark.req("L3")
def test_the_first_round_on_the_web_samples_other_languages_with_few_hits() -> None:
    queries = language_queries(state(BIRTHS, JA, on_the_web=True), 8)
    assert [(query.lang, query.text) for query in queries] == [
        (DE, "Japan Geburtenrate 2010"),
        (FR, "Japon taux de natalité 2010"),
        (ZH, "日本 出生率 2010"),
    ]
    assert {(query.limit, query.round, query.purpose) for query in queries} == {
        (LANGUAGE_SAMPLE_HITS, 0, QueryPurpose.INITIAL)
    }


@pytest.mark.req("L3")
def test_the_driver_asks_the_samples_in_its_first_round() -> None:
    action = MechanicalDriver().decide(state(BIRTHS, JA, on_the_web=True))
    assert isinstance(action, SearchAction)
    assert {query.lang for query in action.queries} >= {JA, DE, FR, ZH}


def test_folders_are_not_sampled_and_neither_is_what_the_table_does_not_know() -> None:
    assert language_queries(state(TIDE, EN), 8) == []
    assert language_queries(state("effect of caffeine on sleep", EN, on_the_web=True), 8) == []


@pytest.mark.req("L3")
def test_a_language_that_was_useful_gets_more_queries_and_the_others_do_not() -> None:
    first = {query.lang: query for query in language_queries(state(TIDE, EN, on_the_web=True), 8)}
    asked = (gave(first[DE], read=3, useful=2), gave(first[FR], read=3, useful=0), gave(first[ZH], read=2, useful=2))
    queries = language_queries(state(TIDE, EN, on_the_web=True, round=1, queries=asked), 8)
    assert [(query.lang, query.text) for query in queries] == [
        (DE, "Gezeitenkraft Nagi Bay"),
        (DE, "Nagi Bay Gezeitenkraftwerk Kosten 2011 filetype:pdf"),
    ]
    assert len(queries) == LANGUAGE_QUERIES_A_ROUND
    assert {(query.limit, query.round, query.purpose) for query in queries} == {(8, 1, QueryPurpose.FOLLOW_UP)}


def test_what_was_asked_is_not_asked_again_and_a_language_runs_dry() -> None:
    known = state(TIDE, EN, on_the_web=True, round=1, queries=())
    first = [query for query in language_queries(replace(known, round=0), 8) if query.lang == DE]
    made = [gave(query, read=5, useful=5) for query in first]
    texts = [query.text for query in first]
    for _ in range(6):
        more = language_queries(replace(known, queries=tuple(made)), 8)
        made += [gave(query, read=2, useful=1) for query in more]
        texts += [query.text for query in more]
    assert more == []
    assert len({frozenset(text.split()) for text in texts}) == len(texts)


def test_yields_are_pages_of_sampled_languages_only() -> None:
    def query(lang: Lang, text: str) -> Query:
        return replace(language_queries(state(TIDE, EN, on_the_web=True), 8)[0], lang=lang, text=text)

    asked = [
        gave(query(DE, "a"), read=2, useful=7),  # seven fragments of two pages
        gave(query(DE, "b"), read=3, useful=1),
        gave(query(FR, "c"), read=0, useful=0),
        gave(query(EN, "d"), read=9, useful=9),
        gave(query(JA, "e"), read=9, useful=9),
    ]
    assert language_yields(asked) == {DE: (3, 5), FR: (0, 0)}
    assert language_yields([]) == {}
