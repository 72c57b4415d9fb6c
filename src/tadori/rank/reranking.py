"""The seat of a reranker: the best passages in its order.

Comes in: what is wanted and passages that were ranked, best first. Goes out: their places in the order to take. A
reranker that fails leaves the order as it was; whoever handed it in tells of that.
"""

from collections.abc import Sequence

from tadori.errors import ModelUnusable
from tadori.minds.base import Reranker


def reranked_order(query: str, passages: Sequence[str], reranker: Reranker | None) -> list[int]:
    """Places in `passages`, best first; ties, and passages that no reranker marks, as given."""
    as_given = list(range(len(passages)))
    # One passage cannot be put in order, and without a question nothing answers it better.
    if reranker is None or len(passages) < 2 or not query.strip():
        return as_given
    try:
        marks = reranker.relevance(query, passages)
    except ModelUnusable:
        return as_given
    return sorted(as_given, key=lambda at: (-marks[at], at))
