"""Frames of quantities: what is measured, of what, how much, when and for whom (L23, L25, L33, C3)."""

import time

import pytest

from tadori.judge.frames.frame import Frame, FrameSource
from tadori.judge.frames.quantity import quantity_frames, same_measure
from tadori.model.claim import Mood
from tadori.model.frame import FrameKind, SlotPlace
from tadori.model.ids import EN, JA, Lang


def frames(text: str, lang: Lang = EN, **above: str | tuple[str, ...]) -> tuple[Frame, ...]:
    return quantity_frames(FrameSource(text=text, lang=lang, **above))  # type: ignore[arg-type]


def shown(frame: Frame) -> tuple[str, str, str]:
    return frame.subject.words, " ".join(sorted(frame.asked.key)), frame.value.words


ENGLISH = [
    ("Kestrel Dam is 40 m high.", "Kestrel Dam", "height", "40 m"),
    ("The Kestrel dam has a height of 40 m.", "Kestrel dam", "height", "40 m"),
    ("Built in 1911, the Kestrel Dam is 40 m high.", "Kestrel Dam", "height", "40 m"),
    ("At 634 metres tall, the Orn Tower is the tallest in Sund.", "Orn Tower", "height", "634 metres"),
    ("The 634-metre-tall Orn Tower opened to the public.", "Orn Tower", "height", "634-metre"),
    ("The Orn Lighthouse stands 31 metres tall.", "Orn Lighthouse", "height", "31 metres"),
    ("The population of Orn was 709,037 in 2023.", "Orn", "population", "709,037"),
    ("In 2019, Orn's population was 690,000.", "Orn", "population", "690,000"),
    ("Orn is a city in Sund with a population of 709,037.", "Orn", "population", "709,037"),
    ("About 1,200 people live in Sund.", "Sund", "population", "1,200 people"),
    ("Sund is home to about 1,200 people.", "Sund", "population", "1,200 people"),
    ("Debian 12 has 59,000 packages.", "Debian 12", "packag", "59,000"),
    ("The number of packages in Debian is 59,000.", "Debian", "packag", "59,000"),
    ("PostgreSQL supports up to 1,600 columns per table.", "PostgreSQL", "column maximum", "1,600"),
    ("There are 47 prefectures in Japan.", "Japan", "prefectur", "47"),
    ("146 people were killed in the Triangle fire.", "Triangle fire", "deaths", "146 people"),
    ("The Triangle fire killed 146 workers.", "Triangle fire", "deaths", "146"),
    ("checkpoint_timeout defaults to 5 minutes.", "checkpoint_timeout", "default", "5 minutes"),
    ("The Orn Museum opened in 1911 and has 12 galleries.", "Orn Museum", "galleri", "12"),
    ("The Orn Museum, which has twelve galleries, opened in 1911.", "Orn Museum", "galleri", "twelve"),
    ("The maximum depth of Lake Orn is 140 m.", "Lake Orn", "depth", "140 m"),
    ("Lake Orn covers 12 square kilometres.", "Lake Orn", "area", "12 square kilometres"),
    ("The bell of Orn Cathedral weighs 3.5 tonnes.", "bell of Orn Cathedral", "weight", "3.5 tonnes"),
    ("Admission to the Orn Museum costs 500 yen.", "Orn Museum", "price", "500 yen"),
    ("The unemployment rate in Orn was 5.2% in 2020.", "Orn", "unemployment", "5.2%"),
    ("The Orn Festival attracts about 40,000 visitors each year.", "Orn Festival", "visitors", "40,000"),
    ("About 40 percent of the residents of Orn speak Sami.", "Orn", "resid sami share speak", "40 percent"),
    ("Orn has 59,000 to 61,000 students.", "Orn", "students", "59,000 to 61,000"),
    ("Orn Hall seats two thousand people.", "Orn Hall", "capacity", "two thousand people"),
    ("The Orn Stadium holds 32,000 spectators.", "Orn Stadium", "capacity", "32,000"),
    ("The construction of the Orn Dam cost 49 million dollars.", "Orn Dam", "cost", "49 million dollars"),
    ("Some 312 people lost their lives in the Orn fire.", "Orn fire", "deaths", "312 people"),
    ("The Orn council has 45 seats.", "Orn council", "seat", "45 seats"),
    ("The Orn Plant's net output in 2019 was 12 GWh.", "Orn Plant", "generation", "12 GWh"),
]
JAPANESE = [
    ("東京タワーの高さは333メートルである。", "東京タワー", "height", "333メートル"),
    ("東京タワーは、高さが333メートルである。", "東京タワー", "height", "333メートル"),
    ("東京タワーは高さ333メートルの電波塔である。", "東京タワー", "height", "333メートル"),
    ("東京タワーは1958年に完成し、高さは333メートルである。", "東京タワー", "height", "333メートル"),
    ("大阪市の人口は2019年に約275万人であった。", "大阪市", "population", "275万人"),
    ("京都市は人口145万人のまちである。", "京都市", "population", "145万人"),
    ("スンド島には約1,200人が暮らしている。", "スンド島", "population", "1,200人"),
    ("富士山の標高は三千七百七十六メートルである。", "富士山", "elevation", "三千七百七十六メートル"),
    ("Debian 12には約59,000個のパッケージが含まれる。", "Debian 12", "packag", "59,000個"),
    ("Debian 1.3は974個のパッケージから構成されていました。", "Debian 1.3", "packag", "974個"),
    ("日本には47の都道府県がある。", "日本", "prefectur", "47"),
    ("オルン空港には滑走路が2本ある。", "オルン空港", "滑走 滑走路 路", "2本"),
    ("オルン美術館は1911年に開館し、12の展示室を備える。", "オルン美術館", "galleri", "12"),
    ("オルンホールは2,000人を収容できる。", "オルンホール", "capacity", "2,000人"),
    ("オルン社の2019年度の売上高は300億円だった。", "オルン社", "revenue", "300億円"),
    ("オルン社は1,200人の従業員を抱える。", "オルン社", "employees", "1,200人"),
    ("オルン火災では146人が死亡した。", "オルン火災", "deaths", "146人"),
    ("オルン選挙の投票率は52.3％であった。", "オルン選挙", "turnout", "52.3％"),
    ("令和元年度の横浜市の予算は1兆円である。", "横浜市", "budget", "1兆円"),
    ("minimumFret のデフォルト値は 0 です。", "minimumFret", "default", "0"),
    ("オルン条約は14条からなる。", "オルン条約", "articl", "14"),
    ("白瀬大橋の建設には49億円がかかった。", "白瀬大橋", "cost", "49億円"),
    ("北浜市議会の議員定数は24人である。", "北浜市議会", "seat", "24人"),
    ("オルン噴火による死者は312人に上った。", "オルン噴火", "deaths", "312人"),
    ("北浜図書館の蔵書は120万冊を数える。", "北浜図書館", "holdings", "120万冊"),
]


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("text", "lang", "subject", "asked", "value"),
    [(text, EN, *rest) for text, *rest in ENGLISH] + [(text, JA, *rest) for text, *rest in JAPANESE],
)
def test_one_value_of_one_thing(text: str, lang: Lang, subject: str, asked: str, value: str) -> None:
    (found,) = frames(text, lang)
    assert shown(found) == (subject, asked, value)
    assert found.kind is FrameKind.QUANTITY
    assert found.firm
    for slot in (found.subject, found.asked, found.value):
        assert text[slot.start : slot.end] == slot.words
        assert slot.place is SlotPlace.SENTENCE


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("text", "lang"),
    [
        # numbers that measure nothing: versions, parts of names, sections, dates, ports, ordinals, factors
        ("PostgreSQL 15 is a database.", EN),
        ("Python 3.11 has been released.", EN),
        ("Section 4 describes 3 of them.", EN),
        ("The server listens on port 8080.", EN),
        ("The program returns exit status 2.", EN),
        ("Orn was the third town.", EN),
        ("The default value is 5 times the number of CPUs.", EN),
        ("The default value of max_orn is 16 (ServerLimit) multiplied by 25.", EN),
        ("OpenSSH SSH デーモンは SSH プロトコル2のみをサポートします。", JA),
        ("第5章では、3番目の例を示す。", JA),
        # changes, parts of a whole, and lists
        ("The population of Orn increased by 1,200.", EN),
        ("Orn has five more gates.", EN),
        ("Orn has 5 of the 12 seats.", EN),
        ("Orn has two or three gates.", EN),
        ("Orn saw an increase of 40 people.", EN),
        ("40 percent of the 60 percent who voted in Orn were women.", EN),
        ("The default is 4 for maxdict, 5 for maxarray, and 6 for the others.", EN),
        ("オルン市の人口は1,200人増加した。", JA),
        ("オルン大学の学生のうち、300人は女性である。", JA),
        # subjects that nothing names
        ("The dam is 40 m high.", EN),
        ("This PEP defines three hooks.", EN),
        ("The package contains 34 commands.", EN),
        ("Each node has four ports.", EN),
        ("A table has 1,600 columns.", EN),
        ("It has three hooks.", EN),
        ("The default is 15 seconds.", EN),
        ("Some of the gates are 5 m high.", EN),
        ("既定値は15秒です。", JA),
        ("定員は50名です。", JA),
        ("このダムの高さは40メートルである。", JA),
        ("各ノードには4つの端子がある。", JA),
        ("2018年11月の時点で、外部ツールが20種類ある。", JA),
        ("1030 人以上の Debian 開発者によって保守される約 18,200 個のパッケージがありました。", JA),
        # another's value
        ("Pierre is the state capital and Sioux Falls, with a population of about 171,000, is the largest city.", EN),
        ("オルン市は人口5万人のスンド町に接する。", JA),
        # examples and conditions
        ("For example, Orn has three gates.", EN),
        ("Suppose Orn Dam is 40 m high.", EN),
        ("例えば、東京タワーの高さは333メートルである。", JA),
        # edges
        ("", EN),
        ("5", EN),
        ("。", JA),
    ],
)
def test_no_frame_is_better_than_a_wrong_one(text: str, lang: Lang) -> None:
    assert frames(text, lang) == ()


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("text", "lang", "above", "subject", "place"),
    [
        ("The dam is 40 m high.", EN, {"title": "Kestrel Dam"}, "Kestrel Dam", SlotPlace.TITLE),
        ("The default is 15 seconds.", EN, {"headings": ("max_delay",)}, "max_delay", SlotPlace.HEADING),
        ("既定値は15秒です。", JA, {"headings": ("checkpoint_timeout",)}, "checkpoint_timeout", SlotPlace.HEADING),
        ("This PEP defines three hooks.", EN, {"title": "PEP 517 – A format for trees"}, "PEP 517", SlotPlace.TITLE),
        ("The population was 1,294 in 2010.", EN, {"title": "Cuba, Illinois"}, "Cuba, Illinois", SlotPlace.TITLE),
        ("人口：12,345人（2019年）", JA, {"title": "富士市"}, "富士市", SlotPlace.TITLE),
        ("Population: 12,345 (2019)", EN, {"title": "Oslo"}, "Oslo", SlotPlace.TITLE),
    ],
)  # fmt: skip
def test_headings_and_titles_name_what_a_sentence_leaves_open(
    text: str, lang: Lang, above: dict[str, str], subject: str, place: SlotPlace
) -> None:
    (found,) = frames(text, lang, **above)
    assert found.subject.words == subject
    assert found.subject.place is place
    assert (found.subject.start, found.subject.end) == (0, 0)


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("text", "lang", "above"),
    [
        ("The dam is 40 m high.", EN, {"title": "Dams of Sund"}),
        ("This release contained 848 packages.", EN, {"title": "Chapter 3. Debian Releases"}),
        ("The default value is 6.", EN, {"title": "F.13. dict_int", "headings": ("F.13.1. Configuration",)}),
        ("The default is 15 seconds.", EN, {"title": "Server Configuration"}),
        ("The default is 15 seconds.", EN, {"headings": ("Why is checkpoint_timeout slow?",)}),
        ("標高は2,351メートル。", JA, {"title": "ポルトガル"}),
        ("任期は5年である。", JA, {"title": "ドミニカ国"}),
    ],
)
def test_a_heading_that_names_another_thing_is_not_taken(text: str, lang: Lang, above: dict[str, str]) -> None:
    assert frames(text, lang, **above) == ()


