from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.engine.planning.stopping import StopCircumstances, decide_iteration
from tadori.model.budget import Budget, Spent
from tadori.model.ids import EN, JA, Lang
from tadori.model.question import StopReason
from tadori.model.rounds import Iteration

CALM = StopCircumstances(budget=Budget(), spent=Spent())
EVERYTHING_AT_ONCE: dict[str, Any] = {
    "user_stop": True,
    "spent": Spent(pages=120),
    "all_blocked": True,
    "answer_accepted": True,
    "claims_satisfied": True,
    "novelty_history": (0.0, 0.0),
    "can_ask_more": False,
}


def decided(circumstances: StopCircumstances = CALM, *, rounds: int = 1, lang: Lang = EN, missing: tuple[str, ...] = ("date",), confidence: float = 0.5) -> Iteration:  # fmt: skip  # noqa: E501
    return decide_iteration(
        current_iteration=rounds,
        missing_information=missing,
        confidence_score=confidence,
        circumstances=circumstances,
        lang=lang,
    )


@pytest.mark.req("F5")
def test_it_goes_on_while_something_is_missing_and_says_what() -> None:
    found = decided()
    assert (found.should_continue_search, found.stop_reason) == (True, None)
    assert found.reason == "After 1 of 3 rounds this is still missing: date."
    assert decided(lang=JA, missing=("日付", "人物")).reason == "1回目の検索まで終え、まだ足りない: 日付、人物。"


@pytest.mark.req("F5")
@pytest.mark.parametrize(("rounds", "goes_on"), [(0, True), (2, True), (3, False), (4, False)])
def test_three_rounds_are_the_most(rounds: int, goes_on: bool) -> None:
    assert decided(rounds=rounds).should_continue_search is goes_on


@pytest.mark.req("F5")
@pytest.mark.parametrize(
    ("changed", "reason", "words"),
    [
        ({"user_stop": True}, StopReason.USER_STOP, "It was stopped by its user."),
        ({"spent": Spent(seconds=4500)}, StopReason.BUDGET, "The budget (time) is used up."),
        ({"spent": Spent(pages=120)}, StopReason.BUDGET, "The budget (pages) is used up."),
        ({"all_blocked": True}, StopReason.ALL_BLOCKED, "Every source refused."),
        ({"answer_accepted": True}, StopReason.ANSWER_ACCEPTED, "The answer was accepted."),
        ({"novelty_history": (0.5, 0.09, 0.0)}, StopReason.NOVELTY, "Further reading brought almost nothing new."),
        ({"can_ask_more": False}, StopReason.EARLY_STOP, "No lead is left to follow."),
    ],
)
def test_each_reason_to_stop_is_a_sentence(changed: dict[str, Any], reason: StopReason, words: str) -> None:
    found = decided(replace(CALM, **changed))
    assert (found.should_continue_search, found.stop_reason, found.reason) == (False, reason, words)


def test_reasons_are_sentences_in_japanese_too() -> None:
    assert decided(replace(CALM, spent=Spent(pages=120)), lang=JA).reason == "予算（ページ数）を使い切った。"
    assert decided(rounds=3, lang=JA).reason == "検索の上限（3回）に達した。"


@pytest.mark.req("F5")
@pytest.mark.parametrize(
    ("missing", "confidence", "claims", "satisfied"),
    [
        ((), 0.8, True, True),
        ((), 0.79, True, False),
        (("date",), 0.9, True, False),
        ((), 0.9, False, False),
    ],
)
def test_satisfied_needs_no_gap_enough_confidence_and_satisfied_claims(
    missing: tuple[str, ...], confidence: float, claims: bool, satisfied: bool
) -> None:
    found = decided(replace(CALM, claims_satisfied=claims), missing=missing, confidence=confidence)
    assert (found.stop_reason is StopReason.SATISFIED) is satisfied


def test_when_all_reasons_hold_the_precedence_of_the_rulings_decides() -> None:
    """Take away the reason that was given, one after the other: they come in the order of the enum."""
    given_reasons: list[StopReason | None] = []
    holding = dict(EVERYTHING_AT_ONCE)
    for name in EVERYTHING_AT_ONCE:
        found = decided(replace(CALM, **holding), rounds=3, missing=(), confidence=1.0)
        given_reasons.append(found.stop_reason)
        del holding[name]
    given_reasons.append(decided(rounds=3).stop_reason)
    assert given_reasons == list(StopReason)


@given(st.integers(0, 6), st.floats(0, 1), st.booleans(), st.booleans())
def test_it_never_goes_on_past_the_last_round_and_always_has_words(
    rounds: int, confidence: float, blocked: bool, more: bool
) -> None:
    found = decided(replace(CALM, all_blocked=blocked, can_ask_more=more), rounds=rounds, confidence=confidence)
    assert found.should_continue_search == (found.stop_reason is None)
    assert not (found.should_continue_search and rounds >= 3)
    assert found.reason.endswith(".")


def test_the_wire_has_the_documents_field_names() -> None:
    assert decided(rounds=3).to_wire("sec_1", "Answer", "2026-11-16T00:00:00Z") == {
        "sectionId": "sec_1",
        "sectionName": "Answer",
        "currentIteration": 3,
        "shouldContinueSearch": False,
        "reason": "The maximum of 3 rounds is reached.",
        "timestamp": "2026-11-16T00:00:00Z",
    }
