"""A date is a page's date only on evidence about the page; a date that merely stands in it is none."""

import pytest

from tests.extract.documents import PROSE, PROSE_JA, captured, read

pytestmark = pytest.mark.req("L23")

LONG = f"<p>{PROSE} {PROSE} {PROSE}</p>"


def date_of(head: str = "", body: str = "", url: str = "https://example.org/page", *, after: str = "") -> str | None:
    html = (
        f"<html><head><title>The tide</title>{head}</head><body><main><h1>The tide</h1>{body}{LONG}{LONG}</main>{after}"
        "</body></html>"
    )
    return read(captured(html, url=url)).date


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ('<script type="application/ld+json">{"datePublished": "2024-03-05T00:00:00Z"}</script>', ""),
        (
            '<script type="application/ld+json">{"@graph": [{"datePublished": "2024-03-05"}]}</script>',
            "",
        ),
        ('<script type="application/ld+json">{"@type": "Article", "datePublished": "2024-03-05", }</script>', ""),
        ('<meta property="article:published_time" content="2024-03-05">', ""),
        ('<meta name="DC.date.issued" content="2024-03-05">', ""),
        ('<meta name="dc.date" content="2024-03-05">', ""),
        ('<meta name="citation_date" content="2024/03/05">', ""),
        ('<meta itemprop="datePublished" content="2024-03-05">', ""),
        ("", '<span itemprop="datePublished" content="2024-03-05">last week</span>'),
        ("", '<time datetime="2024-03-05T10:00">five days ago</time>'),
        ("", '<p><time pubdate datetime="2024-03-05">five days ago</time></p>'),
        ("", '<input type="hidden" class="published_date" value="2024-03-05 23:41:18">'),
        ("", "<time>2024年3月5日</time>"),
        ("", "<p>2024年3月5日</p>"),
        ("", "<p>2024年3月5日（火） 08時15分 公開</p>"),
        ("", "<p>更新日：令和6年3月5日</p>"),
        ("", "<p>令和6年3月5日 発行</p>"),
        ("", "<dl><dt>掲載日</dt><dd>2024/3/5</dd></dl>"),
        ("", "<p>By Mara Kell on Tuesday, March 5th, 2024 at 11:04 a.m.</p>"),
        ("", "<p>Published 8:30 a.m. ET March 5, 2024 | Updated 9:10 p.m. ET March 6, 2024</p>"),
        ("", "<p>version: 2.28 (2024-03-05)</p>"),
        ("", "<p>This is the harbour reference version 12.18, released on 2024-03-05.</p>"),
        ("", f"<p>LONDON, March 5, 2024 (Reuters) - {PROSE} {PROSE} {PROSE}</p>"),
        ("", f"<p>【東京2024年3月5日】{PROSE_JA}{PROSE_JA}</p>"),
    ],
)
def test_where_a_page_states_its_date(head: str, body: str) -> None:
    assert date_of(head, body) == "2024-03-05"


@pytest.mark.parametrize(
    "foot",
    [
        "<footer>Last updated on March 5, 2024.</footer>",
        "<div id=footer>Last updated 2024-03-05 00:35:55 UTC</div>",
        "<footer>This page was last modified on 5 March 2024, at 10:21.</footer>",
        "<footer>最終更新日：2024年3月5日</footer>",
        "<footer>このページの最終更新日は2024年3月5日です。</footer>",
    ],
)
def test_the_foot_of_a_page_may_say_when_it_was_changed(foot: str) -> None:
    assert date_of(after=foot) == "2024-03-05"


