"""Scores claims as answers to the question and compares the best ones.

Comes in: candidates. Goes out: scores, the chosen claims, and pairs that agree or differ, as plain data for the cache.
"""

from collections.abc import Mapping, Sequence

from tadori.minds.base import Embedder
from tadori.model.claim import Claim
from tadori.model.ids import Lang
from tadori.model.question import Task
from tadori.model.thresholds import COMPARED_ANSWERS, RELEVANT_AT, SAME_STATEMENT_SHARE
from tadori.rank.answers import AnswerScorer, choose_answers, holds_answer
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.question import ParsedQuestion, parse_question
from tadori.rank.rivals import agreeing_answers, rival_answers
from tadori.text.tokens import terms

AnswerComparisonRow = tuple[str, str, str, bool, bool]
"""(claim id, claim id, reason, whether they agree, whether that is certain): an `AnswerComparison` as JSON."""


def score_answers(
    task: Task, candidates: Sequence[AnswerCandidate], embedder: Embedder | None, frequency: DocumentFrequency
) -> tuple[dict[str, float], list[str], list[AnswerComparisonRow]]:
    """Score all candidates; return (scores, ids of the chosen ones best first, pairs that agree or differ)."""
    asked = parse_question(task.question, task.question_lang)
    scored = AnswerScorer(embedder).score(asked, candidates, df=frequency)
    picked = [s.claim_id for s in choose_answers(scored, candidates)] if holds_answer(scored) else []
    by_id = {candidate.claim_id: candidate for candidate in candidates}
    best = [by_id[s.claim_id] for s in scored if s.score >= RELEVANT_AT][:COMPARED_ANSWERS]
    return {s.claim_id: round(s.score, 6) for s in scored}, picked, _compared(asked, best)


def compared_answers(
    question: str, lang: Lang, claims: Sequence[Claim], contexts: Mapping[str, tuple[str, str]]
) -> list[AnswerComparisonRow]:
    """The pairs of `claims` that agree or differ in the value asked for; `contexts`: claim id → (fragment, title)."""
    best = [
        AnswerCandidate(
            claim_id=claim.id,
            text=claim.text,
            context=contexts[claim.id][0],
            title=contexts[claim.id][1],
            lang=claim.lang,
            page_id=claim.quotation.page_id,
        )
        for claim in claims
    ]
    return _compared(parse_question(question, lang), best)


def _compared(asked: ParsedQuestion, best: Sequence[AnswerCandidate]) -> list[AnswerComparisonRow]:
    texts = {answer.claim_id: answer.text for answer in best}
    found: list[AnswerComparisonRow] = [
        (r.claim_a, r.claim_b, f"{r.value_a} ≠ {r.value_b}", False, r.sure) for r in rival_answers(asked, best)
    ]
    found += [
        (a.claim_a, a.claim_b, a.value, True, _about_the_same(texts[a.claim_a], texts[a.claim_b]))
        for a in agreeing_answers(asked, best)
    ]
    return found


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


def _about_the_same(a: str, b: str) -> bool:
    """Whether two answers make one statement: sharing a value is not enough, most words must be shared too."""
    left, right = frozenset(terms(a)), frozenset(terms(b))
    return len(left & right) >= SAME_STATEMENT_SHARE * max(1, min(len(left), len(right)))
