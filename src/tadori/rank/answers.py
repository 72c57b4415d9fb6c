"""Which sentences answer the question, how sure that is, and when to say that nothing does.

In: what is asked (`question.understand`), candidate sentences, and how rare each term is in the library. Out: the
candidates best first, each with 0 to 1; the best one's number is how likely it is that the evidence holds an answer
at all, so `score < ANSWER_AT` means: abstain. No language model; it never writes a word of its own.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tadori.minds.base import Embedder
from tadori.model.thresholds import ANSWER_AT, MAX_ANSWER_SENTENCES
from tadori.rank.answer_values import values
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.features import FEATURES, feature_rows, tokenized, weigh_question
from tadori.rank.question import ParsedQuestion
from tadori.rank.question_kinds import QuestionKind
from tadori.rank.series_numbers import names_other_number
from tadori.text.normalise import fold

# Made by `training/answers/fit.py`, which prints these two tables: JSQuAD without the 500 pinned questions of the
# gate, the single-hop questions of MuSiQue, and one half of RAMDocs (each English question counts six times).
# ORDER: a softmax over the candidates of one question, positive where a gold answer stands in the sentence.
# HOLDS: a logistic model of the best candidate, evidence whole against evidence with the gold passage removed, its bias
# moved to a world in which seven of ten questions can be answered.
ORDER: Final = {
    "said": 0.708,
    "said_titled": 2.188,
    "nearby": 3.448,
    "rarest_nearby": 1.936,
    "about": 3.865,
    "missing": 0.524,
    "phrase": 0.314,
    "phrase_nearby": 1.415,
    "typed": 1.482,
    "unit": 0.863,
    "focus": 1.026,
    "cue": 0.901,
    "names": 1.102,
    "best_here": 0.61,
    "first": 0.611,
    "fresh": -0.605,
    "length": 0.18,
}
HOLDS: Final = {
    "said": -1.322,
    "said_titled": 2.503,
    "nearby": 2.409,
    "rarest_nearby": 0.382,
    "missing": -1.105,
    "phrase": 0.805,
    "phrase_nearby": 2.686,
    "typed": 0.4,
    "names": 1.186,
    "fresh": -2.511,
    "length": 0.775,
}
HOLDS_BIAS: Final = -3.305

# A candidate this much behind the best on the scale of ORDER is worth 1/e of it: on the tuning questions the share of
# right sentences falls from .33 just behind the best over .12 at 2 to .06 at 4.
BEHIND: Final = 2.0

# Across languages words cannot meet, and the likeness of meaning (the embedder's cosine) stands in for them: slope and
# offset on the two scales above. Measured on own pairs of ja and en: answers .29 to .54, other sentences .0 to .43.
FOREIGN_ORDER: Final = (16.0, 3.0)
FOREIGN_HOLDS: Final = (12.0, -5.0)
ANOTHER: Final = 4.0
"""Taken off, on both scales, when a sentence speaks of another number of the asked series (2号機, not 3号機). By hand:
the tuning questions hardly ever ask so. It outweighs what full coverage of the other words gives."""
FOREIGN_READ: Final = 24
"""At most so many sentences of another language are embedded for one question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredAnswer:
    """A candidate with how sure it is that it answers."""

    claim_id: str
    score: float
    grounds: tuple[str, ...]
    """For the causal log: `covers 0.92`, `when: 1902`."""
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


