"""Scores candidate sentences as answers to a question, and decides when to say that nothing answers it.

In: a parsed question (`question.parse_question`), candidate sentences, and how rare each term is in the library. Out:
the candidates, best first, each with a score from 0 to 1. The best one's score is the probability that the evidence
holds an answer at all, so `score < ANSWER_AT` means: abstain. No language model; it writes no words of its own.
"""

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from tadori.errors import ModelUnusable
from tadori.minds.base import AnswerReader, Embedder
from tadori.model.evidence_thresholds import (
    ANSWER_DECAY,
    FURTHER_BEHIND,
    FURTHER_BEHIND_VALUE,
    NAME_ABSENT_PENALTY,
    OTHER_NUMBER_PENALTY,
    REPEATED_ANSWER,
    SLOT_EMPTY_PENALTY,
)
from tadori.model.fitted_weights import (
    ANSWER_HOLDS,
    ANSWER_HOLDS_BIAS,
    ANSWER_ORDER,
    FOREIGN_HOLDS,
    FOREIGN_HOLDS_BIAS,
    FOREIGN_ORDER,
)
from tadori.model.thresholds import ANSWER_AT, MAX_ANSWER_SENTENCES
from tadori.rank.absence import lacking, required_names
from tadori.rank.across import surely_read
from tadori.rank.answer_values import VALUE_KINDS, answer_values, best_value, fills_slot
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.features import FEATURES, feature_rows, page_key, page_tokens, tokenized, weigh_question
from tadori.rank.meaning import compare_foreign, compare_own, title_subject
from tadori.rank.question import ParsedQuestion
from tadori.rank.question_kinds import QuestionKind
from tadori.rank.reading import read_again
from tadori.rank.series_numbers import names_other_number
from tadori.text.normalise import fold


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredAnswer:
    """A candidate with the probability that it answers."""

    claim_id: str
    score: float
    grounds: tuple[str, ...]
    """For the causal log: `covers 0.92`, `when: 1902`."""
    value: str = ""
    """The span that fills the asked slot best, as it stands in the sentence; empty where none can be seen."""
    fills: bool = True
    """Whether it holds something of the asked sort, where that can be seen by its form."""
    lead: float = 0.0
    """How far it is behind the best one, in log odds."""
    values: tuple[str, ...] = ()
    """The spans of the asked sort it holds, folded."""
    left_out: str = ""
    """What its page is about, folded, when neither the sentence nor the question names it: the answer may be that."""


def answerability(scored: Sequence[ScoredAnswer]) -> float:
    """How likely the evidence holds an answer at all: the best candidate's score, 0 for no candidates."""
    return scored[0].score if scored else 0.0


def holds_answer(scored: Sequence[ScoredAnswer]) -> bool:
    """Whether to answer rather than to say that the evidence is not enough."""
    return answerability(scored) >= ANSWER_AT


@dataclass(slots=True)
class FirstLook:
    """What words, values and cosines say of each candidate, in log odds."""

    table: list[list[float]]
    """A row of `FEATURES` each."""
    order: list[float]
    """Sorts the candidates of one question."""
    holds: list[float]
    """Says of the best one whether it answers at all."""


class AnswerScorer:
    """Scores candidates against one question: first by words and cosines, then the best of them as they are read."""

    def __init__(self, embedder: Embedder | None = None, reader: AnswerReader | None = None) -> None:
        self._embedder = embedder
        self._reader = reader

    def score(
        self, question: ParsedQuestion, candidates: Sequence[AnswerCandidate], *, df: DocumentFrequency
    ) -> list[ScoredAnswer]:
        """All candidates, best first; ties go to the better page, then to the order given."""
        if not candidates or not question.terms:
            return []
        look = self.first_look(question, candidates, df=df)
        order, holds = look.order, look.holds
        if self._reader is not None:
            # The reader tells by itself that it was set aside; the first look then stands.
            with suppress(ModelUnusable):
                order, holds = read_again(question, candidates, order, holds, self._reader)
        ranked = sorted(range(len(candidates)), key=lambda i: (-order[i], candidates[i].page_rank, i))
        best = order[ranked[0]]
        sure = _probability(holds[ranked[0]])
        return [_scored(question, candidates[i], look.table[i], sure, best - order[i]) for i in ranked]

    def first_look(
        self, question: ParsedQuestion, candidates: Sequence[AnswerCandidate], *, df: DocumentFrequency
    ) -> FirstLook:
        """Measure every candidate without reading it."""
        table = feature_rows(question, candidates, weigh_question(question, df))
        if self._embedder is not None:
            first = [_weighted(row, ANSWER_ORDER) for row in table]
            compare_own(question, candidates, table, first, self._embedder)
        # Two models: ORDER sorts the candidates of one question, HOLDS says of the best one whether it answers at all.
        order = [_weighted(row, ANSWER_ORDER) for row in table]
        holds = [_weighted(row, ANSWER_HOLDS) + ANSWER_HOLDS_BIAS for row in table]
        self._across(question, candidates, table, order, holds)
        for i, penalty in enumerate(_penalties(question, candidates)):
            order[i], holds[i] = order[i] - penalty, holds[i] - penalty
        return FirstLook(table, order, holds)

    def _across(
        self,
        question: ParsedQuestion,
        candidates: Sequence[AnswerCandidate],
        table: list[list[float]],
        order: list[float],
        holds: list[float],
    ) -> None:
        """Score candidates of another language: by their cosine, the names that they share, and the asked sort."""
        if self._embedder is None:
            return
        for i in compare_foreign(question, candidates, table, order, self._embedder):
            order[i] = max(order[i], _weighted(table[i], FOREIGN_ORDER))
            holds[i] = max(holds[i], _weighted(table[i], FOREIGN_HOLDS) + FOREIGN_HOLDS_BIAS)


