"""Converts written numerals to values: kanji (一千四百万, 二〇二四), mixed (1億2千万) and English words (two hundred).

Comes in: the characters of one numeral. Goes out: its exact value, or None where it is not a numeral. Finding numerals
in running text: `numbers.py` and `dates.py`.
"""

from decimal import Decimal
from typing import Final

KANJI_DIGITS: Final = {char: value for value, char in enumerate("〇一二三四五六七八九")} | {
    "零": 0,
    "壱": 1,
    "弐": 2,
    "参": 3,
}
KANJI_SMALL: Final = {"十": 10, "拾": 10, "百": 100, "千": 1000}
KANJI_LARGE: Final = {"万": 10**4, "億": 10**8, "兆": 10**12, "京": 10**16}

_ONES: Final = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
seventeen eighteen nineteen".split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
WORD_VALUES: Final = {word: value for value, word in enumerate(_ONES)} | {
    word: (place + 2) * 10 for place, word in enumerate(_TENS)
}
WORD_SCALES: Final = {
    "hundred": 100,
    "dozen": 12,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
_ORDINALS: Final = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth \
fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split()
)
ORDINAL_VALUES: Final = {word: value for value, word in enumerate(_ORDINALS) if value}

# One character for one character, so that offsets in the narrowed text are offsets in the text.
_NARROW: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    0x3000: 0x20,
    0x00A0: 0x20,
    0x2212: 0x2D,
    0x2010: 0x2D,
    0x2011: 0x2D,
    0x301C: 0x7E,
    0x2019: 0x27,
}


def narrow(text: str) -> str:
    """`text` with full-width ASCII, wide spaces and odd hyphens made plain; offsets do not change."""
    return text if text.isascii() else text.translate(_NARROW)


def kanji_value(numeral: str) -> Decimal | None:
    """The value of a numeral of kanji and Arabic digits: `一千四百万` is 14 000 000, `1億2千万` is 120 000 000."""
    total = section = Decimal(0)
    pending: str = ""
    for char in numeral:
        if char in KANJI_LARGE:
            section += _pending_value(pending, absent=0)
            if not section:
                section = Decimal(1)
            total += section * KANJI_LARGE[char]
            section, pending = Decimal(0), ""
        elif char in KANJI_SMALL:
            section += _pending_value(pending, absent=1) * KANJI_SMALL[char]
            pending = ""
        elif char in KANJI_DIGITS:
            pending += str(KANJI_DIGITS[char])
        elif char.isascii() and (char.isdigit() or char == "."):
            pending += char
        elif char not in ", ":
            return None
    if pending.count(".") > 1:
        return None
    return total + section + _pending_value(pending, absent=0)


def word_value(words: list[str]) -> Decimal | None:
    """The value of English number words: `two hundred and five` is 205. None for other words."""
    total = current = 0
    seen = False
    for word in words:
        if word == "and":
            continue
        if word in WORD_VALUES:
            current += WORD_VALUES[word]
        elif word in ("hundred", "dozen"):
            current = max(current, 1) * WORD_SCALES[word]
        elif word in WORD_SCALES:
            total += max(current, 1) * WORD_SCALES[word]
            current = 0
        elif word not in ("a", "an"):
            return None
        seen = seen or word not in ("a", "an")
    return Decimal(total + current) if seen else None


def _pending_value(digits: str, *, absent: int) -> Decimal:
    stripped = digits.strip(".")
    return Decimal(stripped) if stripped else Decimal(absent)
