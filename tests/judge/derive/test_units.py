"""The rule `unit`: what it derives, and what it refuses."""

import time

import pytest

from tadori.judge.derive.base import Goal
from tadori.judge.derive.units import converted_units
from tadori.model.grading import QuotedPassage
from tadori.text.sameness import same_words
from tests.judge.derive.unit_cases import UNIT_EN, UNIT_JA

pytestmark = pytest.mark.req("X11")

FAITHFUL = [(quoted, said) for quoted, good, _ in (*UNIT_EN, *UNIT_JA) for said in good]
UNFAITHFUL = [(quoted, said) for quoted, _, bad in (*UNIT_EN, *UNIT_JA) for said in bad]


def unit_step(said: str, quoted: str) -> str | None:
    """The detail of the step that leads from the quoted sentence, word for word, to the one said."""
    for reduction in converted_units(Goal(text=said), [QuotedPassage(text=quoted)]):
        if same_words(reduction.goals[0].text, quoted):
            return reduction.step.detail
    return None


@pytest.mark.parametrize(("quoted", "said"), FAITHFUL)
def test_a_converted_quantity_is_put_back(quoted: str, said: str) -> None:
    assert unit_step(said, quoted) is not None


@pytest.mark.parametrize(("quoted", "said"), UNFAITHFUL)
def test_another_quantity_is_refused(quoted: str, said: str) -> None:
    assert unit_step(said, quoted) is None


@pytest.mark.parametrize(
    ("quoted", "said", "detail"),
    [
        ("The dam is 40 m high.", "The dam is 131 ft high.", "40 m ≈ 131 ft"),
        ("The plant made 1,284 MWh.", "The plant made 1.284 GWh.", "1,284 MWh = 1.284 GWh"),
        ("予算は12億円である。", "予算は1,200百万円である。", "12億円 = 1,200百万円"),
        ("橋は昭和39年に完成した。", "橋は1964年に完成した。", "昭和39年 = 1964年"),
        ("It is 30 m wide and 100 m long.", "It is 98 ft wide and 328 ft long.", "30 m ≈ 98 ft, 100 m ≈ 328 ft"),
    ],
)
def test_the_step_says_what_was_converted(quoted: str, said: str, detail: str) -> None:
    assert unit_step(said, quoted) == detail


def test_the_quotation_is_named() -> None:
    passages = [QuotedPassage(text="The lake is cold."), QuotedPassage(text="The dam is 40 m high.")]
    (found,) = converted_units(Goal(text="The dam is 131 ft high."), passages)
    assert found.step.quotations == (1,)
    assert found.goals == (Goal(text="The dam is 40 m high."),)


def test_only_the_goals_own_quotations_are_read() -> None:
    goal = Goal(text="The dam is 131 ft high.", only=frozenset([1]))
    assert list(converted_units(goal, [QuotedPassage(text="The dam is 40 m high."), QuotedPassage(text="No.")])) == []


@pytest.mark.parametrize(
    "text", ["", " ", "131 ft", "ft 131", "（", "「131 ft", "40 m (131 ft", "1" * 2000, "1,000" * 400]
)
def test_odd_goals_are_harmless(text: str) -> None:
    assert list(converted_units(Goal(text=text), [QuotedPassage(text="The dam stands."), QuotedPassage(text="")])) == []


@pytest.mark.parametrize("piece", ["1 ", "1,", "40 m (", "1 and ", "about ", "一", "1-", "$1 ", "minus ", "a hundred "])
def test_hostile_text_takes_no_time(piece: str) -> None:
    text = piece * (2000 // len(piece))
    started = time.process_time()
    list(converted_units(Goal(text=text), [QuotedPassage(text=text * 4)]))
    assert time.process_time() - started < 2
