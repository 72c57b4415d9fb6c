"""Whether a label in somebody's own words brings anything of its own: a word, a number, a limit, a hidden sign."""

import pytest

from tadori.text.grounded import in_one_spelling, is_grounded, is_heading

EN_TEXTS = (
    "When did the Harbour Bridge open?",
    "The opening of the bridge was delayed until 2019.",
    "Costs rose by 3%.",
)
JA_TEXTS = ("港大橋はいつ開通したか。", "開通は2019年まで延期された。", "費用は3%増えた。")


@pytest.mark.parametrize("words", ["Opening of the bridge", "Costs", "Harbour Bridge: costs", "Bridge opening (2019)"])
def test_words_of_the_texts_are_grounded(words: str) -> None:
    assert is_grounded(words, EN_TEXTS) is True


@pytest.mark.parametrize("words", ["開通の延期", "費用", "港大橋の費用", "2019年までの延期"])
def test_japanese_words_of_the_texts_are_grounded(words: str) -> None:
    assert is_grounded(words, JA_TEXTS) is True


@pytest.mark.parametrize(
    "words",
    [
        "Sabotage",
        "Opening in 2020",
        "No opening",
        "The bridge was delayed",
        "oPening of the bridge",
        "Opening ②",
        "Opening!",
        "Opening <b>",
        "evil.test",
        "- Opening",
        "of the",
        "",
        "費用",
    ],
)
def test_what_is_not_in_the_texts_or_says_something_is_not(words: str) -> None:
    assert is_grounded(words, EN_TEXTS) is False


@pytest.mark.parametrize("words", ["賄賂", "2020年の開通", "橋は開通した", "費用①", "Costs"])
def test_japanese_words_of_its_own_are_not(words: str) -> None:
    assert is_grounded(words, JA_TEXTS) is False


def test_a_question_within_the_question_is_a_label() -> None:
    assert is_grounded("When the bridge was delayed", EN_TEXTS) is True


def test_a_number_stands_above_a_section_only_as_the_question_or_the_source_puts_it_there() -> None:
    texts = ["Results for 2019", "The opening was delayed until 2019."]
    assert is_heading("Results for 2019", "When did it open?", texts) is True
    assert is_heading("Opening 2019", "When did it open?", texts) is False
    assert is_heading("Opening 2019", "What was delayed until 2019?", texts) is True


def test_the_longest_label_is_read_in_one_go() -> None:
    # Once a pattern with two repeats inside each other took a minute for forty letters and a sign.
    assert is_grounded("a" * 200 + "!", EN_TEXTS) is False


def test_letters_nobody_sees_and_wide_ones_are_spelled_plainly() -> None:
    assert in_one_spelling("Ｏpe\u200bning \n of") == "Opening of"
