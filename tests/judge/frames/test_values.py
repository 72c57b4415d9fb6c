"""How two values of one measured thing stand to each other (L23, L25, L33)."""

import pytest

from tadori.judge.frames.frame import Frame, FrameSource
from tadori.judge.frames.quantity import quantity_frames, same_measure
from tadori.judge.frames.values import FrameRelation, compare_quantities
from tadori.model.claim import Mood
from tadori.model.ids import EN, JA, Lang

SAME, EXCLUDES, QUALIFIES, UNRELATED = FrameRelation


def frame(text: str, lang: Lang = EN, *, title: str = "", mood: Mood = Mood.STATED) -> Frame:
    (found,) = quantity_frames(FrameSource(text=text, lang=lang, title=title, mood=mood))
    return found


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("a", "b", "relation", "words"),
    [
        ("Orn Dam is 40 m high.", "The Orn Dam has a height of 40 metres.", SAME, "40 m"),
        ("Orn Dam is 40 m high.", "Orn Dam is 45 m high.", EXCLUDES, "40 m ≠ 45 m"),
        ("Mount Orn is 3,776 m high.", "Mount Orn is 3,677 m high.", EXCLUDES, "3,776 m ≠ 3,677 m"),
        ("Mount Orn is 3,776 m high.", "Mount Orn is 3.776 km high.", SAME, "3,776 m"),
        ("Mount Orn is 3,776 m high.", "Mount Orn is 12,388 feet high.", SAME, "3,776 m ≈ 12,388 feet"),
        ("Mount Orn is 3,776 m high.", "Mount Orn is 3.8 km high.", SAME, "3,776 m ≈ 3.8 km"),
        ("Debian has about 59,000 packages.", "Debian has 59,142 packages.", SAME, "59,000 ≈ 59,142"),
        ("Debian has 59,000 packages.", "Debian has 59,142 packages.", SAME, "59,000 ≈ 59,142"),
        ("Debian has 59,000 packages.", "Debian has 61,000 packages.", EXCLUDES, "59,000 ≠ 61,000"),
        ("Debian has about 40 packages.", "Debian has 44 packages.", UNRELATED, ""),
        ("Debian has about 40 packages.", "Debian has 60 packages.", EXCLUDES, "40 ≠ 60"),
        ("Orn has at least five gates.", "Orn has seven gates.", QUALIFIES, "five; seven"),
        ("Orn has at least five gates.", "Orn has three gates.", EXCLUDES, "five ≠ three"),
        ("Orn has more than 100 gates.", "Orn has 100 gates.", QUALIFIES, "100; 100"),
        ("Orn has at least five gates.", "Orn has at least five gates.", SAME, "five"),
        ("Orn has three gates.", "Orn has 3 gates.", SAME, "three"),
        ("Orn has 20 to 30 gates.", "Orn has 25 gates.", QUALIFIES, "20 to 30; 25"),
        ("Orn has 20 to 30 gates.", "Orn has 45 gates.", EXCLUDES, "20 to 30 ≠ 45"),
        ("Orn has 20 to 30 gates.", "Orn has 20 to 30 gates.", SAME, "20 to 30"),
        ("Orn includes three gates.", "Orn has four gates.", QUALIFIES, "three ≠ four (may not name all)"),
        ("Orn includes three gates.", "Orn has three gates.", SAME, "three"),
        ("PostgreSQL supports up to 1,600 columns.", "PostgreSQL supports up to 1,500 columns.", EXCLUDES,
         "1,600 ≠ 1,500"),
    ],
)  # fmt: skip
def test_values_are_the_same_exclude_each_other_or_qualify(a: str, b: str, relation: str, words: str) -> None:
    first, second = frame(a), frame(b)
    assert same_measure(first, second)
    assert compare_quantities(first, second) == (relation, words)
    assert compare_quantities(second, first)[0] == relation


