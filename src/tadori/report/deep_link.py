"""Builds links to quoted words. In: a page, its text and a span. Out: an address that leads there.

Web pages and text files get a text fragment (WICG scroll-to-text: `#:~:text=[prefix-,]start[,end]`), PDF gets `#page=`.
A link that misses its words is harmless: the excerpt and the archive still hold them.
"""

from bisect import bisect_right
from typing import Final
from urllib.parse import quote

from tadori.model.ids import Url
from tadori.model.report import ReadPage
from tadori.text.lazy_pattern import lazy_pattern

_SHORT: Final = 48
"""Words up to this length are named whole."""
_WIDE: Final = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_ENDS_OF_BLOCK: Final = lazy_pattern(r"[\n|\t]+")
# Browsers match whole words only. Spaces part words; in Japanese, so do the ends of kana before other scripts.
_CUT: Final = lazy_pattern(r"(?<=[ぁ-ん。、」』）])(?=[^ぁ-ん。、」』）ー\s])|\s+")
_SPACES: Final = lazy_pattern(r"\s+")


def deep_link(page: ReadPage, text: str, start: int, end: int) -> str:
    """The address of `text[start:end]` on `page`, as exact as its media type allows."""
    if page.media_type == "application/pdf":
        number = page_number(page, start)
        return page.url if number is None else f"{page.url.partition('#')[0]}#page={number}"
    if page.media_type.startswith("text/") or page.media_type == "application/xhtml+xml":
        return _with_directive(page.url, _directive(text, start, end))
    return page.url


def page_number(page: ReadPage, start: int) -> int | None:
    """The printed page that holds `start`, where the document has pages."""
    at = bisect_right(page.page_starts, start, key=lambda entry: entry[0])
    return page.page_starts[at - 1][1] if at else None


def _with_directive(url: Url, directive: str) -> str:
    return f"{url}:~:text={directive}" if "#" in url else f"{url}#:~:text={directive}"


def _directive(text: str, start: int, end: int) -> str:
    blocks = _blocks(text, start, end)
    first_from, first_to = blocks[0]
    if len(blocks) == 1 and first_to - first_from <= _SHORT:
        head, tail = first_to, None
    else:
        head = _head(text, first_from, first_to)
        tail = _tail(text, head, *blocks[-1])
    parts = [_encoded(text[first_from:head])]
    if text.find(text[first_from:head]) != first_from:
        before = _words_before(text, first_from)
        parts = [f"{_encoded(before)}-", *parts] if before else parts
    if tail is not None:
        parts.append(_encoded(text[tail : blocks[-1][1]]))
    return ",".join(parts)


def _blocks(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The spans between line breaks and cell borders, which a browser sees as elements; never none."""
    spans: list[tuple[int, int]] = []
    at = start
    for border in [*_ENDS_OF_BLOCK.finditer(text, start, end), None]:
        to = border.start() if border else end
        words = text[at:to]
        if words.strip():
            spans.append((at + len(words) - len(words.lstrip()), at + len(words.rstrip())))
        at = border.end() if border else end
    return spans or [(start, end)]


def _head(text: str, start: int, end: int) -> int:
    """The end of the shortest run of words from `start` that occurs nowhere earlier in the page."""
    least = start + _least(text[start:end])
    for cut in _CUT.finditer(text, start, end):
        if cut.start() >= least and text.find(text[start : cut.start()]) == start:
            return cut.start()
    return end


def _tail(text: str, head: int, start: int, end: int) -> int | None:
    """The start of the shortest run of words up to `end` that does not occur between `head` and there."""
    low = max(start, head)
    most = end - _least(text[start:end])
    for cut in reversed(list(_CUT.finditer(text, low, end))):
        if cut.end() <= most and text.find(text[cut.end() : end], head) == cut.end():
            return cut.end()
    return low if low < end and start >= head else None


def _words_before(text: str, start: int) -> str:
    before = text[max(0, start - _SHORT) : start].rstrip()
    line = _ENDS_OF_BLOCK.split(before)[-1]
    cut = _CUT.search(line)
    return line[cut.end() :] if cut and len(before) == _SHORT else line.strip()


def _least(words: str) -> int:
    # Characters; a shorter run is likely to occur elsewhere on the page. One Japanese character says about as much as
    # two.
    return 10 if _WIDE.search(words) else 18


def _encoded(words: str) -> str:
    """`-`, `,` and `&` have a meaning of their own inside a directive."""
    return quote(_SPACES.sub(" ", words.strip()), safe="").replace("-", "%2D")
