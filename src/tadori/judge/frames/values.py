"""Compares the values of two frames that speak of the same measured thing of the same subject.

In: two `Frame`s whose subject and measured thing a caller has found to be the same. Out: how they stand to each other,
and words for people: `3,776 m ≠ 3,677 m`, `for 2019, the other for 2021`. Values exclude each other only where period,
scope, unit and bound leave no other reading; a rounded value is the same value. Subjects are not looked at here.
"""

import re
from decimal import Decimal
from enum import StrEnum
from typing import Final

from tadori.judge.frames.frame import Frame
from tadori.model.evidence_thresholds import APPROXIMATE_UP_TO, ROUNDED_UP_TO, SURELY_OTHER_FROM
from tadori.model.frame import FrameSlot
from tadori.text.dates import DateMention, dates, same_date
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.numerals import narrow


class FrameRelation(StrEnum):
    """How two frames of the same thing stand to each other."""

    SAME = "same"
    EXCLUDES = "excludes"
    QUALIFIES = "qualifies"
    """Both can be so: another time, place, group or bound."""
    UNRELATED = "unrelated"
    """Nothing can be said: other units, or values too near and too rough to tell."""


PARTIAL: Final = "~part"
"""Key of a scope slot: the sentence names some of the counted things (`includes three hooks`), so another number of
them is no contradiction."""
ROUNDING: Final = frozenset(["~about", "~bound", PARTIAL])
"""Keys of scope slots that say how exact the value is; they are compared with the value, not as a scope."""
CURRENT: Final = "~now"
"""Key of a period that is only `now`: it is another one in every document."""
EDITION: Final = "~edition "
"""Opens the key of a scope slot: the version that a document is about. An equal value without one agrees."""
TIMELESS: Final = frozenset(
    "height length width depth thickness elevation weight distance area volume diameter deaths injured default".split()
)
"""Measured things whose value a year beside it seldom changes: a year on one side only does not set them apart."""


def compare_quantities(a: Frame, b: Frame) -> tuple[FrameRelation, str]:
    """The relation of two quantity frames of one measured thing of one subject, and words for it."""
    if a.quantity is None or b.quantity is None or not (a.firm and b.firm) or a.quantity.unit != b.quantity.unit:
        return FrameRelation.UNRELATED, ""
    relation, words = _compared(a, b)
    if relation is FrameRelation.UNRELATED:
        return relation, words
    if relation is FrameRelation.EXCLUDES and any(PARTIAL in slot.key for one in (a, b) for slot in one.scope):
        return FrameRelation.QUALIFIES, f"{words} (may not name all)"
    narrowed = _other_period(a, b, same=relation is FrameRelation.SAME) or _other_scope(
        a, b, same=relation is FrameRelation.SAME
    )
    return (FrameRelation.QUALIFIES, narrowed) if narrowed else (relation, words)


def _compared(a: Frame, b: Frame) -> tuple[FrameRelation, str]:
    """The values alone, as intervals: bounds and ranges overlap, lie apart, or are the same."""
    assert a.quantity is not None
    assert b.quantity is not None
    shown_a, shown_b = a.value.words, b.value.words
    low_a, high_a = _ends(a)
    low_b, high_b = _ends(b)
    apart = f"{shown_a} ≠ {shown_b}"
    if _same_end(a, b, low_a, low_b) and _same_end(a, b, high_a, high_b):
        if a.quantity.value == b.quantity.value and a.quantity.bound == b.quantity.bound:
            return FrameRelation.SAME, shown_a
        return FrameRelation.SAME, f"{shown_a} ≈ {shown_b}"
    if high_a < low_b or high_b < low_a:
        nearest = (high_a, low_b) if high_a < low_b else (low_a, high_b)
        return (FrameRelation.EXCLUDES, apart) if _surely_apart(a, b, *nearest) else (FrameRelation.UNRELATED, "")
    if _is_plain(a) and _is_plain(b):  # rounded or approximate, neither the same nor surely another
        return FrameRelation.UNRELATED, ""
    return FrameRelation.QUALIFIES, f"{shown_a}; {shown_b}"


_HUGE: Final = Decimal("1e40")


def _is_plain(frame: Frame) -> bool:
    """One number, with neither bound nor range."""
    return frame.quantity is not None and not frame.quantity.bound and frame.high is None


def _ends(frame: Frame) -> tuple[Decimal, Decimal]:
    quantity = frame.quantity
    assert quantity is not None
    if frame.high is not None:
        return quantity.value, frame.high.value
    if quantity.bound in ("at_least", "over"):
        return quantity.value, _HUGE
    return (-_HUGE if quantity.bound else quantity.value), quantity.value


