"""Whether two sentences state one fact in their own words: the same things, and nothing that stands apart.

In: two sentences of one language, with what they leave open filled in. Out: words for what they share, or None. For
agreement only: that two sentences give other values for one thing is decided by frames. Most content words of the
shorter sentence must stand in the other; a date or number that both state makes up for some of them. A name, a date, a
number or an ordinal on each side that the other lacks, a denial or a hedge on one side only: two facts.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.model.evidence_thresholds import (
    ANCHOR_NAME_WORDS,
    ANCHOR_OTHER_WORDS,
    SHARED_FACT_FEWEST_TERMS,
    SHARED_FACT_FEWEST_TERMS_IN_STORY,
    SHARED_FACT_FEWEST_TERMS_WITHOUT_VALUE,
    SHARED_FACT_SHARE,
    SHARED_FACT_SHARE_WITHOUT_VALUE,
    SMALL_NUMBER,
)
from tadori.model.ids import Lang
from tadori.text.antonyms import antonym_pairs
from tadori.text.dates import DateMention, dates, same_date
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names
from tadori.text.negation import hedges, negated
from tadori.text.numbers import ORDINAL, Quantity, quantities, same_quantity
from tadori.text.tokens import terms

_LONGEST: Final = 500
"""Characters; longer sentences state too much to be one fact."""
# Lines of a terminal and rows of a table are no sentences: the same words stand in many of them.
_LISTING: Final = lazy_pattern(r"^\s*(?:[$#>%]\s|-{1,2}\w)|\\\s*$|>>|\s[|]\s")
# A century or a decade is no date of one fact.
_ERA: Final = lazy_pattern(r"(?i)centur|\d0s\b|世紀|年代")
_ATTRIBUTIONS: Final = frozenset({"according to", "によると", "によれば"})
"""Say who says so, and take nothing back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceFacts:
    """What one sentence states, read once."""

    text: str
    content: frozenset[str]
    """Content words without numbers."""
    numbers: tuple[Quantity, ...]
    """Ordinals too."""
    dates: tuple[DateMention, ...]
    names: frozenset[str]
    """Words of the names in it."""
    denied: bool
    hedged: bool


@lru_cache(maxsize=8192)
def sentence_facts(text: str, lang: Lang) -> SentenceFacts:
    found = terms(text)
    named = {term for name in names(text, lang) for term in terms(name.text)}
    return SentenceFacts(
        text=text,
        content=frozenset(term for term in found if not term[:1].isdigit()),
        numbers=tuple(quantities(text)),
        dates=tuple(dates(text)),
        names=frozenset(term for term in named if not term[:1].isdigit()),
        denied=negated(text, lang),
        hedged=any(cue.text.lower() not in _ATTRIBUTIONS for cue in hedges(text)),
    )


def shared_fact(a: str, b: str, lang: Lang, *, one_story: bool = False) -> str | None:
    """The values that both sentences state, empty where they share none but most words; None: they are two facts.

    `one_story`: their documents tell the same story, so that a date or number that both state need not be surrounded by
    the same words and names.
    """
    if max(len(a), len(b)) > _LONGEST or _LISTING.search(a) or _LISTING.search(b):
        return None
    left, right = sentence_facts(a, lang), sentence_facts(b, lang)
    common = left.content & right.content
    values = [*_same_numbers(left, right), *_same_days(left, right)]
    if one_story and values and len(common) >= SHARED_FACT_FEWEST_TERMS_IN_STORY and not _contradict(left, right):
        return ", ".join(dict.fromkeys(values))
    anchored = _anchored(left, right, common)
    if anchored is not None and not _contradict(left, right) and not _dates_apart(left, right):
        return anchored
    if len(common) < SHARED_FACT_FEWEST_TERMS or _stand_apart(left, right):
        return None
    share = len(common) / min(len(left.content), len(right.content))
    if values:
        return ", ".join(dict.fromkeys(values)) if share >= SHARED_FACT_SHARE else None
    if len(common) < SHARED_FACT_FEWEST_TERMS_WITHOUT_VALUE or share < SHARED_FACT_SHARE_WITHOUT_VALUE:
        return None
    # Without a value one sentence must say all that the other does, and not much more, unless they tell one story:
    # a word on each side that the other lacks may be what they differ in.
    of_longer = len(common) / max(len(left.content), len(right.content))
    within = left.content <= right.content or right.content <= left.content
    return "" if one_story or (within and of_longer >= SHARED_FACT_SHARE_WITHOUT_VALUE) else None


