"""Who is tried twice, and that it is told."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = '''
from pathlib import Path
import pytest
TRIES = Path(__file__).with_name("tries")

@pytest.fixture(scope="session")
def started():
    """Anew for every try."""
    with TRIES.open("a", encoding="utf-8") as file:
        file.write("started ")
    return len(TRIES.read_text(encoding="utf-8").split())

@pytest.mark.drives("tor")
def test_marked(started):
    assert started == 2, "the first try"

@pytest.mark.drives("window")
def test_steady(started):
    assert started == 2

def test_not_marked(started):
    assert started == 99

@pytest.mark.drives("chromium")
def test_broken():
    assert False, "broken"
'''


def run(folder: Path, program: str, *options: str) -> "subprocess.CompletedProcess[str]":
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = drives(program): x\n", encoding="utf-8")
    (folder / "test_inner.py").write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.unsteady", "-p", "no:cacheprovider", str(folder)]
    command += options
    repository = Path(__file__).parent.parent
    return subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False, timeout=300)


def test_a_second_try_in_a_worker_process_is_named_too(tmp_path: Path) -> None:
    done = run(tmp_path, PROGRAM, "-n", "1")
    lines = done.stdout.splitlines()
    assert lines[-1].startswith("2 failed, 2 passed")
    assert sorted(line for line in lines if line.startswith("unsteady: ")) == [
        "unsteady: test_inner.py::test_broken",
        "unsteady: test_inner.py::test_marked",
    ]


def test_a_marked_test_is_tried_twice_with_everything_anew_and_named_and_no_other_is(tmp_path: Path) -> None:
    done = run(tmp_path, PROGRAM)
    lines = done.stdout.splitlines()
    assert done.returncode == 1
    assert lines[-1].startswith("2 failed, 2 passed")
    assert [line for line in lines if line.startswith("unsteady: ")] == [
        "unsteady: test_inner.py::test_marked",
        "unsteady: test_inner.py::test_broken",
    ]
    assert "AssertionError: the first try" in done.stdout
    assert [line.split(" - ")[0].rpartition("::")[2] for line in lines if line.startswith("FAILED ")] == [
        "test_not_marked",
        "test_broken",
    ]
    assert (tmp_path / "tries").read_text(encoding="utf-8") == "started started "


def test_a_part_that_was_tried_again_by_the_test_itself_is_told(tmp_path: Path) -> None:
    program = (
        "def test_parts(record_property):\n"
        "    record_property('first_failure', 'part one: too late')\n"
        "    record_property('first_failure', 'part two: too late')\n"
    )
    done = run(tmp_path, program)
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert [line for line in lines if line.startswith(("part ", "unsteady: "))] == [
        "part one: too late",
        "part two: too late",
        "unsteady: test_inner.py::test_parts",
    ]


def test_what_a_first_try_left_open_fails_no_later_test(tmp_path: Path) -> None:
    program = (
        "import gc, socket\n"
        "import pytest\n"
        "TRIES = []\n"
        "@pytest.mark.drives('tor')\n"
        "def test_it():\n"
        "    TRIES.append(1)\n"
        "    left = [socket.socket()]\n"
        "    left.append(left)\n"
        "    assert len(TRIES) == 2, 'the first try'\n"
        "    left.pop(0).close()\n"
        "def test_after():\n"
        "    gc.collect()\n"
    )
    strict = ("-W", "error::ResourceWarning", "-W", "error::pytest.PytestUnraisableExceptionWarning")
    done = run(tmp_path, program, *strict)
    assert done.stdout.splitlines()[-1].startswith("2 passed")
    assert "unsteady: test_inner.py::test_it" in done.stdout


@pytest.mark.parametrize("mark", ["drives", 'drives("our own code")', 'drives("tor", "chromium")'])
def test_only_the_programs_that_are_known_may_be_named(tmp_path: Path, mark: str) -> None:
    done = run(tmp_path, f"import pytest\n@pytest.mark.{mark}\ndef test_it(): pass\n")
    assert done.returncode == 4
    assert "name one of chromium, tor, window" in done.stderr
