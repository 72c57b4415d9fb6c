"""What a report says when nothing was answered: never nothing."""

from tadori.model.ids import EN, JA
from tadori.report.absence_words import absence_words


def test_unknown_words_and_the_nearest_titles_are_named() -> None:
    assert absence_words(unknown=("FIFA",), apart=(), nearest=("Sport", "Law"), searched=105, lang=EN) == (
        "The documents hold nothing about “FIFA” (105 searched).",
        "Nearest: “Sport”, “Law”",
    )


def test_the_same_in_japanese() -> None:
    assert absence_words(unknown=("徳川家康",), apart=(), nearest=("城",), searched=7, lang=JA) == (
        "「徳川家康」を述べた資料がありません（7件を検索）。",
        "いちばん近い資料：「城」",
    )


def test_words_that_stand_nowhere_together_are_named_apart() -> None:
    assert absence_words(unknown=(), apart=("Canonical",), nearest=(), searched=3, lang=EN) == (
        "No document speaks of “Canonical” together with the rest of the question (3 searched).",
    )


def test_something_is_said_where_no_word_is_missing() -> None:
    assert absence_words(unknown=(), apart=(), nearest=(), searched=0, lang=JA) == (
        "質問に答える文が資料に見つかりません（0件を検索）。",
    )
