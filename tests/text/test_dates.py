"""Dates in running text: what is written, where it stands, and when two of them are one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.text.dates import dates, same_date


def iso_of(text: str) -> list[str | None]:
    return [mention.iso for mention in dates(text)]


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2024年3月5日に発表した。", "2024-03-05"),
        ("令和6年3月5日", "2024-03-05"),
        ("令和元年5月1日", "2019-05-01"),
        ("平成31年4月", "2019-04"),
        ("昭和六十年十月", "1985-10"),
        ("明治元年", "1868"),
        ("二〇二四年三月五日", "2024-03-05"),
        ("２０２４年３月", "2024-03"),
        ("2024/03/05", "2024-03-05"),
        ("2024-3-5 release", "2024-03-05"),
        ("on March 5, 2024", "2024-03-05"),
        ("on 5 March 2024", "2024-03-05"),
        ("5th of March 2024", "2024-03-05"),
        ("Mar. 2024", "2024-03"),
        ("in March 2024", "2024-03"),
        ("since May 5, 2024", "2024-05-05"),
        ("since 1812", "1812"),
        ("a 2011 French film", "2011"),
        ("Taps (1981)", "1981"),
        ("13/5/2024", "2024-05-13"),
        ("3/5/2024", "2024"),
    ],
)
def test_a_date_is_read_as_far_as_it_is_written(text: str, iso: str) -> None:
    assert iso_of(text) == [iso]


@pytest.mark.parametrize(
    ("text", "kind", "year"),
    [
        ("2024年度の予算", "fiscal", 2024),
        ("FY2024 results", "fiscal", 2024),
        ("the 2019/20 season", "fiscal", 2019),
        ("1990年代", "decade", 1990),
        ("in the 1990s", "decade", 1990),
        ("19世紀", "century", 1801),
        ("the 19th century", "century", 1801),
    ],
)
def test_longer_spans_are_flagged_and_have_no_iso_form(text: str, kind: str, year: int) -> None:
    mentions = dates(text)
    assert [(mention.kind, mention.year, mention.iso) for mention in mentions] == [(kind, year, None)]


def test_a_date_without_a_year_keeps_month_and_day_and_has_no_iso_form() -> None:
    mentions = dates("3月5日と May 7 に会った")
    assert [(m.year, m.month, m.day, m.iso) for m in mentions] == [(None, 3, 5, None), (None, 5, 7, None)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1500 people came",
        "1950 people came",
        "2000年間続いた",
        "it may rain",
        "we march on",
        "2,024 votes",
        "B-2000",
        "$1999",
        "12:30",
        "13月45日",
    ],
)
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert dates(text) == []


def test_offsets_cut_out_exactly_the_date() -> None:
    text = "Founded on March 5, 2024; 閉鎖は令和７年１月。"
    assert [text[m.start : m.end] for m in dates(text)] == ["March 5, 2024", "令和７年１月"]


def test_a_day_of_the_month_alone_is_a_date_and_a_number_of_days_is_not() -> None:
    assert [(m.month, m.day) for m in dates("19日に会った。9日以来続く。")] == [(None, 19), (None, 9)]
    assert dates("1日に4000台、10日間続いた") == []


def test_both_ends_of_a_span_of_years_are_dates() -> None:
    assert iso_of("from 1992 to 2002, and 1914-1918") == ["1992", "2002", "1914", "1918"]


def test_years_before_our_era_are_negative() -> None:
    assert [m.year for m in dates("300 BC, 紀元前27年")] == [-300, -27]


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        ("2024年3月5日", "March 5, 2024", "agree"),
        ("2024年3月", "2024", "agree"),
        ("2024年3月5日", "2024年3月6日", "disagree"),
        ("2024年", "2023年", "disagree"),
        ("3月5日", "2024年", "unknown"),
        ("3月5日", "2024年3月5日", "agree"),
        ("2024年度", "2024年", "unknown"),
        ("2024年度", "2020年", "disagree"),
        ("2024年度", "FY2024", "agree"),
        ("1990年代", "1994年", "agree"),
        ("the 1990s", "2004年", "disagree"),
        ("19世紀", "1850年", "agree"),
    ],
)
def test_two_dates_agree_on_the_parts_both_state(a: str, b: str, verdict: str) -> None:
    first, second = dates(a)[0], dates(b)[0]
    assert same_date(first, second) == verdict
    assert same_date(second, first) == verdict


@given(st.text(max_size=200))
def test_mentions_are_ordered_disjoint_and_inside_any_text(text: str) -> None:
    edges = [edge for m in dates(text) for edge in (m.start, m.end)]
    assert edges == sorted(edges)
    assert all(0 <= edge <= len(text) for edge in edges)


@given(st.integers(1000, 2099), st.integers(1, 12), st.integers(1, 28))
def test_a_japanese_and_an_english_date_are_the_same_date(year: int, month: int, day: int) -> None:
    ja = dates(f"{year}年{month}月{day}日")[0]
    iso = dates(f"{year}-{month:02d}-{day:02d}")[0]
    assert ja.iso == iso.iso == f"{year}-{month:02d}-{day:02d}"


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    "text",
    [
        "The buffer is 1024 MiB.",
        "The key is greater than 2048 bits.",
        "defined by RFC 1918 and RFC 2193",
        "ISO/IEC 2022 and ANSI X3.4-1986",
        "POSIX.1-2017",
        "Windows 2000 listens on port 2049.",
        "1920 x 1080 and 1920×1080",
        "(1000 以上のページがある)",
        "最大2000バイトまで",
        "scaled by 1024, to 1500 or of 1066",
        "UIDs from 1000-59999",
        "ziyi_key_2006.asc",
        "2014 users and 1980 files",
        "at 1900 m above the sea",
    ],
)
def test_numbers_that_count_measure_or_name_are_no_years(text: str) -> None:
    assert dates(text) == []


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("text", "year", "kind", "part", "until"),
    [
        ("In 2019: the team won.", 2019, "", "", None),
        ("In 2014 users could log in.", 2014, "", "", None),
        ("令和5年度", 2023, "fiscal", "", None),
        ("平成30年3月期", 2017, "fiscal", "", None),
        ("2018年12月期", 2018, "fiscal", "", None),
        ("FY23", 2023, "fiscal", "", None),
        ("first half of fiscal 2023", 2023, "fiscal", "h1", None),
        ("2023年度第2四半期", 2023, "fiscal", "q2", None),
        ("2023年第四四半期", 2023, "", "q4", None),
        ("2023年上半期", 2023, "", "h1", None),
        ("平成30年下期", 2018, "", "h2", None),
        ("2019年末", 2019, "", "late", None),
        ("Q3 2023", 2023, "", "q3", None),
        ("2023 Q3", 2023, "", "q3", None),
        ("the third quarter of 2023", 2023, "", "q3", None),
        ("mid-2019", 2019, "", "mid", None),
        ("in late 2019", 2019, "", "late", None),
        ("the end of 2020", 2020, "", "late", None),
        ("the mid-1990s", 1990, "decade", "mid", None),
        ("2010年代半ば", 2010, "decade", "mid", None),
        ("1995–98", 1995, "", "", 1998),
        ("1995〜98年", 1995, "", "", 1998),
        ("1914-18", 1914, "", "", 1918),
    ],
)
def test_years_their_parts_and_ranges(text: str, year: int, kind: str, part: str, until: int | None) -> None:
    assert [(m.year, m.month, m.kind, m.part, m.until_year) for m in dates(text)] == [(year, None, kind, part, until)]


@pytest.mark.parametrize(
    ("a", "b", "agreement"),
    [
        ("Q1 2023", "Q3 2023", "disagree"),
        ("Q1 2023", "March 2023", "agree"),
        ("2023年上半期", "2023年7月", "disagree"),
        ("early 2019", "late 2019", "disagree"),
        ("early 2019", "2019", "agree"),
        ("1995–98", "1997", "agree"),
        ("1995–98", "1999", "disagree"),
        ("平成30年3月期", "2017年度", "agree"),
        ("2023年度第1四半期", "2023年度第2四半期", "disagree"),
    ],
)
def test_parts_of_years_are_compared_by_their_months(a: str, b: str, agreement: str) -> None:
    assert same_date(dates(a)[0], dates(b)[0]) == agreement
