"""Text without its wrappings: the same words however a program wrote them, and the way back."""

import json
import urllib.parse

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.text.unwrapped import folded, folded_text, letters, letters_text, unwrapped, unwrapped_text

WRAPPINGS = st.text(st.characters(), max_size=40) | st.lists(
    st.sampled_from(
        [
            "%2F",
            "%252f",
            "%E6%A9%8B",
            "%E6",
            "\\u0041",
            "\\\\u0041",
            "\\x2f",
            "\\/",
            "\\",
            "&#47;",
            "&sol;",
            "&x;",
            "ａ",
            "\u200b",
            "а",
            "ß",
        ]
    ),
    max_size=8,
).map("".join)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("%2Fhome%2Fu", "/home/u"),
        ("%252Fhome%25252Fu", "/home/u"),
        ("\\/home\\/u", "/home/u"),
        ("\\u002fhome\\\\u002fu", "/home/u"),
        ("\\x2fhome", "/home"),
        ("&#47;home&#x2f;u&sol;x", "/home/u/x"),
        ("／ｈｏｍｅ", "/home"),
        ("/ho\u200bme", "/home"),
        ("%E6%A9%8B", "橋"),
        ("50% of &c; C:\\Users", "50% of &c; C:\\Users"),
    ],
)
def test_wrappings_come_off(written: str, plain: str) -> None:
    assert unwrapped(written).text == plain


def test_backslashes_letter_case_and_look_alikes_are_folded() -> None:
    assert folded(unwrapped("C:\\Users\\Тaro／х")).text == "c:/users/тaro/x"
    assert letters(unwrapped("R-é.d  А1")).text == "reda1"


def test_what_is_found_leads_back_to_all_that_was_written_for_it() -> None:
    written = "see %2Fhome%2Fu%2F橋 now"
    view = unwrapped(written)
    start = view.text.index("/home")
    assert written[slice(*view.span(start, start + len("/home/u/")))] == "%2Fhome%2Fu%2F"


@given(WRAPPINGS)
def test_the_fast_way_sees_the_same_text(text: str) -> None:
    view = unwrapped(text)
    assert unwrapped_text(text) == view.text
    assert folded_text(view.text) == folded(view).text
    assert letters_text(view.text) == letters(view).text


@given(WRAPPINGS)
def test_places_go_forward_and_stay_within_the_text(text: str) -> None:
    view = letters(unwrapped(text))
    assert list(view.starts) == sorted(view.starts)
    assert all(0 <= start < end <= len(text) for start, end in zip(view.starts, view.ends, strict=True))


@given(st.text(st.characters(codec="utf-8", categories=["L", "N"]), max_size=30))
def test_words_are_the_same_in_json_and_in_an_address(words: str) -> None:
    plain = letters_text(unwrapped_text(words))
    assert letters_text(unwrapped_text(json.dumps(words))) == plain
    assert letters_text(unwrapped_text(urllib.parse.quote(words))) == plain
