"""`--notes FILE`: what the user knows becomes knowledge of the task, and never evidence."""

import json
import sqlite3
from pathlib import Path

import pytest

from tadori.errors import WrongCall
from tadori.service.notes import read_notes
from tests.cli.conftest import Program

OPENED = "When did the harbour bridge open?"
NOTES = """\
My uncle says the harbour bridge opened in 1950.

# The ferry

It ran until the bridge
was there.

Q: Who designed the bridge?
A: Somebody called Ansel Zimmerlund.

問：橋の長さは？
答：たしか840メートル。
"""


def notes_in(path: Path) -> list[tuple[str, str]]:
    return [(item.question, item.answer) for item in read_notes(path, OPENED)]


@pytest.mark.req("D3")
def test_paragraphs_headings_and_pairs_become_notes(tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text(NOTES, encoding="utf-8")
    assert notes_in(file) == [
        (OPENED, "My uncle says the harbour bridge opened in 1950."),
        ("The ferry", "It ran until the bridge was there."),
        ("Who designed the bridge?", "Somebody called Ansel Zimmerlund."),
        ("橋の長さは？", "たしか840メートル。"),
    ]


def test_a_pair_over_several_lines_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes("\ufeffQ: Who designed\r\nthe bridge?\r\n\r\nA: Ansel\r\nZimmerlund.\r\n".encode())
    assert notes_in(file) == [("Who designed the bridge?", "Ansel Zimmerlund.")]


@pytest.mark.req("D3")
def test_notes_are_knowledge_of_the_task_and_stand_in_no_report(
    tadori: Program, home: Path, documents: Path, tmp_path: Path
) -> None:
    file = tmp_path / "notes.md"
    file.write_text(NOTES, encoding="utf-8")
    code, out, err = tadori("research", OPENED, "--library", str(documents), "--notes", str(file))
    assert code == 0
    assert "notes   4; only a language model reads them, and this task has none" in err
    assert "Notes of the user were given (4); they are no evidence." in out
    task = next(line.split()[1] for line in err.splitlines() if line.startswith("task:"))
    known = json.loads(tadori("status", task, "--json")[1])["knowledge"]
    assert [item["type"] for item in known] == ["user-provided"] * 4
    assert known[0] == {
        "question": OPENED,
        "answer": "My uncle says the harbour bridge opened in 1950.",
        "references": [],
        "type": "user-provided",
    }
    folder = home / "tasks" / task
    for name in ("report.md", "report.html", "report.json"):
        assert "Zimmerlund" not in (folder / name).read_text(encoding="utf-8")
    assert b"Zimmerlund" not in (folder / "evidence.wacz").read_bytes()
    assert tadori("verify", str(folder))[0] == 0
    assert (
        "[knows, user-provided] Who designed the bridge? → Somebody called Ansel Zimmerlund."
        in tadori("status", task)[1]
    )
    assert tadori("forget", task, "--yes")[0] == 0
    with sqlite3.connect(home / "tadori.db") as db:
        assert db.execute("select count(*) from task_knowledge").fetchone() == (0,)


@pytest.mark.req("X7")
def test_a_japanese_report_says_how_many_notes_were_given(tadori: Program, documents: Path, tmp_path: Path) -> None:
    file = tmp_path / "メモ.txt"
    file.write_text("橋は古いらしい。", encoding="utf-8")
    code, out, _ = tadori("research", "港の橋はいつ開通したか。", "--library", str(documents), "--notes", str(file))
    assert (code, "利用者のメモ：1件（証拠には使っていません）。" in out) == (0, True)


def test_notes_come_along_with_a_follow_up(tadori: Program, documents: Path, tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("It is old.", encoding="utf-8")
    _, _, err = tadori("research", OPENED, "--library", str(documents), "--notes", str(file))
    task = next(line.split()[1] for line in err.splitlines() if line.startswith("task:"))
    _, out, _ = tadori("ask", task, "How long is it?", "--json")
    assert json.loads(out)["method"]["notes"] == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file holds no note"),
        (b"# A heading alone\n\n---\n", "the file holds no note"),
        (b"x" * 65_537, "the file is larger than 64 KB"),
        (b"\x93\xfa\x96{", "the file is not UTF-8 text"),
        (b"a\x00b", "it holds control characters"),
        (b"\x1b[31mred", "it holds control characters"),
        (b"a b\n\n" + b"\n\n".join(b"note %d" % n for n in range(400)), "401 notes; at most 400"),
    ],
)
def test_notes_that_cannot_be_used_are_a_wrong_call_and_nothing_is_stored(
    tadori: Program, home: Path, documents: Path, tmp_path: Path, content: bytes, said: str
) -> None:
    file = tmp_path / "notes"
    file.write_bytes(content)
    code, out, err = tadori("research", OPENED, "--library", str(documents), "--notes", str(file))
    assert (code, out) == (2, "")
    assert said in err
    assert json.loads(tadori("status", "--json")[1]) == []


@pytest.mark.parametrize("name", ["nowhere.md", "."])
def test_notes_that_are_no_file_are_a_wrong_call(tmp_path: Path, name: str) -> None:
    with pytest.raises(WrongCall, match="cannot be read"):
        read_notes(tmp_path / name, OPENED)
