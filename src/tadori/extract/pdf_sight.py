"""The lines of a PDF page come in; those that nobody sees on it are told from the others.

A line is suspected by what it says of itself (letters without ink, pale, tiny, or outside the page) and judged by the
page as it is painted: where its letters stand, something must be seen. So the unseen text under the picture of a
scanned page stays, and white letters on a dark ground do. Words hidden within a line that is otherwise seen are not
found.
"""

import ctypes
from typing import Any, Final

from tadori.extract.lines import Line

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


def is_suspect(textpage: Any, places: tuple[int, ...], ends: tuple[Edges, Edges], size: tuple[float, float]) -> bool:
    """Whether characters at `places` could be unseen on a page of that size; `ends`: where the first and last stand."""
    if any(right < 0 or top < 0 or left > size[0] or bottom > size[1] for left, bottom, right, top in ends):
        return True
    # A dash is flat by nature: only where all are small is nothing to be read.
    if all(top - bottom < _SMALLEST for _, bottom, _, top in ends):
        boxes = [textpage.get_charbox(place) for place in places]
        if max(top - bottom for _, bottom, _, top in boxes) < _SMALLEST:
            return True
    return _could_be_unseen(textpage, places)


def _could_be_unseen(textpage: Any, places: tuple[int, ...]) -> bool:
    """Whether one of the text objects that the characters belong to, mostly the same, paints little."""
    from pypdfium2 import raw

    asked = set()
    for place in places:
        found = raw.FPDFText_GetTextObject(textpage, place)
        address = ctypes.cast(found, ctypes.c_void_p).value
        if address in asked:
            continue
        asked.add(address)
        if _is_pale(textpage, place) or raw.FPDFTextObj_GetTextRenderMode(found) in _UNPAINTED:
            return True
    return False


def _is_pale(textpage: Any, place: int) -> bool:
    from pypdfium2 import raw

    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not raw.FPDFText_GetFillColor(textpage, place, red, green, blue, alpha):
        return False
    return min(red.value, green.value, blue.value) >= _PALE or alpha.value <= _FAINT


def seen_lines(page: Any, lines: list[Line]) -> list[Line]:
    """`lines` without those of the suspected that are not seen on the painted page."""
    if not any(line.suspect for line in lines):
        return lines
    picture = page.render(scale=_SCALE, grayscale=True).to_numpy()
    left, bottom = page.get_mediabox()[:2]
    return [line for line in lines if not line.suspect or _is_seen(picture, line, left, bottom)]


def _is_seen(picture: Any, line: Line, left: float, bottom: float) -> bool:
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
