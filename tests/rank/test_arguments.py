"""Which side of a dispute a sentence takes, by words of value and limit."""

import pytest

from tadori.rank.arguments import ArgumentSide, argument_side

pytestmark = pytest.mark.req("F2")


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("The main advantage is clean power.", ArgumentSide.FOR),
        ("It is faster and cheaper.", ArgumentSide.FOR),
        ("Its main drawback is the noise.", ArgumentSide.AGAINST),
        ("Critics call it costly.", ArgumentSide.AGAINST),
        ("It cannot be recycled.", ArgumentSide.AGAINST),
        ("It is not recommended for children.", ArgumentSide.AGAINST),
        ("It has four turbines.", ArgumentSide.NEITHER),
        ("The proscenium and the consul stood there.", ArgumentSide.NEITHER),
        ("", ArgumentSide.NEITHER),
        ("電力が安価なことが利点である。", ArgumentSide.FOR),
        ("操作が容易で便利だ。", ArgumentSide.FOR),
        ("騒音が大きな欠点である。", ArgumentSide.AGAINST),
        ("住民は計画に反対している。", ArgumentSide.AGAINST),
        ("リサイクルできない。", ArgumentSide.AGAINST),
        ("安全ではない。", ArgumentSide.AGAINST),
        ("タービンは4基ある。", ArgumentSide.NEITHER),
    ],
)
def test_the_side_that_a_sentence_takes(text: str, side: ArgumentSide) -> None:
    assert argument_side(text) is side


def test_a_disadvantage_does_not_count_as_an_advantage() -> None:
    assert argument_side("This is a disadvantage.") is ArgumentSide.AGAINST
    assert argument_side("これはデメリットである。") is ArgumentSide.AGAINST


@pytest.mark.parametrize(
    ("text", "heading", "side"),
    [
        ("It has four turbines.", "Advantages", ArgumentSide.FOR),
        ("It has four turbines.", "Limitations", ArgumentSide.AGAINST),
        ("It has four turbines.", "Advantages and disadvantages", ArgumentSide.NEITHER),
        ("It has four turbines.", "Building", ArgumentSide.NEITHER),
        ("An advantage and a risk.", "Benefits", ArgumentSide.FOR),
        ("Its main drawback is the noise.", "Advantages", ArgumentSide.AGAINST),
        ("タービンは4基ある。", "長所", ArgumentSide.FOR),
        ("タービンは4基ある。", "デメリット", ArgumentSide.AGAINST),
        ("タービンは4基ある。", "メリットとデメリット", ArgumentSide.NEITHER),
    ],
)
def test_the_heading_decides_where_the_sentence_does_not(text: str, heading: str, side: ArgumentSide) -> None:
    assert argument_side(text, heading) is side
