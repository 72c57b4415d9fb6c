"""Reads a reStructuredText capture: the tree that docutils makes of it, as blocks with headings, lists, tables, code.

Fields at its top (`:date:`, `:Author:`, 日付) and the mail-like head of a PEP describe the document, and are printed.
Comments, raw markup and tables of contents are left out and counted. Nothing outside the file is read.
"""

from collections.abc import Iterator
from typing import Any, Final

from tadori.extract.cleaning import clean_paragraphs
from tadori.extract.composer import TextBlock
from tadori.extract.document import StatedFacts, assembled
from tadori.extract.encodings import decode_text
from tadori.extract.losses import LossCounter
from tadori.extract.plain import clean_lines
from tadori.extract.rst_markup import WHY, rst_tree
from tadori.model.page import Capture, Extracted, FragmentType
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.superscripts import raised_number

_LABELS: Final = {
    "title": "title",
    "題名": "title",
    "date": "date",
    "日付": "date",
    "published": "date",
    "created": "date",
    "作成日": "date",
    "公開日": "date",
    "author": "author",
    "authors": "author",
    "著者": "author",
    "作者": "author",
}
_HEAD_LINE: Final = lazy_pattern(r"^([A-Z][A-Za-z-]{1,30}|[\u3040-\u30ff\u4e00-\u9fff]{2,12}):[ \t]+(\S.*)$")
_HEAD_MORE: Final = lazy_pattern(r"^[ \t]+\S")
_LEAST_HEAD: Final = 3
"""So many labelled lines at the very top are a head; fewer may be a sentence with a colon."""
_RAISED: Final = {"superscript": "sup", "subscript": "sub"}
_BRACKETED: Final = frozenset({"footnote_reference", "citation_reference"})
_CODE: Final = frozenset({"literal_block", "doctest_block", "math_block"})
_KINDS: Final = {
    "list_item": FragmentType.LIST,
    "definition": FragmentType.LIST,
    "term": FragmentType.LIST,
    "option_group": FragmentType.LIST,
    "description": FragmentType.LIST,
    "block_quote": FragmentType.QUOTE,
    "attribution": FragmentType.QUOTE,
    "caption": FragmentType.FIGURE,
}
_TEXTS: Final = frozenset("paragraph term classifier attribution caption rubric option_group".split())
_NOT_WRITTEN: Final = frozenset("target substitution_definition pending image decoration meta label".split())
"""Nodes without words of their own: what they stand for is printed elsewhere or is no text."""
_RAW: Final = lazy_pattern(r"^[ \t]*\.\.[ \t]+(?:\|[^|]*\|[ \t]*)?raw::|:raw[\w-]*:")
_INCLUDE: Final = lazy_pattern(r"^[ \t]*\.\.[ \t]+(?:include|csv-table|literalinclude)::")
_DEEPEST: Final = 6


def extract_rst(capture: Capture) -> Extracted:
    """Read a reStructuredText document.

    Raises:
        SourceGarbled, SourceTooLarge: as `compose`.
    """
    decoded = decode_text(capture.body, capture.charset)
    head, rest = _head_of(clean_lines(decoded.text))
    reader = RstReader()
    blocks = [TextBlock(text=line, fragment_type=FragmentType.LIST) for line in head]
    blocks += reader.blocks(rst_tree(rest))
    stated = {**reader.stated, **_stated(head)}
    facts = StatedFacts(title=stated.get("title", ""), date=stated.get("date", ""), author=stated.get("author", ""))
    return assembled(blocks, capture, facts, notes=decoded.notes, losses=reader.lost.losses())


def raw_rst_text(source: str) -> str:
    """All words of the tree of `source` in order, then `source` as written."""
    head, rest = _head_of(clean_lines(source))
    words = [_inline(node) for node in rst_tree(rest).findall(lambda node: node.tagname in _LEAVES)]
    return "\n".join([*head, *words, source])


_LEAVES: Final = _TEXTS | _CODE | {"title", "subtitle", "line", "field_name", "comment", "label", "option_string"}


