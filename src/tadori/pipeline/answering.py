"""Scores claims as answers to the question. Comes in: candidates. Goes out: scores and chosen claims, as plain data.

Whether answers agree is not decided here: frames do that for all claims alike (`pipeline/verdicts.py`).
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from tadori.minds.base import Embedder
from tadori.model.ids import Lang
from tadori.model.question import Task
from tadori.rank.answers import AnswerScorer, choose_answers, holds_answer
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.hops.answering import hop_answer
from tadori.rank.question import parse_question

SCORING: Final = "7"
"""Version of answer scoring; increase it when scoring changes, so that cached scores expire."""


def score_answers(
    task: Task, candidates: Sequence[AnswerCandidate], embedder: Embedder | None, frequency: DocumentFrequency
) -> tuple[dict[str, float], list[str]]:
    """Score all candidates; return (scores, ids of the chosen ones best first)."""
    asked = parse_question(task.question, task.question_lang)
    scorer = AnswerScorer(embedder)
    scored = scorer.score(asked, candidates, df=frequency)
    scores = {s.claim_id: round(s.score, 6) for s in scored}
    trail = hop_answer(asked, candidates, scored, partial(scorer.score, df=frequency), frequency)
    if trail is not None:
        better = {claim_id: round(max(score, scores[claim_id]), 6) for claim_id, score in trail.scores.items()}
        return scores | better, list(trail.chosen)
    picked = [s.claim_id for s in choose_answers(scored, candidates)] if holds_answer(scored) else []
    return scores, picked


def score_for_words(
    words: str,
    lang: Lang,
    candidates: Sequence[AnswerCandidate],
    embedder: Embedder | None,
    frequency: DocumentFrequency,
) -> dict[str, float]:
    """Score each candidate as an answer to `words` instead of the question."""
    scored = AnswerScorer(embedder).score(parse_question(words, lang), candidates, df=frequency)
    return {s.claim_id: round(s.score, 6) for s in scored}
