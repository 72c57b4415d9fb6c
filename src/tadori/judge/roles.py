"""Finds names and nouns that took another's place: who does what, which the source says of somebody else.

In: readings of a sentence and of its source. Out: a `swap` for each. English names are compared by the word that
follows them, Japanese nouns by particle and following word. A pronoun in the source may stand for the name, so only
what is far from any sentence that names it counts.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from tadori.judge.reading import SentenceReading
from tadori.judge.source_reading import SourceReading
from tadori.model.grading import Limit
from tadori.model.ids import JA
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import Name, name_words
from tadori.text.normalise import fold
from tadori.text.tokens import terms


def changed_roles(claim: SentenceReading, read: SourceReading, aligned: Sequence[SentenceReading]) -> Iterator[Limit]:
    """What the source says of another name or noun than the sentence does."""
    if claim.lang == JA:
        yield from _exchanged(claim, aligned[0])
        return
    for name in claim.names:
        if (other := _other_doer(claim, name, read)) is not None:
            yield Limit(kind="swap", text=f"{name.text} ↔ {other}")


def _other_doer(claim: SentenceReading, name: Name, read: SourceReading) -> str | None:
    """The name that the source has before the very word that follows `name`, where it never says it of `name`."""
    deed = _deed_of(claim, name)
    words = [word for word in name_words(name.text) if len(word) > 1]
    if deed is None or not words:
        return None
    naming = {at for at, one in enumerate(read.sentences) if any(word in fold(one.text) for word in words)}
    telling = {at for at, one in enumerate(read.sentences) if deed in one.term_set}
    # The sentence behind one that names somebody may say `he`.
    if not naming or not naming.isdisjoint(telling) or not {at + 1 for at in naming}.isdisjoint(telling):
        return None
    for at in sorted(telling):
        for other in read.sentences[at].names:
            if _deed_of(read.sentences[at], other) == deed:
                return other.text
    return None


def _deed_of(reading: SentenceReading, name: Name) -> str | None:
    """The content word that follows a name in its clause."""
    following = reading.text[name.end : name.end + _FAR]
    return next(iter(terms(_CLAUSE_END.split(following)[0])), None) if following[:1] == " " else None


_FAR: Final = 60
_CLAUSE_END: Final = lazy_pattern(r"[.;:]|,\s")
_CASE_JA: Final = lazy_pattern(
    "([一-龥ァ-ヶー々・A-Za-z0-9]{1,24})(から|まで|より|と共に|によって|により|[はがをにでとへの])(?=([^、。]{0,12}))"
)


def _exchanged(claim: SentenceReading, aligned: SentenceReading) -> Iterator[Limit]:
    """Two Japanese nouns of one sentence that have taken each other's particle and following word."""
    mine, theirs = _places_ja(claim.text), _places_ja(aligned.text)
    shared = [noun for noun in mine if noun in theirs and mine[noun] != theirs[noun]]
    for one, other in combinations(shared, 2):
        if mine[one] == theirs[other] and mine[other] == theirs[one]:
            yield Limit(kind="swap", text=f"{one} ↔ {other}")
    yield from _permuted(mine, theirs)


def _permuted(mine: dict[str, tuple[str, str]], theirs: dict[str, tuple[str, str]]) -> Iterator[Limit]:
    """Nouns in another order between particles that are the same in the same order: A は B の C, B は A の C."""
    here, there = [noun for noun in mine if noun in theirs], [noun for noun in theirs if noun in mine]
    particles = [mine[noun][0] for noun in here]
    if here == there or particles != [theirs[noun][0] for noun in there]:
        return
    moved = [pair for pair in zip(here, there, strict=True) if pair[0] != pair[1]]
    # 神戸と奈良 is 奈良と神戸.
    if not all(mine[noun][0] == "と" for noun, _ in moved[:-1]):
        yield Limit(kind="swap", text=f"{moved[0][0]} ↔ {moved[0][1]}")


def _places_ja(text: str) -> dict[str, tuple[str, str]]:
    """Each noun that stands once, with its particle and the word behind it."""
    found: dict[str, tuple[str, str]] = {}
    again: set[str] = set()
    for noun, particle, behind in _CASE_JA.findall(text):
        place = ("が" if particle == "は" else particle, next(iter(terms(behind)), ""))
        if found.setdefault(noun, place) != place:
            again.add(noun)
    return {noun: place for noun, place in found.items() if noun not in again}
