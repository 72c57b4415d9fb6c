"""The links of a page with the text around them: an HTML page or an extracted text comes in, links in order go out.

One pass, bounded; navigation, header, footer and forms are left out, lists of notes and references are marked.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tadori.errors import AddressForbidden, SourceTooLarge
from tadori.model.ids import Url
from tadori.model.thresholds import MAX_DOCUMENT_BYTES
from tadori.model.web_thresholds import MAX_LINKS
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.tags import has_many_attributes
from tadori.text.urls import parse_url

_BEFORE: Final = 120
_AFTER: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedLink:
    """A link in the body of a page, with the text around it in the same block."""

    url: Url
    words: str
    before: str = ""
    after: str = ""
    footnote: bool = False
    """Stands in a list of notes or references."""


def cited_links(html: bytes, url: str, charset: str | None = None) -> tuple[CitedLink, ...]:
    """The links of an HTML page with the words around them; navigation, header and footer are left out.

    Raises:
        SourceTooLarge: more bytes than a document may have.
    """
    if len(html) > MAX_DOCUMENT_BYTES:
        raise SourceTooLarge(url, f"a page of more than {MAX_DOCUMENT_BYTES} bytes")
    tree = parse_page(html, charset)
    if tree is None:
        return ()
    reading = _Reading()
    reading.read(tree)
    text = "".join(reading.text)
    found = []
    for href, start, end, footnote in reading.links[:MAX_LINKS]:
        address = _absolute(href, url)
        if address is None:
            continue
        before = text[max(0, start - _BEFORE) : start].rpartition("\n")[2]
        after = text[end : end + _AFTER].partition("\n")[0]
        words = " ".join(text[start:end].split())[:200]
        found.append(CitedLink(url=address, words=words, before=before, after=after, footnote=footnote))
    return tuple(found)


def cited_links_in_text(text: str, links: Sequence[str]) -> tuple[CitedLink, ...]:
    """The links of an extracted page with the words around each, where its address stands in the text."""
    found = []
    for link in links[:MAX_LINKS]:
        address = _absolute(link, link)
        if address is None:
            continue
        at = text.find(link)
        before = text[max(0, at - _BEFORE) : at].rpartition("\n")[2] if at >= 0 else ""
        after = text[at + len(link) : at + len(link) + _AFTER].partition("\n")[0] if at >= 0 else ""
        found.append(CitedLink(url=address, words="", before=before, after=after))
    return tuple(found)


_NOTES: Final = lazy_pattern(
    r"^\W*(?:references?|sources?|notes?|footnotes?|bibliography|works cited|citations?"
    r"|参考文献|参考資料|参考|出典|脚注|注釈?|引用文献|情報源)\W*$",
    re.IGNORECASE,
)
_NOTE_MARK: Final = lazy_pattern(
    r"footnote|reflist|references?\b|bibliograph|citation|\bcite|endnote|脚注", re.IGNORECASE
)
_SKIPPED: Final = frozenset(
    {"script", "style", "noscript", "template", "svg", "nav", "header", "footer", "form", "button"}
)
_BLOCKS: Final = frozenset(
    "p li td th dd dt div blockquote figcaption section article main body h1 h2 h3 h4 h5 h6 tr ul ol table pre br"
    " aside".split()
)
_HEADINGS: Final = frozenset("h1 h2 h3 h4 h5 h6 dt".split())


def _absolute(href: str, base: str) -> Url | None:
    """The absolute address of a link; None when it leads to no other page (`javascript:`, `mailto:`, `#section`)."""
    if href.strip().startswith("#"):
        return None
    try:
        return parse_url(href, base)
    except AddressForbidden:
        return None


def parse_page(html: bytes, charset: str | None) -> Any:
    """The tree of a page; None when there is nothing to parse, or an element with more attributes than a page has."""
    from lxml import etree  # lazy: lxml takes 30 ms to load, and only some pages need it
    from lxml import html as lxml_html  # lazy: lxml takes 30 ms to load, and only some pages need it

    if has_many_attributes(html):
        return None
    try:
        parser = lxml_html.HTMLParser(encoding=charset or _stated(html), remove_comments=True, remove_pis=True)
    except LookupError:
        parser = lxml_html.HTMLParser(encoding=_stated(html), remove_comments=True, remove_pis=True)
    try:
        return lxml_html.document_fromstring(html, parser=parser)
    except etree.ParserError:
        return None


def _stated(html: bytes) -> str | None:
    """`utf-8` when the bytes are valid UTF-8; otherwise None: the parser then uses the declared charset."""
    try:
        html.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"


class _Reading:
    """Reads a page in one pass: its text, one line per block, and the position of each link in it."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.length = 0
        self.links: list[tuple[str, int, int, bool]] = []
        self._notes = False

    def read(self, tree: Any) -> None:
        from lxml import etree  # lazy: lxml takes 30 ms to load, and only some pages need it

        skipping: Any = None
        marked: list[Any] = []
        open_links: list[tuple[Any, int]] = []
        for event, element in etree.iterwalk(tree, events=("start", "end")):
            name = element.tag if isinstance(element.tag, str) else ""
            if skipping is not None:
                if event == "end" and element is skipping:
                    skipping = None
                    self._add(element.tail)
                continue
            if event == "start":
                if name in _SKIPPED:
                    skipping = element
                    continue
                self._open(element, name, marked)
                if name == "a" and element.get("href"):
                    open_links.append((element, self.length))
                self._add(element.text)
            else:
                self._close(element, name, marked, open_links)
                self._add(element.tail)

    def _open(self, element: Any, name: str, marked: list[Any]) -> None:
        if name in _BLOCKS:
            self._add("\n")
        if name in _HEADINGS:
            self._notes = _NOTES.match(" ".join(element.text_content()[:200].split())) is not None
        if _NOTE_MARK.search(f"{element.get('class') or ''} {element.get('id') or ''} {element.get('role') or ''}"):
            marked.append(element)

    def _close(self, element: Any, name: str, marked: list[Any], open_links: list[tuple[Any, int]]) -> None:
        if open_links and open_links[-1][0] is element:
            _, start = open_links.pop()
            self.links.append((element.get("href"), start, self.length, self._notes or bool(marked)))
        if marked and marked[-1] is element:
            marked.pop()
        if name in _BLOCKS:
            self._add("\n")

    def _add(self, words: str | None) -> None:
        if words:
            plain = words if words == "\n" else re.sub(r"\s+", " ", words)
            self.text.append(plain)
            self.length += len(plain)
