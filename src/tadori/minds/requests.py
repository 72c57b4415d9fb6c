"""A request to a language model and what comes back: the types of the one way to call a model (`llm/client.py`).

Instructions are Tadori's own words, rendered from a template. Text from outside is never part of them: it is passed in
`data`, fenced, and can only fill fields of the answer. A model has no tools. Nothing here sends anything.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeVar

from tadori.model.ids import content_id
from tadori.model.llm_thresholds import MOST_OUTSIDE

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T", bound="BaseModel")


class ModelRole(StrEnum):
    """Which of the user's models answers: the quick one, or the one that thinks longer."""

    FAST = "fast"
    SLOW = "slow"


@dataclass(frozen=True, slots=True, kw_only=True)
class UntrustedText:
    """Text from outside: a page, a question, a document. Always fenced before a model sees it."""

    name: str
    """What it is, as the template calls it: `page`, `question`."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeTurn:
    """What is known already, handed over as a turn of the conversation (D3): a question and its answer.

    Both are text from outside, whoever wrote them, and are fenced like all other data.
    """

    question: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest(Generic[T]):
    """One request to a model for an answer in a given form."""

    job: str
    """The kind of work: `choice`, `relevance`, `quality`, `translation`, `writing`, `vote`. Token budgets are per job.

    """
    instructions: str
    """Tadori's own words, rendered from a template."""
    data: tuple[UntrustedText, ...]
    answer: type[T]
    """A pydantic model with bounded strings and lists."""
    longest: int = 512
    """The most tokens that the answer may have. What a model thinks before it is not counted."""
    outside: int = MOST_OUTSIDE
    """The most characters of outside text in the prompt, all `data` together."""
    role: ModelRole = ModelRole.FAST
    phase: str = ""
    template: str = ""
    """Name and version of the template (`choice@1`), for logs and cache keys."""
    turns: tuple[KnowledgeTurn, ...] = ()
    """Earlier turns of the conversation, oldest first."""

    @property
    def id(self) -> str:
        """A hash of the content: equal requests have equal ids. Part of the cache key of an answer, and S3's
        `payload_id`.
        """
        texts = [part for one in self.data for part in (one.name, one.text)]
        texts += [part for turn in self.turns for part in ("turn", turn.question, turn.answer)]
        return content_id("ask", self.job, self.instructions, self.answer.__name__, self.longest, *texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenCount:
    """Tokens of one call or of several; never negative."""

    given: int = 0
    written: int = 0

    @property
    def total(self) -> int:
        return self.given + self.written

    def __add__(self, other: "TokenCount") -> "TokenCount":
        return TokenCount(given=self.given + other.given, written=self.written + other.written)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardFlag:
    """What a guard found: which rule, and where. Never the text itself."""

    rule: str
    where: str
    """`input:page`, `output:claims[2].text`."""
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswer(Generic[T]):
    """An answer that has the requested form."""

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
    """Tokens that may be spent. Reserved tokens are not available to others until the reservation is settled."""

    def reserve(self, job: str, tokens: int, request_id: str = "") -> str:
        """Returns the id of the reservation. Raises `BudgetExhausted` when `job` has fewer tokens left.

        `request_id` is `ModelRequest.id`: a request that a killed process had already made is charged once, not twice.
        """
        ...

    def settle(self, reservation: str, used: int) -> None:
        """Records what was used (negative: unknown, so all of it), frees the rest. Settling twice changes nothing."""
        ...


class Mind(Protocol):
    """The one way to call a language model. `llm.client.ModelClient` implements it."""

    @property
    def model_ids(self) -> tuple[str, ...]:
        """The models that may be called, first choice first; part of cache keys."""
        ...

    async def ask(self, request: ModelRequest[T]) -> ModelAnswer[T]:
        """Returns the answer in its form.

        Raises:
            ModelFailed: no model gave a usable answer; the caller goes on by rules.
            BudgetExhausted: not enough tokens are left.
        """
        ...

    async def context_tokens(self, role: ModelRole) -> int:
        """Tokens that every model of `role` has room for, prompt and answer together."""
        ...

    def stream(self, request: ModelRequest[T]) -> AsyncIterator[StreamEvent]:
        """Yields the text of an answer as it arrives; its form is not checked."""
        ...
