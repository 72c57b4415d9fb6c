"""Reads a DocBook capture: sections, paragraphs, lists, glossaries, questions, tables and code, in order.

A part of a book (one `<sect1>` in its file) is read as it stands. An entity is its value where the file declares it,
the character that HTML means by it, or its own name (`&kstars;` is kstars): no other file is opened. Index entries,
pictures and what describes the document are left out and counted; its title, author and date are the document's.
"""

import html
import re
from collections.abc import Iterator
from typing import Any, Final

from tadori.extract.cleaning import clean_paragraphs
from tadori.extract.composer import TextBlock
from tadori.extract.document import StatedFacts, assembled
from tadori.extract.encodings import decode_text
from tadori.extract.losses import LossCounter
from tadori.extract.packed import parsed_xml
from tadori.extract.rows import row_text
from tadori.model.page import Capture, Extracted, FragmentType
from tadori.text.superscripts import raised_number

_PROLOGUE: Final = re.compile(
    r"\s*+(?:<\?xml[^>]*+>\s*+)?(?:<!--.*?-->\s*+)*+(?:<!DOCTYPE[^\[>]*+(?:\[(?P<inside>[^\]]*+)\][^>]*+)?>)?",
    re.DOTALL,
)
_DECLARED: Final = re.compile(r"<!ENTITY\s+([\w.-]{1,60})\s+(?:\"([^\"<&%]{0,80})\"|'([^'<&%]{0,80})')\s*>")
_ENTITY: Final = re.compile(r"<!\[CDATA\[.*?(?:\]\]>|\Z)|&([A-Za-z_][\w.-]{0,60});", re.DOTALL)
_OF_XML: Final = frozenset("amp lt gt quot apos".split())
_SECTIONS: Final = frozenset(
    "set book part reference chapter appendix preface article section sect1 sect2 sect3 sect4 sect5 simplesect"
    " glossary glossdiv bibliography dedication colophon partintro refentry refsect1 refsect2 refsect3"
    " refsection qandadiv".split()
)
_PARAGRAPHS: Final = frozenset(
    "para simpara title subtitle term glossterm bridgehead attribution releaseinfo glosssee glossseealso member"
    " seg segtitle refpurpose refname".split()
)
_KINDS: Final = {
    "listitem": FragmentType.LIST,
    "member": FragmentType.LIST,
    "term": FragmentType.LIST,
    "glossterm": FragmentType.LIST,
    "glossdef": FragmentType.LIST,
    "step": FragmentType.LIST,
    "callout": FragmentType.LIST,
    "blockquote": FragmentType.QUOTE,
    "epigraph": FragmentType.QUOTE,
    "caption": FragmentType.FIGURE,
    "figure": FragmentType.FIGURE,
}
_CODE: Final = frozenset("programlisting screen synopsis literallayout cmdsynopsis funcsynopsis".split())
_TABLES: Final = frozenset("table informaltable".split())
_BLOCKS: Final = (
    _PARAGRAPHS
    | _CODE
    | _TABLES
    | frozenset(_KINDS)
    | frozenset(
        "itemizedlist orderedlist variablelist varlistentry simplelist segmentedlist glosslist glossentry procedure"
        " substeps calloutlist qandaset qandaentry question answer note tip warning caution important sidebar example"
        " informalexample informalfigure mediaobject screenshot formalpara abstract".split()
    )
)
_LEFT_OUT: Final = {
    "indexterm": "index of words",
    "index": "index of words",
    "toc": "table of contents",
    "remark": "comment",
    "screeninfo": "description of a picture",
    "textobject": "description of a picture",
    "imageobject": "description of a picture",
}
_INFO: Final = re.compile(r"(?:\w+)?info|docinfo|refmeta")
_NO_INFO: Final = frozenset({"releaseinfo", "screeninfo"})
_AUTHORS: Final = frozenset({"firstname", "surname", "personname", "orgname"})
_LANG: Final = re.compile(r"lang=[a-z]{2}(?:[-_].*)?")
_BETWEEN: Final = {"keycombo": "+", "menuchoice": " → "}
_RAISED: Final = {"superscript": "sup", "subscript": "sub"}
_DEEPEST: Final = 6


def extract_docbook(capture: Capture) -> Extracted:
    """Read a DocBook document or a part of one.

    Raises:
        SourceGarbled: it is no XML, or without text.
        SourceTooLarge: as `compose`.
    """
    decoded = decode_text(capture.body, capture.charset)
    reader = DocbookReader()
    root = _tree(decoded.text, capture.url)
    blocks = [block for kid in root for block in reader.blocks(kid, FragmentType.PARAGRAPH)]
    return assembled(blocks, capture, _facts(root), notes=decoded.notes, losses=reader.lost.losses())


def raw_docbook_text(source: str, name: str) -> str:
    """Every word of `source` in order, its entities resolved."""
    root = _tree(source, name)
    return "\n".join([_inline(root, None), "".join(root.itertext())])


def _tree(source: str, name: str) -> Any:
    """The tree of `source` below one root of our own: a file may hold several sections."""
    prologue = _PROLOGUE.match(source)
    inside, start = (prologue["inside"] or "", prologue.end()) if prologue else ("", 0)
    declared = {one: double or single for one, double, single in _DECLARED.findall(inside)}
    body = _ENTITY.sub(lambda found: _resolved(found, declared), source[start:])
    return parsed_xml(f"<docbook>{body}</docbook>".encode(), "the document", name)


