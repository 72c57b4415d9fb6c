"""What kind of page it is, by its structure."""

import pytest

from tadori.model.page import PageType
from tests.extract.documents import PROSE, PROSE_JA, captured, read

NEWS = '<script type="application/ld+json">{"@type":"NewsArticle"}</script>'
LINKS = "".join(f'<p><a href="/{n}">Headline number {n} of today</a></p>' for n in range(9))
LONG = f"<p>{PROSE} {PROSE_JA}</p>" * 4


@pytest.mark.parametrize(
    ("url", "head", "body", "kind"),
    [
        ("https://e.org/a", "", LONG, PageType.ARTICLE),
        ("https://e.org/a", NEWS, f"<p>{PROSE} {PROSE_JA}</p>", PageType.ARTICLE),
        ("https://e.org/wiki/Tide", "", LONG, PageType.KNOWLEDGE),
        ("https://e.org/x", '<meta name="generator" content="MediaWiki 1.41">', LONG, PageType.KNOWLEDGE),
        ("https://docs.e.org/x", "", LONG, PageType.KNOWLEDGE),
        ("https://e.org/forum/12", "", LONG, PageType.FORUM),
        ("https://e.org/x", '<script type="application/ld+json">{"@type": "QAPage"}</script>', LONG, PageType.FORUM),
        ("https://e.jp/press-release/12", "", LONG, PageType.NOTICE),
        ("https://e.jp/x", "<title>工事のお知らせ</title>", LONG, PageType.NOTICE),
        ("https://e.org/x", "", "<form><input type=password></form><p>Please sign in.</p>", PageType.LOGIN),
        ("https://e.org/x", "", LINKS, PageType.LIST),
        ("https://e.org/x", "", "<p>Closed on Monday</p>", PageType.OTHER),
    ],
)
def test_page_types(url: str, head: str, body: str, kind: PageType) -> None:
    assert read(captured(f"<html><head>{head}</head><body>{body}</body></html>", url=url)).page_type is kind


def test_an_article_with_a_login_box_is_an_article() -> None:
    assert read(captured(f"<form><input type=password></form>{LONG}")).page_type is PageType.ARTICLE