@pytest.mark.parametrize(
    "body",
    [
        "<pre>SELECT date '2024-03-05';</pre>",
        "<pre>-rw-r--r-- 1 root root 4096 2024-03-05 10:00 notes.txt</pre>",
        "<pre>Last login: Tue Mar  5 01:45:21 UTC 2024 on console\nPublished: 2024-03-05</pre>",
        "<p>The office was founded on 5 March 2004 by three captains.</p>",
        "<p>The release was frozen on February 7th, 2017.</p>",
        "<p>事務所は2004年3月5日に開かれた。</p>",
        "<ul><li>Tide Tutorial by H. Pennington. (11 December, 1998)</li></ul>",
        "<table><tr><th>Name</th><th>Date</th></tr><tr><td>epoch</td><td>1970-01-01</td></tr>"
        "<tr><td>start</td><td>2024-03-05</td></tr></table>",
        "<table><tr><th>File</th><th>Updated</th></tr><tr><td>a</td><td>2024-03-05</td></tr>"
        "<tr><td>b</td><td>2024-03-06</td></tr></table>",
        "<h2>2.28 (2024-03-05)</h2><p>The pump was mended.</p>",
        "<h2>2024-03-05</h2><p>The pump was mended.</p>",
        "<p>Copyright © 2015-03-05 The Harbour Foundation</p>",
        "<p>このマニュアルのビルドバージョン: 20230508+deb12u1.</p>",
        "<p>■ 日時：</p><p>2024年3月5日（火）13：00－16：40（受付開始12：45より）</p>",
        "<p>When</p><p>March 5, 2024</p>",
        "<p>2024-03-05 – 2024-04-02</p>",
        f'<p>{PROSE} It began on <time datetime="2024-03-05">5 March</time>. {PROSE} {PROSE}</p>',
        '<aside><time class="entry-date" datetime="2024-03-05">5 March 2024</time></aside>',
        '<div class="comments"><time class="published" datetime="2024-03-05">5 March 2024</time></div>',
        '<p class="event-date">March 5, 2024</p>',
        "<blockquote><p>March 5, 2024</p></blockquote>",
        "<figure><figcaption>March 5, 2024</figcaption></figure>",
    ],
)
def test_a_date_that_is_not_about_the_page(body: str) -> None:
    assert date_of(body=body) is None


@pytest.mark.parametrize(
    "after",
    [
        "<footer>Copyright 2019 Harbour News</footer>",
        "<footer>© 2024-03-05 Harbour News</footer>",
        "<p>2024-03-05</p>",
        '<ul class="related"><li>Other news <time datetime="2024-03-05">5 March</time></li></ul>',
        "<footer>製作著作 © 2004 – 2023 港湾事務所</footer>",
    ],
)
def test_what_stands_below_the_text_is_not_its_date(after: str) -> None:
    assert date_of(after=after) is None


@pytest.mark.parametrize("kind", ["Comment", "Review", "ImageObject", "ItemList"])
def test_the_date_of_a_thing_on_the_page_is_not_the_pages(kind: str) -> None:
    script = f'{{"@type": "{kind}", "datePublished": "2024-03-05"}}'
    nested = f'{{"@type": "WebPage", "comment": [{script}]}}'
    broken = script[:-1] + ",,}"
    for text in (script, nested, broken):
        assert date_of(f'<script type="application/ld+json">{text}</script>') is None


def test_a_log_of_changes_has_the_dates_of_its_entries() -> None:
    entries = f"<p>Version 2.1 (2024-03-05)</p>{LONG}<p>Version 2.0 (2023-01-04)</p>"
    assert read(captured(f"<html><body><h1>Changelog</h1>{entries}</body></html>")).date is None


def test_several_marked_articles_are_a_list_and_one_beside_the_title_is_the_page() -> None:
    def entry(day: str, tag: str) -> str:
        return f'<article><{tag}>Entry</{tag}><time class="entry-date" datetime="{day}">x</time>{LONG}</article>'

    listed = f"<html><body><div>{entry('2024-03-05', 'h2')}{entry('2024-03-06', 'h2')}</div></body></html>"
    single = f"<html><body><div>{entry('2024-03-05', 'h2')}{entry('2024-03-06', 'h1')}</div></body></html>"
    assert read(captured(listed)).date is None
    assert read(captured(single)).date == "2024-03-06"


def test_publication_goes_before_change_and_change_before_nothing() -> None:
    changed = '<meta property="article:modified_time" content="2025-01-20">'
    assert date_of(changed + '<meta property="article:published_time" content="2024-03-05">') == "2024-03-05"
    assert date_of(changed) == "2025-01-20"
    assert date_of(changed, "<p>Published: 5 March 2024</p>") == "2024-03-05"


def test_the_published_time_is_taken_among_several() -> None:
    times = '<time datetime="2020-01-02">old</time><time class="entry-date published" datetime="2024-03-05">x</time>'
    assert date_of(body=times) == "2024-03-05"


def test_json_ld_nested_without_end_states_nothing() -> None:
    deep = '{"a":' * 50_000
    assert date_of(f'<script type="application/ld+json">{deep}</script>') is None


def test_a_thousand_dates_and_a_hostile_line_are_read_in_time() -> None:
    many = "".join(f'<p class="date">2024-03-{1 + day % 28:02d}</p>' for day in range(3000))
    hostile = "<p>" + "Published by a a a a a on " * 400 + "2024-03-05</p>"
    assert date_of(after=many + hostile) is None