@pytest.mark.req("L33")
@pytest.mark.parametrize(
    ("text", "lang", "period", "scope"),
    [
        ("The population of Orn was 709,037 in 2023.", EN, "in 2023", []),
        ("In 2019, Orn's population was 690,000.", EN, "In 2019", []),
        ("As of the 2010 census, Orn had a population of 72.", EN, "As of the 2010 census", []),
        ("Exel employs 1,200 people in Osaka.", EN, None, ["in Osaka"]),
        ("PostgreSQL supports up to 1,600 columns per table.", EN, None, ["per table"]),
        ("Orn currently has 64 gates.", EN, "currently", []),
        ("Orn has about 64 gates.", EN, None, ["about"]),
        ("Orn has at least 64 gates.", EN, None, ["at least"]),
        ("The number of gates in Orn was 64 (2019).", EN, "2019", []),
        ("大阪市の人口は2019年に約275万人であった。", JA, "2019年", ["about"]),
        ("オルン社の2019年度の売上高は300億円だった。", JA, "2019年度", []),
        ("スンド島の人口は1,200人（2020年）。", JA, "2020年", []),
        ("2020年の国勢調査によると、スンド市の人口は12,345人だった。", JA, "2020年", []),
    ],
)
def test_what_narrows_a_value_is_kept(text: str, lang: Lang, period: str | None, scope: list[str]) -> None:
    (found,) = frames(text, lang)
    assert (found.period.words if found.period else None) == period
    assert [slot.words for slot in found.scope] == scope


