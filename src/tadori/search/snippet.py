"""Chooses the snippet of a hit: the sentences of a passage that match the query best.

Comes in: a passage's text and the terms of the query. Goes out: neighbouring sentences, word for word, that hold the
most of these terms.
"""

from collections.abc import Sequence
from typing import Final

from tadori.model.ids import Lang
from tadori.text.sentences import TextSpan, sentences

LONGEST: Final = 300


def best_snippet(text: str, lang: Lang, wanted: Sequence[str]) -> str:
    """The run of sentences of at most 300 characters with the most of the terms `wanted`; the first among equals."""
    spans = sentences(text, lang)
    if not spans:
        return ""
    # Stems begin their words and Japanese terms stand as they are, so looking is enough; no second tokenising.
    lower = [text[s.start : s.end].lower() for s in spans]
    held = [{term for term in wanted if term in sentence} for sentence in lower]
    best = max(range(len(spans)), key=lambda first: (len(_held_from(spans, held, first)), -first))
    end = spans[_last(spans, best)].end
    start = spans[best].start
    return text[start : min(end, start + LONGEST)]


def _last(spans: Sequence[TextSpan], first: int) -> int:
    """The last sentence that still fits when the snippet starts with sentence `first`."""
    last = first
    while last + 1 < len(spans) and spans[last + 1].end - spans[first].start <= LONGEST:
        last += 1
    return last


def _held_from(spans: Sequence[TextSpan], held: Sequence[set[str]], first: int) -> set[str]:
    return set().union(*held[first : _last(spans, first) + 1])
