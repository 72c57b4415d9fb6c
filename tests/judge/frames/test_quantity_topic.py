"""Quantities whose subject only the title names, and when two such subjects are one thing (L23, L33)."""

import time

import pytest

from tadori.judge.frames.frame import Frame, FrameSource
from tadori.judge.frames.framed import FramedClaim, relation_between
from tadori.judge.frames.quantity import quantity_frames
from tadori.judge.frames.quantity_topic import topic_name
from tadori.judge.frames.subjects import same_subject, subject_keys
from tadori.judge.frames.values import FrameRelation
from tadori.model.claim import Claim, Quotation
from tadori.model.frame import FrameSlot, SlotPlace
from tadori.model.ids import EN, JA, Lang

pytestmark = pytest.mark.req("L23", "L33")

SAME, EXCLUDES, QUALIFIES = FrameRelation.SAME, FrameRelation.EXCLUDES, FrameRelation.QUALIFIES


def frames(text: str, lang: Lang, title: str, headings: tuple[str, ...] = (), header: str = "") -> tuple[Frame, ...]:
    return quantity_frames(FrameSource(text=text, lang=lang, title=title, headings=headings, header=header))


def shown(frame: Frame) -> tuple[str, str, str]:
    return frame.subject.words, " ".join(sorted(frame.asked.key)), frame.value.words


@pytest.mark.parametrize(
    ("title", "lang", "name"),
    [
        ("Correction: the rotor at Orngama", EN, "Orngama"),
        ("Orn Bridge - The Sund Encyclopaedia", EN, "Orn Bridge"),
        ("Orn explosion", EN, "Orn explosion"),
        ("Blades made in Orn set off for Sund", EN, ""),
        ("BLAST WRECKS CHEMICAL WORKS", EN, ""),
        ("", EN, ""),
        ("鳴釜潮流発電実証事業の概要", JA, "鳴釜潮流発電"),
        ("鳴釜の潮流発電、初年度は好調", JA, "鳴釜潮流発電"),
        ("北浜市立海洋博物館年報 第35号", JA, "北浜市立海洋博物館"),
        ("白瀬ダム管理年報(平成29年度)", JA, "白瀬ダム"),
        ("訂正 潮流発電の総事業費", JA, ""),
        ("2号機の設置時期の変更について", JA, ""),
        ("会社概要", JA, ""),
        ("", JA, ""),
    ],
)
def test_the_one_name_of_a_title(title: str, lang: Lang, name: str) -> None:
    assert topic_name(title, lang) == name


@pytest.mark.parametrize(
    ("text", "lang", "title", "expected"),
    [
        ("The rotor diameter is 18 metres.", EN, "The rotor at Orngama", [("Orngama", "rotor diameter", "18 metres")]),
        (
            "In fiscal year 2023 the turbine generated 1,510 MWh.",
            EN,
            "One year of Orngama",
            [("Orngama turbine", "generation", "1,510 MWh")],
        ),
        ("橋の長さは1,240メートルです。", JA, "白瀬大橋", [("白瀬大橋", "length", "1,240メートル")]),
        ("The hall seats 2,000 people.", EN, "Orn Hall", [("Orn Hall", "capacity", "2,000 people")]),
        (
            "In 2019 the bridge carried an average of 31,000 vehicles a day.",
            EN,
            "Orn Bridge",
            [("Orn Bridge", "carri vehicl", "31,000")],
        ),
        (
            "2018年度の来館者数は21万4,300人でした。",
            JA,
            "北浜市立海洋博物館年報 第35号",
            [("北浜市立海洋博物館", "visitors", "21万4,300人")],
        ),
        (
            "当館の収蔵点数は12,000点です。",
            JA,
            "北浜市立海洋博物館年報 第35号",
            [("北浜市立海洋博物館", "holdings", "12,000")],
        ),
        (
            "1号機の総事業費は24億6,000万円です。",
            JA,
            "鳴釜潮流発電実証事業の概要",
            [("鳴釜潮流発電1号機", "cost", "24億6,000万円")],
        ),
        (
            "堤高は96.5メートル、堤頂長は284メートルである。",
            JA,
            "白瀬ダム",
            [("白瀬ダム", "dam height", "96.5メートル"), ("白瀬ダム", "crest length", "284メートル")],
        ),
        (
            "年間発電量は1284メガワット時で、設備利用率は29.2％だった。",
            JA,
            "鳴釜の潮流発電",
            [("鳴釜潮流発電", "annual generation", "1284メガワット時"), ("鳴釜潮流発電", "capacity factor", "29.2％")],
        ),
    ],
)
def test_the_title_gives_the_subject(text: str, lang: Lang, title: str, expected: list[tuple[str, str, str]]) -> None:
    found = frames(text, lang, title)
    assert [shown(one) for one in found] == expected
    assert {one.subject.place for one in found} == {SlotPlace.TITLE}


