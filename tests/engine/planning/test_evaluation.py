"""Answers tested by rules, and by a model that cannot overrule them."""

from dataclasses import replace
from datetime import date

import pytest

from tadori.engine.planning.evaluation import ProposedAnswer, joined, needed_by_rules, ordered, rule_responses
from tadori.minds.llm.workers.evaluation import SaidOfAnswer
from tadori.model.graph import ClaimStanding
from tadori.model.ids import EN, JA, IsoDate, Lang
from tadori.model.researcher import (
    CompletenessAnalysis,
    EvaluationResponse,
    EvaluationType,
    FreshnessAnalysis,
    PluralityAnalysis,
)
from tests.engine.makers import standing

TODAY = date(2026, 11, 19)
ATTRIBUTION, DEFINITIVE, FRESHNESS, PLURALITY, COMPLETENESS = EvaluationType
TURBINE = standing("The turbine produced 1,284 MWh in its first year.")
CRITICS = standing("Critics say that the turbine is too loud.")


def dated(text: str, day: str | None) -> ClaimStanding:
    found = standing(text)
    return replace(found, claim=replace(found.claim, date=None if day is None else IsoDate(day)))


def answer(
    question: str, *claims: ClaimStanding, parts: tuple[int, ...] = (0,), lang: Lang = EN, says_no: bool = False
) -> ProposedAnswer:
    return ProposedAnswer(
        question=question,
        lang=lang,
        claims=claims,
        titles=tuple("Page" for _ in claims),
        answered_parts=parts,
        says_no=says_no,
    )


def one(kind: EvaluationType, given: ProposedAnswer) -> EvaluationResponse:
    (found,) = rule_responses(given, [kind], TODAY)
    return found


@pytest.mark.req("D4")
@pytest.mark.parametrize(
    ("question", "lang", "tests"),
    [
        ("When did the bridge open?", EN, ()),
        ("Who is the mayor now?", EN, (FRESHNESS,)),
        ("鳴釜市の現在の市長は誰ですか", JA, (FRESHNESS,)),
        ("Give three examples of tidal turbines.", EN, (PLURALITY,)),
        ("潮流発電の例を三つ挙げてください", JA, (PLURALITY,)),
        ("How did the turbine perform, and what do critics say?", EN, (COMPLETENESS,)),
        ("What is the difference between tar and zip?", EN, (COMPLETENESS,)),
        ("潮流発電の利点と欠点は何ですか", JA, (COMPLETENESS,)),
    ],
)
def test_the_question_decides_which_tests_there_are(
    question: str, lang: Lang, tests: tuple[EvaluationType, ...]
) -> None:
    assert needed_by_rules(question, lang) == frozenset(tests)


@pytest.mark.req("D4")
def test_every_answer_is_tested_for_attribution_and_definitiveness_first() -> None:
    assert ordered([]) == (ATTRIBUTION, DEFINITIVE)
    assert ordered([COMPLETENESS, FRESHNESS]) == (ATTRIBUTION, DEFINITIVE, FRESHNESS, COMPLETENESS)


@pytest.mark.req("D4")
def test_an_answer_without_a_claim_is_neither_attributed_nor_definitive() -> None:
    empty = answer("When did it open?")
    assert [one(kind, empty).passed for kind in (ATTRIBUTION, DEFINITIVE)] == [False, False]
    full = answer("When did it open?", TURBINE)
    assert [one(kind, full).passed for kind in (ATTRIBUTION, DEFINITIVE)] == [True, True]
    assert one(DEFINITIVE, answer("When did it open?", TURBINE, says_no=True)).passed is False


@pytest.mark.req("D4")
@pytest.mark.parametrize(
    ("question", "day", "passed", "days", "most"),
    [
        ("Who is the mayor now?", "2026-11-01", True, 18, 365),
        ("Who is the mayor now?", "2025-11-19", True, 365, 365),
        ("Who is the mayor now?", "2025-11-18", False, 366, 365),
        ("What is the latest version?", "2026-08-20", False, 91, 90),
        ("What is the latest version?", "2026-09-01", True, 79, 90),
        ("Who is the mayor now?", None, False, -1, 365),
    ],
)
def test_freshness_is_the_age_of_the_newest_dated_evidence(
    question: str, day: str | None, passed: bool, days: int, most: int
) -> None:
    found = one(FRESHNESS, answer(question, dated("Ada Moss is mayor.", day)))
    assert (found.passed, found.freshness) == (passed, FreshnessAnalysis(days_ago=days, max_age_days=most))


