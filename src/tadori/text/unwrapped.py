"""Removes escapes and look-alikes from a text, and maps every character back to the original.

Comes in: any text. Goes out: an `Unwrapped`, each of whose characters knows which stretch of the original it came from.
Removed are the escapes that programs add (percent-encoding, JSON escapes, entities), and what looks the same to a
reader (widths, invisible characters, letters of other scripts). Ciphers are not undone: nothing is decoded that a
person would have to decode.
"""

import html
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import normalised
from tadori.text.views import plain

_WRAPPED: Final = lazy_pattern(
    r"(?:%(?:25){0,3}[0-9A-Fa-f]{2})+|(?:\\{1,4}u[0-9A-Fa-f]{4})+|\\{1,4}x[0-9A-Fa-f]{2}|\\+/"
    r"|&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
)
_BYTE: Final = lazy_pattern(r"%(?:25){0,3}([0-9A-Fa-f]{2})")
_UNIT: Final = lazy_pattern(r"[ux]([0-9A-Fa-f]{2,4})")
_MARKS: Final = frozenset("%\\&")
# Letters of other scripts that look like Latin ones, and signs that look like a slash.
_ALIKE: Final = str.maketrans(
    "аеорсухіјѕԁһѵԛԝαοριντυκχγεзп\\∕⁄╱⧸‐‑‒–—−",
    "aeopcyxijsdhvqwaopivtukxye3n/////------",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unwrapped:
    """`text[i]` comes from `starts[i]` to `ends[i]` of the original."""

    text: str
    starts: "array[int]"
    ends: "array[int]"

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters `start` to `end` (not empty) are in the original."""
        return self.starts[start], self.ends[end - 1]

    def made(self, made_of: Callable[[str], str]) -> "Unwrapped":
        """The same with each character replaced by `made_of` of it."""
        found: list[str] = []
        starts, ends = array("q"), array("q")
        for place, one in enumerate(self.text):
            made = made_of(one)
            found.append(made)
            starts.extend([self.starts[place]] * len(made))
            ends.extend([self.ends[place]] * len(made))
        return Unwrapped(text="".join(found), starts=starts, ends=ends)


def unwrapped(text: str) -> Unwrapped:
    """`text` without escapes, in plain characters; letter case stays."""
    found: list[str] = []
    starts, ends = array("q"), array("q")

    def keep(made: str, start: int, end: int) -> None:
        found.append(made)
        starts.extend([start] * len(made))
        ends.extend([end] * len(made))

    last = 0
    for match in _WRAPPED.finditer(text):
        for place in range(last, match.start()):
            keep(_plain(text[place]), place, place + 1)
        keep("".join(map(_plain, _inside(match[0]))), *match.span())
        last = match.end()
    for place in range(last, len(text)):
        keep(_plain(text[place]), place, place + 1)
    return Unwrapped(text="".join(found), starts=starts, ends=ends)


def folded(view: Unwrapped) -> Unwrapped:
    """Letter case and look-alikes unified; a backslash is a slash. For searching file names."""
    return view.made(_folded)


def letters(view: Unwrapped) -> Unwrapped:
    """Letters and digits only, as in `folded`: the same whatever is between the letters."""
    return view.made(_letters)


def unwrapped_text(text: str) -> str:
    """The text of `unwrapped`, many times faster: to check whether there is anything to find."""
    if not _MARKS.isdisjoint(text):
        text = _WRAPPED.sub(lambda match: _inside(match[0]), text)
    return text.translate(_PLAIN)


def folded_text(plain: str) -> str:
    """The text of `folded`, from that of `unwrapped_text`."""
    return plain.translate(_FOLDED)


def letters_text(plain: str) -> str:
    """The text of `letters`, from that of `unwrapped_text`."""
    return plain.translate(_LETTERS)


def _inside(wrapped: str) -> str:
    """What an escape sequence stands for."""
    match wrapped[0]:
        case "%":
            raw = bytes(int(one, 16) for one in _BYTE.findall(wrapped))
            return raw.decode("utf-8", errors="replace")
        case "&":
            return html.unescape(wrapped)
    if wrapped.endswith("/"):
        return "/"
    units = [int(one, 16) for one in _UNIT.findall(wrapped)]
    return b"".join(one.to_bytes(2, "little") for one in units).decode("utf-16-le", errors="replace")


def _plain(written: str) -> str:
    return _PLAIN[ord(written)]


class _Made(dict[int, str]):
    """Code point → its replacement, computed at first use; `str.translate` reads it."""

    def __init__(self, make: Callable[[str], str]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, point: int) -> str:
        made = self[point] = self._make(chr(point))
        return made


def _made_folded(one: str) -> str:
    return one.casefold().translate(_ALIKE)


def _made_letters(one: str) -> str:
    return "".join(c for c in normalised("NFKD", _made_folded(one)) if c.isalnum())


# At most one entry for each code point there is.
_PLAIN: Final = _Made(plain)
_FOLDED: Final = _Made(_made_folded)
_LETTERS: Final = _Made(_made_letters)


def _folded(one: str) -> str:
    return _FOLDED[ord(one)]


def _letters(one: str) -> str:
    return _LETTERS[ord(one)]
