"""When claims were stated, updated, corrected and withdrawn (L32)."""

import pytest

from tadori.report.timeline import revision_kind
from tests.report.world import CORRECTION, DONE_1998, DONE_1999, HEIGHT, World, english, japanese


@pytest.mark.req("L32")
@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("ダムは1998年に完成した。", "stated"),
        ("訂正：完成は1998年です。", "corrected"),
        ("正しくは1998年でした。", "corrected"),
        ("2024年に情報を更新した。", "updated"),
        ("発表を撤回し、訂正します。", "withdrawn"),
        ("Correction: it was 1998.", "corrected"),
        ("An erratum was printed.", "corrected"),
        ("The paper was RETRACTED in 2020.", "withdrawn"),
        ("Updated 3 March.", "updated"),
        ("The correct year is known.", "stated"),
        ("An outdated figure.", "stated"),
    ],
)
def test_cues_decide_what_happened(words: str, kind: str) -> None:
    assert revision_kind(words) == kind


@pytest.mark.req("L32")
def test_entries_come_by_date_and_a_correction_against_a_claim_is_one_of_them() -> None:
    entries = [(entry.date, entry.kind, entry.text, entry.citation) for entry in english().report().timeline]
    assert entries == [
        ("2019-05-05", "stated", DONE_1999, 3),
        ("2021-04-01", "stated", DONE_1998, 1),
        ("2021-04-01", "stated", HEIGHT, 4),
        ("2022-02-02", "corrected", CORRECTION, 5),
    ]


@pytest.mark.req("L32")
def test_japanese_corrections_are_seen() -> None:
    assert [entry.kind for entry in japanese().report().timeline] == ["stated", "stated", "stated", "corrected"]


def test_the_time_a_claim_speaks_about_counts_before_the_date_of_its_page() -> None:
    world = World()
    world.page("a", DONE_1998, date="2024-03-01")
    world.claim(DONE_1998, "a", date="1998")
    world.state(DONE_1998, "a")
    assert [entry.date for entry in world.report().timeline] == ["1998"]


def test_a_claim_with_a_time_of_its_own_cites_its_own_words_though_others_are_older() -> None:
    world = World()
    world.page("own", DONE_1998, date="2024-03-01")
    world.page("older", DONE_1998, date="2001")
    world.claim(DONE_1998, "own", "older", date="1998")
    world.state(DONE_1998, "own")
    report = world.report()
    assert [report.citations[entry.citation - 1].page_id for entry in report.timeline] == ["own"]


def test_a_correction_is_dated_by_its_page() -> None:
    world = World()
    world.page("a", CORRECTION, date="2022-02-02")
    world.claim(CORRECTION, "a", date="1998")
    world.state(CORRECTION, "a")
    assert [(entry.date, entry.kind) for entry in world.report().timeline] == [("2022-02-02", "corrected")]


def test_the_earliest_dated_source_is_the_one_cited() -> None:
    world = World()
    world.page("late", HEIGHT, date="2024-03-01")
    world.page("early", HEIGHT, date="2001")
    world.page("undated", HEIGHT, date=None)
    world.claim(HEIGHT, "undated", "late", "early")
    world.state(HEIGHT, "undated")
    report = world.report()
    (entry,) = report.timeline
    assert (entry.date, report.citations[entry.citation - 1].page_id) == ("2001", "early")


def test_undated_claims_are_not_in_the_timeline() -> None:
    world = World()
    world.page("a", HEIGHT, date=None)
    world.claim(HEIGHT, "a")
    world.state(HEIGHT, "a")
    assert world.report().timeline == ()


def test_words_that_state_one_claim_and_correct_another_are_told_once() -> None:
    world = World()
    world.page("blog", DONE_1999, date="2019-05-05")
    world.page("notice", CORRECTION, date="2022-02-02")
    world.claim(DONE_1999, "blog", against=[world.quote("notice", CORRECTION)])
    world.claim(CORRECTION, "notice")
    world.state(CORRECTION, "notice")
    world.state(DONE_1999, "blog")
    assert [(e.date, e.kind) for e in world.report().timeline] == [
        ("2019-05-05", "stated"),
        ("2022-02-02", "corrected"),
    ]
