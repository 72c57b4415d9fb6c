"""When a page says it was published; a guess is no date."""

import pytest

from tadori.extract.dates import day_in
from tests.extract.documents import PROSE, captured, read


def date_of(head: str = "", body: str = "", url: str = "https://example.org/page") -> str | None:
    html = f"<html><head><title>The tide</title>{head}</head><body><h1>The tide</h1>{body}<p>{PROSE}</p></body></html>"
    return read(captured(html, url=url)).date


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-03-05T09:00:00+09:00", "2024-03-05"),
        ("2024/03/05", "2024-03-05"),
        ("2024.3.5", "2024-03-05"),
        ("20240305", "2024-03-05"),
        ("2024年3月5日（火） 08時15分", "2024-03-05"),
        ("令和6年3月5日", "2024-03-05"),
        ("令和元年五月一日", "2019-05-01"),
        ("March 5, 2024", "2024-03-05"),
        ("5 March 2024", "2024-03-05"),
        ("2024-02-30", None),
        ("2023年2月29日", None),
        ("1868年1月25日", None),
        ("2024年3月", None),
        ("2024", None),
        ("3/5/2024", None),
        ("", None),
        ("1,284 MWh", None),
    ],
)
def test_days_as_they_are_written(text: str, day: str | None) -> None:
    assert day_in(text) == day


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ('<script type="application/ld+json">{"datePublished": "2024-03-05T00:00:00Z"}</script>', ""),
        ('<meta property="article:published_time" content="2024-03-05">', ""),
        ('<meta name="DC.date.issued" content="2024-03-05">', ""),
        ('<meta itemprop="datePublished" content="2024-03-05">', ""),
        ("", '<span itemprop="datePublished" content="2024-03-05">last week</span>'),
        ("", '<time datetime="2024-03-05T10:00">five days ago</time>'),
        ("", "<time>2024年3月5日</time>"),
        ("", "<p>2024年3月5日</p>"),
        ("", "<p>更新日：令和6年3月5日</p>"),
        ("", "<dl><dt>掲載日</dt><dd>2024/3/5</dd></dl>"),
    ],
)
def test_where_a_page_states_its_date(head: str, body: str) -> None:
    assert date_of(head, body) == "2024-03-05"


@pytest.mark.parametrize(
    "url",
    [
        "https://news.jp/2024/03/05/tide.html",
        "https://news.jp/a/20240305-OYT1T50287/",
        "https://news.jp/2024-03-05-tide",
        "https://news.jp/articles/2024_3_5/x",
    ],
)
def test_the_address_can_state_the_date(url: str) -> None:
    assert date_of(url=url) == "2024-03-05"


def test_numbers_in_an_address_that_are_no_date_state_none() -> None:
    assert date_of(url="https://news.jp/articles/20241399-2024/13/45/x") is None


def test_publication_goes_before_change_and_change_before_nothing() -> None:
    changed = '<meta property="article:modified_time" content="2025-01-20">'
    assert date_of(changed + '<meta property="article:published_time" content="2024-03-05">') == "2024-03-05"
    assert date_of(changed) == "2025-01-20"


def test_the_published_time_is_taken_among_several() -> None:
    times = '<time datetime="2020-01-02">old</time><time class="entry-date published" datetime="2024-03-05">x</time>'
    assert date_of(body=times) == "2024-03-05"


def test_a_date_inside_a_sentence_is_not_the_date_of_the_page() -> None:
    sentence = "The office was founded on 5 March 1924 by three captains, as the first of its kind on the whole coast."
    assert date_of(body=f"<p>{sentence}</p>") is None


def test_a_bare_year_never_becomes_the_first_of_january() -> None:
    assert date_of(body="<footer>Copyright 2019 Harbour News</footer>") is None
