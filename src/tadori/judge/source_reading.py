"""Reads a whole source as the vetoes need it: its sentences, its words and facts, and which sentences a claim is about.

In: a source text. Out: a `SourceReading`, cached. Nothing is decided here.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from tadori.judge.reading import SentenceReading, evidence_sentences, read_sentence
from tadori.text.dates import DateMention
from tadori.text.normalise import fold
from tadori.text.numbers import Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceReading:
    """The sentences of a source, and everything any of them holds."""

    sentences: tuple[SentenceReading, ...]
    tokens: frozenset[str]
    folded: str
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
    spread = Counter(term for reading in readings for term in reading.term_set)
    return SourceReading(
        sentences=readings,
        tokens=frozenset(token for reading in readings for token in reading.tokens),
        folded=" ".join(fold(reading.text) for reading in readings),
        names=tuple(name.text for reading in readings for name in reading.names),
        quantities=tuple(quantity for reading in readings for quantity in reading.quantities),
        dates=tuple(date for reading in readings for date in reading.dates),
        weights={term: math.log(1 + len(readings) / count) for term, count in spread.items()},
    )
