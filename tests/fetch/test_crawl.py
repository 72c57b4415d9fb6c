import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import SourceTooLarge
from tadori.fetch.crawl import LinkPlace, PageLink, next_links, page_links
from tadori.model.ids import Url
from tadori.model.page import PageType

HOST = "https://www.nagi.test"
PAGE = f"{HOST}/articles/start"


def places(html: str) -> dict[str, str]:
    return {link.url.removeprefix(HOST): link.place.value for link in page_links(html.encode(), PAGE)}


def link(path: str, place: LinkPlace = LinkPlace.BODY, text: str = "記事") -> PageLink:
    return PageLink(url=Url(HOST + path), text=text, place=place)


def after(page_type: PageType, *links: PageLink, depth: int = 0, limit: int = 50) -> list[str]:
    found = next_links(PAGE, page_type, links, depth=depth, seen={PAGE}, limit=limit)
    return [url.removeprefix(HOST) for url in found]


JAPANESE = """<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>潮流発電</title></head><body>
<header><a href="/">トップ</a></header>
<nav class="global-nav"><ul><li><a href="/about">会社概要</a></li></ul></nav>
<main><article><header><h1><a href="/articles/start">潮流発電</a></h1></header>
<div class="article-toc"><p>目次</p><ol><li><a href="#1">その1</a></li>
<li><a href="/articles/ch2">第2章</a></li></ol></div>
<p>発電量は<a href="/data/2023">2023年度の統計</a>による。<a href="https://other.test/x">他社</a></p>
<ul><li><a href="/data/list">一覧の項目</a></li></ul>
<p class="page-links"><a href="/articles/start?page=2">次へ</a> <a href="/articles/start?page=0">前へ</a></p>
<h2>関連記事</h2><ul><li><a href="/articles/r1">渦潮</a></li></ul>
<h2>お知らせ</h2><p><a href="/info">休館日</a></p>
</article></main>
<footer><a href="/privacy">個人情報</a></footer></body></html>"""


@pytest.mark.req("L7")
def test_links_of_a_japanese_page_know_their_places() -> None:
    assert places(JAPANESE) == {
        "/": "nav",
        "/about": "nav",
        "/articles/ch2": "toc",
        "/data/2023": "body",
        "https://other.test/x": "body",
        "/data/list": "item",
        "/articles/start?page=2": "next",
        "/articles/start?page=0": "nav",
        "/articles/r1": "related",
        "/info": "body",
        "/privacy": "footer",
    }


ENGLISH = """<html><body class="has-sidebar"><div id="site-header"><a href="/home">Home</a></div>
<div role="main"><nav id="toc"><a href="/c/1">One</a></nav>
<section><div><strong>See also</strong></div><p><a href="/s/1">Tides</a></p></section>
<p>As <a href="/cited">they wrote</a>.</p>
<div class="pagination"><a href="/p/2">2</a><a href="/p/3">3</a></div>
<article class="card"><a href="/card"><h3>Headline</h3></a></article></div>
<aside class="sidebar"><h3>Related articles</h3><a href="/r/1">A</a><h3>Tools</h3><a href="/t/1">B</a></aside>
<div class="footer-links"><a href="/legal">Legal</a></div></body></html>"""


@pytest.mark.req("L7")
def test_links_of_an_english_page_know_their_places() -> None:
    assert places(ENGLISH) == {
        "/home": "nav",
        "/c/1": "toc",
        "/s/1": "related",
        "/cited": "body",
        "/p/2": "next",
        "/p/3": "next",
        "/card": "item",
        "/r/1": "related",
        "/t/1": "nav",
        "/legal": "footer",
    }


@pytest.mark.parametrize("heading", ["目次", "■目次", "もくじ", "このページの内容", "Contents", "On this page"])
def test_a_heading_announces_a_table_of_contents(heading: str) -> None:
    assert places(f"<h2>{heading}</h2><ul><li><a href='/x'>x</a></li></ul>") == {"/x": "toc"}


@pytest.mark.parametrize(
    "heading",
    ["関連リンク", "【関連情報】", "あわせて読みたい", "参考文献", "Further reading", "More on tides", "References"],
)
def test_a_heading_announces_related_pages(heading: str) -> None:
    assert places(f"<div><p><b>{heading}</b></p></div><ul><li><a href='/x'>x</a></li></ul>") == {"/x": "related"}


