"""What is worth fetching, and which query gets the next page (L6).

Comes in: hits, the words of the query, and the yield of earlier pages. Goes out: an expected value for each hit with
the reason when it is not worth a fetch, shares of a page budget, and the order in which pending hits are read. Nothing
is fetched, stored or logged here; the caller reports the skipped hits.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Final

from tadori.errors import WrongCall
from tadori.model.query import Branch, Hit
from tadori.model.thresholds import NOVELTY_FLOOR
from tadori.model.web_thresholds import (
    BRANCH_DEPTH,
    DRY_BRANCH_PAGES,
    HIT_BM25_B,
    HIT_BM25_K1,
    HIT_TITLE_TIMES,
    HIT_USUAL_TERMS,
    RICH_BRANCH_DEPTH,
    RICH_BRANCH_HARVEST,
    RICH_BRANCH_NOVELTY,
    SKIP_HIT_BELOW,
    UNKNOWN_HIT_VALUE,
)
from tadori.text.tokens import terms

_JAPANESE: Final = re.compile("[ぁ-ヿ㐀-䶿一-鿿]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedValue:
    """How useful a hit is expected to be, before it is fetched."""

    hit: Hit
    value: float
    """0 to 1."""
    skip: str | None
    """Why it is not worth fetching; None when it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Harvest:
    """What the pages of a query have yielded so far."""

    query_id: str
    useful: int
    """Fragments that were new and useful."""
    pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingHit:
    """A hit waiting to be fetched."""

    query_id: str
    expected: ExpectedValue
    item: str = ""
    """The caller's own id for it."""


def expected_value(hit: Hit, query_words: Sequence[str], rarity: Mapping[str, float] | None = None) -> ExpectedValue:
    """BM25 of title (twice) and snippet for the words of the query, as a share of the maximum.

    `query_words` come from `text.tokens.terms`; `rarity` may give words more or less weight than 1. With r the rarity
    of a word, f how often it stands there, and L the content words of title (twice) and snippet:

        value = Σ r · f · 2.2 / (f + 1.2 · (.25 + .75 · L / 40)) / Σ r · 2.2

    Two query words, one in the title (f = 2), the other absent, L = 40: 2 / (2 + 1.2) / 2 = .3125.
    """
    wanted = dict.fromkeys(query_words)
    if not wanted or not _comparable(hit, wanted):
        return ExpectedValue(hit=hit, value=UNKNOWN_HIT_VALUE, skip=None)
    title, snippet = terms(hit.title), terms(hit.snippet)
    counts = Counter(snippet)
    for word in title:
        counts[word] += HIT_TITLE_TIMES
    length = HIT_TITLE_TIMES * len(title) + len(snippet)
    damping = HIT_BM25_K1 * (1 - HIT_BM25_B + HIT_BM25_B * length / HIT_USUAL_TERMS)
    weights = {word: 1.0 if rarity is None else rarity.get(word, 1.0) for word in wanted}
    most = sum(weights.values())
    if most <= 0:
        raise WrongCall("the rarities of the query's words must not all be 0")
    value = sum(weight * counts[word] / (counts[word] + damping) for word, weight in weights.items()) / most
    skip = None if value >= SKIP_HIT_BELOW else f"little of the query in title and snippet ({value:.2f})"
    return ExpectedValue(hit=hit, value=value, skip=skip)


def _comparable(hit: Hit, wanted: Mapping[str, None]) -> bool:
    """Whether the hit has a snippet in the script of the query, so that a comparison means something."""
    if not hit.snippet.strip():
        return False
    japanese = bool(_JAPANESE.search(hit.title + hit.snippet))
    return any(bool(_JAPANESE.search(word)) == japanese for word in wanted)


def ucb1(harvests: Sequence[float], counts: Sequence[int], total: int) -> list[float]:
    """UCB1 of each arm: mean reward (0 to 1) + sqrt(2 ln total / count); an arm never tried comes before all others.

    Means .5 and .2 after 8 and 2 of 10 tries: .5 + sqrt(2 ln 10 / 8) = 1.259 and .2 + sqrt(2 ln 10 / 2) = 1.717.

    Raises:
        WrongCall: the lists do not belong together, or fewer tries in total than an arm had.
    """
    if len(harvests) != len(counts):
        raise WrongCall(f"{len(harvests)} harvests and {len(counts)} counts do not belong together")
    if total < max(counts, default=0):
        raise WrongCall(f"{total} tries in total are fewer than one arm had")
    return [
        inf if count <= 0 else mean + sqrt(2 * log(total) / count) for mean, count in zip(harvests, counts, strict=True)
    ]


