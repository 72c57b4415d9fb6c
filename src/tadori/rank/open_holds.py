"""Decides whether the evidence speaks about what an open question asks at all.

In: the question, its candidates with their rows of `OPEN_FEATURES`, how many passages hold each word. Out: yes or no.
By how much of the question the best section holds, how near the best sentence is in meaning, and by names that no
document has. Which sentences answer is decided in `open_answers.py`.
"""

from collections.abc import Sequence

from tadori.model.fitted_weights import OPEN_HOLDS, OPEN_HOLDS_BIAS
from tadori.rank.absence import absent_subject, required_names
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.open_features import OPEN_FEATURES
from tadori.rank.question import ParsedQuestion


def holds_open(
    question: ParsedQuestion,
    candidates: Sequence[AnswerCandidate],
    rows: Sequence[Sequence[float]],
    df: DocumentFrequency,
) -> bool:
    """Whether to answer rather than to say that the documents hold nothing about it."""
    if not rows:
        return False
    best = {name: max(row[OPEN_FEATURES.index(name)] for row in rows) for name in OPEN_HOLDS}
    if sum(weight * best[name] for name, weight in OPEN_HOLDS.items()) + OPEN_HOLDS_BIAS < 0:
        return False
    if not required_names(question):
        return True
    absent = absent_subject(question, candidates, df)
    return absent is None or not absent.unknown
