"""Reads a plain text capture: its paragraphs and items by the shape of its lines (`plain_blocks.py`), without markup.

Leading lines such as `Title: …`, `Date: …`, `URL: …` (and 題名, 日付 …) are read as metadata and printed too.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tadori.extract.composer import LANGUAGE_SAMPLE, TextBlock, compose
from tadori.extract.dates import day_in
from tadori.extract.encodings import decode_text
from tadori.extract.plain_blocks import PlainBlocks
from tadori.model.page import Capture, Extracted, FragmentType, PageType
from tadori.text.language import language_of
from tadori.text.normalise import normalised, strip_invisible

_LABELS: Final = {
    "title": "title",
    "subject": "title",
    "題名": "title",
    "件名": "title",
    "タイトル": "title",
    "date": "date",
    "published": "date",
    "posted": "date",
    "created": "date",
    "updated": "changed",
    "last updated": "changed",
    "last modified": "changed",
    "last change": "changed",
    "更新日": "changed",
    "最終更新": "changed",
    "最終更新日": "changed",
    "日付": "date",
    "公開日": "date",
    "発行日": "date",
    "掲載日": "date",
    "投稿日": "date",
    "作成日": "date",
    "author": "author",
    "from": "author",
    "by": "author",
    "著者": "author",
    "作成者": "author",
    "url": "url",
    "source": "url",
    "出典": "url",
}
_LABELLED: Final = re.compile(
    r"^\s*((?:Last |last )?[A-Za-z\u3040-\u30ff\u4e00-\u9fff]{2,12}(?:-[A-Za-z]{1,12}){0,3})\s*[:：]\s*(\S.*)$"
)
_HEADER_LINES: Final = 40
_LONGEST_TITLE: Final = 120
_CUT_TITLE: Final = 60
_SENTENCE_END: Final = tuple(".!?。！？、,;；")


def extract_plain(capture: Capture) -> Extracted:
    """Read a plain text document.

    Raises:
        SourceGarbled, SourceTooLarge: as `compose`.
    """
    decoded = decode_text(capture.body, capture.charset)
    whole = clean_lines(decoded.text)
    stated = header_fields(whole)
    title = stated.get("title", "") or short_title(whole)
    text, pieces = compose(_blocks(whole, title, has_head=bool(stated)), capture.url)
    return Extracted(
        title=title,
        date=day_in(stated.get("date", "")) or day_in(stated.get("changed", "")),
        lang=language_of(text[:LANGUAGE_SAMPLE]),
        page_type=PageType.DOCUMENT,
        text=text,
        pieces=pieces,
        author=stated.get("author", ""),
        canonical=stated.get("url", "") if stated.get("url", "").startswith(("http://", "https://")) else "",
        notes=decoded.notes,
    )


def _blocks(whole: str, title: str, *, has_head: bool) -> Iterator[TextBlock]:
    """The blocks; the first one is a heading where it is the title, more follows, and it is no sentence."""
    blocks = PlainBlocks(whole).blocks(verbatim_first=has_head)
    first = next(blocks, None)
    second = next(blocks, None)
    if first is None:
        return
    if first.text == title and second is not None and not first.level and not title.endswith(_SENTENCE_END):
        first = replace(first, fragment_type=FragmentType.HEADING, level=1)
    yield first
    if second is not None:
        yield second
        yield from blocks


def clean_lines(text: str) -> str:
    """`text` in NFC with `\\n` line ends, without invisible characters and without white space at line ends."""
    text = normalised("NFC", text).replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    return "\n".join(line.rstrip() for line in strip_invisible(text).split("\n"))


def header_fields(text: str) -> dict[str, str]:
    """The fields that labelled lines at the very top give, by `title date changed author url`."""
    found: dict[str, str] = {}
    for line in text.lstrip().split("\n", _HEADER_LINES)[:_HEADER_LINES]:
        match = _LABELLED.match(line)
        if match is None and found and line[:1] in (" ", "\t") and line.strip():
            continue  # a field of a mail that goes on
        if match is None:
            break
        # A label we do not know (`To:`, 発信:) is still part of the head of a mail or notice.
        name = _LABELS.get(match[1].lower())
        if name is not None:
            found.setdefault(name, match[2].strip())
    return found


def short_title(text: str) -> str:
    """The first line with a word, where it looks like a title: short and not a sentence; otherwise its beginning."""
    line = next((line.strip() for line in text.split("\n") if has_word(line)), "")
    if len(line) <= _LONGEST_TITLE and not line.endswith(_SENTENCE_END):
        return line
    return line if len(line) <= _CUT_TITLE else line[:_CUT_TITLE].rstrip() + "…"


def has_word(text: str) -> bool:
    """Whether `text` has a letter or a digit: a row of punctuation names nothing."""
    return any(map(str.isalnum, text))
