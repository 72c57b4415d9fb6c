"""Numbers that are asked for, whatever the question word, and numbers that only label."""

import pytest

from tadori.model.ids import EN, JA
from tadori.rank.answer_values import best_value
from tadori.rank.question import parse_question
from tadori.rank.question_kinds import MONEY, QuestionKind
from tadori.rank.question_parts import asked_parts


@pytest.mark.parametrize(
    ("question", "kind", "unit"),
    [
        ("What did the repair of the cable joint cost?", QuestionKind.NUMBER, MONEY),
        ("What does the crate weigh?", QuestionKind.NUMBER, "kg"),
        ("What did Edison do?", QuestionKind.OVERVIEW, ""),
        ("harbour bridge length metres", QuestionKind.NUMBER, "m"),
    ],
)
def test_what_is_measured_is_a_number(question: str, kind: QuestionKind, unit: str) -> None:
    asked = parse_question(question, EN)
    assert (asked.kind, asked.unit) == (kind, unit)


def test_the_number_of_a_unit_is_no_count() -> None:
    asked = parse_question("How many council members voted for the second turbine?", EN)
    assert best_value(asked, "2号機の予算案を、賛成14、反対5で可決した。", JA) == "14"


def test_half_a_question_is_no_part_of_its_own() -> None:
    question = "How many members voted for it, and how many against?"
    assert [part.text for part in asked_parts(question, EN)] == [question]
