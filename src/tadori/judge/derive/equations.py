"""Equations in a goal: `1,510 MWh − 1,284 MWh = 226 MWh`, alone or in brackets behind a sentence.

In: a goal's text and two operands. Out: the calculation, if both sides are equal and the operands are the quoted
numbers. What the numbers mean stands in the quoted sentences that the step names.
"""

import re
from fractions import Fraction
from typing import Final

from tadori.judge.derive.frames import FramedPair, date_parts
from tadori.judge.derive.operand_checks import may_calculate, words_can_be_dropped
from tadori.judge.derive.operations import Calculation
from tadori.judge.derive.stated_numbers import base_value
from tadori.text.dates import dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.measures import Measure, measures

_BRACKETED: Final = lazy_pattern(r"\s?[(（]([^()（）]*=[^()（）]*)[)）]")
_OPERATOR: Final = lazy_pattern(r"\s*([-–−+＋－×÷/])\s*")
_EQUALS: Final = lazy_pattern(r"\s*[=＝]\s*")
_END: Final = lazy_pattern(r"[.。]?\s*")


def without_equation(text: str) -> tuple[str, str]:
    """`text` without one equation in brackets, and that equation; the text itself and nothing where there is none."""
    match = _BRACKETED.search(text)
    if match is None:
        return text, ""
    return text[: match.start()] + text[match.end() :], match[1]


def equation_holds(text: str, pair: FramedPair) -> Calculation | None:
    """The equation that `text` is, if it holds and its operands are those of `pair`."""
    if not re.search("[=＝]", text):
        return None
    spaced = (
        _OPERATOR.sub(lambda match: f" {match[1].replace('−', '-')} ", text) if "=" in text or "＝" in text else text
    )
    plain = spaced.replace(" - ", " \x05 ").replace(" – ", " \x05 ").replace(" － ", " \x05 ")
    found = measures(plain)
    if len(found) != 3 or any(len(measure.numbers) != 1 or measure.lead or measure.bound for measure in found):
        return None
    left, right, result = found
    sign = re.fullmatch(r"\s*([\x05+＋÷/])\s*", plain[left.end : right.start])
    if sign is None or plain[: left.start].strip() or not _EQUALS.fullmatch(plain, right.end, result.start):
        return None
    if not _END.fullmatch(_without_period(plain, result.end, pair)):
        return None
    mark = "-" if sign[1] == "\x05" else sign[1]
    return _checked(text, left, right, result, mark, pair)


def _without_period(plain: str, end: int, pair: FramedPair) -> str:
    """What follows the equation, without the period that both operands have: `= 2,794 MWh in 2023.`"""
    behind = plain[end:]
    found = dates(behind)
    if len(found) != 1 or date_parts(found[0]) not in pair.common_dates:
        return behind
    before, after = behind[: found[0].start], behind[found[0].end :]
    return re.sub(r"^\s*(?:in\s|[(（])?$", "", before) + re.sub(r"^[)）]", "", after)


def _checked(
    text: str, left: Measure, right: Measure, result: Measure, mark: str, pair: FramedPair
) -> Calculation | None:
    quoted = [base_value(pair.first.group.members[0]), base_value(pair.second.group.members[0])]
    dimension = pair.first.group.members[0].unit.dimension
    one, other = base_value(left), base_value(right)
    if sorted((one, other)) != sorted(quoted) or {left.unit.dimension, right.unit.dimension} != {dimension}:
        return None
    summed = mark in "+＋"
    if (summed and pair.periods is not None) or not may_calculate(pair, summed=summed):
        return None
    if not words_can_be_dropped(pair):
        return None
    wanted: Fraction | None = one + other if summed else one - other if mark == "-" else one / other if other else None
    ratio = mark in "÷/"
    if wanted is None or result.unit.dimension != ("" if ratio else dimension) or base_value(result) != wanted:
        return None
    return Calculation(detail=text.strip().rstrip(".。"))
