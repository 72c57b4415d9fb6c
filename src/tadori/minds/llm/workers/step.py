"""Lets a model choose the next step of a research (D1): one thought and one action, of those that are allowed.

Comes in: what the research knows, as texts, and the flags of the actions. Goes out: the decision, or why there is none.
A forbidden action cannot be written (the form has only the allowed ones) and is refused all the same. Numbers that name
nothing are dropped and counted. It decides nothing about evidence: a decision is data.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tadori.events import Emit, ignore_event
from tadori.events.language_models import RulesTookOver
from tadori.minds.llm.workers.base import (
    UNUSABLE,
    PromptSource,
    RulesFallback,
    WorkResult,
    ask_or_fall_back,
    emit_dropped,
    numbered,
    template_language,
)
from tadori.minds.llm.workers.wording import plain
from tadori.minds.requests import KnowledgeTurn, Mind, ModelRequest, ModelRole, UntrustedText
from tadori.model.ids import Lang
from tadori.model.researcher import ActionFlags, KnowledgeItem, RewrittenQuery, StepDecision, StepKind

if TYPE_CHECKING:
    from tadori.minds.llm.answers import SaidQuery, StepAnswer

JOB: Final = "step"
LONGEST_STEP: Final = 500
"""Tokens of an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """What the model sees before a step. Everything but the question was written by others."""

    question: str
    claims: Sequence[str]
    queries: Sequence[str]
    addresses: Sequence[str]
    open_questions: Sequence[str]
    diary: Sequence[str]
    advice: str
    knowledge: Sequence[KnowledgeItem]


async def next_step(
    mind: Mind | None,
    prompts: PromptSource,
    view: StepView,
    flags: ActionFlags,
    lang: Lang,
    *,
    emit: Emit = ignore_event,
) -> WorkResult[StepDecision | None]:
    """The step that the model chooses; None with the code where rules have to."""
    answer = await ask_or_fall_back(mind, lambda: _request(prompts, view, flags, lang), emit)
    if isinstance(answer, RulesFallback):
        return WorkResult(value=None, code=answer.code)
    decision, dropped = _decision(answer.value, view)
    count = emit_dropped(emit, JOB, "", 1, dropped)
    if decision is None or not flags.allows(decision.kind):
        emit(RulesTookOver(job=JOB, code=UNUSABLE))
        return WorkResult(value=None, code=UNUSABLE, dropped=count)
    return WorkResult(value=decision, model=answer.model, dropped=count)


def rewritten(said: Sequence["SaidQuery"]) -> tuple[RewrittenQuery, ...]:
    """Queries of an answer in one spelling, each once."""
    found = [RewrittenQuery(q=plain(one.q), tbs=one.tbs, location=plain(one.location)) for one in said]
    return tuple(dict.fromkeys(one for one in found if one.q))


def _request(prompts: PromptSource, view: StepView, flags: ActionFlags, lang: Lang) -> "ModelRequest[StepAnswer]":
    from tadori.minds.llm.answers import step_form  # lazy: pydantic is slow, and only a model needs it

    allowed: dict[str, object] = {kind.value: flags.allows(kind) for kind in StepKind}
    words = prompts.render(JOB, template_language(lang), **allowed)
    return ModelRequest(
        job=JOB,
        instructions=words.text,
        data=(
            UntrustedText(name="question", text=view.question),
            numbered("claims", view.claims),
            UntrustedText(name="diary", text="\n".join(view.diary)),
            UntrustedText(name="known", text="\n".join(view.queries)),
            UntrustedText(name="advice", text=view.advice),
            UntrustedText(name="open", text="\n".join(view.open_questions)),
            numbered("addresses", view.addresses),
        ),
        answer=step_form([kind.value for kind in flags.allowed]),
        longest=LONGEST_STEP,
        role=ModelRole.SLOW,
        template=words.template,
        turns=tuple(KnowledgeTurn(question=item.question, answer=item.answer) for item in view.knowledge),
    )


def _decision(said: "StepAnswer", view: StepView) -> tuple[StepDecision | None, list[str]]:
    """(the decision without what names nothing, why parts were dropped); None where nothing is left of it."""
    from tadori.minds.llm import answers  # lazy: pydantic is slow, and only a model needs it

    think, action = plain(said.think), said.action
    match action:
        case answers.SearchStep():
            queries = rewritten(action.searchQueries)
            made = StepDecision(think=think, kind=StepKind.SEARCH, queries=queries) if queries else None
            return made, []
        case answers.VisitStep():
            targets, dropped = _known(action.urlTargets, len(view.addresses), "no such address")
            return StepDecision(think=think, kind=StepKind.VISIT, url_targets=targets) if targets else None, dropped
        case answers.ReflectStep():
            asked = tuple(dict.fromkeys(text for one in action.questions if (text := plain(one))))
            return StepDecision(think=think, kind=StepKind.REFLECT, questions=asked) if asked else None, []
        case answers.AnswerStep():
            named, dropped = _known(action.references, len(view.claims), "no such claim")
            return (
                StepDecision(
                    think=think,
                    kind=StepKind.ANSWER,
                    answer=plain(action.answer),
                    references=named,
                    is_final=action.isFinal,
                ),
                dropped,
            )
        case answers.CodingStep():
            issue = plain(action.codingIssue)
            return StepDecision(think=think, kind=StepKind.CODING, coding_issue=issue) if issue else None, []


def _known(numbers: Sequence[int], most: int, reason: str) -> tuple[tuple[int, ...], list[str]]:
    once = tuple(dict.fromkeys(numbers))
    return tuple(n for n in once if n <= most), [reason for n in once if n > most]
