"""The gate of the report, condition by condition (X1)."""

import pytest

from tadori.report.gate import SentenceRefusal, sentence_refusal
from tests.report.gate_cases import CASES, Case


@pytest.mark.req("X1")
@pytest.mark.parametrize("case", [case for case in CASES if case.reason is None], ids=lambda case: case.name)
def test_a_sentence_that_meets_every_condition_passes(case: Case) -> None:
    assert sentence_refusal(*case.given()) is None


@pytest.mark.req("X1")
@pytest.mark.parametrize("case", [case for case in CASES if case.reason is not None], ids=lambda case: case.name)
def test_the_first_condition_that_fails_is_the_reason_in_words(case: Case) -> None:
    assert sentence_refusal(*case.given()) == SentenceRefusal(reason=case.reason or "", printable=case.printable)
