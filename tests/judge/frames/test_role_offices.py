"""Offices and makers of what a page is about, English and Japanese, and when two holders exclude each other."""

import pytest

from tadori.judge.frames.frame import Frame, FrameSource
from tadori.judge.frames.role import compare_names_of_roles, role_frames, same_role
from tadori.judge.frames.role_names import is_person_name
from tadori.judge.frames.values import FrameRelation
from tadori.model.ids import EN, JA, IsoDate

pytestmark = pytest.mark.req("L23")


def read(text: str, title: str = "", date: str = "") -> tuple[Frame, ...]:
    lang = EN if text[0].isascii() else JA
    return role_frames(FrameSource(text=text, lang=lang, title=title, date=IsoDate(date) if date else None))


@pytest.mark.parametrize(
    ("text", "title", "expected"),
    [
        ("Ann Lee is the leader of the Kestrel project.", "", ("Kestrel", "project_leader", "Ann Lee")),
        ("Ann Lee, the leader of the Kestrel project, spoke.", "", ("Kestrel", "project_leader", "Ann Lee")),
        ("Project leader Ann Lee said so.", "Kestrel 4.0 is out", ("Kestrel", "project_leader", "Ann Lee")),
        ("Orn's leader Ann Lee resigned.", "", ("Orn", "leader", "Ann Lee")),
        ("The museum director, Ann Lee, spoke.", "Ulm Museum", ("Ulm Museum", "office_director", "Ann Lee")),
        ("Ann Lee was the manager of the plant.", "Ulm Plant", ("Ulm Plant", "manager", "Ann Lee")),
        ("The manager at Ulm at the time of the fire was Ann Lee.", "", ("Ulm", "manager", "Ann Lee")),
        ("Ann Lee designed the bridge in 1950.", "Sund Bridge", ("Sund Bridge", "designer", "Ann Lee")),
        ("北浜海洋博物館の館長は水野千鶴です。", "", ("北浜海洋博物館", "office_director", "水野千鶴")),
        ("講師は北浜海洋博物館館長の水野千鶴氏です。", "", ("北浜海洋博物館", "office_director", "水野千鶴")),
        ("北浜海洋博物館の水野千鶴館長による講演。", "", ("北浜海洋博物館", "office_director", "水野千鶴")),
        ("館長の水野千鶴さんは話す。", "北浜海洋博物館だより", ("北浜海洋博物館", "office_director", "水野千鶴")),
    ],
)
def test_an_office_is_read(text: str, title: str, expected: tuple[str, str, str]) -> None:
    (frame,) = read(text, title)
    assert (frame.subject.words, " ".join(sorted(frame.asked.key)), frame.value.words) == expected


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Project leader Ann Lee said so.", "Ten things we learned"),
        ("Documentation team leader Ann Lee spoke.", "Kestrel manual"),
        ("Ann Lee was the manager of the plant.", "The works and the village"),
        ("Ann Lee designed the bridge in 1950.", "Bridges of our coast"),
        ("館長の水野千鶴さんは話す。", "統計だより"),
        ("司会は同館学芸課長の藤井夏樹氏が務めます。", "文化講演会"),
    ],
)
def test_what_nobody_names_is_not_read(text: str, title: str) -> None:
    assert read(text, title) == ()


def relation(mine: str, theirs: str, dates: tuple[str, str] = ("", "")) -> FrameRelation:
    (a,), (b,) = read(mine, date=dates[0]), read(theirs, date=dates[1])
    assert a.subject.key == b.subject.key
    return compare_names_of_roles(a, b)[0]


LEADS = ("Ann Lee is the leader of the Kestrel project.", "Bob Ray is the leader of the Kestrel project.")
SAID = ("Ann Lee, the leader of the Kestrel project, spoke.", "Bob Ray, the leader of the Kestrel project, spoke.")
MANAGED = "The manager at Ulm at the time of the {} was {}."


@pytest.mark.parametrize(
    ("mine", "theirs", "dates", "expected"),
    [
        (*LEADS, ("", ""), "excludes"),
        (*LEADS, ("2021-03-01", "2021-05-01"), "excludes"),
        (*LEADS, ("2011-03-01", "2021-05-01"), "qualifies"),
        (*LEADS, ("2021-03-01", ""), "qualifies"),
        (*SAID, ("", ""), "qualifies"),
        (*SAID, ("2021-03-01", "2021-05-01"), "excludes"),
        (MANAGED.format("fire", "Ann Lee"), MANAGED.format("fire", "Bob Ray"), ("", ""), "excludes"),
        (MANAGED.format("fire", "Ann Lee"), MANAGED.format("flood", "Bob Ray"), ("", ""), "qualifies"),
        ("Kestrel was designed by Ann Lee.", "Kestrel was designed by Bob Ray.", ("", ""), "excludes"),
        ("Kestrel was designed by Ann Lee.", "Kestrel was designed by Ray & Sons.", ("", ""), "unrelated"),
        ("北浜博物館の館長は水野千鶴です。", "北浜博物館の館長は岸本隆之です。", ("", ""), "excludes"),
        (
            "北浜博物館の館長は水野千鶴です。",
            "北浜博物館の館長は岸本隆之です。",
            ("2001-01-01", "2019-01-01"),
            "qualifies",
        ),
    ],
)
def test_two_holders(mine: str, theirs: str, dates: tuple[str, str], expected: str) -> None:
    assert relation(mine, theirs, dates) is FrameRelation(expected)


@pytest.mark.parametrize(
    "other",
    ["Bob Ray was the first leader of the Kestrel project.", "Bob Ray is the acting leader of the Kestrel project."],
)
def test_first_and_acting_holders_are_other_roles(other: str) -> None:
    (a,), (b,) = read(LEADS[0]), read(other)
    assert not same_role(a, b)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Ann Lee", True),
        ("Ludwig van Beethoven", True),
        ("水野千鶴", True),
        ("Foster", False),
        ("Strachan & Pell", False),
        ("Bell Labs", False),
        ("北浜設計事務所", False),
    ],
)
def test_a_persons_name_by_its_form(words: str, expected: bool) -> None:
    assert is_person_name(words) is expected


@pytest.mark.parametrize(
    "text",
    [
        "Compliant with the Window Manager Specification Project, it may add points.",
        "Lexus Project Manager Fumio Hazama shared it.",
        "Like Kestrel head Ann Lee, he spoke.",
    ],
)
def test_titles_that_are_no_office_of_a_named_thing_are_not_read(text: str) -> None:
    assert read(text) == ()


def test_a_former_holder_is_past() -> None:
    (frame,) = read("He met former Kestrel leader Ann Lee.")
    assert [slot.words for slot in frame.scope] == ["past"]
