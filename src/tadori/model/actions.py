"""The actions a driver of the research loop may choose, and their outcomes: data, with a JSON form for the journal.

A new kind of action is a class here and a module in `engine/actions/` that executes it. The `review` of an action is
the driver's review of the round before, where there was one.
"""

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

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
class AnswerAction:
    """Accept the current answer."""

    kind: ClassVar = "answer"
    reason: str
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
    | AnswerAction
    | StopAction
    | ReviewTestsAction
    | ResultAction
    | RefreshAction
    | ReportAction
)

ReviewingAction = SearchAction | RefuteAction | AnswerAction | StopAction


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionOutcome:
    """What executing an action brought."""

    kind: str
    new_claims: int = 0
    met_again: tuple[str, ...] = ()
    """Ids of claims on pages that were read before."""
    tested: tuple[str, ...] = ()
    """Ids of claims that were tested for refutations."""


def action_to_json(action: Action) -> dict[str, Any]:
    """The action as the journal stores it: without its review, which is a row of its own (`store/rounds.py`)."""
    data = asdict(action)
    data.pop("review", None)
    return {"kind": action.kind, **data}


def action_from_json(data: dict[str, Any]) -> Action:
    """Reads what `action_to_json` wrote. Raises KeyError or ValueError for anything else."""
    match data["kind"]:
        case "search":
            return SearchAction(queries=_queries(data), reason=data["reason"], recall=data["recall"])
        case "refute":
            return RefuteAction(
                claim_id=data["claim_id"],
                also=tuple(data.get("also", ())),
                rereads=data.get("rereads", False),
                queries=_queries(data),
                reason=data["reason"],
            )
        case "answer":
            return AnswerAction(reason=data["reason"])
        case "stop":
            return StopAction(reason=StopReason(data["reason"]), words=data["words"])
        case "review_tests":
            return ReviewTestsAction(query=data["query"])
        case "result":
            return ResultAction(tested=tuple(data["tested"]), met_again=tuple(data["met_again"]))
        case "refresh":
            return RefreshAction()
        case "report":
            return ReportAction()
        case other:
            raise ValueError(f"{other!r} is no kind of action")


def _queries(data: dict[str, Any]) -> tuple[Query, ...]:
    return tuple(
        Query(**{**query, "lang": Lang(query["lang"]), "purpose": QueryPurpose(query["purpose"])})
        for query in data["queries"]
    )
