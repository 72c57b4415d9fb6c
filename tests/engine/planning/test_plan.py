from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.engine.planning.plan import (
    expected_types,
    hits_per_query,
    initial_queries,
    make_plan,
    question_parts,
    wider_queries,
)
from tadori.model.ids import EN, JA, Lang
from tadori.model.query import QueryPurpose
from tadori.model.question import Polarity, TargetClaim
from tadori.model.state import InfoType


def first_texts(question: str, lang: Lang, effort: int = 3) -> list[str]:
    return [query.text for query in initial_queries(make_plan(question, lang), question, "task_1", effort)]


@pytest.mark.req("F1")
@pytest.mark.parametrize(
    ("question", "lang", "names"),
    [
        ("When did the Narigama plant open?", EN, ["Answer", "Counter-evidence"]),
        ("鳴釜発電所はいつ運転を始めたか。", JA, ["回答", "反証"]),
        ("Why did the Narigama plant stop?", EN, ["Answer", "Background causes", "Counter-evidence"]),
        ("鳴釜発電所はなぜ止まったか。", JA, ["回答", "背景 理由", "反証"]),
        ("東京タワーとエッフェル塔の違いは何か。", JA, ["回答", "東京タワー", "エッフェル塔", "反証"]),
        ("What is the difference between TCP and UDP?", EN, ["Answer", "TCP", "UDP", "Counter-evidence"]),
        (
            "Who built the plant and when was it opened?",
            EN,
            ["Answer", "Who built the plant", "when was it opened?", "Counter-evidence"],
        ),
        (
            "日本の首都はどこか？その人口は何人か？",
            JA,
            ["回答", "日本の首都はどこか？", "その人口は何人か？", "反証"],
        ),
    ],
)
def test_a_plan_has_the_answer_first_its_parts_and_counter_evidence_last(
    question: str, lang: Lang, names: list[str]
) -> None:
    assert [section.name for section in make_plan(question, lang).sections] == names


@pytest.mark.req("F1")
@pytest.mark.parametrize(
    ("question", "lang", "focus"),
    [
        ("Where was the father of Abdul-Aziz Bin Muhammad born?", EN, ("Abdul-Aziz Bin Muhammad", "father", "born")),
        ('How many people use "Quiet Tide" in 2021?', EN, ("Quiet Tide", "2021", "people use")),
        ("ひまわり8号はいつ打ち上げられたか", JA, ("ひまわり8号",)),
        ("『潮の記録』の著者は誰か。", JA, ("潮の記録", "著者")),
        ("Who was Oda Kell's father?", EN, ("Oda Kell", "father")),
        ("What is it?", EN, ("What is it?",)),
    ],
)
def test_focus_holds_quoted_titles_names_numbers_and_content_words(
    question: str, lang: Lang, focus: tuple[str, ...]
) -> None:
    assert make_plan(question, lang).sections[0].focus == focus


def test_target_claims_are_handed_through() -> None:
    target = TargetClaim(claim_id="cl_1", text="It opened.", expected_polarity=Polarity.CONFIRM, granularity="whole")
    assert make_plan("When did it open?", EN, [target]).targets == (target,)


@pytest.mark.req("F1")
@pytest.mark.parametrize(
    ("question", "lang", "texts"),
    [
        (
            "Where was the father of Abdul-Aziz Bin Muhammad born?",
            EN,
            ["Where was the father of Abdul-Aziz Bin Muhammad born?", "Abdul-Aziz Bin Muhammad"],
        ),
        (
            "東京タワーとエッフェル塔の違いは何か。",
            JA,
            ["東京タワーとエッフェル塔の違いは何か。", "東京タワー", "エッフェル塔"],
        ),
        ("Who built the plant?", EN, ["Who built the plant?"]),
        (
            "Who built the dam and why was it disputed?",
            EN,
            ["Who built the dam and why was it disputed?", "why was it disputed? dam", "Background causes dam"],
        ),
    ],
)
def test_the_question_is_asked_first_and_nothing_is_padded(question: str, lang: Lang, texts: list[str]) -> None:
    assert first_texts(question, lang) == texts


