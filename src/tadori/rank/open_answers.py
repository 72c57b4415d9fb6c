"""Chooses the sentences that answer an open question, under a budget of words.

In: a parsed question, candidate sentences, how rare each term is, an embedder. Out: scored candidates in the order in
which they were chosen, and how likely the evidence speaks about the question at all. The choice is greedy over a
submodular gain: a sentence is worth its score, less what chosen ones already say. It writes no words.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tadori.minds.base import AnswerReader, Embedder
from tadori.model.evidence_thresholds import (
    OPEN_DECAY,
    OPEN_FLOOR,
    OPEN_LENGTH_COST,
    OPEN_NOT_HELD,
    OPEN_READ_FLOOR,
    OPEN_REPEATED_FROM,
    OPEN_REPEATED_WEIGHT,
    OPEN_SAME_SECTION,
    OPEN_SHORT_WORDS,
    OPEN_SIBLING_ITEM,
    OPEN_SIDE_WORTH,
    OPEN_VAGUE,
    OPEN_VAGUE_WORDS,
    READ_SCALE,
)
from tadori.model.fitted_weights import OPEN_ORDER
from tadori.model.ids import JA
from tadori.rank.arguments import argument_side
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.compared_sides import worth_by_side
from tadori.rank.features import tokenized
from tadori.rank.open_features import OPEN_FEATURES, open_rows
from tadori.rank.open_holds import holds_open
from tadori.rank.question import ParsedQuestion
from tadori.rank.question_kinds import QuestionKind

_FAR: Final = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenChoice:
    """What was chosen for an open question."""

    order: tuple[str, ...]
    """Claim ids, best first: each adds most to those before it."""
    scores: dict[str, float]
    """Claim id → 0 to 1; falls along `order`."""
    answer: tuple[str, ...]
    """The first of `order` that fit into the budget of words; empty where the evidence does not speak about it."""


def choose_open(
    question: ParsedQuestion,
    candidates: Sequence[AnswerCandidate],
    *,
    df: DocumentFrequency,
    embedder: Embedder | None,
    reader: AnswerReader | None = None,
    words: int,
) -> OpenChoice:
    """Score and order the candidates; `words` is the room in the answer."""
    if not candidates:
        return OpenChoice(order=(), scores={}, answer=())
    rows = open_rows(question, candidates, df=df, embedder=embedder, reader=reader)
    worth = open_worth(question, candidates, rows, OPEN_ORDER)
    held = holds_open(question, candidates, rows, df)
    # A sentence on one side alone never answers a comparison, whatever the reader finds.
    likely = worth if question.kind is QuestionKind.COMPARISON else unlikely_last(worth, rows)
    picked = chosen_within(candidates, likely, words)
    best = max(worth)
    sure = 1.0 if held else OPEN_NOT_HELD
    scores = {c.claim_id: round(sure * _share(value - best), 6) for c, value in zip(candidates, worth, strict=True)}
    # Along the order scores must fall, so that whatever sorts by score keeps it.
    falling = sure
    for index in picked.order:
        falling = min(falling, scores[candidates[index].claim_id])
        scores[candidates[index].claim_id] = falling
    return OpenChoice(
        order=tuple(candidates[i].claim_id for i in picked.order),
        scores=scores,
        answer=tuple(candidates[i].claim_id for i in picked.answer) if held else (),
    )


def open_worth(
    question: ParsedQuestion,
    candidates: Sequence[AnswerCandidate],
    rows: Sequence[Sequence[float]],
    order: Mapping[str, float],
) -> list[float]:
    """What each candidate is worth by itself: its row weighed by `order`, and the rules that stand on top of it."""
    worth = [sum(value * order[name] for name, value in zip(OPEN_FEATURES, row, strict=True)) for row in rows]
    worth = [value - _vague(c, row) for value, c, row in zip(worth, candidates, rows, strict=True)]
    if question.kind is QuestionKind.FOR_AGAINST:
        worth = [value + _takes_side(c) for value, c in zip(worth, candidates, strict=True)]
    return worth_by_side(candidates, worth, question.sides) if len(question.sides) == 2 else worth


def unlikely_last(
    worth: Sequence[float], rows: Sequence[Sequence[float]], *, least: float = OPEN_READ_FLOOR
) -> list[float]:
    """The worth in which sentences that hardly answer, as the answer reader finds, sink below all others; the best one
    stays."""
    at, best = OPEN_FEATURES.index("reads"), max(worth)
    return [
        value if row[at] >= READ_SCALE * least or value == best else value - _FAR
        for value, row in zip(worth, rows, strict=True)
    ]


def _vague(candidate: AnswerCandidate, row: Sequence[float]) -> float:
    """What a few words lose that name nothing of the question: `2割も違う。` says nothing by itself."""
    named = row[OPEN_FEATURES.index("said")] > 0
    return 0.0 if named or word_count(candidate.text, candidate.lang) >= OPEN_VAGUE_WORDS else OPEN_VAGUE


def _takes_side(candidate: AnswerCandidate) -> float:
    return OPEN_SIDE_WORTH if argument_side(candidate.text, candidate.heading) else 0.0


def word_count(text: str, lang: str) -> int:
    """Words as a reader counts them; two characters of Japanese are about one word."""
    return math.ceil(len("".join(text.split())) / 2) if lang == JA else len(text.split())


@dataclass(frozen=True, slots=True)
class PickedSentences:
    """Places in the list of candidates."""

    order: list[int]
    """In the order of choice."""
    answer: list[int]
    """Those of them that fit into the answer."""


def _share(difference: float) -> float:
    return math.exp(min(0.0, difference) / OPEN_DECAY)


def chosen_within(
    candidates: Sequence[AnswerCandidate], worth: Sequence[float], words: int, *, reach: float = OPEN_FLOOR
) -> PickedSentences:
    """Take the most valuable sentence again and again, until nothing near the best one is left.

    One that repeats a chosen one, or is long, is worth less; one that stands beside a chosen one is worth more. One of
    the very same words is not taken at all: the same sentence on another page is support, not more answer.
    """
    sizes = [word_count(c.text, c.lang) for c in candidates]
    best_alone = max((worth[i] for i, c in enumerate(candidates) if c.stands_alone), default=0.0)
    floor = best_alone - reach
    left = {i for i, c in enumerate(candidates) if c.stands_alone and worth[i] >= floor - OPEN_SIBLING_ITEM}
    influence = _Influence(candidates)
    order: list[int] = []
    answer: list[int] = []
    room = words

    def gain(index: int) -> float:
        return worth[index] + influence.on(index)

    while left:
        best = max(left, key=lambda i: (gain(i) - OPEN_LENGTH_COST * math.log(max(OPEN_SHORT_WORDS, sizes[i])), -i))
        left.discard(best)
        if gain(best) < floor:
            continue
        order.append(best)
        if sizes[best] <= room:
            answer.append(best)
            room -= sizes[best]
        left = {other for other in left if not influence.is_same(other, best)}
        influence.add(best, left)
    return PickedSentences(order, answer)


class _Influence:
    """What the sentences chosen so far do to the worth of the others."""

    def __init__(self, candidates: Sequence[AnswerCandidate]) -> None:
        self._candidates = candidates
        self._said = [tokenized(c.text).tokens for c in candidates]
        self._repeated = [0.0] * len(candidates)
        self._beside = [0.0] * len(candidates)

    def on(self, index: int) -> float:
        return self._beside[index] - OPEN_REPEATED_WEIGHT * self._repeated[index]

    def is_same(self, one: int, other: int) -> bool:
        """Whether two sentences have the very same words."""
        return self._said[one] == self._said[other]

    def add(self, chosen: int, others: Collection[int]) -> None:
        said, one = self._said[chosen], self._candidates[chosen]
        for other in others:
            shared = len(self._said[other] & said) / max(1, min(len(self._said[other]), len(said)))
            self._repeated[other] = max(self._repeated[other], shared - OPEN_REPEATED_FROM)
            self._beside[other] = max(self._beside[other], _nearness_of(self._candidates[other], one))


def _nearness_of(other: AnswerCandidate, chosen: AnswerCandidate) -> float:
    if (other.page_id, other.section) != (chosen.page_id, chosen.section):
        return 0.0
    return OPEN_SIBLING_ITEM if other.is_item and chosen.is_item else OPEN_SAME_SECTION
