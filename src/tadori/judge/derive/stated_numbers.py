"""Decides what each number of a goal is: a quoted number at one end of a change, the change's size, a ratio (X11).

In: a goal's reading and the operands. Out: places and yes or no. Whether a result is right: `operations.py`.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tadori.judge.derive.frames import DateParts, FrameToken, Operand
from tadori.judge.derive.goal_reading import GoalReading
from tadori.text.measures import Measure


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The operands in the order of the mentions' indexes."""

    operands: tuple[Operand, ...]
    periods: tuple[DateParts, ...]

    @property
    def values(self) -> tuple[Fraction, ...]:
        return tuple(base_value(operand.group.members[0]) for operand in self.operands)

    @property
    def dimension(self) -> str:
        return self.operands[0].group.members[0].unit.dimension

    def written(self, index: int) -> str:
        operand = self.operands[index]
        return operand.sentence[operand.group.members[0].start : operand.group.members[0].end]


def base_value(measure: Measure) -> Fraction:
    """In the base unit of the dimension; a temperature without its offset, for differences."""
    return measure.numbers[0].value * measure.unit.factor


def is_earlier(terms: Terms, index: int) -> bool:
    def moment(period: DateParts) -> tuple[int, int, int]:
        return period[0] or 0, period[1] or 0, period[2] or 0

    first, second = terms.periods
    if (first[0] is None) != (second[0] is None) or first[3] != second[3]:
        return False
    return moment(terms.periods[index]) < moment(terms.periods[1 - index])


def share_of_something(reading: GoalReading) -> FrameToken | None:
    """`is 25 % of …`, …の25%である."""
    for token in reading.measures:
        if token.group is not None and token.group.members[0].unit.dimension == "share":
            behind = reading.text[token.end : token.end + 4]
            ahead = reading.text[max(0, token.start - 3) : token.start]
            if behind.startswith(" of ") or re.search("の約?$", ahead):
                return token
    return None


def is_stated_ratio(reading: GoalReading, token: FrameToken) -> bool:
    if token.group is None:
        return False
    behind = reading.text[token.end : token.end + 7]
    times = not token.group.members[0].unit.dimension and (behind.lstrip().startswith(("倍", "times")))
    return times or token is share_of_something(reading)


def stands_at_right_end(reading: GoalReading, terms: Terms, base: int, result: Fraction) -> bool:
    """`from 1,284 MWh to 1,510 MWh`: the quoted numbers stand at the right ends, and with their own periods or"
    " things."""
    shown = _shown_operands(reading, terms)
    if len(shown) == 1 and terms.values[shown[0][0]] == result:
        return True  # the difference itself, which happens to be one of the quoted numbers
    order: list[int] = []
    for index, start, end in shown:
        ahead, behind = reading.text[max(0, start - 12) : start], reading.text[end : end + 3]
        if re.search(r"\bfrom\s(?:about\s)?$", ahead) or behind.startswith("から"):
            if index != base:
                return False
        elif re.search(r"\bto\s(?:about\s)?$", ahead) or re.match(r"に|へ|と", behind):
            if index == base:
                return False
        elif len({one[0] for one in shown}) < 2:
            return False
        order.append(index)
    named = list(dict.fromkeys(mention.index for mention in reading.mentions))
    return len(set(order)) < 2 or len(named) < 2 or list(dict.fromkeys(order)) == named


def _shown_operands(reading: GoalReading, terms: Terms) -> list[tuple[int, int, int]]:
    """(index, start, end) of the quoted numbers that the goal repeats; of equal ones, none."""
    found = []
    for token in reading.measures:
        measure = token.group.members[0] if token.group else None
        if measure is None or measure.unit.dimension != terms.dimension:
            continue
        values = [number.value * measure.unit.factor for number in measure.numbers]
        if len(values) == 2 and sorted(values) == sorted(terms.values[:2]) and values[0] != values[1]:
            middle = (token.start + token.end) // 2
            found.append((terms.values.index(values[0]), token.start, middle))
            found.append((terms.values.index(values[1]), middle, token.end))
        elif len(values) == 1 and values[0] in terms.values:
            found.append((terms.values.index(values[0]), token.start, token.end))
    return found


def both_operands_shown(reading: GoalReading, terms: Terms) -> bool:
    return sorted(index for index, _, _ in _shown_operands(reading, terms)) == [0, 1] and all(
        is_shown_operand(token, terms) and not is_size_of_change(reading, token) for token in reading.measures
    )


def is_shown_operand(token: FrameToken, terms: Terms) -> bool:
    measure = token.group.members[0] if token.group else None
    if measure is None or measure.unit.dimension != terms.dimension:
        return False
    values = [number.value * measure.unit.factor for number in measure.numbers]
    return all(value in terms.values for value in values)


_SIZE_BEFORE: Final = re.compile(
    r"\b(?:by|(?:increase|decrease|rise|fall|drop|decline|growth|gain|reduction|difference|change|gap)\sof)\s(?:about\s|around\s)?$",
    re.IGNORECASE,
)


def is_size_of_change(reading: GoalReading, token: FrameToken) -> bool:
    """`by 226 MWh`, `226 MWh more`, 226 MWh増えた: how much something changed or is larger, not a quoted number."""
    if _SIZE_BEFORE.search(reading.text, max(0, token.start - 30), token.start):
        return True
    for cue in reading.cues:
        if cue.kind in ("more", "less", "up", "down"):
            behind, ahead = reading.text[token.end : cue.start], reading.text[cue.end : token.start]
            near = (
                token.end <= cue.start and re.fullmatch(r"\s?\w{0,12}\s?(?:ほど|だけ)?", behind) and "に" not in behind
            )
            after = cue.end <= token.start and re.fullmatch(r"\s(?:about\s)?", ahead)
            if (near and not re.search("から|へ|を", behind)) or after:
                return True
    return False


def is_end_of_change(reading: GoalReading, token: FrameToken) -> bool:
    """`from …` and `to …` before a measure, から and に behind it, say where a change began and ended."""
    if reading.japanese:
        changes = any(cue.kind in ("up", "down") for cue in reading.cues)
        return (
            changes
            and re.match(r"[人個件台社名校店本枚]?(?:に|へ|から|と(?!も))", reading.text[token.end : token.end + 3])
            is not None
        )
    ahead = reading.text[max(0, token.start - 24) : token.start]
    return (
        re.search(r"(?<!up )(?<!s )(?<!ed )\b(?:from|to)\s(?:about\s|around\s|roughly\s|approximately\s)?$", ahead)
        is not None
    )
