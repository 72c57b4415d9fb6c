"""A captured document, the text extracted from it, and the fragments it is cut into. Types only."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from tadori.model.ids import IsoDate, Lang, Sha256, Url, content_id, sha256, text_hash


class PageType(StrEnum):
    """§3.1.2; decides how a page is read and followed."""

    ARTICLE = "article"
    KNOWLEDGE = "knowledge"
    FORUM = "forum"
    NOTICE = "notice"
    LIST = "list"
    LOGIN = "login"
    DOCUMENT = "document"
    """PDF, text, Markdown: a file rather than a web page."""
    OTHER = "other"


class FragmentType(StrEnum):
    """§5.1.2."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST = "list"
    TABLE = "table"
    QUOTE = "quote"
    FIGURE = "figure"
    CODE = "code"
    ASIDE = "aside"
    """Prose beside the main text: a sidebar, a boxed aside, a footnote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    level: int
    """1 to 6; 7 and more: what heads a part of the text only, the term of a definition or the title of an aside."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TextElement:
    """One element of an extracted text: exactly `text[start:end]` of the page's text, in code points."""

    start: int
    end: int
    fragment_type: FragmentType
    heading_context: str
    """The nearest heading above, or the empty string at the top."""
    heading_hierarchy: tuple[Heading, ...]
    element_index: int
    """Position below its nearest heading, from 0."""
    page_number: int | None = None
    """The page of a paged document (PDF) it begins on, from 1: for deep links."""
    has_header: bool = False
    """Whether the document marks the first line of this table as its header row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLoss:
    """Text of a document that did not reach its extracted text, with the reason. Never silent: each one is counted."""

    reason: str
    """One short English phrase, the same for the same cause: `navigation`, `footer`, `hidden by a style`, `no OCR`."""
    characters: int
    """How many characters that are no white space were left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imprint:
    """What a document says about the work it is a part of; empty where it says nothing.

    Addresses are as written, relative to the document, so that they do not depend on where a folder lies.
    """

    work: str = ""
    """The name of the whole: what its link to the first page is called, or the footer of a manual page."""
    site: str = ""
    """The site or publisher that it names (`og:site_name`, `dc.publisher`)."""
    running: tuple[str, ...] = ()
    """Parts of its title before and after its own heading, as sites and manuals put their name there."""
    home: str = ""
    """The relative address of the first page or table of contents of the whole."""
    generator: str = ""
    """The program that made it, with version."""
    holder: str = ""
    """Who holds the copyright, by the line at its end or beginning."""
    neighbours: tuple[str, ...] = ()
    """Relative addresses of documents that it links to, without fragments; the first and last ones."""


NO_IMPRINT: Final = Imprint()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """What extraction reads out of one document. `text` is final: all later offsets point into it."""

    title: str
    date: IsoDate | None
    lang: Lang
    page_type: PageType
    text: str
    pieces: tuple[TextElement, ...]
    author: str = ""
    canonical: str = ""
    """The address the document itself claims (`rel=canonical`, `og:url`, a WARC target), or empty."""
    links: tuple[str, ...] = ()
    """Absolute addresses the body links to, in order (for tracing citations)."""
    notes: tuple[str, ...] = ()
    """What could not be read, in words: `page 3: scanned, no OCR installed`. Each becomes an event."""
    losses: tuple[TextLoss, ...] = ()
    """Text that was left out, one entry a reason."""
    extraction: str = ""
    """Version of the rules and libraries that read it: the same version reads the same bytes the same way."""
    imprint: Imprint = NO_IMPRINT


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """Raw bytes as they were received, before extraction."""

    url: Url
    body: bytes
    media_type: str
    """Without parameters, lower case: `text/html`."""
    charset: str | None
    fetched_at: datetime
    source_tag: str
    """`library` for files, otherwise the route through which the page came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One document at one address with one content; a changed document is another page."""

    id: str
    url: Url
    content_hash: Sha256
    """Of the raw bytes."""
    text_hash: Sha256
    """Of the extracted text."""
    media_type: str
    byte_length: int
    text_length: int
    title: str
    date: IsoDate | None
    lang: Lang
    page_type: PageType
    fetched_at: datetime
    source_tag: str
    author: str = ""
    canonical: str = ""
    """See `Extracted.canonical`; decides domain and trust of a document from a folder."""
    extraction: str = ""
    """See `Extracted.extraction`; empty for pages read before this was recorded."""
    imprint: Imprint = NO_IMPRINT
    """See `Extracted.imprint`; empty for pages read before this was recorded."""

    @staticmethod
    def id_of(url: Url, content_hash: Sha256) -> str:
        return content_id("pg", url, content_hash)

    @staticmethod
    def of(capture: Capture, extracted: Extracted) -> "Page":
        """The page of a capture and what was extracted from it."""
        content_hash = sha256(capture.body)
        return Page(
            id=Page.id_of(capture.url, content_hash),
            url=capture.url,
            content_hash=content_hash,
            text_hash=text_hash(extracted.text),
            media_type=capture.media_type,
            byte_length=len(capture.body),
            text_length=len(extracted.text),
            title=extracted.title,
            date=extracted.date,
            lang=extracted.lang,
            page_type=extracted.page_type,
            fetched_at=capture.fetched_at,
            source_tag=capture.source_tag,
            author=extracted.author,
            canonical=extracted.canonical,
            extraction=extracted.extraction,
            imprint=extracted.imprint,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fragment:
    """A passage with its address: this text at this place of this page."""

    id: str
    page_id: str
    text: str
    text_hash: Sha256
    start: int
    end: int
    fragment_type: FragmentType
    heading_context: str
    heading_hierarchy: tuple[Heading, ...]
    element_index: int
    page_number: int | None = None
    has_header: bool = False

    @property
    def piece(self) -> TextElement:
        """The piece of the page's text that it was cut from."""
        return TextElement(
            start=self.start,
            end=self.end,
            fragment_type=self.fragment_type,
            heading_context=self.heading_context,
            heading_hierarchy=self.heading_hierarchy,
            element_index=self.element_index,
            page_number=self.page_number,
            has_header=self.has_header,
        )

    def stands_apart_from(self, other: "Fragment") -> bool:
        """Whether something else heads `other`, or one of the two stands beside the main text."""
        is_aside = self.fragment_type is FragmentType.ASIDE
        if is_aside != (other.fragment_type is FragmentType.ASIDE):
            return True
        return self.heading_hierarchy != other.heading_hierarchy

    @staticmethod
    def of(page: Page, text: str, piece: TextElement) -> "Fragment":
        """The fragment that `piece` cuts out of `text`, the whole extracted text of `page`."""
        words = text[piece.start : piece.end]
        digest = text_hash(words)
        return Fragment(
            id=content_id("fr", page.content_hash, page.url, piece.start, piece.end, digest),
            page_id=page.id,
            text=words,
            text_hash=digest,
            start=piece.start,
            end=piece.end,
            fragment_type=piece.fragment_type,
            heading_context=piece.heading_context,
            heading_hierarchy=piece.heading_hierarchy,
            element_index=piece.element_index,
            page_number=piece.page_number,
            has_header=piece.has_header,
        )


def heading_texts(fragment: Fragment) -> tuple[str, ...]:
    """The headings above a fragment, outermost first."""
    return tuple(heading.text for heading in fragment.heading_hierarchy)
