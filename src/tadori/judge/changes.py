"""Objects to a sentence that changes what its source says: number, date, name, negation, opposite word, swapped role.

In: a sentence and the text it was made from, in one language. Out: what was changed. A word that the source merely does
not use is no change, so the sentence may be a summary or a paraphrase; no objection is no proof either.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tadori.judge.reading import SentenceReading, read_sentence
from tadori.judge.source_reading import SourceReading, read_source
from tadori.model.evidence_thresholds import ALIGNED_FOR_NEGATION, ALIGNED_FOR_RIVALS, DENIED_OF_SENTENCE
from tadori.model.grading import Limit
from tadori.text.dates import same_date
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.limit_cues import limit_cues
from tadori.text.names import name_words, same_name
from tadori.text.numbers import ORDINAL, Quantity, same_quantity
from tadori.text.rival_words import rivals
from tadori.text.tokens import terms


def change_objections(sentence: str, source: str) -> tuple[Limit, ...]:
    """What `sentence` changes of `source`: contradictions only, a word of its own is none. Empty for an empty source."""
    read = read_source(source)
    if not read.sentences:
        return ()
    claim = read_sentence(sentence)
    aligned = read.about(claim)
    found = (
        *_changed_numbers(claim, read),
        *_changed_dates(claim, read),
        *_changed_names(claim, read),
        *_changed_negation(claim, aligned),
        *_changed_words(claim, read, aligned),
        *_changed_extent(claim, aligned),
    )
    return tuple(dict.fromkeys(found))


def _changed_numbers(claim: SentenceReading, read: SourceReading) -> Iterator[Limit]:
    for stated in claim.quantities:
        if not any(_says_number(stated, found) for found in read.quantities):
            yield Limit(kind="number", text=claim.text[stated.start : stated.end])


def _says_number(stated: Quantity, found: Quantity) -> bool:
    return found.value == stated.value or same_quantity(stated, found) == "agree"


def _changed_dates(claim: SentenceReading, read: SourceReading) -> Iterator[Limit]:
    for stated in claim.dates:
        if not any(same_date(stated, found) == "agree" for found in read.dates):
            yield Limit(kind="date", text=claim.text[stated.start : stated.end])


def _changed_names(claim: SentenceReading, read: SourceReading) -> Iterator[Limit]:
    for name in claim.names:
        words = name_words(name.text)
        missing = [word for word in words if word not in read.folded]
        if missing and not any(same_name(name.text, other) for other in read.names):
            yield Limit(kind="name", text=name.text)


# What denies without a negating word: a source with one of these may well be summed up with `not`.
_DENYING: Final = lazy_pattern(
    r"(?<![A-Za-z])(?:un|in|im|ir|il|dis|non|mis)[a-z]{4,}|(?<![A-Za-z])(?:avoid|prevent|stop|reject|ban|lack|miss|few|little"
    r"|only|wrong|refus|declin|end|without|fail|lost|lose|against|hard|too|instead|free|less|wish|if|but|neither)[a-z]*"
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


def _changed_words(
    claim: SentenceReading, read: SourceReading, aligned: Sequence[SentenceReading]
) -> Iterator[Limit]:
    """Words that the source has nowhere, where the sentences it was made from have a rival that the sentence lacks."""
    there = {token for one in aligned[:ALIGNED_FOR_RIVALS] for token in one.tokens} - set(claim.tokens)
    for token in dict.fromkeys(claim.tokens):
        if token not in read.tokens and (against := rivals(token) & there):
            yield Limit(kind="antonym", text=f"{token} ↔ {min(against)}")


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
