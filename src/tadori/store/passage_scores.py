"""Scores passages for the words of a query, by counts of the searched libraries alone (BM25).

Comes in: a connection, the libraries, tokens. Goes out: how many passages there are, how many have each token, and the
score of each passage. FTS5 has a `bm25()` of its own, but it counts over its whole table: the same question over the
same folder would be answered differently in a home that holds other folders. Only SQLite knows `passages_places`.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

import sqlalchemy as sa

from tadori.model.evidence_thresholds import BM25_SATURATION, INDEX_LEAST_RARITY, INDEX_LENGTH
from tadori.model.thresholds import TITLE_TERM_WEIGHT

_MOST_RANGES: Final = 8
"""Ranges of passage numbers that a search is narrowed to: a folder that was indexed at once is one range."""
IN_LIBRARIES: Final = "page_id in (select page_id from documents where library_id in :ids)"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchScope:
    """The passages that are searched, counted."""

    passages: int
    terms: int
    """Their lengths together."""
    ranges: tuple[tuple[int, int], ...]
    """Every passage number lies in one of these; numbers of other libraries may lie there too."""
    counts: dict[str, int] = field(default_factory=dict)
    """Token → passages that have it, for the tokens that were counted so far."""


def scope_of(db: sa.Connection, library_ids: Sequence[str] | None) -> SearchScope:
    """The scope of these libraries; None: of everything that is indexed."""
    if library_ids is None:
        runs = [run for run in db.execute(_WHOLE) if run.passages]
    else:
        runs = list(db.execute(_RUNS, {"ids": list(library_ids)}))
    return SearchScope(
        passages=sum(run.passages for run in runs),
        terms=sum(run.terms for run in runs),
        ranges=_joined([(run.first, run.last) for run in runs]),
    )


def _joined(runs: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """`runs` as at most `_MOST_RANGES` ranges, joined across the smallest gaps."""
    gaps = sorted(range(1, len(runs)), key=lambda place: runs[place - 1][1] - runs[place][0])
    cuts = sorted([0, *gaps[: _MOST_RANGES - 1], len(runs)])
    return tuple((runs[start][0], runs[end - 1][1]) for start, end in pairwise(cuts) if start < end)


def count_tokens(
    db: sa.Connection, scope: SearchScope, library_ids: Sequence[str] | None, tokens: Sequence[str]
) -> dict[str, int]:
    """Token → passages of the scope that have it."""
    unknown = [token for token in dict.fromkeys(tokens) if token not in scope.counts]
    if unknown:
        _postings(db, scope, library_ids, unknown)
    return {token: scope.counts[token] for token in dict.fromkeys(tokens)}


def passage_scores(
    db: sa.Connection, scope: SearchScope, library_ids: Sequence[str] | None, tokens: Sequence[str]
) -> dict[int, float]:
    """Passage number → score, for the passages of the scope with at least one of `tokens`; larger is better."""
    wanted = list(dict.fromkeys(tokens))
    postings = _postings(db, scope, library_ids, wanted)
    scores: dict[int, float] = defaultdict(float)
    # In the order of the query, because a sum of floats depends on its order.
    for token in wanted:
        count = scope.counts[token]
        rarity = max(math.log((scope.passages - count + 0.5) / (count + 0.5)), INDEX_LEAST_RARITY)
        for number, times, length in postings.get(token, ()):
            relative = length * scope.passages / scope.terms
            damping = BM25_SATURATION * (1 - INDEX_LENGTH + INDEX_LENGTH * relative)
            scores[number] += rarity * times * (BM25_SATURATION + 1) / (times + damping)
    return scores


def _postings(
    db: sa.Connection, scope: SearchScope, library_ids: Sequence[str] | None, tokens: Sequence[str]
) -> Mapping[str, Sequence[tuple[int, float, int]]]:
    """Token → (passage number, weighted occurrences, length of the passage); their number is noted in `scope`."""
    found: dict[str, list[tuple[int, float, int]]] = defaultdict(list)
    if scope.ranges and tokens:
        values: dict[str, Any] = {"weight": TITLE_TERM_WEIGHT, "tokens": list(tokens)}
        lists = ["tokens"]
        if library_ids is not None:
            values["ids"] = list(library_ids)
            lists.append("ids")
        values |= {f"first{n}": first for n, (first, _) in enumerate(scope.ranges)}
        values |= {f"last{n}": last for n, (_, last) in enumerate(scope.ranges)}
        statement = _POSTINGS.format(
            ranges=" or ".join(f"v.doc between :first{n} and :last{n}" for n in range(len(scope.ranges))),
            scope="" if library_ids is None else f"where p.{IN_LIBRARIES}",
        )
        for row in db.execute(_with_list(statement, *lists), values):
            found[row.term].append((row.doc, row.times, row.terms))
    scope.counts.update({token: len(found[token]) for token in tokens})
    return found


def _with_list(statement: str, *lists: str) -> sa.TextClause:
    return sa.text(statement).bindparams(*(sa.bindparam(name, expanding=True) for name in lists))


_COUNTED: Final = "min(number) as first, max(number) as last, count(*) as passages, sum(terms) as terms"
_WHOLE: Final = sa.text(f"select {_COUNTED} from passages")  # noqa: S608 - our own words
# Numbers without a gap have the same distance to their place in the row: one group for each run of numbers.
_RUNS: Final = _with_list(
    f"""
    select {_COUNTED} from (
        select p.number, p.terms, p.number - row_number() over (order by p.number) as run
        from passages p where p.{IN_LIBRARIES}
    ) as numbered group by run order by 1
    """,  # noqa: S608 - our own words
    "ids",
)
# The ranges come first: they are cheap, and leave few rows for the join.
_POSTINGS: Final = """
    select h.term, h.doc, h.times, p.terms from (
        select v.term, v.doc, sum(case v.col when 'title' then :weight else 1.0 end) as times
        from passages_places v where v.term in :tokens and ({ranges}) group by v.term, v.doc
    ) as h join passages p on p.number = h.doc {scope}
"""
