"""Homes and disks that cannot be used: one message that names what is wrong, the right exit code, never a trace."""

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.archive.test_pages import files_no_larger_than
from tests.cli.conftest import Program
from tests.environment import program_environment

QUESTION = "When did the harbour bridge open?"
AS_A_USER = ["unshare", "-U", "--map-user=65534", "--map-group=65534"]


def said(tadori: Program, *arguments: str) -> tuple[int, str]:
    code, out, err = tadori(*arguments)
    assert "Traceback" not in out + err
    return code, err


@pytest.mark.req("X4")
def test_random_bytes_are_no_database(tadori: Program, home: Path) -> None:
    home.mkdir()
    (home / "tadori.db").write_bytes(bytes(range(256)) * 400)
    code, err = said(tadori, "status")
    assert code == 1
    assert f"{home}/tadori.db is damaged, and cannot be used as a Tadori database (file is not a database)" in err


def test_doctor_names_a_damaged_database_and_goes_on(tadori: Program, home: Path) -> None:
    home.mkdir()
    (home / "tadori.db").write_bytes(bytes(range(256)) * 400)
    code, out, _ = tadori("doctor")
    assert code == 1
    assert f"broken   home                   {home}/tadori.db is damaged" in out
    assert "broken   search engines         not known, since the home cannot be opened" in out


@pytest.mark.req("X4")
def test_a_database_with_garbage_in_its_middle_is_named(tadori: Program, home: Path) -> None:
    assert said(tadori, "status") == (0, "")
    file = home / "tadori.db"
    data = file.read_bytes()
    file.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))
    code, err = said(tadori, "status")
    assert code == 1
    assert "tadori.db is damaged" in err


def test_the_database_of_another_program_is_left_as_it_is(tadori: Program, home: Path) -> None:
    home.mkdir()
    with sqlite3.connect(home / "tadori.db") as db:
        db.execute("create table shopping (thing text)")
    before = (home / "tadori.db").read_bytes()
    code, err = said(tadori, "status")
    assert code == 1
    assert "tadori.db is a database of another program (it has shopping), and is left alone" in err
    assert (home / "tadori.db").read_bytes() == before


def test_a_database_that_another_program_holds_is_said_to_be_held(
    tadori: Program, home: Path, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said(tadori, "status") == (0, "")
    monkeypatch.setattr("tadori.store.database.BUSY_SECONDS", 0.05)
    held = sqlite3.connect(home / "tadori.db", isolation_level=None)
    held.execute("begin immediate")
    code, err = said(tadori, "research", QUESTION, "--library", str(documents))
    held.close()
    assert code == 1
    assert f"{home}/tadori.db is held by another program (database is locked)" in err


def test_a_folder_in_the_place_of_the_database_is_named(tadori: Program, home: Path) -> None:
    (home / "tadori.db").mkdir(parents=True)
    assert said(tadori, "status") == (
        1,
        f"tadori: {home}/tadori.db cannot be opened: it is a folder or a device, not a file; move it away\n",
    )


def test_a_home_whose_name_is_not_utf_8_is_refused(
    tadori: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TADORI_HOME", os.fsdecode(os.fsencode(tmp_path) + b"/h\xff"))
    code, err = said(tadori, "status")
    assert code == 1
    assert err == f"tadori: the name of the home folder {tmp_path}/h\\udcff is not UTF-8: set TADORI_HOME to another\n"


@pytest.mark.parametrize("option", ["--library", "--out"])
def test_a_folder_whose_name_is_not_utf_8_is_refused(
    tadori: Program, tmp_path: Path, documents: Path, option: str
) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/d\xff"))
    folder.mkdir()
    code, err = said(tadori, "research", QUESTION, "--library", str(documents), option, str(folder))
    assert code == 2
    assert f"the name of the folder {tmp_path}/d\\udcff is not UTF-8" in err


def test_a_home_that_is_a_file_or_a_link_to_nowhere_is_named(tadori: Program, home: Path) -> None:
    home.write_text("a file", encoding="utf-8")
    assert said(tadori, "status") == (1, f"tadori: TADORI_HOME is {home}, which is not a folder\n")
    home.unlink()
    home.symlink_to(home.parent / "nowhere")
    code, err = said(tadori, "status")
    assert code == 1
    assert f"the home folder {home} cannot be made: it is a link that leads nowhere" in err


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'embeddings = "\xff"\n', "it is not UTF-8 (invalid start byte at byte 14)"),
        (b"embeddings = " + b"[" * 100_000, "nested too deep"),
        (b"#" * 1_000_001, "it is larger than 1 MB"),
        (b"embeddings = 3\n", "embeddings must be true or false, not 3"),
    ],
)
def test_a_configuration_that_cannot_be_used_is_named(tadori: Program, home: Path, data: bytes, words: str) -> None:
    home.mkdir()
    (home / "config.toml").write_bytes(data)
    code, err = said(tadori, "status")
    assert code == 1
    assert f"{home}/config.toml" in err
    assert words in err


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_a_folder_or_a_pipe_is_no_configuration(tadori: Program, home: Path, make: object) -> None:
    home.mkdir()
    make(home / "config.toml")  # type: ignore[operator]
    expected = f"tadori: {home}/config.toml cannot be read: it is a folder or a device, not a file\n"
    assert said(tadori, "status") == (1, expected)


