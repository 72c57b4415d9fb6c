"""What a model that drives the research decides, knows and learns (S2): data, with S2's own field names on output.

Types only. The steps are chosen in `engine/drivers/model.py`, answers are evaluated in `engine/actions/propose.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from tadori.model.ids import IsoDate


class StepKind(StrEnum):
    """The actions a model may choose from (D1), in the order in which they are offered."""

    SEARCH = "search"
    VISIT = "visit"
    REFLECT = "reflect"
    ANSWER = "answer"
    CODING = "coding"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionFlags:
    """Which actions the next step may take: computed by code, enforced by code."""

    allow_search: bool
    allow_visit: bool
    allow_reflect: bool
    allow_answer: bool
    allow_coding: bool

    @property
    def allowed(self) -> tuple[StepKind, ...]:
        return tuple(kind for kind in StepKind if self.allows(kind))

    def allows(self, kind: StepKind) -> bool:
        found: bool = getattr(self, f"allow_{kind.value}")
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentLayers:
    """What the asker is after, from the letter of the question to who they want to be (D2)."""

    surface: str
    practical: str
    emotional: str
    social: str
    identity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RewrittenQuery:
    """A query that a model proposes."""

    q: str
    tbs: str = ""
    """`qdr:h`, `qdr:d`, `qdr:w`, `qdr:m`, `qdr:y`: not older than an hour, day, week, month or year."""
    location: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepDecision:
    """One step as the model chose it: a thought and one action. Only the fields of that action are filled."""

    think: str
    kind: StepKind
    queries: tuple[RewrittenQuery, ...] = ()
    url_targets: tuple[int, ...] = ()
    """Numbers of known addresses, from 1."""
    questions: tuple[str, ...] = ()
    answer: str = ""
    """The model's own words; kept in the diary, never printed as an answer."""
    references: tuple[int, ...] = ()
    """Numbers of claims, from 1."""
    is_final: bool = False
    coding_issue: str = ""


class KnowledgeType(StrEnum):
    URL = "url"
    """Found on a page."""
    SIDE_INFO = "side-info"
    """Learned on the way: an answered sub-question, or what was wrong with an answer."""
    USER_PROVIDED = "user-provided"
    """From the user's notes. It steers the search and is never evidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeItem:
    """Something the researcher knows (D3)."""

    question: str
    answer: str
    references: tuple[str, ...]
    """Ids of the claims it rests on; empty for notes and for lessons."""
    kind: KnowledgeType
    updated: IsoDate | None = None
    confidence: float | None = None

    def to_wire(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "question": self.question,
            "answer": self.answer,
            "references": list(self.references),
            "type": self.kind.value,
        }
        if self.updated is not None:
            found["updated"] = self.updated
        if self.confidence is not None:
            found["confidence"] = self.confidence
        return found


class DiaryResult(StrEnum):
    SUCCESS = "success"
    PARTIAL = "partial"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryEntry:
    """One step, for a person to read (D5)."""

    step: int
    """From 1, over all runs of the task."""
    action: str
    question: str
    """What the step was about: the question, or a sub-question."""
    details: str
    result: DiaryResult
    notes: str = ""

    @property
    def line(self) -> str:
        """`3. search: dam height → success (4 new claims)`"""
        notes = f" ({self.notes})" if self.notes else ""
        return f"{self.step}. {self.action}: {self.details} → {self.result.value}{notes}"

    def to_wire(self) -> dict[str, Any]:
        found = {
            "step": self.step,
            "action": self.action,
            "question": self.question,
            "details": self.details,
            "result": self.result.value,
        }
        return {**found, "notes": self.notes} if self.notes else found


class EvaluationType(StrEnum):
    """What an answer is judged by, in the order in which it is (D4)."""

    ATTRIBUTION = "attribution"
    DEFINITIVE = "definitive"
    FRESHNESS = "freshness"
    PLURALITY = "plurality"
    COMPLETENESS = "completeness"


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshnessAnalysis:
    days_ago: int
    """How old the newest dated evidence of the answer is; -1 where none is dated."""
    max_age_days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PluralityAnalysis:
    minimum_count_required: int
    actual_count_provided: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletenessAnalysis:
    aspects_expected: tuple[str, ...]
    aspects_provided: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationResponse:
    """The verdict on one answer by one criterion."""

    passed: bool
    think: str
    kind: EvaluationType
    by_rules: bool
    """Whether the mechanical part decided; a model cannot overrule its no."""
    freshness: FreshnessAnalysis | None = None
    plurality: PluralityAnalysis | None = None
    completeness: CompletenessAnalysis | None = None
    improvement_plan: str = ""

    def to_wire(self) -> dict[str, Any]:
        found: dict[str, Any] = {"pass": self.passed, "think": self.think, "type": self.kind.value}
        if self.freshness is not None:
            found["freshnessAnalysis"] = {
                "daysAgo": self.freshness.days_ago,
                "maxAgeDays": self.freshness.max_age_days,
            }
        if self.plurality is not None:
            found["pluralityAnalysis"] = {
                "minimumCountRequired": self.plurality.minimum_count_required,
                "actualCountProvided": self.plurality.actual_count_provided,
            }
        if self.completeness is not None:
            found["completenessAnalysis"] = {
                "aspectsExpected": ", ".join(self.completeness.aspects_expected),
                "aspectsProvided": ", ".join(self.completeness.aspects_provided),
            }
        if self.improvement_plan:
            found["improvementPlan"] = self.improvement_plan
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorAnalysis:
    """What went wrong with a failed answer, and what to do otherwise (D5)."""

    recap: str
    blame: str
    improvement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerEvaluation:
    """One proposed answer with every verdict on it."""

    step: int
    responses: tuple[EvaluationResponse, ...]
    analysis: ErrorAnalysis | None
    """None where it passed."""
    at: datetime

    @property
    def passed(self) -> bool:
        return all(response.passed for response in self.responses)

    @property
    def failed_kinds(self) -> tuple[EvaluationType, ...]:
        return tuple(response.kind for response in self.responses if not response.passed)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownAddress:
    """A hit that was found and not read, with what the result page said of it."""

    item: str
    """The id of the hit."""
    query_id: str
    url: str
    title: str
    snippet: str
    date: IsoDate | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearcherMemory:
    """What a model-driven task remembers between steps; read from the store before every choice."""

    knowledge: tuple[KnowledgeItem, ...] = ()
    diary: tuple[DiaryEntry, ...] = ()
    evaluations: tuple[AnswerEvaluation, ...] = ()
    questions: tuple[str, ...] = ()
    """Sub-questions that are open, in the order in which they were asked."""
    addresses: tuple[KnownAddress, ...] = ()


NO_MEMORY: Final = ResearcherMemory()


def has_failed_alike(evaluations: Sequence[AnswerEvaluation]) -> bool:
    """Whether the last two answers failed by the same criteria: the strategy has to change."""
    last = [one.failed_kinds for one in evaluations[-2:]]
    return len(last) == 2 and bool(last[0]) and last[0] == last[1]
