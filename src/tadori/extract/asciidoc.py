"""Reads an AsciiDoc capture as text whose markup LINES are recognised; markup inside a line stays as it is written.

No maintained library of a free licence reads AsciiDoc in Python. Headings, attributes of the document, list marks,
fences and tables are lines of their own and plain to see; nothing else is interpreted, nothing is included.
"""

from collections.abc import Iterator
from typing import Final

from tadori.extract.cleaning import clean_paragraphs
from tadori.extract.composer import TextBlock
from tadori.extract.document import StatedFacts, assembled
from tadori.extract.encodings import decode_text
from tadori.extract.losses import LossCounter
from tadori.extract.plain import clean_lines
from tadori.extract.rows import row_text
from tadori.model.page import Capture, Extracted, FragmentType
from tadori.text.lazy_pattern import lazy_pattern

_HEADING: Final = lazy_pattern(r"^(={1,6}|#{1,6})[ \t]+(\S.*)$")
_UNDERLINE: Final = {"=": 1, "-": 2, "~": 3, "^": 4, "+": 5}
_ATTRIBUTE: Final = lazy_pattern(r"^:(!?[\w-]+!?):[ \t]*(.*)$")
_BLOCK_LINE: Final = lazy_pattern(r"^\[[^\[\]]*\]$|^\[\[[^\[\]]*\]\]$")
_BLOCK_TITLE: Final = lazy_pattern(r"^\.([^\s.].*)$")
_ITEM: Final = lazy_pattern(r"^[ \t]*(?:[*-]|\*{2,5}|\.{1,5}|\d{1,3}\.|<\d{1,2}>)[ \t]+(\S.*)$")
_TERM: Final = lazy_pattern(r"^(\S.*?)(?:::{1,3}|;;)(?:[ \t]+(\S.*))?$")
_ORDER: Final = lazy_pattern(r"^(?:include|image|video|audio|toc|ifdef|ifndef|ifeval|endif)::")
_AUTHOR: Final = lazy_pattern(r"^[^\W\d_][^<>:]{1,80}(?:<[^<>]+>)?$")
_REVISION: Final = lazy_pattern(r"^(?:v?\d[\w.]*,[ \t]*)?(\d{4}-\d{2}-\d{2})(?::.*)?$")
_NOTE: Final = lazy_pattern(r"^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+")
_CELLS: Final = lazy_pattern(r"(?:^|(?<=\s))[\d.+*<^>]{0,6}[a-z]?\|")
_FENCES: Final = {"-": True, ".": True, "+": True, "=": False, "*": False, "_": False, "/": True}
"""Signs of which four or more make a fence; true: what stands between two of them is taken as it is."""


def extract_asciidoc(capture: Capture) -> Extracted:
    """Read an AsciiDoc document.

    Raises:
        SourceGarbled, SourceTooLarge: as `compose`.
    """
    decoded = decode_text(capture.body, capture.charset)
    reader = AsciidocReader(clean_lines(decoded.text).strip("\n").split("\n"))
    blocks = list(reader.blocks())
    facts = StatedFacts(title=reader.title, date=reader.date, author=reader.author)
    return assembled(blocks, capture, facts, notes=decoded.notes, losses=reader.lost.losses())


