"""Everything that happens, as typed events. Log, terminal, web page and MCP progress only read them.

Rooms call `emit(event)`. An event holds facts and no time: the run adds the time when it stores the event. An event's
`kind` and its fields are stored and printed: they must not be renamed.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from tadori.events.language_models import (
    AnswerChosen,
    AnswerEvaluated,
    CodeRun,
    ContextReduced,
    DiaryWritten,
    ModelAsked,
    ModelSetAside,
    ModelWordsDropped,
    RulesTookOver,
    SchemaRetryExhausted,
    ThoughtShown,
    WordingJudged,
)
from tadori.events.upkeep import (
    CalibrationDegraded,
    CalibrationFitted,
    CalibrationRolledBack,
    CalibrationSkipped,
    TemplateRefused,
    TemplateReloaded,
    TemplateRolledBack,
)
from tadori.events.web import (
    AuthQueued,
    CircuitRenewed,
    CitationLoop,
    DomainCooling,
    EngineChanged,
    EntityMet,
    HitSkipped,
    RegisterRead,
    RouteTried,
    SearchDone,
    SearchFailed,
    SourceTraced,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskStarted:
    task_id: str
    question: str
    lang: str
    resumed: bool
    kind: Literal["task_started"] = "task_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPaused:
    """A person paused the task: nothing is running, what was gathered stays."""

    task_id: str
    kind: Literal["task_paused"] = "task_paused"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskResumed:
    """A person resumed a task that was paused or stopped."""

    task_id: str
    before: str
    """Its status until now: `paused` or `stopped`."""
    kind: Literal["task_resumed"] = "task_resumed"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskStopped:
    """A person stopped a task that no process was working on."""

    task_id: str
    kind: Literal["task_stopped"] = "task_stopped"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionReadAs:
    """A follow-up question was read with the subject of the question before it."""

    asked: str
    question: str
    kind: Literal["question_read_as"] = "question_read_as"


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceInherited:
    """A follow-up took over the pages of the task that it follows; nothing was fetched."""

    parent: str
    question: str
    """Of that task."""
    pages: int
    kind: Literal["evidence_inherited"] = "evidence_inherited"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesGiven:
    """The user gave notes with the question (D3)."""

    notes: int
    by_model: bool
    """Whether a language model reads them; rules do not."""
    kind: Literal["notes_given"] = "notes_given"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDeepened:
    """A person asked for another look at one claim of a finished report."""

    claim_id: str
    text: str
    kind: Literal["claim_deepened"] = "claim_deepened"


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryScanned:
    folder: str
    documents: int
    changed: int
    removed: int
    ignored: int
    """Files that are left out: pictures, style sheets, hidden files."""
    left_out: tuple[tuple[str, int], ...] = ()
    """Why they are left out, and how many files for each reason, the commonest first."""
    kind: Literal["library_scanned"] = "library_scanned"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentIndexed:
    url: str
    title: str
    lang: str
    fragments: int
    done: int
    total: int
    kind: Literal["document_indexed"] = "document_indexed"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLost:
    """A document or page could not be fetched or read. Losing pages is normal; hiding it is not."""

    url: str
    reason: str
    in_folder: bool = False
    """Noticed while a folder was indexed: every report over the folder counts it, not only that of this run."""
    kind: Literal["page_lost"] = "page_lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class PartLost:
    """A part of a page could not be read (a scanned page without OCR); the rest is used."""

    url: str
    reason: str
    in_folder: bool = False
    """As in `PageLost`."""
    kind: Literal["part_lost"] = "part_lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMended:
    """A page's damaged file in the archive was restored."""

    page_id: str
    url: str
    damage: str
    how: str
    kind: Literal["page_mended"] = "page_mended"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanMade:
    sections: tuple[str, ...]
    targets: tuple[str, ...]
    kind: Literal["plan_made"] = "plan_made"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionChosen:
    """The driver's choice of the next action, with its reason (L37)."""

    action: str
    round: int
    reason: str
    kind: Literal["action_chosen"] = "action_chosen"


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryMade:
    query_id: str
    text: str
    purpose: str
    round: int
    reason: str
    kind: Literal["query_made"] = "query_made"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRead:
    page_id: str
    url: str
    title: str
    characters: int
    new: bool
    """False when an earlier task had already read exactly this page."""
    kind: Literal["page_read"] = "page_read"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimsWeighed:
    query_id: str
    claims: int
    new: int
    novelty: float
    harvest: float
    kind: Literal["claims_weighed"] = "claims_weighed"


