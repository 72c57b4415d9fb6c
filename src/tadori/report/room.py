"""How much fits on the first page. In: printed lines, and the room that is left in words. Out: those that fit, and how
many do not. Nothing is shortened."""

import re
from collections.abc import Sequence
from typing import Final

# Two Japanese characters say about as much as a word.
_WIDE: Final = re.compile("[ぁ-ヿ㐀-䶿一-鿿々〆〇]")
_WIDE_MARKS: Final = re.compile("[\u3001-\u3003\u3008-\u3020\uff00-\uff0f\uff1a-\uff20]")


def word_count(text: str) -> int:
    """Words of a text in any mixture of languages; a mark that stands alone counts as one."""
    return len(_WIDE_MARKS.sub(" ", _WIDE.sub(" ", text)).split()) + (len(_WIDE.findall(text)) + 1) // 2


def fitting(lines: Sequence[str], room: int) -> int:
    """How many of the first `lines` fit."""
    for number, line in enumerate(lines):
        room -= word_count(line)
        if room < 0:
            return number
    return len(lines)
