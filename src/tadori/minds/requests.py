"""What is asked of a language model, and what comes back: the nouns of the one way to call a model (`asking.py`).

Instructions are Tadori's own words, from a template. Text from outside is never part of them: it stands in `data`,
fenced, and can fill fields of `answer` and nothing else. A model has no tools.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeVar

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T", bound="BaseModel")


class ModelRole(StrEnum):
    """Which of the user's models is asked: the quick one, or the one that thinks longer."""

    FAST = "fast"
    SLOW = "slow"


@dataclass(frozen=True, slots=True, kw_only=True)
class UntrustedText:
    """Text that is not ours: a page, a question, a document. Always fenced."""

    name: str
    """What it is (`page`, `question`), as the template calls it."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest(Generic[T]):
    """One question to a model, whose answer has a form."""

    job: str
    """What it is for (`claims`, `relevance`, `quality`, `translation`, `summary`, `vote`): budgets are kept by it."""
    instructions: str
    """Tadori's own words, rendered from a template."""
    data: tuple[UntrustedText, ...]
    answer: type[T]
    """A pydantic model with bounded strings and lists."""
    longest: int = 512
    """Tokens of the answer at most."""
    role: ModelRole = ModelRole.FAST
    phase: str = ""
    template: str = ""
    """Name and version of the template (`claims@1`), for logs and caches."""

    @property
    def id(self) -> str:
        """The same question has the same id: part of the key of a remembered answer, and S3's `payload_id`."""
        from tadori.model.ids import content_id

        texts = [part for one in self.data for part in (one.name, one.text)]
        return content_id("ask", self.job, self.instructions, self.answer.__name__, self.longest, *texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenCount:
    """Tokens of one call or of many; never negative."""

    given: int = 0
    written: int = 0

    @property
    def total(self) -> int:
        return self.given + self.written

    def __add__(self, other: "TokenCount") -> "TokenCount":
        return TokenCount(given=self.given + other.given, written=self.written + other.written)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardFlag:
    """What a guard saw: the rule and the place, never the words."""

    rule: str
    where: str
    """`input:page`, `output:claims[2].text`."""
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswer(Generic[T]):
    """An answer in the asked form."""

    value: T
    model: str
    use: TokenCount
    tries: int
    seconds: float
    flags: tuple[GuardFlag, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamEvent:
    """S3's events: `stream.token` and `stream.error` at least once, `stream.end` exactly once and last."""

    kind: Literal["stream.token", "stream.error", "stream.end"]
    phase: str
    chunk: str = ""
    reason: str = ""


class TokenBudget(Protocol):
    """Tokens that may be spent. What is reserved cannot be spent by anybody else until it is settled."""

    def reserve(self, job: str, tokens: int, ask: str = "") -> str:
        """The id of the reservation. Raises `BudgetExhausted` when so much is not left for `job`.

        `ask` is `ModelRequest.id`: a question that a killed process had asked already is charged once, not twice.
        """
        ...

    def settle(self, reservation: str, used: int) -> None:
        """What was really used (negative: not known, so all of it); the rest is free again. Twice changes nothing."""
        ...


class Mind(Protocol):
    """The one way to call a language model. `asking.Asking` is the real one."""

    @property
    def model_ids(self) -> tuple[str, ...]:
        """The models that may be asked, first choice first; part of the key of what is remembered."""
        ...

    async def ask(self, ask: ModelRequest[T]) -> ModelAnswer[T]:
        """The answer in its form.

        Raises:
            ModelFailed: no model gave one; the caller goes on mechanically.
            BudgetExhausted: the tokens for it are not there.
        """
        ...

    def stream(self, ask: ModelRequest[T]) -> AsyncIterator[StreamEvent]:
        """The words of an answer as they come (its form is not checked)."""
        ...
