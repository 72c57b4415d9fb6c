"""Reads the numbers of a sentence that may be the value of a frame, each with an exact unit.

In: a sentence. Out: `ReadValue`s by position: a number or a range, its unit (a dimension of `text/measure_units.py`,
another unit of `text/units.py`, or none for a count). Left out, because they are no quantities of anything: ordinals,
factors (`three times`, 2倍), numbers of versions, sections and exit codes, numbers in code, and the members of a list.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.measures import Measure, measures
from tadori.text.numbers import ORDINAL, Quantity, quantities
from tadori.text.numerals import narrow

_DIMENSIONS: Final = {
    "m": "length", "m2": "area", "m3": "volume", "kg": "mass", "s": "time", "month": "months", "W": "power",
    "Wh": "energy", "Hz": "frequency", "%": "share", "JPY": "yen", "USD": "dollar", "EUR": "euro", "GBP": "sterling",
    "CNY": "yuan", "KRW": "won", "age": "age", "degC": "temperature",
}  # fmt: skip
"""Units of `text/units.py` that are dimensions of `text/measure_units.py`, under the name that both share here."""
_OTHER_UNITS: Final = frozenset(["point", "deg", "degF", "B"])
_FACTORS: Final = lazy_pattern(
    r"\s?(?:times|fold|[×x]\s?\d|倍|乗|回目|番目|丁目|番地|号|進数|進法|ビット|bits?\b)|-fold|-bit"
)
_FACTOR_END: Final = lazy_pattern(r"(?:\stimes|fold|倍)$")
_LABEL_BEFORE: Final = lazy_pattern(
    r"(?:\b(?:version|versions|release|releases|python|postgresql|apache|debian|linux|kernel|windows|java|php|perl|html|css"
    r"|sql|rfc|pep|iso|utf|port|ports|status|code|codes|errno|error|signal|uid|gid|pid|id|bug|issue|chapter|section"
    r"|sections|figure|table|example|appendix|step|line|lines|page|pages|item|option|question|level|priority|runlevel"
    r"|format|protocol|tcp|udp|article|articles|amendment|no|nr|vol|volume|part|channel|key|mode|field|column|bit|byte|"
    r"revision|draft|build|service\spack|sp)\.?|バージョン|ポート|番号|コード|章|節|図|表|例|レベル|手順|ページ|行|版|リリース"
    r"|エラー|ステータス|モード|値が|[(\[<=:*/+^{\\|&%#-]|[<>=!]=|\d[.:/-])\s?[(\"'`“]?$",
    re.IGNORECASE,
)
_CODE_AFTER: Final = lazy_pattern(r"\s?(?:[=*^{}\\|<>&]|\+\d|-\d|/\d|:\d|\.\d)|[\"'`”]|[A-Za-z_]|\(\)")
_YEAR: Final = lazy_pattern(r"(?:1\d|20)\d\d\s?年")
_DATE_PART: Final = lazy_pattern(r"\s?月(?!間)|\s?(?:a\.?m|p\.?m|o'clock|時(?!間)|世紀)")
_LISTED: Final = lazy_pattern(r"\s?(?:,|、|,?\s(?:or|and|to)|や|と|か|または|又は|/|・|から|～|〜)\s?(?:about\s|約)?$")
_RANGE: Final = lazy_pattern(r"\s?(?:[-–—~～〜]|から|to|and)\s?")
_CURRENCY: Final = "$¥€£"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadValue:
    """`text[start:end]`: the number with its unit, or a range."""

    start: int
    end: int
    quantity: Quantity
    high: Quantity | None = None


@lru_cache(maxsize=2048)
def stated_values(text: str) -> tuple[ReadValue, ...]:
    """The values of `text`, by position."""
    plain = narrow(text)
    exact = {measure.start: measure for measure in measures(text) if measure.unit.dimension}
    found = _ranges(plain, [_exactly(one, exact) for one in quantities(text)])
    clear = [one for one in found if not _is_no_value(plain, one)]
    return tuple(one for one in clear if not _in_list(plain, one, found))


def _exactly(quantity: Quantity, exact: dict[int, Measure]) -> Quantity:
    """`quantity` in the unit of the exact measure at its place, where there is one; counters become no unit."""
    measure = exact.get(quantity.start)
    if measure is not None and len(measure.numbers) == 1 and not measure.unit.ambiguous.startswith("weight"):
        number = measure.numbers[0].value * measure.unit.factor + measure.unit.offset
        value = Decimal(number.numerator) / Decimal(number.denominator)
        return replace(quantity, value=value, unit=measure.unit.dimension, end=max(quantity.end, measure.end), noun="")
    if quantity.unit in _DIMENSIONS:
        return replace(quantity, unit=_DIMENSIONS[quantity.unit])
    return quantity if quantity.unit in _OTHER_UNITS or quantity.unit == ORDINAL else replace(quantity, unit="")


def _ranges(plain: str, found: Sequence[Quantity]) -> list[ReadValue]:
    values: list[ReadValue] = []
    for one in found:
        last = values[-1] if values else None
        if (
            last is not None
            and last.high is None
            and last.quantity.bound == "at_least"
            and one.bound == "at_most"
            and _RANGE.fullmatch(plain, last.end, one.start)
        ):
            low = replace(last.quantity, unit=one.unit, bound="")
            values[-1] = ReadValue(start=last.start, end=one.end, quantity=low, high=replace(one, bound=""))
        else:
            values.append(ReadValue(start=one.start, end=one.end, quantity=one))
    return values


def _is_no_value(plain: str, one: ReadValue) -> bool:
    if (
        one.quantity.unit in (ORDINAL, "point")
        or _FACTORS.match(plain, one.end)
        or _FACTOR_END.search(plain, one.start, one.end)
    ):
        return True
    before = plain[max(0, one.start - 24) : one.start]
    if _LABEL_BEFORE.search(before) and plain[one.start] not in _CURRENCY and not _is_labelled(plain, one):
        return True
    if (
        _YEAR.fullmatch(plain, one.start, one.end)
        or _DATE_PART.match(plain, one.end)
        or (plain[one.end - 1] == "日" and plain[one.start - 1 : one.start] == "月")
    ):
        return True
    return _CODE_AFTER.match(plain, one.end) is not None


def _is_labelled(plain: str, one: ReadValue) -> bool:
    """`Height: 40 m`: a colon and a blank before a number are a label and its value."""
    return re.search(r"\w\s?[:：]\s?$", plain[max(0, one.start - 4) : one.start]) is not None


def _in_list(plain: str, one: ReadValue, others: Sequence[ReadValue]) -> bool:
    """`2 or 3 files`, `8, 16 and 32 MB`: which of them holds is not said."""
    for other in others:
        near = other.end <= one.start and one.start - other.end < 12
        if near and _LISTED.fullmatch(plain, other.end, one.start) and not _has_noun(plain, other):
            return True
        if one.end <= other.start and other.start - one.end < 12 and _LISTED.fullmatch(plain, one.end, other.start):
            return True
    return False


def _has_noun(plain: str, one: ReadValue) -> bool:
    return bool(one.quantity.unit) and not plain[one.start : one.end].strip().isdigit()
