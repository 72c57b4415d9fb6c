"""The branches of a research (L6): for each query, what it yielded and how many queries lead from the question to it.

Comes in: queries and the pages read for them. Goes out: one `Branch` per query. Pure. Whether a branch is followed
further is decided in `search/exploration.py`.
"""

from collections.abc import Mapping, Sequence

from tadori.graph.novelty import novelty
from tadori.model.query import Branch, Query, QueryPurpose
from tadori.store.queries import TaskPage


def branches_of(queries: Sequence[Query], pages: Sequence[TaskPage]) -> dict[str, Branch]:
    """Branches by query id.

    A query that a page led to is one deeper than the query that found the page; a search for refutations starts a new
    branch; all others are as deep as their round.
    """
    found_by = {page.page_id: page.query_id for page in pages}
    by_id = {query.id: query for query in queries}
    flags: dict[str, list[Sequence[bool]]] = {query.id: [] for query in queries}
    for page in pages:
        flags[page.query_id].append(page.flags)
    return {query.id: _branch(query, flags[query.id], _depth(query, by_id, found_by)) for query in queries}


def _branch(query: Query, mine: Sequence[Sequence[bool]], depth: int) -> Branch:
    flags = [flag for page in mine for flag in page]
    return Branch(
        query_id=query.id,
        depth=depth,
        novelty=novelty(flags),
        harvest=sum(flags) / len(mine) if mine else 0.0,
        pages=len(mine),
    )


def _depth(query: Query, by_id: Mapping[str, Query], found_by: Mapping[str, str]) -> int:
    """How many queries lead from the question to this one; in a cycle each counts once."""
    seen: list[str] = []
    at: Query | None = query
    while at is not None and at.id not in seen:
        seen.append(at.id)
        # The cause of a query is a page id if a page led to it; otherwise nothing is found here.
        parent = found_by.get(at.cause_id)
        last, at = at, None if parent is None else by_id.get(parent)
    return len(seen) + (0 if last.purpose is QueryPurpose.REFUTE else last.round)
