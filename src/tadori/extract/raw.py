"""Reads all text of a raw document as simply as possible, independently of the extractor.

`verify` looks here for the letters and digits of every quotation, so that an extractor that invents text is caught. It
shares parsing with the extractor and nothing else: no finding of the body, no cleaning, no layout.
"""

import html
import re
from typing import Final

from tadori.extract.boxes import MACHINERY
from tadori.extract.encodings import as_utf8, decode_text
from tadori.extract.html import parse_html
from tadori.extract.markdown import FRONT_MATTER
from tadori.extract.pdf import raw_pdf_text
from tadori.extract.rdap import rdap_raw_text
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
    match document_kind(capture):
        case DocumentKind.HTML:
            return strip_invisible(_html_text(capture))
        case DocumentKind.PDF:
            return strip_invisible(raw_pdf_text(capture))
        case DocumentKind.MARKDOWN:
            return strip_invisible(_markdown_text(decode_text(capture.body, capture.charset).text))
        case DocumentKind.TEXT:
            return strip_invisible(decode_text(capture.body, capture.charset).text)
        case DocumentKind.RDAP:
            return rdap_raw_text(capture)


def _html_text(capture: Capture) -> str:
    """All text nodes in order, then what attributes say (which stands nowhere in the order of reading)."""
    from lxml import etree  # lazy: 30 ms; only where a page is read

    walker = etree.iterwalk(parse_html(as_utf8(capture.body, capture.charset)[0], capture.url), events=("start", "end"))
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
