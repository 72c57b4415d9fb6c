"""`doctor` starts one of the processes that read documents, and says what comes of it."""

import os
import sys

import pytest

from tadori.service.checking import diagnose


def reading() -> tuple[str, str]:
    (found,) = [finding for finding in diagnose() if finding["what"] == "reading"]
    return found["state"], found["detail"]


def test_doctor_says_how_many_documents_are_read_side_by_side() -> None:
    cores = len(os.sched_getaffinity(0))
    assert reading() == ("ok", f"up to {cores} documents side by side, each in a process of 700 MB at most")


@pytest.mark.own_readers
def test_doctor_finds_a_machine_that_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert reading() == (
        "broken",
        "a page made for this cannot be read: no process to read it could be started: No such file or directory",
    )
