"""Values as catalogues write them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import SourceGarbled
from tadori.search.apis.fields import (
    author_names,
    date_of,
    identifiers,
    iso_date,
    list_at,
    plain_text,
    required_list,
    text_at,
    value_at,
    web_address,
)
from tadori.text.dois import doi_of


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2020-01-15", "2020-01-15"),
        ("2020-01-15T09:00:00+09:00", "2020-01-15"),
        ("2020-01-15 15:01", "2020-01-15"),
        ("2020/1/5", "2020-01-05"),
        ("2018.7", "2018-07"),
        ("2020年7月15日", "2020-07-15"),
        ("2020", "2020"),
        ("20200115", "2020-01-15"),
        ("202001", "2020-01"),
        ("2020 Jan 15", "2020-01-15"),
        ("2020 Jan", "2020-01"),
        ("2020 Jan-Feb", "2020"),
        ("2020 Winter", "2020"),
        ("2018-2019", "2018"),
        ("2020-13-01", "2020"),
        ("2020-02-30", "2020-02"),
        ("0000", None),
        ("0999", None),
        ("昭和50年", None),
        ("", None),
    ],
)
def test_as_much_of_a_date_is_read_as_is_known(text: str, date: str | None) -> None:
    assert iso_date(text) == date


def test_dates_in_parts_are_read_as_far_as_they_go() -> None:
    assert date_of(2011, 9, 13) == "2011-09-13"
    assert date_of(2011, 9) == "2011-09"
    assert date_of("2011") == "2011"
    assert date_of(2011, 0, 0) == "2011"
    assert date_of(None) is None
    assert date_of("spring") is None
    assert date_of(10**30) is None


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("<jats:p>Both <jats:italic>ways</jats:italic>.</jats:p>", "Both ways."),
        ("p &lt; .05 &amp; n &gt; 7", "p < .05 & n > 7"),
        ("a < b and c > d", "a < b and c > d"),
        ("  two\r\n lines\t", "two lines"),
        ("<script>alert(1)</script>x", "alert(1)x"),
        ("zero\u200bwidth \u202eturned\u202c", "zerowidth turned"),
        ("half a pair \ud800", "half a pair ?"),
        ("潮力　発電", "潮力 発電"),
        ("", ""),
    ],
)
def test_text_comes_out_plain(text: str, bare: str) -> None:
    assert plain_text(text) == bare


def test_a_text_is_cut_at_its_bound() -> None:
    assert plain_text("湾" * 50, 10) == "湾" * 10
    assert len(plain_text("x" * 1_000_000)) == 10_000


@given(st.text())
def test_any_text_can_be_kept_and_shown(text: str) -> None:
    bare = plain_text(text)
    assert bare == " ".join(bare.encode().decode().split())


@given(st.text(max_size=40))
def test_dates_and_dois_of_any_text_have_their_form(text: str) -> None:
    date, doi = iso_date(text), doi_of(f"10.5555/{text}")
    assert len(date or "2020") in (4, 7, 10)
    assert (doi or "10.").startswith("10.")


def test_a_path_that_leads_nowhere_is_empty_and_no_error() -> None:
    node: Any = {"a": [{"b": "x"}], "n": 7, "t": True, "m": {"$": " y "}, "v": {"@value": "z"}, "l": []}
    assert value_at(node, "a", 0, "b") == "x"
    assert value_at(node, "a", 5, "b") is None
    assert value_at(node, "n", "deeper") is None
    assert [text_at(node, key) for key in "nmvltq"] == ["7", "y", "z", "", "", ""]
    assert text_at(["first", "second"]) == "first"
    assert list_at(node, "m") == [{"$": " y "}]
    assert list_at(node, "q") == []


def test_a_list_of_results_is_insisted_on() -> None:
    assert required_list("x", {"a": {"b": [1]}}, "a", "b") == [1]
    with pytest.raises(SourceGarbled, match=r"x: expected a list at a\.b, got dict"):
        required_list("x", {"a": {"b": {}}}, "a", "b")


def test_only_addresses_of_the_web_are_addresses() -> None:
    assert web_address(" https://a.test/潮 ") == "https://a.test/%E6%BD%AE"
    assert web_address("//a.test/x", "https://b.test/") == "https://a.test/x"
    assert [web_address(text) for text in ("", "javascript:alert(1)", "data:text/html,x", "x y", "ftp://a.test/")] == [
        None
    ] * 5


def test_names_are_kept_once_and_a_hundred_of_them() -> None:
    assert author_names(["Ada  Marsh", "", "湊 真一", "Ada Marsh"]) == ("Ada Marsh", "湊 真一")
    assert len(author_names(f"Author {n}" for n in range(3000))) == 100


def test_identifiers_without_a_value_are_left_out() -> None:
    assert identifiers(pmid="1", doi="", isbn="2") == (("pmid", "1"), ("isbn", "2"))
