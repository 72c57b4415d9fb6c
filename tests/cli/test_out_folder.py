"""`--out` never writes over what is not ours, nor where a library reads; it is refused before any work."""

import json
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import Program

QUESTION = "When did the harbour bridge open?"
NAMES = ["report.md", "report.html", "report.json", "evidence.wacz"]


def refused(tadori: Program, documents: Path, out: Path) -> str:
    code, printed, err = tadori("research", QUESTION, "--library", str(documents), "--out", str(out))
    assert (code, printed) == (2, "")
    assert json.loads(tadori("status", "--json")[1]) == []
    return err


@pytest.mark.req("L23")
@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_somebody_else_stays_and_is_named(
    tadori: Program, documents: Path, tmp_path: Path, name: str
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / name).write_text("mine", encoding="utf-8")
    err = refused(tadori, documents, out)
    assert f"{out / name} is there already, and not as part of an unchanged report of Tadori's" in err
    assert "name another folder with --out, or move that file away" in err
    assert [(file.name, file.read_text(encoding="utf-8")) for file in out.iterdir()] == [(name, "mine")]


def sealed(out: Path, **files: str) -> None:
    """A folder as a report leaves it."""
    out.mkdir()
    given = {"report.md": "# R", "report.html": "<p>R", "report.json": "{}"}
    with zipfile.ZipFile(out / "evidence.wacz", "w") as package:
        for name, text in given.items():
            package.writestr(f"tadori/{name}", text)
            (out / name).write_text(files.get(name.partition(".")[2], text), encoding="utf-8")


def test_a_report_that_was_changed_since_stays(tadori: Program, documents: Path, tmp_path: Path) -> None:
    sealed(tmp_path / "out", md="# R and a note")
    assert "out/report.md is there already" in refused(tadori, documents, tmp_path / "out")


def test_a_report_as_a_link_stays(tadori: Program, documents: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    sealed(out)
    (out / "report.json").rename(tmp_path / "elsewhere.json")
    (out / "report.json").symlink_to(tmp_path / "elsewhere.json")
    assert "out/report.json is there already" in refused(tadori, documents, out)


def test_reports_beside_an_archive_that_is_none_stay(tadori: Program, documents: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    sealed(out)
    (out / "evidence.wacz").write_bytes(b"PK\x03\x04")
    assert "out/evidence.wacz is there already" in refused(tadori, documents, out)


@pytest.mark.slow
def test_an_unchanged_report_of_ours_is_written_over(tadori: Program, documents: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    call = ("research", QUESTION, "--library", str(documents), "--out", str(out))
    assert tadori(*call)[0] == 0
    first = json.loads((out / "report.json").read_text(encoding="utf-8"))["task_id"]
    assert tadori(*call)[0] == 0
    assert json.loads((out / "report.json").read_text(encoding="utf-8"))["task_id"] != first
    assert sorted(file.name for file in out.iterdir()) == sorted(NAMES)


@pytest.mark.parametrize("inside", ["", "reports", "a/b"])
def test_a_folder_that_a_library_reads_is_refused(tadori: Program, documents: Path, inside: str) -> None:
    assert "lies in the library" in refused(tadori, documents, documents / inside)
    assert sorted(file.name for file in documents.iterdir()) == ["bridge.html", "橋.txt"]


def test_a_file_is_no_folder_for_a_report(tadori: Program, documents: Path) -> None:
    assert "bridge.html' is a file" in refused(tadori, documents, documents / "bridge.html")
