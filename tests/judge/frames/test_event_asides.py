"""Dated events beside what a sentence says, English and Japanese."""

import pytest

from tadori.judge.frames.event import event_frames
from tadori.judge.frames.frame import FrameSource
from tadori.model.ids import EN, JA

pytestmark = pytest.mark.req("L23")


def brief(text: str) -> list[tuple[str, str, str]]:
    lang = EN if text.isascii() else JA
    found = event_frames(FrameSource(text=text, lang=lang))
    return [(f.subject.words, " ".join(sorted(f.asked.key)), f.value.words) for f in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Based on Orn 4.0 Etch released 2007-04-08.", [("Orn 4.0 Etch", "released", "2007-04-08")]),
        ("Orn 4.0 Etch (8 April 2007): named for a toy.", [("Orn 4.0 Etch", "released", "8 April 2007")]),
        ("Orn 11 Bull (August 14th, 2021): named for a toy.", [("Orn 11 Bull", "released", "August 14th, 2021")]),
        ("It is a link after Orn 8 Jess (released in 2015).", [("Orn 8 Jess", "released", "2015")]),
        ("You cross the Sund Bridge (opened 1958) by car.", [("Sund Bridge", "opened", "1958")]),
        ("Orn 8 jess (2015年リリース) 以降では別の方式です。", [("Orn 8 jess", "released", "2015年")]),
        ("Orn 4.0 Etch (2007年4月8日): 玩具から名付けられた。", [("Orn 4.0 Etch", "released", "2007年4月8日")]),
        (
            "2007年4月8日にリリースされた Orn 4.0 Etch を元にしています。",
            [("Orn 4.0 Etch", "released", "2007年4月8日")],
        ),
        ("Apollo 11 (July 1969) was a mission.", []),
        ("Psalm 23 (1998) is sung.", []),
        ("Orn 4.0 (8 April 2007 – 3 May 2010) was supported.", []),
        ("ソニー (1990年) は大きい。", []),
    ],
)
def test_an_event_beside_the_statement_is_read(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert brief(text) == expected


@pytest.mark.parametrize("text", ["Orn 4.0 (" * 220, "A" * 2000 + " (8 April 2007)", "Orn 4.0 Etch 2007-04-08 " * 80])
def test_hostile_text_gives_nothing(text: str) -> None:
    assert brief(text) == []
