"""The bilingual tables of terms: Japanese and English, and a few terms in other languages.

Comes in: nothing; the data files beside this module are read once. Goes out: a term by any of its spellings.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from tadori.model.ids import Lang

MONTH_NAMES: Final = dict(
    enumerate("January February March April May June July August September October November December".split(), start=1)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One concept with its names; the first of each language is the one used in queries."""

    ja: tuple[str, ...]
    en: tuple[str, ...]
    generic: bool
    """Names an aspect (trend, number, year), not a subject."""


_GENERIC_SECTIONS: Final = ("# research words", "# units and times")


@cache
def _terms() -> tuple[Term, ...]:
    found: list[Term] = []
    generic = False
    for line in (files("tadori.query") / "terms_ja_en.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            generic = line in _GENERIC_SECTIONS
        elif line:
            ja, en = line.split("\t")
            found.append(Term(ja=tuple(ja.split("|")), en=tuple(en.split("|")), generic=generic))
    return tuple(found)


@cache
def ja_table() -> Mapping[str, Term]:
    return {spelling: term for term in reversed(_terms()) for spelling in term.ja}


@cache
def en_table() -> Mapping[str, Term]:
    """By spelling. Lower case finds a term too, except where it makes another word: US and us, May and may."""
    table: dict[str, Term] = {}
    for term in reversed(_terms()):
        for spelling in term.en:
            table[spelling] = term
            if not spelling.isupper() and spelling not in MONTH_NAMES.values():
                table[spelling.lower()] = term
    return table


@cache
def sample_table() -> Mapping[Lang, Mapping[str, str]]:
    lines = (files("tadori.query") / "terms_samples.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    header, *terms = rows
    return {
        Lang(code): {row[0].lower(): row[column] for row in terms} for column, code in enumerate(header) if column > 0
    }
