"""The interfaces between rooms, as Protocols; `wiring` passes in the implementations.

Each Protocol states which errors it may raise. Nothing here does anything.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import ParamSpec, Protocol, TypeVar

from tadori.model.computation import CodeResult, CodeRunner
from tadori.model.engine import EngineRequest, EngineResponse
from tadori.model.grading import EntailmentVote, JudgeOpinion, QuotedPassage, SentenceVerdict
from tadori.model.ids import IsoDate, Lang, Url
from tadori.model.page import Capture, Extracted
from tadori.model.query import Query
from tadori.model.slots import Slot, SlotPriority
from tadori.model.steps import Json, StepBody
from tadori.model.web import Route, WebRequest, WebResponse
from tadori.model.work import ProviderResult

Clock = Callable[[], datetime]
"""Aware time in UTC."""
Sleep = Callable[[float], Awaitable[None]]
"""Waits so many seconds; `asyncio.sleep`, or one that does not wait, in tests."""

P = ParamSpec("P")
T = TypeVar("T")
StoreT_co = TypeVar("StoreT_co", covariant=True)


class SearchProvider(Protocol):
    """Answers queries with hits, best first.

    Raises `SourceError` and nothing else for outside failures. It does not retry, cache, rate-limit or log: its caller
    does that once, for all providers.
    """

    @property
    def name(self) -> str: ...

    async def search(self, query: Query) -> ProviderResult: ...


class SendToEngine(Protocol):
    """Sends a request to an engine at the engine's pace, and returns the response.

    Raises `SourceError`; an HTTP error status is a response.
    """

    async def __call__(self, request: EngineRequest) -> EngineResponse: ...


class RouteGetter(Protocol):
    """One way to the web. Sends one request: no retries, pacing, caching or robots.txt; the pipeline does those.

    HTTP and Tor make one exchange and follow no redirect; a browser ends where the page ends. Raises `SourceError` and
    nothing else for outside failures; an HTTP error status is a `WebResponse`, not an error.
    """

    @property
    def route(self) -> Route: ...

    async def get(self, request: WebRequest) -> WebResponse: ...


class Circuits(Protocol):
    """The circuits of a route that has some: Tor."""

    async def renew(self, domain: str) -> None:
        """The next request to `domain` takes a new circuit; other domains keep theirs."""

    async def renew_all(self) -> bool:
        """New circuits for every domain; False when that was done a moment ago. Raises `RouteUnavailable`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """The addresses of a host name, in the order to try them, and for how many seconds they are valid."""

    addresses: tuple[str, ...]
    ttl: float


class Resolver(Protocol):
    """Names to addresses, unchecked and uncached. Raises `SourceUnreachable` when there are none."""

    async def resolve(self, host: str) -> Resolved: ...


class Extractor(Protocol):
    """Reads a capture. Raises `SourceGarbled` or `SourceTooLarge`; never returns an empty text."""

    def extract(self, capture: Capture) -> Extracted: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A run of neighbouring fragments that is indexed as one row."""

    id: str
    page_id: str
    url: Url
    title: str
    date: IsoDate | None
    lang: Lang
    start: int
    end: int
    """Offsets in the page's text."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageMatch:
    """A passage found by the lexical index; a larger `score` is better."""

    passage: Passage
    score: float
    title_terms: tuple[str, ...] = ()
    """The terms the passage is indexed by, from `text.tokens.terms`, in order; empty when the index keeps none."""
    body_terms: tuple[str, ...] = ()


class LexicalIndex(Protocol):
    """Full-text search over passages, best first. Tokens come from `text.tokens`; the index makes none itself."""

    def match(self, tokens: Sequence[str], *, limit: int) -> list[PassageMatch]: ...

    def document_frequency(self, tokens: Sequence[str]) -> tuple[int, dict[str, int]]:
        """How many passages there are, and in how many of them each of `tokens` stands."""
        ...


class LeadPassages(Protocol):
    """The openings of documents in other languages, for cross-language search."""

    def leads(self, *, other_than: Lang, limit: int) -> list[Passage]:
        """The first passage of each document that is not in the language `other_than`, in a fixed order."""
        ...


class ForeignTexts(Protocol):
    """The texts of a library, for finding how they spell a name."""

    def version(self) -> str:
        """Changes whenever a document of the library does."""
        ...

    def texts(self, lang: Lang, *, limit: int) -> list[str]:
        """Titles and passages in `lang`, at most `limit` of them, in a fixed order."""
        ...


