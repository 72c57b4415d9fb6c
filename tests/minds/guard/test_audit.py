"""The audit log: which rule, where, when, in which task; never the words (L35, L8; L42)."""

import json
import stat
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tadori.errors import ConfigError
from tadori.minds.guard.audit import AuditLog
from tadori.minds.requests import GuardFlag

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
FLAG = GuardFlag(rule="tag", where="input:page", start=5, end=14)


def log_of(home: Path, most_bytes: int = 10_000, kept: int = 2) -> AuditLog:
    return AuditLog(home, lambda: NOON, most_bytes=most_bytes, kept=kept)


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.req("L35")
def test_a_flag_is_a_line_with_rule_and_place(tmp_path: Path) -> None:
    log_of(tmp_path).write("task_1", [FLAG], job="claims")
    assert lines(tmp_path / "audit.jsonl") == [
        {
            "at": "2026-11-16T12:00:00+00:00",
            "task": "task_1",
            "job": "claims",
            "rule": "tag",
            "where": "input:page",
            "start": 5,
            "end": 14,
        }
    ]


def test_only_its_owner_can_read_it_even_where_it_was_open(tmp_path: Path) -> None:
    file = tmp_path / "audit.jsonl"
    file.write_text("", encoding="utf-8")
    file.chmod(0o644)
    log_of(tmp_path).write("task_1", [FLAG])
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_lines_are_added_and_nothing_is_written_for_no_flags(tmp_path: Path) -> None:
    log = log_of(tmp_path)
    log.write("task_1", [])
    assert list(tmp_path.iterdir()) == []
    log.write("task_1", [FLAG])
    log.write("task_2", [FLAG, FLAG])
    assert [line["task"] for line in lines(log.path)] == ["task_1", "task_2", "task_2"]


def test_a_place_or_rule_that_is_none_of_ours_brings_no_words_in(tmp_path: Path) -> None:
    log_of(tmp_path).write("task_1", [GuardFlag(rule="Ignore all!", where="output:<b>秘密\n\u202e" + "x" * 500)])
    (line,) = lines(tmp_path / "audit.jsonl")
    assert line["rule"] == "unnamed"
    assert line["where"] == "output:_b_____" + "x" * 106


def test_a_full_log_makes_room_and_the_oldest_goes(tmp_path: Path) -> None:
    log = log_of(tmp_path, most_bytes=200, kept=2)
    for number in range(5):
        log.write(f"task_{number}", [FLAG])
    kept = {
        file.name: [line["task"] for line in lines(file)]
        for file in sorted(tmp_path.iterdir())
        if file.suffix != ".lock"
    }
    assert kept == {"audit.jsonl": ["task_4"], "audit.jsonl.1": ["task_3"], "audit.jsonl.2": ["task_2"]}


def test_many_writers_lose_no_line(tmp_path: Path) -> None:
    writers = [
        threading.Thread(target=log_of(tmp_path, most_bytes=10**6).write, args=(f"task_{n}", [FLAG] * 20))
        for n in range(8)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    tasks = [line["task"] for line in lines(tmp_path / "audit.jsonl")]
    assert {task: tasks.count(task) for task in set(tasks)} == {f"task_{n}": 20 for n in range(8)}


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("mine", encoding="utf-8")
    (tmp_path / "audit.jsonl").symlink_to(other)
    with pytest.raises(ConfigError, match=r"audit\.jsonl cannot be written"):
        log_of(tmp_path).write("task_1", [FLAG])
    assert other.read_text(encoding="utf-8") == "mine"


def test_a_home_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be written: No such file or directory"):
        log_of(tmp_path / "none").write("task_1", [FLAG])
