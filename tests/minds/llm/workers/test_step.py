"""The model's choice of a step, its queries and its tests: in form, in range, or rules take over."""

from typing import Any

import pytest
from pydantic import ValidationError

from tadori.errors import ModelFailed
from tadori.events import Event
from tadori.events.language_models import ModelWordsDropped, RulesTookOver
from tadori.minds.llm.answers import StepAnswer, step_form
from tadori.minds.llm.workers.evaluation import analysed, evaluated, needed_tests
from tadori.minds.llm.workers.rewriting import rewrite_question
from tadori.minds.llm.workers.step import StepView, next_step
from tadori.minds.requests import KnowledgeTurn, ModelAnswer, ModelRequest, TokenCount
from tadori.model.ids import EN, JA
from tadori.model.researcher import (
    ActionFlags,
    ErrorAnalysis,
    EvaluationType,
    KnowledgeItem,
    KnowledgeType,
    RewrittenQuery,
    StepDecision,
    StepKind,
)
from tests.minds.llm.scripted_mind import BarePrompts, ScriptedMind, saying

ALL = ActionFlags(allow_search=True, allow_visit=True, allow_reflect=True, allow_answer=True, allow_coding=True)
KNOWN = KnowledgeItem(
    question="鳴釜の出力は", answer="1,284 MWh", references=("c1",), kind=KnowledgeType.URL, confidence=0.7
)
VIEW = StepView(
    question="How did the turbine perform?",
    claims=["It produced 1,284 MWh.", "It is loud."],
    queries=["turbine"],
    addresses=["A report: on the turbine"],
    open_questions=["Who built it?"],
    diary=["1. search: turbine → success (2 new claims)"],
    advice="look for a source of a recent date",
    knowledge=[KNOWN],
)


def action(kind: str, **fields: Any) -> dict[str, Any]:
    return {"think": "because", "action": {"action": kind, **fields}}


def only(*kinds: str) -> ActionFlags:
    return ActionFlags(**{f"allow_{kind.value}": kind.value in kinds for kind in StepKind})


async def chosen(answer: object, flags: ActionFlags = ALL) -> tuple[StepDecision | None, str, list[Event]]:
    events: list[Event] = []
    found = await next_step(saying(answer), BarePrompts(), VIEW, flags, EN, emit=events.append)
    return found.value, found.code, events


@pytest.mark.req("D1")
@pytest.mark.parametrize(
    ("said", "decision"),
    [
        (
            action("search", searchQueries=[{"q": "turbine  output", "tbs": "qdr:y", "location": "Nagiura"}]),
            StepDecision(
                think="because",
                kind=StepKind.SEARCH,
                queries=(RewrittenQuery(q="turbine output", tbs="qdr:y", location="Nagiura"),),
            ),
        ),
        (action("visit", urlTargets=[1, 1]), StepDecision(think="because", kind=StepKind.VISIT, url_targets=(1,))),
        (
            action("reflect", questions=["誰が建てたか", "誰が建てたか"]),
            StepDecision(think="because", kind=StepKind.REFLECT, questions=("誰が建てたか",)),
        ),
        (
            action("answer", answer="1,284 MWh", references=[1], isFinal=True),
            StepDecision(think="because", kind=StepKind.ANSWER, answer="1,284 MWh", references=(1,), is_final=True),
        ),
        (
            action("coding", codingIssue="the sum"),
            StepDecision(think="because", kind=StepKind.CODING, coding_issue="the sum"),
        ),
    ],
    ids=["search", "visit", "reflect", "answer", "coding"],
)
async def test_each_step_is_a_thought_and_one_action(said: dict[str, Any], decision: StepDecision) -> None:
    assert await chosen(said) == (decision, "", [])


@pytest.mark.req("D1")
@pytest.mark.parametrize("kind", list(StepKind))
def test_the_form_has_no_place_for_a_forbidden_action(kind: StepKind) -> None:
    fields: dict[StepKind, dict[str, Any]] = {
        StepKind.SEARCH: {"searchQueries": [{"q": "x"}]},
        StepKind.VISIT: {"urlTargets": [1]},
        StepKind.REFLECT: {"questions": ["x"]},
        StepKind.ANSWER: {"answer": "x", "references": [1], "isFinal": False},
        StepKind.CODING: {"codingIssue": "x"},
    }
    said = action(kind.value, **fields[kind])
    assert step_form([kind.value]).model_validate(said).action.action == kind.value
    others = [other.value for other in StepKind if other is not kind]
    with pytest.raises(ValidationError):
        step_form(others).model_validate(said)


def test_a_form_is_a_step_of_its_own_name_made_once() -> None:
    form = step_form(["search", "answer"])
    assert (form.__name__, issubclass(form, StepAnswer)) == ("StepAnswer_search_answer", True)
    assert step_form(["search", "answer"]) is form


@pytest.mark.req("D1")
@pytest.mark.parametrize(
    "said",
    [
        action("visit", urlTargets=[7]),
        action("reflect", questions=["\u200b"]),
        action("search", searchQueries=[{"q": "\u200b"}]),
        action("coding", codingIssue="\u200b"),
    ],
    ids=["no such address", "no question", "no query", "no issue"],
)
async def test_a_step_of_which_nothing_is_left_is_left_to_rules(said: dict[str, Any]) -> None:
    decision, code, events = await chosen(said)
    assert (decision, code) == (None, "UNUSABLE_ANSWER")
    assert events[-1] == RulesTookOver(job="step", code="UNUSABLE_ANSWER")


