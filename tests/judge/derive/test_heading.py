"""A sentence printed with the heading or title it stands under (X11)."""

import pytest

from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.grading import Grade, QuotedPassage

DEFAULT = QuotedPassage(
    text="The default is 128 megabytes.", heading="20.4. Memory › shared_buffers", source="PostgreSQL 15 Manual"
)
DEFAULT_JA = QuotedPassage(text="既定値は128メガバイトである。", heading="資源 › 共有バッファ", source="手引き")


@pytest.mark.req("X11")
@pytest.mark.parametrize(
    ("sentence", "passage", "grade"),
    [
        ("Under “shared_buffers”: The default is 128 megabytes.", DEFAULT, Grade.DERIVED),
        ("Under “20.4. Memory”: The default is 128 megabytes.", DEFAULT, Grade.DERIVED),
        ("Under “PostgreSQL 15 Manual”: The default is 128 megabytes.", DEFAULT, Grade.DERIVED),
        ("「共有バッファ」の項：既定値は128メガバイトである。", DEFAULT_JA, Grade.DERIVED),
        ("Under “work_mem”: The default is 128 megabytes.", DEFAULT, Grade.NOT_CHECKED),
        ("Under “shared_buffers”: The default is 256 megabytes.", DEFAULT, Grade.NOT_CHECKED),
        ("Under “…”: The default is 128 megabytes.", DEFAULT, Grade.NOT_CHECKED),
        ("Under “shared_buffers”: ", DEFAULT, Grade.NOT_CHECKED),
        ("「作業メモリ」の項：既定値は128メガバイトである。", DEFAULT_JA, Grade.NOT_CHECKED),
        ("「」の項：既定値は128メガバイトである。", DEFAULT_JA, Grade.NOT_CHECKED),
    ],
)
def test_the_heading_must_be_the_one_above_the_words(sentence: str, passage: QuotedPassage, grade: Grade) -> None:
    assert MechanicalCheck().grade(sentence, [passage]).grade is grade


@pytest.mark.req("X11")
def test_the_step_names_the_heading() -> None:
    (step,) = MechanicalCheck().grade("Under “shared_buffers”: The default is 128 megabytes.", [DEFAULT]).steps
    assert (step.rule, step.detail, step.quotations) == ("heading", "under “shared_buffers”", (0,))
