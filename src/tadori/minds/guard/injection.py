"""Detects sentences planted for a machine to read: orders and requests that have no place in a page.

Comes in: text. Goes out: flags for sentences whose meaning is that of an attack (`like_an_attack`) or of a request to
an assistant (`like_a_request`), which the word rules of `text/orders.py` cannot see. Two small linear classifiers over
sentence vectors, trained on sentences of our own making (`training/injection`). A flag informs; nothing is refused or
removed because of it. A sentence costs some 5 ms: this is for `tadori guard` and for measuring, not for every page.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from tadori.minds.base import Embedder
from tadori.minds.requests import GuardFlag
from tadori.model.ids import EN, JA
from tadori.text.language import is_japanese, is_japanese_or_english, language_of
from tadori.text.sentences import TextSpan, sentences

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LONGEST_WHOLE: Final = 1000
"""Characters of a text that is also classified as a whole; longer ones have no single meaning."""
MOST_SENTENCES: Final = 2000
_LETTERS: Final = re.compile(r"[^\W\d_]")
_FEWEST_LETTERS: Final = 8
_TABLE_ROW: Final = "|"
_REQUEST: Final = "like_a_request"


class TextOrigin(StrEnum):
    """Who wrote a text."""

    PAGE = "page"
    """A page has no business making requests to us."""
    PERSON = "person"
    """Requests are expected; attacks are still attacks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Head:
    rule: str
    threshold: float
    bias: float
    weights: tuple[float, ...]


class InjectionClassifier:
    """Flags planted sentences. Deterministic across processes."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def flags(self, text: str, where: str, source: TextOrigin = TextOrigin.PAGE) -> list[GuardFlag]:
        """A flag for each sentence that looks planted, and for the whole text where only the whole does."""
        spans = _looked_at(text)
        if not spans:
            return []
        vectors = self._embedder.embed([text[span.start : span.end] for span in spans])
        found: list[GuardFlag] = []
        for head in _heads():
            flags = _flagged(head, spans, vectors, where)
            if head.rule == _REQUEST:
                flags = [] if source is TextOrigin.PERSON else _in_known_languages(flags, text)
            found += flags
        return sorted(found, key=lambda flag: (flag.start, flag.end, flag.rule))


def _in_known_languages(flags: list[GuardFlag], text: str) -> list[GuardFlag]:
    """`flags` on Japanese and English only: requests in other languages were not in the training data."""
    if not flags:
        return []
    around = language_of(text)
    return [flag for flag in flags if is_japanese_or_english(text[flag.start : flag.end], around)]


def _looked_at(text: str) -> list[TextSpan]:
    """The sentences, then the whole text where it is short and has more than one sentence."""
    found = [
        span
        for span in sentences(text, JA if is_japanese(text) else EN)[:MOST_SENTENCES]
        if _could_speak(text[span.start : span.end])
    ]
    if len(found) > 1 and len(text) <= LONGEST_WHOLE:
        found.append(TextSpan(found[0].start, found[-1].end))
    return found


def _could_speak(sentence: str) -> bool:
    """Whether it has enough words to ask for something; a table row has not."""
    if sentence.startswith(_TABLE_ROW):
        return False
    letters = len(_LETTERS.findall(sentence))
    return letters >= _FEWEST_LETTERS and 2 * letters >= len(sentence.replace(" ", ""))


def _flagged(head: _Head, spans: Sequence[TextSpan], vectors: "NDArray[np.float32]", where: str) -> list[GuardFlag]:
    import numpy as np  # lazy: numpy, only for a text that is classified

    scores = vectors.astype(np.float64) @ np.array(head.weights) + head.bias
    places = [span for span, score in zip(spans, scores, strict=True) if score > head.threshold]
    # The whole says nothing more where one of its sentences has been flags.
    apart = [span for span in places if not any(span is not one and _within(one, span) for one in places)]
    return [GuardFlag(rule=head.rule, where=where, start=span.start, end=span.end) for span in apart]


def _within(one: TextSpan, other: TextSpan) -> bool:
    return other.start <= one.start and one.end <= other.end


@cache
def _heads() -> tuple[_Head, ...]:
    card = json.loads((files("tadori.minds.guard") / "planted.json").read_text(encoding="utf-8"))
    return tuple(
        _Head(rule=rule, threshold=head["threshold"], bias=head["bias"], weights=tuple(head["weights"]))
        for rule, head in card["heads"].items()
    )
