"""Reads a sentence as the judge needs it: its terms and every fact that can agree or disagree, cached.

In: a text. Out: a `SentenceReading`. Nothing is decided here.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.model.ids import EN, JA, Lang
from tadori.text.dates import DateMention, dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import Name, names
from tadori.text.negation import Cue, hedges, negations
from tadori.text.numbers import Quantity, quantities
from tadori.text.sentences import sentences
from tadori.text.tokens import terms, tokens

LONGEST_EVIDENCE: Final = 20_000
"""Characters of evidence that are read; what lies behind is not judged (a fragment is far shorter)."""
# Words that bound or round a number; the quantity already says what they mean.
_BOUND_TERMS: Final = frozenset(
    "least most minimum maximum exceed approxim nearli almost roughli estim around"
    " 約 凡そ 以上 以下 未満 最大 最低 少ない 程度 超 超える".split()
)
_JAPANESE: Final = lazy_pattern("[ぁ-ヿ㐀-鿿]")
_LATIN: Final = lazy_pattern("[A-Za-z]")


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceReading:
    """The terms and facts of one sentence."""

    text: str
    lang: Lang
    tokens: tuple[str, ...]
    terms: tuple[str, ...]
    term_set: frozenset[str]
    prose: frozenset[str]
    """The terms that are no part of a quantity, a date or a negating word: those are compared by what they mean."""
    quantities: tuple[Quantity, ...]
    dates: tuple[DateMention, ...]
    names: tuple[Name, ...]
    negations: tuple[Cue, ...]
    hedges: tuple[Cue, ...]
    denied: frozenset[str]
    """Terms inside the scope of a negation, the negating word left out."""
    stated: frozenset[str]
    """Terms outside every such scope."""


@lru_cache(maxsize=3072)
def read_sentence(text: str) -> SentenceReading:
    """The reading of `text`; cached. Some 5 kB each."""
    lang = script_of(text)
    content = frozenset(found := tuple(terms(text)))
    cues, numbers, when = negations(text, lang), tuple(quantities(text)), tuple(dates(text))
    apart = sorted(
        [(q.start, q.end) for q in numbers] + [(d.start, d.end) for d in when] + [(c.start, c.end) for c in cues]
    )
    inside, outside = _scopes(text, cues)
    return SentenceReading(
        text=text,
        lang=lang,
        tokens=tuple(tokens(text)),
        terms=found,
        term_set=content,
        prose=frozenset(_terms_without(text, apart)) - (_BOUND_TERMS if numbers else frozenset()) if apart else content,
        quantities=numbers,
        dates=when,
        names=tuple(names(text, lang)),
        negations=cues,
        hedges=hedges(text),
        denied=frozenset(inside),
        stated=frozenset(outside) if cues else content,
    )


def _terms_without(text: str, spans: list[tuple[int, int]]) -> list[str]:
    """The terms of `text` outside `spans`."""
    kept: list[str] = []
    position = 0
    for start, end in spans:
        kept.append(text[position : max(position, start)])
        position = max(position, end)
    kept.append(text[position:])
    return terms(" ".join(kept))


def _scopes(text: str, cues: tuple[Cue, ...]) -> tuple[list[str], list[str]]:
    """Terms inside and outside the scopes of `cues`."""
    inside: list[str] = []
    outside: list[str] = []
    position = 0
    for cue in cues:
        outside += terms(text[position : max(position, cue.scope_start)])
        inside += terms(text[max(position, cue.scope_start) : cue.start]) + terms(text[cue.end : cue.scope_end])
        position = max(position, cue.scope_end)
    if cues:
        outside += terms(text[position:])
    return inside, outside


@lru_cache(maxsize=2048)
def evidence_sentences(evidence: str) -> tuple[str, ...]:
    """The sentences of the evidence that are judged, in order."""
    text = evidence[:LONGEST_EVIDENCE]
    return tuple(text[span.start : span.end] for span in sentences(text, script_of(text)))


def script_of(text: str) -> Lang:
    """`ja` for text written in kana and kanji, otherwise `en`: enough to choose rules, and needs no model."""
    if text.isascii():
        return EN
    head = text[:2000]
    return JA if len(_JAPANESE.findall(head)) * 3 >= len(_LATIN.findall(head)) else EN
