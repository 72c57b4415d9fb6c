"""Reads a Markdown capture: its rendered text with structure, without link targets and markup.

Front matter (`title date author url lang`) describes the document and is not part of its text. HTML inside is read as
HTML: what it hides stays hidden.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from tadori.errors import SourceTooLarge
from tadori.extract.boxes import BoxReader
from tadori.extract.cleaning import LINE, clean_paragraphs
from tadori.extract.composer import LANGUAGE_SAMPLE, TextBlock, compose
from tadori.extract.dates import day_in
from tadori.extract.encodings import decode_text
from tadori.extract.html import everything_visible, parse_html
from tadori.extract.layout import texts_of
from tadori.extract.plain import clean_lines, short_title
from tadori.model.ids import Lang
from tadori.model.page import Capture, Extracted, FragmentType, PageType
from tadori.model.thresholds import MAX_TEXT_CHARS
from tadori.text.language import language_of
from tadori.text.superscripts import MARKUP, raised_number

FRONT_MATTER: Final = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_KEY: Final = re.compile(r"^([A-Za-z_-]{2,30})\s*:\s*(.*?)\s*$", re.MULTILINE)
_KEYS: Final = {
    "title": "title",
    "date": "date",
    "published": "date",
    "pubdate": "date",
    "published_at": "date",
    "publishdate": "date",
    "created": "date",
    "updated": "changed",
    "last_updated": "changed",
    "lastmod": "changed",
    "modified": "changed",
    "author": "author",
    "authors": "author",
    "url": "url",
    "canonical": "url",
    "canonical_url": "url",
    "source": "url",
    "permalink": "url",
    "lang": "lang",
    "language": "lang",
}
_KINDS: Final = {
    "list_item_open": FragmentType.LIST,
    "blockquote_open": FragmentType.QUOTE,
}
_MARKS: Final = "[*_`<!|"
_MAX_MARKS: Final = 100_000
"""The parser takes longer than linear for masses of unclosed marks."""
_COULD_HIDE: Final = re.compile(
    r"<[a-z][^>]*\s(?:style|hidden|aria-hidden|bgcolor|color)\b|<(?:style|link|template|noscript|script|dialog)\b",
    re.IGNORECASE,
)
_TAG: Final = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)[^>]*>")
_TAGS: Final = re.compile(r"<!--.*?-->|<[^<>]*>", re.DOTALL)
_HAS_WORDS: Final = re.compile(r"\w")


def extract_markdown(capture: Capture) -> Extracted:
    """Read a Markdown document.

    Raises:
        SourceGarbled, SourceTooLarge: as `compose`; too large also for masses of markup.
    """
    decoded = decode_text(capture.body, capture.charset)
    whole = clean_lines(decoded.text)
    stated = front_matter_of(whole)
    if len(whole) > MAX_TEXT_CHARS or sum(map(whole.count, _MARKS)) > _MAX_MARKS:
        raise SourceTooLarge(source=capture.url, reason="too long or too much marked up to be read as Markdown")
    blocks, notes = _read(FRONT_MATTER.sub("", whole, count=1), capture.url)
    text, pieces = compose(blocks, capture.url)
    first_heading = next((block.text for block in blocks if block.level), "")
    url = stated.get("url", "")
    return Extracted(
        title=stated.get("title", "") or first_heading or short_title(text),
        date=day_in(stated.get("date", "")) or day_in(stated.get("changed", "")),
        lang=Lang(stated["lang"][:2].lower())
        if len(stated.get("lang", "")) >= 2
        else language_of(text[:LANGUAGE_SAMPLE]),
        page_type=PageType.DOCUMENT,
        text=text,
        pieces=pieces,
        author=stated.get("author", ""),
        canonical=url if url.startswith(("http://", "https://")) else "",
        notes=(*decoded.notes, *notes),
    )


def _read(text: str, source: str) -> tuple[list[TextBlock], tuple[str, ...]]:
    """The blocks of a document, and what was noted.

    Where HTML in it could hide something, all of it is read as the HTML that a browser would get: an element that one
    piece of HTML opens and another closes hides the Markdown between them.
    """
    if _COULD_HIDE.search(text):
        return everything_visible(_parser().render(text).encode(), source)
    return list(_blocks(_parser().parse(text), source)), ()


def front_matter_of(text: str) -> dict[str, str]:
    """What the front matter states, by `title date changed author url lang`; only plain `key: value` lines are read."""
    match = FRONT_MATTER.match(text)
    found: dict[str, str] = {}
    for key, value in _KEY.findall(match[1]) if match else []:
        name = _KEYS.get(key.lower())
        if name and value:
            found.setdefault(name, value.strip("\"'[]"))
    return found


@cache
def _parser() -> Any:
    from markdown_it import MarkdownIt  # lazy: only where a Markdown file is read

    return MarkdownIt("commonmark").enable("table")


def _blocks(tokens: list[Any], source: str) -> Iterator[TextBlock]:
    kinds = [FragmentType.PARAGRAPH]
    level = 0
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.type == "table_open":
            end = next(i for i in range(at, len(tokens)) if tokens[i].type == "table_close")
            # A table of Markdown always begins with its header row.
            yield TextBlock(text=_table(tokens[at:end]), fragment_type=FragmentType.TABLE, has_header=True)
            at = end
        elif token.type in _KINDS:
            kinds.append(_KINDS[token.type])
        elif token.type in ("list_item_close", "blockquote_close"):
            kinds.pop()
        elif token.type == "heading_open":
            level = int(token.tag[1])
        elif token.type == "heading_close":
            level = 0
        else:
            yield from _leaf(token, kinds[-1], level, source)
        at += 1


def _leaf(token: Any, kind: FragmentType, level: int, source: str) -> Iterator[TextBlock]:
    if token.type == "inline":
        for text in clean_paragraphs(_inline(token)):
            if level:
                yield TextBlock(text=text, fragment_type=FragmentType.HEADING, level=level)
            else:
                yield TextBlock(text=text, fragment_type=kind)
    elif token.type in ("fence", "code_block"):
        code = token.content.strip("\n")
        if code.strip():
            yield TextBlock(text=code, fragment_type=FragmentType.CODE)
    elif token.type == "html_block" and _HAS_WORDS.search(_TAGS.sub("", token.content)):
        # A lone closing tag is no document: a browser skips it, and so do we.
        for text in texts_of(BoxReader().read(parse_html(f"<div>{token.content}</div>".encode(), source))):
            yield TextBlock(text=text, fragment_type=kind)


def _inline(token: Any) -> str:
    """The text a reader sees of an inline token: no markup, no link targets."""
    parts: list[str] = []
    opened: dict[str, int] = {}
    for child in token.children or []:
        if child.type == "html_inline":
            _raise(child.content, parts, opened)
        elif child.type in ("text", "code_inline", "text_special"):
            parts.append(child.content)
        elif child.type == "link_open":
            opened.clear()  # `<sup>[4](#note)</sup>` is a note's mark
        elif child.type == "softbreak":
            parts.append("\n")
        elif child.type == "hardbreak":
            parts.append(LINE)
    return "".join(parts)


def _raise(tag: str, parts: list[str], opened: dict[str, int]) -> None:
    """Where `tag` closes a `<sup>` or `<sub>`: what was read since it opened, raised if it is a number."""
    match = _TAG.match(tag)
    name = match[2].lower() if match else ""
    if match is None or name not in MARKUP:
        return
    start = opened.pop(name, None)
    if not match[1]:
        opened[name] = len(parts)
    elif start is not None:
        parts[start:] = [raised_number(name, "".join(parts[start:]))]


def _table(tokens: list[Any]) -> str:
    rows: list[list[str]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(" ".join(clean_paragraphs(_inline(token))))
    return "\n".join(" | ".join(row) for row in rows if any(row))