@pytest.mark.req("L23")
def test_a_resolved_subject_is_the_subject() -> None:
    source = FrameSource(text="It has three hooks.", lang=EN, subject="Exel", subject_start=0, subject_end=2)
    (found,) = quantity_frames(source)
    assert shown(found) == ("Exel", "hook", "three")
    assert found.subject.place is SlotPlace.RESOLVED


@pytest.mark.req("L23")
def test_several_values_give_a_frame_each() -> None:
    found = frames("The Orn Line is 38 km long and has 14 stations.")
    assert [shown(one) for one in found] == [("Orn Line", "length", "38 km"), ("Orn Line", "station", "14")]
    found = frames("オルン湖の面積は12平方キロメートルで、最大水深は140メートルである。", JA)
    assert [shown(one)[1:] for one in found] == [("area", "12平方キロメートル"), ("depth", "140メートル")]


@pytest.mark.req("L23")
@pytest.mark.parametrize("mood", [Mood.PLANNED, Mood.ESTIMATED, Mood.CONDITIONAL, Mood.ALLEGED, Mood.DENIED])
def test_only_what_is_stated_is_firm(mood: Mood) -> None:
    (found,) = quantity_frames(FrameSource(text="Kestrel Dam is 40 m high.", lang=EN, mood=mood))
    assert not found.firm