@pytest.mark.req("D1")
async def test_numbers_that_name_no_claim_are_dropped_and_counted() -> None:
    decision, _, events = await chosen(action("answer", answer="x", references=[2, 99, 3], isFinal=False))
    assert decision is not None
    assert decision.references == (2,)
    assert events == [ModelWordsDropped(job="step", about="", kept=1, dropped=(("no such claim", 2),))]


@pytest.mark.req("D1")
async def test_an_action_that_is_not_allowed_is_refused_even_where_a_model_gets_past_the_form() -> None:
    class Loose(ScriptedMind):
        """Keeps to no form."""

        async def ask(self, ask: ModelRequest[Any]) -> ModelAnswer[Any]:
            value = StepAnswer.model_validate(action("search", searchQueries=[{"q": "x"}]))
            return ModelAnswer(value=value, model="loose", use=TokenCount(), tries=1, seconds=0.0)

    mind = Loose(script=lambda _: None)
    found = await next_step(mind, BarePrompts(), VIEW, only("answer"), EN)
    assert (found.value, found.code) == (None, "UNUSABLE_ANSWER")


async def test_a_model_that_fails_leaves_the_step_to_rules() -> None:
    decision, code, events = await chosen(ModelFailed("MODEL_REFUSED", "no"))
    assert (decision, code, events) == (None, "MODEL_REFUSED", [RulesTookOver(job="step", code="MODEL_REFUSED")])


@pytest.mark.req("D3")
async def test_knowledge_is_handed_over_as_turns_and_the_rest_as_data() -> None:
    mind = saying(action("reflect", questions=["x"]))
    await next_step(mind, BarePrompts(), VIEW, ALL, JA)
    (request,) = mind.asked
    assert request.turns == (KnowledgeTurn(question="鳴釜の出力は", answer="1,284 MWh"),)
    assert {one.name: one.text for one in request.data} == {
        "question": "How did the turbine perform?",
        "claims": "[1] It produced 1,284 MWh.\n[2] It is loud.",
        "diary": "1. search: turbine → success (2 new claims)",
        "known": "turbine",
        "advice": "look for a source of a recent date",
        "open": "Who built it?",
        "addresses": "[1] A report: on the turbine",
    }


@pytest.mark.req("D3")
async def test_another_turn_is_another_request() -> None:
    mind = saying(action("reflect", questions=["x"]))
    await next_step(mind, BarePrompts(), VIEW, ALL, EN)
    without = StepView(**{**{name: getattr(VIEW, name) for name in VIEW.__slots__}, "knowledge": []})
    await next_step(mind, BarePrompts(), without, ALL, EN)
    assert mind.asked[0].id != mind.asked[1].id


LAYERS = {name: name for name in ("surface", "practical", "emotional", "social", "identity")}


@pytest.mark.req("D2")
async def test_a_question_is_rewritten_over_five_layers() -> None:
    mind = saying(
        {**LAYERS, "searchQueries": [{"q": "鳴釜 出力"}, {"q": "鳴釜 出力"}, {"q": "Narigama", "tbs": "qdr:m"}]}
    )
    found = await rewrite_question(mind, BarePrompts(), "鳴釜の出力は", ["鳴釜"], JA)
    assert found.value is not None
    assert found.value.intent.identity == "identity"
    assert found.value.queries == (RewrittenQuery(q="鳴釜 出力"), RewrittenQuery(q="Narigama", tbs="qdr:m"))
    assert [one.name for one in mind.asked[0].data] == ["question", "known"]


@pytest.mark.req("D2")
@pytest.mark.parametrize("said", [{**LAYERS, "searchQueries": []}, {"searchQueries": [{"q": "x"}]}, "text"])
async def test_a_rewriting_out_of_form_is_none(said: object) -> None:
    found = await rewrite_question(saying(said), BarePrompts(), "x", [], EN)
    assert (found.value, found.code) == (None, "CONSENSUS_SCHEMA_RETRY_EXCEEDED")


@pytest.mark.req("D4")
async def test_a_model_says_which_tests_a_question_needs() -> None:
    said = {"think": "x", "freshness": True, "plurality": False, "completeness": True}
    found = await needed_tests(saying(said), BarePrompts(), "x", EN)
    assert found.value == frozenset([EvaluationType.FRESHNESS, EvaluationType.COMPLETENESS])


@pytest.mark.req("D4")
async def test_verdicts_on_tests_that_were_not_asked_for_are_ignored_and_the_first_counts() -> None:
    def verdict(kind: str, passed: bool, plan: str = "p") -> dict[str, Any]:
        return {"type": kind, "think": "t", "passed": passed, "improvement_plan": plan}

    said = {"verdicts": [verdict("definitive", False), verdict("definitive", True), verdict("plurality", False)]}
    found = await evaluated(saying(said), BarePrompts(), "x", ["a"], [EvaluationType.DEFINITIVE], EN)
    assert [(one.kind, one.passed, one.improvement_plan) for one in found.value] == [
        (EvaluationType.DEFINITIVE, False, "p")
    ]


@pytest.mark.req("D5")
async def test_an_analysis_has_three_parts() -> None:
    mind: ScriptedMind = saying({"recap": "r", "blame": "b", "improvement": "i"})
    found = await analysed(mind, BarePrompts(), "x", ["1. search"], ["freshness: old"], EN)
    assert found.value == ErrorAnalysis(recap="r", blame="b", improvement="i")
    assert [one.text for one in mind.asked[0].data] == ["x", "1. search", "freshness: old"]