@pytest.mark.req("L33")
@pytest.mark.parametrize(
    ("a", "b", "lang", "relation", "words"),
    [
        ("Orn had 1,200 inhabitants in 2019.", "Orn had 1,350 inhabitants in 2021.", EN, QUALIFIES,
         "for 2019, the other for 2021"),
        ("Orn had 1,200 inhabitants in 2019.", "Orn had 1,350 inhabitants in 2019.", EN, EXCLUDES, "1,200 ≠ 1,350"),
        ("Orn had 1,200 inhabitants in 2019.", "Orn had 1,350 inhabitants.", EN, QUALIFIES, "only one is for 2019"),
        ("Orn had 1,200 inhabitants in 2019.", "Orn had 1,200 inhabitants.", EN, SAME, "1,200"),
        ("Orn Dam was 40 m high in 1950.", "Orn Dam is 45 m high.", EN, EXCLUDES, "40 m ≠ 45 m"),
        ("Exel employs 1,200 people in Osaka.", "Exel employs 3,000 people.", EN, QUALIFIES, "only: in Osaka"),
        ("Orn now has 64 gates.", "Orn now has 70 gates.", EN, QUALIFIES, "for now, the other for now"),
        ("Orn now has 64 gates.", "Orn has 64 gates.", EN, SAME, "64"),
        ("大阪市の人口は2019年に275万人であった。", "大阪市の人口は2015年に269万人であった。", JA, QUALIFIES,
         "for 2019年, the other for 2015年"),
        ("大阪市の人口は令和元年に275万人であった。", "大阪市の人口は2019年に269万人であった。", JA, EXCLUDES,
         "275万人 ≠ 269万人"),
        ("オルン社の2019年度の売上高は300億円だった。", "オルン社の2019年の売上高は310億円だった。", JA, QUALIFIES,
         "for 2019年度, the other for 2019年"),
        ("富士山の標高は三千七百七十六メートルである。", "富士山の標高は3,776メートルである。", JA, SAME,
         "三千七百七十六メートル"),
        ("富士山の標高は3,776メートルである。", "富士山の標高は3,677メートルである。", JA, EXCLUDES,
         "3,776メートル ≠ 3,677メートル"),
        ("スンド市の人口は約1万2千人。", "スンド市の人口は12,345人である。", JA, SAME, "1万2千人 ≈ 12,345人"),
    ],
)  # fmt: skip
def test_another_period_or_scope_qualifies(a: str, b: str, lang: Lang, relation: str, words: str) -> None:
    assert compare_quantities(frame(a, lang), frame(b, lang)) == (relation, words)


@pytest.mark.req("L23")
def test_languages_meet_in_one_measured_thing() -> None:
    english, japanese = (
        frame("Mount Fuji has an elevation of 3,776 m."),
        frame("富士山の標高は3,776メートルである。", JA),
    )
    assert same_measure(english, japanese)
    assert compare_quantities(english, japanese)[0] is SAME


@pytest.mark.req("L23")
def test_other_units_and_unfirm_frames_are_not_compared() -> None:
    metres, seconds = frame("The Orn Ferry takes 40 minutes."), frame("The Orn Ferry takes 3 months.")
    assert not same_measure(metres, seconds)
    assert compare_quantities(metres, seconds) == (UNRELATED, "")
    planned = frame("Orn Dam is 45 m high.", mood=Mood.PLANNED)
    assert not planned.firm
    assert compare_quantities(frame("Orn Dam is 40 m high."), planned) == (UNRELATED, "")


@pytest.mark.req("L23")
def test_temperatures_are_converted_exactly() -> None:
    celsius = frame("The average temperature in Estonia is 10 °C.")
    fahrenheit = frame("The average temperature in Estonia is 50 °F.")
    assert compare_quantities(celsius, fahrenheit) == (SAME, "10 °C")


@pytest.mark.req("L33")
def test_editions_of_a_manual_are_told_apart() -> None:
    text = "checkpoint_timeout defaults to 5 minutes."
    old = frame(text, title="What's New in Orn 3.5")
    new = frame(text.replace("5", "7"), title="What's New in Orn 3.6")
    assert compare_quantities(old, new) == (QUALIFIES, "only: Orn 3.5; Orn 3.6")
    assert compare_quantities(frame(text), frame(text.replace("5", "7")))[0] is EXCLUDES
