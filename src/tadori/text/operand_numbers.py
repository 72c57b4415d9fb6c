"""Finds the numbers of a sentence that code may calculate with, each as it is written, with value and unit (D10).

In: a sentence of a source. Out: its numbers by position: measures, counts and years. Left out: ranges, bounds (`more
than 100`), ordinals and whatever `measures` and `numbers` are not sure of. A sentence that denies or asks gives none.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from tadori.model.code_thresholds import LARGEST_INPUT, LONGEST_UNIT
from tadori.text.dates import dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.limits import limits
from tadori.text.measures import measures
from tadori.text.normalise import strip_invisible
from tadori.text.numbers import quantities
from tadori.text.numerals import narrow

PERCENT: Final = "%"
_YEAR: Final = lazy_pattern(r"(?<!\d)[12]\d{3}(?!\d)")
_NUMERAL: Final = lazy_pattern(
    r"[-–−▲△]?(?:minus |マイナス)?\d[\d,]*(?:\.\d+)?(?:\s?[十百千万億兆][\d,.十百千万億兆]*"
    r"|\s?-?(?:hundred|thousand|million|billion|trillion|bn)(?![A-Za-z]))?"
)
_SIGN: Final = lazy_pattern(r"^(?:US\$|[$¥€£])")
_BESIDE: Final = lazy_pattern(r"[\s,，'’]")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenNumber:
    """A number as a sentence writes it."""

    written: str
    """`1,284 MWh`, `350億円`, `$12.50`, `1998`"""
    value: Fraction
    """In the written unit: 1284; of `350億円` 35 000 000 000."""
    unit: str
    """As written; `%` for every way to write per cent; empty for a plain number or a year."""
    kind: str
    """What tells units apart that are written differently: `energy 3600000000`."""
    approximate: bool


@lru_cache(maxsize=512)
def written_numbers(sentence: str) -> tuple[WrittenNumber, ...]:
    """The numbers of `sentence` that may be calculated with, by position."""
    if any(limit.kind == "negation" for limit in limits(sentence)) or sentence.rstrip(" 」』”\"'")[-1:] in ("?", "？"):
        return ()
    found: dict[int, WrittenNumber] = {}
    taken: list[tuple[int, int]] = []
    for start, end, number in (*_measured(sentence), *_counted(sentence), *_years(sentence)):
        if all(end <= begin or stop <= start for begin, stop in taken):
            taken.append((start, end))
            if number is not None and abs(number.value) < LARGEST_INPUT:
                found[start] = number
    return tuple(found[start] for start in sorted(found))


def number_named(words: str, sentence: str) -> WrittenNumber | None:
    """The number of `sentence` that `words` names, with or without its unit; None where none is sure."""
    there = written_numbers(sentence)
    for wanted in dict.fromkeys((_bare(words), _bare(words).removesuffix("年"))):
        for form in (_bare, _numeral):
            meant = {one for one in there if wanted and form(one.written) == wanted}
            if len(meant) == 1:
                return meant.pop()
    return None


_Found = Iterator[tuple[int, int, WrittenNumber | None]]


def _measured(sentence: str) -> _Found:
    """Measures, and the counters that only `numbers` knows (120人): None for what must not be calculated with."""
    counters = {one.start: one for one in quantities(sentence) if one.unit and not one.bound}
    bounded = {one.start for one in quantities(sentence) if one.bound}
    for measure in measures(sentence):
        counter = counters.get(measure.start)
        end = measure.end
        if counter is not None and not measure.unit.dimension and counter.value == measure.numbers[0].value:
            end = max(end, counter.end)
        if len(measure.numbers) > 1 or measure.bound or measure.start in bounded:
            yield measure.start, end, None
            continue
        unit = _unit(sentence[measure.start : end])
        kind = f"{measure.unit.dimension} {measure.unit.factor}" if measure.unit.dimension else unit.casefold()
        shown = PERCENT if kind == "share 1" else unit
        yield (
            measure.start,
            end,
            _number(
                sentence[measure.start : end], measure.numbers[0].value, shown, kind, approximate=bool(measure.lead)
            ),
        )


def _counted(sentence: str) -> _Found:
    """Plain numbers of a list, which `measures` leaves out: 12, 15 and 19."""
    for one in quantities(sentence):
        plain = not one.unit and not one.bound and one.value.is_finite()
        if plain and _NUMERAL.fullmatch(narrow(sentence[one.start : one.end])):
            written = sentence[one.start : one.end]
            yield one.start, one.end, _number(written, Fraction(one.value), "", "", approximate=one.approximate)


def _years(sentence: str) -> _Found:
    for date in dates(sentence):
        year = _YEAR.search(sentence, date.start, date.end)
        if year is not None and date.year == int(year[0]):
            yield year.start(), year.end(), _number(year[0], Fraction(int(year[0])), "", "", approximate=False)


def _number(written: str, value: Fraction, unit: str, kind: str, *, approximate: bool) -> WrittenNumber | None:
    if strip_invisible(written) != written or len(unit) > LONGEST_UNIT:
        return None
    return WrittenNumber(written=written, value=value, unit=unit, kind=kind if unit else "", approximate=approximate)


def _unit(written: str) -> str:
    """What stands beside the numeral: a sign of money before it, or a unit behind it."""
    plain = narrow(written)
    numeral = _NUMERAL.search(plain)
    if numeral is None:
        return ""
    sign = _SIGN.match(plain)
    return sign[0] if sign else written[numeral.end() :].strip(" -") if len(plain) == len(written) else ""


def _bare(words: str) -> str:
    return _BESIDE.sub("", narrow(words)).casefold()


def _numeral(words: str) -> str:
    numeral = _NUMERAL.search(narrow(words))
    return "" if numeral is None else _bare(numeral[0])