def _same_end(a: Frame, b: Frame, x: Decimal, y: Decimal) -> bool:
    """Whether two ends are one number: equal, rounded to the other, or within what `about` allows."""
    if x == y:
        return True
    if _HUGE in (abs(x), abs(y)):
        return False
    difference, size = abs(x - y), max(abs(x), abs(y))
    if _rough(a) or _rough(b):
        return difference <= size * APPROXIMATE_UP_TO
    step_a, step_b = _step(a), _step(b)
    if step_a != step_b and difference * 2 <= max(step_a, step_b):
        return True
    return difference <= size * ROUNDED_UP_TO and _is_rounding(*sorted((abs(x), abs(y)), key=_sure_digits))


def _surely_apart(a: Frame, b: Frame, x: Decimal, y: Decimal) -> bool:
    difference, size = abs(x - y), max(abs(x), abs(y))
    if _rough(a) or _rough(b):
        return difference > size * SURELY_OTHER_FROM
    converted = any(one.quantity is not None and one.quantity.converted for one in (a, b))
    if converted and difference <= size * APPROXIMATE_UP_TO:
        return False
    return not _is_rounding(*sorted((abs(x), abs(y)), key=_sure_digits))


def _rough(frame: Frame) -> bool:
    return frame.quantity is not None and frame.quantity.approximate


_WRITTEN: Final = lazy_pattern(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")


def _step(frame: Frame) -> Decimal:
    """The last place that is written, in the base unit: 0.1 million is 100 000, 3,776 m is 1."""
    written = _WRITTEN.search(narrow(frame.value.words))
    if written is None or frame.quantity is None or not frame.quantity.value:
        return Decimal(1)
    bare = Decimal(written[0].replace(",", ""))
    places = len(written[0].partition(".")[2])
    factor = abs(frame.quantity.value) / bare if bare else Decimal(1)
    return factor.scaleb(-places)


def _sure_digits(value: Decimal) -> int:
    return len(value.normalize().as_tuple().digits)


def _is_rounding(rough: Decimal, fine: Decimal) -> bool:
    """59,000 is 59,142 to two digits. Only a number with two zeros more at its end is taken for rounded."""
    exponent, finer = rough.normalize().as_tuple().exponent, fine.normalize().as_tuple().exponent
    if not (isinstance(exponent, int) and isinstance(finer, int)) or exponent < max(2, finer + 2) or not fine:
        return False
    return fine.quantize(Decimal((0, (1,), exponent))) == rough


def _other_period(a: Frame, b: Frame, *, same: bool) -> str:
    """Words for two periods that differ, or for one that only one side has; empty where they do not part the values."""
    if same and any(one.period is not None and CURRENT in one.period.key for one in (a, b)):
        return ""
    if a.period is not None and b.period is not None:
        first, second = _mention(a.period), _mention(b.period)
        if first is not None and second is not None:
            # An unknown overlap (a fiscal and a calendar year) proves nothing, so the values may both hold.
            agree = same_date(first, second) == "agree"
        else:
            agree = a.period.key == b.period.key and CURRENT not in a.period.key
        return "" if agree else f"for {_when(a.period)}, the other for {_when(b.period)}"
    given = a.period or b.period
    if given is None or same or a.asked.key <= TIMELESS:
        return ""
    return f"only one is for {_when(given)}"


def _when(period: FrameSlot) -> str:
    return _PREPOSITION.sub("", period.words)


_PREPOSITION: Final = lazy_pattern(r"^(?:(?:in|as\sof|at|during|on|for|to|the)\s)+", re.IGNORECASE)


def _mention(period: FrameSlot) -> DateMention | None:
    found = dates(period.words)
    return found[0] if len(found) == 1 else None


def _other_scope(a: Frame, b: Frame, *, same: bool) -> str:
    """Words for what narrows only one of the two."""
    scopes_a = {slot.key: slot.words for slot in a.scope if not slot.key <= ROUNDING}
    scopes_b = {slot.key: slot.words for slot in b.scope if not slot.key <= ROUNDING}
    if same and not (_has_edition(scopes_a) and _has_edition(scopes_b)):
        scopes_a, scopes_b = (
            {key: words for key, words in scopes.items() if not _has_edition({key: words})}
            for scopes in (scopes_a, scopes_b)
        )
    only = [words for key, words in scopes_a.items() if key not in scopes_b]
    only += [words for key, words in scopes_b.items() if key not in scopes_a]
    return f"only: {'; '.join(only)}" if only else ""


def _has_edition(scopes: dict[frozenset[str], str]) -> bool:
    return any(one.startswith(EDITION) for key in scopes for one in key)
