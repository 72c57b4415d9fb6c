"""Scores claims as answers to the question. Comes in: candidates. Goes out: scores and chosen claims, as plain data.

Each part of the question is answered by itself: a question of fact by one sentence or few, an open one by as many as
its share of the words holds. Whether answers agree is not decided here: frames do that for all claims alike
(`pipeline/verdicts.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from tadori.minds.base import AnswerReader, Embedder
from tadori.model.ids import Lang
from tadori.model.question import Task
from tadori.model.thresholds import ANSWER_WORDS, BRIEF_WORDS, MAX_ANSWER_SENTENCES
from tadori.rank.answers import AnswerScorer, choose_answers, holds_answer
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.hops.answering import hop_answer, hop_question
from tadori.rank.open_answers import choose_open
from tadori.rank.question import ParsedQuestion, parse_question
from tadori.rank.question_parts import asked_parts

SCORING: Final = "15"
"""Version of answer scoring; increase it when scoring changes, so that cached scores expire."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerScores:
    """How well each claim answers, and what the answer is."""

    scores: dict[str, float]
    picked: list[str]
    """Claim ids, best first within each part, the parts in the order asked."""
    parts: dict[str, int]
    """Claim id → the parts of the question that it was chosen for, a bit each: one sentence may answer two."""

    def as_rows(self) -> list[Any]:
        return [self.scores, self.picked, self.parts]


def score_answers(
    task: Task,
    candidates: Sequence[AnswerCandidate],
    embedder: Embedder | None,
    reader: AnswerReader | None,
    frequency: DocumentFrequency,
) -> AnswerScores:
    """Score all candidates for every part of the question, and choose the answer of each."""
    parts = asked_parts(task.question, task.question_lang)
    room = ANSWER_WORDS[task.length] // len(parts)
    limit = max(1, MAX_ANSWER_SENTENCES // len(parts))
    scores: dict[str, float] = {}
    picked: dict[str, int] = {}
    for number, part in enumerate(parts):
        found, chosen = _answered(part.parsed, candidates, embedder, reader, frequency, room=room, limit=limit)
        scores = {claim_id: max(score, scores.get(claim_id, 0.0)) for claim_id, score in found.items()}
        for claim_id in chosen:
            picked[claim_id] = picked.get(claim_id, 0) | 1 << number
    return AnswerScores(scores=scores, picked=list(picked), parts=picked)


def _answered(
    asked: ParsedQuestion,
    candidates: Sequence[AnswerCandidate],
    embedder: Embedder | None,
    reader: AnswerReader | None,
    frequency: DocumentFrequency,
    *,
    room: int,
    limit: int,
) -> tuple[dict[str, float], list[str]]:
    """(the score of every candidate as an answer to `asked`, the chosen ones)."""
    if asked.is_open and hop_question(asked.text, asked.lang) is None:
        return _answered_openly(asked, candidates, embedder, reader, frequency, room=room)
    scorer = AnswerScorer(embedder, reader)
    scored = scorer.score(asked, candidates, df=frequency)
    scores = {s.claim_id: round(s.score, 6) for s in scored}
    trail = hop_answer(asked, candidates, scored, partial(scorer.score, df=frequency), frequency)
    if trail is not None:
        better = {claim_id: round(max(score, scores[claim_id]), 6) for claim_id, score in trail.scores.items()}
        return scores | better, list(trail.chosen)
    if asked.is_open:
        return _answered_openly(asked, candidates, embedder, reader, frequency, room=room)
    return scores, [s.claim_id for s in choose_answers(scored, candidates, limit=limit)] if holds_answer(scored) else []


def _answered_openly(
    asked: ParsedQuestion,
    candidates: Sequence[AnswerCandidate],
    embedder: Embedder | None,
    reader: AnswerReader | None,
    frequency: DocumentFrequency,
    *,
    room: int,
) -> tuple[dict[str, float], list[str]]:
    """The same for a question that several sentences answer, within `room` words."""
    words = min(room, BRIEF_WORDS) if asked.is_brief else room
    choice = choose_open(asked, candidates, df=frequency, embedder=embedder, reader=reader, words=words)
    return choice.scores, list(choice.answer)


def score_for_words(
    words: str,
    lang: Lang,
    candidates: Sequence[AnswerCandidate],
    embedder: Embedder | None,
    reader: AnswerReader | None,
    frequency: DocumentFrequency,
) -> dict[str, float]:
    """Score each candidate as an answer to `words` instead of the question."""
    scored = AnswerScorer(embedder, reader).score(parse_question(words, lang), candidates, df=frequency)
    return {s.claim_id: round(s.score, 6) for s in scored}