class RstReader:
    """Turns one docutils tree into blocks. Use once."""

    def __init__(self) -> None:
        self.lost = LossCounter()
        self.stated: dict[str, str] = {}
        self._depth = 0
        self._labels: list[str] = []

    def blocks(self, tree: Any) -> list[TextBlock]:
        """All blocks of `tree`, a docutils document."""
        # A lone section below the title is made the subtitle: what follows stands below both.
        self._depth = sum(node.tagname in ("title", "subtitle") for node in tree.children)
        fields = next((node for node in tree.children if node.tagname in ("field_list", "docinfo")), None)
        if fields is not None:
            self.stated = _stated([_field(node) for node in fields.children if node.tagname == "field"])
        return [block for node in tree.children for block in self._of(node, FragmentType.PARAGRAPH)]

    def _of(self, node: Any, kind: FragmentType) -> Iterator[TextBlock]:
        name = node.tagname
        if name == "comment":
            self.lost.add(node.get(WHY, "comment"), node.astext())
        elif name == "system_message":
            yield from self._not_understood(node)
        elif name in _CODE:
            yield from _code(node.astext())
        elif name == "table":
            yield from self._table(node)
        elif name in ("title", "subtitle"):
            yield from self._title(node)
        elif name == "field":
            yield from _clean(_field(node), FragmentType.LIST)
            yield from self._beyond_first(node.children[-1], kind)
        elif name == "line_block":
            yield from _lines(node, kind)
        elif name in _TEXTS:
            words = "".join([*self._labels, _inline(node)])
            self._labels.clear()
            yield from _clean(words, _KINDS.get(name, kind))
        elif name not in _NOT_WRITTEN:
            yield from self._inside(node, _KINDS.get(name, kind))

    def _inside(self, node: Any, kind: FragmentType) -> Iterator[TextBlock]:
        name = node.tagname
        if name == "topic" and "contents" in node.get("classes", ()):
            self.lost.add("table of contents", node.astext())
            return
        if name in ("footnote", "citation"):
            self._labels = [f"[{kid.astext()}] " for kid in node.children if kid.tagname == "label"]
        self._depth += name == "section"
        for kid in node.children:
            if kid.tagname != "#text":
                yield from self._of(kid, kind)
        self._depth -= name == "section"

    def _title(self, node: Any) -> Iterator[TextBlock]:
        is_heading = node.parent.tagname in ("section", "document")
        for text in clean_paragraphs(_inline(node)):
            if is_heading:
                level = self._depth if node.parent.tagname == "section" else 1 + (node.tagname == "subtitle")
                level = min(_DEEPEST, max(1, level))
                yield TextBlock(text=text, fragment_type=FragmentType.HEADING, level=level)
            else:  # of a box: what stands below the box is not below its title
                yield TextBlock(text=text, fragment_type=FragmentType.PARAGRAPH)

    def _beyond_first(self, body: Any, kind: FragmentType) -> Iterator[TextBlock]:
        for kid in body.children[1:]:
            yield from self._of(kid, kind)

    def _not_understood(self, node: Any) -> Iterator[TextBlock]:
        """The source of what docutils could not or must not read: kept as code, except raw markup and inclusions."""
        for kid in node.children:
            if kid.tagname != "literal_block":
                continue
            if _RAW.match(kid.astext()):
                self.lost.add("raw markup", kid.astext())
            elif _INCLUDE.match(kid.astext()):
                self.lost.add("text of another file that is included", kid.astext())
            else:
                yield from _code(kid.astext())

    def _table(self, node: Any) -> Iterator[TextBlock]:
        for title in (kid for kid in node.children if kid.tagname == "title"):
            yield from _clean(_inline(title), FragmentType.FIGURE)
        heads = [row for head in node.findall(lambda n: n.tagname == "thead") for row in head.children]
        rows = list(node.findall(lambda n: n.tagname == "row"))
        lines = [" | ".join(self._cell(cell) for cell in row.children) for row in rows]
        text = "\n".join(line for line in lines if line.strip(" |"))
        if text:
            yield TextBlock(
                text=text, fragment_type=FragmentType.TABLE, has_header=len(heads) == 1 and len(rows) > len(heads)
            )

    def _cell(self, cell: Any) -> str:
        texts = [block.text for kid in cell.children for block in self._of(kid, FragmentType.PARAGRAPH)]
        return " ".join(" ".join(texts).split())


def _clean(text: str, kind: FragmentType) -> Iterator[TextBlock]:
    for part in clean_paragraphs(text):
        yield TextBlock(text=part, fragment_type=kind)


def _code(text: str) -> Iterator[TextBlock]:
    if text.strip():
        yield TextBlock(text=text.strip("\n"), fragment_type=FragmentType.CODE)


def _lines(node: Any, kind: FragmentType) -> Iterator[TextBlock]:
    lines = [" ".join(_inline(line).split()) for line in node.findall(lambda n: n.tagname == "line")]
    text = "\n".join(line for line in lines if line)
    if text:
        yield TextBlock(text=text, fragment_type=kind)


def _field(node: Any) -> str:
    """`name: body` of a field, up to its first paragraph."""
    name, body = node.children[0].astext(), node.children[-1]
    first = body.children[0] if body.children else None
    return f"{name}: {'' if first is None else _inline(first)}".strip()


def _inline(node: Any) -> str:
    """The words of `node` as a reader sees them: marks of notes in brackets, raised numbers raised, no pictures."""
    if not node.children:
        return str(node.astext()) if node.tagname == "#text" or node.tagname in _CODE else ""
    words = "".join(map(_inline, node.children))
    if node.tagname == "option_argument":
        return f"{node.get('delimiter', ' ')}{words}"
    if node.tagname in _BRACKETED:
        return f"[{words}]"
    return raised_number(_RAISED[node.tagname], words) if node.tagname in _RAISED else words


def _head_of(text: str) -> tuple[list[str], str]:
    """The labelled lines that a PEP begins with, and the rest; no lines where there is no such head."""
    lines = text.lstrip("\n").split("\n")
    head: list[str] = []
    for line in lines:
        if _HEAD_LINE.match(line):
            head.append(line.strip())
        elif head and _HEAD_MORE.match(line):
            head[-1] += " " + line.strip()
        else:
            break
    if len(head) < _LEAST_HEAD:
        return [], text
    taken = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    return head, "\n".join(lines[taken:])


def _stated(lines: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in lines:
        label, _, value = line.partition(":")
        name = _LABELS.get(label.strip().lower())
        if name and value.strip():
            found.setdefault(name, value.strip())
    return found