@pytest.mark.req("D4")
@pytest.mark.parametrize(
    ("question", "claims", "analysis"),
    [
        (
            "Give three examples of turbines.",
            (TURBINE, CRITICS),
            PluralityAnalysis(minimum_count_required=3, actual_count_provided=2),
        ),
        (
            "List the turbines.",
            (TURBINE, CRITICS),
            PluralityAnalysis(minimum_count_required=2, actual_count_provided=2),
        ),
        (
            "List the turbines.",
            (TURBINE, TURBINE),
            PluralityAnalysis(minimum_count_required=2, actual_count_provided=1),
        ),
    ],
)
def test_plurality_counts_different_sentences(
    question: str, claims: tuple[ClaimStanding, ...], analysis: PluralityAnalysis
) -> None:
    found = one(PLURALITY, answer(question, *claims))
    assert found.plurality == analysis
    assert found.passed == (analysis.actual_count_provided >= analysis.minimum_count_required)


@pytest.mark.req("D4")
def test_completeness_names_the_part_that_nothing_answers() -> None:
    question = "How did the turbine perform, and what do critics say?"
    found = one(COMPLETENESS, answer(question, TURBINE, parts=(0,)))
    assert (found.passed, found.improvement_plan) == (False, "what do critics say?")
    assert found.completeness == CompletenessAnalysis(
        aspects_expected=("How did the turbine perform", "what do critics say?"),
        aspects_provided=("How did the turbine perform",),
    )
    assert one(COMPLETENESS, answer(question, TURBINE, CRITICS, parts=(0, 1))).passed is True


@pytest.mark.req("D4")
def test_a_comparison_needs_both_sides() -> None:
    question = "What is the difference between tar and zip?"
    tar, both = standing("tar keeps file owners."), standing("zip compresses each file, tar the whole.")
    assert one(COMPLETENESS, answer(question, tar)).improvement_plan == "zip"
    assert one(COMPLETENESS, answer(question, tar, both)).passed is True


@pytest.mark.req("D4")
def test_a_model_can_fail_what_rules_passed_and_never_pass_what_they_failed() -> None:
    by_rules = rule_responses(
        answer("Who is the mayor now?", dated("Ada is mayor.", "2001-01-01")), ordered([FRESHNESS]), TODAY
    )
    said = [
        SaidOfAnswer(kind=ATTRIBUTION, passed=False, think="no", improvement_plan="x"),
        SaidOfAnswer(kind=DEFINITIVE, passed=False, think="Ada who?", improvement_plan="the mayor's whole name"),
        SaidOfAnswer(kind=FRESHNESS, passed=True, think="fine", improvement_plan=""),
    ]
    found = joined(by_rules, said)
    assert [(one.kind, one.passed, one.by_rules) for one in found] == [
        (ATTRIBUTION, True, True),
        (DEFINITIVE, False, False),
        (FRESHNESS, False, True),
    ]
    assert found[1].improvement_plan == "the mayor's whole name"


@pytest.mark.req("D4")
def test_responses_have_the_names_of_the_document() -> None:
    found = one(FRESHNESS, answer("Who is the mayor now?", dated("Ada is mayor.", "2001-01-01")))
    assert found.to_wire() == {
        "pass": False,
        "think": "the newest evidence is 9453 days old",
        "type": "freshness",
        "freshnessAnalysis": {"daysAgo": 9453, "maxAgeDays": 365},
        "improvementPlan": "look for a source of a recent date",
    }


@pytest.mark.req("D4")
def test_for_and_against_are_two_aspects() -> None:
    question = "潮流発電の利点と欠点は何ですか"
    good = standing("潮流発電の利点は天候に左右されないことである。")
    bad = standing("潮流発電の欠点は設備が高価なことである。")
    half = one(COMPLETENESS, answer(question, good, lang=JA))
    assert half.to_wire()["completenessAnalysis"] == {
        "aspectsExpected": "賛成の理由, 反対の理由",
        "aspectsProvided": "賛成の理由",
    }
    assert (half.passed, half.improvement_plan) == (False, "反対の理由")
    assert one(COMPLETENESS, answer(question, good, bad, lang=JA)).passed is True
    english = one(COMPLETENESS, answer("What are the pros and cons of tidal power?", lang=EN))
    assert english.improvement_plan == "arguments for, arguments against"
