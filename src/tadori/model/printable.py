r"""What may be printed on a terminal: the one decision, for every face.

Comes in: any text, our own or somebody else's. Goes out: text that a terminal only shows. What is proven harmless
stays: letters, marks, digits, punctuation, symbols, spaces, line breaks and tabs. Everything else (escape sequences, C1
controls, bidirectional and zero-width characters, surrogates of file names that are not UTF-8) is written visibly as
`\uXXXX`. That is also how JSON writes a character, so a line of JSON keeps its value.
It does not judge what words say, and colours of our own are added behind it (`unfiltered`).
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
    r"""`text` with everything that a terminal might obey, and all that `encoding` cannot hold, as `\uXXXX`."""
    shown = text if text.isascii() and text.isprintable() else text.translate(_SHOWN)
    try:
        shown.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return "".join(c if _fits(c, encoding) else _escaped(c) for c in shown)
    return shown


def one_line(text: str, most: int = 110) -> str:
    """`text` as a part of a line, cut at `most`. White space is one space: nothing in it begins a line of its own."""
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
    """What each character is printed as, found out the first time that it is met."""

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
    """A text stream whose every character passes `printable` on its way to the stream behind it."""

    color = True
    """click then takes nothing out of what it is given, and it is shown."""
    encoding = "utf-8"
    """Of what comes in. What goes out is the matter of the stream behind."""
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
    """The stream behind a `PrintableStream`, for our own colours and moving lines; any other stream itself."""
    return stream.behind if isinstance(stream, PrintableStream) else stream
