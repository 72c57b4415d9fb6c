"""The gate of the report, condition by condition (X1)."""

import pytest

from tadori.model.grading import Grade
from tadori.report.gate import SentenceRefusal, gate_verdict
from tests.report.gate_cases import CASES, Case


@pytest.mark.req("X1")
@pytest.mark.parametrize("case", [case for case in CASES if case.reason is None], ids=lambda case: case.name)
def test_a_sentence_that_meets_every_condition_passes(case: Case) -> None:
    verdict = gate_verdict(*case.given())
    assert not isinstance(verdict, SentenceRefusal)
    assert verdict.grade is Grade.QUOTED


@pytest.mark.req("X1")
@pytest.mark.parametrize("case", [case for case in CASES if case.reason is not None], ids=lambda case: case.name)
def test_the_first_condition_that_fails_is_the_reason_in_words(case: Case) -> None:
    assert gate_verdict(*case.given()) == SentenceRefusal(reason=case.reason or "", printable=case.printable)


@pytest.mark.req("X11")
def test_no_lowest_grade_lets_pass_what_is_not_checked() -> None:
    (case,) = [case for case in CASES if case.name == "not checked"]
    assert isinstance(gate_verdict(*case.given(), lowest=Grade.NOT_CHECKED), SentenceRefusal)
