"""Compares numbers, dates and names of a claim with those of the evidence: agreeing, in conflict, or not found.

In: readings of the claim, of the aligned sentence and of its neighbours. Out: tallies and conflicts in words. It is a
conflict only where both sides are about the same thing; what cannot be compared is `missing`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tadori.judge.reading import SentenceReading
from tadori.text.dates import DateMention, same_date
from tadori.text.names import name_words, same_name
from tadori.text.normalise import fold
from tadori.text.numbers import ORDINAL, Quantity, same_quantity
from tadori.text.tokens import terms

Fact = DateMention | Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class FactTally:
    """The claim's facts of one kind: how many agree, which are in conflict, which were not found."""

    agreed: int
    conflicts: tuple[str, ...]
    missing: tuple[str, ...]


def compare_numbers(claim: SentenceReading, aligned: SentenceReading, around: Sequence[SentenceReading]) -> FactTally:
    anywhere = [q for reading in around for q in reading.quantities]
    agreed, conflicts, missing = 0, [], []
    for stated in claim.quantities:
        words = claim.text[stated.start : stated.end]
        if any(same_quantity(stated, found) == "agree" for found in anywhere):
            agreed += 1
        elif any(found.value == stated.value for found in anywhere):
            # The number stands there, but counts something else or has another bound: neither for nor against.
            missing.append(words)
        elif against := _only(stated, aligned.quantities):
            conflicts.append(f"{words} ≠ {aligned.text[against.start : against.end]}")
        else:
            missing.append(words)
    return FactTally(agreed=agreed, conflicts=tuple(conflicts), missing=tuple(missing))


def _only(stated: Quantity, there: Sequence[Quantity]) -> Quantity | None:
    """The one quantity that counts the same thing and says another number; None where there is more than one."""
    comparable = [found for found in there if same_quantity(stated, found) == "disagree"]
    alike = [found for found in comparable if found.unit or found.noun == stated.noun]
    return alike[0] if len(alike) == 1 else None


_OPEN_BEFORE: Final = re.compile(r"(?:since|from|until|till|before|after|by|between|to|and)\s$", re.IGNORECASE)
_OPEN_AFTER: Final = re.compile("以来|以降|以前|から|まで|より|[-–~〜]|の?(?:前|後)")


def compare_dates(claim: SentenceReading, aligned: SentenceReading, around: Sequence[SentenceReading]) -> FactTally:
    anywhere = [d for reading in around for d in reading.dates]
    agreed, conflicts, missing = 0, [], []
    for stated in claim.dates:
        words = claim.text[stated.start : stated.end]
        same = [found for found in anywhere if same_date(stated, found) == "agree"]
        against = [found for found in aligned.dates if same_date(stated, found) == "disagree"]
        if any(_as_precise(stated, found) for found in same):
            agreed += 1
        elif len(against) == 1 and not same and not _opens_span(aligned, against[0]) and not _opens_span(claim, stated):
            conflicts.append(f"{words} ≠ {aligned.text[against[0].start : against[0].end]}")
        else:
            missing.append(words)
    return FactTally(agreed=agreed, conflicts=tuple(conflicts), missing=tuple(missing))


def _as_precise(stated: DateMention, found: DateMention) -> bool:
    """Whether `found` states every part that `stated` does: `2019` does not say `March 2019`."""
    parts = ((stated.year, found.year), (stated.month, found.month), (stated.day, found.day))
    return all(mine is None or theirs is not None for mine, theirs in parts)


def _opens_span(reading: SentenceReading, date: DateMention) -> bool:
    """Whether the date bounds a span that other dates may lie in: `since 2019`, 2019年以来."""
    before = reading.text[max(0, date.start - 9) : date.start]
    return _OPEN_BEFORE.search(before) is not None or _OPEN_AFTER.match(reading.text, date.end) is not None


def compare_names(claim: SentenceReading, around: Sequence[SentenceReading]) -> FactTally:
    if not claim.names:
        return FactTally(agreed=0, conflicts=(), missing=())
    folded = " ".join(fold(reading.text) for reading in around)
    there = [name.text for reading in around for name in reading.names]
    missing = [name.text for name in claim.names if not is_named(name.text, folded, there)]
    return FactTally(agreed=len(claim.names) - len(missing), conflicts=(), missing=tuple(missing))


