"""What a page says about itself: title, author, own address."""

import pytest

from tests.extract.documents import PROSE, captured, page, read


def titled(head: str, body: str = "") -> str:
    return read(page(f"{body}<div><p>{PROSE}</p></div>", head)).title


@pytest.mark.parametrize(
    ("title", "wanted"),
    [
        ("The tide of Narigama | Harbour News", "The tide of Narigama"),
        ("The tide of Narigama - Harbour News", "The tide of Narigama"),
        ("潮流発電、1年で1510メガワット時｜凪浦新報", "潮流発電、1年で1510メガワット時"),
        ("潮流発電の一年間の記録を公表 - 凪浦新報", "潮流発電の一年間の記録を公表"),
        ("Narigama: the first year", "Narigama: the first year"),
        ("Well-known half-truths", "Well-known half-truths"),
        ("  The\n tide &amp; the  turbine ", "The tide & the turbine"),
    ],
)
def test_the_name_of_the_site_is_cut_from_the_title(title: str, wanted: str) -> None:
    assert titled(f"<title>{title}</title>") == wanted


def test_the_stated_title_goes_before_the_one_of_the_window() -> None:
    assert (
        titled('<title>Site</title><meta property="og:title" content="The tide of Narigama">') == "The tide of Narigama"
    )


def test_the_name_of_the_site_is_known_from_the_head() -> None:
    site = "Tide and Harbour Weekly of the Coast and its Islands"
    head = f'<title>Narigama - {site}</title><meta property="og:site_name" content="{site}">'
    assert titled(head) == "Narigama"


def test_the_heading_that_the_head_repeats_is_the_title_and_not_the_logo() -> None:
    body = "<h1>てくろぐ</h1><h1>2019年のスマホ政策（資料公開）</h1>"
    assert titled("<title>てくろぐ: 2019年のスマホ政策(資料公開)</title>", body) == "2019年のスマホ政策（資料公開）"


def test_without_any_title_the_first_heading_or_else_the_first_words_stand_in() -> None:
    assert titled("", "<h1>A heading</h1>") == "A heading"
    assert titled("") == "The harbour office measured the current for twelve months, a…"


@pytest.mark.parametrize(
    ("head", "author"),
    [
        ('<meta name="author" content="By Abe Rie">', "Abe Rie"),
        ('<script type="application/ld+json">{"author": {"@type": "Person", "name": "綾部理沙"}}</script>', "綾部理沙"),
        ('<script type="application/ld+json">{"author": ["M. K\\u00e9lleth"]}</script>', "M. Kélleth"),
        ('<meta property="article:author" content="https://facebook.com/x">', ""),
        ("", ""),
    ],
)
def test_authors(head: str, author: str) -> None:
    assert read(page(f"<p>{PROSE}</p>", head)).author == author


@pytest.mark.parametrize(
    ("head", "canonical"),
    [
        ('<link rel="canonical" href="https://news.jp/a?id=1">', "https://news.jp/a?id=1"),
        ('<link rel="alternate canonical" href="/a">', "https://example.org/a"),
        ('<meta property="og:url" content="https://news.jp/b">', "https://news.jp/b"),
        ('<link rel="canonical" href="javascript:x">', ""),
        ("", ""),
    ],
)
def test_the_address_a_page_calls_its_own(head: str, canonical: str) -> None:
    assert read(page(f"<p>{PROSE}</p>", head)).canonical == canonical


def test_a_file_from_a_folder_knows_its_web_address_only_if_it_names_one_in_full() -> None:
    html = f'<head><link rel="canonical" href="/a"></head><p>{PROSE}</p>'
    assert read(captured(html, url="file:///library/a.html")).canonical == ""


@pytest.mark.parametrize(
    ("html", "lang"), [(f"<p>{PROSE}</p>", "en"), ("<p>港の事務所は潮流を測り、すべて公表した。</p>", "ja")]
)
def test_language_is_read_from_the_text_and_not_from_the_label(html: str, lang: str) -> None:
    assert read(captured(f'<html lang="fr"><body>{html}</body></html>')).lang == lang
