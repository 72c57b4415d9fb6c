"""One table decides when two texts say the same (issue 12, item 1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.claim.extraction import claim_key
from tadori.model.claim import Claim
from tadori.text.sameness import comparable, has_words, plain_forms, same_words
from tests.text.same_cases import CASES


@pytest.mark.req("L22")
@pytest.mark.parametrize(("one", "other", "alike"), CASES)
def test_two_texts_are_the_same_when_no_sign_word_or_number_differs(one: str, other: str, alike: bool) -> None:
    assert (same_words(one, other), same_words(other, one)) == (alike, alike)
    assert (comparable(one) == comparable(other)) is alike


@pytest.mark.req("L22")
def test_the_table_is_large_and_every_pair_in_it_is_another() -> None:
    assert len({(one, other) for one, other, _ in CASES}) == len(CASES)
    assert len(CASES) >= 80


@pytest.mark.req("L22")
@pytest.mark.parametrize(("one", "other", "alike"), CASES)
def test_claims_have_one_id_exactly_when_they_say_the_same(one: str, other: str, alike: bool) -> None:
    assert (Claim.id_of(claim_key(one)) == Claim.id_of(claim_key(other))) is alike


@given(st.text(max_size=80))
def test_any_text_is_the_same_as_itself_in_other_layout(text: str) -> None:
    assert same_words(text, text)
    assert comparable(f"  {text}\n") == comparable(text)


@given(
    st.text(alphabet="0123456789.,-−–:/^³½%°≤▲ ", max_size=12),
    st.text(alphabet="0123456789.,-−–:/^³½%°≤▲ ", max_size=12),
)
def test_numbers_that_differ_in_digits_are_never_the_same(one: str, other: str) -> None:
    digits = ["".join(c for c in text if c.isdecimal()) for text in (one, other)]
    assert digits[0] == digits[1] or not same_words(one, other) or "³" in one + other


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("", ""),
        ("ＡＢＣ　１２３", "ABC 123"),
        ("10³ ½ ① CO₂ ™", "10³ ½ ① CO₂ ™"),
        ("㎡ ㎏ ﬁ", "m² kg fi"),
        ("5㏠", "5 1日 "),
        ("ﾃﾞｰﾀ", "データ"),
    ],
)
def test_plain_forms_change_widths_and_never_a_number(text: str, forms: str) -> None:
    assert plain_forms(text) == forms


@pytest.mark.parametrize(("text", "something"), [("", False), (" …!?", False), ("_", False), ("5", True), ("あ", True)])
def test_a_text_says_something_when_a_letter_or_a_digit_stands_in_it(text: str, something: bool) -> None:
    assert has_words(text) is something
