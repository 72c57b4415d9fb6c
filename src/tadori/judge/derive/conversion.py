"""Decides whether one measure is another one converted, and with which rounding.

In: two measures, as `text/measures.py` finds them: the quoted one and the one shown. Out: `exact`, `rounded` or None.
Rounding is honest where the shown digits are the exact result rounded to them, and are neither too few nor more than
the quoted digits can bear; a lower bound is never rounded up, an upper one never down. Words beside the number
(negation, speech, a difference of temperatures) are the caller's: `units.py`.
"""

from fractions import Fraction
from typing import Final, Literal

from tadori.model.evidence_thresholds import (
    CONVERTED_DIGITS_MORE,
    CONVERTED_DIGITS_ONE_ERROR,
    CONVERTED_ERROR,
    CONVERTED_ERROR_ABOUT,
    CONVERTED_FEWEST_DIGITS,
    CONVERTED_MOST_DIGITS,
)
from tadori.text.measures import BoundSide, Measure, ShownNumber

Rounding = Literal["exact", "rounded"]
NEUTRAL_LEADS: Final = frozenset(
    [
        "or so",
        *"about around approximately roughly approx. circa ca. c. ~ ≈ 約 およそ おおよそ ほど 程度 くらい".split(),
    ]
)
UNDER_LEADS: Final = frozenset(["nearly", "almost", "just under", "slightly under", "slightly less than", "弱", "ほぼ"])
OVER_LEADS: Final = frozenset(
    ["just over", "slightly over", "slightly more than", "a little over", "強", "余り", "余", "あまり"]
)


def converted(quoted: Measure, shown: Measure, *, about: str = "", added: bool = True) -> Rounding | None:
    """Whether `shown` is `quoted` in another unit or scale.

    `about` is the word that makes the shown one approximate; `added` is false where the quoted one has it too.
    """
    if quoted.unit.dimension != shown.unit.dimension or len(quoted.numbers) != len(shown.numbers):
        return None
    if quoted.joint != shown.joint:
        return None
    pairs = zip(quoted.numbers, shown.numbers, strict=True)
    results = [
        _rounding(_in_unit(number.value, quoted, shown), number, said, quoted.bound, about) for number, said in pairs
    ]
    if None in results:
        return None
    if "rounded" not in results:
        # `about` belongs to a rounded result.
        return None if about and added else "exact"
    return "rounded" if _may_round(quoted, shown, about) else None


def _may_round(quoted: Measure, shown: Measure, about: str) -> bool:
    """A change of unit may round; one of scale (MWh to GWh, 1,284,000 to 1.3 million) only with `about`."""
    if quoted.exactly or shown.exactly:
        return False
    if _is_power_of_ten(quoted.unit.factor / shown.unit.factor) and quoted.unit.offset == shown.unit.offset:
        return bool(about) and (quoted.unit.factor != shown.unit.factor or quoted.scaled != shown.scaled)
    return True


def _is_power_of_ten(ratio: Fraction) -> bool:
    return set(str(ratio.numerator)) | set(str(ratio.denominator)) <= {"1", "0"}


def _in_unit(value: Fraction, quoted: Measure, shown: Measure) -> Fraction:
    base = value * quoted.unit.factor + quoted.unit.offset
    return (base - shown.unit.offset) / shown.unit.factor


def _rounding(
    exact: Fraction, quoted: ShownNumber, shown: ShownNumber, bound: BoundSide, about: str
) -> Rounding | None:
    if exact == shown.value:
        return "exact"
    if not exact or not shown.value or (exact > 0) != (shown.value > 0):
        return None
    if not _direction_holds(exact, shown.value, bound, about):
        return None
    error = abs(shown.value / exact - 1)
    largest = CONVERTED_ERROR_ABOUT if about else CONVERTED_ERROR
    most = max(quoted.digits + CONVERTED_DIGITS_MORE, CONVERTED_MOST_DIGITS)
    for digits in range(max(1, shown.sure_digits), shown.digits + 1):
        if digits > most or not is_rounded_to(
            exact, shown.value, digits, one_sided=bool(bound) or about in UNDER_LEADS | OVER_LEADS
        ):
            continue
        if digits >= CONVERTED_FEWEST_DIGITS and error <= largest:
            return "rounded"
        if digits >= quoted.digits and error <= CONVERTED_DIGITS_ONE_ERROR:
            return "rounded"
    return None


def _direction_holds(exact: Fraction, shown: Fraction, bound: BoundSide, about: str) -> bool:
    if (bound == "low" and shown > exact) or (bound == "high" and shown < exact):
        return False
    return not ((about in UNDER_LEADS and exact > shown) or (about in OVER_LEADS and exact < shown))


def is_rounded_to(exact: Fraction, shown: Fraction, digits: int, *, one_sided: bool = False) -> bool:
    """Whether `shown` is `exact` rounded to `digits` significant digits; `one_sided`: up or down."""
    place = _place_of(exact) - digits + 1
    step = Fraction(10) ** place
    near = abs(exact - shown)
    if (shown / step).denominator != 1:
        # Rounding up may have made one digit more: 99.7 is 100.
        return False
    return near < step if one_sided else near <= step / 2


def _place_of(value: Fraction) -> int:
    """The power of ten of the first digit."""
    size = abs(value)
    place = 0
    while size >= 10:
        size, place = size / 10, place + 1
    while size < 1:
        size, place = size * 10, place - 1
    return place
