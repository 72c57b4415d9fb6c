"""Cuts quoted words with a little text around them, bounded: long enough to judge, short enough to print."""

import re
from typing import Final

AROUND: Final = 70
LONGEST_QUOTED: Final = 700
_TAIL: Final = 200
_PARAGRAPH: Final = "\n\n"
_WORD_START: Final = re.compile(r"(?<=[\s。、．，])\S")
_ELLIPSIS: Final = "…"


def excerpt(text: str, start: int, end: int) -> str:
    """`text[start:end]` with up to `AROUND` characters of its paragraph on each side; `…` where something is cut."""
    return f"{_before(text, start)}{shortened(text[start:end])}{_after(text, end)}"


def shortened(words: str) -> str:
    """`words`, without their middle when they are longer than `LONGEST_QUOTED`."""
    if len(words) <= LONGEST_QUOTED:
        return words
    return f"{words[: LONGEST_QUOTED - _TAIL]} {_ELLIPSIS} {words[-_TAIL:]}"


def _before(text: str, start: int) -> str:
    low = max(0, start - AROUND)
    words = text[low:start]
    _, paragraph, same = words.rpartition(_PARAGRAPH)
    if paragraph or low == 0:
        return same
    at = _WORD_START.search(words)
    return _ELLIPSIS + (words[at.start() :] if at else words)


def _after(text: str, end: int) -> str:
    words = text[end : end + AROUND]
    same, paragraph, _ = words.partition(_PARAGRAPH)
    if paragraph or end + AROUND >= len(text):
        return same.rstrip()
    last = max(same.rfind(mark) for mark in " 。、")
    return (same[: last + 1].rstrip() if last > 0 else same) + _ELLIPSIS


def shortened_to(words: str, most: int) -> str:
    """The beginning of `words`, up to `most` characters, ending at a border of words."""
    if len(words) <= most:
        return words
    cut = words[: most - 1]
    last = max(cut.rfind(mark) for mark in " 。、，")
    return (cut[: last + 1].rstrip() if last > most // 2 else cut) + _ELLIPSIS