@pytest.mark.parametrize("text", ["次へ", "次のページ", "次ページへ", "Next", "next page »", "›", "次の20件"])
def test_words_that_lead_on(text: str) -> None:
    assert places(f"<p><a href='/x'>{text}</a></p>") == {"/x": "next"}


@pytest.mark.parametrize("text", ["前へ", "« 前のページ", "前の記事へ", "Previous", "← Previous Post", "Newer posts"])
def test_words_that_lead_back_are_navigation(text: str) -> None:
    assert places(f"<p><a href='/x'>{text}</a></p>") == {"/x": "nav"}


@pytest.mark.parametrize("text", ["2024", "12", "次世代の発電", "nextdoor", "続きを読む"])
def test_other_words_do_not(text: str) -> None:
    assert places(f"<p><a href='/x'>{text}</a></p>") == {"/x": "body"}


def test_a_link_named_contents_announces_nothing() -> None:
    assert places("<div><p><a href='/toc'>目次</a></p><p><a href='/x'>x</a></p></div>") == {
        "/toc": "body",
        "/x": "body",
    }


def test_what_a_heading_announced_ends_with_its_container() -> None:
    html = "<div><h3>関連記事</h3><a href='/r'>r</a></div><p><a href='/x'>x</a></p>"
    assert places(html) == {"/r": "related", "/x": "body"}


def test_a_link_that_stands_twice_keeps_its_better_place_and_its_first_turn() -> None:
    html = "<nav><a href='/a'>Menu</a><a href='/b'>B</a></nav><p><a href='/a?utm_source=x#y'>the article</a></p>"
    found = page_links(html.encode(), PAGE)
    assert [(one.url, one.text, one.place) for one in found] == [
        (f"{HOST}/a", "the article", LinkPlace.BODY),
        (f"{HOST}/b", "B", LinkPlace.NAV),
    ]


def test_links_are_relative_to_the_base_of_the_page() -> None:
    assert places("<base href='/deep/er/'><a href='x'>x</a><a href='../y'>y</a>") == {
        "/deep/er/x": "body",
        "/deep/y": "body",
    }
    assert places("<base href='javascript:1'><a href='x'>x</a>") == {"/articles/x": "body"}


def test_a_page_that_names_its_next_one_leads_there() -> None:
    assert places("<head><link rel='next' href='/2'><link rel='icon' href='/i'></head><p>x</p>") == {"/2": "next"}


def test_the_words_of_a_link_are_cut_and_instructions_in_the_page_passed_over() -> None:
    words = "".join(f"<i>{n}語</i> " for n in range(400))
    found = page_links(f"<?php echo 1 ?><p><a href='/x'>{words}</a></p>".encode(), PAGE)
    assert [(one.url, len(one.text)) for one in found] == [(f"{HOST}/x", 200)]


def test_a_picture_speaks_for_its_link() -> None:
    found = page_links("<a href='/a'><img alt='発電所 の写真'></a><a href='/b' title='B'></a>".encode(), PAGE)
    assert [one.text for one in found] == ["発電所 の写真", "B"]


def test_what_a_page_asks_not_to_be_followed_is_not() -> None:
    meta = "<meta name='Robots' content='noindex, NOFOLLOW'>"
    assert places(f"<head>{meta}</head><a href='/x'>x</a>") == {}
    assert places("<a rel='nofollow noopener' href='/x'>x</a><a rel='noopener' href='/y'>y</a>") == {"/y": "body"}


@pytest.mark.parametrize(
    "href",
    ["#top", "", "javascript:void(0)", "mailto:a@nagi.test", "tel:1", "http://[", "data:text/html,x", "file:///x"],
)
def test_what_is_no_other_page_is_no_link(href: str) -> None:
    assert places(f'<a href="{href}">x</a>') == {}


@pytest.mark.parametrize("body", [b"", b"  \n", b"\x00\xff\xfe", b"plain words", b"<!-- -->", b"<"])
def test_a_page_without_links_has_none(body: bytes) -> None:
    assert page_links(body, PAGE) == []


