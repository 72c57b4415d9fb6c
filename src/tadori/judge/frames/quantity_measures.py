"""The measured things that have a name in both languages: height, population, price, default …

Read from `quantity_table.py`: for each its units, its nouns, what stands behind a value (`40 m high`) and its verbs
(`weighs`), so that paraphrases and languages meet in one key. Words before a known noun that change what is measured
(`average`, `maximum`, 総) are kept in the key, under one name where they are known in both languages.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from tadori.judge.frames.quantity_table import COUNTED_TABLE, MEASURE_TABLE, MODIFIER_TABLE
from tadori.text.stem import stem
from tadori.text.tokens import terms


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownMeasure:
    name: str
    units: frozenset[str]
    """The dimensions its value may have; empty: a plain count."""
    nouns: tuple[str, ...]
    behind: tuple[str, ...] = ()
    """Adjectives and phrases behind the value."""
    verbs: tuple[str, ...] = ()
    """Verbs that take the value as their object."""
    japanese: tuple[str, ...] = ()


_ANY_UNIT: Final = (
    "|length|area|volume|mass|time|months|share|bytes|kilobyte|megabytes|B|frequency|power|temperature|speed"
)
MODIFIER_NAMES: Final = {
    stem(word): name
    for name, _, words in (line.partition(": ") for line in MODIFIER_TABLE.strip().splitlines())
    for word in words.split()
}
_JA_COUNTED: Final = {
    word: english
    for line in COUNTED_TABLE.strip().splitlines()
    for english, _, words in (entry.partition(": ") for entry in line.split("; "))
    for word in words.split()
}
_IDLE: Final = frozenset(map(stem, "number count current exact actual official overall own full the its total".split()))
_DEEPEST: Final = frozenset(["depth", "fine"])
"""Measures that are given at their greatest, said or not: the depth of a lake, the fine of a law."""
_IDLE_JA: Final = frozenset(["数", "公式", "現在"])


@cache
def known_measures() -> tuple[KnownMeasure, ...]:
    """The table, read once."""
    found: list[KnownMeasure] = []
    for entry in re.split(r"\n(?=\S)", MEASURE_TABLE.strip()):
        head, *lines = entry.split("\n")
        name, _, units = head.partition(":")
        words = {
            kind: tuple(
                word for line in lines if line.startswith(f"  {kind} ") for word in line.split(" ", 3)[3].split("|")
            )
            for kind in ("nouns", "behind", "verbs", "ja")
        }
        found.append(
            KnownMeasure(
                name=name,
                units=frozenset((_ANY_UNIT if units.strip() == "*" else units.strip()).split("|")),
                nouns=words["nouns"],
                behind=words["behind"],
                verbs=words["verbs"],
                japanese=words["ja"],
            )
        )
    return tuple(found)


@cache
def _by_word() -> dict[str, tuple[KnownMeasure, ...]]:
    found: dict[str, tuple[KnownMeasure, ...]] = {}
    for measure in known_measures():
        for word in (*measure.nouns, *measure.japanese, *measure.behind, *measure.verbs):
            found[word] = (*found.get(word, ()), measure)
    return found


def measure_named(word: str, unit: str) -> KnownMeasure | None:
    """The measure that this noun, adjective or verb names for a value of this unit."""
    fitting = [one for one in _by_word().get(word.lower(), ()) if unit in one.units]
    return fitting[0] if fitting else None


def counted_measure(noun: str) -> KnownMeasure | None:
    """The measure that a counted noun stands for: `inhabitants` are the population."""
    plain = "".join(noun.split()) if not noun.isascii() else noun.lower()
    named = [
        one for one in known_measures() if "" in one.units and (plain in one.behind or f"{plain}数" in one.japanese)
    ]
    return named[0] if named else None


def measure_words(*kinds: str) -> str:
    """The words of these kinds (`nouns`, `behind`, `verbs`, `japanese`) for a regular expression, longest first."""
    words = {word for one in known_measures() for kind in kinds for word in getattr(one, kind)}
    return "|".join(re.escape(word).replace("\\ ", r"\s") for word in sorted(words, key=lambda w: (-len(w), w)))


def content_key(words: str) -> frozenset[str]:
    """The content words of a phrase, folded and stemmed; words known in both languages under one name."""
    whole = _JA_COUNTED.get("".join(words.split()))
    if whole is not None:
        return frozenset([whole])
    found = {_JA_COUNTED.get(term) or stem(term) for term in terms(words)}
    return frozenset(MODIFIER_NAMES.get(one, one) for one in found if one not in _IDLE_JA)


def name_key(words: str) -> frozenset[str]:
    """The content words of a name, folded and not stemmed: LimitRequestFields is not LimitRequestFieldSize."""
    return frozenset(terms(words))


def measure_key(known: KnownMeasure | None, modifiers: str, noun: str = "") -> frozenset[str]:
    """The key of a measured thing: its known name or its own words, with the words that change what is measured."""
    before = frozenset(one for one in content_key(modifiers) if one not in _IDLE)
    if known is not None:
        own = content_key(" ".join((*known.nouns, *known.japanese))) - frozenset(MODIFIER_NAMES.values())
        if known.name in _DEEPEST:
            before -= frozenset(["maximum"])
        return frozenset([known.name]) | (before - own)
    return before | content_key(noun) - frozenset(["number", "count"])
