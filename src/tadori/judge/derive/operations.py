"""Decides whether the numbers of a goal are what its words of calculation say (X11).

In: a goal's reading and the operands' values. Out: the calculation in signs, or None. Sum, mean, difference, change
between periods, ratio, share and per cent of change; who is larger and which came first must be as the goal says.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final

from tadori.judge.derive.conversion import is_rounded_to
from tadori.judge.derive.frames import FrameToken
from tadori.judge.derive.goal_reading import GoalReading
from tadori.judge.derive.stated_numbers import (
    Terms,
    base_value,
    both_operands_shown,
    is_earlier,
    is_end_of_change,
    is_shown_operand,
    is_size_of_change,
    is_stated_ratio,
    share_of_something,
    stands_at_right_end,
)
from tadori.model.evidence_thresholds import (
    CONVERTED_DIGITS_ONE_ERROR,
    CONVERTED_ERROR_ABOUT,
    CONVERTED_FEWEST_DIGITS,
    CONVERTED_MOST_DIGITS,
)
from tadori.text.measures import Measure

_NO_SUM: Final = frozenset(["share", "temperature", "speed", "pressure", "voltage", "frequency", "bit rate"])
_NO_RATIO: Final = frozenset(["share", "temperature"])
_DIRECTED: Final = {"more": 1, "up": 1, "less": -1, "down": -1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Calculation:
    """What was calculated, in signs, and the spans of `about` that belong to a rounded result."""

    detail: str
    dropped: tuple[tuple[int, int], ...] = ()
    unitless: bool = False
    """Only a ratio or a share is stated, so the counter of the quoted numbers (人) need not be repeated."""


def calculation(reading: GoalReading, terms: Terms) -> Calculation | None:
    """The calculation that the goal states, if its numbers are right."""
    kinds = {cue.kind for cue in reading.cues} - {"base", "idle", "last_year"}
    if kinds == {"sum"}:
        return _sum(reading, terms)
    if kinds == {"mean"}:
        return _mean(reading, terms)
    if len(terms.operands) != 2:
        return None
    if kinds == {"gap"}:
        return _gap(reading, terms)
    if kinds == {"share"} or (not kinds and share_of_something(reading) is not None):
        return _share(reading, terms)
    if "times" in kinds and kinds <= {"times", "up", "down"}:
        return _times(reading, terms, kinds)
    directions = {_DIRECTED[kind] for kind in kinds if kind in _DIRECTED}
    if not kinds or len(directions) != 1 or kinds not in ({"more"}, {"less"}, {"up"}, {"down"}):
        return None
    return _directed(reading, terms, directions.pop(), change=bool(kinds & {"up", "down"}))


def _sum(reading: GoalReading, terms: Terms) -> Calculation | None:
    if terms.periods or terms.dimension in _NO_SUM or not _coordinated(reading):
        return None
    total = sum(terms.values, Fraction(0))
    detail = " + ".join(terms.written(index) for index in range(len(terms.operands)))
    return _result(reading, terms, {"": (total, detail)}, exact=True)


def _mean(reading: GoalReading, terms: Terms) -> Calculation | None:
    if terms.dimension == "share" or not _coordinated(reading):
        return None
    mean = sum(terms.values, Fraction(0)) / len(terms.values)
    detail = " + ".join(terms.written(index) for index in range(len(terms.operands)))
    return _result(reading, terms, {"": (mean, f"({detail}) ÷ {len(terms.operands)}")}, exact=False)


def _coordinated(reading: GoalReading) -> bool:
    """Whether the things that are added stand side by side: AとB, A and B."""
    apart = _APART_JA if reading.japanese else _APART
    pairs = pairwise(reading.mentions)
    return all(apart.search(reading.text, one.end, other.start) is None for one, other in pairs)


_APART: Final = re.compile(r"\b(?:than|from|to|by|for|against|without|of)\b")
_APART_JA: Final = re.compile("[はがを]|より|から|に(?![一-龥])")


_GAP_JA: Final = re.compile("(?:差|開き|違い)(?:額)?(?:[はがでも、：:）]|\\s?約?[0-9]|[$€£¥])")


def _gap(reading: GoalReading, terms: Terms) -> Calculation | None:
    if reading.japanese and _GAP_JA.search(reading.text) is None:
        return None  # 売上高と差の費用: the difference itself must be what the number is of
    low, high = sorted((0, 1), key=lambda index: terms.values[index])
    detail = f"{terms.written(high)} − {terms.written(low)}"
    return _result(reading, terms, {"": (terms.values[high] - terms.values[low], detail)}, exact=True)


def _directed(reading: GoalReading, terms: Terms, direction: int, *, change: bool) -> Calculation | None:
    """`rose by`, `226 MWh more than`: the base and the sign of the difference."""
    base = base_index(reading, terms)
    if base is None or (change and not (terms.periods and is_earlier(terms, base))):
        return None
    other = 1 - base
    difference = terms.values[other] - terms.values[base]
    if difference * direction <= 0 or not stands_at_right_end(reading, terms, base, abs(difference)):
        return None
    low, high = (base, other) if direction > 0 else (other, base)
    detail = f"{terms.written(high)} − {terms.written(low)}"
    results = {"": (abs(difference), detail)}
    if terms.values[base] > 0 and terms.dimension not in _NO_RATIO:
        results["share"] = (abs(difference) / terms.values[base] * 100, f"({detail}) ÷ {terms.written(base)}")
    found = _result(reading, terms, results, exact=True)
    if found is None and both_operands_shown(reading, terms):
        return Calculation(detail=f"{terms.written(low)} < {terms.written(high)}")
    return found


def _times(reading: GoalReading, terms: Terms, kinds: set[str]) -> Calculation | None:
    if terms.dimension in _NO_RATIO or min(terms.values) <= 0:
        return None
    base = _ratio_base(reading, terms)
    if base is None or (kinds & {"up", "down"} and not (terms.periods and is_earlier(terms, base))):
        return None
    ratio = terms.values[1 - base] / terms.values[base]
    if ("up" in kinds and ratio <= 1) or ("down" in kinds and ratio >= 1):
        return None
    cue = next(cue for cue in reading.cues if cue.kind == "times")
    detail = f"{terms.written(1 - base)} ÷ {terms.written(base)}"
    word = re.match(r"(?i)(twice|double|triple)", cue.text)
    if word is None:
        return _result(reading, terms, {"times": (ratio, detail)}, exact=False)
    said = 3 if word[1].lower() == "triple" else 2
    # A word for a number is not rounded: nearly twice is not twice.
    others = _result(reading, terms, {}, exact=True, needed=False)
    found = Calculation(detail=f"{detail} = {said}", unitless=True)
    return found if ratio == said and others is not None else None


def _share(reading: GoalReading, terms: Terms) -> Calculation | None:
    if terms.dimension in _NO_RATIO or min(terms.values) <= 0:
        return None
    base = _ratio_base(reading, terms)
    if base is None or (_is_part_of_whole(reading) and not _is_whole(reading, terms, base)):
        return None
    share = terms.values[1 - base] / terms.values[base] * 100
    detail = f"{terms.written(1 - base)} ÷ {terms.written(base)}"
    return _result(reading, terms, {"share": (share, detail)}, exact=False)


_PART: Final = re.compile("account|makes? up|made up|represent|占め", re.IGNORECASE)
_WHOLE: Final = re.compile(r"\b(?:total|whole|all|overall|entire)\b|全体|合計|総|全", re.IGNORECASE)


def _is_part_of_whole(reading: GoalReading) -> bool:
    return any(cue.kind == "share" and _PART.search(cue.text) for cue in reading.cues)


def _is_whole(reading: GoalReading, terms: Terms, base: int) -> bool:
    """`accounts for` says that the one is a part of the other: the quoted words must call that a total."""
    return _WHOLE.search(terms.operands[base].sentence) is not None


_JA_TOPIC: Final = re.compile("[はがもを、]")


def base_index(reading: GoalReading, terms: Terms) -> int | None:
    """What the goal compares with: behind `than` or `from`, before より or から. None where that is not certain."""
    found: set[int] = set()
    for cue in reading.cues:
        if cue.kind == "last_year" and terms.periods:
            found.add(0 if is_earlier(terms, 0) else 1)
        elif cue.kind == "base" or _EXCEEDS.match(cue.text):
            index = _base_at(reading, cue.start, cue.end)
            if index is None:
                return None
            found.add(index)
    if len(found) != 1:
        return None
    base = found.pop()
    others = {mention.index for mention in reading.mentions} - {base}
    return base if others else None


_EXCEEDS: Final = re.compile("exceed|surpass", re.IGNORECASE)


def _base_at(reading: GoalReading, start: int, end: int) -> int | None:
    if reading.japanese:
        before = [mention for mention in reading.mentions if mention.end <= start]
        if not before or _JA_TOPIC.search(reading.text, before[-1].end, start):
            return None
        return before[-1].index
    behind = [mention for mention in reading.mentions if mention.start >= end]
    return behind[0].index if behind else None


def _ratio_base(reading: GoalReading, terms: Terms) -> int | None:
    """Of what something is the multiple or the share: `2.5 times the output of X`, Xの2.5倍."""
    number = next((token for token in reading.measures if is_stated_ratio(reading, token)), None)
    cue = next((cue for cue in reading.cues if cue.kind == "times"), None)
    if reading.japanese:
        if number is None:
            return None
        before = [mention for mention in reading.mentions if mention.end <= number.start]
        if not before or _JA_OF.fullmatch(reading.text, before[-1].end, number.start) is None:
            return base_index(reading, terms)
        base = before[-1].index
    else:
        at = cue.end if cue else number.end if number else len(reading.text)
        behind = [mention for mention in reading.mentions if mention.start >= at]
        ahead = [mention for mention in reading.mentions if mention.end <= at]
        if len(behind) != 1 or not ahead or any(mention.index == behind[0].index for mention in ahead):
            return None
        base = behind[0].index
    return base if any(mention.index != base for mention in reading.mentions) else None


_JA_OF: Final = re.compile(r"[^はがもを、]*の\s?(?:約|およそ|ほぼ)?\s?")


Results = dict[str, tuple[Fraction, str]]
"""By kind (empty: in the operands' unit, `share`, `times`): the value, and how it was calculated."""


def _result(
    reading: GoalReading, terms: Terms, results: Results, *, exact: bool, needed: bool = True
) -> Calculation | None:
    """The calculation, if every number of the goal is a result or a quoted number, and a result is among them."""
    written: list[str] = []
    kinds: set[str] = set()
    dropped: list[tuple[int, int]] = []
    shown: list[int] = []
    for token in reading.measures:
        measure = token.group.members[0] if token.group and len(token.group.members) == 1 else None
        if measure is None:
            return None
        kind, sign = _as_result(reading, token, measure, terms, results, exact=exact)
        if sign and kind != "times" and is_end_of_change(reading, token) and not is_shown_operand(token, terms):
            return None  # `rose to 226 MWh` is not `rose by 226 MWh`
        if sign:
            kinds.add(kind)
            written.append(f"{results[kind][1]} {sign} {reading.text[token.start : token.end]}")
            if sign == "≈" and measure.lead:
                dropped += ((measure.lead_start, measure.start), (measure.end, measure.lead_end))
        elif is_shown_operand(token, terms) and not is_size_of_change(reading, token):
            shown += [terms.values.index(n.value * measure.unit.factor) for n in measure.numbers]
        else:
            return None
    if (needed and not written) or len(shown) != len(set(shown)):
        return None
    named = list(dict.fromkeys(mention.index for mention in reading.mentions))
    if len(set(shown)) > 1 and named and list(dict.fromkeys(shown)) != named:
        return None
    return Calculation(detail=", ".join(written), dropped=tuple(dropped), unitless=not shown and "" not in kinds)


def _as_result(
    reading: GoalReading, token: FrameToken, measure: Measure, terms: Terms, results: Results, *, exact: bool
) -> tuple[str, str]:
    """The kind of the result that the measure is, with `=` or `≈`; nothing where it is none."""
    if len(measure.numbers) != 1 or (measure.bound and not terms.operands[0].group.members[0].bound):
        return "", ""
    points = _POINTS.match(reading.text, token.end)
    sign = ""
    for kind, (value, _) in results.items():
        if kind == "":
            sign = _in_own_unit(measure, terms, value, points=points is not None, exact=exact)
        elif (kind == "share" and measure.unit.dimension == "share" and not points) or (
            kind == "times" and not measure.unit.dimension and is_stated_ratio(reading, token)
        ):
            sign = quotient_sign(value, measure)
        if sign:
            return kind, sign
    return "", ""


_POINTS: Final = re.compile(r"\s?(?:percentage\s)?points?\b|\s?ポイント")


def _in_own_unit(measure: Measure, terms: Terms, value: Fraction, *, points: bool, exact: bool) -> str:
    if terms.dimension == "share":
        right = points and measure.unit.dimension in ("", "share") and measure.numbers[0].value == value
        return "=" if right else ""
    if measure.unit.dimension != terms.dimension:
        return ""
    if base_value(measure) == value:
        return "" if measure.lead and not _leads_operands(terms) else "="
    return "" if exact else quotient_sign(value / measure.unit.factor, measure)


def _leads_operands(terms: Terms) -> bool:
    return all(operand.group.members[0].lead for operand in terms.operands)


def quotient_sign(exact: Fraction, measure: Measure) -> str:
    """A quotient is rounded to at least two digits, or to one that is nearly exact."""
    number = measure.numbers[0]
    if number.value == exact:
        return "" if measure.lead else "="
    if exact <= 0 or number.value <= 0:
        return ""
    error = abs(number.value / exact - 1)
    for digits in range(max(1, number.sure_digits), number.digits + 1):
        if digits > CONVERTED_MOST_DIGITS + 1 or not is_rounded_to(exact, number.value, digits):
            continue
        if digits >= CONVERTED_FEWEST_DIGITS and error <= CONVERTED_ERROR_ABOUT:
            return "≈"
        if error <= CONVERTED_DIGITS_ONE_ERROR:
            return "≈"
    return ""
