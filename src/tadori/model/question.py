"""The question and its plan before anything is searched: sections, target claims, the task itself. Types only."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tadori.model.budget import Budget
from tadori.model.claim import Stance
from tadori.model.ids import Lang, content_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of the question, with its purpose and what must be covered (S5)."""

    id: str
    name: str
    purpose: str
    focus: tuple[str, ...]
    """Phrases the evidence must address; coverage is counted per phrase."""

    @staticmethod
    def of(name: str, purpose: str, focus: tuple[str, ...]) -> "Section":
        return Section(id=content_id("sec", name, purpose, *focus), name=name, purpose=purpose, focus=focus)


class Polarity(StrEnum):
    """Whether evidence for a target claim confirms or refutes the question (§3.3.1 `expected_polarity`)."""

    CONFIRM = "confirm"
    REFUTE = "refute"


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetClaim:
    """A claim to look for: what would confirm the question, or what would refute it (L26)."""

    claim_id: str
    text: str
    expected_polarity: Polarity
    granularity: str
    """`whole` for the question itself, `part` for one of its parts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetEvidence:
    """A claim of the evidence that matches a target claim, and its stance (L26)."""

    target_id: str
    expected_polarity: Polarity
    claim_id: str
    score: float
    """How well the claim matches the target's words, 0 to 1."""
    stance: Stance
    """The claim's stance on the target, by rules."""
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The plan of a task."""

    lang: Lang
    sections: tuple[Section, ...]
    targets: tuple[TargetClaim, ...]
    mirror: str = ""
    """The question as a query in the other language, by a language model; empty where the table of terms is used."""


class AnswerLength(StrEnum):
    """How much an answer to an open question may say (`--length`)."""

    SHORT = "short"
    NORMAL = "normal"
    LONG = "long"


class TaskStatus(StrEnum):
    """§3.1.7.2; `stopped` was ended by a person, `paused` can be resumed."""

    CREATED = "created"
    EXPLORING = "exploring"
    PAUSED = "paused"
    COMPLETED = "completed"
    FAILED = "failed"
    STOPPED = "stopped"


class StopReason(StrEnum):
    """Why a run stopped, in order of precedence (rulings): the first that holds is the reason."""

    USER_STOP = "user_stop"
    BUDGET = "budget"
    ALL_BLOCKED = "all_blocked"
    ANSWER_ACCEPTED = "answer_accepted"
    SATISFIED = "satisfied"
    NOVELTY = "novelty"
    EARLY_STOP = "early_stop"
    MAX_ROUNDS = "max_rounds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One run of one question."""

    id: str
    question: str
    lang: Lang
    """Of the report."""
    question_lang: Lang
    """Of the question; decides how it is parsed and searched."""
    status: TaskStatus
    created_at: datetime
    budget: Budget
    effort: int
    libraries: tuple[str, ...]
    """Absolute paths of the folders that are searched."""
    providers: tuple[str, ...] = ()
    out: str | None = None
    """Folder for the report files, besides the home."""
    length: AnswerLength = AnswerLength.NORMAL
    model: str = ""
    """The language model that drives it, by name; empty where rules do."""
    parent: str = ""
    """The task that it is a follow-up of; empty for a question of its own."""
    parent_question: str = ""
    """The question of that task."""
    asked: str = ""
    """What was typed, where the question is read with the parent's subject in place of a pronoun; else empty."""
    deepen: str = ""
    """The claim that this run looks at again; empty for every other run."""
    finished_at: datetime | None = None
    stop_reason: StopReason | None = None
    answered: bool | None = None
    """None until the report is compiled."""
