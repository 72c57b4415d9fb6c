"""Rates a page's quality with a model where rules are unsure (§3.3.3, L30): five questions, each 0 to 10.

Comes in: a page's text. Goes out: 0 to 1, which `graph.quality` mixes with the rules' score (.6 and .4). A page that
gives orders to its reader is not shown to a model: rules alone rate it. Without an answer the rules' score stands.
"""

from typing import TYPE_CHECKING, Final

from tadori.errors import ModelUnusable
from tadori.events import Emit, ignore_event
from tadori.minds.llm.workers.base import (
    PromptSource,
    RulesFallback,
    WorkResult,
    ask_or_fall_back,
    language_by_script,
    template_language,
)
from tadori.minds.llm.workers.blocking import RunBlocking
from tadori.minds.requests import Mind, ModelRequest, UntrustedText
from tadori.model.ids import Lang
from tadori.text.orders import orders_in

if TYPE_CHECKING:
    from tadori.minds.llm.answers import QualityAnswer

JOB: Final = "quality"
GIVES_ORDERS: Final = "GIVES_ORDERS"
_OPENING: Final = 2_000
_PART: Final = 750
_LOOKED_AT: Final = 40_000
_TEN: Final = 10


async def quality_of(
    mind: Mind | None, prompts: PromptSource, text: str, lang: Lang, *, emit: Emit = ignore_event
) -> WorkResult[float | None]:
    """A model's rating of a page, 0 to 1; None where the rules' score stands."""
    if orders_in(text[:_LOOKED_AT]):
        return WorkResult(value=None, code=GIVES_ORDERS)
    answer = await ask_or_fall_back(mind, lambda: _request(prompts, text, lang), emit)
    if isinstance(answer, RulesFallback):
        return WorkResult(value=None, code=answer.code)
    return WorkResult(value=score_of(answer.value), model=answer.model)


class ModelQuality:
    """Implements `graph.quality.QualityModel`: raises `ModelUnusable`, and the rules' score stands.

    `wait` is a `RunOnLoop`: sources are rated on a thread.
    """

    def __init__(self, mind: Mind, prompts: PromptSource, wait: RunBlocking, emit: Emit = ignore_event) -> None:
        self._mind, self._prompts, self._wait, self._emit = mind, prompts, wait, emit

    def __call__(self, text: str) -> float:
        worked = self._wait(quality_of(self._mind, self._prompts, text, language_by_script(text), emit=self._emit))
        if worked.value is None:
            raise ModelUnusable(f"the language model gave no opinion of a page ({worked.code})")
        return worked.value


def score_of(answer: "QualityAnswer") -> float:
    """The five marks as one score, 0 to 1: what speaks for a page, and what does not speak against it.

    >>> from tadori.minds.llm.answers import QualityAnswer
    >>> score_of(QualityAnswer(own_insight=4, primary_sources=6, natural=8, advertising=3, generated=5))
    0.6
    """
    good = answer.own_insight + answer.primary_sources + answer.natural
    return (good + (_TEN - answer.advertising) + (_TEN - answer.generated)) / (5 * _TEN)


def sample(text: str) -> str:
    """The opening of a page, and a part of its middle and its end: a content farm shows itself in all three."""
    if len(text) <= _OPENING + 2 * _PART:
        return text
    middle = (_OPENING + len(text)) // 2
    return f"{text[:_OPENING]}\n…\n{text[middle : middle + _PART]}\n…\n{text[-_PART:]}"


def _request(prompts: PromptSource, text: str, lang: Lang) -> "ModelRequest[QualityAnswer]":
    from tadori.minds.llm.answers import QualityAnswer  # lazy: pydantic is slow, and only a model needs it

    words = prompts.render(JOB, template_language(lang))
    return ModelRequest(
        job=JOB,
        instructions=words.text,
        data=(UntrustedText(name="page", text=sample(text)),),
        answer=QualityAnswer,
        longest=120,
        template=words.template,
    )
