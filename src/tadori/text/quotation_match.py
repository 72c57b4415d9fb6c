"""Checks whether a quotation is in the raw document, whatever an extractor made of its layout.

Comes in: a quotation and the whole text of the document. Goes out: forms to compare, and whether one contains the
other. In a raw document cells, list marks and hyphens at a line end cannot be told from words, so only letters and
digits must match in order, plus the signs next to a digit: an extractor that turns 4.5 into 45, −5 or ≤ 5 into 5, or
10³ into 103 is caught, and one that joins a hyphenated word is not. Linear in the document.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import strip_invisible
from tadori.text.sameness import RAISED, RAISED_PLAIN, plain_forms

_DIGIT: Final = r"\d¼-¾⅐-⅞↉"
_LOWERED: Final = lazy_pattern(r"(?<=\d)[₀-₉]+")
_LOWERED_PLAIN: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SUNK: Final = "\x01"
"""Put before subscript digits that follow a digit. No text contains it: it is invisible."""
_BETWEEN_LETTERS: Final = lazy_pattern(rf"(?<![{_DIGIT}\W_])[\W_]++(?![{_DIGIT}])")
_GAP: Final = lazy_pattern(r"[\W_]+")
_DASHES: Final = frozenset("-‐‑‒–—―⁃﹣")
_MINUSES: Final = frozenset("−➖˗")
_BEHIND: Final = frozenset("%‰‱′″")
_INSIDE: Final = frozenset(".,:'’/・·")
_NO_SIGN: Final = frozenset("|`´¨●○◦▪▫■□◆◇►▶▷◀◁➤➢✓✔★☆©®™→←↑↓⇒\ufffd")
"""Of category S, but marks of lists, tables and pages: extractors add and remove them."""
_LEADING: Final = frozenset("-±∓≤≥≦≧≈≠▲△.")
_TRAILING: Final = frozenset("%‰‱^")


def match_form(text: str) -> str:
    """The letters and digits of `text` in order, with the signs next to a digit."""
    plain = plain_forms(strip_invisible(text))
    if not plain.isascii():
        plain = _LOWERED.sub(lambda found: _SUNK + found[0], plain).translate(_LOWERED_PLAIN)
        plain = RAISED.sub(lambda found: f"^{found[0].translate(RAISED_PLAIN)}", plain)
    return _GAP.sub(_signs, _BETWEEN_LETTERS.sub("", plain.casefold()))


def stands_in(quoted: str, raw: str) -> bool:
    """Whether `quoted` is in `raw`, both as `match_form` writes them, and no sign was cut off at its edges."""
    at = raw.find(quoted)
    while at >= 0:
        if not (_cut_before(quoted, raw, at) or _cut_behind(quoted, raw, at + len(quoted))):
            return True
        at = raw.find(quoted, at + 1)
    return False


def _cut_before(quoted: str, raw: str, at: int) -> bool:
    """`−5 degrees` quoted as `5 degrees`. A sign after a digit belongs to that digit: 2019–, an empty cell."""
    return quoted[0].isdigit() and raw[at - 1 : at] in _LEADING and not raw[at - 2 : at - 1].isdigit()


def _cut_behind(quoted: str, raw: str, end: int) -> bool:
    """`… by 5 %` quoted as `… by 5`."""
    if not quoted[-1].isdigit():
        return False
    return raw[end : end + 1] in _TRAILING or (raw[end : end + 1] in (".", ",") and raw[end + 1 : end + 2].isdigit())


def _signs(gap: re.Match[str]) -> str:
    text = gap.string
    return _signs_of(gap[0], text[gap.start() - 1 : gap.start()], text[gap.end() : gap.end() + 1])


@lru_cache(maxsize=4096)
def _signs_of(gap: str, before: str, behind: str) -> str:
    """The significant signs between two characters, one of which is a digit or the edge of the text."""
    inside = _numeric(before) and _numeric(behind)
    if inside and len(gap) == 1 and gap in _INSIDE:
        return gap.replace("’", "'")
    return "".join(sign for place, char in enumerate(gap) if (sign := _sign(gap, place, char, before, behind)))


def _sign(gap: str, place: int, char: str, before: str, behind: str) -> str:
    first, last = place == 0, place == len(gap) - 1
    if char in _DASHES:
        hyphen = first and bool(before) and not _numeric(before)
        minus = last and _numeric(behind) and not hyphen
        return "-" if minus or (first and _numeric(before) and _numeric(behind)) else ""
    if char in _MINUSES:
        return "-"
    if char in _BEHIND:
        return char if _numeric(before) else ""
    if char == ".":
        return char if last and not first and gap[place - 1].isspace() and _numeric(behind) else ""
    if char in (_SUNK, "^"):
        return char
    return char if unicodedata.category(char)[0] == "S" and char not in _NO_SIGN else ""


def _numeric(char: str) -> bool:
    return char.isnumeric() and not "㐀" <= char <= "鿿"
