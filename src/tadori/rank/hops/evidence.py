"""Looks up one property of one thing in candidate sentences: which sentence states it, and the value.

In: candidate sentences with the titles of their pages, a thing by name, a relation. Out: values, each with the sentence
it stands in and a weight from 0 to 1. A page speaks of its title also where a sentence leaves its subject out.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tadori.model.evidence_thresholds import (
    HOP_ABOUT_MENTIONED,
    HOP_ABOUT_NAMESAKE,
    HOP_ABOUT_TITLE,
    HOP_INVERSE,
    HOP_MARK_REACH,
    HOP_MARK_REACH_JA,
)
from tadori.model.ids import JA
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.hops.chain import Sort
from tadori.rank.hops.life_dates import life_dates
from tadori.rank.hops.relation_table import RELATIONS, HopRelation
from tadori.rank.hops.relations import marks
from tadori.text.dates import dates
from tadori.text.names import names, same_name
from tadori.text.normalise import fold
from tadori.text.numbers import quantities
from tadori.text.page_titles import page_subject, searchable_text

_BRACKET: Final = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")
_QUALIFIES: Final = re.compile(
    r"\s(?!(?:and|or|in|who|whose|with|of|from|was|is|are|were|at|on|as|for|to|by|the"
    r"|that|which|when|while|after|before|but|since|until|starring|also|then|between"
    r"|during)\b)[a-z]"
)
_KNOWN_AS: Final = re.compile(
    r"\b(?:known as|called|née|nicknamed|styled)\s[^"
    r",;()]{2,60}|\(\s?born\s[A-Z][^,;()\d]{2,60}"
    r"|(?:通称|別名|本名|旧名)[^、。（）]{1,24}"
)
OPENING_CHARS: Final = 200
_BREAK: Final = re.compile(
    r"[;。]|(?<!\b[A-Z])\.\s|\b(?:\w+ed|written|sung|made|built)\s+by\b|\b(?:starring|featuring|stars|starred)\b"
)


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a sentence that could be a value."""

    text: str
    start: int
    end: int
    is_title: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundValue:
    """A value of the asked relation, and the number of the sentence that states it."""

    text: str
    sentence: int
    weight: float


class HopEvidence:
    """Candidate sentences, as hops look things up in them."""

    def __init__(self, candidates: Sequence[AnswerCandidate]) -> None:
        self.candidates = candidates
        self._subjects = [searchable_text(page_subject(c.title)) for c in candidates]
        self._titles = [searchable_text(c.title) for c in candidates]
        self._texts = [searchable_text(c.text) for c in candidates]

    @cached_property
    def subjects(self) -> tuple[str, ...]:
        """What the pages are about, each once, as written."""
        return tuple(dict.fromkeys(page_subject(c.title) for c in self.candidates))

    def about(self, thing: str) -> dict[int, float]:
        """Sentence → how surely it speaks of `thing`: on its page most, where it is only mentioned least."""
        whole, bare = searchable_text(thing), searchable_text(_BRACKET.sub("", thing) or thing)
        exact = {i for i, title in enumerate(self._titles) if title == whole}
        own = exact or {i for i, subject in enumerate(self._subjects) if subject == bare}
        found = dict.fromkeys(own, 1.0 if exact else HOP_ABOUT_TITLE)
        if not own:
            pages = {c.page_id for c in self.candidates if _alike(thing, page_subject(c.title)) or _opens_with(c, bare)}
            found = {i: HOP_ABOUT_NAMESAKE for i, c in enumerate(self.candidates) if c.page_id in pages}
        for i, text in enumerate(self._texts):
            if i not in found and len(bare.strip()) > 3 and bare in text:
                found[i] = HOP_ABOUT_MENTIONED
        return found

    def values(self, relation_key: str, thing: str) -> list[FoundValue]:
        """Every value of the relation of `thing`, best first."""
        relation = RELATIONS[relation_key]
        found: list[FoundValue] = []
        for number, sure in self.about(thing).items():
            own = sure > HOP_ABOUT_MENTIONED
            for span, weight in self._stated(number, relation_key, thing, own=own):
                found.append(FoundValue(text=span.text, sentence=number, weight=sure * weight))
            if not own and relation.inverse:
                found += self._turned(number, relation.inverse, thing)
        best: dict[tuple[str, int], FoundValue] = {}
        for value in sorted(found, key=lambda v: (-v.weight, v.sentence, v.text)):
            best.setdefault((fold(value.text), value.sentence), value)
        return list(best.values())

    def spans(self, number: int, thing: str = "") -> list[Span]:
        """The names in a sentence: titles of pages, and what looks like a name; `thing` itself is none."""
        candidate = self.candidates[number]
        titles = list(self._titles_in(candidate.text))
        found = [*titles]
        for name in names(candidate.text, candidate.lang):
            if not any(t.start < name.end and name.start < t.end for t in titles):
                found.append(Span(name.text, name.start, name.end))
        kept = [s for s in found if not thing or not _alike(thing, s.text)]
        return sorted(kept, key=lambda s: s.start)

    def _titles_in(self, text: str) -> Iterator[Span]:
        folded = text.casefold()
        taken: list[tuple[int, int]] = []
        if len(folded) != len(text):
            return
        for subject in sorted(self.subjects, key=len, reverse=True):
            at = folded.find(subject.casefold()) if len(subject) >= 3 else -1
            end = at + len(subject)
            if at < 0 or any(start < end and at < stop for start, stop in taken) or not _stands_alone(text, at, end):
                continue
            taken.append((at, end))
            yield Span(text[at:end], at, end, is_title=True)

    def _stated(self, number: int, key: str, thing: str, *, own: bool) -> Iterator[tuple[Span, float]]:
        relation, candidate = RELATIONS[key], self.candidates[number]
        if own:
            yield from _in_life_dates(key, candidate)
        after, before = marks(key, candidate.lang)
        spans = self._of_sort(relation, number, thing)
        reach = HOP_MARK_REACH_JA if candidate.lang == JA else HOP_MARK_REACH
        for mark in after.finditer(candidate.text):
            following = [s for s in spans if mark.end() <= s.start <= mark.end() + reach]
            if relation.second and len(following) > 1 and _joined(candidate.text, following[0], following[1]):
                following[:2] = following[1::-1]
            for place, span in enumerate(following[:4]):
                if _BREAK.search(candidate.text, mark.end(), span.start):
                    break
                near = 1 / (1 + max(0, span.start - mark.end()) / (2 * reach))
                yield span, near / (1 + 0.4 * place) * _worth(relation, span, candidate.text)
        for mark in before.finditer(candidate.text):
            ahead = [s for s in spans if s.end <= mark.start() <= s.end + reach / 3]
            if len(ahead) > 1 and _joined(candidate.text, ahead[-2], ahead[-1]) and not relation.second:
                ahead.pop()
            if ahead:
                gap = mark.start() - ahead[-1].end
                yield ahead[-1], 0.9 / (1 + gap / (reach / 3)) * _worth(relation, ahead[-1])

    def _turned(self, number: int, inverse: str, thing: str) -> Iterator[FoundValue]:
        """The page's own subject, where it says that it stands in the inverse relation to `thing`."""
        subject = page_subject(self.candidates[number].title)
        stated = [(span, w) for span, w in self._stated(number, inverse, subject, own=True) if _alike(thing, span.text)]
        # `He was the son of F by his wife M` says of F, not of the page's subject, whose husband he is.
        others = [span.start for span in self.spans(number, subject)]
        weights = [w for span, w in stated if not any(start < span.start for start in others)]
        if weights and not _alike(thing, subject):
            yield FoundValue(text=subject, sentence=number, weight=HOP_INVERSE * max(weights))

    def _of_sort(self, relation: HopRelation, number: int, thing: str) -> list[Span]:
        text = self.candidates[number].text
        match relation.sort:
            case Sort.DATE:
                return [Span(text[d.start : d.end], d.start, d.end) for d in dates(text) if d.year]
            case Sort.NUMBER:
                return [Span(text[q.start : q.end], q.start, q.end) for q in quantities(text)]
            case Sort.ANY:
                return [Span(m[0], m.start(), m.end()) for m in re.finditer(r"\w{2,}", text)]
            case _:
                return self.spans(number, thing)


