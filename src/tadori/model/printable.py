r"""Decides what may be printed on a terminal, for every user interface.

Comes in: any text, our own or not. Goes out: text that a terminal only displays. What is known to be harmless stays:
letters, marks, digits, punctuation, symbols, spaces, line breaks and tabs. Everything else (escape sequences, C1
controls, bidirectional and zero-width characters, surrogates of file names that are not UTF-8) is written as `\uXXXX`.
JSON escapes a character the same way, so a line of JSON keeps its value. It does not judge what a text says; our own
colours bypass it (`unfiltered`).
"""

import io
import unicodedata
from collections.abc import Iterable
from typing import Any, BinaryIO, Final, TextIO

_LINES: Final = frozenset("\n\t")
_BLANK_LETTERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters, marks and symbols that show nothing: Unicode's default-ignorable ones and the empty braille pattern."""

_MOST_KEPT: Final = 50_000
"""Characters whose form is remembered; more than any language has."""


def printable(text: str, encoding: str = "utf-8") -> str:
    r"""`text` with everything a terminal might interpret, and all that `encoding` cannot hold, as `\uXXXX`."""
    shown = text if text.isascii() and text.isprintable() else text.translate(_SHOWN)
    try:
        shown.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return "".join(c if _fits(c, encoding) else _escaped(c) for c in shown)
    return shown


def one_line(text: str, most: int = 110) -> str:
    """`text` as part of a line, cut at `most`. White space is collapsed, so nothing in it starts a new line."""
    line = printable(" ".join(text.split()))
    return line if len(line) <= most else line[: most - 1] + "…"


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _fits(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    except LookupError:
        return character.isascii()
    return True


class _Shown(dict[int, str]):
    """What each character is printed as, computed at its first use."""

    def __missing__(self, point: int) -> str:
        character = chr(point)
        harmless = (character.isprintable() or unicodedata.category(character) == "Zs") and (
            character not in _BLANK_LETTERS
        )
        shown = character if harmless or character in _LINES else _escaped(character)
        if len(self) < _MOST_KEPT:
            self[point] = shown
        return shown


_SHOWN: Final = _Shown()


class PrintableStream(io.TextIOBase):
    """A text stream that passes every character through `printable` to the stream behind it."""

    color = True
    """Tells click to strip nothing; the characters are made visible here instead."""
    encoding = "utf-8"
    """Of the input. The output encoding is that of the stream behind."""
    errors = "strict"

    def __init__(self, behind: TextIO) -> None:
        self.behind = behind

    def write(self, text: str) -> int:
        self.behind.write(printable(text, self.behind.encoding or "ascii"))
        return len(text)

    def writelines(self, lines: Iterable[Any]) -> None:
        for line in lines:
            self.write(line)

    def writable(self) -> bool:
        return True

    def flush(self) -> None:
        self.behind.flush()

    def fileno(self) -> int:
        return self.behind.fileno()

    def isatty(self) -> bool:
        return self.behind.isatty()

    @property
    def buffer(self) -> BinaryIO:
        return self.behind.buffer


def unfiltered(stream: TextIO) -> TextIO:
    """The stream behind a `PrintableStream`, for our own colours and progress lines; any other stream itself."""
    return stream.behind if isinstance(stream, PrintableStream) else stream
