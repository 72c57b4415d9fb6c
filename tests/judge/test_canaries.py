"""Canaries: mutants of a sentence that say something else, and never ones that still follow from it (X11)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.judge.canaries import FEWEST_MADE, MOST_MADE, canaries_of
from tadori.text.sameness import same_words


def kinds(sentence: str) -> dict[str, str]:
    """The first canary of each kind."""
    found: dict[str, str] = {}
    for canary in canaries_of(sentence):
        found.setdefault(canary.kind, canary.text)
    return found


MADE = [
    ("The price rose to about $1,284 in May 2021.", "number", "The price rose to about $1,541 in May 2021."),
    ("The price rose to about $1,284 in May 2021.", "hedge", "The price rose to $1,284 in May 2021."),
    ("The price rose to about $1,284 in May 2021.", "date", "The price rose to about $1,284 in May 2019."),
    ("The dam must be inspected within 3 days.", "number", "The dam must be inspected within 2 days."),
    ("The shop was open until 2019.", "negation", "The shop was not open until 2019."),
    ("The plant doesn't work without water.", "negation", "The plant does work without water."),
    ("Anna Berg hired Tom Fields.", "swap", "Tom Fields hired Anna Berg."),
    ("Some products will hinder production.", "quantifier", "All products will hinder production."),
    ("The strategy may undermine recovery.", "hedge", "The strategy will undermine recovery."),
    ("Adjusted income increased.", "antonym", "Adjusted income decreased."),
    ("The law won't apply unless the council agrees.", "condition", "The law won't apply."),
    ("The former policy does not enforce the rule.", "negation", "The former policy does enforce the rule."),
    ("発電量は約1,284MWhだった。", "number", "発電量は約1,541MWhだった。"),
    ("発電量は約1,284MWhだった。", "hedge", "発電量は1,284MWhだった。"),
    ("発電量は約1,284MWhだった。", "negation", "発電量は約1,284MWhではなかった。"),
    ("3日以内に届け出なければならない。", "number", "2日以内に届け出なければならない。"),
    ("一部の住民が反対している。", "quantifier", "すべての住民が反対している。"),
    ("売上は前年より2割増加したとみられる。", "hedge", "売上は前年より2割増加した。"),
    ("売上は前年より2割増加したとみられる。", "antonym", "売上は前年より2割減少したとみられる。"),
    ("工事は2021年5月に始まった。", "date", "工事は2019年5月に始まった。"),
    ("田中さんは佐藤さんを訪ねた。", "swap", "佐藤さんは田中さんを訪ねた。"),
    ("雨が降った場合は、試合を中止する。", "condition", "試合を中止する。"),
    ("秘密鍵はパスフレーズで保護されていない。", "negation", "秘密鍵はパスフレーズで保護されている。"),
    # Read among forty sentences of the public sets and of the folders of the gate `open`.
    (
        "Australian commercial surrogacy needs to be unlawful .",
        "antonym",
        "Australian commercial surrogacy needs to be lawful .",
    ),
    ("The value of the drugs is more than $105 million .", "hedge", "The value of the drugs is $105 million ."),
    (
        "Instead, the I/O error causes a signal which, if not caught by the application, results in a program crash.",
        "condition",
        "Instead, the I/O error causes a signal which results in a program crash.",
    ),
    (
        "彼は選挙運動中にマケインと2度公開討論に臨んだ。",
        "negation",
        "彼は選挙運動中にマケインと2度公開討論に臨まなかった。",
    ),
]


@pytest.mark.req("X11")
@pytest.mark.parametrize(("sentence", "kind", "mutant"), MADE)
def test_a_canary_changes_one_thing_that_decides(sentence: str, kind: str, mutant: str) -> None:
    assert kinds(sentence).get(kind) == mutant


# What would still follow, or might: kinds that must not be made of these.
FOLLOWS = [
    ("Only members can vote.", {"quantifier"}),  # members can vote
    ("All windows are closed.", {"quantifier"}),  # some are
    ("If at least three members object, the plan falls.", {"number", "hedge"}),  # four objecting are three
    ("Some members did not vote.", {"negation", "quantifier"}),  # some others did
    ("From 17 to 28 September the column is empty.", {"number"}),  # from 20 on, too
    ("Some guests are members.", {"negation"}),  # some are not
    ("Anna Berg met Tom Fields.", {"swap"}),
    ("Oslo and Bergen are cities.", {"swap"}),
    ("He had not paid 100 dollars.", {"number"}),  # nor 120
    ("All firms with more than 50 staff pay the tax.", {"number"}),  # also those with more than 60
    ("1つのサービスが侵入を受けるだけで停止する。", {"number"}),
    ("一部の住民が反対している。", {"negation"}),
    ("参加しなかった人もいる。", {"negation"}),
    ("会員だけが投票できる。", {"quantifier"}),
    ("田中さんと佐藤さんが結婚した。", {"swap"}),
    ("3人以上が反対した場合は、計画を見直す。", {"number", "hedge"}),
]


@pytest.mark.req("X11")
@pytest.mark.parametrize(("sentence", "never"), FOLLOWS)
def test_what_still_follows_from_a_sentence_is_no_canary(sentence: str, never: set[str]) -> None:
    assert never & set(kinds(sentence)) == set()


@pytest.mark.parametrize(
    ("sentence", "denial"),
    [
        ("Lola asks for instructions.", "It is not true that Lola asks for instructions."),
        ("If it rains, they stay in.", "It is not true that if it rains, they stay in."),
        ("参加しなかった人もいる。", "「参加しなかった人もいる。」というのは事実ではない。"),
    ],
)
def test_a_sentence_without_enough_to_change_is_denied_as_a_whole(sentence: str, denial: str) -> None:
    assert kinds(sentence)["denial"] == denial


@given(st.text(min_size=1, max_size=200))
def test_every_text_has_canaries_and_none_is_the_text_itself(text: str) -> None:
    made = canaries_of(text)
    assert 1 <= len(made) <= MOST_MADE
    assert [one.text for one in made if one.text == text] == []
    assert canaries_of(text) == made


def test_kinds_come_by_turns_so_that_the_first_few_differ() -> None:
    sentence = "In May 2021 about 40 of 60 workers were hired by Anna Berg for 7 days."
    made = canaries_of(sentence)
    assert len({one.kind for one in made[:3]}) == 3
    assert len(made) >= FEWEST_MADE
    assert [one.text for one in made if same_words(one.text, sentence)] == []