def _resolved(found: re.Match[str], declared: dict[str, str]) -> str:
    name = found[1]
    if name is None or name in _OF_XML:
        return found[0]
    character = html.unescape(f"&{name};")
    return html.escape(declared.get(name) or (character if not character.startswith("&") else name))


def _name(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _is_info(name: str) -> bool:
    return name not in _NO_INFO and _INFO.fullmatch(name) is not None


def _facts(root: Any) -> StatedFacts:
    """What the outermost section says of itself."""
    outer = next(iter(root), root)
    info = next((kid for kid in outer if _is_info(_name(kid))), None)
    titles = [kid for part in (outer, info) if part is not None for kid in part if _name(kid) == "title"]
    author = next((one for one in info if _name(one) in ("author", "authorgroup")), None) if info is not None else None
    names = [_inline(one, None) for one in author.iter() if _name(one) in _AUTHORS] if author is not None else []
    dates = [_inline(one, None) for one in (info if info is not None else ()) if _name(one) in ("date", "pubdate")]
    return StatedFacts(
        title=_inline(titles[0], None) if titles else "",
        author=" ".join(" ".join(names).split()),
        date=dates[0] if dates else "",
        lang=next((value for key, value in outer.items() if _LANG.fullmatch(f"{key.rpartition('}')[2]}={value}")), ""),
    )


class DocbookReader:
    """Turns one tree into blocks. Use once."""

    def __init__(self) -> None:
        self.lost = LossCounter()
        self._depth = 0

    def blocks(self, element: Any, kind: FragmentType) -> Iterator[TextBlock]:
        """The blocks of `element`, which stands in a list, a quotation or plain text, as `kind` says."""
        name = _name(element)
        kind = _KINDS.get(name, kind)
        if name in _LEFT_OUT:
            self.lost.add(_LEFT_OUT[name], "".join(element.itertext()))
        elif _is_info(name):
            yield from self._info(element, kind)
        elif name in _CODE:
            yield from _code("".join(element.itertext()))
        elif name in _TABLES:
            yield from self._table(element)
        elif name == "title" and _name(element.getparent()) in _SECTIONS:
            yield from self._heading(element)
        elif name in _SECTIONS:
            self._depth += 1
            yield from self._inside(element, kind)
            self._depth -= 1
        else:
            yield from self._inside(element, kind)

    def _info(self, element: Any, kind: FragmentType) -> Iterator[TextBlock]:
        """Of what describes the document, its title and its abstract are text."""
        for kid in element:
            if _name(kid) == "title":
                yield from self._heading(kid)
            elif _name(kid) == "abstract":
                yield from self.blocks(kid, kind)
            else:
                self.lost.add("about the document", "".join(kid.itertext()))

    def _heading(self, element: Any) -> Iterator[TextBlock]:
        for text in clean_paragraphs(_inline(element, self.lost)):
            level = min(_DEEPEST, max(1, self._depth))
            yield TextBlock(text=text, fragment_type=FragmentType.HEADING, level=level)

    def _inside(self, element: Any, kind: FragmentType) -> Iterator[TextBlock]:
        """Runs of words and inline elements are paragraphs; blocks between them stay blocks."""
        run = [element.text or ""]
        for kid in element:
            if _name(kid) in _BLOCKS or _name(kid) in _SECTIONS or _is_info(_name(kid)):
                yield from _paragraphs("".join(run), kind)
                run = []
                yield from self.blocks(kid, kind)
            else:
                run.append(_inline(kid, self.lost))
            run.append(kid.tail or "")
        yield from _paragraphs("".join(run), kind)

    def _table(self, table: Any) -> Iterator[TextBlock]:
        for title in (kid for kid in table if _name(kid) in ("title", "caption")):
            yield from _paragraphs(_inline(title, self.lost), FragmentType.FIGURE)
        rows = [row for row in table.iter() if _name(row) in ("row", "tr")]
        lines = [line for line in map(self._row, rows) if line.strip(" |")]
        heads = sum(_name(row.getparent()) == "thead" for row in rows)
        if lines:
            has_header = heads == 1 and len(lines) > 1
            yield TextBlock(text="\n".join(lines), fragment_type=FragmentType.TABLE, has_header=has_header)

    def _row(self, row: Any) -> str:
        cells = [cell for cell in row if _name(cell) in ("entry", "td", "th")]
        return row_text([" ".join(b.text for b in self._inside(cell, FragmentType.PARAGRAPH)) for cell in cells])


def _paragraphs(text: str, kind: FragmentType) -> Iterator[TextBlock]:
    for part in clean_paragraphs(text):
        yield TextBlock(text=part, fragment_type=kind)


def _code(text: str) -> Iterator[TextBlock]:
    if text.strip():
        yield TextBlock(text=text.strip("\n"), fragment_type=FragmentType.CODE)


def _inline(element: Any, lost: LossCounter | None) -> str:
    """The words of `element` as a reader sees them; `lost` counts what is left out of it."""
    name = _name(element)
    if name in _LEFT_OUT:
        if lost is not None:
            lost.add(_LEFT_OUT[name], "".join(element.itertext()))
        return ""
    if name in _BETWEEN:
        return _BETWEEN[name].join(_inline(kid, lost).strip() for kid in element)
    words = "".join([element.text or "", *(_inline(kid, lost) + (kid.tail or "") for kid in element)])
    if name in _RAISED:
        return raised_number(_RAISED[name], words)
    if name == "quote":
        return f"“{words}”"
    return f" ({' '.join(words.split())})" if name == "footnote" else words
