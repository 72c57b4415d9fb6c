"""Objects to a sentence that changes what its source says: number, date, name, negation, opposite word, swapped role.

In: a sentence and the text it was made from, in one language. Out: what was changed. A word that the source merely does
not use is no change, so the sentence may be a summary or a paraphrase; no objection is no proof either.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tadori.judge.changed_names import changed_names
from tadori.judge.reading import SentenceReading, read_sentence
from tadori.judge.roles import changed_roles
from tadori.judge.source_reading import SourceReading, read_source
from tadori.model.evidence_thresholds import (
    ALIGNED_FOR_NEGATION,
    ALIGNED_FOR_RIVALS,
    BOUND_NEARNESS,
    DENIED_OF_SENTENCE,
)
from tadori.model.grading import Limit
from tadori.text.dates import same_date
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.limit_cues import limit_cues
from tadori.text.normalise import fold
from tadori.text.numbers import ORDINAL, Quantity, same_quantity
from tadori.text.rival_words import group_rivals, rivals


def change_objections(sentence: str, source: str) -> tuple[Limit, ...]:
    """What `sentence` changes of `source`: contradictions only, a word of its own is none; nothing for an empty one."""
    read = read_source(source)
    if not read.sentences:
        return ()
    claim = read_sentence(sentence)
    aligned = read.about(claim)
    found = (
        *_changed_numbers(claim, read, aligned),
        *_changed_dates(claim, read),
        *changed_names(claim, read),
        *_changed_negation(claim, aligned),
        *_changed_words(claim, read, aligned),
        *_changed_extent(claim, aligned),
        *changed_roles(claim, read, aligned),
    )
    return tuple(dict.fromkeys(found))


def _changed_numbers(
    claim: SentenceReading, read: SourceReading, aligned: Sequence[SentenceReading]
) -> Iterator[Limit]:
    for stated in claim.quantities:
        words = claim.text[stated.start : stated.end]
        if _is_countable(stated, words):
            continue
        said = any(_says_number(stated, found) for found in read.quantities)
        if (said and _is_moved(stated, claim, aligned)) or not (said or _spaced(words) in read.spaced):
            yield Limit(kind="number", text=words)
    taken = [(q.start, q.end) for q in claim.quantities] + [(d.start, d.end) for d in claim.dates]
    taken += [(name.start, name.end) for name in claim.names]
    for run in _DIGITS.finditer(claim.text):  # clock times, versions
        inside = any(start < run.end() and run.start() < end for start, end in taken)
        if not inside and run[0] not in read.digits:
            yield Limit(kind="number", text=run[0])


_DIGITS: Final = lazy_pattern(r"\d+(?:[.,:]\d+)*")


def _is_moved(stated: Quantity, claim: SentenceReading, aligned: Sequence[SentenceReading]) -> bool:
    """Whether the number stands elsewhere in the source, and another of its kind where the sentence puts it."""
    near = [found for one in aligned[:ALIGNED_FOR_RIVALS] for found in one.quantities]
    if any(_says_number(stated, found) for found in near):
        return False
    kept = {one.value for one in claim.quantities}
    return any(
        found.unit == stated.unit and (found.unit or found.noun == stated.noun) and found.value not in kept
        for found in aligned[0].quantities
    )


def _spaced(words: str) -> str:
    return fold(words).replace("-", " ")


def _is_countable(stated: Quantity, words: str) -> bool:
    """`one`, `two`, `first`, 二つ: a writer may have counted, so the source need not say them. Nor does it say `0`."""
    return stated.value == 0 or (
        stated.value <= 2 and stated.unit in ("", ORDINAL, "item", "person") and not words[:1].isdecimal()
    )


def _says_number(stated: Quantity, found: Quantity) -> bool:
    """Whether the source's number is the stated one: equal, rounded, or near to a stated bound."""
    if found.value == stated.value:
        return True
    if stated.unit != found.unit or (found.bound and found.bound != stated.bound):
        return False
    near = abs(found.value - stated.value) <= abs(stated.value) * BOUND_NEARNESS
    return same_quantity(stated, found) == "agree" and (near or not stated.bound)


def _changed_dates(claim: SentenceReading, read: SourceReading) -> Iterator[Limit]:
    for stated in claim.dates:
        if not any(same_date(stated, found) == "agree" for found in read.dates):
            yield Limit(kind="date", text=claim.text[stated.start : stated.end])


# What denies without a negating word: a source with one of these may well be summed up with `not`.
_DENYING: Final = lazy_pattern(
    r"(?<![A-Za-z])(?:un(?!der|i|til|less)[a-z]{4,}|(?:avoid|prevent|reject|ban|lack|refus|declin|without|fail|against|dis(?:agree|like"
    r"|miss)|in(?:suffi|corr|abil|compl|eff)|impossib|wrong|neither)[a-z]*)"
    r"|[不無非未反]|禁|拒|欠|失|断|避|以外|だけ|のみ|しか|難し|困難|少な|逆",
    re.IGNORECASE,
)


def _changed_negation(claim: SentenceReading, aligned: Sequence[SentenceReading]) -> Iterator[Limit]:
    near = aligned[:ALIGNED_FOR_NEGATION]
    if claim.negations and not any(one.negations or _DENYING.search(one.text) for one in near):
        yield Limit(kind="negation", text=claim.negations[0].text)
    first = aligned[0]
    if not claim.negations and first.negations and not _DENYING.search(claim.text):
        denied = (claim.term_set & first.denied) - first.stated
        if len(denied) >= DENIED_OF_SENTENCE * len(claim.term_set):
            yield Limit(kind="negation", text=first.negations[0].text)


def _changed_words(claim: SentenceReading, read: SourceReading, aligned: Sequence[SentenceReading]) -> Iterator[Limit]:
    """Words that the source has nowhere, where the sentences it was made from have a rival that the sentence lacks."""
    near = {token for one in aligned[:ALIGNED_FOR_RIVALS] for token in one.tokens}
    there = near - set(claim.tokens)
    for token in dict.fromkeys(claim.tokens):
        if token in near or not (token in claim.term_set or token in _ORDERING):
            continue
        # What the source says elsewhere may be its word for this as well: only a member of a group rules others out.
        opposed = group_rivals(token) & set(aligned[0].tokens) if token in read.tokens else rivals(token)
        if against := opposed & there:
            yield Limit(kind="antonym", text=f"{token} ↔ {min(against)}")


_ORDERING: Final = frozenset("befor after cannot without insid outsid abov below".split())
"""Function words that change what is said; of the others (`up`, `on`, `more`) a sentence is full."""
_EXTENT: Final = frozenset([("quantifier", "only"), ("exception", "except")])


def _changed_extent(claim: SentenceReading, aligned: Sequence[SentenceReading]) -> Iterator[Limit]:
    """`only` and `except` where the source says nothing of the kind."""
    mine = [cue for cue in limit_cues(claim.text) if (cue.kind, cue.family) in _EXTENT]
    if not mine:
        return
    there = {(cue.kind, cue.family) for one in aligned for cue in limit_cues(one.text)}
    for cue in mine:
        if (cue.kind, cue.family) not in there:
            yield Limit(kind=cue.kind, text=claim.text[cue.start : cue.end])
