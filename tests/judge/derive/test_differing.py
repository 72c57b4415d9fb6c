"""The rule `differing_values`: what it derives, and what it refuses."""

import time

import pytest

from tadori.judge.derive.base import Goal
from tadori.judge.derive.differing import differing_sentence, differing_values
from tadori.model.grading import QuotedPassage
from tadori.model.ids import EN, JA
from tests.judge.derive.differing_cases import DIFFERING_EN, DIFFERING_JA

pytestmark = pytest.mark.req("X11")

Sources = list[tuple[str, str]]
FAITHFUL = [(quoted, said) for quoted, good, _ in (*DIFFERING_EN, *DIFFERING_JA) for said in good]
UNFAITHFUL = [(quoted, said) for quoted, _, bad in (*DIFFERING_EN, *DIFFERING_JA) for said in bad]


def differing_step(said: str, quoted: Sources) -> str | None:
    passages = [QuotedPassage(text=text, source=source) for text, source in quoted]
    found = next(differing_values(Goal(text=said), passages), None)
    return found.step.detail if found else None


@pytest.mark.parametrize(("quoted", "said"), FAITHFUL)
def test_quoted_values_of_several_sources_are_derived(quoted: Sources, said: str) -> None:
    assert differing_step(said, quoted) is not None


@pytest.mark.parametrize(("quoted", "said"), UNFAITHFUL)
def test_other_values_labels_points_and_periods_are_refused(quoted: Sources, said: str) -> None:
    assert differing_step(said, quoted) is None


OUTPUT = [
    QuotedPassage(text="The output of 2023 was 1,284 MWh.", source="city"),
    QuotedPassage(text="The output of 2023 was 1,510 MWh.", source="company"),
]


def test_what_is_written_is_derived() -> None:
    said = differing_sentence("the output of 2023", [("1,284 MWh", "city"), ("1,510 MWh", "company")], EN)
    assert said == "Sources differ on the output of 2023: 1,284 MWh (city), 1,510 MWh (company)."
    (found,) = differing_values(Goal(text=said), OUTPUT)
    assert found.step.detail == "1,284 MWh (city) ≠ 1,510 MWh (company)"
    assert found.step.quotations == (0, 1)
    assert [goal.text for goal in found.goals] == [passage.text for passage in OUTPUT]


def test_what_is_written_in_japanese_is_derived() -> None:
    said = differing_sentence("2023年の発電量", [("1,284 MWh", "市"), ("1,510 MWh", "会社")], JA)
    assert said == "2023年の発電量は資料により異なる：1,284 MWh（市）、1,510 MWh（会社）。"
    quoted = [("2023年の発電量は1,284 MWhである。", "市"), ("2023年の発電量は1,510 MWhである。", "会社")]
    assert differing_step(said, quoted) == "1,284 MWh (市) ≠ 1,510 MWh (会社)"


@pytest.mark.parametrize(
    ("heading", "before", "derived"),
    [("Output in 2023", "", 1), ("", "These are the figures for 2023.", 1), ("Output in 2022", "", 0), ("", "", 0)],
)
def test_the_period_may_stand_in_the_heading_or_before(heading: str, before: str, derived: int) -> None:
    passages = [
        QuotedPassage(text="The output was 1,284 MWh.", source="city", heading=heading, before=before),
        QuotedPassage(text="The output was 1,510 MWh.", source="company", heading=heading, before=before),
    ]
    said = "Sources differ on the output of 2023: 1,284 MWh (city), 1,510 MWh (company)."
    assert len(list(differing_values(Goal(text=said), passages))) == derived


@pytest.mark.parametrize(
    "text", ["", ":", "Sources differ on", "Sources differ on : (a), (b)", "資料により異なる：（市）", "「1 m（市）"]
)
def test_odd_goals_are_harmless(text: str) -> None:
    assert list(differing_values(Goal(text=text), OUTPUT)) == []


@pytest.mark.parametrize(
    "piece", ["1 m (a), ", "differ: a (b) ", "1 MWh according to ", "資料により異なる：1 m（", "x (", ", and "]
)
def test_hostile_text_takes_no_time(piece: str) -> None:
    text = "Sources differ on a: " + piece * (1900 // len(piece))
    started = time.process_time()
    list(differing_values(Goal(text=text), [QuotedPassage(text=text * 4, source="a")]))
    assert time.process_time() - started < 2


@pytest.mark.parametrize(("label", "derived"), [("Yearbook, 1998", 1), ("Yearbook, 1908", 0), ("Yearbook 3", 0)])
def test_a_date_in_a_label_is_the_sources(label: str, derived: int) -> None:
    passages = [
        QuotedPassage(text="The dam is 40 m high.", source="Yearbook", date="1998-05"),
        QuotedPassage(text="The dam is 42 m high.", source="Post"),
    ]
    said = f"Sources differ on the height of the dam: 40 m ({label}), 42 m (Post)."
    assert len(list(differing_values(Goal(text=said), passages))) == derived
