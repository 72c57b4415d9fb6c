import unicodedata
from collections.abc import Callable
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.text.normalise import fold, normalised, squash, strip_invisible


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("", ""),
        ("  Two \n\t words ", "two words"),
        ("ＡＢＣ　１２３", "abc 123"),
        ("ﾃﾞｰﾀ", "データ"),
        ("Straße", "strasse"),
        ("㎏", "kg"),
    ],
)
def test_folding_makes_width_case_and_white_space_equal(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("text", "squashed"),
    [
        ("", ""),
        ("In 1990, he paid $3.50!", "in1990hepaid350"),
        ("「東京」、2024 年。", "東京2024年"),
        ("snake_case-word", "snakecaseword"),
        ("a\u200bb\nc", "abc"),
    ],
)
def test_squashing_keeps_letters_and_digits_in_order(text: str, squashed: str) -> None:
    assert squash(text) == squashed


@given(st.text())
def test_a_quotation_stays_inside_its_document_whatever_the_layout(text: str) -> None:
    assert squash(text) in squash(f"before {text} after")


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("pay\u200b\u200dload", "payload"),
        ("\u202eabc\u202c \u2066x\u2069", "abc x"),
        ("a\x00b\x1bc\x85d", "abcd"),
        ("line\n\ttab", "line\n\ttab"),
        ("\ufeff日本\u00ad語", "日本語"),
        ("\U000e0041hidden\U000e007f", "hidden"),
    ],
)
def test_what_a_reader_cannot_see_is_dropped(text: str, visible: str) -> None:
    assert strip_invisible(text) == visible


@given(st.text())
def test_dropping_the_invisible_twice_is_dropping_it_once(text: str) -> None:
    assert strip_invisible(strip_invisible(text)) == strip_invisible(text)


MARKS = st.text(st.sampled_from("aéか\u0301\u0316\u3099\uac00\u11a8"), max_size=150)


@given(MARKS, st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
def test_what_is_written_has_the_normal_form_of_unicode(text: str, form: Literal["NFC", "NFD", "NFKC", "NFKD"]) -> None:
    assert normalised(form, text) == unicodedata.normalize(form, text)


@pytest.mark.parametrize("before", range(0, 250, 7))
def test_marks_up_to_a_hundred_on_one_letter_are_put_in_order_as_unicode_has_it(before: int) -> None:
    text = "x" * before + "e" + "\u0301\u0316" * 49 + "y"
    assert normalised("NFC", text) == unicodedata.normalize("NFC", text)


def test_a_pile_of_marks_is_put_in_order_a_hundred_at_a_time() -> None:
    text = "e" + "\u0301\u0316" * 200
    parts = (text[:200], text[200:300], text[300:400], text[400:])
    assert normalised("NFD", text) == "".join(unicodedata.normalize("NFD", part) for part in parts)


@pytest.mark.parametrize("turn", [fold, squash])
def test_a_pile_of_a_million_marks_can_be_compared(turn: Callable[[str], str]) -> None:
    assert turn("É" + "\u0301\u0316" * 500_000)[:1] == "é"  # by insertion this would take an hour
