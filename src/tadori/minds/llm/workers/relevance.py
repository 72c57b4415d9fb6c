"""Ranks passages by how well they answer the question, with a model's help. It only orders.

Comes in: a question and passages in the order of the rules. Goes out: a score for each. The model's order and that of
the rules count alike (reciprocal rank fusion), so that a passage which talks the model into ten points cannot push the
best ones out. Without an answer the given order stands.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from tadori.errors import ModelUnusable
from tadori.events import Emit, ignore_event
from tadori.events.language_models import RulesTookOver
from tadori.minds.llm.workers.base import (
    NO_MODEL,
    UNUSABLE,
    PromptSource,
    RulesFallback,
    WorkResult,
    ask_or_fall_back,
    language_by_script,
    numbered,
)
from tadori.minds.llm.workers.blocking import RunBlocking
from tadori.minds.requests import Mind, ModelRequest, UntrustedText
from tadori.model.llm_thresholds import PASSAGES_A_REQUEST, RANK_FUSION

if TYPE_CHECKING:
    from tadori.minds.llm.answers import RelevanceAnswer

JOB: Final = "relevance"
LONGEST_PASSAGE: Final = 420
"""Characters of a passage that are shown: eight of them fit below the fence's limit."""


async def relevance_of(
    mind: Mind | None, prompts: PromptSource, question: str, passages: Sequence[str], *, emit: Emit = ignore_event
) -> WorkResult[list[float]]:
    """A score for each of `passages`, which come best first by rules; more is better."""
    marks: list[int] = []
    model, code = "", NO_MODEL if mind is None else ""
    for first in range(0, len(passages), PASSAGES_A_REQUEST):
        shown = passages[first : first + PASSAGES_A_REQUEST]
        answer = await ask_or_fall_back(mind, partial(_request, prompts, question, shown), emit)
        if isinstance(answer, RulesFallback):
            return WorkResult(value=_by_ranks(len(passages), None), code=answer.code)
        given = {said.passage: said.mark for said in answer.value.marks if said.passage <= len(shown)}
        # Marks for less than half of the passages order nothing: the rest would sink for no reason.
        if 2 * len(given) < len(shown):
            emit(RulesTookOver(job=JOB, code=UNUSABLE))
            return WorkResult(value=_by_ranks(len(passages), None), code=UNUSABLE)
        marks += [given.get(number, 0) for number in range(1, len(shown) + 1)]
        model = answer.model
    return WorkResult(value=_by_ranks(len(passages), marks or None), model=model, code=code)


class ModelReranker:
    """Implements `minds.base.Reranker`. Raises `ModelUnusable`, and the order of the rules stands.

    `wait` is a `RunOnLoop`: ranking runs on a thread. `FailFastReranker` around it caches scores.
    """

    def __init__(self, mind: Mind, prompts: PromptSource, wait: RunBlocking, emit: Emit = ignore_event) -> None:
        self._mind, self._prompts, self._wait, self._emit = mind, prompts, wait, emit

    @property
    def model_id(self) -> str:
        return "relevance(" + ">".join(self._mind.model_ids) + ")"

    def relevance(self, query: str, passages: Sequence[str]) -> list[float]:
        worked = self._wait(relevance_of(self._mind, self._prompts, query, passages, emit=self._emit))
        if worked.code:
            raise ModelUnusable(f"the language model gave no marks ({worked.code})")
        return worked.value


def _request(prompts: PromptSource, question: str, shown: Sequence[str]) -> "ModelRequest[RelevanceAnswer]":
    from tadori.minds.llm.answers import RelevanceAnswer  # lazy: pydantic is slow, and only a model needs it

    words = prompts.render(JOB, language_by_script(question))
    return ModelRequest(
        job=JOB,
        instructions=words.text,
        data=(
            UntrustedText(name="question", text=question),
            numbered("passages", [passage[:LONGEST_PASSAGE] for passage in shown]),
        ),
        answer=RelevanceAnswer,
        longest=30 + 25 * len(shown),
        template=words.template,
    )


def _by_ranks(count: int, marks: Sequence[int] | None) -> list[float]:
    """Scores from the given order and, where there are marks, from theirs: the sum over both ranks of a passage."""
    if marks is None:
        return [1 / (RANK_FUSION + rank) for rank in range(1, count + 1)]
    order = sorted(range(count), key=lambda at: (-marks[at], at))
    ranks = {at: rank for rank, at in enumerate(order, 1)}
    return [1 / (RANK_FUSION + at + 1) + 1 / (RANK_FUSION + ranks[at]) for at in range(count)]
