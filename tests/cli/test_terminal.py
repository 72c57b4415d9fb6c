"""Nothing that a question, a file name or a page says is obeyed by the terminal that shows it."""

import io
import json
import os
import re
import sys
from pathlib import Path

import pytest

from tadori.cli.progress import progress_view
from tadori.events import PageLost, PartLost, TaskStarted
from tadori.model.printable import PrintableStream
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.wiring.home import open_app
from tests.cli.conftest import Program

SRC = Path(__file__).parents[2] / "src" / "tadori"
EVIL = "When \x1b[2J\x1b]8;;http://evil.test\x07did \x9b31mit \u202enepo\u202c?"
SHOWN = "When \\u001b[2J\\u001b]8;;http://evil.test\\u0007did \\u009b31mit \\u202enepo\\u202c?"


@pytest.fixture
def asked(home: Path, documents: Path) -> str:
    """A task with a question that gives orders, as a client brings it too."""
    with open_app(Settings(home=home)) as opened:
        return Tasks(opened).create(ResearchRequest(question=EVIL, libraries=[documents])).id


@pytest.mark.req("X3")
def test_status_shows_what_a_question_would_have_a_terminal_do(tadori: Program, asked: str) -> None:
    assert tadori("status")[:2] == (0, f"{asked}  cut off         0 pages  {SHOWN}\n")
    assert f"question           {SHOWN}\n" in tadori("status", asked)[1]


@pytest.mark.req("X3")
def test_json_has_the_same_value_and_nothing_raw(tadori: Program, asked: str) -> None:
    out = tadori("status", "--json")[1]
    assert [row["question"] for row in json.loads(out)] == [EVIL]
    assert [c for c in out if c in "\x1b\x9b\x07\u202e\u202c"] == []


@pytest.mark.req("X3")
def test_guard_shows_the_name_of_a_file_on_one_line(tadori: Program, tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[2J\u202e\nb.txt"
    file.write_text("The bridge is safe.", encoding="utf-8")
    code, out, _ = tadori("guard", "--plain", "--rules-only", str(file))
    assert (code, out) == (0, f"{tmp_path}/a\\u001b[2J\\u202e b.txt: nothing noticed\n")


def test_a_file_whose_name_is_not_utf_8_is_named(tadori: Program, tmp_path: Path) -> None:
    file = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt"))
    file.write_text("The bridge is safe.", encoding="utf-8")
    assert json.loads(tadori("guard", "--rules-only", str(file))[1])["file"] == str(file)
    code, _, err = tadori("guard", "--rules-only", str(file) + "x")
    assert (code, err) == (1, f"tadori: {tmp_path}/caf\\udce9.txtx cannot be read: No such file or directory\n")


@pytest.mark.parametrize(
    "arguments", [("status", "t\x1b[2J\u202e"), ("stat\x1b[2J\u202eus",), ("status", "--\x9b\u202e")]
)
def test_a_wrong_call_is_quoted_without_being_obeyed(tadori: Program, arguments: tuple[str, ...]) -> None:
    code, out, err = tadori(*arguments)
    assert (code, out) == (2, "")
    assert [c for c in err if c in "\x1b\x9b\u202e"] == []


def test_a_message_is_one_line_whatever_it_quotes(tadori: Program) -> None:
    assert tadori("status", "one\ntadori: all is well")[2].count("\n") == 1


def test_only_our_own_colours_and_moving_lines_go_past_the_filter() -> None:
    """Whoever needs a new place here has to show that foreign words in it have passed `printable`."""
    faces = [file for room in ("cli", "mcp", "service") for file in sorted((SRC / room).rglob("*.py"))]
    past = {
        file.name for file in faces if re.search(r"\bunfiltered\(|secho\(|stdout\.buffer|__stdout__", file.read_text())
    }
    assert past == {"auth.py", "evaluate.py", "progress.py", "user_interaction.py"}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.req("X3")
@pytest.mark.parametrize("kind", [Terminal, io.StringIO])
def test_progress_shows_no_order_of_a_page(kind: type[io.StringIO]) -> None:
    """On a terminal the cursor is moved by us; then what a page says is looked at by itself."""
    screen = kind()
    with progress_view(PrintableStream(screen)) as view:  # type: ignore[arg-type]
        view.show(TaskStarted(task_id="t", question=EVIL, lang="en", resumed=False))
        view.show(PageLost(url="https://a.test/\x9b2J", reason="\u202eno"))
    said = screen.getvalue()
    assert [order for order in ("\x1b[2J\x1b]8", "\x9b", "\u202e", "\x07") if order in said] == []
    assert "\\u202eno" in said


def test_in_a_pipe_that_takes_ascii_only_japanese_is_escaped(
    home: Path, monkeypatch: pytest.MonkeyPatch, documents: Path
) -> None:
    from tadori.cli.root import run

    with open_app(Settings(home=home)) as opened:
        Tasks(opened).create(ResearchRequest(question="港の橋はいつ開通したか 😀", libraries=[documents]))
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", out)
    assert run(["status", "--json"]) == 0
    monkeypatch.undo()
    printed = out.buffer.getvalue()
    assert [row["question"] for row in json.loads(printed)] == ["港の橋はいつ開通したか 😀"]


def test_what_forty_pages_lose_for_one_reason_is_said_once() -> None:
    stream = io.StringIO()
    with progress_view(stream) as view:
        for number in range(40):
            view.show(PartLost(url=f"file:///{number}.html", reason="a hidden menu"))
        view.show(PartLost(url="file:///a.pdf", reason="page 3: scanned"))
    assert stream.getvalue().splitlines()[1:] == [
        "in part file:///0.html: a hidden menu",
        "in part file:///a.pdf: page 3: scanned",
    ]
