"""Pivots in the driver: companies, persons and domains of the question are followed on the web, and nothing else is."""

from dataclasses import replace
from typing import Any

import pytest

from tadori.loop.mechanical import PIVOT_ROUNDS, MechanicalDriver
from tadori.model.entity import Entity
from tadori.model.ids import EN, JA, Lang
from tadori.model.query import QueryPurpose
from tadori.model.state import ResearchState, SearchAction
from tadori.search.entities import find
from tadori.search.entity_base import entities_of
from tests.loop.makers import done, state

DRIVER = MechanicalDriver()
OFFICERS_JA = "株式会社北斗製作所の役員は誰か"
OFFICERS_EN = "Who are the officers of Hokuto Works Inc.?"


def named(question: str, lang: Lang) -> tuple[Entity, ...]:
    return entities_of(question, find(question, lang))


def asked(question: str, lang: Lang, **given: Any) -> ResearchState:
    plain: dict[str, Any] = {"on_the_web": True, "round": 1, "entities": named(question, lang)}
    return state(question, lang, **(plain | given))


def pivots_of(of: ResearchState) -> list[str]:
    action = DRIVER.decide(of)
    queries = action.queries if isinstance(action, SearchAction) else ()
    return [query.text for query in queries if query.purpose is QueryPurpose.PIVOT]


@pytest.mark.req("L11", "L1")
@pytest.mark.parametrize(
    ("question", "lang", "first", "second"),
    [
        (OFFICERS_JA, JA, '"株式会社北斗製作所" 役員 代表取締役', '"株式会社北斗製作所" 子会社 関連会社 一覧'),
        (OFFICERS_EN, EN, '"Hokuto Works Inc." board of directors officers', '"Hokuto Works Inc." subsidiaries list'),
    ],
)
def test_what_the_question_asks_of_a_company_is_followed_first(
    question: str, lang: Lang, first: str, second: str
) -> None:
    found = pivots_of(asked(question, lang, effort=1))
    assert found == [first, second]


@pytest.mark.req("L11")
@pytest.mark.parametrize("effort", [1, 3, 5])
def test_effort_bounds_the_pivots_of_a_round_and_of_a_task(effort: int) -> None:
    now = asked(OFFICERS_JA, JA, effort=effort)
    made: list[str] = []
    for _ in range(PIVOT_ROUNDS + 1):
        action = DRIVER.decide(now)
        queries = action.queries if isinstance(action, SearchAction) else ()
        mine = [query for query in queries if query.purpose is QueryPurpose.PIVOT]
        assert len(mine) <= effort + 1
        made += [query.text for query in mine]
        now = replace(now, queries=(*now.queries, *(done(query) for query in queries)))
    assert len(made) == len(set(made)) == min(PIVOT_ROUNDS * (effort + 1), 7)


@pytest.mark.req("L11")
def test_persons_are_followed_through_professional_sources_with_their_employer() -> None:
    question = "経済産業省の山田太郎氏の経歴は何か"
    found = pivots_of(asked(question, JA, effort=5))
    assert found == [
        '"山田太郎" 所属 経歴 "経済産業省"',
        '"山田太郎" 旧姓 別名 筆名 "経済産業省"',
        '"山田太郎" site:researchmap.jp',
        '"山田太郎" site:orcid.org',
        '"山田太郎" 論文 講演資料 "経済産業省"',
    ]


@pytest.mark.req("L11")
def test_a_domain_leads_to_who_runs_it() -> None:
    found = pivots_of(asked("Who holds the domain hokuto.test?", EN))
    assert found == ["hokuto site:hokuto.test -site:www.hokuto.test", '"hokuto.test" company operated by']


@pytest.mark.req("L11")
@pytest.mark.parametrize(
    "given",
    [{"on_the_web": False}, {"round": 0}, {"entities": ()}, {"refutation_searched": frozenset({"cl_1"})}],
    ids=["in folders", "in the first round", "when nothing is named", "once refutations are searched"],
)
def test_there_are_no_pivots(given: dict[str, Any]) -> None:
    assert pivots_of(asked(OFFICERS_JA, JA, **given)) == []


def test_a_ministry_in_the_question_is_a_witness_and_not_the_subject() -> None:
    assert pivots_of(asked("経済産業省の調査では何社が回答したか", JA)) == []


def test_a_hostile_name_stays_inside_its_phrase() -> None:
    (company,) = named(OFFICERS_EN, EN)
    name = 'Hokuto" site:evil.test OR "\nWorks Inc.'
    found = pivots_of(asked(OFFICERS_EN, EN, entities=(replace(company, name=name, names=(name,)),)))
    assert found[0] == '"Hokuto site:evil.test OR Works Inc." board of directors officers'
