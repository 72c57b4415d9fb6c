"""Calculations and differing values, graded by the whole check, in wordings that the rules were not written for."""

import pytest

from tadori.judge.derive.reworded_goals import reworded_goal
from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.grading import Grade, QuotedPassage
from tests.judge.derive.outside_wordings import FAITHFUL_WORDINGS, UNFAITHFUL_WORDINGS

pytestmark = pytest.mark.req("X11")

Sources = list[tuple[str, str]]


def grade_of(said: str, quoted: Sources) -> Grade:
    passages = [QuotedPassage(text=text, source=source) for text, source in quoted]
    return MechanicalCheck().grade(said, passages).grade


@pytest.mark.parametrize(("quoted", "said"), [(quoted, said) for quoted, good in FAITHFUL_WORDINGS for said in good])
def test_an_honest_wording_is_derived(quoted: Sources, said: str) -> None:
    assert grade_of(said, quoted) is Grade.DERIVED


@pytest.mark.parametrize(("quoted", "said"), [(quoted, said) for quoted, bad in UNFAITHFUL_WORDINGS for said in bad])
def test_a_changed_wording_is_not_checked(quoted: Sources, said: str) -> None:
    assert grade_of(said, quoted) is Grade.NOT_CHECKED


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("A quarter of the 80 schools are private.", "25 % of the 80 schools are private."),
        ("Half of the 80 schools are private.", "50 % of the 80 schools are private."),
        ("会員80人の4分の3が学生である。", "会員80人の75%が学生である。"),
        ("会員80人の3分の1が学生である。", "会員80人の3分の1が学生である。"),
        ("Sales in the first half of 2020 rose.", "Sales in the first half of 2020 rose."),
        ("Costs were $3 million below revenue.", "Costs were $3 million lower than revenue."),
        ("Compared with 2019, sales were 3 m higher.", "Sales were 3 m higher compared with 2019."),
        ("", ""),
    ],
)
def test_a_calculation_is_said_in_plain_words(text: str, plain: str) -> None:
    assert reworded_goal(text) == plain