def test_initial_queries_say_what_they_are_for() -> None:
    plan = make_plan("Who built Narigama?", EN)
    queries = initial_queries(plan, "Who built Narigama?", "task_1", 3)
    assert {(q.purpose, q.section_id, q.round, q.limit) for q in queries} == {
        (QueryPurpose.INITIAL, plan.sections[0].id, 0, 8)
    }


@pytest.mark.parametrize(("effort", "most"), [(1, 4), (3, 8), (5, 12)])
def test_effort_bounds_the_number_of_initial_queries(effort: int, most: int) -> None:
    question = "Compare " + ", ".join(f"Alpha{n} Beta{n}" for n in range(30)) + "?"
    assert len(first_texts(question, EN, effort)) == most


@pytest.mark.parametrize(("effort", "hits"), [(1, 6), (5, 10)])
def test_effort_decides_how_many_hits_are_looked_at(effort: int, hits: int) -> None:
    assert hits_per_query(effort) == hits


def test_a_question_of_two_thousand_characters_is_planned() -> None:
    question = ("鳴釜発電所の水車は何基か。" * 160)[:2000]
    plan = make_plan(question, JA)
    assert plan.sections[0].focus[0] == "鳴釜発電所"
    assert len(initial_queries(plan, question, "task_1", 5)) <= 12


def test_the_parts_of_a_question_come_in_order_and_once() -> None:
    assert question_parts("Who built it, and when was it opened? Who built it?", EN) == [
        "Who built it",
        "when was it opened?",
        "Who built it?",
    ]


@pytest.mark.req("F3")
@pytest.mark.parametrize(
    ("question", "types"),
    [
        ("Who discovered radium?", {InfoType.PERSON}),
        ("ラジウムを発見したのは誰か", {InfoType.PERSON}),
        ("When was the plant opened?", {InfoType.DATE}),
        ("発電所はいつできたか", {InfoType.DATE}),
        ("工事は何年間続いたか", {InfoType.NUMBER}),
        ("Where is the strait?", {InfoType.PLACE}),
        ("海峡はどこにあるか", {InfoType.PLACE}),
        ("How many turbines are there?", {InfoType.NUMBER}),
        ("水車は何基か、いくつか", {InfoType.NUMBER}),
        ("Why did it stop?", {InfoType.REASON}),
        ("なぜ止まったのか", {InfoType.REASON}),
        ("Which is older, A or B?", {InfoType.COMPARISON}),
        ("どちらが古いか", {InfoType.COMPARISON}),
        ("How do I apply?", {InfoType.PROCEDURE}),
        ("申請の手順を教えて", {InfoType.PROCEDURE}),
        ("What is a tidal stream?", {InfoType.DEFINITION}),
        ("潮流発電とは何か", {InfoType.DEFINITION}),
        ("Turbines of Narigama", set()),
    ],
)
def test_the_question_word_tells_the_kind_of_information(question: str, types: set[InfoType]) -> None:
    assert expected_types(question) == types


@given(st.text(max_size=300), st.sampled_from([EN, JA]), st.integers(1, 5))
def test_every_text_gets_a_plan_and_distinct_queries(question: str, lang: Lang, effort: int) -> None:
    plan = make_plan(question, lang)
    queries = initial_queries(plan, question, "task_1", effort)
    assert len(plan.sections) >= 2
    assert len({query.id for query in queries}) == len(queries) <= 2 + 2 * effort


@pytest.mark.req("L39")
def test_a_models_translation_of_the_question_is_asked_in_the_place_of_the_table_of_terms() -> None:
    question = "When did the Narigama plant open?"
    plan = make_plan(question, EN)
    by_model = replace(plan, mirror="鳴釜発電所 運転開始")
    asked = [query.text for query in wider_queries(by_model, question, "task_1", 3) if query.lang == JA]
    without = [query.text for query in wider_queries(plan, question, "task_1", 3) if query.lang == JA]
    assert "鳴釜発電所 運転開始" in asked
    assert "鳴釜発電所 運転開始" not in without
