"""Events that are called by their kind and place."""

import pytest

from tadori.judge.frames.event import compare_dates_of_events, event_frames
from tadori.judge.frames.frame import Frame, FrameSource
from tadori.judge.frames.values import FrameRelation
from tadori.model.ids import EN

pytestmark = pytest.mark.req("L23")


def one(text: str) -> Frame:
    (frame,) = event_frames(FrameSource(text=text, lang=EN))
    return frame


AT_WORKS = "The explosion at the Tarnwell works of Calder Chemicals occurred at 4.52 p.m. on Saturday, 11 August 1973."


def test_kind_and_place_are_one_key_in_both_orders() -> None:
    assert one(AT_WORKS).subject.key == one("The Tarnwell explosion occurred on 18 November 1973.").subject.key


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("The Tarnwell explosion occurred on 18 November 1973.", FrameRelation.EXCLUDES),
        ("The Tarnwell explosion occurred on 11 August 1973.", FrameRelation.SAME),
        ("The Tarnwell explosion occurred on 2 February 1952.", FrameRelation.UNRELATED),
    ],
)
def test_dates_of_one_event_at_a_place(other: str, expected: FrameRelation) -> None:
    assert compare_dates_of_events(one(AT_WORKS), one(other))[0] is expected


def test_a_second_one_is_another() -> None:
    text = "A second explosion at the Tarnwell works occurred on 18 November 1973."
    assert event_frames(FrameSource(text=text, lang=EN)) == ()
