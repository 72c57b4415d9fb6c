"""Reads all text of a raw document as simply as possible, independently of the extractor.

`verify` looks here for the letters and digits of every quotation, so that an extractor that invents text is caught. It
shares parsing with the extractor and nothing else: no finding of the body, no cleaning, no layout.
"""

import html
import re
from collections.abc import Callable
from typing import Final

from tadori.extract.boxes import MACHINERY
from tadori.extract.csv_table import raw_csv_text
from tadori.extract.docbook import raw_docbook_text
from tadori.extract.docx import raw_docx_text
from tadori.extract.encodings import as_utf8, decode_text
from tadori.extract.epub import epub_pages
from tadori.extract.html import parse_html
from tadori.extract.json_records import raw_json_text
from tadori.extract.markdown import FRONT_MATTER
from tadori.extract.odt import raw_odt_text
from tadori.extract.pdf import raw_pdf_text
from tadori.extract.rdap import rdap_raw_text
from tadori.extract.rst import raw_rst_text
from tadori.extract.sniff import DocumentKind, document_kind
from tadori.model.page import Capture
from tadori.text.normalise import strip_invisible
from tadori.text.superscripts import MARKUP, is_raised, raised, raised_in

# Possessive, and stopping at the next mark of their kind: a search through masses of unclosed marks stays linear.
_INLINE: Final = r"\((?:[^()]|\([^()]*+\))*+\)"
_LABEL: Final = r"\[(?P<label>[^\[\]]*+)\]"
_PICTURE: Final = r"!\[[^\[\]]*+\]"
_TARGETS: Final = (re.compile(_PICTURE + _INLINE), re.compile(r"(?<=\])" + _INLINE))
_REFERENCES: Final = (re.compile(_PICTURE + _LABEL), re.compile(r"(?<=\])" + _LABEL))
_DEFINITION: Final = re.compile(r"^ {0,3}\[([^\[\]]+)\]:", re.MULTILINE)
_TAG: Final = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*+(?:\s[^<>]*+)?/?>")
_OTHER_TAG: Final = re.compile(r"</?(?!su[pb][\s/>])[A-Za-z][A-Za-z0-9-]*+(?:\s[^<>]*+)?/?>", re.IGNORECASE)
_LINE_MARK: Final = re.compile(r"^[ \t]{0,12}(?:(?:>|[-+*](?=[ \t]))[ \t]{0,4}){1,8}", re.MULTILINE)
_PARTING: Final = frozenset("td th tr li dt dd p div br h1 h2 h3 h4 h5 h6 section article blockquote caption".split())
"""What a browser begins on a new line or in a new cell: a sign before it belongs to nothing behind it."""
_ATTRIBUTES: Final = ("alt", "title", "content", "aria-label")


def raw_text(capture: Capture) -> str:
    """Every word the raw document holds, in document order.

    Raises:
        SourceGarbled, SourceTooLarge: as `Extraction.extract`.
    """
    return strip_invisible(_RAW.get(document_kind(capture), _as_written)(capture))


def _as_written(capture: Capture) -> str:
    """All characters of a file that is text: its marks are no letters."""
    return decode_text(capture.body, capture.charset).text


def _html_text(capture: Capture) -> str:
    return _page_text(as_utf8(capture.body, capture.charset)[0], capture.url)


def _page_text(page: bytes, source: str) -> str:
    """All text nodes in order, then what attributes say (which stands nowhere in the order of reading)."""
    from lxml import etree  # lazy: 30 ms; only where a page is read

    walker = etree.iterwalk(parse_html(page, source), events=("start", "end"))
    texts: list[str] = []
    said: list[str] = []
    number = ""
    for event, element in walker:
        if event == "end":
            number = "" if element.tag == number else number
            texts.append("\n" if element.tag in _PARTING else "")
            texts.append(raised(number, element.tail or "") if number else element.tail or "")
            continue
        texts.append("\n" if element.tag in _PARTING else "")
        number = element.tag if element.tag in MARKUP and is_raised(element) else number
        said.extend(value for value in map(element.get, _ATTRIBUTES) if value)
        if element.tag in MACHINERY:
            walker.skip_subtree()
        else:
            texts.append(raised(number, element.text or "") if number else element.text or "")
    return "".join(texts) + "\n" + "\n".join(said)


def _markdown_text(text: str) -> str:
    """Markdown without link targets, pictures and tags, the words between them in order; then all of it as written."""
    front = FRONT_MATTER.match(text)
    rest = _LINE_MARK.sub("", _without_comments(text[front.end() :] if front else text))
    defined = {label.casefold() for label in _DEFINITION.findall(rest)}

    def without(mark: re.Match[str]) -> str:
        """A reference is markup where its label is defined (or empty), and words where it is not."""
        return mark[0] if mark["label"] and mark["label"].casefold() not in defined else ""

    for target in _TARGETS:
        rest = target.sub("", rest)
    for reference in _REFERENCES:
        rest = reference.sub(without, rest)
    rest = raised_in(_OTHER_TAG.sub("", rest))
    return f"{html.unescape(_TAG.sub('', rest))}\n{text}"


def _without_comments(text: str) -> str:
    parts = []
    start = 0
    while (opening := text.find("<!--", start)) >= 0 and (closing := text.find("-->", opening)) >= 0:
        parts.append(text[start:opening])
        start = closing + 3
    return "".join([*parts, text[start:]])


_RAW: Final[dict[DocumentKind, Callable[[Capture], str]]] = {
    DocumentKind.HTML: _html_text,
    DocumentKind.PDF: raw_pdf_text,
    DocumentKind.MARKDOWN: lambda capture: _markdown_text(_as_written(capture)),
    DocumentKind.RDAP: rdap_raw_text,
    DocumentKind.RST: lambda capture: raw_rst_text(_as_written(capture)),
    DocumentKind.DOCBOOK: lambda capture: raw_docbook_text(_as_written(capture), capture.url),
    DocumentKind.DOCX: raw_docx_text,
    DocumentKind.EPUB: lambda capture: "\n".join(_page_text(page, capture.url) for page in epub_pages(capture)),
    DocumentKind.ODT: raw_odt_text,
    DocumentKind.CSV: raw_csv_text,
    DocumentKind.JSON: lambda capture: raw_json_text(_as_written(capture), lines=False),
    DocumentKind.JSON_LINES: lambda capture: raw_json_text(_as_written(capture), lines=True),
}
"""What is not in it (text, AsciiDoc, programs) is compared as it is written."""
