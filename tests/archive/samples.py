"""Small pages for the archive's tests, ja and en."""

from datetime import UTC, datetime

from tadori.model.ids import JA, Lang, Url, sha256, text_hash
from tadori.model.page import Capture, Page, PageType

MOMENT = datetime(2026, 11, 16, 3, 4, 5, 678, tzinfo=UTC)
Sample = tuple[Page, Capture, str]


def sample(
    url: str = "file:///library/notes.html",
    body: bytes = b"<p>The bridge is 15 m long.</p>",
    text: str = "The bridge is 15 m long.",
    *,
    media_type: str = "text/html",
    charset: str | None = "utf-8",
    lang: Lang = JA,
) -> Sample:
    """A page, its capture and its text, as extraction would hand them over."""
    address, content = Url(url), sha256(body)
    page = Page(
        id=Page.id_of(address, content),
        url=address,
        content_hash=content,
        text_hash=text_hash(text),
        media_type=media_type,
        byte_length=len(body),
        text_length=len(text),
        title="橋の記録",
        date=None,
        lang=lang,
        page_type=PageType.ARTICLE,
        fetched_at=MOMENT,
        source_tag="library",
    )
    capture = Capture(
        url=address, body=body, media_type=media_type, charset=charset, fetched_at=MOMENT, source_tag="library"
    )
    return page, capture, text


def japanese() -> Sample:
    return sample(
        "file:///library/橋 の記録.txt",
        "橋の長さは15メートルである。".encode("shift_jis"),
        "橋の長さは15メートルである。",
        media_type="text/plain",
        charset="shift_jis",
    )
