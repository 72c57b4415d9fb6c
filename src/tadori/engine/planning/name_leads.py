"""Finds names worth looking up: what good passages mention and nobody has searched for yet.

Comes in: passages already read. Goes out: names, best first, each with the page that mentions it. The driver turns
them into ordinary queries; nothing is searched here.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from tadori.engine.planning.phrases import name_phrases as subjects_of
from tadori.engine.planning.trail import score_along_trail, sentence_texts
from tadori.engine.planning.trail_leads import names_on_trail
from tadori.model.ids import Lang
from tadori.model.state import SeenPassage
from tadori.model.thresholds import (
    LATER_SENTENCE_DISCOUNT,
    NAME_LEAD_PASSAGES,
    NAME_NEAR_CHARS,
    ONE_WORD_NAME_WEIGHT,
    SAME_PAGE_DISCOUNT,
    STEM_LETTERS,
)
from tadori.text.names import names
from tadori.text.page_titles import page_subject
from tadori.text.tokens import terms
from tadori.text.units import JA_UNITS, UNITS

_DATE: Final = re.compile(
    r"(?:\d+ )?(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: \d+)?|\d+",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(r"https?://[^\s「」『』（）、。，]+")
_WORD: Final = re.compile(r"\w+")
_ONE_WORD: Final = re.compile(r"[^\s\u3040-\u30ff\u3400-\u9fff]+|[ァ-ヴー]+")
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """A name to look up, and the page that mentions it."""

    name: str
    page_id: str
    score: float


def find_leads(question: str, passages: Sequence[SeenPassage], looked_up: Iterable[str], lang: Lang) -> list[Lead]:
    """Names in the best passages that are neither the title of a page read nor already looked up, best first.

    Empty while nothing that was read mentions anything the question names: such passages lead nowhere.
    """
    if not _on_subject(question, passages, lang):
        return []
    asked = frozenset(terms(question))
    known = (
        {frozenset[str]()} | {_words(name) for name in looked_up} | {_words(page_subject(p.title)) for p in passages}
    )
    found: list[Lead] = []
    for passage, score in score_along_trail(question, passages, lang)[:NAME_LEAD_PASSAGES]:
        mine = sorted(_leads_of(passage, score, asked, lang), key=lambda lead: (-lead.score, lead.name))
        fresh = [lead for lead in mine if _words(lead.name) not in known and not _words(lead.name) <= asked]
        found += [replace(lead, score=lead.score / (1 + SAME_PAGE_DISCOUNT * rank)) for rank, lead in enumerate(fresh)]
    best: dict[frozenset[str], Lead] = {}
    for name, page_id in names_on_trail(question, passages, lang):
        # What the question itself asks through comes before whatever else good passages mention.
        if _words(name) not in known:
            best[_words(name)] = Lead(
                name=name, page_id=page_id, score=max((lead.score for lead in found), default=1.0)
            )
    for lead in sorted(found, key=lambda lead: (-lead.score, lead.name)):
        best.setdefault(_words(lead.name), lead)
    return list(best.values())


def _on_subject(question: str, passages: Sequence[SeenPassage], lang: Lang) -> bool:
    subjects = [_words(name) for name in subjects_of(question, lang)]
    said = [frozenset(terms(f"{passage.title}\n{passage.text}")) for passage in passages]
    return not subjects or any(subject <= words for subject in subjects for words in said)


def _leads_of(passage: SeenPassage, score: float, asked: frozenset[str], lang: Lang) -> list[Lead]:
    """Every name in a passage, scored higher when it is early and near a word of the question."""
    cues = frozenset(word[:STEM_LETTERS] for word in asked - _words(page_subject(passage.title)))
    found: list[Lead] = []
    for number, said in enumerate(sentence_texts(passage.text, lang)):
        sentence = _ADDRESS.sub(lambda address: " " * len(address[0]), said)  # parts of a URL are not names
        places = _places(sentence, cues)
        for name in names(sentence, lang):
            if _DATE.fullmatch(name.text) or name.text in JA_UNITS or name.text.lower() in UNITS:
                continue
            near = max((1 / (1 + abs(name.start - place) / NAME_NEAR_CHARS) for place in places), default=0.0)
            weight = ONE_WORD_NAME_WEIGHT if _ONE_WORD.fullmatch(name.text) else 1.0
            worth = score * weight * (0.5 + 0.5 * near) / (1 + LATER_SENTENCE_DISCOUNT * number)
            found.append(Lead(name=name.text, page_id=passage.page_id, score=worth))
    return found


def _places(sentence: str, cues: frozenset[str]) -> list[int]:
    """Positions of words of the question. Japanese has no spaces, so there any equal substring counts."""
    if _CJK.search(sentence):
        return [place for cue in sorted(cues) if (place := sentence.find(cue)) >= 0]
    return [match.start() for match in _WORD.finditer(sentence) if match.group().lower()[:STEM_LETTERS] in cues]


@lru_cache(maxsize=8192)
def _words(name: str) -> frozenset[str]:
    return frozenset(terms(name))
