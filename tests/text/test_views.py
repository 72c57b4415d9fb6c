"""A text as it is compared, with the way back to the text as it was written."""

from hypothesis import given
from hypothesis import strategies as st

from tadori.text.views import as_letters, as_words, as_written


def test_words_are_folded_and_spaces_made_one() -> None:
    text = " Ｔｈｅ\n\n ﬁne \u200bBRIDGE"
    view = as_words(text)
    assert view.text == "the fine bridge"
    start, end = view.span(4, 8)
    assert text[start:end] == "ﬁne"


def test_letters_alone_are_the_same_whatever_stands_between_them() -> None:
    assert as_letters("H-é l.l\u0301 o! ガ").text == as_letters("he\u0301ll\u0301oカ\u3099").text
    assert as_letters("1 2").text == "12"


def test_backwards_the_place_is_the_same() -> None:
    view = as_letters("a.b.c.d").backwards()
    assert view.text == "dcba"
    assert view.span(0, 2) == (4, 7)


def test_as_written_keeps_case_and_spaces() -> None:
    assert as_written("Ａ  b\u202e\tＣ").text == "A  b\tC"


@given(st.text(max_size=60))
def test_every_character_of_a_view_has_its_place_and_places_only_grow(text: str) -> None:
    for view in (as_words(text), as_letters(text), as_written(text)):
        assert len(view.places) == len(view.text)
        assert list(view.places) == sorted(place for place in view.places if 0 <= place < len(text))
