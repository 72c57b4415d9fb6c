"""What a text denies, what it only supposes, and which words oppose each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.model.ids import EN, JA
from tadori.text.antonyms import antonym_pairs, opposites
from tadori.text.negation import hedges, negated, negations
from tadori.text.tokens import tokens


@pytest.mark.parametrize(
    "text",
    [
        "The bridge is not open.",
        "It isn't open.",
        "No bridge was built.",
        "They never met.",
        "He left without paying.",
        "She failed to appear.",
        "The firm denied the report.",
        "That is false.",
        "Neither side won.",
        "The patient cannot walk.",
    ],
)
def test_english_denials_are_seen(text: str) -> None:
    assert negated(text, EN)


@pytest.mark.parametrize(
    "text",
    [
        "橋は開通していない。",
        "橋は開通しなかった。",
        "出席せず、帰った。",
        "これは計画ではない。",
        "行きませんでした。",
        "同社は報道を否定した。",
        "その情報は誤りである。",
        "未承認の薬である。",
        "影響は無かった。",
    ],
)
def test_japanese_denials_are_seen(text: str) -> None:
    assert negated(text, JA)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("", EN),
        ("The bridge is open.", EN),
        ("It is not only old but tall.", EN),
        ("No doubt it is open.", EN),
        ("It is not uncommon.", EN),
        ("He did not fail to appear.", EN),
        ("It was not without risk.", EN),
        ("A notable knot.", EN),
        ("橋は開通した。", JA),
        ("橋だけでなく道も開通した。", JA),
        ("届け出なければならない。", JA),
        ("影響がないわけではない。", JA),
        ("雨が降るかもしれない。", JA),
        ("人口は少ない。", JA),
        ("必ず届け出る。", JA),
        ("まもなく始まる。", JA),
        ("18歳未満の人", JA),
        ("相変わらず多い。", JA),
    ],
)
def test_plain_statements_double_negations_and_set_phrases_deny_nothing(text: str, lang: str) -> None:
    assert negations(text, EN if lang == "en" else JA) == ()


def test_a_cue_has_its_place_and_its_scope() -> None:
    text = "The bridge is not open to cars, but people may cross."
    (cue,) = negations(text, EN)
    assert text[cue.start : cue.end] == "not"
    assert text[cue.scope_start : cue.scope_end] == "not open to cars"


def test_a_japanese_cue_denies_its_own_clause() -> None:
    text = "市は認めたが、県は認めなかった。"
    (cue,) = negations(text, JA)
    assert text[cue.scope_start : cue.scope_end] == "県は認めなかった"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It may rain in May.", ["may"]),
        ("He reportedly left.", ["reportedly"]),
        ("The plant is expected to open.", ["is expected to"]),
        ("犯行とみられる。", ["とみられ"]),
        ("延期の可能性がある。", ["可能性"]),
        ("来年開業の予定だ。", ["予定"]),
        ("The plant opened.", []),
        ("工場は開業した。", []),
    ],
)
def test_hedges_are_found_and_facts_have_none(text: str, words: list[str]) -> None:
    assert [cue.text for cue in hedges(text)] == words


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("prices increased", "prices decreased"),
        ("the bridge is open", "the bridge is closed"),
        ("before the war", "after the war"),
        ("人口が増加した", "人口が減少した"),
        ("この行為は合法だ", "この行為は違法だ"),
        ("prices rose by a third; the increase", "価格が下落した"),
    ],
)
def test_opposites_meet_in_one_language_and_across(first: str, second: str) -> None:
    assert len(antonym_pairs(tokens(first), tokens(second))) == 1
    assert len(antonym_pairs(tokens(second), tokens(first))) >= 1


def test_words_of_one_side_do_not_oppose_each_other() -> None:
    assert antonym_pairs(tokens("prices increased"), tokens("prices grew, a surge")) == []
    assert opposites("bridg") == frozenset()


@given(st.text(max_size=200))
def test_cues_stand_inside_any_text(text: str) -> None:
    cues = [*negations(text, EN), *negations(text, JA), *hedges(text)]
    assert all(0 <= c.scope_start <= c.start < c.end <= len(text) for c in cues)
    assert all(c.end <= c.scope_end <= len(text) for c in cues)
