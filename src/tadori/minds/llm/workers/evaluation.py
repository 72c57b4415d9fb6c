"""Tests an answer with a model's help (D4), and says what went wrong with one that failed (D5).

Comes in: a question, the sentences of an answer, the tests it has to pass. Goes out: what the model says of each test,
and an analysis. The model cannot pass what rules have failed: that is decided in `engine/planning/evaluation.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tadori.events import Emit, ignore_event
from tadori.minds.llm.workers.base import (
    PromptSource,
    RulesFallback,
    WorkResult,
    ask_or_fall_back,
    numbered,
    template_language,
)
from tadori.minds.llm.workers.wording import plain
from tadori.minds.requests import Mind, ModelRequest, ModelRole, UntrustedText
from tadori.model.ids import Lang
from tadori.model.researcher import ErrorAnalysis, EvaluationType

if TYPE_CHECKING:
    from tadori.minds.llm.answers import AnalysisAnswer, CriteriaAnswer, EvaluationAnswer

CRITERIA: Final = "criteria"
EVALUATION: Final = "evaluation"
ANALYSIS: Final = "analysis"


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidOfAnswer:
    """A model's verdict on an answer by one test."""

    kind: EvaluationType
    passed: bool
    think: str
    improvement_plan: str


async def needed_tests(
    mind: Mind | None, prompts: PromptSource, question: str, lang: Lang, *, emit: Emit = ignore_event
) -> WorkResult[frozenset[EvaluationType] | None]:
    """Which of the tests that not every answer has to pass this question needs; None where no model says so."""
    from tadori.minds.llm.answers import CriteriaAnswer  # lazy: pydantic is slow, and only a model needs it

    def request() -> "ModelRequest[CriteriaAnswer]":
        words = prompts.render(CRITERIA, template_language(lang))
        return ModelRequest(
            job=CRITERIA,
            instructions=words.text,
            data=(UntrustedText(name="question", text=question),),
            answer=CriteriaAnswer,
            longest=200,
            template=words.template,
        )

    answer = await ask_or_fall_back(mind, request, emit)
    if isinstance(answer, RulesFallback):
        return WorkResult(value=None, code=answer.code)
    said = answer.value
    wanted = {
        EvaluationType.FRESHNESS: said.freshness,
        EvaluationType.PLURALITY: said.plurality,
        EvaluationType.COMPLETENESS: said.completeness,
    }
    return WorkResult(value=frozenset(kind for kind, is_needed in wanted.items() if is_needed), model=answer.model)


async def evaluated(
    mind: Mind | None,
    prompts: PromptSource,
    question: str,
    answer: Sequence[str],
    tests: Sequence[EvaluationType],
    lang: Lang,
    *,
    emit: Emit = ignore_event,
) -> WorkResult[tuple[SaidOfAnswer, ...]]:
    """What the model says of each of `tests`; nothing of a test it passes over."""
    from tadori.minds.llm.answers import EvaluationAnswer  # lazy: pydantic is slow, and only a model needs it

    def request() -> "ModelRequest[EvaluationAnswer]":
        words = prompts.render(EVALUATION, template_language(lang))
        return ModelRequest(
            job=EVALUATION,
            instructions=words.text,
            data=(
                UntrustedText(name="question", text=question),
                numbered("answer", answer),
                UntrustedText(name="tests", text="\n".join(kind.value for kind in tests)),
            ),
            answer=EvaluationAnswer,
            longest=600,
            role=ModelRole.SLOW,
            template=words.template,
        )

    asked = await ask_or_fall_back(mind, request, emit)
    if isinstance(asked, RulesFallback):
        return WorkResult(value=(), code=asked.code)
    found: dict[EvaluationType, SaidOfAnswer] = {}
    for said in asked.value.verdicts:
        kind = EvaluationType(said.type)
        if kind in tests:
            verdict = SaidOfAnswer(
                kind=kind,
                passed=said.passed,
                think=plain(said.think),
                improvement_plan="" if said.passed else plain(said.improvement_plan),
            )
            found.setdefault(kind, verdict)
    return WorkResult(value=tuple(found.values()), model=asked.model)


async def analysed(
    mind: Mind | None,
    prompts: PromptSource,
    question: str,
    diary: Sequence[str],
    verdicts: Sequence[str],
    lang: Lang,
    *,
    emit: Emit = ignore_event,
) -> WorkResult[ErrorAnalysis | None]:
    """What went wrong and what to do otherwise; None where no model says so."""
    from tadori.minds.llm.answers import AnalysisAnswer  # lazy: pydantic is slow, and only a model needs it

    def request() -> "ModelRequest[AnalysisAnswer]":
        words = prompts.render(ANALYSIS, template_language(lang))
        return ModelRequest(
            job=ANALYSIS,
            instructions=words.text,
            data=(
                UntrustedText(name="question", text=question),
                UntrustedText(name="diary", text="\n".join(diary)),
                UntrustedText(name="verdicts", text="\n".join(verdicts)),
            ),
            answer=AnalysisAnswer,
            longest=400,
            role=ModelRole.SLOW,
            template=words.template,
        )

    answer = await ask_or_fall_back(mind, request, emit)
    if isinstance(answer, RulesFallback):
        return WorkResult(value=None, code=answer.code)
    said = answer.value
    made = ErrorAnalysis(recap=plain(said.recap), blame=plain(said.blame), improvement=plain(said.improvement))
    return WorkResult(value=made, model=answer.model)
