"""What the driver searches for an open question, and the one search against its answer as a whole."""

from dataclasses import replace
from typing import Any

import pytest

from tadori.engine.drivers.mechanical import MechanicalDriver
from tadori.engine.drivers.open_rounds import is_open, open_queries, open_refutation
from tadori.model.actions import AnswerAction, RefuteAction, SearchAction, action_from_json, action_to_json
from tadori.model.ids import EN, JA, Lang
from tadori.model.query import QueryPurpose
from tadori.model.state import ResearchState
from tadori.model.thresholds import MAX_REFUTED_CLAIMS
from tadori.query.refuting import SUFFIXES, SUFFIXES_EN, SUFFIXES_JA
from tests.engine.makers import FATHER, standing, state, texts

DRIVER = MechanicalDriver()
WHY = "Why was the harbour bridge closed?"


@pytest.mark.parametrize(
    ("question", "lang", "expected"),
    [
        (WHY, EN, True),
        (FATHER, EN, False),
        ("Who designed the turbines, and what do critics say?", EN, True),
        ("橋はなぜ閉鎖されたのか", JA, True),
        ("橋はいつ開通したか", JA, False),
    ],
)
def test_a_question_is_open_where_one_of_its_parts_is(question: str, lang: Lang, expected: bool) -> None:
    assert is_open(state(question, lang)) is expected


@pytest.mark.req("F1")
@pytest.mark.parametrize(
    ("question", "lang", "queries"),
    [
        (WHY, EN, ["harbour bridge closed"]),
        ("橋はなぜ閉鎖されたのか", JA, ["橋 閉鎖"]),
        (
            "What is the difference in speed between TCP and UDP?",
            EN,
            ["speed TCP UDP", "TCP speed", "UDP speed"],
        ),
        ("紅茶と緑茶の違いは何か", JA, ["紅茶 緑茶", "紅茶", "緑茶"]),
        (
            "Why was the Nagiura plant delayed? Who designed the Farholm turbines?",
            EN,
            ["Nagiura plant delayed designed Farholm turbines", "Nagiura plant delayed", "designed Farholm turbines"],
        ),
        (
            "How did the Narigama turbine perform, and what do critics say?",
            EN,
            ["Narigama turbine perform", "what do critics say? Narigama"],
        ),
        ("What are the advantages?", EN, ["What are the advantages?"]),
    ],
)
def test_the_first_round_searches_the_question_its_parts_and_its_sides(
    question: str, lang: Lang, queries: list[str]
) -> None:
    asked = state(question, lang, effort=5)
    assert [query.text for query in open_queries(asked)] == queries
    assert texts(DRIVER.decide(asked)) == queries


@pytest.mark.parametrize("effort", [1, 3, 5])
def test_effort_bounds_how_many_queries_are_made(effort: int) -> None:
    many = state(" ".join(f"Why is turbine number {n} red?" for n in range(9)), effort=effort)
    assert len(open_queries(many)) == 1 + effort


def test_over_a_folder_there_is_one_round() -> None:
    claim = standing("The bridge was closed because of rust.")
    action = DRIVER.decide(state(WHY, round=1, claims=(claim,), refutation_searched=frozenset([claim.claim.id])))
    assert open_queries(state(WHY, round=1)) == []
    assert isinstance(action, AnswerAction)


def answered(number: int, question: str = WHY, lang: Lang = EN, **given: Any) -> tuple[ResearchState, list[str]]:
    """A state with so many claims of the answer, and their ids."""
    claims = tuple(standing(f"Reason {n} was the rust.", answer_score=1 - n / 1000) for n in range(number))
    claims = tuple(replace(one, claim=replace(one.claim, lang=lang)) for one in claims)
    ids = [one.claim.id for one in claims]
    return state(question, lang, round=1, claims=claims, answer_claims=tuple(ids), **given), ids


@pytest.mark.req("L14")
def test_one_search_tests_all_claims_of_the_answer() -> None:
    now, ids = answered(3)
    action = DRIVER.decide(now)
    assert isinstance(action, RefuteAction)
    assert action.claim_ids == (ids[0], ids[1], ids[2])
    assert [(query.text, query.purpose, query.cause_id) for query in action.queries] == [
        ("harbour bridge closed " + " ".join(SUFFIXES_EN), QueryPurpose.REFUTE, ids[0])
    ]
    assert action.reason == 'Look for what speaks against the answer about "harbour bridge closed"'


@pytest.mark.req("L14", "X7")
def test_a_japanese_answer_is_tested_in_japanese() -> None:
    now, _ = answered(2, "鳴釜発電所の利点は何か", JA)
    action = DRIVER.decide(now)
    assert isinstance(action, RefuteAction)
    assert [query.text for query in action.queries] == ["鳴釜 発電所 発電 誤り 反論 批判 問題点 課題 訂正"]
    assert action.reason == "反証を探す:「鳴釜 発電所 発電」"
    assert SUFFIXES == {True: SUFFIXES_JA, False: SUFFIXES_EN}


@pytest.mark.req("L14")
def test_the_search_against_several_answers_names_the_subject_of_each() -> None:
    now, ids = answered(2, "Why was Nagiura closed? Why was Farholm sold?")
    action = open_refutation(now, ids)
    assert action is not None
    assert action.queries[0].text.startswith("Nagiura closed Farholm sold ")


@pytest.mark.req("L14")
def test_what_was_tested_is_not_tested_again() -> None:
    now, ids = answered(3, refutation_searched=frozenset())
    one = open_refutation(replace(now, refutation_searched=frozenset(ids[:2])), ids)
    assert one is not None
    assert one.claim_ids == (ids[2],)
    assert open_refutation(replace(now, refutation_searched=frozenset(ids)), ids) is None
    assert open_refutation(now, []) is None


@pytest.mark.req("L14")
def test_no_more_claims_are_tested_than_there_is_room_for() -> None:
    now, ids = answered(MAX_REFUTED_CLAIMS + 4)
    first = open_refutation(now, ids)
    assert first is not None
    assert first.claim_ids == tuple(ids[:MAX_REFUTED_CLAIMS])
    after = replace(now, refutation_searched=frozenset(first.claim_ids))
    assert open_refutation(after, ids) is None
    most = replace(now, refutation_searched=frozenset(ids[: MAX_REFUTED_CLAIMS - 1]))
    last = open_refutation(most, ids)
    assert last is not None
    assert last.claim_ids == (ids[MAX_REFUTED_CLAIMS - 1],)


@pytest.mark.req("X4")
def test_a_test_of_several_claims_outlives_the_program_in_the_journal() -> None:
    now, ids = answered(3)
    action = DRIVER.decide(now)
    assert isinstance(action, RefuteAction)
    kept = action_from_json(action_to_json(action))
    assert kept == action
    assert isinstance(kept, RefuteAction)
    assert kept.claim_ids == tuple(ids)


@pytest.mark.req("X4")
def test_a_journal_from_before_has_one_claim_a_test() -> None:
    written = action_to_json(RefuteAction(claim_id="cl_1", queries=(), reason="why"))
    del written["also"]
    kept = action_from_json(written)
    assert isinstance(kept, RefuteAction)
    assert kept.claim_ids == ("cl_1",)


def test_a_question_of_fact_is_searched_and_tested_as_before() -> None:
    claim = standing("He died in Farholm.")
    first, test = DRIVER.decide(state()), DRIVER.decide(state(round=3, claims=(claim,)))
    assert isinstance(first, SearchAction)
    assert isinstance(test, RefuteAction)
    assert (texts(first), test.also) == ([FATHER, "Oda Kell"], ())