@pytest.mark.parametrize(
    ("text", "lang", "title", "headings"),
    [
        ("The default is 15 seconds.", EN, "Orn Server", ()),
        ("The maximum size is 15 MB.", EN, "Orn Server", ()),
        ("The dam is 40 m high.", EN, "Dams of Sund", ()),
        ("The highest tower is 40 m high.", EN, "Orn Castle", ()),
        ("The total cost was 12 million dollars.", EN, "Orn and Sund sign an agreement", ()),
        ("The net yield was 1,284 MWh.", EN, "Orn", ("The plant at Sund",)),
        ("標高は2,351メートル。", JA, "ポルトガル", ()),
        ("延べ床面積は約1万6500m2である。", JA, "日本共産党", ()),
        ("同年の一人あたりのGDPは5万2,225ドルである。", JA, "オランダ", ()),
        ("年間発電量は1284メガワット時である。", JA, "白瀬ダム", ("北浜発電所",)),
        ("既定値は15秒です。", JA, "白瀬ダム", ()),
    ],
)
def test_the_title_is_not_the_subject_of_everything(
    text: str, lang: Lang, title: str, headings: tuple[str, ...]
) -> None:
    assert frames(text, lang, title, headings) == ()


def test_a_row_of_a_year_and_a_row_of_a_label_are_of_the_thing_in_the_title() -> None:
    (year,) = frames("2023年度 | 1,284メガワット時 | 11日間停止", JA, "鳴釜潮流発電の概要", (), "年度 | 発電量 | 備考")
    assert shown(year) == ("鳴釜潮流発電", "generation", "1,284メガワット時")
    assert year.period is not None
    assert (year.period.words, year.period.key) == ("2023年度", frozenset(["2023-None-None fiscal"]))
    assert not year.whole
    (label,) = frames("ローター直径 | 18メートル", JA, "鳴釜潮流発電の概要", ("設備",), "項目 | 内容")
    assert shown(label) == ("鳴釜潮流発電", "rotor diameter", "18メートル")
    (more,) = frames("Rotor diameter | 18 m, three blades", EN, "Orn OW-500 data sheet", ("Orn OW-500", "Main data"))
    assert shown(more) == ("Orn OW-500", "rotor diameter", "18 m")
    assert not more.whole
    assert frames("2023年度 | 1,284メガワット時", JA, "会社概要", (), "年度 | 発電量") == ()


def titled(text: str, lang: Lang, title: str, page: str) -> FramedClaim:
    quotation = Quotation.of(fragment_id=f"fr_{page}", page_id=page, start=0, text=text)
    return FramedClaim.of(Claim(id=page, text=text, lang=lang, quotation=quotation), title=title, headings=())


