"""Rivals: words that cannot replace each other."""

import pytest

from tadori.text.rival_words import rivals
from tadori.text.tokens import terms, tokens

pytestmark = pytest.mark.req("X11")


@pytest.mark.parametrize(
    ("word", "rival"),
    [
        ("increased", "decreased"),
        ("inside", "outside"),
        ("mother", "father"),
        ("Friday", "Thursday"),
        ("uncrewed", "crewed"),
        ("nonlinear", "linear"),
        ("incorrect", "correct"),
        ("violin", "piano"),
        ("増加", "減少"),
        ("公開", "非公開"),
        ("朝食", "夕食"),
        ("火曜日", "水曜日"),
    ],
)
def test_rivals_are_rivals_of_each_other(word: str, rival: str) -> None:
    one, other = _token(word), _token(rival)
    assert other in rivals(one)
    assert one in rivals(other)


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("union", "ion"),
        ("under", "der"),
        ("interest", "terest"),
        ("increase", "rise"),
        ("car", "red"),
        ("増加", "上昇"),
    ],
)
def test_words_that_only_look_opposed_are_no_rivals(word: str, other: str) -> None:
    assert _token(other) not in rivals(_token(word))


def test_an_unknown_word_has_only_rivals_by_prefix() -> None:
    assert rivals("zebra") == {"unzebra", "nonzebra"}
    assert rivals("") == frozenset()


def _token(word: str) -> str:
    return (terms(word) or tokens(word))[0]
