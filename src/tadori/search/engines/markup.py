"""Parses result pages: a response comes in, a tree of elements and the plain text of its parts go out.

Sizes are checked before anything is parsed. What a result looks like is not known here (`result_rows.py`).
"""

import codecs
import re
from collections.abc import Iterator
from typing import Any, Final

from tadori.errors import SourceGarbled, SourceTooLarge
from tadori.model.engine import EngineResponse
from tadori.model.thresholds import MAX_RESULT_PAGE_BYTES, MAX_RESULT_PAGE_ELEMENTS
from tadori.text.normalise import strip_invisible

HtmlElement = Any
"""An lxml element; untyped, because lxml is imported only where a page is parsed."""

_META: Final = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{1,40})", re.IGNORECASE)
_MANY_ATTRIBUTES: Final = re.compile(
    r"<[a-zA-Z][^\s/>]*+(?:[\s/]++[^\s/>=]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+))?+){500}"
)
"""libxml2's time grows with the square of the number of attributes of one element."""
_SILENT: Final = frozenset("script style svg noscript template head button select".split())
"""Elements whose text is not shown to a reader."""
_INLINE: Final = frozenset(
    "a abbr b bdi bdo cite code em font i kbd mark q s small span strong sub sup time u wbr".split()
)


def parse_result_page(response: EngineResponse, engine: str) -> HtmlElement:
    """The elements of a page.

    Raises:
        SourceTooLarge: over `MAX_RESULT_PAGE_BYTES`, or with more elements or attributes than any real page.
        SourceGarbled: there is no markup in it.
    """
    if len(response.body) > MAX_RESULT_PAGE_BYTES:
        raise SourceTooLarge(
            engine, f"a result page of {len(response.body)} bytes; {MAX_RESULT_PAGE_BYTES} are allowed"
        )
    text = body_text(response).replace("\x00", "")
    if not text.strip():
        raise SourceGarbled(engine, "the page is empty")
    if text.count("<") - text.count("</") > MAX_RESULT_PAGE_ELEMENTS:
        raise SourceTooLarge(engine, f"a result page of more than {MAX_RESULT_PAGE_ELEMENTS} elements")
    if _MANY_ATTRIBUTES.search(text):
        raise SourceTooLarge(engine, "an element of the result page has more than 500 attributes")
    return _parsed(text, engine)


def _parsed(text: str, engine: str) -> HtmlElement:
    from lxml import etree  # lazy: lxml takes 30 ms to load, and only some pages need it

    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        tree = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except etree.ParserError as exc:
        raise SourceGarbled(engine, "there is no HTML in the page") from exc
    if tree is None:
        raise SourceGarbled(engine, "there is no HTML in the page")
    return tree


def body_text(response: EngineResponse) -> str:
    """The text of a body: decoded with the charset of its header or `<meta>` when that works, else as UTF-8."""
    body = response.body.removeprefix(codecs.BOM_UTF8)
    meta = _META.search(body[:4096])
    for name in (response.charset, meta.group(1).decode("ascii") if meta else None):
        text = _decoded(body, name) if name else None
        if text is not None:
            return text
    return body.decode("utf-8", "replace")


def _decoded(body: bytes, name: str) -> str | None:
    try:
        return body.decode(name)
    except (LookupError, UnicodeError, ValueError):
        return None


def element_text(element: HtmlElement, limit: int) -> str:
    """The text of an element on one line, blocks separated by spaces, at most `limit` characters, nothing invisible."""
    parts: list[str] = []
    length = 0
    for part in _pieces(element):
        parts.append(part)
        length += len(part) + 1  # empty elements count too: a page may have nothing but
        if length > 4 * limit:
            break
    return single_line("".join(parts), limit)


def single_line(text: str, limit: int) -> str:
    """`text` on one line, without invisible and direction-changing characters."""
    clean = " ".join(strip_invisible(" ".join(text.split())).split())
    return clean if len(clean) <= limit else clean[: limit - 1].rstrip() + "…"


def _pieces(element: HtmlElement) -> Iterator[str]:
    """The pieces of text below `element` in order, with a space wherever a block begins or ends."""
    from lxml import etree  # lazy: lxml takes 30 ms to load, and only some pages need it

    skipped = 0
    for event, node in etree.iterwalk(element, events=("start", "end")):
        silent = node.tag in _SILENT
        edge = "" if node.tag in _INLINE else " "
        if event == "start":
            skipped += silent
            if not skipped:
                yield edge + (node.text or "")
            continue
        skipped -= silent
        if not skipped:
            yield edge + ((node.tail or "") if node is not element else "")


def inner_text(html: str, limit: int) -> str:
    """The text of a piece of markup that came inside JSON (`<b>words</b> &amp; more`)."""
    if "<" not in html and "&" not in html:
        return single_line(html, limit)
    from lxml import etree  # lazy: lxml takes 30 ms to load, and only some pages need it

    tree = etree.fromstring(
        f"<div>{html[: 8 * limit]}</div>".encode("utf-8", "replace"), etree.HTMLParser(encoding="utf-8")
    )
    return element_text(tree, limit)


def has_class(name: str) -> str:
    """An XPath condition: the element has the class `name`."""
    return f'contains(concat(" ", normalize-space(@class), " "), " {name} ")'
