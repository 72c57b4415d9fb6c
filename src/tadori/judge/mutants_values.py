"""Mutants of a sentence in its numbers, dates and names: another value, two names changed places.

Comes in: a sentence. Goes out: mutants that do not follow from it. Where another value might still follow (`within 9
days` from `within 3 days`), it is moved the other way, or not at all. Words are changed elsewhere (`mutants_words.py`).
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import Final

from tadori.judge.mutant import Mutant, in_spans, open_stretches, replaced
from tadori.model.ids import JA
from tadori.text.dates import DateMention, dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.limit_cues import limit_cues
from tadori.text.limits import limit_script
from tadori.text.names import Name, names
from tadori.text.negation import negations
from tadori.text.numbers import Quantity, quantities

_DIGITS: Final = lazy_pattern(
    r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\d.,])\d+(?:\.\d+)?(?![\d]|,\d{3}|st|nd|rd|th)"
)
_UPPER: Final = lazy_pattern(
    r"(?:within|under|below|less than|fewer than|up to|at most|no more than"
    r"|maximum of|not exceeding|as few as)\W*$|最大で?$|最高で?$",
    re.IGNORECASE,
)
_UPPER_BEHIND: Final = lazy_pattern(
    r"[^、。\d]{0,6}(?:以内|以下|未満|まで|以前|足らず|弱(?!い))|\s*(?:or (?:less|fewer|under)|at most)"
)
_LOWER: Final = lazy_pattern(
    r"(?:over|above|more than|at least|no less than|no fewer than|minimum of"
    r"|exceed\w*|as many as|as much as)\W*$|最低で?$|少なくとも$",
    re.IGNORECASE,
)
_LOWER_BEHIND: Final = lazy_pattern(
    r"[^、。\d]{0,6}(?:以上|超|を超え|を上回|余り|強(?!い))|\s*(?:or (?:more|over|above)|at least)"
)
_WORDS: Final = {
    "two": "four", "three": "five", "four": "seven", "five": "eight", "six": "nine", "seven": "ten",
    "eight": "eleven", "nine": "twelve", "ten": "fourteen", "twelve": "fifteen", "twenty": "thirty",
    "half": "a quarter", "twice": "three times",
}  # fmt: skip
_WORD: Final = lazy_pattern(rf"(?<![\w-])(?:{'|'.join(_WORDS)})(?![\w-])", re.IGNORECASE)
_KANJI: Final = dict(zip("二三四五六七八", "四五七八九十十", strict=True))
_STEP: Final = Decimal("0.2")
_WHOLE: Final = Decimal(100)


def number_mutants(sentence: str) -> Iterator[Mutant]:
    """Another number, a fifth away: upwards, or downwards where it is an upper bound."""
    closed = [(cue.scope_start, cue.scope_end) for cue in negations(sentence, limit_script(sentence))]
    universal = [cue.start for cue in limit_cues(sentence) if cue.family in ("all", "any")]
    for quantity in quantities(sentence):
        start, end = quantity.start, quantity.end
        if in_spans(start, closed) or not in_spans(start, open_stretches(sentence)):
            continue
        if _RANGE_BEFORE.search(sentence[:start]) or _RANGE_BEHIND.match(sentence[end:]):
            continue  # `from 17 to 28` says something of `from 20 to 28`, too; so does `just one is enough` of two
        bounded = _direction(sentence, quantity)
        if bounded and any(place < start for place in universal):
            continue  # `all firms of more than 50` say something of those of more than 60, too
        if other := _other_number(sentence[start:end], quantity, bounded):
            yield Mutant(kind="number", text=replaced(sentence, start, end, other))


_RANGE_BEFORE: Final = lazy_pattern(
    r"(?:\d[^\s\d]{0,4}(?: [a-z]+)?\s?(?:to|and|or|-|–|—|~|〜|～|から|ないし)\s?[$£€¥]?|from [$£€¥]?|between [$£€¥]?)$"
)
_RANGE_BEHIND: Final = lazy_pattern(
    r"[^\s\d]{0,4}(?: [a-z]+)?\s?(?:to|and|or|-|–|—|~|〜|～|から|ないし)\s?[$£€¥]?\d"
    r"|[^、。]{0,20}(?:だけで|さえ|すれば)"
)


def _direction(sentence: str, quantity: Quantity) -> int:
    """-1 for an upper bound, 1 for a lower one, 0 for a plain value."""
    before, behind = sentence[max(0, quantity.start - 24) : quantity.start], sentence[quantity.end : quantity.end + 24]
    if quantity.bound in ("at_most", "under") or _UPPER.search(before) or _UPPER_BEHIND.match(behind):
        return -1
    if quantity.bound in ("at_least", "over") or _LOWER.search(before) or _LOWER_BEHIND.match(behind):
        return 1
    return 0


def _other_number(words: str, quantity: Quantity, bounded: int) -> str:
    """The words of the quantity with another number in them; empty where there is none that surely differs."""
    digits = _DIGITS.search(words)
    if digits is not None:
        made = _moved(digits[0], is_share=quantity.unit == "%" or "%" in words, bounded=bounded)
        return f"{words[: digits.start()]}{made}{words[digits.end() :]}" if made else ""
    if bounded >= 0 and (word := _WORD.search(words)) is not None:
        other = _WORDS[word[0].lower()]
        return replaced(words, word.start(), word.end(), other.capitalize() if word[0][0].isupper() else other)
    if bounded >= 0 and words[:1] in _KANJI and words[1:2] not in _NUMERALS:
        return _KANJI[words[0]] + words[1:]
    return ""


_NUMERALS: Final = tuple("〇一二三四五六七八九十百千万億兆")


def _moved(digits: str, *, is_share: bool, bounded: int) -> str:
    """The number a fifth higher (lower for an upper bound), written as it was."""
    value = Decimal(digits.replace(",", ""))
    places = len(digits.partition(".")[2])
    least = Decimal(1).scaleb(-places)
    step = max(least, (abs(value) * _STEP).quantize(least))
    if is_share and value + step > _WHOLE:
        step = max(least, ((_WHOLE - value) / 2).quantize(least)) if bounded > 0 else -step
    moved = value - step if bounded < 0 else value + step
    if moved <= 0 or moved == value or (is_share and moved > _WHOLE):
        return ""
    return f"{moved:,.{places}f}" if "," in digits else f"{moved:.{places}f}"


_LATER: Final = lazy_pattern(r"(?:after|until|till|up to|through|to)\s+(?:[a-z]+\s+)?(?:\d{1,2},?\s+)?$", re.IGNORECASE)
_BETWEEN: Final = lazy_pattern(r"between|(?:の間|以降|以前|まで|より前|より後)", re.IGNORECASE)
_LATER_BEHIND: Final = lazy_pattern(r"[^、。]{0,8}(?:まで|以降|より後|の後)")
_YEAR: Final = lazy_pattern(r"(?<!\d)\d{4}(?!\d)")
_YEARS_AWAY: Final = 2
_MONTHS: Final = "January February March April May June July August September October November December".split()
_MONTH: Final = lazy_pattern(rf"(?<![A-Za-z])(?:{'|'.join(_MONTHS)})(?![a-z])")
_MONTH_JA: Final = lazy_pattern(r"(?<!\d)(\d{1,2})(?=月)")
_HALF_YEAR: Final = 5


def date_mutants(sentence: str) -> Iterator[Mutant]:
    """Another year, or another month where no year is written."""
    closed = [(cue.scope_start, cue.scope_end) for cue in negations(sentence, limit_script(sentence))]
    for mention in dates(sentence):
        start, end = mention.start, mention.end
        unsure = (
            mention.kind or mention.until_year is not None or _BETWEEN.search(sentence[max(0, start - 20) : end + 6])
        )
        if unsure or in_spans(start, closed) or not in_spans(start, open_stretches(sentence)):
            continue
        if other := _other_date(sentence, mention):
            yield Mutant(kind="date", text=replaced(sentence, start, end, other))


def _other_date(sentence: str, mention: DateMention) -> str:
    words = sentence[mention.start : mention.end]
    years = _YEAR.search(words)
    if years is not None and mention.year is not None:
        later = _LATER.search(sentence[: mention.start]) or _LATER_BEHIND.match(sentence[mention.end :])
        year = int(years[0]) + (_YEARS_AWAY if later else -_YEARS_AWAY)
        return replaced(words, years.start(), years.end(), str(year))
    if named := _MONTH.search(words):
        return replaced(words, named.start(), named.end(), _MONTHS[(_MONTHS.index(named[0]) + _HALF_YEAR) % 12])
    if numbered := _MONTH_JA.search(words):
        month = (int(numbered[1]) - 1 + _HALF_YEAR) % 12 + 1
        return replaced(words, numbered.start(), numbered.end(), str(month))
    return ""


# Who does what with whom can be said the other way round with these.
_MUTUAL: Final = lazy_pattern(
    r"\b(?:and|or|met|meets?|marr\w+|border\w*|between|both|together|same|similar"
    r"|differ\w*|equal\w*|joint\w*|cooperat\w+"
    r"|collaborat\w+|relat\w+|share[sd]?|versus|vs|near|next to|apart|connect\w*|join\w*|link\w*|along with)\b"
    r"|結婚|会談|共同|隣接|同じ|等しい|異なる|協力|提携|合併|面会|対戦|双方|両|間の|つな|結ぶ|近い|並",
    re.IGNORECASE,
)
_VERB_EN: Final = lazy_pattern(
    r"\b(?!(?:of|the|an?|in|at|on|for|to|from|by|with|as|de|la|von|van|whose|which|that)\b)[a-z]{2,}\b"
)
_PARTICLE: Final = lazy_pattern("[はがを]")
_SPLIT: Final = lazy_pattern(r"[.;:!?。！？]")


def swap_mutants(sentence: str) -> Iterator[Mutant]:
    """Two names in each other's place, where a verb or a particle of roles stands between them."""
    if _MUTUAL.search(sentence):
        return
    lang = limit_script(sentence)
    found = [one for one in names(sentence, lang) if one.end - one.start > 1]
    for first, second in pairwise(found):
        between = sentence[first.end : second.start]
        parted = _PARTICLE.search(between) if lang == JA else _VERB_EN.search(between)
        if parted and not _SPLIT.search(between) and not _overlap(first, second):
            swapped = replaced(sentence, second.start, second.end, first.text)
            yield Mutant(kind="swap", text=replaced(swapped, first.start, first.end, second.text))
            return


def _overlap(first: Name, second: Name) -> bool:
    one, other = first.text.casefold(), second.text.casefold()
    return one in other or other in one