class AsciidocReader:
    """Turns the lines of one document into blocks. Use once."""

    def __init__(self, lines: list[str]) -> None:
        self.lost = LossCounter()
        self.title = self.date = self.author = ""
        self._lines = lines
        self._at = 0
        self._run: list[str] = []
        self._kind = FragmentType.PARAGRAPH

    def blocks(self) -> Iterator[TextBlock]:
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if not line.strip():
                # A term waits for its definition, which may stand an empty line below it.
                yield from self._end(FragmentType.PARAGRAPH if self._run else self._kind)
                self._at += 1
            else:
                yield from self._line(line)
        yield from self._end()

    def _line(self, line: str) -> Iterator[TextBlock]:
        if fence := _fence(line):
            yield from self._end()
            yield from self._fenced(line, fence)
        elif line.startswith(("|===", ",===", "!===")):
            yield from self._end()
            yield from self._table(line)
        elif (heading := self._heading(line)) is not None:
            yield from self._end()
            yield heading
            self._head_lines()
        elif self._is_order(line):
            yield from self._end()
            self._at += 1
        else:
            yield from self._text(line)
            self._at += 1

    def _text(self, line: str) -> Iterator[TextBlock]:
        item, term, title = _ITEM.match(line), _TERM.match(line), _BLOCK_TITLE.match(line)
        if item:
            yield from self._end(FragmentType.LIST)
            self._run = [item[1]]
        elif term:
            yield from self._end()
            yield from _clean(term[1], FragmentType.LIST)
            self._kind = FragmentType.LIST
            self._run = [term[2]] if term[2] else []
        elif title and not self._run:
            yield from _clean(title[1], FragmentType.FIGURE)
        elif line.strip() == "+":
            yield from self._end(self._kind)
        else:
            if not self._run and line[:1] in " \t" and self._kind is FragmentType.PARAGRAPH:
                yield from self._indented()
                return
            self._run.append(_NOTE.sub("", line) if not self._run else line)

    def _indented(self) -> Iterator[TextBlock]:
        """A paragraph that begins with a space is literal."""
        start = self._at
        while self._at + 1 < len(self._lines) and self._lines[self._at + 1].strip():
            self._at += 1
        yield TextBlock(text="\n".join(self._lines[start : self._at + 1]).strip("\n"), fragment_type=FragmentType.CODE)

    def _end(self, kind: FragmentType = FragmentType.PARAGRAPH) -> Iterator[TextBlock]:
        run, self._run = self._run, []
        held, self._kind = self._kind, kind
        yield from _clean("\n".join(run), held)

    def _heading(self, line: str) -> TextBlock | None:
        found = _HEADING.match(line)
        level, words = (len(found[1]), found[2]) if found else (0, line)
        taken = 1
        below = self._lines[self._at + 1] if self._at + 1 < len(self._lines) else ""
        if not level and not self._run and _is_underline(line, below):
            level, taken = _UNDERLINE[below[0]], 2
        if not level:
            return None
        self._at += taken
        if level == 1 and not self.title:
            self.title = words
        return TextBlock(text=" ".join(words.split()), fragment_type=FragmentType.HEADING, level=level)

    def _head_lines(self) -> None:
        """Author and revision stand right below the title of the document."""
        if self._at > 2:
            return
        if self._at < len(self._lines) and _AUTHOR.match(self._lines[self._at]) and not self.author:
            follows = self._lines[self._at + 1] if self._at + 1 < len(self._lines) else ""
            if "<" in self._lines[self._at] or _REVISION.match(follows) or _ATTRIBUTE.match(follows):
                self.author = self._lines[self._at].partition("<")[0].strip()
                self._at += 1
        if self._at < len(self._lines) and (revision := _REVISION.match(self._lines[self._at])):
            self.date = revision[1]
            self._at += 1

    def _is_order(self, line: str) -> bool:
        """Whether the line says something to a program only; counted, and read where it describes the document."""
        attribute = _ATTRIBUTE.match(line)
        if attribute:
            if attribute[1] in ("revdate", "date") and not self.date:
                self.date = attribute[2]
            elif attribute[1] in ("author", "authors") and not self.author:
                self.author = attribute[2]
            self.lost.add("setting of the document", line)
        elif _ORDER.match(line):
            reason = "text of another file that is included" if line.startswith("include") else "order to a program"
            self.lost.add(reason, line)
        elif line.startswith("//") and not line.startswith("///"):
            self.lost.add("comment", line)
        elif not (_BLOCK_LINE.match(line) or line.strip() in ("'''", "<<<")):
            return False
        return True

    def _fenced(self, line: str, sign: str) -> Iterator[TextBlock]:
        self._at += 1
        if not _FENCES.get(sign, True):
            return  # an example, a sidebar, a quotation: its lines are text like any other
        inside = []
        while self._at < len(self._lines) and self._lines[self._at].rstrip() != line.rstrip():
            inside.append(self._lines[self._at])
            self._at += 1
        self._at += 1
        text = "\n".join(inside).strip("\n")
        if sign == "/":
            self.lost.add("comment", text)
        elif text.strip():
            yield TextBlock(text=text, fragment_type=FragmentType.CODE)

    def _table(self, line: str) -> Iterator[TextBlock]:
        """A table whose rows are lines keeps them; where cells stand one a line, the first line says how many."""
        self._at += 1
        lines: list[str] = []
        while self._at < len(self._lines) and self._lines[self._at].rstrip() != line.rstrip():
            lines.append(self._lines[self._at])
            self._at += 1
        self._at += 1
        rows, has_header = _rows(lines)
        text = "\n".join(filter(None, (row_text(row).strip() for row in rows)))
        if text:
            yield TextBlock(text=text, fragment_type=FragmentType.TABLE, has_header=has_header and "\n" in text)


def _rows(lines: list[str]) -> tuple[list[list[str]], bool]:
    groups: list[list[str]] = [[]]
    for line in lines:
        if not line.strip():
            groups.append([])
            continue
        cells = [cell.strip() for cell in _CELLS.split(line)]
        if cells[0] and groups[-1]:  # the line goes on with the last cell
            groups[-1][-1] += " " + cells[0]
        groups[-1] += cells[1:] if len(cells) > 1 else [] if groups[-1] else cells
    first = next((line for line in lines if line.strip()), "")
    width = len(_CELLS.split(first)) - 1
    has_header = bool(lines) and bool(lines[0].strip()) and len(lines) > 1 and not lines[1].strip()
    cells = [cell for group in groups for cell in group]
    if width < 2:
        rows = [group for group in groups if group]
        return rows, has_header and len({len(row) for row in rows}) == 1
    return [cells[at : at + width] for at in range(0, len(cells), width)], has_header


def _fence(line: str) -> str:
    """The sign of a line that is a fence, or the empty string."""
    bare = line.rstrip()
    if bare in ("--", "```") or (bare.startswith("```") and " " not in bare):
        return "`" if bare.startswith("`") else "="
    return bare[0] if len(bare) >= 4 and bare[0] in _FENCES and bare == bare[0] * len(bare) else ""


def _is_underline(line: str, below: str) -> bool:
    bare = below.rstrip()
    if not bare or bare[0] not in _UNDERLINE or bare != bare[0] * len(bare) or line[:1] in " \t[.:/|":
        return False
    wide = sum(1 if char.isascii() else 2 for char in line.strip())
    return len(bare) >= 3 and (abs(len(bare) - wide) <= 2 or abs(len(bare) - len(line.strip())) <= 2)


def _clean(text: str, kind: FragmentType) -> Iterator[TextBlock]:
    for part in clean_paragraphs(text):
        yield TextBlock(text=part, fragment_type=kind)
