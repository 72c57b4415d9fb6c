"""CSV, JSON and JSON Lines: tables with their headers, records with their keys, and what is too much is counted."""

import json

import pytest

from tadori.errors import SourceGarbled
from tadori.extract.raw import raw_text
from tadori.model.page import Extracted, FragmentType, TextLoss
from tadori.model.thresholds import MAX_TABLE_CHARS
from tadori.text.quotation_match import match_form, stands_in
from tests.extract.documents import captured, printed, read, words

P, H, L, T = FragmentType.PARAGRAPH, FragmentType.HEADING, FragmentType.LIST, FragmentType.TABLE


def table(text: str | bytes, media_type: str = "text/csv") -> Extracted:
    return read(captured(text, media_type, url="file:///data/power.csv"))


def records(value: object) -> Extracted:
    return read(captured(json.dumps(value, ensure_ascii=False), "application/json", url="file:///data/power.json"))


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("text", "printed_text", "has_header"),
    [
        ("Month,MWh\nApril,108\nMay,\n", "Month | MWh\nApril | 108\nMay | ", True),
        ("月;電力量\n四月;108\n", "月 | 電力量\n四月 | 108", True),
        ('Name,Said\nAnn,"two\nlines, one | cell"\n', "Name | Said\nAnn | two lines, one ¦ cell", True),
        ("Place,2019,2020\nKyoto,5,6\n", "Place | 2019 | 2020\nKyoto | 5 | 6", True),
        ("April,108\nMay,109\n", "April | 108\nMay | 109", False),
        ("a,a\n1,2\n", "a | a\n1 | 2", False),
    ],
)
def test_a_table_of_values_keeps_its_cells_and_its_header(text: str, printed_text: str, has_header: bool) -> None:
    found = table(text)
    assert printed(found) == [(T, printed_text)]
    assert (found.pieces[0].has_header, found.title, found.date) == (has_header, "power.csv", None)


def test_a_title_above_the_table_is_a_paragraph() -> None:
    found = table("令和5年度の発電量,,\n月,電力量,単位\n四月,108,MWh\n五月,109,MWh\n".encode("cp932"))
    assert printed(found) == [
        (P, "令和5年度の発電量"),
        (T, "月 | 電力量 | 単位\n四月 | 108 | MWh\n五月 | 109 | MWh"),
    ]


def test_tabs_part_cells_where_the_type_says_so() -> None:
    assert words(table("a b\tc,d\n1\t2\n", "text/tab-separated-values")) == ["a b | c,d\n1 | 2"]


def test_every_part_of_a_long_table_has_its_header() -> None:
    found = table("Station,Height\n" + "".join(f"Harbour {n},{n} m\n" for n in range(200)))
    parts = words(found)
    assert len(parts) == 3
    assert {part.split("\n")[0] for part in parts} == {"Station | Height"}
    assert sum(part.count("\n") for part in parts) == 200


@pytest.mark.slow
def test_a_million_rows_are_read_up_to_the_bound_and_the_rest_is_counted() -> None:
    found = table("a,b\n" + "1234567,8\n" * 1_000_000)
    assert len(found.text) <= 2_000_000
    (loss,) = found.losses
    assert loss.reason == "rows beyond the longest table that is read"
    kept = sum(part.count("\n") for part in words(found))
    assert loss.characters == (1_000_000 - kept) * len("1234567|8")


def test_a_cell_without_end_is_refused() -> None:
    with pytest.raises(SourceGarbled, match="it is no table of values: field larger than field limit"):
        table('a,b\n"' + "x" * 1_100_000)


@pytest.mark.req("L23")
def test_like_records_are_a_table() -> None:
    found = records([{"name": "Kyoto", "height": 50}, {"name": "Nara", "height": None}])
    assert printed(found) == [(T, "name | height\nKyoto | 50\nNara | ")]
    assert found.pieces[0].has_header is True


def test_objects_are_sections_and_short_values_come_before_them() -> None:
    found = records(
        {
            "Geography": {"Location": {"text": "Southern Europe, between the sea and the mountains of the interior."}},
            "Area": {"total": {"text": "28,748 sq km"}, "parts": ["north", "south"], "note": None},
        }
    )
    assert printed(found) == [
        (H, "Geography"),
        (H, "Location"),
        (P, "Southern Europe, between the sea and the mountains of the interior."),
        (H, "Area"),
        (L, "total: 28,748 sq km"),
        (L, "parts: north, south"),
    ]


def test_lines_of_records_have_their_names_as_headings() -> None:
    lines = [
        {"title": "Tide", "text": "The tide turned at noon. It was high.", "year": 2024},
        {"題名": "潮流", "本文": "潮流は正午に変わった。\n\nその日は高かった。"},
    ]
    text = "\n".join([*(json.dumps(line) for line in lines), "no JSON"])
    found = read(captured(text, "application/jsonl", url="file:///a.jsonl"))
    assert printed(found) == [
        (H, "Tide"),
        (P, "The tide turned at noon. It was high."),
        (L, "year: 2024"),
        (H, "潮流"),
        (P, "潮流は正午に変わった。"),
        (P, "その日は高かった。"),
    ]
    assert found.losses == (TextLoss(reason="lines that are no JSON", characters=6),)


def test_markup_in_a_string_reads_as_a_page_and_long_lists_of_numbers_are_counted() -> None:
    found = records({"a": "<p>One <b>bold</b></p><p>Two</p>", "shape": [[1, 2]] * 60})
    assert words(found) == ["a: One bold", "Two"]
    assert [loss.reason for loss in found.losses] == ["long lists of bare numbers"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "it is no JSON: Expecting property name"),
        ("[" * 100_000, "it is no JSON: it is nested too deeply"),
        ("{}", "there is no text in it"),
        ("null", "there is no text in it"),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(SourceGarbled) as caught:
        read(captured(text, "application/json", url="file:///a.json"))
    assert caught.value.reason.startswith(reason)


def test_every_printed_piece_is_found_in_the_raw_document() -> None:
    value = {"Area": {"total": {"text": "28,748 sq km"}}, "b": [{"x": "1\u00e9", "y": 2}, {"x": "い", "y": 3}]}
    capture = captured(json.dumps(value), "application/json", url="file:///a.json")
    raw = match_form(raw_text(capture))
    lines = [line for part in words(read(capture)) for line in part.split("\n")]
    assert [line for line in lines if not stands_in(match_form(line), raw)] == []


def test_the_bound_of_a_table_leaves_room_for_repeated_headers() -> None:
    assert MAX_TABLE_CHARS == 1_500_000


@pytest.mark.parametrize(
    ("text", "lang"),
    [("name,town\nOlumide,Abeokuta\nBukola,Ile-Ife\n", "en"), ("島,人口\n大島,7000\n", "ja"), ("1,2\n3,4\n", "en")],
)
def test_names_and_numbers_tell_no_language_but_japanese(text: str, lang: str) -> None:
    assert table(text).lang == lang
