"""Frames of roles, English and Japanese: what is read, what is not, and how two holders compare."""

import pytest

from tadori.judge.frames.frame import Frame, FrameSource
from tadori.judge.frames.role import compare_names_of_roles, role_frames, same_role
from tadori.judge.frames.role_names import NameRelation, compare_name_lists
from tadori.judge.frames.values import FrameRelation
from tadori.model.frame import SlotPlace
from tadori.model.ids import EN, JA

pytestmark = pytest.mark.req("L23")


def read(text: str, **given: object) -> tuple[Frame, ...]:
    lang = EN if text[:1].isascii() else JA
    return role_frames(FrameSource(text=text, lang=lang, **given))  # type: ignore[arg-type]


def brief(text: str, **given: object) -> list[tuple[str, str, str]]:
    return [(f.subject.words, " ".join(sorted(f.asked.key)), f.value.words) for f in read(text, **given)]


STATED = [
    ("Paris is the capital of France.", [("France", "capital", "Paris")]),
    ("Paris is the capital and largest city of France.", [("France", "capital", "Paris")]),
    ("The capital of France is Paris.", [("France", "capital", "Paris")]),
    ("Ann Lee, the mayor of Ulm, opened the fair.", [("Ulm", "mayor", "Ann Lee")]),
    ("Ann Lee was the first president of Kestrel.", [("Kestrel", "first president", "Ann Lee")]),
    ("Kestrel was directed by Ann Lee.", [("Kestrel", "director", "Ann Lee")]),
    (
        "Kestrel is a 1999 Danish film written and directed by Ann Lee.",
        [("Kestrel", "author", "Ann Lee"), ("Kestrel", "director", "Ann Lee")],
    ),
    (
        "Kestrel is a 1999 film directed by Ann Lee and written by Bob Ray and Carl Orn.",
        [("Kestrel", "director", "Ann Lee"), ("Kestrel", "author", "Bob Ray and Carl Orn")],
    ),
    ("Kestrel was founded by Ann Lee and Bob Ray.", [("Kestrel", "founder", "Ann Lee and Bob Ray")]),
    ("Ann Lee founded Kestrel in 1901.", [("Kestrel", "founder", "Ann Lee")]),
    ('Ann Lee wrote the novel "The Long Way".', [("Long Way", "author", "Ann Lee")]),
    ("Ulm is located in Bavaria.", [("Ulm", "located_in", "Bavaria")]),
    ("Orn is a village in Telemark.", [("Orn", "located_in", "Telemark")]),
    ("Kestrel is licensed under the MIT License.", [("Kestrel", "licence", "MIT License")]),
    ("フランスの首都はパリである。", [("フランス", "capital", "パリ")]),
    ("パリはフランスの首都である。", [("フランス", "capital", "パリ")]),
    ("黒澤明が監督した『羅生門』は名作である。", [("羅生門", "director", "黒澤明")]),
    ("『こころ』の作者は夏目漱石。", [("こころ", "author", "夏目漱石")]),
    ("ソニーは井深大によって設立された。", [("ソニー", "founder", "井深大")]),
    ("奈良市は奈良県に位置する。", [("奈良市", "located_in", "奈良県")]),
]