class AnswerScorer:
    """Scores candidates against one question. The embedder is asked only about sentences of another language."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder

    def score(
        self, asked: ParsedQuestion, candidates: Sequence[AnswerCandidate], *, df: DocumentFrequency
    ) -> list[ScoredAnswer]:
        """All candidates, best first; ties go to the better page, then to the order given."""
        if not candidates or not asked.terms:
            return []
        table = feature_rows(asked, candidates, weigh_question(asked, df))
        order = [_weighted(row, ORDER) for row in table]
        holds = [_weighted(row, HOLDS) + HOLDS_BIAS for row in table]
        self._across(asked, candidates, order, holds)
        for i, candidate in enumerate(candidates):
            if names_other_number(
                asked.text, candidate.text, f"{candidate.heading}\n{candidate.title}\n{candidate.context}"
            ):
                order[i], holds[i] = order[i] - ANOTHER, holds[i] - ANOTHER
        ranked = sorted(range(len(candidates)), key=lambda i: (-order[i], candidates[i].page_rank, i))
        best = order[ranked[0]]
        sure = _probability(holds[ranked[0]])
        return [_scored(asked, candidates[i], table[i], sure * math.exp((order[i] - best) / BEHIND)) for i in ranked]

    def _across(
        self, asked: ParsedQuestion, candidates: Sequence[AnswerCandidate], order: list[float], holds: list[float]
    ) -> None:
        """Raises candidates of another language, where words cannot meet, to what their meaning is worth."""
        foreign = [i for i, c in enumerate(candidates) if c.lang != asked.lang]
        if self._embedder is None or not foreign:
            return
        # Names, numbers and dates do meet: who shares them is read first.
        foreign = sorted(foreign, key=lambda i: (-order[i], -candidates[i].passage_score, i))[:FOREIGN_READ]
        vectors = self._embedder.embed([asked.text, *(candidates[i].text for i in foreign)])
        for i, vector in zip(foreign, vectors[1:], strict=True):
            likeness = float(vectors[0] @ vector)
            typed = ORDER["typed"] if values(asked, candidates[i].text, candidates[i].lang) else 0.0
            order[i] = max(order[i], FOREIGN_ORDER[0] * likeness + FOREIGN_ORDER[1] + typed)
            holds[i] = max(holds[i], FOREIGN_HOLDS[0] * likeness + FOREIGN_HOLDS[1])


def _scored(asked: ParsedQuestion, candidate: AnswerCandidate, row: Sequence[float], score: float) -> ScoredAnswer:
    found = values(asked, candidate.text, candidate.lang)
    said, nearby = row[FEATURES.index("said_titled")], row[FEATURES.index("nearby")]
    covers = f"covers {said:.2f}, with what stands around it {nearby:.2f}"
    return ScoredAnswer(
        claim_id=candidate.claim_id,
        score=round(score, 6),
        grounds=(covers, *(f"{asked.kind.value}: {value.text}" for value in found[:3])),
        values=tuple(fold(value.text) for value in found),
        left_out=_left_out(asked, candidate),
    )


_TITLE_PARTS: Final = re.compile(r"\s[|｜–—-]\s|[|｜]")
_NAMES_A_THING: Final = frozenset(
    [QuestionKind.WHO, QuestionKind.WHERE, QuestionKind.WHICH, QuestionKind.WHAT, QuestionKind.NAMED]
)


def _left_out(asked: ParsedQuestion, candidate: AnswerCandidate) -> str:
    """The subject that a sentence leaves to its page: 〜として知られている, on a page titled オランダ."""
    subject = fold(_TITLE_PARTS.split(candidate.title)[0])
    if asked.kind not in _NAMES_A_THING or subject in fold(asked.text) or subject in fold(candidate.text):
        return ""
    return subject


def _weighted(row: Sequence[float], weights: dict[str, float]) -> float:
    return sum(value * weights.get(name, 0.0) for name, value in zip(FEATURES, row, strict=True))


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))


SAME_WORDS: Final = 0.8
"""From this share of common words on, two sentences would tell the reader the same thing."""


def choose_answers(
    scored: Sequence[ScoredAnswer], candidates: Sequence[AnswerCandidate], *, limit: int = MAX_ANSWER_SENTENCES
) -> list[ScoredAnswer]:
    """The best `limit` of `scored` (best first). A sentence that repeats a chosen one is passed over, unless it gives
    another value: two sources that disagree are two answers. When the best one leaves out its subject, the last place
    goes to a sentence that names it."""
    by_id = {candidate.claim_id: candidate for candidate in candidates}
    words = {claim_id: tokenized(candidate.text).tokens for claim_id, candidate in by_id.items()}
    chosen: list[ScoredAnswer] = []
    for answer in scored:
        if len(chosen) == limit:
            break
        if not any(_repeats(answer, other, words) for other in chosen):
            chosen.append(answer)
    naming = _naming(chosen[0], scored, by_id) if chosen and limit > 1 else None
    return chosen if naming is None or naming in chosen else [*chosen[: limit - 1], naming]


def _naming(
    best: ScoredAnswer, scored: Sequence[ScoredAnswer], by_id: dict[str, AnswerCandidate]
) -> ScoredAnswer | None:
    """The best sentence, from a page of the same title, that names what `best` leaves out."""
    if not best.left_out:
        return None
    title = by_id[best.claim_id].title
    named = (s for s in scored if by_id[s.claim_id].title == title and best.left_out in fold(by_id[s.claim_id].text))
    return next(named, None)


def _repeats(answer: ScoredAnswer, chosen: ScoredAnswer, words: dict[str, frozenset[str]]) -> bool:
    own, other = words[answer.claim_id], words[chosen.claim_id]
    alike = len(own & other) >= SAME_WORDS * min(len(own), len(other))
    return alike and set(answer.values) <= set(chosen.values)
