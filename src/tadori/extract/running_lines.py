"""Removes running heads, feet and page numbers from the lines of all pages, and counts them.

Only what is proven is left out: words that stand letter by letter at the same place in the margin of many pages, apart
from the text, and numbers there that count up with the pages. Digits are data everywhere else. If in doubt, a line
stays.
"""

import re
from collections import Counter, defaultdict
from itertools import pairwise
from statistics import median
from typing import Final

from tadori.extract.lines import PrintedLine

_EDGE_LINES: Final = 2
_FEWEST_PAGES: Final = 3
_SAME_PLACE: Final = 3.0
"""Points."""
_APART: Final = 1.4
"""Times the leading of the page."""
_NUMBER: Final = r"(\d{1,4})"
_PAGE_NUMBER: Final = re.compile(
    rf"[-–—(\[ ]*(?:p\.?|pp\.?|page|seite|第)?\s*{_NUMBER}(?:\s*(?:/|of|von|sur|de)\s*\d{{1,4}})?"
    r"\s*(?:ページ|頁)?[-–—)\] ]*",
    re.IGNORECASE,
)


def without_running_lines(pages: list[list[PrintedLine]]) -> tuple[list[list[PrintedLine]], tuple[str, ...]]:
    """The pages without lines that run through the document, and a note of how many were left out."""
    heads = _repeated(pages)
    numbers = _page_numbers(pages, heads)
    dropped = heads | numbers
    if not dropped:
        return pages, ()
    kept = [[line for line in page if id(line) not in dropped] for page in pages]
    words = Counter(line.text for page in pages for line in page if id(line) in heads)
    named = [f"{text[:60]!r} on {count} pages" for text, count in words.most_common(3)]
    if numbers:
        named.append(f"{len(numbers)} page numbers")
    return kept, (f"{len(dropped)} running lines were left out ({', '.join(named)})",)


def _edges(page: list[PrintedLine]) -> list[tuple[str, PrintedLine]]:
    """The first and last lines of a page, and which edge they stand at."""
    top, rest = page[:_EDGE_LINES], page[_EDGE_LINES:]
    return [("top", line) for line in top] + [("bottom", line) for line in rest[-_EDGE_LINES:]]


def _repeated(pages: list[list[PrintedLine]]) -> set[int]:
    """Lines whose words stand at one place on three pages, and on a third of all, apart from the text of each."""
    found: defaultdict[tuple[str, str], list[PrintedLine]] = defaultdict(list)
    for page in pages:
        for edge, line in _edges(page):
            if _stands_apart(line, page):
                found[edge, line.text].append(line)
    enough = max(_FEWEST_PAGES, len(pages) // 3)
    running: set[int] = set()
    for lines in found.values():
        place = median(line.bottom for line in lines)
        same = [line for line in lines if abs(line.bottom - place) <= _SAME_PLACE]
        if len({line.page for line in same}) >= enough:
            running.update(map(id, same))
    return running


def _stands_apart(line: PrintedLine, page: list[PrintedLine]) -> bool:
    """Whether it stands in the margin, with no line of the text near; true where places are not known."""
    if not line.margin:
        return False
    steps = [above.bottom - below.bottom for above, below in pairwise(page)]
    leading = median([step for step in steps if step > 0] or [0.0])
    at = next(at for at, one in enumerate(page) if one is line)
    inward = page[at + 1 : at + 2] if at < len(page) / 2 else page[at - 1 : at] if at else []
    gaps = [abs(one.bottom - line.bottom) for one in inward]
    return all(gap > _APART * max(line.size, min(leading, 2 * line.size)) or gap < 1 for gap in gaps)


def _page_numbers(pages: list[list[PrintedLine]], heads: set[int]) -> set[int]:
    """Lines that are nothing but a number, which counts up with the pages at its edge of the page."""
    found: defaultdict[tuple[str, int], list[PrintedLine]] = defaultdict(list)
    for page in pages:
        rest = [line for line in page if id(line) not in heads]
        for edge, line in (("top", rest[0]), ("bottom", rest[-1])) if rest else ():
            number = _PAGE_NUMBER.fullmatch(line.text)
            if number and _stands_apart(line, page):
                found[edge, int(number[1]) - line.page].append(line)
    enough = min(_FEWEST_PAGES, max(2, sum(map(bool, pages))))
    return {id(line) for lines in found.values() if len({one.page for one in lines}) >= enough for line in lines}
