"""Words and pieces as the published tokenizer makes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.minds.local.wordpiece import WordPiece, words

VOCABULARY = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "un",
    "##aff",
    "##able",
    "play",
    "##ing",
    "東",
    "京",
    "cafe",
    "!",
    ",",
]


@pytest.fixture(scope="module")
def pieces() -> WordPiece:
    return WordPiece(VOCABULARY)


def test_a_word_is_cut_into_the_longest_known_pieces(pieces: WordPiece) -> None:
    assert pieces.ids("Unaffable PLAYING!") == [4, 5, 6, 7, 8, 12]


def test_a_word_that_cannot_be_cut_is_one_unknown_piece(pieces: WordPiece) -> None:
    assert pieces.ids("unzzz play") == [1, 7]


def test_a_word_of_more_than_a_hundred_letters_is_unknown(pieces: WordPiece) -> None:
    assert pieces.ids("un" + "aff" * 40) == [1]


def test_accents_come_off_and_ideographs_stand_alone(pieces: WordPiece) -> None:
    assert pieces.ids("Café,東京") == [11, 13, 9, 10]


def test_a_text_of_nothing_visible_has_no_pieces(pieces: WordPiece) -> None:
    assert pieces.ids(" \t\n\u200b\x00\ufffd") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It's 12.5% — done.", ["it", "'", "s", "12", ".", "5", "%", "—", "done", "."]),
        ("f(x)=x**2", ["f", "(", "x", ")", "=", "x", "*", "*", "2"]),
        ("a\u200bb\x00c", ["abc"]),
        ("İstanbul 東京タワー", ["istanbul", "東", "京", "タワー"]),
        ("", []),
    ],
)
def test_words_and_marks_stand_apart(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(st.text(alphabet=st.characters(max_codepoint=126, min_codepoint=32), max_size=60))
def test_the_short_way_for_ascii_finds_what_the_long_way_finds(text: str) -> None:
    assert [word for word in words(text + " é") if word != "e"] == [word for word in words(text) if word != "e"]
