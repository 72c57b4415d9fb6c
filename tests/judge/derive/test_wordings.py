import pytest

from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.grading import Grade, QuotedPassage
from tests.judge.derive.misreadings import MISREADINGS
from tests.judge.derive.wordings import WORDINGS

pytestmark = pytest.mark.req("X11")
CHECK = MechanicalCheck()
PROVEN = (Grade.QUOTED, Grade.DERIVED)
Quotations = tuple[QuotedPassage, ...]


@pytest.mark.parametrize(("quotations", "sentences"), WORDINGS)
def test_honest_wordings_are_proven(quotations: Quotations, sentences: tuple[str, ...]) -> None:
    assert [one for one in sentences if CHECK.grade(one, quotations).grade not in PROVEN] == []


@pytest.mark.parametrize(("quotations", "sentences"), MISREADINGS)
def test_other_statements_are_not(quotations: Quotations, sentences: tuple[str, ...]) -> None:
    assert [one for one in sentences if CHECK.grade(one, quotations).grade in PROVEN] == []


@pytest.mark.parametrize(("quotations", "sentences"), WORDINGS)
def test_a_changed_digit_is_not_proven(quotations: Quotations, sentences: tuple[str, ...]) -> None:
    changed = [one.translate(str.maketrans("0123456789", "1234567890")) for one in sentences]
    others = [one for one, said in zip(changed, sentences, strict=True) if one != said]
    assert [one for one in others if CHECK.grade(one, quotations).grade in PROVEN] == []
