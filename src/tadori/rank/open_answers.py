"""Chooses the sentences that answer an open question, under a budget of words.

In: a parsed question, candidate sentences, how rare each term is, an embedder. Out: scored candidates in the order in
which they were chosen, and how likely the evidence speaks about the question at all. The choice is greedy over a
submodular gain: a sentence is worth its score, less what chosen ones already say. It writes no words.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tadori.minds.base import Embedder
from tadori.model.evidence_thresholds import (
    OPEN_DECAY,
    OPEN_FLOOR,
    OPEN_REPEATED_FROM,
    OPEN_REPEATED_WEIGHT,
    OPEN_SAME_PAGE,
)
from tadori.model.fitted_weights import OPEN_ORDER
from tadori.model.ids import JA
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.features import tokenized
from tadori.rank.open_features import OPEN_FEATURES, open_rows
from tadori.rank.question import ParsedQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenChoice:
    """What was chosen for an open question."""

    order: tuple[str, ...]
    """Claim ids, best first: each adds most to those before it."""
    scores: dict[str, float]
    """Claim id → 0 to 1; falls along `order`."""
    answer: tuple[str, ...]
    """The first of `order` that fit into the budget of words."""


def choose_open(
    question: ParsedQuestion,
    candidates: Sequence[AnswerCandidate],
    *,
    df: DocumentFrequency,
    embedder: Embedder | None,
    words: int,
) -> OpenChoice:
    """Score and order the candidates; `words` is the room in the answer."""
    if not candidates:
        return OpenChoice(order=(), scores={}, answer=())
    rows = open_rows(question, candidates, df=df, embedder=embedder)
    worth = [
        sum(value * OPEN_ORDER.get(name, 0.0) for name, value in zip(OPEN_FEATURES, row, strict=True)) for row in rows
    ]
    picked = _greedy(candidates, worth, words)
    best = max(worth)
    scores = {c.claim_id: round(_share(value - best), 6) for c, value in zip(candidates, worth, strict=True)}
    # Along the order scores must fall, so that whatever sorts by score keeps it.
    falling = 1.0
    for index in picked.order:
        falling = min(falling, scores[candidates[index].claim_id])
        scores[candidates[index].claim_id] = falling
    return OpenChoice(
        order=tuple(candidates[i].claim_id for i in picked.order),
        scores=scores,
        answer=tuple(candidates[i].claim_id for i in picked.answer),
    )


def word_count(text: str, lang: str) -> int:
    """Words as a reader counts them; two characters of Japanese are about one word."""
    return math.ceil(len("".join(text.split())) / 2) if lang == JA else len(text.split())


@dataclass(frozen=True, slots=True)
class _Picked:
    order: list[int]
    answer: list[int]


def _share(difference: float) -> float:
    return math.exp(min(0.0, difference) / OPEN_DECAY)


def _greedy(candidates: Sequence[AnswerCandidate], worth: Sequence[float], words: int) -> _Picked:
    """Take the most valuable sentence again and again; one that shares words with a chosen one loses worth.

    One of the very same words is not taken at all: the same sentence on another page is support, not more answer.
    """
    said = [tokenized(c.text).tokens for c in candidates]
    repeated = [0.0] * len(candidates)
    pages: Counter[str] = Counter()
    left = {i for i, c in enumerate(candidates) if c.stands_alone}
    order: list[int] = []
    answer: list[int] = []
    room = words
    floor = max((worth[i] for i in left), default=0.0) - OPEN_FLOOR

    def gain(index: int) -> float:
        return worth[index] - OPEN_REPEATED_WEIGHT * repeated[index] - OPEN_SAME_PAGE * pages[candidates[index].page_id]

    while left:
        best = max(left, key=lambda i: (gain(i), -i))
        if gain(best) < floor:
            break
        left.discard(best)
        order.append(best)
        size = word_count(candidates[best].text, candidates[best].lang)
        if size <= room:
            answer.append(best)
            room -= size
        pages[candidates[best].page_id] += 1
        left = {other for other in left if said[other] != said[best]}
        for other in left:
            shared = len(said[other] & said[best]) / max(1, min(len(said[other]), len(said[best])))
            repeated[other] = max(repeated[other], shared - OPEN_REPEATED_FROM)
    return _Picked(order, answer)
