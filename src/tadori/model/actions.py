"""The actions a driver of the research loop may choose, and their outcomes: data, with a JSON form for the journal.

A new kind of action is a class here and a module in `engine/actions/` that executes it. The `review` of an action is
the driver's review of the round before, where there was one; its `thought` is what a model said of it: shown live, kept
nowhere, because a page may have put words into it.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Final

from tadori.model.ids import Lang
from tadori.model.query import Query, QueryPurpose
from tadori.model.question import StopReason
from tadori.model.rounds import RoundReview


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAction:
    """Make these queries, read the results, and weigh the evidence."""

    kind: ClassVar = "search"
    queries: tuple[Query, ...]
    reason: str
    recall: bool = False
    """Also match these queries against pages of earlier searches."""
    thought: str = field(default="", compare=False)
    review: RoundReview | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuteAction:
    """Search for evidence against one claim. No queries: all of them were already made for other claims."""

    kind: ClassVar = "refute"
    claim_id: str
    queries: tuple[Query, ...]
    reason: str
    also: tuple[str, ...] = ()
    """Further claims that are tested by the same search: those of one answer to an open question."""
    rereads: bool = False
    """Also without queries, look through the pages already read."""
    review: RoundReview | None = field(default=None, compare=False)

    @property
    def claim_ids(self) -> tuple[str, ...]:
        return (self.claim_id, *self.also)


@dataclass(frozen=True, slots=True, kw_only=True)
class CodingAction:
    """Calculate something from numbers of claims, with code that a language model writes and a sandbox runs."""

    kind: ClassVar = "coding"
    issue: str
    """What is to be calculated, in the driver's words. They are never printed."""
    claim_ids: tuple[str, ...]
    """The claims that may be calculated with, best first."""
    reason: str = ""
    thought: str = field(default="", compare=False)
    review: RoundReview | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerAction:
    """Accept the current answer."""

    kind: ClassVar = "answer"
    reason: str
    review: RoundReview | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitAction:
    """Read these hits, which earlier searches found and nobody read (D1)."""

    kind: ClassVar = "visit"
    hits: tuple[tuple[str, str], ...]
    """(hit id, query id)."""
    reason: str
    thought: str = field(default="", compare=False)
    review: RoundReview | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectAction:
    """Note questions whose answers are missing (D1)."""

    kind: ClassVar = "reflect"
    questions: tuple[str, ...]
    reason: str
    thought: str = field(default="", compare=False)
    review: RoundReview | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeAction:
    """Choose the answer from the evidence and test it (D4)."""

    kind: ClassVar = "propose"
    reason: str
    advice: str = ""
    """What the last answer lacked, for the choice of this one."""
    is_last: bool = False
    """Beast mode: the best answer of what is there, whatever the tests say (D8)."""
    thought: str = field(default="", compare=False)
    review: RoundReview | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class StopAction:
    """End the task with its report."""

    kind: ClassVar = "stop"
    reason: StopReason
    words: str
    review: RoundReview | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewTestsAction:
    """Record which claims a client's search for refutations tested, and what was found against each."""

    kind: ClassVar = "review_tests"
    query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultAction:
    """Store the result of a client's search, and end its stretch."""

    kind: ClassVar = "result"
    tested: tuple[str, ...] = ()
    met_again: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshAction:
    """Recompute the results of a client's earlier searches, now that more of their pages were read."""

    kind: ClassVar = "refresh"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportAction:
    """Compile the report of a client's task that has ended."""

    kind: ClassVar = "report"


Action = (
    SearchAction
    | RefuteAction
    | VisitAction
    | ReflectAction
    | CodingAction
    | ProposeAction
    | AnswerAction
    | StopAction
    | ReviewTestsAction
    | ResultAction
    | RefreshAction
    | ReportAction
)

ReviewingAction = (
    SearchAction | RefuteAction | VisitAction | ReflectAction | CodingAction | ProposeAction | AnswerAction | StopAction
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionOutcome:
    """What executing an action brought."""

    kind: str
    new_claims: int = 0
    met_again: tuple[str, ...] = ()
    """Ids of claims on pages that were read before."""
    tested: tuple[str, ...] = ()
    """Ids of claims that were tested for refutations."""
    ends_search: bool = False
    """A proposed answer that passed its tests, or was the last one: nothing more is gathered."""
    refused: str = ""
    """Why nothing was calculated; empty where something was, and for other kinds of action."""


def action_to_json(action: Action) -> dict[str, Any]:
    """The action as the journal stores it: without its review, which is a row of its own (`store/rounds.py`), and
    without a model's thought, which is only shown.
    """
    data = asdict(action)
    for name in ("review", "thought"):
        data.pop(name, None)
    return {"kind": action.kind, **data}


def action_from_json(data: dict[str, Any]) -> Action:
    """Reads what `action_to_json` wrote. Raises KeyError or ValueError for anything else."""
    kind = data["kind"]
    if kind not in _READERS:
        raise ValueError(f"{kind!r} is no kind of action")
    return _READERS[kind](data)


def _search(data: dict[str, Any]) -> Action:
    return SearchAction(queries=_queries(data), reason=data["reason"], recall=data["recall"])


def _refute(data: dict[str, Any]) -> Action:
    also = tuple(data.get("also", ()))
    rereads = data.get("rereads", False)
    return RefuteAction(
        claim_id=data["claim_id"], also=also, rereads=rereads, queries=_queries(data), reason=data["reason"]
    )


def _visit(data: dict[str, Any]) -> Action:
    return VisitAction(hits=tuple((hit, query) for hit, query in data["hits"]), reason=data["reason"])


_READERS: Final[dict[str, Callable[[dict[str, Any]], Action]]] = {
    "search": _search,
    "refute": _refute,
    "visit": _visit,
    "reflect": lambda data: ReflectAction(questions=tuple(data["questions"]), reason=data["reason"]),
    "coding": lambda data: CodingAction(issue=data["issue"], claim_ids=tuple(data["claim_ids"]), reason=data["reason"]),
    "propose": lambda data: ProposeAction(reason=data["reason"], advice=data["advice"], is_last=data["is_last"]),
    "answer": lambda data: AnswerAction(reason=data["reason"]),
    "stop": lambda data: StopAction(reason=StopReason(data["reason"]), words=data["words"]),
    "review_tests": lambda data: ReviewTestsAction(query=data["query"]),
    "result": lambda data: ResultAction(tested=tuple(data["tested"]), met_again=tuple(data["met_again"])),
    "refresh": lambda _: RefreshAction(),
    "report": lambda _: ReportAction(),
}


def _queries(data: dict[str, Any]) -> tuple[Query, ...]:
    return tuple(
        Query(**{**query, "lang": Lang(query["lang"]), "purpose": QueryPurpose(query["purpose"])})
        for query in data["queries"]
    )