def allocate_pages(queries: Sequence[Harvest], budget: int) -> dict[str, int]:
    """How many of the next `budget` pages each query gets; the shares sum to `budget`.

    Page by page to the query with the largest UCB1, the pages given counting as tried. Rewards are harvest rates as a
    share of the best one, because pages may hold several useful fragments. Ties go to the query that comes first.

    `a` with 8 useful fragments of 4 pages, `b` with 4 of 4: rewards 1 and .5; of 12 more pages `a` gets 11, `b` 1.
    """
    if not queries or budget <= 0:
        return {query.query_id: 0 for query in queries}
    rates = [query.useful / query.pages if query.pages else 0.0 for query in queries]
    best = max(rates) or 1.0
    means = [rate / best for rate in rates]
    tries = [query.pages for query in queries]
    for _ in range(budget):
        bounds = ucb1(means, tries, max(sum(tries), 1))
        tries[bounds.index(max(bounds))] += 1
    return {query.query_id: tried - query.pages for query, tried in zip(queries, tries, strict=True)}


def next_hits_to_fetch(
    pending: Sequence[PendingHit], harvests: Mapping[str, Harvest], branches: Mapping[str, Branch], size: int
) -> list[PendingHit]:
    """The next `size` hits to fetch: breadth first before anything was read, then queries by UCB1, each best first.

    The part of its share that a query cannot use, because few of its hits are left, goes to the best hits of others.
    """
    if not any(harvest.pages for harvest in harvests.values()):
        return hits_in_order(pending, branches, round=0)[:size]
    ordered = hits_in_order(pending, branches, round=1)
    waiting = {item.query_id for item in ordered}
    shares = allocate_pages([harvest for query_id, harvest in harvests.items() if query_id in waiting], size)
    chosen, left = [], []
    for item in ordered:
        if shares.get(item.query_id, 0) > 0:
            shares[item.query_id] -= 1
            chosen.append(item)
        else:
            left.append(item)
    return [*chosen, *left][:size]


def may_deepen(branch: Branch) -> bool:
    """Whether anything may grow from the branch: to depth 3, to 4 from a rich one (§3.1), and not once it is dry."""
    return why_not_deeper(branch) is None


def why_not_deeper(branch: Branch) -> str | None:
    """Why nothing may grow from the branch, in words; None when it may."""
    if branch.pages >= DRY_BRANCH_PAGES and branch.novelty < NOVELTY_FLOOR:
        return f"its branch brought almost nothing new ({branch.novelty:.0%} of what {branch.pages} pages held)"
    rich = branch.harvest >= RICH_BRANCH_HARVEST and branch.novelty >= RICH_BRANCH_NOVELTY
    if branch.depth < (RICH_BRANCH_DEPTH if rich else BRANCH_DEPTH):
        return None
    return f"its branch is {branch.depth} deep"


def hits_in_order(pending: Sequence[PendingHit], branches: Mapping[str, Branch], *, round: int) -> list[PendingHit]:
    """The hits that are worth fetching, in the order they should be.

    Round 0 goes breadth first: the best hit of every query, then the second of each, and so on. Later rounds go best
    first by novelty: `novelty of the branch · expected value`. Ties keep the order of `pending`.
    """
    worth = [item for item in pending if item.expected.skip is None]
    if round > 0:
        return sorted(worth, key=lambda item: -_novelty(branches, item) * item.expected.value)
    best_first = sorted(worth, key=lambda item: -item.expected.value)
    turns: Counter[str] = Counter()
    placed: list[tuple[int, PendingHit]] = []
    for item in best_first:
        placed.append((turns[item.query_id], item))
        turns[item.query_id] += 1
    return [item for _, item in sorted(placed, key=lambda entry: entry[0])]


def _novelty(branches: Mapping[str, Branch], item: PendingHit) -> float:
    branch = branches.get(item.query_id)
    return 1.0 if branch is None else branch.novelty
