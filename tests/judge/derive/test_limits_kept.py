"""A limit of a quoted sentence that the calculated sentence leaves out: nothing may be derived then."""

import pytest

from tadori.judge.derive.arithmetic import calculated
from tadori.judge.derive.base import Goal
from tadori.judge.derive.differing import differing_values
from tadori.model.grading import QuotedPassage
from tests.judge.derive.arithmetic_cases import ARITHMETIC_EN, ARITHMETIC_JA
from tests.judge.derive.differing_cases import DIFFERING_EN, DIFFERING_JA

pytestmark = pytest.mark.req("X11")

LIMITS_EN = [
    "Perhaps ", "According to critics, ", "If the gate was open, ", "Reportedly, ", "In theory, ", "Except at night, ",
    "Critics say that ", "It is not true that ", "Until May, ", "On paper, ", "Without rain, ", "Only ", "In winter, ",
]  # fmt: skip
LIMITS_JA = [
    "おそらく", "反対派によると、", "門が開いていれば、", "理論上は、", "夜を除き、", "冬には、", "計画では、",
    "5月までは、", "雨がなければ、", "一説では、",
]  # fmt: skip
ENDINGS_JA = ["とみられる。", "という。", "はずだ。", "と会社は主張している。", "かもしれない。"]


def limited(quoted: str) -> list[str]:
    """`quoted` with a limit, in every way of the lists."""
    if quoted.isascii() or not any("ぁ" <= char <= "ヿ" for char in quoted):
        return [f"{limit}{quoted[0].lower()}{quoted[1:]}" for limit in LIMITS_EN]
    return [f"{limit}{quoted}" for limit in LIMITS_JA] + [quoted.rstrip("。") + ending for ending in ENDINGS_JA]


def variants(quoted: list[str]) -> list[list[str]]:
    """The quoted sentences with a limit on the first, on the last, and on all of them."""
    changed = list(zip(*map(limited, quoted), strict=False))
    first = [[new[0], *quoted[1:]] for new in changed]
    last = [[*quoted[:-1], new[-1]] for new in changed]
    return first + last + [list(new) for new in changed]


CALCULATED = [
    (versions, said)
    for quoted, good, _ in (*ARITHMETIC_EN, *ARITHMETIC_JA)
    for said in good
    for versions in variants(quoted)
]
DIFFERING = [
    ([*zip(versions, [source for _, source in quoted], strict=True)], said)
    for quoted, good, _ in (*DIFFERING_EN, *DIFFERING_JA)
    for said in good
    for versions in variants([text for text, _ in quoted])
]


def test_no_limit_of_an_operand_is_lost() -> None:
    lost = [
        (quoted, said)
        for quoted, said in CALCULATED
        if next(calculated(Goal(text=said), [QuotedPassage(text=text) for text in quoted]), None)
    ]
    assert lost == []


def test_no_limit_of_a_differing_value_is_lost() -> None:
    lost = [
        (quoted, said)
        for quoted, said in DIFFERING
        if next(differing_values(Goal(text=said), [QuotedPassage(text=t, source=s) for t, s in quoted]), None)
    ]
    assert lost == []


def test_there_are_enough_of_them() -> None:
    assert len(CALCULATED) == 3729
    assert len(DIFFERING) == 1035
