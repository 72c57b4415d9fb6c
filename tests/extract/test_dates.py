"""Days as they are written, and those that addresses name."""

import pytest

from tadori.extract.dates import day_in, day_of_address


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
        ("Tue, 05 Mar 2024 10:00:00 +0900", "2024-03-05"),
        ("05-Mar-2024", "2024-03-05"),
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
    "url",
    [
        "https://news.jp/2024/03/05/tide.html",
        "https://news.jp/2024/3/5/",
        "https://news.jp/a/20240305-OYT1T50287/",
        "https://news.jp/2024-03-05-tide",
        "https://news.jp/topics/alert20240305.html",
        "https://news.jp/tide-20240305/index.html",
        "https://news.jp/articles/x_2024_3_5.html",
        "https://diary.jp/diary/20240305",
        "https://news.jp/%E8%A8%98%E4%BA%8B/2024/03/05/x",
    ],
)
def test_addresses_that_name_a_day(url: str) -> None:
    assert day_of_address(url) == "2024-03-05"


@pytest.mark.parametrize(
    "url",
    [
        "https://news.jp/articles/20241399-2024/13/45/x",
        "https://docs.example.com/storage/2006-03-01/API/overview.html",
        "https://stackoverflow.com/questions/20130402/how-to-sort",
        "https://stackoverflow.com/q/20130402",
        "https://web.archive.org/web/20190402123456/https://example.org/",
        "https://example.org/search?date=2024-03-05",
        "https://example.org/page#2024-03-05",
        "https://2024-03-05.example.org/page",
        "file:///home/k/backup/2024/03/05/index.html",
        "file:///home/k/saved-2024-03-05.html",
        "https://example.org/a/2024/03/page.html",
        "http://[bad/2024/03/05/",
        "",
    ],
)
def test_digits_of_an_address_that_are_no_date_path(url: str) -> None:
    assert day_of_address(url) is None
