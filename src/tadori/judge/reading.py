"""A sentence as the judge sees it: its terms and every fact that can agree or disagree, read once and kept.

In: a text. Out: a `Reading`. Nothing is decided here.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.model.ids import EN, JA, Lang
from tadori.text.dates import DateMention, dates
from tadori.text.names import Name, names
from tadori.text.negation import Cue, hedges, negations
from tadori.text.numbers import Quantity, quantities
from tadori.text.sentences import sentences
from tadori.text.tokens import terms, tokens

LONGEST_EVIDENCE: Final = 20_000
"""Characters of evidence that are read; what lies behind is not judged (a fragment is far shorter)."""
_JAPANESE: Final = re.compile("[ぁ-ヿ㐀-鿿]")
_LATIN: Final = re.compile("[A-Za-z]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One sentence, read."""

    text: str
    lang: Lang
    tokens: tuple[str, ...]
    terms: tuple[str, ...]
    term_set: frozenset[str]
    quantities: tuple[Quantity, ...]
    dates: tuple[DateMention, ...]
    names: tuple[Name, ...]
    negations: tuple[Cue, ...]
    hedges: tuple[Cue, ...]
    denied: frozenset[str]
    """Terms inside the scope of a negation."""
    stated: frozenset[str]
    """Terms outside every such scope."""


@lru_cache(maxsize=8192)
def read(text: str) -> Reading:
    """`text` as a reading; the same text is read once."""
    lang = script_of(text)
    content = tuple(terms(text))
    cues = negations(text, lang)
    inside, outside = _scopes(text, cues)
    return Reading(
        text=text,
        lang=lang,
        tokens=tuple(tokens(text)),
        terms=content,
        term_set=frozenset(content),
        quantities=tuple(quantities(text)),
        dates=tuple(dates(text)),
        names=tuple(names(text, lang)),
        negations=cues,
        hedges=hedges(text),
        denied=frozenset(inside),
        stated=frozenset(outside) if cues else frozenset(content),
    )


def _scopes(text: str, cues: tuple[Cue, ...]) -> tuple[list[str], list[str]]:
    """Terms inside and outside the scopes of `cues`."""
    inside: list[str] = []
    outside: list[str] = []
    position = 0
    for cue in cues:
        outside += terms(text[position : max(position, cue.scope_start)])
        inside += terms(text[max(position, cue.scope_start) : cue.scope_end])
        position = max(position, cue.scope_end)
    if cues:
        outside += terms(text[position:])
    return inside, outside


@lru_cache(maxsize=2048)
def sentences_of(evidence: str) -> tuple[str, ...]:
    """The sentences of the evidence that are judged, in order."""
    text = evidence[:LONGEST_EVIDENCE]
    return tuple(text[span.start : span.end] for span in sentences(text, script_of(text)))


def script_of(text: str) -> Lang:
    """`ja` for text written in kana and kanji, otherwise `en`: enough to choose rules, and free of any model."""
    if text.isascii():
        return EN
    head = text[:2000]
    return JA if len(_JAPANESE.findall(head)) * 3 >= len(_LATIN.findall(head)) else EN