def _in_life_dates(key: str, candidate: AnswerCandidate) -> Iterator[tuple[Span, float]]:
    if key not in ("birth_date", "death_date", "birth_place", "death_place"):
        return
    life = life_dates(candidate.text)
    if life is None:
        return
    part, offset = (life.birth, life.birth_start) if key.startswith("birth") else (life.death, life.death_start)
    if key.endswith("date"):
        spans = [(d.start, d.end) for d in sorted(dates(part), key=lambda d: d.day is None) if d.year]
    else:
        spans = [(n.start, n.end) for n in names(part, candidate.lang)]
    for start, end in spans[:1]:
        yield Span(part[start:end], offset + start, offset + end), 1.0


def _worth(relation: HopRelation, span: Span, text: str = "") -> float:
    """Titles of pages are things; a person's name mostly has two words, and no noun behind it as `Swedish` has."""
    if relation.sort is not Sort.PERSON:
        return 1.0
    qualifies = _QUALIFIES.match(text, span.end) is not None
    if span.is_title or not span.text.isascii():
        return 0.5 if qualifies and " " not in span.text else 1.0
    return (0.85 if " " in span.text else 0.5) * (0.5 if qualifies else 1.0)


def _opens_with(candidate: AnswerCandidate, bare: str) -> bool:
    """Whether a page's opening sentence gives its subject this name: `X (1122 – 1190), also known as …`."""
    if candidate.place or not candidate.context.lstrip().startswith(candidate.text) or len(bare.strip()) < 4:
        return False
    opening = candidate.text[:OPENING_CHARS]
    return searchable_text(opening).startswith(bare) or any(
        bare in searchable_text(known[0]) for known in _KNOWN_AS.finditer(opening)
    )


def _joined(text: str, first: Span, second: Span) -> bool:
    return re.fullmatch(r"[^.;]{0,40}\b(?:and|by)\b[^.;]{0,30}", text[first.end : second.start]) is not None


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether no word goes on at either end; Japanese writes no spaces."""
    left, right = text[start - 1 : start], text[end : end + 1]
    return not (left.isascii() and left.isalnum() and text[start].isascii()) and not (
        right.isascii() and right.isalnum() and text[end - 1].isascii()
    )


def _alike(one: str, other: str) -> bool:
    """Whether two names can be one thing's: the same, or one within the other by whole words (two or more)."""
    left, right = searchable_text(_BRACKET.sub("", one) or one), searchable_text(_BRACKET.sub("", other) or other)
    if left == right:
        return True
    short, long = sorted((left, right), key=len)
    if len(short.split()) >= 2 and short in long:
        return True
    return len(one.split()) > 1 and len(other.split()) > 1 and same_name(one, other)
