"""Says of a question whether the documents hold its subject at all, and which of its words are missing from them.

In: a parsed question, candidates with their pages' texts, how many passages hold each word. Out: what is missing where
the subject is absent, None where one page holds all of it. By names: a name or a year that the question requires must
stand on the page of an answer. Which sentence answers is decided in `answers.py`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.model.evidence_thresholds import NEAREST_SHARE, NEAREST_TITLES
from tadori.model.ids import JA, Lang
from tadori.rank.across import met_terms, sounds_writable
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.features import page_key, page_tokens, weigh_question
from tadori.rank.open_question import is_asking_word
from tadori.rank.question import ParsedQuestion
from tadori.text.japanese_topic import japanese_units
from tadori.text.names import names
from tadori.text.normalise import fold
from tadori.text.tokens import terms, tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsentSubject:
    """What the documents lack of a question's subject. One of `unknown` and `apart` is never empty."""

    unknown: tuple[str, ...]
    """Words of the question, as written, that no document has."""
    apart: tuple[str, ...]
    """Words that documents have, but nowhere together with the others."""
    nearest: tuple[str, ...]
    """Titles of what was read that share most with the question, best first; empty where nothing is shared."""


@dataclass(frozen=True, slots=True)
class RequiredName:
    """A name or a year of the question, as written, with the tokens that stand for it."""

    words: str
    tokens: frozenset[str]


def absent_subject(
    question: ParsedQuestion, candidates: Sequence[AnswerCandidate], df: DocumentFrequency
) -> AbsentSubject | None:
    """What is missing; None where a page holds every required name of the question."""
    required = required_names(question)
    pages = page_tokens(question, candidates)
    languages = {page_key(c): c.lang for c in candidates}
    lacks = {key: lacking(question, required, held, languages[key]) for key, held in pages.items()}
    nearest = nearest_titles(question, candidates, pages, df)
    unknown = _unknown(question, pages.values(), df)
    if not pages:
        return AbsentSubject(unknown=unknown, apart=(), nearest=()) if unknown else None
    best = min(lacks.values(), key=len)
    if not best and not (unknown and not required):
        return None
    known = tuple(
        words for words in best if not any(fold(words) in fold(one) or fold(one) in fold(words) for one in unknown)
    )
    return AbsentSubject(unknown=unknown, apart=known, nearest=nearest) if unknown or known else None


@lru_cache(maxsize=256)
def required_names(question: ParsedQuestion) -> tuple[RequiredName, ...]:
    """What the page of an answer must have: the question's names and years, not the class that it asks for."""
    found = dict.fromkeys(_names_of(question))
    found.update(dict.fromkeys(str(date.year) for date in question.dates if date.year is not None and not date.kind))
    made = [
        RequiredName(words, frozenset(term for term in terms(words) if term not in question.focus_terms))
        for words in found
        if fold(words) != question.focus and not all(is_asking_word(term) for term in terms(words))
    ]
    return tuple(name for name in made if name.tokens)


def lacking(
    question: ParsedQuestion, required: Sequence[RequiredName], held: Collection[str], lang: Lang
) -> tuple[str, ...]:
    """Those of `required` that a page with the tokens `held` does not have.

    A name counts as there when half of its words are: World Cup for FIFA World Cup. In another language only names that
    sound or reading can find, and years, can be missing: 太平洋 may stand there as Pacific.
    """
    visible = None if lang == question.lang else sounds_writable(question)
    return tuple(
        name.words
        for name in required
        if (visible is None or name.tokens <= visible or name.words.isdigit())
        and sum(token in held for token in name.tokens) < _ENOUGH * len(name.tokens)
    )


_ENOUGH: Final = 0.5


def nearest_titles(
    question: ParsedQuestion,
    candidates: Sequence[AnswerCandidate],
    pages: Mapping[str, frozenset[str]],
    df: DocumentFrequency,
) -> tuple[str, ...]:
    """Titles of the pages that share most of what the question is about, rare words before common ones.

    What shares next to nothing is not near.
    """
    weights = weigh_question(question, df)
    shares: dict[str, float] = {}
    for c in candidates:
        title = weights.covered(frozenset(tokens(c.title)) | met_terms(question, c.title, c.lang))
        share = (weights.covered(pages[page_key(c)]) + title) / 2
        if c.title and share > max(NEAREST_SHARE, shares.get(c.title, 0.0)):
            shares[c.title] = share
    return tuple(sorted(shares, key=lambda title: (-shares[title], title)))[:NEAREST_TITLES]


def _unknown(question: ParsedQuestion, pages: Collection[frozenset[str]], df: DocumentFrequency) -> tuple[str, ...]:
    """Words of the topic that no document has, as the question writes them."""
    wanted = [t for t in question.topic_terms if t not in question.focus_terms and not is_asking_word(t)]
    _, counts = df(wanted)
    missing = {t for t in wanted if not counts.get(t, 0) and not any(t in held for held in pages)}
    return _as_written(question, missing)


def _as_written(question: ParsedQuestion, missing: Collection[str]) -> tuple[str, ...]:
    """The words of the question whose tokens are all among `missing`: `presid` is `president`."""
    words = [unit.surface for unit in japanese_units(question.text)] if question.lang == JA else question.text.split()
    stripped = [word.strip("?？!.,;:「」『』\"'()（）") for word in words]
    return tuple(dict.fromkeys(w for w in stripped if (own := terms(w)) and all(token in missing for token in own)))


def _names_of(question: ParsedQuestion) -> list[str]:
    if question.lang != JA:
        return [name.text for name in names(question.text, question.lang)]
    proper: list[str] = []
    end = -1
    for unit in japanese_units(question.text):
        is_name = unit.pos[1] == "固有名詞" or (unit.unknown and unit.surface.isalpha()) or _is_latin(unit.surface)
        if not is_name or unit.pos[1] == "数詞":
            continue
        if unit.start == end:
            proper[-1] += unit.surface
        else:
            proper.append(unit.surface)
        end = unit.end
    return proper


def _is_latin(word: str) -> bool:
    return word.isascii() and word[:1].isalpha() and len(word) > 1
