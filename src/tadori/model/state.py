"""What the driver of a research loop sees: data, filled by `engine/`. `model/actions.py` has what it chooses."""

from dataclasses import dataclass
from enum import StrEnum

from tadori.model.actions import ActionOutcome
from tadori.model.budget import Budget, Spent
from tadori.model.entity import Entity
from tadori.model.graph import ClaimStanding
from tadori.model.ids import Lang, Url
from tadori.model.query import Branch, Query
from tadori.model.question import Plan
from tadori.model.researcher import NO_MEMORY, ResearcherMemory
from tadori.model.thresholds import MAX_ROUNDS


class InfoType(StrEnum):
    """The kind of information a question asks for (S5 `requiredInformationTypes`)."""

    DEFINITION = "definition"
    NUMBER = "number"
    DATE = "date"
    PERSON = "person"
    PLACE = "place"
    REASON = "reason"
    COMPARISON = "comparison"
    PROCEDURE = "procedure"


class SearchState(StrEnum):
    """The state of one query (§3.1.7.2)."""

    RUNNING = "running"
    SATISFIED = "satisfied"
    PARTIAL = "partial"
    EXHAUSTED = "exhausted"


@dataclass(frozen=True, slots=True, kw_only=True)
class AccumulatedItem:
    """Text read for a section; a URL appears once, with its best text (F2)."""

    url: Url
    title: str
    text: str
    relevance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionItems:
    """What was gathered for one section, by falling relevance."""

    section_id: str
    items: tuple[AccumulatedItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryDone:
    """A query that was made, and what it gave."""

    query: Query
    hits: int
    pages_read: int
    useful_fragments: int
    novelty: float
    carried: bool = True
    """Whether the action that made it was carried out to its end; a run that was cut off may have left one open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenPassage:
    """A passage that was read and ranked against the question."""

    page_id: str
    url: Url
    title: str
    text: str
    score: float
    """Against the whole question, 0 to 1, comparable between passages of one task."""
    query_id: str
    """The query that led to it first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchState:
    """Everything a driver may look at when it picks the next action. In a fixed order; nothing lazy."""

    task_id: str
    question: str
    lang: Lang
    plan: Plan
    effort: int
    round: int
    """Search rounds done: 0 before the initial queries."""
    budget: Budget
    spent: Spent
    max_rounds: int = MAX_ROUNDS
    queries: tuple[QueryDone, ...] = ()
    sections: tuple[SectionItems, ...] = ()
    passages: tuple[SeenPassage, ...] = ()
    """Best first."""
    claims: tuple[ClaimStanding, ...] = ()
    """Best answer first."""
    answer_claims: tuple[str, ...] | None = None
    """Ids of the claims the answer would be based on, best first; empty when nothing answers, None before choosing."""
    refutation_searched: frozenset[str] = frozenset()
    """Ids of claims whose refutation was searched for."""
    novelty_history: tuple[float, ...] = ()
    """One entry per full cycle of fetches."""
    all_blocked: bool = False
    """Every source refused: no further query can be answered."""
    branches: tuple[Branch, ...] = ()
    """One per query."""
    user_stop: bool = False
    answered: bool = False
    """An `AnswerAction` was executed."""
    answered_by: str = ""
    """The task before, where the evidence taken over from it answers every part of the question and nothing was
    searched since; else empty."""
    on_the_web: bool = False
    """Engines are used, not only folders: the first round makes more kinds of queries."""
    entities: tuple[Entity, ...] = ()
    """The entities named in the question, with everything known so far; the most mentioned first."""
    outcomes: tuple[ActionOutcome, ...] = ()
    """The outcomes of this stretch's actions, in order."""
    memory: ResearcherMemory = NO_MEMORY
    """What a task that a model drives knows and has noted; empty for all others."""
