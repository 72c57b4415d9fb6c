"""Decides whether two texts say the same: compares a normal form that keeps everything that can change a quantity.

Comes in: any text. Goes out: its comparable form, which ignores layout, letter case, width, quotation marks and
invisible characters. It is never printed. A quotation is searched for in a raw document by `quotation_match.py`, not by
this.

Which marks are ignored is a closed list (`_SOFT`): anything else counts, so a sign nobody thought of makes two texts
different, never the same. Fractions, exponents and circled digits are kept: 10³ is not 103.
"""

import re
import unicodedata
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import normalised, squash, strip_invisible

_KANJI_DIGITS: Final = "〇零一二三四五六七八九十百千万億兆"
_CJK: Final = "\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff\uf900-\ufaff"
_LETTER: Final = r"[^\W\d_]"
_BREAK: Final = "\x07"
"""Marks where punctuation separated two words. No text contains it: it is invisible."""


class _Forms(dict[int, str]):
    """Each character in its usual width and shape: NFKC without what NFKC does to numbers."""

    def __missing__(self, code: int) -> str:
        self[code] = found = _form_of(chr(code))
        return found


def _form_of(char: str) -> str:
    tag, *codes = unicodedata.decomposition(char).split() or [""]
    if not tag.startswith("<") or tag in ("<super>", "<sub>", "<fraction>", "<circle>"):
        return char
    if unicodedata.category(char) == "No" or char == "″":  # ⒈ is no 1, and a second no two minutes
        return char
    found = "".join(_form_of(chr(int(code, 16))) for code in codes)
    many = len(found) > 1 and any(map(str.isdecimal, found))
    return f" {found} " if many else found  # ㏠ (1日) behind a 3 is not 31日


_FORMS: Final = _Forms()


def plain_forms(text: str) -> str:
    """`text` with widths, ligatures and squared units made plain; exponents, fractions and circled digits stay."""
    return text if text.isascii() else normalised("NFC", text.translate(_FORMS))


# Signs that mean the same. The long dashes stay apart: they part clauses, and are no minus.
_ONE_SIGN: Final = str.maketrans(
    dict.fromkeys("‐‑‒–⁃−﹣－➖˗", "-")
    | {"―": "—", "〜": "~", "∼": "~", "≦": "≤", "⩽": "≤", "≧": "≥", "⩾": "≥"}
    | dict.fromkeys("“”„‟", '"')
    | dict.fromkeys("‘’‚‛", "'")
    | {"′": "'", "″": '"'}
)
RAISED: Final = lazy_pattern("[⁰¹²³⁴-⁹⁺⁻⁼⁽⁾ⁿ]+")
RAISED_PLAIN: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ", "0123456789+-=()n")
# In units the case of a letter is a size: mW and MW, Mb and MB.
_UNIT: Final = lazy_pattern(r"(?<=\d)( ?[A-Za-zμΩ]{1,3})(?![^\W_])")
_THOUSANDS: Final = lazy_pattern(r"[1-9](?<![\d.,].)\d{0,2}(?:,\d{3})+(?!,?\d)")
_MINUS: Final = lazy_pattern(r"-(?<![\w)\]%].)(?=[$€£¥.]?\d)")
_RATIO: Final = lazy_pattern(r"(?<=\d) ?: ?(?=\d)")
# Every alternative begins with the mark itself: a pattern that begins with a look-behind is tried at every character.
_SOFT: Final = lazy_pattern(
    rf"""(?P<counts>[.,:](?<=\d.)(?=\d)|\.(?<!\w.)(?=\d)|[!"'](?<=\d.)
      |・(?<=[\d{_KANJI_DIGITS}].)(?=[\d{_KANJI_DIGITS}]))
      |(?P<quotes>["'「」『』《》«»‹›])|[.,;:!、。・]""",
    re.VERBOSE,
)
_BROKEN: Final = lazy_pattern(r" *\x07[ \x07]*")
# White space and punctuation part two words, or two numbers; white space parts no words of Japanese.
_LAYOUT: Final = lazy_pattern(
    rf"""[ \x07](?:(?<![^\W_].)|(?![^\W_])|(?<=\d.)(?={_LETTER})|(?<={_LETTER}.)(?=\d)
      |(?<=\ )(?:(?<=[{_CJK}].)|(?=[{_CJK}]))(?!(?<=[{_KANJI_DIGITS}].)[{_KANJI_DIGITS}]))""",
    re.VERBOSE,
)
_WHITE: Final = re.compile(r"\s+")
_DIGIT: Final = re.compile(r"\d")
_SAYS: Final = re.compile(r"[^\W_]")


def has_words(text: str) -> bool:
    """Whether `text` contains a letter or a digit."""
    return _SAYS.search(text) is not None


def same_words(one: str, other: str) -> bool:
    """Whether both say the same in the same words and signs."""
    # What differs in its letters differs: most pairs do, and that is seen ten times as fast.
    return squash(one) == squash(other) and comparable(one) == comparable(other)


def comparable(text: str) -> str:
    """The normal form of `text`: two texts have the same form exactly when they use the same words and signs."""
    plain = strip_invisible(_WHITE.sub(" ", text))
    if not plain.isascii():
        plain = RAISED.sub(_exponent, plain_forms(plain).translate(_ONE_SIGN))
    if "  " in plain:
        plain = _WHITE.sub(" ", plain)
    if _DIGIT.search(plain):
        plain = "".join(part if at % 2 else part.casefold() for at, part in enumerate(_UNIT.split(plain)))
        plain = _RATIO.sub(":", _MINUS.sub("−", _THOUSANDS.sub(_ungrouped, plain)))
    else:
        plain = plain.casefold()
    plain = _BROKEN.sub(_BREAK, _SOFT.sub(_soft, plain))
    return _LAYOUT.sub("", _WHITE.sub(" ", plain)).replace(_BREAK, " ")


def _exponent(found: re.Match[str]) -> str:
    """`^3` for ³; separated from a digit that follows, which is no part of it."""
    return f"^{found[0].translate(RAISED_PLAIN)}{' ' if found.string[found.end() : found.end() + 1].isdigit() else ''}"


def _ungrouped(found: re.Match[str]) -> str:
    return found[0].replace(",", "")


def _soft(found: re.Match[str]) -> str:
    """Significant marks stay; a quotation mark is layout, other punctuation separates words."""
    return found["counts"] or (" " if found["quotes"] else _BREAK)
