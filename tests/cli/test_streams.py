"""Streams and filters at their worst: closed, full of huge or broken lines, with nobody to read."""

import io
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Program
from tests.cli.test_interrupts import environment

MAIN = "from tadori.cli import main; main()"


def give(monkeypatch: pytest.MonkeyPatch, body: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(body), encoding="utf-8"))


@pytest.mark.req("X3")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"[" * 200_000, "it is nested too deep"),
        (b'{"text": "' + b"x" * 32_000_001 + b'"}', "it is longer than 32 MB"),
        (b'{"text": "\\ud800"}', "it holds half of a surrogate pair, which is no character"),
        (b"{", "Expecting property name enclosed in double quotes: line 2 column 1 (char 2)"),
    ],
    ids=["deep", "long", "half a character", "cut off"],
)
def test_a_line_that_cannot_be_used_is_named_and_the_next_is_answered(
    tadori: Program, monkeypatch: pytest.MonkeyPatch, line: bytes, words: str
) -> None:
    give(monkeypatch, line + b'\n\n{"text": "Plain \\ud83d\\ude00 words."}')
    code, out, err = tadori("guard", "--rules-only")
    assert (code, err) == (1, f"tadori: line 1: {words}\n")
    assert [json.loads(one) for one in out.splitlines()] == [
        {"error": words, "line": 1},
        {"clean": "Plain 😀 words.", "flags": []},
    ]


def test_a_page_or_a_text_over_its_limit_is_refused(
    tadori: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    give(monkeypatch, b"x" * 64_000_001)
    assert tadori("blocks")[::2] == (2, "tadori: the page on stdin is larger than 64 MB\n")
    give(monkeypatch, b"x" * 20_000_001)
    assert tadori("guard", "--plain", "--rules-only")[::2] == (
        2,
        "tadori: the text on stdin is larger than 20 MB\n",
    )
    assert tadori("guard", "--rules-only", "/dev/zero")[::2] == (1, "tadori: /dev/zero is larger than 20 MB\n")


def child(home: Path, *arguments: str, closed: tuple[int, ...]) -> "subprocess.CompletedProcess[bytes]":
    again = [sys.executable, "-c", MAIN, *arguments]
    code = f"import os\nfor number in {closed}: os.close(number)\nos.execv({sys.executable!r}, {again!r})"
    return subprocess.run(
        [sys.executable, "-c", code], env=environment(home), capture_output=True, timeout=300, check=False
    )


@pytest.mark.req("X4")
def test_a_stream_that_is_closed_is_nobodys_file(home: Path) -> None:
    """Else a message would be written into whatever was opened next: the database."""
    done = child(home, "status", "none", closed=(0, 1, 2))
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")
    with sqlite3.connect(home / "tadori.db") as db:
        assert db.execute("pragma integrity_check").fetchone() == ("ok",)
    assert child(home, "guard", "--rules-only", closed=(0,)).returncode == 0
    empty = child(home, "blocks", closed=(0,))
    assert (empty.returncode, empty.stderr[:24]) == (2, b"tadori: stdin is empty: ")


def test_when_there_is_no_room_for_what_is_printed_it_is_said(home: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", MAIN, "status"],
            env=environment(home),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=300,
            check=False,
        )
    said = b"No space left on device: free some space, then go on (`tadori status` lists the tasks)\n"
    assert (done.returncode, done.stderr) == (1, b"tadori: " + said)


def test_when_nobody_reads_any_more_the_program_ends_without_a_word(home: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "-c", MAIN, "status"],
            env=environment(home),
            stdout=pipe,
            stderr=subprocess.PIPE,
            timeout=300,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_task_that_is_not_there_is_named_before_anybody_is_asked(
    tadori: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, b"y\n")
    code, out, err = tadori("forget", "nosuch")
    assert (code, out) == (2, "")
    assert err == "tadori: there is no task 'nosuch'; `tadori status` lists the tasks of this home\n"


def test_a_mistake_of_ours_is_said_to_be_one_and_its_trace_can_be_read(
    tadori: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> list[object]:
        raise KeyError("a\x1b[2Jb")

    monkeypatch.setattr("tadori.cli.tasks.task_list", broken)
    code, _, err = tadori("status")
    assert code == 1
    assert err.startswith("Traceback (most recent call last):\n")
    assert err.endswith(
        "tadori: this is a mistake in Tadori itself (KeyError: 'a\\x1b[2Jb'). What was gathered is kept.\n"
    )
