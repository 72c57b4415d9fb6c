"""Files of a data folder: what cannot be used is named with its place."""

import gzip
from pathlib import Path

import pytest

from tadori.errors import SourceGarbled
from tadori.evaluate.data import (
    csv_rows,
    expected_shape,
    file_bytes,
    json_document,
    json_lines,
    json_objects,
    json_rows,
    sampled,
)
from tests.evaluate import tiny


def test_japanese_lines_come_back_as_they_were(tmp_path: Path) -> None:
    rows = [{"claim": "橋は長い。\u2028まだ同じ行。"}, {"claim": "②"}]
    tiny.lines(tmp_path / "a.jsonl.gz", rows)
    assert json_lines(tmp_path / "a.jsonl.gz", "claim") == rows


@pytest.mark.parametrize(
    "packed", [b"not gzip", gzip.compress(b'{"a": 1}\n' * 100, mtime=0)[:-12], gzip.compress(b"x", mtime=0)[:10], b""]
)
def test_a_broken_gzip_is_named(tmp_path: Path, packed: bytes) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(packed)
    with pytest.raises(SourceGarbled, match=r"a\.jsonl\.gz: it (cannot be read|has no rows)"):
        json_lines(tmp_path / "a.jsonl.gz")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceGarbled, match="gone: it cannot be read"):
        file_bytes(tmp_path / "gone")


def test_what_is_not_utf_8_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes("橋".encode("shift_jis"))
    with pytest.raises(SourceGarbled, match=r"a\.json: it is not UTF-8"):
        json_document(tmp_path / "a.json")


def test_the_line_that_is_not_json_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"a": 1}\n{oops\n', encoding="utf-8")
    with pytest.raises(SourceGarbled, match="line 2 is not JSON"):
        json_lines(tmp_path / "a.jsonl", "a")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "it has no rows"),
        ('{"a": 1}\n{"b": 1}\n', "row 2 has no a"),
        ('{"a": null}\n', "row 1 has no a"),
        ("[1]\n", "row 1 is not an object"),
    ],
)
def test_rows_of_another_shape_are_named(tmp_path: Path, written: str, said: str) -> None:
    (tmp_path / "a.jsonl").write_text(written, encoding="utf-8")
    with pytest.raises(SourceGarbled, match=said):
        json_lines(tmp_path / "a.jsonl", "a")


def test_documents_of_another_shape_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('"text"', encoding="utf-8")
    with pytest.raises(SourceGarbled, match="it has no rows"):
        json_rows(tmp_path / "a.json", "a")
    with pytest.raises(SourceGarbled, match="an object of objects is expected"):
        json_objects(tmp_path / "a.json", "a")


def test_a_table_without_a_column_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x,y\n1,2\n", encoding="utf-8")
    assert csv_rows(tmp_path / "a.csv", "x") == [{"x": "1", "y": "2"}]
    with pytest.raises(SourceGarbled, match="row 1 has no z"):
        csv_rows(tmp_path / "a.csv", "z")


def test_taking_rows_apart_tells_the_set_that_is_wrong() -> None:
    with (
        pytest.raises(SourceGarbled, match=r"games: a row is not of the expected shape \(ValueError"),
        expected_shape("games"),
    ):
        float("half")


def test_a_sample_is_spread_over_the_set() -> None:
    rows = [{"n": n} for n in range(10)]
    assert [row["n"] for row in sampled(rows, 3)] == [0, 3, 6, 9]
    assert sampled(rows, 50) == rows
