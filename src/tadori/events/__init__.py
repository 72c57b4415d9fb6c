"""Everything that happens, as typed events. Log, terminal, web page and MCP progress only read them.

Rooms call `emit(event)`. An event holds facts and no time: the run adds the time when it stores the event. An event's
`kind` and its fields are stored and printed: they must not be renamed.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from tadori.events.upkeep import (
    CalibrationDegraded,
    CalibrationFitted,
    CalibrationRolledBack,
    CalibrationSkipped,
    TemplateRefused,
    TemplateReloaded,
    TemplateRolledBack,
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
class ThoughtShown:
    """What a model thought before a step. Shown live and kept nowhere: a page may have put words into it."""

    text: str
    kind: Literal["thought_shown"] = "thought_shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryWritten:
    """A step of a task that a model drives, as its diary has it (D5)."""

    step: int
    action: str
    details: str
    result: str
    notes: str
    kind: Literal["diary_written"] = "diary_written"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerEvaluated:
    """A proposed answer was tested (D4); `failed` names the tests that it did not pass."""

    passed: bool
    failed: tuple[str, ...]
    kind: Literal["answer_evaluated"] = "answer_evaluated"


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryMade:
    query_id: str
    text: str
    purpose: str
    round: int
    reason: str
    kind: Literal["query_made"] = "query_made"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchDone:
    query_id: str
    provider: str
    hits: int
    cached: bool = False
    """Answered from the day's cache, without a request."""
    route: str = ""
    """How the engine was reached: `http` or `headless`; empty when no request was made."""
    ground: str = ""
    """Why this route was chosen."""
    kind: Literal["search_done"] = "search_done"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFailed:
    query_id: str
    provider: str
    reason: str
    route: str = ""
    """How the engine was reached; empty when no request was made."""
    ground: str = ""
    kind: Literal["search_failed"] = "search_failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineChanged:
    """The circuit of an engine opened, closed, or lets a probe through."""

    engine: str
    before: str
    after: str
    reason: str
    kind: Literal["engine_changed"] = "engine_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class HitSkipped:
    """A hit that was not read, with the reason."""

    query_id: str
    url: str
    reason: str
    kind: Literal["hit_skipped"] = "hit_skipped"


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
class RouteTried:
    """One route tried for a page: why it was chosen, and how it ended."""

    url: str
    route: str
    ground: str
    outcome: str
    reason: str
    status: int | None
    block: str
    seconds: float
    kind: Literal["route_tried"] = "route_tried"


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitRenewed:
    """Tor was refused: the domain, or `everywhere` (NEWNYM), gets a new circuit; `note`: why not everywhere."""

    domain: str
    reason: str
    everywhere: bool = False
    note: str = ""
    kind: Literal["circuit_renewed"] = "circuit_renewed"


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainCooling:
    """A domain refused; it is left alone until `until`."""

    domain: str
    until: str
    reason: str
    kind: Literal["domain_cooling"] = "domain_cooling"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthQueued:
    """A page waits for a person; the research goes on with the rest. Address and kind only, never a token."""

    item_id: str
    url: str
    domain: str
    block: str
    priority: str
    kind: Literal["auth_queued"] = "auth_queued"


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
class SourceTraced:
    """A page cites this one as its source; it is read next."""

    page_url: str
    url: str
    score: float
    grounds: tuple[str, ...]
    kind: Literal["source_traced"] = "source_traced"


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationLoop:
    """Pages that cite each other in a circle: none of them is a first source for the others."""

    urls: tuple[str, ...]
    kind: Literal["citation_loop"] = "citation_loop"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityMet:
    """A company, body, person or domain that is new to the task, or was recognised as a known one."""

    entity_id: str
    entity_kind: str
    name: str
    in_question: bool
    known_as: str
    """The name of the known entity it was merged with; empty when it is new."""
    grounds: tuple[str, ...]
    """Why the two are the same."""
    kind: Literal["entity_met"] = "entity_met"


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterRead:
    """What a public register says about a domain."""

    url: str
    register: str
    domains: tuple[str, ...]
    holder: str
    kind: Literal["register_read"] = "register_read"


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
class ModelSetAside:
    """A model, or the graphics card under it, could not be used; the research goes on without it."""

    seat: str
    """What it was used for: `stance`, `nli`, `reranker`, `embedder`."""
    reason: str
    instead: str
    """What does its work now."""
    kind: Literal["model_set_aside"] = "model_set_aside"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelWordsDropped:
    """Parts of a language model's answer that no source supports. Counts only: the text is not stored."""

    job: str
    """`choice`, `targets`, `writing`."""
    about: str
    """The address of the page they are about; empty where it is no page."""
    kept: int
    dropped: tuple[tuple[str, int], ...]
    """How many for which reason."""
    kind: Literal["model_words_dropped"] = "model_words_dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerChosen:
    """A language model chose the answer among the claims it was shown. Numbers only: no word of it is stored here."""

    model: str
    answered: str
    """`yes`, `partly` or `no`."""
    shown: int
    chosen: int
    sections: int
    missing: int
    """How many gaps it named in words of the question or the documents."""
    kind: Literal["answer_chosen"] = "answer_chosen"


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeRun:
    """Code that a language model wrote was run over quoted numbers, or was refused. No word of it is stored here."""

    run_id: str
    """`Computed.id`: binds a printed calculation to this event. Empty where nothing was calculated."""
    ok: bool
    reason: str
    """Why it was refused; empty where it was not."""
    tries: int
    by: str
    """`monty` or `cpython`; empty where nothing was calculated."""
    kind: Literal["code_run"] = "code_run"


