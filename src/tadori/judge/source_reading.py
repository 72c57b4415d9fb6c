"""Reads a whole source as the vetoes need it: its sentences, its words and facts, and which sentences a claim is about.

In: a source text. Out: a `SourceReading`, cached. Nothing is decided here.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.judge.reading import SentenceReading, evidence_sentences, read_sentence
from tadori.text.dates import DateMention
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import fold
from tadori.text.numbers import Quantity
from tadori.text.transliteration import katakana_words

_WORDS: Final = lazy_pattern(r"[^\W_]+")
_DIGITS: Final = lazy_pattern(r"\d+(?:[.,:]\d+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceReading:
    """The sentences of a source, and everything any of them holds."""

    sentences: tuple[SentenceReading, ...]
    tokens: frozenset[str]
    folded: str
    spaced: str
    """`folded` with every hyphen as a space."""
    words: frozenset[str]
    """The words of `folded`."""
    katakana: frozenset[str]
    digits: frozenset[str]
    """Every number as it is written."""
    initials: str
    """The first letters of all words in order: an acronym of any of them stands in it."""
    names: tuple[str, ...]
    quantities: tuple[Quantity, ...]
    dates: tuple[DateMention, ...]
    weights: dict[str, float]
    """How much a shared term says about which sentence is meant: a term of every sentence says little."""

    def about(self, claim: SentenceReading) -> tuple[SentenceReading, ...]:
        """The sentences, those that share most with `claim` first; equal ones in their order."""
        return tuple(sorted(self.sentences, key=lambda one: -self.weight_of(claim.term_set & one.term_set)))

    def weight_of(self, shared: Iterable[str]) -> float:
        return sum(self.weights.get(term, 0.0) for term in shared)


@lru_cache(maxsize=32)
def read_source(source: str) -> SourceReading:
    """The reading of `source`; cached, as many sentences are checked against one source."""
    readings = tuple(read_sentence(sentence) for sentence in evidence_sentences(source))
    folded = " ".join(fold(reading.text) for reading in readings)
    words = _WORDS.findall(folded)
    spread = Counter(term for reading in readings for term in reading.term_set)
    return SourceReading(
        sentences=readings,
        tokens=frozenset(token for reading in readings for token in reading.tokens),
        folded=folded,
        spaced=folded.replace("-", " "),
        words=frozenset(words),
        katakana=frozenset(katakana_words(source)),
        digits=frozenset(_DIGITS.findall(source)),
        initials="".join(word[0] for word in words),
        names=tuple(name.text for reading in readings for name in reading.names),
        quantities=tuple(quantity for reading in readings for quantity in reading.quantities),
        dates=tuple(date for reading in readings for date in reading.dates),
        weights={term: math.log(1 + len(readings) / count) for term, count in spread.items()},
    )
