"""A result that is added to a statement: `30 of the 50 states, or 60 %, …`, `…, a difference of 3 m` (X11).

In: a goal. Out: reductions to the goal without the result, which must be proven itself; the result must follow from the
two numbers that remain. So the statement may have any words that other rules prove.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from tadori.judge.derive.base import Goal, Reduction
from tadori.judge.derive.frames import FrameToken, frame_tokens
from tadori.judge.derive.operations import quotient_sign
from tadori.model.grading import DerivationStep, QuotedPassage
from tadori.text.language import is_japanese
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.measures import Measure, measures

_LONGEST: Final = 600
_RESULT: Final = r"(?:about\s|around\s|約\s?)?[$€£¥]?\d[^,;()（）、。]{0,30}?"
_NUMBER: Final = f"(?P<result>{_RESULT})"
_OTHER: Final = f"(?P<other>{_RESULT})"
_SHARE_EN: Final = lazy_pattern(
    rf"\s\((?:or\s|i\.e\.\s|that\sis,?\s)?{_NUMBER}\)|,\s(?:or|i\.e\.,?|that\sis,?)\s{_OTHER},"
)
_SHARE_JA: Final = lazy_pattern(
    rf"[（(]{_NUMBER}[)）]|、(?:つまり|すなわち|割合にして|率にして)、?{_OTHER}(?=[がはをの])"
)
_GAP_EN: Final = lazy_pattern(
    rf"(?:,|;|\s[-–—])\s(?:a|the)\s(?:difference|gap)\s(?:of|is|was|being)\s{_NUMBER}(?=\.?\s*$)"
)
_GAP_JA: Final = lazy_pattern(
    rf"(?P<joint>で(?:あり)?)?、(?:その)?差は{_NUMBER}(?P<end>である|だ|です|だった|となる|になる)?(?=。?\s*$)"
)
_OF_WHOLE: Final = lazy_pattern(r"(?:^|\s|\bout\s)of\s(?:the\s|its\s|these\s)?$", flags=2)


def appended_result(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
    """The goal without one result that its own numbers give."""
    text = goal.text
    if len(text) > _LONGEST:
        return
    japanese = is_japanese(text)
    for match in (_SHARE_JA if japanese else _SHARE_EN).finditer(text):
        result = match["result"] or match["other"]
        rest = text[: match.start()] + text[match.end() :]
        detail = _share(rest, match.start(), result)
        for version in (rest, *_turned_round(rest)) if detail else ():
            yield from _reduced(goal, version, detail)
    for match in (_GAP_JA if japanese else _GAP_EN).finditer(text):
        ending = (match["end"] or "である") if japanese and match["joint"] else ""
        rest = text[: match.start()] + ending + text[match.end() :]
        yield from _reduced(goal, rest, _gap(rest, match["result"]))


def _turned_round(text: str) -> Iterator[str]:
    """`30 of the 50 states ratified it.` as `Of the 50 states, 30 ratified it.`: the same words, one comma more."""
    found = _PART_FIRST.fullmatch(text.strip())
    words = found["behind"].split(" ") if found else []
    for nouns in range(1, min(_MOST_NOUNS, len(words) - 1) + 1):
        if found is not None:
            thing, said = " ".join(words[:nouns]), " ".join(words[nouns:])
            yield f"Of {found['whole']} {thing}, {found['part']} {said}"


_PART_FIRST: Final = lazy_pattern(r"(?P<part>\d[\d,.]*)\s(?:out\s)?of\s(?P<whole>(?:the\s)?\d[\d,.]*)\s(?P<behind>.+)")
_MOST_NOUNS: Final = 4


def _reduced(goal: Goal, rest: str, detail: str) -> Iterator[Reduction]:
    if detail:
        inner = Goal(text=rest, only=goal.only, speaker=goal.speaker)
        yield Reduction(goals=(inner,), step=DerivationStep(rule="arithmetic", detail=detail, quotations=()))


def _single(text: str) -> Measure | None:
    found = measures(text)
    whole = len(found) == 1 and len(found[0].numbers) == 1 and not found[0].bound
    return found[0] if whole and not text[found[0].end :].strip() and not text[: found[0].lead_start].strip() else None


def _plain_numbers(text: str) -> list[tuple[FrameToken, Measure]] | None:
    """The numbers of a text; None where one is rounded, bounded or a range."""
    found: list[tuple[FrameToken, Measure]] = []
    for token in frame_tokens(text):
        if token.group is None:
            continue
        measure = token.group.members[0]
        if len(token.group.members) != 1 or len(measure.numbers) != 1 or measure.lead or measure.bound:
            return None
        found.append((token, measure))
    return found


def _share(rest: str, at: int, result: str) -> str:
    """`30 of the 50 states (60 %)`: the part is the number at or before the result, the whole stands behind `of`."""
    shown, numbers = _single(result), _plain_numbers(rest)
    if shown is None or shown.unit.dimension != "share" or numbers is None or len(numbers) != 2:
        return ""
    wholes = [one for one in numbers if _is_whole(rest, one[0])]
    if len(wholes) != 1:
        return ""
    (total_at, total) = wholes[0]
    (part_at, part) = next(one for one in numbers if one is not wholes[0])
    least, most = part.numbers[0].value, total.numbers[0].value
    if part_at.start >= at or part.unit != total.unit or not 0 < least <= most:
        return ""
    sign = quotient_sign(Fraction(least, most) * 100, shown)
    spans = [rest[token.start : token.end] for token in (part_at, total_at)]
    return f"{spans[0]} ÷ {spans[1]} {sign} {result}" if sign else ""


def _is_whole(text: str, token: FrameToken) -> bool:
    if is_japanese(text):
        return "うち" in text[token.end : token.end + 12].split("、")[0]
    return _OF_WHOLE.search(text, 0, token.start) is not None


def _gap(rest: str, result: str) -> str:
    """`X was A and Y was B, a difference of C`: the two numbers that remain are of one unit."""
    shown, numbers = _single(result), _plain_numbers(rest)
    if shown is None or shown.lead or numbers is None or len(numbers) != 2:
        return ""
    if any(_is_whole(rest, token) for token, _ in numbers):
        return ""  # what a part leaves of its whole is no difference between two things
    (low_at, low), (high_at, high) = sorted(numbers, key=lambda one: one[1].numbers[0].value * one[1].unit.factor)
    if not shown.unit.dimension == low.unit.dimension == high.unit.dimension or low.unit.offset != high.unit.offset:
        return ""
    values = [one.numbers[0].value * one.unit.factor for one in (high, low, shown)]
    if values[0] - values[1] != values[2] or not values[2]:
        return ""
    return f"{rest[high_at.start : high_at.end]} − {rest[low_at.start : low_at.end]} = {result}"
