"""A question becomes what would confirm it and what would refute it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.claim.targets import LONGEST_TARGET, target_claims
from tadori.errors import WrongCall
from tadori.model.ids import EN, JA, Lang
from tadori.model.question import Polarity


def targets(question: str, lang: Lang = EN) -> list[tuple[str, str, str]]:
    return [(t.text, t.expected_polarity.value, t.granularity) for t in target_claims(question, lang)]


@pytest.mark.req("L26")
@pytest.mark.parametrize(
    ("question", "lang", "confirm", "refute"),
    [
        ("Is the Acme dam open to all?", EN, "the Acme dam is open to all", "the Acme dam is not open to all"),
        ("Is coffee safe?", EN, "coffee is safe", "coffee is not safe"),
        ("Did Barack Obama win the prize?", EN, "Barack Obama win the prize", "Barack Obama did not win the prize"),
        ("Can dogs eat chocolate?", EN, "dogs can eat chocolate", "dogs can not eat chocolate"),
        ("Are there lakes in Norvik?", EN, "there are lakes in Norvik", "there are no lakes in Norvik"),
        ("新しい橋は開通しましたか？", JA, "新しい橋は開通しました", "新しい橋は開通しませんでした"),
        ("新しい橋は開通したか", JA, "新しい橋は開通した", "新しい橋は開通しなかった"),
        ("コーヒーは健康に良いか", JA, "コーヒーは健康に良い", "コーヒーは健康に良くない"),
        ("この薬は安全ですか", JA, "この薬は安全", "この薬は安全ではない"),
    ],
)  # fmt: skip
def test_a_yes_no_question_gives_its_statement_and_the_denial(
    question: str, lang: Lang, confirm: str, refute: str
) -> None:
    assert targets(question, lang) == [(confirm, "confirm", "whole"), (refute, "refute", "whole")]


@pytest.mark.req("L26")
@pytest.mark.parametrize(
    ("question", "lang", "frame"),
    [
        ("When was Acme founded?", EN, "Acme was founded"),
        ("Who founded Acme?", EN, "founded Acme"),
        ("Who is the mother of the director of Big Fish?", EN, "the mother of the director of Big Fish"),
        ("How many people live in Norvik?", EN, "people live in Norvik"),
        ("Where did the treaty fail?", EN, "the treaty fail"),
        ("Tell me about the effects of coffee", EN, "the effects of coffee"),
        ("新しい橋はいつ開通したのか。", JA, "新しい橋は開通した"),
        ("日本の人口は何人ですか", JA, "日本の人口"),
        ("誰が橋を建てたか教えてください", JA, "橋を建てた"),
    ],
)
def test_a_question_for_an_unknown_gives_the_statement_without_it(question: str, lang: Lang, frame: str) -> None:
    assert targets(question, lang) == [(frame, "confirm", "whole")]


def test_a_question_of_several_parts_gives_the_whole_and_each_part() -> None:
    found = targets("When was Acme founded and who founded Acme?")
    assert [granularity for _, _, granularity in found] == ["whole", "part", "part"]
    assert [text for text, _, granularity in found if granularity == "part"] == ["Acme was founded", "founded Acme"]


def test_parts_in_japanese_are_told_apart() -> None:
    parts = [text for text, _, granularity in targets("橋はいつ開通したか、誰が建てたか", JA) if granularity == "part"]
    assert parts == ["橋は開通した", "建てた"]


def test_a_topic_is_its_own_target() -> None:
    assert targets("水素エネルギーの安全性", JA) == [("水素エネルギーの安全性", "confirm", "whole")]


def test_an_empty_question_is_a_wrong_call() -> None:
    with pytest.raises(WrongCall, match="question is empty"):
        target_claims(" \n", EN)


@pytest.mark.parametrize("question", ["????", "is?", "a" * 10_000, "who what when " * 800, "か" * 10_000, "?" * 10_000])
def test_odd_and_huge_questions_still_give_a_bounded_target(question: str) -> None:
    for lang in (EN, JA):
        found = target_claims(question, lang)
        assert found[0].granularity == "whole"
        assert max(len(target.text) for target in found) <= LONGEST_TARGET


@given(st.text(min_size=1, max_size=120).filter(str.strip), st.sampled_from([EN, JA]))
def test_any_question_has_a_confirming_target_first_and_no_doubles(question: str, lang: Lang) -> None:
    found = target_claims(question, lang)
    assert found[0].expected_polarity is Polarity.CONFIRM
    keys = [(target.claim_id, target.expected_polarity) for target in found]
    assert len(keys) == len(set(keys))
