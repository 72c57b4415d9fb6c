"""Extractive shortening without a model: the most informative sentences of a text, verbatim and in order.

Comes in: a text and a token limit. Goes out: whole sentences that fit. Sentences with most numbers, names and negations
per token come first, because these are what a summary most easily gets wrong. A sentence is never cut: a Japanese one
says "not" at its end.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tadori.model.ids import EN, JA, Lang
from tadori.text.dates import dates
from tadori.text.language import is_japanese
from tadori.text.names import names
from tadori.text.negation import negations
from tadori.text.normalise import fold
from tadori.text.numbers import quantities
from tadori.text.sentences import TextSpan, sentences

CountTokens = Callable[[str], int]
"""Counts the tokens of a text."""

_LONGEST = 600
"""Characters: anything longer is not a sentence but a table or code, and is cut between words."""
_BETWEEN_WORDS = re.compile(r"[\s、,;；]+")
_DENIAL = "¬"
_FINE = 10_000
"""Facts per token are compared as integers at this resolution, so that all machines choose alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit:
    place: int
    span: TextSpan
    worth: int
    tokens: int


def count_facts(text: str) -> Counter[str]:
    """The facts of a text that must not get lost: numbers, dates, names, and the number of negations."""
    return _facts(text, _lang(text))


def _facts(text: str, lang: Lang) -> Counter[str]:
    found = Counter(f"{one.value.normalize()} {one.unit}" for one in quantities(text))
    found.update(fold(text[one.start : one.end]) for one in dates(text))
    found.update(fold(one.text) for one in names(text, lang))
    found[_DENIAL] = len(negations(text, lang))
    return +found


def extract_sentences(text: str, tokens: int, measure: CountTokens) -> str:
    """At most `tokens` of `text`, in whole sentences; all of it when it fits, nothing when no sentence does."""
    if measure(text) <= tokens:
        return text
    chosen: list[_Unit] = []
    # Most facts per token first; ties by position, so that the choice is the same on every machine.
    waiting = sorted(_units(text, measure), key=lambda one: (-one.worth, one.place))
    left = tokens
    while fitting := _fitting(waiting, left):
        chosen += fitting
        places = {unit.place for unit in chosen}
        waiting = [unit for unit in waiting if unit.place not in places]
        # Sentences were counted with their breaks and rounded up: together they may leave room for another.
        left = tokens - measure(_together(text, chosen))
    # A measure of the caller's own may find that a whole is more than its parts.
    while measure(kept := _together(text, chosen)) > tokens and chosen:
        chosen.pop()
    return kept


def _fitting(units: list[_Unit], left: int) -> list[_Unit]:
    """The units that still fit into `left`, in order."""
    fitting = []
    for unit in units:
        if unit.tokens <= left:
            fitting.append(unit)
            left -= unit.tokens
    return fitting


def _units(text: str, measure: CountTokens) -> list[_Unit]:
    lang = _lang(text)
    units = []
    for place, span in enumerate(_spans(text, lang)):
        words = text[span.start : span.end]
        tokens = measure(words) + 1  # for the line break that stands where something was left out
        worth = _facts(words, lang).total() * _FINE // tokens
        units.append(_Unit(place=place, span=span, worth=worth, tokens=tokens))
    return units


def _spans(text: str, lang: Lang) -> list[TextSpan]:
    found: list[TextSpan] = []
    for span in sentences(text, lang):
        start = span.start
        while span.end - start > _LONGEST:
            breaks = [match.end() for match in _BETWEEN_WORDS.finditer(text, start + 1, start + _LONGEST)]
            end = breaks[-1] if breaks else start + _LONGEST
            found.append(TextSpan(start, end))
            start = end
        if start < span.end:
            found.append(TextSpan(start, span.end))
    return found


def _together(text: str, chosen: list[_Unit]) -> str:
    """The chosen sentences in order; neighbours with the text between them, others on lines of their own."""
    words = ""
    last: _Unit | None = None
    for unit in sorted(chosen, key=lambda one: one.place):
        if last is not None:
            words += text[last.span.end : unit.span.start] if unit.place == last.place + 1 else "\n"
        words += text[unit.span.start : unit.span.end]
        last = unit
    return words


def _lang(text: str) -> Lang:
    return JA if is_japanese(text) else EN