@pytest.mark.parametrize(("text", "expected"), STATED)
def test_a_role_is_read(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert brief(text) == expected


@pytest.mark.parametrize(("text", "expected"), STATED)
def test_slots_stand_exactly_where_they_say(text: str, expected: list[tuple[str, str, str]]) -> None:
    for frame in read(text):
        for slot in (frame.subject, frame.asked, frame.value):
            assert text[slot.start : slot.end] == slot.words


NOT_READ = [
    "",
    "Ann Lee is a painter.",
    "Ann Lee is the author of eleven books.",
    "The film was directed by Ann Lee.",
    "The default is off.",
    "Kestrel was founded by two farmers.",
    "Kestrel was directed by the company.",
    "She is the mayor of Ulm.",
    "It is located in Bavaria.",
    "Ann Lee is a producer and director of Danish heritage.",
    "Ann Lee, author of several books, died.",
    "彼はフランスの大統領である。",
    "山田太郎は小説家である。",
    "その首都はパリである。",
    "会社は農家によって設立された。",
    "ジョン・スミスは、ケントにある町のアン・リーと結婚した。",
]


@pytest.mark.parametrize("text", NOT_READ)
def test_what_is_no_named_role_gives_no_frame(text: str) -> None:
    assert read(text) == ()


def test_a_default_below_its_heading() -> None:
    frames = read("The default is off.", subject="ssl_mode", subject_start=11, subject_end=11)
    assert [(f.subject.words, f.value.words) for f in frames] == [("ssl_mode", "off")]
    assert frames[0].subject.place is SlotPlace.RESOLVED


def test_its_is_the_resolved_subject() -> None:
    frames = read("Its capital is Paris.", subject="France", subject_start=0, subject_end=3)
    assert [(f.subject.words, f.value.words) for f in frames] == [("France", "Paris")]


@pytest.mark.parametrize(
    "text",
    [
        "Kestrel was reportedly directed by Ann Lee.",
        "Paris may be the capital of France.",
        "パリはフランスの首都とされる。",
    ],
)
def test_what_is_not_stated_as_a_fact_is_not_firm(text: str) -> None:
    assert [frame.firm for frame in read(text)] in ([False], [])


SAME, EXCLUDES = FrameRelation.SAME, FrameRelation.EXCLUDES
QUALIFIES, UNRELATED = FrameRelation.QUALIFIES, FrameRelation.UNRELATED
PAIRS = [
    ("Paris is the capital of France.", "The capital of France is Paris.", SAME),
    ("Paris is the capital of France.", "The capital of France is Lyon.", EXCLUDES),
    ("Paris is the capital of France.", "Bordeaux was the capital of France.", QUALIFIES),
    ("Ann Lee, the mayor of Ulm, sang.", "Bob Ray, the mayor of Ulm, sang.", QUALIFIES),
    ("Kestrel was directed by Ann Lee.", "Kestrel was directed by Bob Ray.", EXCLUDES),
    ("Kestrel was directed by Ann Lee.", "Kestrel was directed by A. Lee.", SAME),
    ("Kestrel was directed by Ann Lee.", "Kestrel was directed by Ann Lee and Bob Ray.", QUALIFIES),
    ("Kestrel is a 1936 film directed by Ann Lee.", "Kestrel is a 1999 film directed by Bob Ray.", UNRELATED),
    ("Kestrel was founded by Ann Lee.", "Kestrel was founded by Bob Ray.", UNRELATED),
    ("Kestrel was founded by Ann Lee.", "Kestrel was directed by Bob Ray.", UNRELATED),
    ("Ulm is located in Bavaria.", "Ulm is located in Germany.", UNRELATED),
    ("Ann Lee was the first president of Kestrel.", "Bob Ray was the second president of Kestrel.", UNRELATED),
    ("Paris is the capital of France.", "パリはフランスの首都である。", SAME),
    ("パリはフランスの首都である。", "フランスの首都はリヨンである。", EXCLUDES),
    ("『こころ』の作者は夏目漱石。", "『こころ』の作者は森鴎外。", EXCLUDES),
    ("ソニーは井深大によって設立された。", "ソニーは盛田昭夫によって設立された。", UNRELATED),
]


@pytest.mark.parametrize(("one", "other", "expected"), PAIRS)
def test_how_two_holders_stand_to_each_other(one: str, other: str, expected: FrameRelation) -> None:
    a, b = read(one)[0], read(other)[0]
    assert compare_names_of_roles(a, b)[0] is expected
    assert compare_names_of_roles(b, a)[0] is expected


def test_an_office_has_one_holder_for_pages_of_one_year() -> None:
    a = read("Ann Lee is the mayor of Ulm.", date="2020-05-01")[0]
    b = read("Bob Ray is the mayor of Ulm.", date="2020-09")[0]
    later = read("Bob Ray is the mayor of Ulm.", date="2024")[0]
    assert compare_names_of_roles(a, b) == (EXCLUDES, "Ann Lee ≠ Bob Ray")
    assert compare_names_of_roles(a, later)[0] is QUALIFIES


def test_a_role_is_the_same_in_both_languages() -> None:
    assert same_role(read("Kestrel was directed by Ann Lee.")[0], read("黒澤明が監督した『羅生門』は名作である。")[0])


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Ann Lee", "Lee", NameRelation.SAME),
        ("Ann Lee", "A. Lee", NameRelation.SAME),
        ("Ann Lee", "Bob Ray", NameRelation.DIFFERENT),
        ("Paris", "Paris, Texas", NameRelation.OVERLAP),
        ("World Health Organization", "WHO", NameRelation.SAME),
        ("クリント・イーストウッド", "Clint Eastwood", NameRelation.SAME),
        ("黒澤明", "Akira Kurosawa", NameRelation.UNCERTAIN),
        ("Catherine Lee", "Catharina Ray", NameRelation.UNCERTAIN),
        ("夏目漱石", "森鴎外", NameRelation.DIFFERENT),
        ("夏目漱石", "漱石", NameRelation.UNCERTAIN),
    ],
)
def test_names(one: str, other: str, expected: NameRelation) -> None:
    assert compare_name_lists(one, other) is expected
    assert compare_name_lists(other, one) is expected


