import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.text.normalise import fold, squash, strip_invisible


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