def _stand_apart(a: SentenceFacts, b: SentenceFacts) -> bool:
    """Whether something on each side says that they are two facts."""
    if a.denied != b.denied or a.hedged != b.hedged:
        return True
    if (a.names - b.content) and (b.names - a.content):
        return True
    if antonym_pairs(sorted(a.content - b.content), sorted(b.content - a.content)):
        return True
    return _dates_apart(a, b) or _numbers_apart(a, b)


def _anchored(a: SentenceFacts, b: SentenceFacts, common: frozenset[str]) -> str | None:
    """What both state of the same names: two words of names, a date or number, and a word that says what of it.

    `Debian was begun in August 1993 by Ian Murdock` and `Ian Murdock began Debian in 1993, as a student`.
    """
    shared_names = a.names & b.names
    others = {word for word in common - a.names - b.names if len(word) > 2}
    dated = (a.text[d.start : d.end] for d in a.dates if _is_dated_in(d, b))
    values = [*_same_numbers(a, b), *(words for words in dated if not _ERA.search(words))]
    if len(shared_names) < ANCHOR_NAME_WORDS or not values or len(others) < ANCHOR_OTHER_WORDS:
        return None
    # One time and two numbers: `In the 14th century it killed 60 percent` and `… one third`.
    if not _same_numbers(a, b) and _numbers_apart(a, b):
        return None
    return ", ".join(dict.fromkeys(values))


def _is_dated_in(date: DateMention, other: SentenceFacts) -> bool:
    return date.year is not None and any(
        theirs.year is not None and same_date(date, theirs) == "agree" for theirs in other.dates
    )


def _contradict(a: SentenceFacts, b: SentenceFacts) -> bool:
    """Whether one side denies, or gives another number of the same thing."""
    if a.denied != b.denied or antonym_pairs(sorted(a.content - b.content), sorted(b.content - a.content)):
        return True
    return any(
        same_quantity(mine, theirs) == "disagree" and (mine.unit == theirs.unit != "" or mine.noun == theirs.noun != "")
        for mine in a.numbers
        if not any(_is_same(mine, other) for other in b.numbers)
        for theirs in b.numbers
        if not any(_is_same(theirs, other) for other in a.numbers)
    )


def _dates_apart(a: SentenceFacts, b: SentenceFacts) -> bool:
    """A date on each side that the other lacks, or two that cannot be one."""
    lone_a = [d for d in a.dates if not any(same_date(d, other) == "agree" for other in b.dates)]
    lone_b = [d for d in b.dates if not any(same_date(d, other) == "agree" for other in a.dates)]
    return bool(lone_a and lone_b)


def _numbers_apart(a: SentenceFacts, b: SentenceFacts) -> bool:
    lone_a = [q for q in a.numbers if not any(_is_same(q, other) for other in b.numbers)]
    lone_b = [q for q in b.numbers if not any(_is_same(q, other) for other in a.numbers)]
    return bool(lone_a and lone_b)


def _is_same(a: Quantity, b: Quantity) -> bool:
    return (a.unit == ORDINAL) == (b.unit == ORDINAL) and same_quantity(a, b) == "agree"


def _same_numbers(a: SentenceFacts, b: SentenceFacts) -> list[str]:
    """Numbers that agree and count the same thing; small ones stand everywhere and do not count."""
    return [
        a.text[mine.start : mine.end]
        for mine in a.numbers
        if mine.unit != ORDINAL
        and abs(mine.value) > SMALL_NUMBER
        and any(mine.value == theirs.value and _is_same(mine, theirs) for theirs in b.numbers)
    ]


def _same_days(a: SentenceFacts, b: SentenceFacts) -> list[str]:
    """Dates that agree to the day."""
    return [
        a.text[mine.start : mine.end]
        for mine in a.dates
        if mine.day is not None
        and any(theirs.day is not None and same_date(mine, theirs) == "agree" for theirs in b.dates)
    ]
