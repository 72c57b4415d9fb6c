"""A wrong call says what was wrong and what is right, on stderr, exit 2, and leaves no task behind."""

import json
import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Program


def tasks(tadori: Program) -> list[dict[str, object]]:
    code, out, _ = tadori("status", "--json")
    assert code == 0
    found: list[dict[str, object]] = json.loads(out)
    return found


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("", "the question is empty"),
        ("   \n\t ", "the question is empty"),
        ("？！…", "the question holds no word"),
        ("橋" * 10_000, "the question has 10000 characters; at most 2000 can be asked"),
        ("bro\udcffken", "not valid text"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(
    tadori: Program, documents: Path, question: str, words: str
) -> None:
    code, out, err = tadori("research", question, "--library", str(documents))
    assert (code, out) == (2, "")
    assert words in err
    assert "Traceback" not in err
    assert tasks(tadori) == []


def test_a_missing_folder_is_named(tadori: Program, tmp_path: Path) -> None:
    code, out, err = tadori("research", "When?", "--library", str(tmp_path / "nowhere"))
    assert (code, out) == (2, "")
    assert f"there is no folder {tmp_path / 'nowhere'}" in err


def test_a_file_is_not_taken_for_a_folder(tadori: Program, documents: Path) -> None:
    code, _, err = tadori("research", "When?", "--library", str(documents / "bridge.html"))
    assert code == 2
    assert "is a file; give the folder that holds it" in err


def test_a_provider_that_is_none_is_named_with_those_there_are(tadori: Program) -> None:
    code, _, err = tadori("research", "When did the bridge open?", "--provider", "altavista")
    assert code == 2
    assert "there is no provider 'altavista'; there are: web, arxiv, bing, brave" in err


@pytest.mark.parametrize("command", ["resume", "stop", "status"])
def test_an_unknown_task_is_named(tadori: Program, command: str) -> None:
    code, _, err = tadori(command, "task_of_nobody")
    assert code == 2
    assert "there is no task 'task_of_nobody'" in err


def test_an_unknown_command_suggests_the_nearest_one(tadori: Program) -> None:
    code, _, err = tadori("reserch", "When?")
    assert code == 2
    assert "Did you mean 'research'?" in err


def test_a_database_of_a_newer_version_is_left_alone(tadori: Program, home: Path, documents: Path) -> None:
    assert tasks(tadori) == []
    db = sqlite3.connect(home / "tadori.db")
    db.execute("insert into schema_migrations (name) values ('999_future')")
    db.commit()
    code, _, err = tadori("research", "When did the bridge open?", "--library", str(documents))
    assert code == 1
    assert "made by a newer Tadori (it has 999_future)" in err


def test_a_file_that_is_no_database_is_left_alone(tadori: Program, home: Path) -> None:
    home.mkdir()
    (home / "tadori.db").write_text("a shopping list, long enough to be no database at all" * 20, encoding="utf-8")
    code, _, err = tadori("status")
    assert code == 1
    assert "cannot be used as a Tadori database" in err


def test_a_misspelt_setting_is_named(tadori: Program, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("embedings = false\n", encoding="utf-8")
    code, _, err = tadori("status")
    assert code == 1
    assert "unknown setting 'embedings'; there are: embeddings" in err


def test_an_out_folder_that_cannot_be_written_is_refused_before_any_work(tadori: Program, documents: Path) -> None:
    code, _, err = tadori(
        "research", "When did it open?", "--library", str(documents), "--out", str(documents / "bridge.html" / "out")
    )
    assert code == 2
    assert "cannot be written" in err
    assert tasks(tadori) == []


def test_verify_of_nothing_says_so(tadori: Program, tmp_path: Path) -> None:
    code, _, err = tadori("verify", str(tmp_path / "nothing.wacz"))
    assert code == 2
    assert "there is no file or folder" in err


def test_a_root_hash_that_is_none_is_a_wrong_call(tadori: Program, tmp_path: Path) -> None:
    code, _, err = tadori("verify", str(tmp_path), "--root", "5715363b")
    assert code == 2
    assert "--root takes a whole root hash" in err
