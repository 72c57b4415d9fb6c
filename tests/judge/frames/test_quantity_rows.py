"""Quantities in rows of tables and in labelled lines (L23)."""

import pytest

from tadori.judge.frames.frame import FrameSource
from tadori.judge.frames.quantity import quantity_frames
from tadori.judge.frames.values import FrameRelation, compare_quantities
from tadori.model.frame import SlotPlace
from tadori.model.ids import EN, JA, Lang


def row(text: str, header: str, lang: Lang = EN, title: str = "", heading: str = "") -> list[tuple[str, str, str, str]]:
    source = FrameSource(text=text, lang=lang, header=header, title=title, headings=(heading,) if heading else ())
    return [
        (one.subject.words, one.asked.words, one.value.words, one.quantity.unit if one.quantity else "")
        for one in quantity_frames(source)
    ]


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("text", "header", "lang", "expected"),
    [
        ("macaddr8 | 8 bytes | MAC addresses (EUI-64 format)", "Name | Storage Size | Description", EN,
         [("macaddr8", "Storage Size", "8 bytes", "bytes")]),
        ("iftop | V:6, I:113 | 93 | 帯域利用情報を表示", "パッケージ | ポプコン | サイズ | 説明", JA,
         [("iftop", "サイズ", "93", "")]),
        ("Mount Orn | 1,200 | 1911", "Mountain | Height (m) | First ascent", EN,
         [("Mount Orn", "Height (m)", "1,200 m", "length")]),
        ("横浜市 | 377万人", "市 | 人口", JA, [("横浜市", "人口", "377万人", "")]),
        # a table of versions, a year, an unknown column, another number of cells, two values in a cell
        ("3.11 | 5 minutes", "Version | Timeout", EN, []),
        ("2019 | 12,345", "Year | Population", EN, []),
        ("Orn | 12", "Town | Rank", EN, []),
        ("Orn | 12,345 | x", "Town | Population", EN, []),
        ("cidr | 7 or 19 bytes | networks", "Name | Storage Size | Description", EN, []),
        ("", "Town | Population", EN, []),
    ],
)  # fmt: skip
def test_cells_under_a_known_measure(
    text: str, header: str, lang: Lang, expected: list[tuple[str, str, str, str]]
) -> None:
    assert row(text, header, lang) == expected


@pytest.mark.req("L33")
def test_a_year_column_is_the_period_and_another_limit_a_scope() -> None:
    header = "City | Year | Population"
    (old,) = quantity_frames(FrameSource(text="Oslo | 2019 | 690,000", lang=EN, header=header))
    (new,) = quantity_frames(FrameSource(text="Oslo | 2023 | 709,037", lang=EN, header=header))
    assert old.period is not None
    assert old.period.words == "2019"
    assert old.asked.place is SlotPlace.HEADER
    assert compare_quantities(old, new) == (FrameRelation.QUALIFIES, "for 2019, the other for 2023")


@pytest.mark.req("L33")
def test_a_plain_word_is_one_thing_in_each_table() -> None:
    header = "Parameter | Default | Description"
    frames = [
        quantity_frames(FrameSource(text=f"timeout | {value} | Time.", lang=EN, header=header, headings=(heading,)))[0]
        for value, heading in ((0, "Balancer parameters"), (60, "Worker parameters"))
    ]
    relation, words = compare_quantities(*frames)
    assert relation is FrameRelation.QUALIFIES
    assert words == "only: Balancer parameters; Worker parameters"


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("text", "lang", "title", "expected"),
    [
        ("Height: 40 m", EN, "Kestrel Dam", ("Kestrel Dam", "Height", "40 m")),
        ("Number of employees: about 1,200", EN, "Exel", ("Exel", "Number of employees", "1,200")),
        ("定員：50名", JA, "横浜市民会館", ("横浜市民会館", "定員", "50名")),
        ("面積 | 437.4平方キロメートル", JA, "横浜市", ("横浜市", "面積", "437.4平方キロメートル")),
    ],
)
def test_labelled_values_are_of_the_title(text: str, lang: Lang, title: str, expected: tuple[str, str, str]) -> None:
    (found,) = quantity_frames(FrameSource(text=text, lang=lang, title=title))
    assert (found.subject.words, found.asked.words, found.value.words) == expected
    assert text[found.value.start : found.value.end] == found.value.words


@pytest.mark.req("L23")
@pytest.mark.parametrize("text", ["Height: 40 m", "Note: 3", "Error: 404", "Step 2: 5 minutes", "Time: 12:30"])
def test_labels_without_a_name_above_or_without_a_measure_give_nothing(text: str) -> None:
    assert quantity_frames(FrameSource(text=text, lang=EN, title="Frequently asked questions")) == ()