def test_other_encodings_are_read_as_stated_and_an_unknown_one_does_not_matter() -> None:
    html = "<meta charset='shift_jis'><h2>関連記事</h2><a href='/x'>渦潮</a>".encode("shift_jis")
    for charset in (None, "shift_jis", "no-such-charset"):
        assert [(one.text, one.place) for one in page_links(html, PAGE, charset=charset)] == [
            ("渦潮", LinkPlace.RELATED)
        ]


def test_links_are_bounded_in_number_and_pages_in_size() -> None:
    html = "".join(f"<a href='/{n}'>x</a>" for n in range(6000)).encode()
    assert len(page_links(html, PAGE)) == 5000
    with pytest.raises(SourceTooLarge):
        page_links(b" " * 20_000_001, PAGE)


def test_deep_and_wide_nesting_is_read_in_time_that_grows_with_its_size() -> None:
    html = b"<div><p>" * 200 + b"<span> <b> </b></span>" * 20_000 + b"<a href='/x'>x</a>"
    assert [one.url for one in page_links(html, PAGE)] == [f"{HOST}/x"]


EVERY = [link(f"/{place.value}", place) for place in reversed(LinkPlace)]


@pytest.mark.req("L7")
@pytest.mark.parametrize(
    ("page_type", "expected"),
    [
        (PageType.ARTICLE, ["/toc", "/related", "/next", "/body", "/item", "/nav"]),
        (PageType.KNOWLEDGE, ["/toc", "/related", "/body", "/item", "/next", "/nav"]),
        (PageType.LIST, ["/item", "/next", "/body", "/toc", "/related", "/nav"]),
        (PageType.NOTICE, ["/item", "/body", "/related", "/next", "/nav"]),
        (PageType.FORUM, ["/next", "/body", "/item", "/related"]),
        (PageType.LOGIN, []),
        (PageType.OTHER, ["/toc", "/related", "/next", "/body", "/item", "/nav", "/footer"]),
    ],
)
def test_the_type_of_a_page_decides_what_is_followed_first(page_type: PageType, expected: list[str]) -> None:
    assert after(page_type, *EVERY) == expected


@pytest.mark.req("L7")
def test_nothing_is_followed_beyond_two_links() -> None:
    assert after(PageType.ARTICLE, link("/x"), depth=1) == ["/x"]
    assert after(PageType.ARTICLE, link("/x"), depth=2) == []


@pytest.mark.req("L7")
def test_links_out_of_the_domain_and_links_already_seen_are_not_followed() -> None:
    links = [
        PageLink(url=Url("https://other.test/x"), text="x", place=LinkPlace.TOC),
        PageLink(url=Url("https://sub.nagi.test/x"), text="x", place=LinkPlace.BODY),
        PageLink(url=Url(PAGE), text="x", place=LinkPlace.BODY),
        link("/known"),
        link("/new"),
        link("/new", LinkPlace.NAV),
    ]
    found = next_links(PAGE, PageType.ARTICLE, links, depth=0, seen={f"{HOST}/known"})
    assert found == ["https://sub.nagi.test/x", f"{HOST}/new"]


def test_traps_are_left_out_and_the_number_of_links_is_bounded() -> None:
    links = [link("/login"), link("/a?PHPSESSID=1"), link("/x", text="印刷"), *(link(f"/p{c}") for c in "abcde")]
    assert after(PageType.ARTICLE, *links, limit=3) == ["/pa", "/pb", "/pc"]


def test_pages_that_differ_by_number_only_are_followed_forty_times() -> None:
    links = [link(f"/node/{n}") for n in range(100)]
    assert after(PageType.LIST, *links, limit=100) == [f"/node/{n}" for n in range(40)]


@given(st.binary(max_size=300))
def test_no_bytes_can_stop_the_reader_of_links(body: bytes) -> None:
    wrapped = b"<a href='/x'>x</a>" + body
    assert [one.url for one in page_links(wrapped, PAGE) if not one.url.startswith("http")] == []


def test_a_page_with_an_element_of_countless_attributes_is_not_parsed() -> None:
    page = b"<p " + b" ".join(b"a%d=1" % number for number in range(60_000)) + b"><a href=/x>x</a>"
    with pytest.raises(SourceTooLarge, match="an element has more than 1000 attributes"):
        page_links(page, "https://e.test/")