@pytest.mark.req("L23")
def test_a_question_states_nothing_and_an_unlike_measure_is_another_thing() -> None:
    assert quantity_frames(FrameSource(text="Kestrel Dam is 40 m high?", lang=EN, mood=Mood.QUESTION)) == ()
    (height,), (length,) = frames("Kestrel Dam is 40 m high."), frames("Kestrel Dam is 40 m long.")
    assert not same_measure(height, length)


@pytest.mark.req("L33")
def test_an_option_belongs_to_its_program() -> None:
    (fetch,) = frames("The default is 4.", headings=("--jobs",), title="git-fetch(1)")
    (clone,) = frames("The default is 1.", headings=("--jobs",), title="git-clone(1)")
    assert "fetch" in fetch.subject.key
    assert "clone" in clone.subject.key
    assert fetch.subject.words == clone.subject.words == "--jobs"


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    "text",
    [
        "a " * 400 + "is 5 m high",
        "5 " * 450,
        "The " * 240 + "5",
        "の" * 900 + "5人",
        "高さは" * 300 + "5m",
        "(" * 900 + "5 m",
    ],
)
def test_hostile_text_is_read_in_bounded_time(text: str) -> None:
    began = time.perf_counter()
    for lang in (EN, JA):
        frames(text, lang)
    assert time.perf_counter() - began < 2


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("text", "lang", "expected", "period"),
    [
        ("Orn's tax bill in 2019 was £62m.", EN, ("Orn", "bill tax", "£62m"), "in 2019"),
        ("The half-life of Ornium is 76 years.", EN, ("Ornium", "half halflif life", "76 years"), None),
        ("オルン彗星の公転周期は76年である。", JA, ("オルン彗星", "公転 周期", "76年"), None),
    ],
)
def test_a_measured_thing_that_no_table_knows(
    text: str, lang: Lang, expected: tuple[str, str, str], period: str | None
) -> None:
    (found,) = frames(text, lang)
    assert shown(found) == expected
    assert (found.period.words if found.period else None) == period


@pytest.mark.req("L23")
def test_what_a_crash_killed() -> None:
    (found,) = frames("The Orn Airbus A320 crashed into a mountain, killing all 150 people on board.")
    assert shown(found) == ("Orn Airbus A320", "deaths", "150 people")


@pytest.mark.req("L25")
@pytest.mark.parametrize(
    ("text", "lang", "whole"),
    [
        ("Kestrel Dam is 40 m high.", EN, True),
        ("The population of Orn was 709,037 in 2023.", EN, True),
        ("In 2019, Orn's population was 690,000 (estimate).", EN, True),
        ("The Orn Museum, which has twelve galleries, was praised by critics.", EN, False),
        ("Kestrel Dam is 40 m high and supplies two towns.", EN, False),
        ("東京タワーの高さは333メートルである。", JA, True),
        ("東京タワーは1958年に完成し、高さは333メートルである。", JA, False),
    ],
)
def test_a_frame_knows_whether_it_says_all_of_its_sentence(text: str, lang: Lang, whole: bool) -> None:
    (found,) = frames(text, lang)
    assert found.whole is whole
