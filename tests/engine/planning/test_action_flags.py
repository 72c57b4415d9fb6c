"""S2's five flags: what may be chosen next, by the state alone."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tadori.engine.planning.action_flags import NOTHING_ALLOWED, action_flags, has_ended
from tadori.model.actions import ActionOutcome
from tadori.model.budget import Budget, Spent
from tadori.model.ids import Url
from tadori.model.researcher import (
    ActionFlags,
    AnswerEvaluation,
    EvaluationResponse,
    EvaluationType,
    KnownAddress,
    ResearcherMemory,
    StepKind,
)
from tests.engine.makers import standing, state

NOW = datetime(2026, 11, 19, tzinfo=UTC)
CLAIM = standing("Brom Kell died in Nagiura in 1911.")


def outcome(kind: str, new: int = 0, ends: bool = False) -> ActionOutcome:
    return ActionOutcome(kind=kind, new_claims=new, ends_search=ends)


def flags(may_code: bool = False, **given: Any) -> tuple[str, ...]:
    return tuple(kind.value for kind in action_flags(state(**given), may_code=may_code).allowed)


def address(number: int) -> KnownAddress:
    return KnownAddress(
        item=f"i{number}", query_id="q", url=Url(f"https://a.test/{number}"), title="t", snippet="s", date=None
    )


def failed(*kinds: EvaluationType) -> AnswerEvaluation:
    return AnswerEvaluation(
        step=1,
        responses=tuple(
            EvaluationResponse(passed=kind not in kinds, think="", kind=kind, by_rules=True) for kind in EvaluationType
        ),
        analysis=None,
        at=NOW,
    )


@pytest.mark.req("D1")
def test_without_evidence_only_searching_is_allowed() -> None:
    assert flags(round=1) == ("search",)


@pytest.mark.req("D1")
def test_an_answer_is_allowed_from_the_first_claim_and_not_twice_in_a_row() -> None:
    assert flags(round=1, claims=(CLAIM,)) == ("search", "answer")
    after = (outcome("search", 3), outcome("propose"))
    assert flags(round=1, claims=(CLAIM,), outcomes=after) == ("search", "reflect")


@pytest.mark.req("D1")
def test_a_visit_needs_an_unread_address() -> None:
    known = ResearcherMemory(addresses=(address(1),))
    assert flags(round=1, memory=known) == ("search", "visit")
    assert flags(round=1, memory=known, all_blocked=True) == ()


@pytest.mark.req("D1")
def test_reflecting_comes_after_a_step_and_never_twice_in_a_row() -> None:
    assert flags(round=1, outcomes=(outcome("search", 1),)) == ("search", "reflect")
    assert flags(round=1, outcomes=(outcome("search", 1), outcome("reflect"))) == ("search",)


@pytest.mark.req("D1")
def test_two_searches_that_bring_nothing_end_searching() -> None:
    once = (outcome("search", 5), outcome("search", 0))
    assert "search" in flags(round=2, outcomes=once, claims=(CLAIM,))
    assert flags(round=3, outcomes=(*once, outcome("search", 0)), claims=(CLAIM,)) == ("answer",)


@pytest.mark.req("D10")
@pytest.mark.parametrize(
    ("may_code", "text", "expected"),
    [
        (True, "The plant produced 1,284 MWh.", ("search", "answer", "coding")),
        (True, "The plant is old.", ("search", "answer")),
        (False, "The plant produced 1,284 MWh.", ("search", "answer")),
    ],
)
def test_coding_needs_leave_and_a_number(may_code: bool, text: str, expected: tuple[str, ...]) -> None:
    assert flags(may_code, round=1, claims=(standing(text),)) == expected


@pytest.mark.req("D1")
def test_two_calculations_are_enough() -> None:
    done = (outcome("coding", 0), outcome("coding", 0))
    assert "coding" not in flags(True, round=1, claims=(CLAIM,), outcomes=done)


@pytest.mark.req("D7")
@pytest.mark.parametrize(
    "spent", [Spent(pages=120), Spent(seconds=4500.0), Spent(tokens=1000)], ids=["pages", "seconds", "tokens"]
)
def test_a_spent_budget_allows_nothing(spent: Spent) -> None:
    given: dict[str, Any] = {"budget": Budget(tokens=1000), "spent": spent, "claims": (CLAIM,)}
    assert action_flags(state(round=1, **given), may_code=True) == NOTHING_ALLOWED


@pytest.mark.req("D1")
@pytest.mark.parametrize(("effort", "steps"), [(1, 4), (2, 6), (3, 9), (4, 12), (5, 16)])
def test_steps_are_bounded_by_the_effort(effort: int, steps: int) -> None:
    # Steps that bring something, so that no other limit is reached first.
    done = tuple(outcome("visit", 1) for _ in range(steps))
    assert flags(effort=effort, round=1, claims=(CLAIM,), outcomes=done[:-1]) == ("search", "reflect", "answer")
    assert flags(effort=effort, round=1, claims=(CLAIM,), outcomes=done) == ()


def test_the_search_for_refutations_is_no_step_of_the_model() -> None:
    done = tuple(outcome("refute", 0) for _ in range(20))
    assert flags(round=1, claims=(CLAIM,), outcomes=done) == ("search", "answer")


@pytest.mark.req("D5")
def test_the_same_failure_twice_asks_for_new_evidence_before_another_answer() -> None:
    twice = ResearcherMemory(evaluations=(failed(EvaluationType.FRESHNESS), failed(EvaluationType.FRESHNESS)))
    proposals = (outcome("propose"), outcome("search", 0), outcome("propose"), outcome("search", 0))
    assert "answer" not in flags(round=1, claims=(CLAIM,), memory=twice, outcomes=proposals)
    gathered = (*proposals[:-1], outcome("search", 2))
    assert "answer" in flags(round=1, claims=(CLAIM,), memory=twice, outcomes=gathered)
    another = ResearcherMemory(evaluations=(failed(EvaluationType.FRESHNESS), failed(EvaluationType.PLURALITY)))
    assert "answer" in flags(round=1, claims=(CLAIM,), memory=another, outcomes=proposals)


@pytest.mark.req("D4")
def test_a_task_ends_with_a_passed_or_a_last_answer_or_the_third() -> None:
    assert not has_ended([])
    assert not has_ended([outcome("search", ends=False), outcome("propose")])
    assert has_ended([outcome("propose", ends=True)])
    assert has_ended([outcome("propose")] * 3)


@pytest.mark.req("D1")
def test_allowed_actions_come_in_the_order_in_which_they_are_offered() -> None:
    given = ActionFlags(
        allow_search=True, allow_visit=False, allow_reflect=False, allow_answer=True, allow_coding=False
    )
    assert given.allowed == (StepKind.SEARCH, StepKind.ANSWER)
