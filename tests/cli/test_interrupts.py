"""Ctrl-C at any moment: exit code 130, no traceback, and how to go on as soon as there is a task to go on with."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Program
from tests.cli.test_research import program
from tests.environment import program_environment

INTERRUPTED_IN_WRITE = """
import io, os, signal, sys
from tadori.cli.progress import progress_view

class Interrupting(io.RawIOBase):
    armed = False
    def writable(self): return True
    def isatty(self): return sys.argv[1] == "terminal"
    def fileno(self): return 2
    def write(self, data):
        if self.armed:
            os.kill(os.getpid(), signal.SIGINT)
        return len(data)

raw = Interrupting()
with progress_view(io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8", write_through=True)) as view:
    Interrupting.armed = True
    view.started("task_1")
    view.close()
"""


IGNORED = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)"


def environment(home: Path) -> dict[str, str]:
    return program_environment(home) | {"TERM": "xterm"}


@pytest.mark.slow
@pytest.mark.req("X4")
@pytest.mark.parametrize("moment", ["tadori: starting", "library ", "indexed ", "weighed "])
def test_ctrl_c_at_any_moment_is_130_and_names_the_task_once_there_is_one(
    tadori: Program, home: Path, documents: Path, moment: str
) -> None:
    question = "When did the harbour bridge open?"
    child = program(home, "research", question, "--library", str(documents), waits_at=moment)
    assert child.stderr is not None
    lines = [child.stderr.readline()]
    while not lines[-1].startswith(moment):
        lines.append(child.stderr.readline())
        assert lines[-1] != ""  # it has ended before
    child.send_signal(signal.SIGINT)
    out, rest = child.communicate(timeout=300)
    told = [*lines, *rest.splitlines(keepends=True)]
    tasks = [line.split()[1] for line in told if line.startswith("task ")]
    expected = "".join(f" Nothing is lost; go on with: tadori resume {task}" for task in tasks)
    assert (child.returncode, out) == (130, "")
    assert told[-1] == f"tadori: interrupted.{expected}\n"
    assert [tadori("resume", task)[0] for task in tasks] == [0] * len(tasks)


@pytest.mark.slow
@pytest.mark.req("X4")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_program_that_is_told_to_end_says_how_to_go_on(
    tadori: Program, home: Path, documents: Path, number: signal.Signals
) -> None:
    question = "When did the harbour bridge open?"
    child = program(home, "research", question, "--library", str(documents), waits_at="library ")
    assert child.stderr is not None
    lines = [child.stderr.readline()]
    while not lines[-1].startswith("library "):
        lines.append(child.stderr.readline())
        assert lines[-1] != ""  # it has ended before
    child.send_signal(number)
    out, rest = child.communicate(timeout=300)
    (task,) = [line.split()[1] for line in lines if line.startswith("task ")]
    assert (child.returncode, out) == (128 + number, "")
    assert rest == f"\ntadori: ended by {number.name}. Nothing is lost; go on with: tadori resume {task}\n"
    assert tadori("resume", task)[0] == 0


@pytest.mark.parametrize(("start", "code", "words"), [("", 143, "\ntadori: ended by SIGTERM.\n"), (IGNORED, 0, "")])
def test_a_program_that_waits_ends_with_a_word_unless_it_was_started_to_ignore_it(
    home: Path, start: str, code: int, words: str
) -> None:
    """As `nohup` starts a program: SIGHUP is ignored already. SIGTERM is the same here, and quicker to send."""
    with subprocess.Popen(
        [sys.executable, "-c", f"{start}\nfrom tadori.cli import main; main(['guard', '--rules-only'])"],
        env=environment(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write('{"text": "Plain words."}\n')
        child.stdin.flush()
        child.stdout.readline()
        child.terminate()
        _, err = child.communicate(timeout=300)
    assert (child.returncode, err) == (code, words)


@pytest.mark.parametrize("stream", ["pipe", "terminal"])
def test_ctrl_c_in_the_middle_of_writing_a_line_is_130_too(home: Path, stream: str) -> None:
    """The stream is busy then, and calling it again from the handler would raise."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IN_WRITE, stream],
        env=environment(home),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 130
    assert done.stderr.endswith("\ntadori: interrupted. Nothing is lost; go on with: tadori resume task_1\n")


def test_ctrl_c_while_the_program_is_being_loaded_is_130(home: Path) -> None:
    """An interrupt out of the import of the commands themselves."""
    code = (
        "import sys; from tadori.cli import main\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'tadori.cli.root': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupting()); main(['status'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(home), capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "\ntadori: interrupted.\n")


def test_ctrl_c_after_the_work_is_done_does_not_change_the_exit_code(home: Path) -> None:
    code = (
        "import atexit, os, signal\n"
        "from tadori.cli import main\n"
        "atexit.register(os.kill, os.getpid(), signal.SIGINT)\n"
        "main(['--version'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(home), capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stdout[:7], done.stderr) == (0, "tadori ", "")
