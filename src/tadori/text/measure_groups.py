"""Groups a measure with the same measure in brackets behind it: `40 m (131 ft)`, 40 m（約131フィート）.

In: any text. Out: groups by position, each with one or more measures. Whether the members really are one measure is not
decided here. Shares in words (a quarter, 半分, 4分の1) are measures too.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.measure_units import unit_named
from tadori.text.measures import Measure, ShownNumber, measures, placed_measure
from tadori.text.numerals import narrow


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureGroup:
    """`text[start:end]`: a measure and its restatements."""

    start: int
    end: int
    members: tuple[Measure, ...]


_OPENING: Final = lazy_pattern(
    r"\s?[(（\[]\s?(?:(?:or|i\.e\.,?|that is,?|equal to|equivalent to|=|≈|すなわち、?|つまり、?)\s?)?"
)
_CLOSING: Final = lazy_pattern(r"\s?[)）\]]")
_OR: Final = lazy_pattern(r",?\s(?:or|i\.e\.,?|that is,?|equivalent to)\s|、?(?:すなわち|つまり)、?|\s?/\s?|\s?[=≈]\s?")
_COMMA: Final = lazy_pattern(r",(?=\s[a-z])|、")


@lru_cache(maxsize=1024)
def measure_groups(text: str) -> tuple[MeasureGroup, ...]:
    """The measures of `text` by position, each with its restatements."""
    found = sorted([*measures(text), *_shares(text)], key=lambda measure: measure.start)
    groups: list[MeasureGroup] = []
    for measure in found:
        last = groups[-1] if groups else None
        if last is not None and measure.start < last.end:
            continue
        end = _end_of_restatement(text, last, measure) if last is not None else None
        if last is not None and end is not None:
            groups[-1] = MeasureGroup(start=last.start, end=end, members=(*last.members, measure))
        else:
            groups.append(MeasureGroup(start=measure.start, end=measure.end, members=(measure,)))
    return tuple(groups)


def _end_of_restatement(text: str, group: MeasureGroup, measure: Measure) -> int | None:
    """Where the restatement ends, if `measure` is one of the group's measure; None if it stands for itself."""
    first = group.members[0]
    if not measure.unit.dimension or measure.unit.dimension != first.unit.dimension:
        return None
    behind = max(group.end, first.lead_end if len(group.members) == 1 else group.end)
    if _OPENING.fullmatch(text, behind, measure.lead_start):
        closing = _CLOSING.match(text, measure.lead_end)
        return closing.end() if closing else None
    between = _OR.fullmatch(text, behind, measure.lead_start)
    if between is None or measure.unit.factor == first.unit.factor:
        return None
    comma = _COMMA.match(text, measure.lead_end) if text[between.start()] in ",、" else None
    return comma.end() if comma else measure.lead_end


_NUMERATORS: Final = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "seven": 7, "nine": 9}
_DENOMINATORS: Final = {"quarter": 4, "fourth": 4, "fifth": 5, "eighth": 8, "tenth": 10}
_SHARE: Final = lazy_pattern(
    r"(?<![A-Za-z-])(?P<half>half)(?=\s(?:of|the|its|their|all)\b)"
    r"|(?<![A-Za-z-])(?P<top>an?|one|two|three|four|seven|nine)[\s-](?P<bottom>quarter|fourth|fifth|eighth|tenth)s?(?=\sof\b)"
    r"|(?<![\d.])(?P<of>\d{1,3})分の(?P<parts>\d{1,3})(?![\d.])|(?P<ja_half>半数|半分)"
)


def _shares(text: str) -> list[Measure]:
    """Shares in words whose per cent are exact."""
    unit = unit_named("%")
    found = []
    for match in _SHARE.finditer(text):
        value = _share_of(match)
        if unit is None or value is None or (value * 100).denominator not in (1, 2, 4):
            continue
        number = ShownNumber(value=value * 100, digits=4, sure_digits=4)
        found.append(placed_measure(narrow(text), match.start(), match.end(), (number,), unit, scaled=True))
    return found


def _share_of(match: re.Match[str]) -> Fraction | None:
    if match["half"] or match["ja_half"]:
        return Fraction(1, 2)
    if match["of"]:
        return Fraction(int(match["parts"]), int(match["of"])) if int(match["of"]) else None
    return Fraction(_NUMERATORS.get(match["top"].removesuffix("n"), 1), _DENOMINATORS[match["bottom"]])
