"""Reads an HTML capture. The order of the steps is here, each step is in its own module.

`text` is NFC: full-width and compatibility forms stay as printed, so that a quotation is found on the page again.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tadori.errors import SourceGarbled, SourceTooLarge
from tadori.extract.asides import drop_asides
from tadori.extract.body import body_of
from tadori.extract.boxes import Box, BoxReader
from tadori.extract.cascade import HiddenElement, HidingStyles
from tadori.extract.composer import LANGUAGE_SAMPLE, TextBlock, compose
from tadori.extract.date_lines import page_lines
from tadori.extract.encodings import as_utf8
from tadori.extract.head import absolute_url, canonical_of, head_of, page_author, page_title
from tadori.extract.imprint import imprint_of
from tadori.extract.layout import blocks_of, elements_of, everything_in, links_of
from tadori.extract.page_types import is_for_sharing, page_type_of
from tadori.extract.plain import short_title
from tadori.extract.publication import date_of
from tadori.extract.stylesheets import StylesTooLarge
from tadori.extract.text_losses import losses_of
from tadori.extract.torn_sentences import joined_over_code
from tadori.model.page import Capture, Extracted, TextLoss
from tadori.model.thresholds import MAX_ELEMENTS
from tadori.text.language import language_of
from tadori.text.tags import MOST_ATTRIBUTES, has_many_attributes

_MAX_DEPTH: Final = 2000
"""libxml2 stops at 2 048 and drops what is deeper; a page that reaches this would be read in part."""
_MAX_LINKS: Final = 2000
_ROUNDS: Final = 6
"""How often the body may move because what was found hides something."""


def extract_html(capture: Capture) -> Extracted:
    """Read an HTML page.

    Raises:
        SourceTooLarge: too many elements, too deep, too much text.
        SourceGarbled: no markup or no text at all.
    """
    page, notes = as_utf8(capture.body, capture.charset)
    tree = parse_html(page, capture.url)
    head = head_of(tree)
    title = page_title(head).rstrip("¶ ")
    seen = _visible(tree, title, capture.url, is_article=is_for_sharing(head, capture.url))
    text, pieces = compose(seen.blocks, capture.url)
    title = title or short_title(text)
    base = absolute_url(head.base, capture.url) or capture.url
    canonical = canonical_of(head, base)
    return Extracted(
        title=title,
        date=date_of(head, tree, lambda: page_lines(seen.root, title), canonical or capture.url),
        lang=language_of(text[:LANGUAGE_SAMPLE]),
        page_type=page_type_of(head, seen.body, title, canonical or capture.url),
        text=text,
        pieces=pieces,
        author=page_author(head),
        canonical=canonical,
        links=_absolute_links(links_of(seen.body), base),
        notes=(*notes, *seen.notes),
        losses=seen.losses,
        imprint=imprint_of(tree, head),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """What a reader of the page sees of it."""

    root: Box
    body: Box
    blocks: list[TextBlock]
    notes: tuple[str, ...]
    losses: tuple[TextLoss, ...]


def _visible(tree: Any, title: str, source: str, *, is_article: bool) -> _Seen:
    """All boxes, the body, its blocks, and what is not among them."""

    def body_found(root: Box) -> tuple[Box, list[TextBlock]]:
        body = body_of(root, title, is_article=is_article)
        drop_asides(body, is_article=is_article)
        blocks = blocks_of(body)
        # A page that calls all of itself furniture is still better read than lost.
        return (body, blocks) if blocks else (root, everything_in(root))

    return _seen(tree, source, body_found)


def everything_visible(page: bytes, source: str) -> tuple[list[TextBlock], tuple[str, ...]]:
    """All visible text of an HTML document that is main text throughout, and a note about hidden text."""
    blocks, notes, _ = everything_counted(page, source)
    return blocks, notes


def everything_counted(page: bytes, source: str) -> tuple[list[TextBlock], tuple[str, ...], tuple[TextLoss, ...]]:
    """As `everything_visible`, with what was left out."""
    seen = _seen(parse_html(page, source), source, lambda root: (root, everything_in(root)))
    return seen.blocks, seen.notes, seen.losses


def _seen(tree: Any, source: str, found: Callable[[Box], tuple[Box, list[TextBlock]]]) -> _Seen:
    """Find the body, leave out what style sheets hide in it, and find it again until nothing more is hidden."""
    concealment = HidingStyles(tree)
    hidden: dict[Any, HiddenElement] = {}
    for _ in range(_ROUNDS):
        reader = BoxReader(hidden)
        root = reader.read(tree)
        if reader.depth >= _MAX_DEPTH:
            raise SourceTooLarge(source=source, reason=f"elements are nested more than {_MAX_DEPTH} deep")
        body, blocks = found(root)
        try:
            more = concealment.hidden_among(elements_of(body) or elements_of(root))
        except StylesTooLarge as exc:
            raise SourceTooLarge(source=source, reason=f"cannot tell what is hidden: {exc}") from exc
        if hidden.keys() >= more.keys():
            notes, losses = hidden_note(reader.left_out), losses_of(root, body, reader.skipped)
            return _Seen(root=root, body=body, blocks=joined_over_code(blocks), notes=notes, losses=losses)
        hidden.update(more)
    raise SourceTooLarge(source=source, reason="cannot tell what is hidden: every part of it hides something else")


def hidden_note(left_out: list[tuple[Any, str]]) -> tuple[str, ...]:
    """What a page hides, counted by how it does; nothing where it hides no words."""
    counted = Counter(reason for element, reason in left_out if any(map(str.isalnum, "".join(element.itertext()))))
    if not counted:
        return ()
    ways = ", ".join(f"{reason} {count}" for reason, count in sorted(counted.items()))
    return (f"{counted.total()} passages that the page hides from its readers were left out ({ways})",)


def parse_html(page: bytes, source: str) -> Any:
    """The element tree of `page` (UTF-8), after counting its tags: what would be a bomb is never built.

    Raises:
        SourceTooLarge: more than `MAX_ELEMENTS` elements.
        SourceGarbled: nothing in it is markup.
    """
    # No element is shorter than three bytes: most pages need no counting.
    if len(page) > 3 * MAX_ELEMENTS and page.count(b"<") - page.count(b"</") - page.count(b"<!") > MAX_ELEMENTS:
        raise SourceTooLarge(source=source, reason=f"more than {MAX_ELEMENTS} elements")
    if has_many_attributes(page):
        raise SourceTooLarge(source=source, reason=f"an element has more than {MOST_ATTRIBUTES} attributes")
    from lxml import etree  # lazy: 30 ms; only where a page is read

    # Without a doctype of its own a page is read as of old, which must stay visible.
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, default_doctype=False
    )
    try:
        tree = etree.fromstring(page.replace(b"\x00", b"") if b"\x00" in page else page, parser)
    except etree.ParserError as exc:
        raise SourceGarbled(source=source, reason="there is no HTML in it") from exc
    if tree is None:
        raise SourceGarbled(source=source, reason="there is no HTML in it")
    return tree


def _absolute_links(addresses: list[str], base: str) -> tuple[str, ...]:
    found = (absolute_url(address, base) for address in addresses[: 4 * _MAX_LINKS] if not address.startswith("#"))
    return tuple(dict.fromkeys(link for link in found if link))[:_MAX_LINKS]
