"""Puts the best passages in the order of a reranker, where there is one.

In: a query and ranked passages, best first. Out: their positions in the new order. A reranker that fails leaves the
order as it was; the caller that passed it in reports the failure.
"""

from collections.abc import Sequence

from tadori.errors import ModelUnusable
from tadori.minds.base import Reranker


def reranked_order(query: str, passages: Sequence[str], reranker: Reranker | None) -> list[int]:
    """Positions in `passages`, best first; ties, and passages without a mark, as given."""
    as_given = list(range(len(passages)))
    # One passage cannot be put in order, and without a question nothing answers it better.
    if reranker is None or len(passages) < 2 or not query.strip():
        return as_given
    try:
        marks = reranker.relevance(query, passages)
    except ModelUnusable:
        return as_given
    return sorted(as_given, key=lambda at: (-marks[at], at))
