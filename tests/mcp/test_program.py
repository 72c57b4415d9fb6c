"""`tadori mcp` as a program: started by a client over stdio; its snippets; its questions."""

import json
import signal
import sys
from pathlib import Path

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tadori.cli.root import run
from tadori.mcp.install import CLIENT_CONFIGS, config_snippet
from tadori.service.clients.questions import open_questions, posted_question, read_answer
from tests.engine.killing import die, in_child

PROGRAM = "from tadori.cli import main; main()"


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_a_client_starts_the_server_and_researches_over_stdio(tmp_path: Path, library: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "config.toml").write_text("embeddings = false\n", encoding="utf-8")
    server = StdioServerParameters(
        command=sys.executable,
        args=["-c", PROGRAM, "mcp", "--library", str(library), "--soft-limit", "600"],
        env={"TADORI_HOME": str(tmp_path / "home")},
    )
    async with Client(stdio_client(server), mode="auto") as client:
        assert len((await client.list_tools()).tools) == 11
        made = await client.call_tool("create_task", {"query": "When did the harbour bridge open?"})
        task_id = made.structured_content["task_id"]
        found = await client.call_tool("search", {"task_id": task_id, "query": "harbour bridge opened"})
    texts = [one["text"] for one in found.structured_content["claims_found"]]
    assert "The Harbour Bridge opened on 12 May 1987." in texts


@pytest.mark.req("L12")
@pytest.mark.parametrize("client", sorted(CLIENT_CONFIGS))
def test_every_client_has_a_snippet_that_names_the_command(client: str) -> None:
    where, text = config_snippet(client, ["/opt/tadori", "mcp", "--library", "/docs/a b"]).split("\n", 1)
    assert where.startswith("# ")
    assert '"/opt/tadori"' in text
    assert '"/docs/a b"' in text


def test_a_json_snippet_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mcp", "install", "cursor", "--print"]) == 0
    text = capsys.readouterr().out.split("\n", 1)[1]
    server = json.loads(text)["mcpServers"]["tadori"]
    assert server["args"] == ["mcp"]
    assert Path(server["command"]).name == "tadori"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--soft-limit", "-3"], "-3 is not from 1 to 3600 seconds"),
        (["--soft-limit", "0"], "0 is not from 1 to 3600 seconds"),
        (["--soft-limit", "nan"], "nan is not from 1 to 3600 seconds"),
        (["--soft-limit", "1e9"], "1e+09 is not from 1 to 3600 seconds"),
        (["--workers", "0"], "0 is not in the range 1<=x<=16"),
        (["--workers", "-1"], "-1 is not in the range 1<=x<=16"),
        (["--workers", "1000"], "1000 is not in the range 1<=x<=16"),
        (["--allowed-host", "research.test"], "--allowed-host goes with --http"),
        (["--http", "--port", "0", "--allowed-host", "https://research.test"], "'https://research.test' is no name"),
        (["--http", "--port", "0", "--allowed-host", "*"], "'*' is no name"),
    ],
)
def test_a_setting_that_cannot_work_is_refused_before_anything_is_served(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TADORI_HOME", str(tmp_path))
    assert run(["mcp", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_client_nobody_knows_is_a_wrong_call() -> None:
    assert run(["mcp", "install", "telegraph"]) == 2


def test_a_question_is_shown_and_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TADORI_HOME", str(tmp_path))
    assert run(["mcp", "answer"]) == 3
    with posted_question(tmp_path, "Go on?", ["yes", "no"]) as folder:
        assert [one.id for one in open_questions(tmp_path)] == [folder.name]
        capsys.readouterr()
        assert run(["mcp", "answer"]) == 0
        assert capsys.readouterr().out == f"{folder.name}  Go on?  [yes / no]\n"
        assert run(["mcp", "answer", "perhaps"]) == 2
        assert read_answer(folder) is None
        assert run(["mcp", "answer", "yes"]) == 0
        assert read_answer(folder) == "yes"
        with posted_question(tmp_path, "続けますか", []) as other:
            capsys.readouterr()
            assert run(["mcp", "answer", "はい"]) == 2
            assert "several questions wait; --id says which" in capsys.readouterr().err
            assert run(["mcp", "answer", "--id", other.name, "はい"]) == 0
            assert read_answer(other) == "はい"
    assert run(["mcp", "answer", "--id", folder.name, "yes"]) == 2
    assert list((tmp_path / "questions").iterdir()) == []


def test_a_question_of_a_server_that_was_killed_is_neither_shown_nor_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TADORI_HOME", str(tmp_path))

    def ask_and_die() -> None:
        with posted_question(tmp_path, "Go on?", []):
            die()

    assert in_child(ask_and_die) == -signal.SIGKILL
    assert [one.name.startswith("ask_") for one in (tmp_path / "questions").iterdir()] == [True]
    assert run(["mcp", "answer", "yes"]) == 2
    assert "no question waits" in capsys.readouterr().err
    assert list((tmp_path / "questions").iterdir()) == []
