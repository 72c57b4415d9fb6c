"""Since when somebody holds an office, English and Japanese; words for founding."""

import pytest

from tadori.judge.frames.event import compare_dates_of_events, event_frames
from tadori.judge.frames.frame import Frame, FrameSource
from tadori.judge.frames.values import FrameRelation
from tadori.model.ids import EN, JA

pytestmark = pytest.mark.req("L23")


def read(text: str) -> tuple[Frame, ...]:
    return event_frames(FrameSource(text=text, lang=EN if text.isascii() else JA))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann Lee has been the mayor of Ulm since 1969.", ("Ann Lee", "appointed mayor ulm", "1969")),
        ("Ann Lee has been in office since 3 May 1969.", ("Ann Lee", "appointed offic", "3 May 1969")),
        ("木村一郎は1969年から北浜市長を務めている。", ("木村一郎", "appointed 北浜 市長", "1969年")),
    ],
)
def test_since_is_when_an_office_was_taken(text: str, expected: tuple[str, str, str]) -> None:
    (frame,) = read(text)
    assert (frame.subject.words, " ".join(sorted(frame.asked.key)), frame.value.words) == expected


@pytest.mark.parametrize(
    "text", ["Ann Lee has been ill since 1969.", "木村一郎は1969年から病気である。", "Since 1969."]
)
def test_no_office_no_event(text: str) -> None:
    assert read(text) == ()


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        ("Ann Lee has been mayor of Ulm since 1969.", "Ann Lee was appointed mayor of Ulm in 1971.", "excludes"),
        ("木村一郎は1969年から北浜市長を務めている。", "木村一郎は1971年に北浜市長に就任した。", "excludes"),
        ("Kestrel was begun in August 1993 by Ann Lee.", "The Kestrel Project was founded in 1993.", "same"),
        ("The Kestrel project was started in 1993.", "Kestrel was established in 1993.", "same"),
        ("Kestrel was created in 1992.", "Kestrel was founded in 1993.", "qualifies"),
        ("Debian プロジェクトは1993年に創設された。", "Debian は1993年8月に設立された。", "same"),
    ],
)
def test_how_two_compare(mine: str, theirs: str, expected: str) -> None:
    (a,), (b,) = read(mine), read(theirs)
    assert a.subject.key == b.subject.key
    assert compare_dates_of_events(a, b)[0] is FrameRelation(expected)