class CrossLanguageIndex(Protocol):
    """Documents in another language than the query's, by meaning, nearest first."""

    def nearest(self, text: str, lang: Lang, *, limit: int) -> list[PassageMatch]:
        """At most `limit` documents; `score` is the cosine. Documents about something else are left out."""
        ...


RankPassages = Callable[[str, Lang, Sequence[PassageMatch]], list[PassageMatch]]
"""Reranks the matches of a query in a language, with scores from 0 to 1, best first."""


class TaskOwnership(Protocol):
    """Which process may run a task. One owner at a time; a dead owner's task is free again."""

    def hold(self, task_id: str) -> AbstractContextManager[None]:
        """Own the task until the context ends. Raises TaskBusy when somebody else owns it."""
        ...

    def is_held(self, task_id: str) -> bool:
        """Whether somebody owns it now."""
        ...


class InThread(Protocol):
    """Runs blocking work in a thread when a core is free. A cancellation waits until the thread is done."""

    async def __call__(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T: ...


class Journal(Protocol[StoreT_co]):
    """The durable record of one stretch of a task, as the pipeline uses it: each step is done once.

    The store is the caller's own type: this floor knows no database.
    """

    task_id: str
    stretch: int
    """Which run of the task this is, from 1: a resumed or enlarged task begins another one."""
    clock: Clock

    @property
    def store(self) -> StoreT_co: ...

    @property
    def in_thread(self) -> InThread: ...

    async def run(self, kind: str, key: str, cause_id: str, body: StepBody) -> Json:
        """Do the step `kind`/`key`, or return the result that it had when it was done before."""
        ...


class Slots(Protocol):
    """Scarce things, held until the context ends. The most urgent of those that wait goes next."""

    def hold(self, slot: Slot, priority: SlotPriority) -> AbstractAsyncContextManager[None]: ...

    def hold_domain(self, domain: str, priority: SlotPriority) -> AbstractAsyncContextManager[None]:
        """One request to a domain at a time, from all processes of the home."""
        ...

    def hold_site_search(self, domain: str) -> AbstractAsyncContextManager[None]:
        """One search of a site at a time; within it the domain is held for each request."""
        ...


class ModelTimeLedger(Protocol):
    """How much of a task's time language models may still use."""

    def time_for_model(self, expected: float) -> bool:
        """Whether a call of `expected` seconds still fits the share of models."""
        ...


class TextArchive(Protocol):
    """The extracted text of a page as it is kept in the archive."""

    def text(self, page_id: str) -> str:
        """Raises `EvidenceBroken` when the page is not archived or its text does not have its hash."""
        ...


class Judges(Protocol):
    """Language models and checkers that say whether quotations entail a sentence in other words (X11).

    They inform: a vote never outweighs a rule that objects, and counts only for the very texts it was given on.
    """

    async def votes(self, sentence: str, quotations: Sequence[QuotedPassage]) -> tuple[EntailmentVote, ...]:
        """The votes of all judges, none where nobody can judge. Raises nothing: a judge that fails does not vote."""
        ...


class SentenceCheck(Protocol):
    """How well quotations support a sentence: its grade, and what is lost or added (X1, X11)."""

    def grade(
        self, sentence: str, quotations: Sequence[QuotedPassage], votes: Sequence[EntailmentVote] = ()
    ) -> SentenceVerdict: ...


CodeValue = int | float | str | Sequence["CodeValue"]
"""What goes into code: numbers, texts, and lists of them."""


class CodeSandbox(Protocol):
    """Runs code that nobody has to trust: no file, no network, no endless loop, bounded memory and output.

    The code's last expression is its result. Raises `CodeRefused` for code or a result that is not taken, `CodeFailed`
    for an error or a limit while it ran, and `MissingExtra` where what runs it is not installed. Reasons hold no word
    of the code.
    """

    @property
    def runner(self) -> CodeRunner: ...

    def run(self, code: str, inputs: Mapping[str, CodeValue]) -> CodeResult: ...


class WordingJudge(Protocol):
    """One judge of wording: a language model, or an NLI model. It never sees the question."""

    @property
    def name(self) -> str:
        """What it is asked as, for budgets and counts; the model that answered stands in the opinion."""
        ...

    async def opinion(
        self, sentence: str, quotations: Sequence[QuotedPassage], canaries: Sequence[str]
    ) -> JudgeOpinion:
        """Whether the quoted words say the sentence; `canaries` are mutants of it that say something else."""
        ...
