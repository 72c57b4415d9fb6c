"""Finds out which line ends of a plain text only wrap it, and joins those lines.

In: the lines of a text file. Out: the column its lines are filled up to, and, for lines that belong together, the same
words in fewer lines. A line end stays where the next word would have fitted: verse, addresses, code, rows of a table.
Decided by the shape of the lines alone; nothing is dropped or moved.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from tadori.extract.lines import half_width_units
from tadori.model.thresholds import (
    LEAST_FILLED_SHARE,
    LEAST_GOING_ON_SHARE,
    LEAST_VERSE_LINES,
    LEAST_WRAPPED_LINES,
    NARROWEST_MARGIN,
    WIDEST_MARGIN,
)

_CJK_CHARACTER: Final = re.compile("[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_SENTENCE_END: Final = re.compile(r"[.!?:。！？：…][\"'”’」』)）\]］]{0,4}$")
_HYPHEN_END: Final = re.compile(r"[^\W\d_]-$")
_LAID_OUT: Final = re.compile(r"\S(?: {3,}|\t+| \| )\S")
"""Columns made of spaces."""
_KINSOKU: Final = 6
"""Half-width units that a Japanese line may fall short, so that no mark starts the next line."""
_RAGGED: Final = 10
"""A line may end a tenth of the margin earlier than it must: people wrap lines less evenly than programs."""
_TAB: Final = 8


def indent_of(line: str) -> int:
    """The column that the words of `line` begin at."""
    return half_width_units(line.expandtabs(_TAB)) - half_width_units(line.expandtabs(_TAB).lstrip())


def _right_end(line: str) -> int:
    return half_width_units(line.expandtabs(_TAB).rstrip())


def ends_sentence(line: str) -> bool:
    """Whether `line` ends as a sentence does."""
    return _SENTENCE_END.search(line.rstrip()) is not None


def is_laid_out(line: str) -> bool:
    """Whether wide gaps, tabs or bars part `line` into cells."""
    return _LAID_OUT.search(line) is not None


def right_margin(lines: Sequence[str]) -> int:
    """The column that the lines of a wrapped text are filled up to; 0 for a text whose line ends all mean something.

    Only line ends that a sentence surely runs over are looked at: they must stand near one column.
    """
    ends = [(a, b) for a, b in pairwise(lines) if a.strip() and b.strip() and _right_end(a) <= WIDEST_MARGIN]
    going_on = [(a, b) for a, b in ends if _goes_on(a, b)]
    if len(going_on) < LEAST_WRAPPED_LINES:
        return 0
    margin = sorted(_right_end(a) for a, _ in going_on)[len(going_on) * 9 // 10]
    filled = sum(is_full(a, b, margin) for a, b in going_on)
    all_filled = sum(is_full(a, b, margin) for a, b in ends)
    if margin < NARROWEST_MARGIN or filled < LEAST_WRAPPED_LINES:
        return 0
    even = filled >= LEAST_FILLED_SHARE * len(going_on)
    return margin if even and filled >= LEAST_GOING_ON_SHARE * all_filled else 0


def is_full(line: str, following: str, margin: int) -> bool:
    """Whether the first word of `following` would not have fitted into `line`; never where there is no margin."""
    return margin > 0 and _right_end(line) + _first_width(following) > margin - margin // _RAGGED


def _first_width(line: str) -> int:
    """The width of what cannot be parted at the start of `line`, with the space before it."""
    word = line.split(maxsplit=1)[0]
    return _KINSOKU if _CJK_CHARACTER.match(word) else len(word) + 1


def _goes_on(line: str, following: str) -> bool:
    """Whether a sentence surely runs over the end of `line`."""
    if ends_sentence(line) or is_laid_out(line) or is_laid_out(following):
        return False
    start = following.lstrip()
    if _CJK_CHARACTER.match(start):
        return _CJK_CHARACTER.match(line.rstrip()[-1]) is not None and not following.startswith("\u3000")
    return start[:1].islower()


def joined_lines(lines: Sequence[str], margin: int, first_column: int | None = None) -> str:
    """`lines` of one paragraph or item, with those joined that only the margin parts.

    `first_column`: where the words of the first line begin, behind the marker of an item.
    """
    if len(lines) >= LEAST_VERSE_LINES and not any(_goes_on(a, b) for a, b in pairwise(lines)):
        return dedented(lines)
    column = indent_of(lines[0]) if first_column is None else first_column
    found = [lines[0].strip()]
    joined = False
    for at, (line, following) in enumerate(pairwise(lines)):
        step = indent_of(following) - (column if at == 0 else indent_of(line))
        more = following.strip()
        is_wrap = _is_wrap(line, following, margin, step, is_first=at == 0)
        found += [_between(found[-1], more) if is_wrap else "\n", more]
        joined = joined or is_wrap
    return "".join(found) if joined else dedented(lines)


def dedented(lines: Sequence[str]) -> str:
    """The lines without the indent that all of them have."""
    common = min(len(line) - len(line.lstrip()) for line in lines)
    return "\n".join(line[common:].rstrip() for line in lines)


def _is_wrap(line: str, following: str, margin: int, step: int, *, is_first: bool) -> bool:
    if not is_full(line, following, margin) or is_laid_out(line) or is_laid_out(following):
        return False
    if step > 0:
        return not ends_sentence(line)
    if step < 0:
        return not ends_sentence(line) and (is_first or _goes_on(line, following))
    return True


def _between(text: str, more: str) -> str:
    """A space stands for the line end, but not in Japanese, and not behind the hyphen of a word that goes on."""
    if _CJK_CHARACTER.match(text[-1]) and _CJK_CHARACTER.match(more):
        return ""
    return "" if _HYPHEN_END.search(text[-2:]) and more[:1].islower() else " "
