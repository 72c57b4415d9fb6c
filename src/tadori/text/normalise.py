"""Normalises spelling variants.

Comes in: any text. Goes out: a text to compare by. Never printed: offsets do not survive folding.
"""

import re
import unicodedata
from typing import Final, Literal

_PILE: Final = 100
_SPACES: Final = re.compile(r"\s+")
_NOT_LETTER_OR_DIGIT: Final = re.compile(r"[\W_]+")
# C0 and C1 controls except tab and newline, soft hyphen, zero-width, bidi marks, embeddings and isolates, tags, BOM.
_INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]+"
)


def normalised(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """`text` in a Unicode normal form, in linear time.

    `unicodedata` sorts the combining marks of one letter by insertion: a page of nothing but accents would take it an
    hour. A pile of more than twice `_PILE` marks is sorted in parts; no writing system has one.
    """
    parts, start = [], 0
    for at in range(_PILE, len(text), _PILE):
        if unicodedata.combining(text[at]) and all(map(unicodedata.combining, text[at - _PILE : at])):
            parts.append(unicodedata.normalize(form, text[start:at]))
            start = at
    rest = unicodedata.normalize(form, text[start:] if start else text)
    return "".join((*parts, rest)) if parts else rest


def fold(text: str) -> str:
    """`text` for comparing: compatibility forms and letter case unified, white space collapsed."""
    return _SPACES.sub(" ", normalised("NFKC", text).casefold()).strip()


def squash(text: str) -> str:
    """Only the letters and digits of `text`, in order: the same words whatever the layout and punctuation."""
    return _NOT_LETTER_OR_DIGIT.sub("", normalised("NFKC", text).casefold())


def strip_invisible(text: str) -> str:
    """`text` without invisible characters: zero-width, bidirectional and control characters."""
    return _INVISIBLE.sub("", text)
