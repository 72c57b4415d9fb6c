"""Sides of a comparison: which one a sentence speaks of, and that both come into the answer."""

import pytest

from tadori.model.evidence_thresholds import OPEN_BOTH_SIDES, OPEN_NO_SIDE
from tadori.model.ids import EN
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.compared_sides import side_terms, sides_of, worth_by_side

SIDES = ("prefork", "worker")


def sentence(name: str, text: str, *, title: str = "", section: str = "") -> AnswerCandidate:
    return AnswerCandidate(claim_id=name, text=text, context=text, title=title, section=section, lang=EN)


@pytest.mark.req("X10")
@pytest.mark.parametrize(
    ("text", "section", "title", "expected"),
    [
        ("The prefork module starts one process for each request.", "", "", (True, False)),
        ("Both prefork and worker start processes.", "", "", (True, True)),
        ("It needs less memory.", "Modules › worker", "prefork", (False, True)),
        ("It needs less memory.", "", "The prefork module", (True, False)),
        ("It needs less memory.", "", "", (False, False)),
    ],
)
def test_a_sentence_speaks_of_what_it_names_else_of_what_stands_above_it(
    text: str, section: str, title: str, expected: tuple[bool, bool]
) -> None:
    assert sides_of(text, section, title, side_terms(SIDES)) == expected


def test_what_both_sides_share_tells_nothing() -> None:
    named = side_terms(("Python 2", "Python 3"))
    assert sides_of("Python has lists.", "", "", named) == (False, False)
    assert sides_of("In Python 3 print is a function.", "", "", named) == (False, True)


def test_japanese_sides_are_told_apart() -> None:
    assert sides_of("プロセスだけを使うのがpreforkです。", "", "", side_terms(SIDES)) == (True, False)


@pytest.mark.req("X10")
def test_the_weaker_side_is_lifted_and_what_names_none_sinks() -> None:
    given = [
        sentence("a", "The prefork module starts one process for each request."),
        sentence("b", "The worker module starts threads."),
        sentence("c", "The worker module was written later."),
        sentence("d", "Both prefork and worker start processes."),
        sentence("e", "The manual has an index."),
    ]
    assert worth_by_side(given, [3.0, 1.0, 0.5, 2.0, 2.0], SIDES) == [
        3.0,
        3.0,
        2.5,
        2.0 + OPEN_BOTH_SIDES,
        2.0 - OPEN_NO_SIDE,
    ]


def test_one_side_alone_is_not_lifted() -> None:
    given = [sentence("a", "The prefork module starts one process for each request.")]
    assert worth_by_side(given, [1.5], SIDES) == [1.5]
    assert worth_by_side([], [], SIDES) == []
