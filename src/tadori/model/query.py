"""Search queries and search hits. Types only."""

from dataclasses import dataclass
from enum import StrEnum

from tadori.model.ids import IsoDate, Lang, Url, content_id


class QueryPurpose(StrEnum):
    """Why a query was made; shown in the event log and the report's method section."""

    INITIAL = "initial"
    FOLLOW_UP = "follow_up"
    NAMED = "named"
    """Follows a name found in evidence already read (one more hop)."""
    PIVOT = "pivot"
    """Follows a company, person or domain that the question names: officers, filings, works."""
    REFUTE = "refute"
    DEEPEN = "deepen"
    """Looks at one claim of a finished report again."""
    INHERITED = "inherited"
    """No search: the pages that a follow-up takes over from the task before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One query. Its id is its content within the task, or within the client's search it belongs to.

    A task that drives itself never makes the same query twice, also after a restart; a client that repeats one means
    it.
    """

    id: str
    task_id: str
    text: str
    lang: Lang
    purpose: QueryPurpose
    section_id: str
    round: int
    limit: int
    cause_id: str
    """What led to it: a section, a gap, a claim or a page."""

    @staticmethod
    def of(
        *,
        task_id: str,
        text: str,
        lang: Lang,
        purpose: QueryPurpose,
        section_id: str,
        round: int,
        limit: int,
        cause_id: str,
        search_id: str = "",
    ) -> "Query":
        """`search_id`: the client's search it belongs to; empty for a task that drives itself."""
        within = (search_id,) if search_id else ()
        return Query(
            id=content_id("q", task_id, text, purpose.value, *within),
            task_id=task_id,
            text=text,
            lang=lang,
            purpose=purpose,
            section_id=section_id,
            round=round,
            limit=limit,
            cause_id=cause_id,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A query with everything found by following it."""

    query_id: str
    depth: int
    """1 for a query made from the question itself."""
    novelty: float = 1.0
    """Share of its latest fragments that were new and useful; 1 before anything was read."""
    harvest: float = 0.0
    """Useful fragments per page."""
    pages: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One search result; exactly these seven fields, whatever the engine (§3.1.4)."""

    title: str
    url: Url
    snippet: str
    date: IsoDate | None
    engine: str
    rank: int
    source_tag: str
    """What kind of source answered: `library`, `general`, `news`, `academic`, `government`, `technical`."""