@pytest.mark.req("X4")
def test_a_disk_that_is_full_at_the_start_is_said_to_be_full(tadori: Program, home: Path) -> None:
    with files_no_larger_than(20_000):
        code, err = said(tadori, "status")
    assert code == 1
    assert f"the disk that holds {home}/tadori.db is full or fails: free some space, then resume" in err
    assert said(tadori, "status") == (0, "")


@pytest.mark.req("X4")
@pytest.mark.slow
def test_a_disk_that_is_full_in_the_middle_costs_nothing_that_was_gathered(
    tadori: Program, home: Path, documents: Path
) -> None:
    tadori("library", "add", str(documents))
    size = (home / "tadori.db").stat().st_size
    with files_no_larger_than(size + 70_000):
        code, err = said(tadori, "research", QUESTION, "--library", str(documents))
    (task,) = [line.split()[1] for line in err.splitlines() if line.startswith("task ")]
    assert code == 1
    assert "free some space" in err
    assert tadori("resume", task)[0] == 0


def child(home: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """The program as a user whom the rights of files bind: as root nothing would be forbidden."""
    around = AS_A_USER if os.getuid() == 0 else []
    return subprocess.run(
        [*around, sys.executable, "-c", "from tadori.cli import main; main()", *arguments],
        env=program_environment(home),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def can_be_bound() -> bool:
    if os.getuid() != 0:
        return True
    return shutil.which("unshare") is not None and subprocess.run([*AS_A_USER, "true"], check=False).returncode == 0


@pytest.mark.req("X4")
@pytest.mark.skipif(not can_be_bound(), reason="root may write everywhere, and no other user can be had here")
def test_a_home_that_can_only_be_read_can_be_looked_at_and_nothing_else(
    tadori: Program, home: Path, documents: Path
) -> None:
    tadori("library", "add", str(documents))
    home.chmod(0o555)
    for file in home.glob("tadori.db*"):
        file.chmod(0o444)
    listed = child(home, "library", "list")
    status = child(home, "status")
    refused = child(home, "research", QUESTION, "--library", str(documents))
    home.chmod(0o000)
    shut = child(home, "status")
    home.chmod(0o755)
    assert (listed.returncode, listed.stdout) == (0, f"{documents}: 2 documents, 0 lost (en 1, ja 1)\n")
    assert (status.returncode, status.stdout[:12]) == (0, "no tasks yet")
    assert refused.returncode == 1
    assert refused.stderr.splitlines()[1:] == [
        f"tadori: {home}/tadori.db can only be read: make its folder writable, or set TADORI_HOME to a folder that is"
    ]
    assert (shut.returncode, shut.stderr) == (1, f"tadori: {home}/config.toml cannot be read: Permission denied\n")
