"""Removes the lines of a PDF page that nobody sees on it.

A line is suspected by its own properties (letters without ink, pale, tiny, or outside the page) and judged by the
rendered page: there must be something visible where its letters are. So the invisible text under the picture of a
scanned page stays, and white letters on a dark ground do. Words hidden within a line that is otherwise visible are not
found.
"""

import ctypes
from typing import Any, Final

from tadori.extract.lines import PrintedLine

_PALE: Final = 230
_FAINT: Final = 20
_SMALLEST: Final = 1.0
"""Points: letters less high than this are no letters to a reader."""
_SCALE: Final = 2.0
_SEEN: Final = 12
"""Of 255: two spots that differ less look alike."""
_UNPAINTED: Final = frozenset({3, 7})
"""Ways to set text in PDF that paint nothing."""


Edges = tuple[float, float, float, float]
"""Left, bottom, right, top of a character."""


class UnseenLineDetector:
    """Finds lines of one page that may be invisible. Results are cached by text object."""

    def __init__(self, textpage: Any, size: tuple[float, float]) -> None:
        from pypdfium2 import raw  # lazy: 60 ms; only where a PDF is read

        self._textpage = textpage
        self._size = size
        self._raw = raw
        self._colour = [ctypes.c_uint() for _ in range(4)]
        self._known: dict[int | None, bool] = {}

    def of(self, first: int, last: int, ends: tuple[Edges, Edges]) -> bool:
        """Whether a line from one place to another could be unseen; `ends`: where these two characters stand."""
        width, height = self._size
        if any(right < 0 or top < 0 or left > width or bottom > height for left, bottom, right, top in ends):
            return True
        middle = (first + last) // 2
        # A dash is flat by nature: only where all are small is nothing to be read.
        if all(top - bottom < _SMALLEST for _, bottom, _, top in ends):
            _, bottom, _, top = self._textpage.get_charbox(middle)
            if top - bottom < _SMALLEST:
                return True
        one, other = self._object(first), self._object(last)
        if self._paints_little(one, first) or self._paints_little(other, last):
            return True
        # What stands between two characters of one text object belongs to it, too.
        return one[0] != other[0] and self._paints_little(self._object(middle), middle)

    def _object(self, place: int) -> tuple[int | None, Any]:
        found = self._raw.FPDFText_GetTextObject(self._textpage, place)
        return ctypes.cast(found, ctypes.c_void_p).value, found

    def _paints_little(self, one: tuple[int | None, Any], place: int) -> bool:
        address, text_object = one
        if address is None or address not in self._known:
            mode = self._raw.FPDFTextObj_GetTextRenderMode(text_object)
            self._known[address] = mode in _UNPAINTED or self._is_pale(place)
        return self._known[address]

    def _is_pale(self, place: int) -> bool:
        if not self._raw.FPDFText_GetFillColor(self._textpage, place, *self._colour):
            return False
        red, green, blue, alpha = self._colour
        return min(red.value, green.value, blue.value) >= _PALE or alpha.value <= _FAINT


def seen_lines(page: Any, lines: list[PrintedLine]) -> list[PrintedLine]:
    """`lines` without the suspected ones that are not visible on the rendered page."""
    if not any(line.suspect for line in lines):
        return lines
    picture = page.render(scale=_SCALE, grayscale=True).to_numpy()
    left, bottom = page.get_mediabox()[:2]
    return [line for line in lines if not line.suspect or _is_seen(picture, line, left, bottom)]


def _is_seen(picture: Any, line: PrintedLine, left: float, bottom: float) -> bool:
    """Whether there is anything but one even ground where the letters of `line` stand."""
    height = picture.shape[0]
    if line.top - line.bottom < _SMALLEST:
        return False
    rows = slice(
        max(0, int(height - (line.top - bottom) * _SCALE)), max(0, int(height - (line.bottom - bottom) * _SCALE) + 1)
    )
    columns = slice(max(0, int((line.left - left) * _SCALE)), max(0, int((line.right - left) * _SCALE) + 1))
    spot = picture[rows, columns]
    return bool(spot.size) and int(spot.max()) - int(spot.min()) >= _SEEN
