"""Rewrites a question into queries with a model's help (D2): what the asker is after in five layers, then queries.

Comes in: a question and the queries made so far. Goes out: intent layers and queries, or why there are none. Which of
them may be made is decided in `engine/planning/query_screen.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tadori.events import Emit, ignore_event
from tadori.minds.llm.workers.base import PromptSource, RulesFallback, WorkResult, ask_or_fall_back, template_language
from tadori.minds.llm.workers.step import rewritten
from tadori.minds.llm.workers.wording import plain
from tadori.minds.requests import Mind, ModelRequest, UntrustedText
from tadori.model.ids import Lang
from tadori.model.researcher import IntentLayers, RewrittenQuery

if TYPE_CHECKING:
    from tadori.minds.llm.answers import RewritingAnswer

JOB: Final = "rewriting"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewriting:
    intent: IntentLayers
    queries: tuple[RewrittenQuery, ...]


async def rewrite_question(
    mind: Mind | None,
    prompts: PromptSource,
    question: str,
    known: Sequence[str],
    lang: Lang,
    *,
    emit: Emit = ignore_event,
) -> WorkResult[Rewriting | None]:
    """What the model makes of the question; None with the code where it gave nothing."""
    answer = await ask_or_fall_back(mind, lambda: _request(prompts, question, known, lang), emit)
    if isinstance(answer, RulesFallback):
        return WorkResult(value=None, code=answer.code)
    said = answer.value
    intent = IntentLayers(
        surface=plain(said.surface),
        practical=plain(said.practical),
        emotional=plain(said.emotional),
        social=plain(said.social),
        identity=plain(said.identity),
    )
    return WorkResult(value=Rewriting(intent=intent, queries=rewritten(said.searchQueries)), model=answer.model)


def _request(prompts: PromptSource, question: str, known: Sequence[str], lang: Lang) -> "ModelRequest[RewritingAnswer]":
    from tadori.minds.llm.answers import RewritingAnswer  # lazy: pydantic is slow, and only a model needs it

    words = prompts.render(JOB, template_language(lang))
    return ModelRequest(
        job=JOB,
        instructions=words.text,
        data=(UntrustedText(name="question", text=question), UntrustedText(name="known", text="\n".join(known))),
        answer=RewritingAnswer,
        longest=500,
        template=words.template,
    )