@dataclass(frozen=True, slots=True, kw_only=True)
class GapsFound:
    """S5's gap analysis of one section."""

    section_id: str
    section: str
    coverage: tuple[tuple[str, float], ...]
    missing: tuple[str, ...]
    sufficient: bool
    confidence: float
    round: int
    kind: Literal["gaps_found"] = "gaps_found"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDone:
    """A search round is over; `lang` is that of `missing` and `reason`, `confidence` the mean coverage."""

    round: int
    max_rounds: int
    lang: str
    confidence: float
    missing: tuple[str, ...]
    goes_on: bool
    reason: str
    kind: Literal["round_done"] = "round_done"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuerySkipped:
    """A query that was not made, because its branch is not followed any further (L6)."""

    text: str
    purpose: str
    round: int
    reason: str
    kind: Literal["query_skipped"] = "query_skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class RefutationSearched:
    claim_id: str
    found: bool
    queries: int
    kind: Literal["refutation_searched"] = "refutation_searched"


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceRefused:
    """The compiler refused to print a sentence as checked."""

    text: str
    reason: str
    kind: Literal["sentence_refused"] = "sentence_refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class InjectionSuspected:
    """A page gives orders to its reader. It stays data; only the rule's name is recorded, not the text."""

    url: str
    rule: str
    kind: Literal["injection_suspected"] = "injection_suspected"


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainTrustChanged:
    """Evidence has moved a publisher to another trust level (L29)."""

    domain: str
    before: str
    after: str
    reason: str
    kind: Literal["domain_trust_changed"] = "domain_trust_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetWarning:
    """A threshold of a budget was passed; emitted once for each threshold (D7)."""

    unit: str
    """`tokens`, `pages` or `seconds`."""
    threshold: float
    """The share that is passed: .7, .85."""
    spent: float
    limit: int
    kind: Literal["budget_warning"] = "budget_warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchStopped:
    reason: str
    words: str
    kind: Literal["research_stopped"] = "research_stopped"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportCompiled:
    task_id: str
    answered: bool
    sentences: int
    checked: int
    root_hash: str
    kind: Literal["report_compiled"] = "report_compiled"


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkCounted:
    """The expensive work this process really did; a second run of the same question shows zeros."""

    extractions: int
    embeddings: int
    judged: int
    kind: Literal["work_counted"] = "work_counted"


Event = (
    TaskStarted
    | TaskPaused
    | TaskResumed
    | TaskStopped
    | QuestionReadAs
    | EvidenceInherited
    | NotesGiven
    | ClaimDeepened
    | LibraryScanned
    | DocumentIndexed
    | PageLost
    | PartLost
    | PageMended
    | PlanMade
    | ActionChosen
    | ThoughtShown
    | DiaryWritten
    | AnswerEvaluated
    | QueryMade
    | SearchDone
    | SearchFailed
    | EngineChanged
    | HitSkipped
    | PageRead
    | RouteTried
    | CircuitRenewed
    | DomainCooling
    | AuthQueued
    | ClaimsWeighed
    | GapsFound
    | RoundDone
    | QuerySkipped
    | SourceTraced
    | CitationLoop
    | EntityMet
    | RegisterRead
    | RefutationSearched
    | SentenceRefused
    | InjectionSuspected
    | DomainTrustChanged
    | CalibrationFitted
    | CalibrationSkipped
    | CalibrationDegraded
    | CalibrationRolledBack
    | ModelSetAside
    | BudgetWarning
    | ContextReduced
    | ModelWordsDropped
    | AnswerChosen
    | CodeRun
    | WordingJudged
    | RulesTookOver
    | TemplateReloaded
    | TemplateRefused
    | TemplateRolledBack
    | ModelAsked
    | SchemaRetryExhausted
    | ResearchStopped
    | ReportCompiled
    | WorkCounted
)
Emit = Callable[[Event], None]


def ignore_event(_: Event) -> None:
    """An emitter that drops every event."""


def event_to_dict(event: Event) -> dict[str, Any]:
    """The event as plain data, `kind` first, for logs and JSON Lines."""
    data = asdict(event)
    return {"kind": data.pop("kind"), **data}