@pytest.mark.parametrize(
    ("a", "title_a", "b", "title_b", "lang", "expected"),
    [
        (
            "令和5年度(2023年4月1日から2024年3月31日まで)の1号機の年間発電量は1,284メガワット時であった。",
            "鳴釜潮流発電1号機 令和5年度測定報告書",
            "2023年度の発電量は1,510メガワット時に達しました。",
            "鳴釜潮流発電1号機、運転開始1周年",
            JA,
            EXCLUDES,
        ),
        (
            "1号機の総事業費は24億6,000万円です。",
            "鳴釜潮流発電実証事業の概要",
            "市によると、1号機の総事業費は42億6000万円。",
            "潮流発電、据え付けから1年",
            JA,
            EXCLUDES,
        ),
        (
            "1号機の総事業費は24億6,000万円です。",
            "鳴釜潮流発電実証事業の概要",
            "2号機の総事業費は42億6000万円です。",
            "鳴釜潮流発電実証事業の計画",
            JA,
            None,
        ),
        (
            "白瀬ダムの堤高は86.5メートルです。",
            "",
            "堤高は96.5メートル、堤頂長は284メートルである。",
            "白瀬ダム",
            JA,
            EXCLUDES,
        ),
        ("新白瀬ダムの堤高は86.5メートルです。", "", "堤高は96.5メートルである。", "白瀬ダム", JA, None),
        (
            "2018年度の来館者数は21万4,300人でした。",
            "北浜市立海洋博物館年報",
            "来館者数は48万人である。",
            "北浜水族館",
            JA,
            None,
        ),
        ("The population is 12,345.", "Gabon", "The population is 54,321.", "Egypt", EN, None),
        ("The population is 12,345.", "Gabon", "The population of Gabon is 54,321.", "Africa", EN, EXCLUDES),
        (
            "The Orn OW-500 has three blades and a rotor diameter of 28 metres.",
            "",
            "The OW-500 has a rotor diameter of 18 m.",
            "",
            EN,
            EXCLUDES,
        ),
        (
            "The main span of the Orn Bridge is 442 metres long.",
            "",
            "The Orn Bridge has a main span of 412 m.",
            "",
            EN,
            EXCLUDES,
        ),
        (
            "By default Orn 4 indexes attachments of up to 25 MB.",
            "",
            "Orn 4 indexes attachments of up to 50 MB by default.",
            "",
            EN,
            EXCLUDES,
        ),
        (
            "By default Orn 4 indexes attachments of up to 25 MB.",
            "",
            "Out of the box, Orn 4 indexes attachments up to a limit of 25 MB.",
            "",
            EN,
            SAME,
        ),
        (
            "By default Orn 4 indexes attachments of up to 25 MB.",
            "",
            "Orn 4 indexes messages of up to 5 MB.",
            "",
            EN,
            None,
        ),
        (
            "In 2019 the Orn Bridge carried an average of 31,000 vehicles a day.",
            "",
            "In 2009 the Orn Bridge carried 21,000 vehicles a day.",
            "",
            EN,
            QUALIFIES,
        ),
        (
            "鳴釜発電所の2023年度の発電量は1,284メガワット時だった。",
            "",
            "凪浦社は、2023年度の鳴釜発電所の発電量が1510メガワット時だったと発表した。",
            "",
            JA,
            EXCLUDES,
        ),
    ],
)
def test_values_of_the_thing_in_the_title(
    a: str, title_a: str, b: str, title_b: str, lang: Lang, expected: FrameRelation | None
) -> None:
    first, second = titled(a, lang, title_a, "pg_1"), titled(b, lang, title_b, "pg_2")
    for found in (relation_between(first, second), relation_between(second, first)):
        assert (None if found is None else found.relation) is expected


def test_slots_that_are_one_thing_share_a_key() -> None:
    above = FrameSource(text="", lang=JA)
    numbered = FrameSlot(words="鳴釜潮流発電1号機", key=frozenset(["a"]))
    title = FrameSlot(words="鳴釜潮流発電", key=frozenset(["b"]), place=SlotPlace.TITLE)
    kind = FrameSlot(words="潮流発電1号機", key=frozenset(["c"]), place=SlotPlace.TITLE)
    second = FrameSlot(words="潮流発電2号機", key=frozenset(["d"]), place=SlotPlace.TITLE)
    assert same_subject(numbered, title, above, above)
    assert same_subject(kind, numbered, above, above)
    assert not same_subject(second, numbered, above, above)
    assert set(subject_keys(numbered)) & set(subject_keys(title)) == {("", "鳴釜潮流発電")}
    assert set(subject_keys(numbered)) & set(subject_keys(kind)) == {("", "1号機")}


def test_hostile_titles_and_sentences_are_read_quickly() -> None:
    began = time.perf_counter()
    for lang, word in ((EN, "Orn the of at "), (JA, "鳴釜の")):
        assert topic_name(word * 5000, lang) == ""
        assert frames(f"{word * 60}1,284 MWh", lang, word * 10) == ()
    assert time.perf_counter() - began < 2
