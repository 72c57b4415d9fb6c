"""What every worker shares: how it asks, what it falls back to, and what it hands back.

Comes in: a mind, or none, and one question for it. Goes out: the answer, or the code that says why rules go on. Nothing
a model wrote is told or logged here: only codes and counts.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from tadori.errors import BudgetExhausted, ModelFailed, ModelTimeSpent
from tadori.events import Emit, ModelWordsDropped, RulesTookOver
from tadori.minds.requests import Mind, ModelAnswer, ModelRequest, UntrustedText
from tadori.model.ids import EN, JA, Lang
from tadori.text.language import is_japanese

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T", bound="BaseModel")
R = TypeVar("R")

MOST_CHARACTERS: Final = 3_600
"""Of outside text in one question: below the fence's 4 000, so that the numbers and the question fit beside it."""
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
        """`claims@1`"""
        ...


class PromptSource(Protocol):
    """The templates of a session (`TemplateLibrary.pinned()`)."""

    def render(self, name: str, lang: Lang, **variables: str) -> RenderedPrompt: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkResult(Generic[R]):
    """The result of a piece of work, and who did it."""

    value: R
    model: str = ""
    """Who answered; empty when rules did the work."""
    code: str = ""
    """Why rules did it; empty when a model did."""
    dropped: int = 0
    """Pieces of the model's answer that no source bears out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesFallback:
    """No answer: rules go on."""

    code: str


async def ask_or_fall_back(
    mind: Mind | None, ask: Callable[[], ModelRequest[T]], tell: Emit
) -> ModelAnswer[T] | RulesFallback:
    """The model's answer; `RulesFallback` where there is no model, no answer or no budget (the last two are events)."""
    if mind is None:
        return RulesFallback(code=NO_MODEL)
    question = ask()
    try:
        return await mind.ask(question)
    except ModelFailed as failed:
        code = failed.code
    except ModelTimeSpent:
        code = TIME_CODE
    except BudgetExhausted:
        code = BUDGET_CODE
    tell(RulesTookOver(job=question.job, code=code))
    return RulesFallback(code=code)


def template_language(lang: Lang) -> Lang:
    """Templates are Japanese and English; whatever else is asked in English."""
    return JA if lang == JA else EN


def language_by_script(text: str) -> Lang:
    """The language of templates for `text`: its script decides."""
    return JA if is_japanese(text) else EN


def numbered(name: str, texts: Sequence[str]) -> UntrustedText:
    """`texts` as one piece of outside text, each on a line of its own with its number, from 1."""
    return UntrustedText(
        name=name, text="\n".join(f"[{number}] {' '.join(t.split())}" for number, t in enumerate(texts, 1))
    )


def batches(texts: Sequence[str], *, most: int, characters: int = MOST_CHARACTERS) -> Iterator[range]:
    """Runs of places in `texts` that fit into one question, in order; a text that is too long for any is left out."""
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


def emit_dropped(tell: Emit, job: str, about: str, kept: int, reasons: Iterable[str]) -> int:
    """Tell how many pieces were dropped for which reason; how many in all."""
    counts: dict[str, int] = {}
    for reason in reasons:
        counts[reason] = counts.get(reason, 0) + 1
    if counts:
        tell(ModelWordsDropped(job=job, about=about, kept=kept, dropped=tuple(sorted(counts.items()))))
    return sum(counts.values())