def is_named(name: str, folded: str, there: Sequence[str]) -> bool:
    words = name_words(name)
    return (bool(words) and all(word in folded for word in words)) or any(same_name(name, other) for other in there)


def apart_in_time(numbers: FactTally, when: FactTally) -> tuple[FactTally, FactTally]:
    """Where number and date both differ, the two sides are about two times and nothing is in conflict."""
    if not (numbers.conflicts and when.conflicts):
        return numbers, when
    return _without_conflicts(numbers), _without_conflicts(when)


def _without_conflicts(tally: FactTally) -> FactTally:
    stated = tuple(detail.split(" ≠ ", maxsplit=1)[0] for detail in tally.conflicts)
    return FactTally(agreed=tally.agreed, conflicts=(), missing=(*tally.missing, *stated))


def anchored_conflicts(claim: SentenceReading, aligned: SentenceReading) -> tuple[str, ...]:
    """Facts that differ although the same word stands beside them and the claim's first name is there.

    `Ann Lee was born on 1 May 1972` against `Ann Lee (born 10 May 1972), a painter and sculptor, …`: the sentences
    share little, the point they share contradicts.
    """
    if not claim.names or not is_named(claim.names[0].text, fold(aligned.text), [n.text for n in aligned.names]):
        return ()
    named = {term for name in (*claim.names, *aligned.names) for term in terms(name.text)}
    dated = [*_anchored_dates(claim, aligned, named)]
    counted = [*_anchored_numbers(claim, aligned, named)]
    # Both differ: two events or two times, and no contradiction (as in `apart_in_time`).
    return () if dated and counted else (*dated, *counted)


def _anchored_dates(claim: SentenceReading, aligned: SentenceReading, named: set[str]) -> list[str]:
    found = []
    for stated in claim.dates:
        if any(same_date(stated, other) == "agree" for other in aligned.dates) or _opens_span(claim, stated):
            continue
        beside = _anchors(claim, stated.start, stated.end) - named
        against = [
            other
            for other in aligned.dates
            if same_date(stated, other) == "disagree"
            and not _opens_span(aligned, other)
            and beside & _anchors(aligned, other.start, other.end)
        ]
        if len(against) == 1:
            found.append(_differs(claim, stated, aligned, against[0]))
    return found


def _anchored_numbers(claim: SentenceReading, aligned: SentenceReading, named: set[str]) -> list[str]:
    found = []
    for stated in claim.quantities:
        if stated.unit == ORDINAL or any(other.value == stated.value for other in aligned.quantities):
            continue
        beside = _anchors(claim, stated.start, stated.end) - named
        against = [
            other
            for other in aligned.quantities
            if same_quantity(stated, other) == "disagree"
            and (other.unit or other.noun == stated.noun)
            and beside & _anchors(aligned, other.start, other.end)
        ]
        if len(against) == 1:
            found.append(_differs(claim, stated, aligned, against[0]))
    return found


def _differs(claim: SentenceReading, stated: Fact, aligned: SentenceReading, other: Fact) -> str:
    return f"{claim.text[stated.start : stated.end]} ≠ {aligned.text[other.start : other.end]}"


_CLAUSE_START: Final = re.compile(r"[;。；]|,\s(?=(?:and|but)\s)")
_CLAUSE_END: Final = re.compile(r"[;,.。、；]")
_BEFORE: Final = 40
_BEHIND: Final = 30


def _anchors(reading: SentenceReading, start: int, end: int) -> set[str]:
    """The two content terms before a fact and the two behind it, within its clause; numbers anchor nothing."""
    before = _CLAUSE_START.split(reading.text[max(0, start - _BEFORE) : start])[-1]
    behind = _CLAUSE_END.split(reading.text[end : end + _BEHIND])[0]
    return {term for term in (*terms(before)[-2:], *terms(behind)[:2]) if not term[:1].isdigit()}
