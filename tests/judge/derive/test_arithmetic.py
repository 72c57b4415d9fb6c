"""The rule `arithmetic`: what it derives, and what it refuses."""

import time

import pytest

from tadori.judge.derive.arithmetic import calculated
from tadori.judge.derive.base import Goal
from tadori.model.grading import QuotedPassage
from tests.judge.derive.arithmetic_cases import ARITHMETIC_EN, ARITHMETIC_JA

pytestmark = pytest.mark.req("X11")

FAITHFUL = [(quoted, said) for quoted, good, _ in (*ARITHMETIC_EN, *ARITHMETIC_JA) for said in good]
UNFAITHFUL = [(quoted, said) for quoted, _, bad in (*ARITHMETIC_EN, *ARITHMETIC_JA) for said in bad]


def step_of(said: str, quoted: list[str]) -> str | None:
    found = next(calculated(Goal(text=said), [QuotedPassage(text=text) for text in quoted]), None)
    return found.step.detail if found else None


@pytest.mark.parametrize(("quoted", "said"), FAITHFUL)
def test_a_right_calculation_is_derived(quoted: list[str], said: str) -> None:
    assert step_of(said, quoted) is not None


@pytest.mark.parametrize(("quoted", "said"), UNFAITHFUL)
def test_a_wrong_calculation_is_refused(quoted: list[str], said: str) -> None:
    assert step_of(said, quoted) is None


OUTPUT = ["The output of the plant was 1,284 MWh in 2022.", "The output of the plant was 1,510 MWh in 2023."]
STAFF = ["A社の従業員数は120人である。", "B社の従業員数は300人である。"]


@pytest.mark.parametrize(
    ("quoted", "said", "detail"),
    [
        (OUTPUT, "The output of the plant rose by 226 MWh from 2022 to 2023.", "1,510 MWh − 1,284 MWh = 226 MWh"),
        (
            OUTPUT,
            "The plant's output rose by 17.6 % from 2022 to 2023.",
            "(1,510 MWh − 1,284 MWh) ÷ 1,284 MWh ≈ 17.6 %",
        ),
        (STAFF, "B社の従業員数はA社の2.5倍である。", "300 ÷ 120 = 2.5"),
        (STAFF, "A社とB社の従業員数は合計420人である。", "120 + 300 = 420"),
    ],
)
def test_the_step_is_written_in_signs(quoted: list[str], said: str, detail: str) -> None:
    assert step_of(said, quoted) == detail


def test_the_quoted_sentences_are_the_goals() -> None:
    goal = Goal(text="The output of the plant rose by 226 MWh from 2022 to 2023.", speaker="Kato")
    passages = [QuotedPassage(text="Rain fell."), *(QuotedPassage(text=text) for text in OUTPUT)]
    found = next(calculated(goal, passages))
    assert found.goals == (
        Goal(text=OUTPUT[0], only=frozenset([1]), speaker="Kato"),
        Goal(text=OUTPUT[1], only=frozenset([2]), speaker="Kato"),
    )
    assert found.step.quotations == (1, 2)


@pytest.mark.parametrize(
    "text", ["", "。", "226 MWh", "合計", "together", "= 226 MWh", "1 + 1 = 2", "（1＋1＝2", "1" * 2000]
)
def test_odd_goals_are_harmless(text: str) -> None:
    assert step_of(text, OUTPUT) is None


@pytest.mark.parametrize(
    "piece", ["1 MWh in 2022 and ", "1 + 1 = ", "2022年に1人、", "more than ", "The plant's 1 m ", "北と南は"]
)
def test_hostile_text_takes_no_time(piece: str) -> None:
    text = piece * (2000 // len(piece))
    started = time.process_time()
    list(calculated(Goal(text=text), [QuotedPassage(text=text), QuotedPassage(text=text[:-9] + ".")]))
    assert time.process_time() - started < 4
