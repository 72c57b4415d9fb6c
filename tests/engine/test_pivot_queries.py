"""Who is followed on the web: companies, persons and domains of the question, and sources that passages name."""

from dataclasses import replace
from typing import Any

import pytest

from tadori.engine.drivers.mechanical import MechanicalDriver
from tadori.entity.mentions import find_mentions
from tadori.entity.resolution import entities_from_mentions
from tadori.model.actions import Action, SearchAction
from tadori.model.entity import Entity
from tadori.model.ids import EN, JA, Lang
from tadori.model.query import QueryPurpose
from tadori.model.state import ResearchState
from tadori.model.thresholds import NAMED_SOURCES_A_ROUND, PIVOT_ROUNDS
from tests.engine.makers import done, passage, state

DRIVER = MechanicalDriver()
OFFICERS_JA = "株式会社北斗製作所の役員は誰か"
OFFICERS_EN = "Who are the officers of Hokuto Works Inc.?"


def named(question: str, lang: Lang) -> tuple[Entity, ...]:
    return entities_from_mentions(question, find_mentions(question, lang))


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


JA_STORY = (
    "待機児童は百人。青葉市保育課の発表によると、前年の二倍である。それによると、来年は減る。出典：https://a.test/x"
)
EN_STORY = (
    "A hundred children wait, according to the Aoba Nursery Office. According to it, fewer will. Source: Tide Yearbook"
)


@pytest.mark.req("L11")
@pytest.mark.parametrize(
    ("question", "lang", "story", "found"),
    [
        ("保育所の待機児童は何人か", JA, JA_STORY, ["青葉市保育課 待機児童"]),
        ("How many children wait?", EN, EN_STORY, ["Aoba Nursery Office children wait", "Tide Yearbook children wait"]),
    ],
)
def test_a_source_that_a_passage_names_without_a_link_is_looked_up(
    question: str, lang: Lang, story: str, found: list[str]
) -> None:
    now = asked(question, lang, passages=(passage("pg_1", question, story, 0.9),))
    action = DRIVER.decide(now)
    assert isinstance(action, SearchAction)
    mine = [query for query in action.queries if query.text in found]
    assert [query.text for query in mine] == found
    assert {(query.purpose, query.cause_id) for query in mine} == {(QueryPurpose.NAMED, "pg_1")}
    again = DRIVER.decide(replace(now, queries=tuple(done(query) for query in action.queries)))
    assert [text for text in texts_of(again) if text in found] == []
    local = DRIVER.decide(replace(now, on_the_web=False))
    assert [text for text in texts_of(local) if text in found] == []


def test_the_parts_of_an_address_are_no_names_to_look_up() -> None:
    now = asked("保育所の待機児童は何人か", JA, passages=(passage("pg_1", "保育所の待機児童", JA_STORY, 0.9),))
    assert [text for text in texts_of(DRIVER.decide(now)) if "http" in text or "a.test" in text] == []


def test_a_passage_full_of_sources_adds_few_queries() -> None:
    story = " ".join(f"It is so, according to the Office Number {chr(65 + n)}x." for n in range(20))
    now = asked("How many children wait?", EN, passages=(passage("pg_1", "Children wait", story, 0.9),))
    mine = [text for text in texts_of(DRIVER.decide(now)) if text.startswith("Office Number") and " children" in text]
    assert len(mine) == NAMED_SOURCES_A_ROUND


def texts_of(action: Action) -> list[str]:
    return [query.text for query in action.queries] if isinstance(action, SearchAction) else []
