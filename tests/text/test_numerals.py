"""Written numerals have one value, whatever the script."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.model.ids import EN, JA
from tadori.text.numerals import kanji_value, narrow, word_value
from tadori.text.predicates import has_predicate
from tadori.text.words import latin_words


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("三十五", "35"),
        ("一千四百万", "14000000"),
        ("二〇二四", "2024"),
        ("1億2千万", "120000000"),
        ("3.5万", "35000"),
        ("百", "100"),
        ("万", "10000"),
        ("12万3456", "123456"),
    ],
)
def test_kanji_and_mixed_numerals_are_read(numeral: str, value: str) -> None:
    assert kanji_value(numeral) == Decimal(value)


@pytest.mark.parametrize("numeral", ["三x", "1.2.3", "橋"])
def test_what_is_no_numeral_has_no_value(numeral: str) -> None:
    assert kanji_value(numeral) is None


@pytest.mark.parametrize(
    ("words", "value"),
    [("two hundred and five", 205), ("twenty five", 25), ("a dozen", 12), ("three million", 3_000_000)],
)
def test_number_words_are_read(words: str, value: int) -> None:
    assert word_value(words.split()) == Decimal(value)


def test_words_that_are_no_number_have_no_value() -> None:
    assert word_value(["a"]) is None
    assert word_value(["two", "dogs"]) is None


@given(st.text(max_size=100))
def test_narrowing_keeps_every_offset(text: str) -> None:
    assert len(narrow(text)) == len(text)


@given(st.integers(0, 10**15))
def test_digits_in_kanji_position_have_the_digits_value(number: int) -> None:
    digits = str(number).translate(str.maketrans("0123456789", "〇一二三四五六七八九"))
    assert kanji_value(digits) == Decimal(number)


@pytest.mark.parametrize(
    ("text", "lang", "has"),
    [
        ("The bridge opened", EN, True),
        ("The new bridge", EN, False),
        ("橋が開通した。", JA, True),
        ("橋について", JA, False),
    ],
)
def test_a_predicate_is_seen_by_its_form(text: str, lang: str, has: bool) -> None:
    assert has_predicate(text, JA if lang == "ja" else EN) is has


def test_latin_words_are_lower_case_and_known_once() -> None:
    assert latin_words("The dog, THE dog's 橋 bridge2") == {"the", "dog", "s", "bridge"}
