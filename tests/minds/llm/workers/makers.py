"""Pages and claims for the tests of workers, made as the pipeline makes them."""

from datetime import UTC, datetime

from tadori.claim.extraction import claims_from
from tadori.model.claim import Claim
from tadori.model.ids import EN, Lang, Url, sha256
from tadori.model.page import Fragment, FragmentType, Page, PageType, TextElement


def page_of(text: str, lang: Lang = EN, url: str = "https://a.test/1") -> Page:
    digest = sha256(text.encode("utf-8", "replace"))
    return Page(
        id=Page.id_of(Url(url), digest),
        url=Url(url),
        content_hash=digest,
        text_hash=digest,
        media_type="text/plain",
        byte_length=1,
        text_length=len(text),
        title="t",
        date=None,
        lang=lang,
        page_type=PageType.ARTICLE,
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        source_tag="web",
    )


def stated(text: str, page: Page) -> list[Claim]:
    """What rules find in `text`, the whole text of `page`."""
    piece = TextElement(
        start=0,
        end=len(text),
        fragment_type=FragmentType.PARAGRAPH,
        heading_context="",
        heading_hierarchy=(),
        element_index=0,
    )
    return claims_from(Fragment.of(page, text, piece), page)