@dataclass(frozen=True, slots=True, kw_only=True)
class WordingJudged:
    """What became of a sentence in other words than its quotations: how many judges said what of it (X11)."""

    accepted: int = 0
    refused: int = 0
    canary_failed: int = 0
    """Judges that accepted a mutant of the sentence; they have no vote on it."""
    unanswered: int = 0
    code: str = ""
    """Why no judge was asked: `RULES_DECIDE`, `GIVES_ORDERS`, `SENTENCES_SPENT`, `JUDGES_SPENT`, `NO_JUDGE`."""
    kind: Literal["wording_judged"] = "wording_judged"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesTookOver:
    """A language model failed at a piece of work; rules did it instead."""

    job: str
    code: str
    """Why: the code of `ModelFailed`, `BUDGET_EXHAUSTED`, or `UNUSABLE_ANSWER`."""
    kind: Literal["rules_took_over"] = "rules_took_over"


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
class ContextReduced:
    """A model's context was shortened to fit (M3): `minds/llm/reduction.py` has its log line."""

    phase: str
    reason: str
    before: int
    after: int
    """Both in estimated tokens, of the whole context."""
    method: Literal["summary", "trim"]
    words: str
    """What was removed, by hash and length; its beginning only where `LOG_CONTEXT_REDUCTION_KEY` allows it."""
    kind: Literal["context_reduced"] = "context_reduced"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAsked:
    """One request to language models, and its cost. Contains neither prompt nor answer (L8)."""

    job: str
    model: str
    """The model that answered, or the last that was tried."""
    given: int
    """Tokens."""
    written: int
    tries: int
    """Requests, of all models together."""
    seconds: float
    kind: Literal["model_asked"] = "model_asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaRetryExhausted:
    """A model gave no answer in the requested form within its retries (M5)."""

    retry_count: int
    max: int
    template_version: str
    payload_id: str
    kind: Literal["schema_retry_exhausted"] = "schema_retry_exhausted"

    @property
    def log_line(self) -> str:
        """S3's log line, word for word."""
        return (
            f"consensus.schema.retry_exhausted retry_count={self.retry_count} max={self.max} "
            f"template_version={self.template_version} payload_id={self.payload_id}"
        )


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