def _penalties(question: ParsedQuestion, candidates: Sequence[AnswerCandidate]) -> list[float]:
    """What is taken off each candidate for what no share of words can outweigh."""
    required = required_names(question)
    surely = surely_read(question)
    read_alike = [name for name in required if name.tokens <= surely]
    pages = page_tokens(question, candidates) if required else {}
    found = []
    for c in candidates:
        penalty = 0.0
        if names_other_number(question.text, c.text, f"{c.heading}\n{c.title}\n{c.context}"):
            penalty += OTHER_NUMBER_PENALTY
        if not fills_slot(question, c.text, c.lang):
            penalty += SLOT_EMPTY_PENALTY
        names = required if c.lang == question.lang else read_alike
        if names and lacking(question, names, pages[page_key(c)], c.lang):
            penalty += NAME_ABSENT_PENALTY
        found.append(penalty)
    return found


def _scored(
    question: ParsedQuestion, candidate: AnswerCandidate, row: Sequence[float], sure: float, behind: float
) -> ScoredAnswer:
    found = answer_values(question, candidate.text, candidate.lang)
    said, nearby = row[FEATURES.index("said_titled")], row[FEATURES.index("nearby")]
    covers = f"covers {said:.2f}, with what stands around it {nearby:.2f}"
    return ScoredAnswer(
        claim_id=candidate.claim_id,
        score=round(sure * math.exp(-behind / ANSWER_DECAY), 6),
        grounds=(covers, *(f"{question.kind.value}: {value.text}" for value in found[:3])),
        value=best_value(question, candidate.text, candidate.lang),
        fills=fills_slot(question, candidate.text, candidate.lang),
        lead=behind,
        values=tuple(fold(value.text) for value in found) if question.kind in VALUE_KINDS else (),
        left_out=_left_out(question, candidate),
    )


_NAMES_A_THING: Final = frozenset(
    [QuestionKind.WHO, QuestionKind.WHERE, QuestionKind.WHICH, QuestionKind.WHAT, QuestionKind.NAMED]
)


def _left_out(question: ParsedQuestion, candidate: AnswerCandidate) -> str:
    """The subject that a sentence leaves to the title of its page: 〜として知られている, on a page titled オランダ."""
    subject = fold(title_subject(candidate.title))
    if question.kind not in _NAMES_A_THING or subject in fold(question.text) or subject in fold(candidate.text):
        return ""
    return subject


def _weighted(row: Sequence[float], weights: dict[str, float]) -> float:
    return sum(value * weights.get(name, 0.0) for name, value in zip(FEATURES, row, strict=True))


def _probability(log_odds: float) -> float:
    # Bounded, because exp() overflows; beyond 30 the probability is 0 or 1 to twelve digits anyway.
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))


def choose_answers(
    scored: Sequence[ScoredAnswer], candidates: Sequence[AnswerCandidate], *, limit: int = MAX_ANSWER_SENTENCES
) -> list[ScoredAnswer]:
    """The sentences of the answer: the best of `scored`, which come best first, and what must stand beside it.

    A further sentence is close behind the best one and gives another value, or states the same one on another page; or
    it names the subject that the best one leaves out. What holds nothing of the asked sort never answers.
    """
    by_id = {candidate.claim_id: candidate for candidate in candidates}
    words = {claim_id: tokenized(candidate.text).tokens for claim_id, candidate in by_id.items()}
    chosen: list[ScoredAnswer] = []
    for answer in scored:
        if len(chosen) == limit or (chosen and answer.lead > chosen[0].lead + _behind(answer)):
            break
        if (
            answer.fills
            and by_id[answer.claim_id].stands_alone
            and not any(_adds_nothing(answer, other, words, by_id) for other in chosen)
        ):
            chosen.append(answer)
    naming = _naming(chosen[0], scored, by_id) if chosen and limit > 1 else None
    return chosen if naming is None or naming in chosen else [*chosen[: limit - 1], naming]


def _behind(answer: ScoredAnswer) -> float:
    return FURTHER_BEHIND_VALUE if answer.values else FURTHER_BEHIND


def _naming(
    best: ScoredAnswer, scored: Sequence[ScoredAnswer], by_id: dict[str, AnswerCandidate]
) -> ScoredAnswer | None:
    """The best sentence, from a page of the same title, that names the subject which `best` leaves out."""
    if not best.left_out:
        return None
    title = by_id[best.claim_id].title
    named = (s for s in scored if by_id[s.claim_id].title == title and best.left_out in fold(by_id[s.claim_id].text))
    return next(named, None)


def _adds_nothing(
    answer: ScoredAnswer, chosen: ScoredAnswer, words: dict[str, frozenset[str]], by_id: dict[str, AnswerCandidate]
) -> bool:
    """Whether `answer` repeats the words of `chosen`, or its value from the same page."""
    own, other = words[answer.claim_id], words[chosen.claim_id]
    alike = len(own & other) >= REPEATED_ANSWER * min(len(own), len(other))
    if set(answer.values) <= set(chosen.values) and alike:
        return True
    same_page = by_id[answer.claim_id].page_id == by_id[chosen.claim_id].page_id
    return same_page and bool(answer.value) and fold(answer.value) == fold(chosen.value)
