"""The driver of another look at one claim: for it, against it, the answer, the stop."""

from dataclasses import replace

import pytest

from tadori.engine.drivers.deepen import DeepenDriver, deepening_queries
from tadori.model.actions import ActionOutcome, AnswerAction, RefuteAction, SearchAction, StopAction
from tadori.model.budget import Spent
from tadori.model.ids import EN, JA, Lang
from tadori.model.query import QueryPurpose
from tadori.model.question import StopReason
from tadori.model.state import ResearchState
from tests.engine.makers import standing, state

CLAIM = replace(standing("The Narigama tunnel opened on 12 May 1987 in Nagiura.").claim, lang=EN)
DRIVER = DeepenDriver(claim=CLAIM)


def after(*kinds: str, now: ResearchState | None = None, new: int = 0) -> ResearchState:
    outcomes = tuple(ActionOutcome(kind=kind, new_claims=new) for kind in kinds)
    return replace(now or state(), outcomes=outcomes, answered="answer" in kinds)


@pytest.mark.req("F6")
def test_it_searches_for_the_claim_then_against_it_then_answers_and_stops() -> None:
    first = DRIVER.decide(after())
    assert isinstance(first, SearchAction)
    assert {query.purpose for query in first.queries} == {QueryPurpose.DEEPEN}
    second = DRIVER.decide(after("search"))
    assert isinstance(second, RefuteAction)
    assert (second.claim_id, second.rereads) == (CLAIM.id, True)
    assert {query.purpose for query in second.queries} == {QueryPurpose.REFUTE}
    assert isinstance(DRIVER.decide(after("search", "refute")), AnswerAction)
    last = DRIVER.decide(after("search", "refute", "answer", new=2))
    assert isinstance(last, StopAction)
    assert last.words == (
        'A claim was looked at again, with 6 new statements: "The Narigama tunnel opened on 12 May 1987 in Nagiura.".'
    )


def test_its_queries_hold_what_the_claim_is_about_and_not_its_value() -> None:
    found = [query.text for query in deepening_queries(CLAIM, state())]
    assert found[0] == "Narigama Nagiura tunnel opened"
    assert [text for text in found if "1987" in text or "May" in text] == []
    assert found[-2:] == ["Narigama", "Nagiura"]


@pytest.mark.parametrize(
    ("text", "lang", "languages"),
    [
        ("The population of the city fell in 2019.", EN, {EN, JA}),
        ("市の人口は2019年に減少した。", JA, {JA, EN}),
    ],
)
def test_on_the_web_the_other_language_is_asked_too(text: str, lang: Lang, languages: set[Lang]) -> None:
    claim = replace(standing(text).claim, lang=lang)
    assert {query.lang for query in deepening_queries(claim, state(on_the_web=True))} == languages


def test_with_no_budget_left_it_looks_through_what_was_read_and_says_why_it_stopped() -> None:
    spent = state(spent=Spent(pages=10_000))
    action = DRIVER.decide(after(now=spent))
    assert isinstance(action, RefuteAction)
    assert (action.queries, action.rereads) == ((), True)
    last = DRIVER.decide(after("refute", "answer", now=spent))
    assert isinstance(last, StopAction)
    assert (last.reason, last.words) == (StopReason.BUDGET, "The budget (pages) is used up.")


def test_a_stop_of_the_user_and_a_claim_that_was_withdrawn_end_it_at_once() -> None:
    stopped = DRIVER.decide(state(user_stop=True))
    assert isinstance(stopped, StopAction)
    assert stopped.reason is StopReason.USER_STOP
    gone = DeepenDriver(claim=None).decide(state())
    assert isinstance(gone, StopAction)
    assert gone.reason is StopReason.ANSWER_ACCEPTED


def test_a_japanese_question_hears_of_it_in_japanese() -> None:
    claim = replace(standing("橋は1987年に開通した。").claim, lang=JA)
    last = DeepenDriver(claim=claim).decide(after("search", "refute", "answer", now=replace(state(), lang=JA)))
    assert isinstance(last, StopAction)
    assert last.words == "主張を見直し、新しい文が0件見つかった: 「橋は1987年に開通した。」。"
