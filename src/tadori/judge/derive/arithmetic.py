"""Derivation rule `arithmetic`: op(a, b) over numbers of quoted sentences with one frame (X11).

In: a goal and the quotations. Out: reductions to the quoted sentences themselves, so that their own proof (speech,
what takes them back) still applies. The goal's words are those of the frame, the things or periods compared, and a
closed list of words of calculation (`arithmetic_words.py`); who is larger and which came first is checked. Sums over
different periods, of a whole and its part, of rates and shares, and anything over a negated sentence are refused.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tadori.judge.derive.appended_results import appended_result
from tadori.judge.derive.base import Goal, Reduction
from tadori.judge.derive.cell_operands import cell_operands
from tadori.judge.derive.equations import equation_holds, without_equation
from tadori.judge.derive.frames import MEASURE_KEY, FramedPair, Operand, framed_pair, operands_of
from tadori.judge.derive.goal_reading import Compared, read_goal, says_frame
from tadori.judge.derive.operand_checks import may_calculate, slots_can_be_dropped
from tadori.judge.derive.operations import Calculation, calculation
from tadori.judge.derive.parts import rest_of_whole, shares_of_whole
from tadori.judge.derive.reworded_goals import reworded_goal
from tadori.judge.derive.stated_numbers import Terms
from tadori.judge.reading import evidence_sentences
from tadori.model.grading import DerivationStep, QuotedPassage
from tadori.text.dates import dates
from tadori.text.measure_groups import measure_groups
from tadori.text.units import UNITS

_LONGEST_SENTENCE: Final = 600
"""A longer one is a list, a table or an attack; its frame would be compared with every other for seconds."""
_LONGEST_PASSAGE: Final = 8000
_MOST_OPERANDS: Final = 24
_MOST_TERMS: Final = 5
_MOST_FOUND: Final = 4
_LOOK_BACK: Final = 600


def calculated(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
    """The quoted sentences from whose numbers the goal is calculated."""
    if len(goal.text) > _LONGEST_SENTENCE:
        return
    yield from appended_result(goal, quotations)
    plain = reworded_goal(goal.text)
    for version in dict.fromkeys((goal.text, plain)):
        yield from _calculated_as_worded(replace(goal, text=version), quotations)


def _calculated_as_worded(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
    yield from shares_of_whole(goal, quotations)
    yield from rest_of_whole(goal, quotations)
    operands = _operands(goal, quotations)
    found = 0
    for pairs in _clusters(goal.text, operands):
        text, equation = without_equation(goal.text)
        result = _explained(text, pairs)
        terms = (pairs[0].first, *(pair.second for pair in pairs))
        if result is None and len(pairs) == 1:
            result = equation_holds(goal.text, pairs[0])
        elif result is not None and equation and not all(equation_holds(equation, pair) for pair in pairs[:1]):
            continue
        if result is not None and found < _MOST_FOUND:
            found += 1
            yield _reduction(goal, terms, result.detail)


def _reduction(goal: Goal, terms: Sequence[Operand], detail: str) -> Reduction:
    places = dict.fromkeys((term.sentence, _quotations_of(term)) for term in terms)
    goals = tuple(Goal(text=sentence, only=only, speaker=goal.speaker) for sentence, only in places)
    used = dict.fromkeys(index for _, only in places for index in sorted(only))
    step = DerivationStep(rule="arithmetic", detail=detail, quotations=tuple(used))
    return Reduction(goals=goals, step=step)


def _quotations_of(term: Operand) -> frozenset[int]:
    return frozenset([term.quotation]) if term.header is None else frozenset([term.header, term.quotation])


def _operands(goal: Goal, quotations: Sequence[QuotedPassage]) -> list[Operand]:
    found: list[Operand] = []
    for index, passage in enumerate(quotations):
        if goal.only is not None and index not in goal.only:
            continue
        ahead = f"{passage.heading}\n{passage.before[-_LOOK_BACK:]}"
        for sentence in evidence_sentences(passage.text[:_LONGEST_PASSAGE]):
            if len(sentence) <= _LONGEST_SENTENCE and measure_groups(sentence):
                found += (replace(operand, year=_last_year(ahead)) for operand in operands_of(index, sentence))
            ahead = f"{ahead[-_LOOK_BACK:]}\n{sentence}"
    found += cell_operands(goal, quotations)
    return found[:_MOST_OPERANDS]


def _last_year(text: str) -> int | None:
    """The last year that the text before a sentence names: what the sentence is about where it names none."""
    return next((date.year for date in reversed(dates(text)) if date.year is not None), None)


def _of_one_time(pair: FramedPair) -> bool:
    """Two sentences without a date of their own must not stand under different years."""
    one, other = pair.first.year, pair.second.year
    return bool(pair.common_dates or pair.periods) or one is None or other is None or one == other


def _clusters(text: str, operands: Sequence[Operand]) -> Iterator[list[FramedPair]]:
    """Pairs of operands with one frame; then, for sums and means of more, all that share the first one's frame."""
    for at, first in enumerate(operands):
        pairs = [pair for second in operands[at + 1 :] if (pair := framed_pair(first, second)) and _of_one_time(pair)]
        for pair in pairs:
            yield [pair]
        alike = [
            pair for pair in pairs if pair.slots[0] and (pair.before, pair.after) == (pairs[0].before, pairs[0].after)
        ]
        others = {pair.slots[1]: pair for pair in alike}
        if 2 <= len(others) < _MOST_TERMS:
            yield list(others.values())


def _explained(text: str, pairs: Sequence[FramedPair]) -> Calculation | None:
    """The calculation that `text` states over the operands of `pairs`, if every word and number of it is explained."""
    first = pairs[0]
    periods = first.periods or ()
    compared = Compared(
        before=first.before,
        after=first.after,
        slots=(first.slots[0], *(pair.slots[1] for pair in pairs)) if first.slots[0] else (),
        periods=periods,
        dates=first.common_dates,
        counter=_counter(first.first),
        implied=("area", "面積") if first.first.group.members[0].unit.dimension == "area" else (),
    )
    reading = read_goal(text, compared)
    if reading is None:
        return None
    summed = any(cue.kind in ("sum", "mean") for cue in reading.cues)
    if not all(may_calculate(pair, summed=summed) for pair in pairs):
        return None
    terms = Terms(operands=(first.first, *(pair.second for pair in pairs)), periods=periods)
    result = calculation(reading, terms)
    if result is None:
        return None
    counted = summed and reading.counted == len(terms.operands)
    if reading.counted and not counted and reading.counted != len(terms.operands):
        return None
    if counted and not reading.mentions and not all(map(slots_can_be_dropped, pairs)):
        return None
    said = says_frame(reading, compared, result.dropped, counted=counted, unitless=result.unitless)
    return result if said else None


def _counter(operand: Operand) -> str:
    """The counter right behind a Japanese number without a unit: 120人."""
    behind = operand.words[operand.words.index(MEASURE_KEY) + 1 :][:1]
    return next((word for word in behind if word in UNITS and not word.isascii()), "")
