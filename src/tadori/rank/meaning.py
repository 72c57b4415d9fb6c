"""Compares the best candidates with a question by meaning: cosines of an embedder, in one language and across two.

In: a question, candidates with their feature rows. Out: the columns `meaning` and, across languages, `about` of those
rows. Only the best candidates are read: the embedder does some 180 sentences a second. Weights are applied elsewhere.
"""

import re
from collections.abc import Sequence
from typing import Final

from tadori.minds.base import Embedder
from tadori.model.evidence_thresholds import ANSWERS_EMBEDDED, FOREIGN_ANSWERS_EMBEDDED
from tadori.model.ids import JA
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.features import FEATURES
from tadori.rank.open_question import is_asking_word
from tadori.rank.question import ParsedQuestion
from tadori.text.japanese_topic import is_nominal, japanese_units
from tadori.text.tokens import terms

MEANING: Final = FEATURES.index("meaning")
ABOUT: Final = FEATURES.index("about")
_TITLE_PARTS: Final = re.compile(r"\s[|｜–—-]\s|[|｜]")
_MOST_PHRASES: Final = 4


def title_subject(title: str) -> str:
    """What a page is about: its title without the name of the site behind it."""
    return _TITLE_PARTS.split(title)[0]


def compare_own(
    question: ParsedQuestion,
    candidates: Sequence[AnswerCandidate],
    table: list[list[float]],
    order: Sequence[float],
    embedder: Embedder,
) -> None:
    """Fill in `meaning` for the language of the question. What was not worth a look gets the lowest cosine found."""
    own = [i for i, c in enumerate(candidates) if c.lang == question.lang]
    if not own:
        return
    read = sorted(own, key=lambda i: (-order[i], i))[:ANSWERS_EMBEDDED]
    vectors = embedder.embed([question.text, *(candidates[i].text for i in read)])
    cosines = {i: float(vectors[0] @ vector) for i, vector in zip(read, vectors[1:], strict=True)}
    lowest = min(cosines.values())
    for i in own:
        table[i][MEANING] = cosines.get(i, lowest)


def compare_foreign(
    question: ParsedQuestion,
    candidates: Sequence[AnswerCandidate],
    table: list[list[float]],
    order: Sequence[float],
    embedder: Embedder,
) -> list[int]:
    """Fill in `meaning` and `about` for the other language; return the places of the candidates that were read."""
    foreign = [i for i, c in enumerate(candidates) if c.lang != question.lang]
    # Names, numbers and dates do meet: who shares them is read first.
    read = sorted(foreign, key=lambda i: (-order[i], -candidates[i].passage_score, i))[:FOREIGN_ANSWERS_EMBEDDED]
    if not read:
        return []
    titles = list(dict.fromkeys(subject for i in read if (subject := title_subject(candidates[i].title))))
    phrases = noun_phrases(question)
    vectors = embedder.embed([question.text, *(candidates[i].text for i in read), *phrases, *titles])
    sentences, rest = vectors[1 : len(read) + 1], vectors[len(read) + 1 :]
    named, titled = rest[: len(phrases)], rest[len(phrases) :]
    best = {title: max((float(v @ p) for p in named), default=0.0) for title, v in zip(titles, titled, strict=True)}
    for i, vector in zip(read, sentences, strict=True):
        table[i][MEANING] = float(vectors[0] @ vector)
        # A title that means what a phrase of the question means: Lake District for 湖水地方.
        table[i][ABOUT] = max(table[i][ABOUT], best.get(title_subject(candidates[i].title), 0.0))
    return read


def noun_phrases(question: ParsedQuestion) -> list[str]:
    """What the question may name, as written; the longest first, without words that only ask."""
    runs = _runs_ja(question.text) if question.lang == JA else _runs_en(question.text)
    kept = [run for run in dict.fromkeys(runs) if len(run) > 1 and not all(is_asking_word(t) for t in terms(run))]
    return sorted((run for run in kept if terms(run)), key=lambda run: -len(run))[:_MOST_PHRASES]


def _runs_ja(text: str) -> list[str]:
    runs = [""]
    for unit in japanese_units(text):
        if (is_nominal(unit) or unit.surface in ("・", "＝")) and not unit.surface.startswith(("何", "誰")):
            runs[-1] += unit.surface
        elif runs[-1]:
            runs.append("")
    return runs


def _runs_en(text: str) -> list[str]:
    runs: list[list[str]] = [[]]
    for word in re.findall(r"[\w'’.&-]+", text):
        if terms(word):
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    return [" ".join(run).strip(".") for run in runs]
