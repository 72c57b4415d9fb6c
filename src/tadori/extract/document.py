"""Puts what a reader of a document file found together: blocks and stated facts in, `Extracted` out."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

from tadori.extract.composer import LANGUAGE_SAMPLE, TextBlock, compose
from tadori.extract.dates import day_in
from tadori.extract.plain import short_title
from tadori.model.ids import EN, IsoDate, Lang
from tadori.model.page import Capture, Extracted, FragmentType, PageType, TextLoss
from tadori.text.language import language_of

_NO_PROSE: Final = frozenset({FragmentType.CODE, FragmentType.TABLE})
_ENOUGH_PROSE: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedFacts:
    """What a document file says about itself; empty where it says nothing."""

    title: str = ""
    date: str = ""
    """As written; only a full day in it becomes the document's date."""
    author: str = ""
    url: str = ""
    lang: str = ""


def assembled(
    blocks: Iterable[TextBlock],
    capture: Capture,
    facts: StatedFacts,
    *,
    notes: tuple[str, ...] = (),
    losses: tuple[TextLoss, ...] = (),
) -> Extracted:
    """The document of `blocks`; without a stated title its first heading is the title, then its first words.

    Raises:
        SourceGarbled, SourceTooLarge: as `compose`.
    """
    held = list(blocks)
    text, pieces = compose(held, capture.url)
    first_heading = next((block.text for block in held if block.level), "")
    return Extracted(
        title=" ".join(facts.title.split()) or first_heading or short_title(text),
        date=_date(facts.date),
        lang=Lang(facts.lang[:2].lower()) if facts.lang[:2].isalpha() else _language(held),
        page_type=PageType.DOCUMENT,
        text=text,
        pieces=pieces,
        author=" ".join(facts.author.split()),
        canonical=facts.url if facts.url.startswith(("http://", "https://")) else "",
        notes=notes,
        losses=losses,
    )


def file_name(capture: Capture) -> str:
    """The name of the file that `capture` was read from, or the last part of its address."""
    return PurePosixPath(unquote(urlsplit(capture.url).path)).name


def _date(stated: str) -> IsoDate | None:
    return day_in(stated) if stated else None


def _language(blocks: list[TextBlock]) -> Lang:
    """The language of the prose; that of the rest where there is none."""
    prose = "\n".join(block.text for block in blocks[:400] if block.fragment_type not in _NO_PROSE)
    if len(prose) >= _ENOUGH_PROSE or all(block.fragment_type not in _NO_PROSE for block in blocks[:400]):
        return language_of(prose[:LANGUAGE_SAMPLE])
    sample = "\n".join([prose, *(block.text for block in blocks[:50])])[:LANGUAGE_SAMPLE]
    # Names, numbers and code tell no two languages in Latin letters apart: they are taken for English.
    return EN if sample.isascii() else language_of(sample)