@pytest.mark.parametrize(
    "piece", ["directed by Ann Lee and ", "the capital of ", "Ann Lee, ", "フランスの首都は", "が監督した"]
)
def test_hostile_text_is_read_in_linear_time(piece: str) -> None:
    text = (piece * 2000)[:1990]
    assert len(read(text)) <= 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann Lee has been CEO of Kestrel since 2019.", [("Kestrel", "ceo", "Ann Lee")]),
        ("Bob Ray was President of Kenya from 1990 to 1995.", [("Kenya", "president", "Bob Ray")]),
        ("Kestrel chief executive Ann Lee said so.", [("Kestrel", "ceo", "Ann Lee")]),
        ("It was won by Ulm mayor Bob Ray.", [("Ulm", "mayor", "Bob Ray")]),
        ("Herman Melville wrote Moby-Dick.", [("Moby-Dick", "author", "Herman Melville")]),
        ("The French president Bob Ray left.", []),
        ("Mughal Emperor Shah Jahan built it.", []),
        ("Kestrel was founded by American engineers.", []),
        ("Ann Lee is the President of the African Institute for Mathematical Sciences.", []),
        ("Rivera painted Cristina in the nude.", []),
        ("フランスのマクロン大統領は来日した。", [("フランス", "president", "マクロン")]),
        ("ソニー社長の平井一夫氏が述べた。", [("ソニー", "president", "平井一夫")]),
        ("ソニーの本社は東京都港区にある。", [("ソニー", "headquarters", "東京都港区")]),
        ("『吾輩は猫である』は夏目漱石によって書かれた小説である。", [("吾輩は猫である", "author", "夏目漱石")]),
    ],
)
def test_what_real_text_taught(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert brief(text) == expected


def test_offices_of_different_periods_qualify() -> None:
    one = read("Bob Ray was President of Kenya from 1990 to 1995.")[0]
    other = read("Ann Lee was President of Kenya from 1996 to 2001.")[0]
    assert compare_names_of_roles(one, other) == (QUALIFIES, "from 1990 to 1995; the other from 1996 to 2001")


def test_what_the_sentence_only_wonders_does_not_touch_an_aside() -> None:
    assert [f.firm for f in read("Ann Lee, the mayor of Ulm, thinks that it may rain.")] == [True]
