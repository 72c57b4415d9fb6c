"""What all workers share: how they ask a model, what they fall back to, and what they return.

Comes in: a `Mind`, or none, and one request. Goes out: the answer, or the code that says why rules do the work. Nothing
a model wrote is emitted or logged here: only codes and counts.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from tadori.errors import BudgetExhausted, ModelFailed, ModelTimeSpent
from tadori.events import Emit
from tadori.events.language_models import ModelWordsDropped, RulesTookOver
from tadori.minds.requests import Mind, ModelAnswer, ModelRequest, UntrustedText
from tadori.model.ids import EN, JA, Lang
from tadori.text.language import is_japanese

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T", bound="BaseModel")
R = TypeVar("R")

MOST_CHARACTERS: Final = 3_600
"""Outside text in one request: below the fence's limit of 4 000, so that the numbering and the question fit beside it.

"""
NO_MODEL: Final = "NO_MODEL"
UNUSABLE: Final = "UNUSABLE_ANSWER"
BUDGET_CODE: Final = "BUDGET_EXHAUSTED"
TIME_CODE: Final = "MODEL_TIME_SPENT"


class RenderedPrompt(Protocol):
    """A template with its variables filled in."""

    @property
    def text(self) -> str: ...

    @property
    def template(self) -> str:
        """`choice@1`"""
        ...


class PromptSource(Protocol):
    """The templates of a session (`TemplateLibrary.pinned()`)."""

    def render(self, name: str, lang: Lang, **variables: object) -> RenderedPrompt: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkResult(Generic[R]):
    """The result of a piece of work, and who did it."""

    value: R
    model: str = ""
    """The model that answered; empty when rules did the work."""
    code: str = ""
    """Why rules did it; empty when a model did."""
    dropped: int = 0
    """Parts of the model's answer that no source supports."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesFallback:
    """No answer: rules do the work."""

    code: str


async def ask_or_fall_back(
    mind: Mind | None, make_request: Callable[[], ModelRequest[T]], emit: Emit
) -> ModelAnswer[T] | RulesFallback:
    """The model's answer; `RulesFallback` without a model, an answer or a budget. Emits an event unless there is no
    model.
    """
    if mind is None:
        return RulesFallback(code=NO_MODEL)
    request = make_request()
    try:
        return await mind.ask(request)
    except ModelFailed as failed:
        code = failed.code
    except ModelTimeSpent:
        code = TIME_CODE
    except BudgetExhausted:
        code = BUDGET_CODE
    emit(RulesTookOver(job=request.job, code=code))
    return RulesFallback(code=code)


def template_language(lang: Lang) -> Lang:
    """Templates exist in Japanese and English; every other language uses the English ones."""
    return JA if lang == JA else EN


def language_by_script(text: str) -> Lang:
    """The template language for `text`, by its script."""
    return JA if is_japanese(text) else EN


def numbered(name: str, texts: Sequence[str]) -> UntrustedText:
    """`texts` as one piece of outside text, each on a numbered line, from 1."""
    return UntrustedText(
        name=name, text="\n".join(f"[{number}] {' '.join(t.split())}" for number, t in enumerate(texts, 1))
    )


def batches(texts: Sequence[str], *, most: int, characters: int = MOST_CHARACTERS) -> Iterator[range]:
    """Ranges of `texts` that fit into one request, in order; a text that is too long for any request is left out."""
    first, size = 0, 0
    for at, text in enumerate(texts):
        length = len(text) + 8
        if at > first and (size + length > characters or at - first >= most):
            yield range(first, at)
            first, size = at, 0
        if length > characters:
            first, size = at + 1, 0
        else:
            size += length
    if first < len(texts):
        yield range(first, len(texts))


def emit_dropped(emit: Emit, job: str, about: str, kept: int, reasons: Iterable[str]) -> int:
    """Emits how many parts were dropped and why; returns how many in all."""
    counts: dict[str, int] = {}
    for reason in reasons:
        counts[reason] = counts.get(reason, 0) + 1
    if counts:
        emit(ModelWordsDropped(job=job, about=about, kept=kept, dropped=tuple(sorted(counts.items()))))
    return sum(counts.values())
