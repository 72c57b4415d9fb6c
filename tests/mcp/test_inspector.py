"""The MCP Inspector, a client we did not write, lists and calls every tool: over stdio and over HTTP, in both eras.

One start of the Inspector is one call. What a call leaves in the home, the next one finds: over stdio each call has a
server of its own, over HTTP all have the same.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.environment import program_environment
from tests.mcp.node.programs import Programs, installed, surroundings
from tests.mcp.world import ELEVEN, QUESTION, write_documents

PROGRAM = [sys.executable, "-c", "from tadori.cli import main; main()", "mcp"]
CLAIM = "The Harbour Bridge opened on 12 May 1987."
PATIENCE = 240.0
"""Seconds for one call: far more than any takes, less than a hang."""
TOOL_REFUSED = 5
"""How the Inspector ends when a tool says that it could not."""
NO_ENTRY = 3

pytestmark = [pytest.mark.slow, pytest.mark.req("L12")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How one start of the Inspector ended: what came back, or what it complained of."""

    code: int
    result: dict[str, Any]
    complaint: str

    @property
    def told(self) -> dict[str, Any]:
        """What the tool said."""
        found: dict[str, Any] = self.result["structuredContent"]
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspector:
    """The Inspector, and the file that tells it about our server."""

    command: list[str]
    config: Path
    env: dict[str, str]

    def __call__(self, method: str, *asked: str) -> Answer:
        server = ["--config", str(self.config), "--server", "tadori", "--stored-auth-only"]
        ran = subprocess.run(
            [*self.command, *server, "--format", "json", "--method", method, *asked],
            env=self.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        told = json.loads(ran.stdout)["result"] if ran.stdout.strip() else {}
        return Answer(code=ran.returncode, result=told, complaint=ran.stderr.decode())

    def call(self, tool: str, **given: Any) -> Answer:
        return self("tools/call", "--tool-name", tool, "--tool-args-json", json.dumps(given, ensure_ascii=False))


@pytest.fixture(scope="module")
def programs() -> Programs:
    return installed()


def _home(folder: Path) -> Path:
    home = folder / "home"
    home.mkdir()
    (home / "config.toml").write_text("embeddings = false\n", encoding="utf-8")
    write_documents(folder / "documents")
    return home


def _served(folder: Path) -> list[str]:
    return ["--library", str(folder / "documents"), "--soft-limit", "600"]


def _inspector(programs: Programs, folder: Path, **server: Any) -> Inspector:
    """The Inspector with our server in its configuration, and time: a busy machine is no failure."""
    config = folder / "inspector.json"
    waits = {"connectionTimeout": 200_000, "requestTimeout": 200_000}
    config.write_text(json.dumps({"mcpServers": {"tadori": {**server, **waits}}}), encoding="utf-8")
    return Inspector(command=programs.inspector, config=config, env=surroundings(folder / "inspector"))


def _ours(home: Path) -> dict[str, str]:
    return program_environment(home)


@pytest.fixture(scope="module")
def over_stdio(programs: Programs, tmp_path_factory: pytest.TempPathFactory) -> Inspector:
    """Each call starts our program, in the era of the handshake."""
    folder = tmp_path_factory.mktemp("stdio")
    command, *arguments = [*PROGRAM, *_served(folder)]
    return _inspector(programs, folder, command=command, args=arguments, env=_ours(_home(folder)), protocolEra="legacy")


@pytest.fixture(scope="module")
def over_http(programs: Programs, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inspector]:
    """All calls go to one server, in the newer era."""
    folder = tmp_path_factory.mktemp("http")
    home = _home(folder)
    server = subprocess.Popen(
        [*PROGRAM, "--http", "--port", "0", *_served(folder)],
        env=_ours(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert server.stderr is not None
        address = server.stderr.readline().split()[0]
        token = (home / "mcp-token").read_text(encoding="ascii").strip()
        headers = {"Authorization": f"Bearer {token}"}
        yield _inspector(programs, folder, type="streamable-http", url=address, headers=headers, protocolEra="modern")
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()
        if server.stderr is not None:
            server.stderr.close()


def _lists_and_calls_every_tool(inspector: Inspector) -> dict[str, Any]:
    """What the server says of itself in its answers."""
    listed = inspector("tools/list")
    assert [tool["name"] for tool in listed.result["tools"]] == list(ELEVEN)
    assert "portability" not in listed.complaint  # it says so when a schema is not for every client
    first = inspector.call("create_task", query=QUESTION)
    made = first.told
    assert (made["ok"], made["status"], made["budget"]["max_pages"]) == (True, "created", 120)
    task = {"task_id": made["task_id"]}
    found = inspector.call("search", **task, query="harbour bridge opened").told
    assert (found["ok"], found["query"]) == (True, "harbour bridge opened")
    assert CLAIM in [claim["text"] for claim in found["claims_found"]]
    status = inspector.call("get_status", **task).told
    assert (status["query"], [search["query"] for search in status["searches"]]) == (
        QUESTION,
        ["harbour bridge opened"],
    )
    stopped = inspector.call("stop_task", **task).told
    assert (stopped["ok"], stopped["final_status"]) == (True, "completed")
    materials = inspector.call("get_materials", **task, options={"include_graph": True}).told
    assert CLAIM in [claim["text"] for claim in materials["claims"]]
    sample = {"source": "llm_extract", "prediction": 0.5, "actual": 1}
    assert inspector.call("calibrate", action="add_sample", data=sample).told["ok"] is True
    queue = inspector.call("get_auth_queue", **task).told
    assert (queue["ok"], queue["queue"], queue["total_pending"]) == (True, [], 0)
    assert inspector.call("notify_user", event="info", payload={"message": "done / 完了"}).told["ok"] is True
    choice = {"timeout_seconds": 0, "choices": ["yes", "no"]}
    asked = inspector.call("wait_for_user", prompt="Go on? / 続けますか", options=choice).told
    assert (asked["ok"], asked["timed_out"], asked["response"]) == (True, True, "")
    said: dict[str, Any] = first.result.get("_meta", {})
    return said


def _hears_why_a_tool_could_not(inspector: Inspector) -> None:
    nothing = inspector.call("calibrate_rollback", source="llm_extract")
    assert (nothing.code, nothing.told["ok"], nothing.told["error_code"]) == (TOOL_REFUSED, False, "CALIBRATION_ERROR")
    nobody = inspector.call("resolve_auth", target="domain", data={"domain": "nobody.test", "status": "skipped"})
    assert (nobody.code, nobody.told["ok"], nobody.told["error_code"]) == (TOOL_REFUSED, False, "INVALID_PARAMS")


def test_the_inspector_lists_and_calls_every_tool_over_stdio(over_stdio: Inspector) -> None:
    assert _lists_and_calls_every_tool(over_stdio) == {}
    _hears_why_a_tool_could_not(over_stdio)


def test_the_inspector_lists_and_calls_every_tool_over_http(over_http: Inspector) -> None:
    # Only the newer era says in every answer who gives it.
    said = _lists_and_calls_every_tool(over_http)
    assert said["io.modelcontextprotocol/serverInfo"]["name"] == "tadori"
    _hears_why_a_tool_could_not(over_http)
    unknown = over_http.call("get_status", task_id="task_20200101T000000_00000000")
    assert (unknown.code, unknown.told["error_code"]) == (TOOL_REFUSED, "TASK_NOT_FOUND")


def test_the_inspector_reads_resources_and_the_prompt(over_http: Inspector) -> None:
    task_id = over_http.call("create_task", query=QUESTION).told["task_id"]
    graph = f"tadori://tasks/{task_id}/graph"
    assert graph in [one["uri"] for one in over_http("resources/list").result["resources"]]
    templates = over_http("resources/templates/list").result["resourceTemplates"]
    assert [one["name"] for one in templates] == ["report", "graph", "page"]
    (content,) = over_http("resources/read", "--uri", graph).result["contents"]
    assert (content["uri"], content["mimeType"]) == (graph, "application/json")
    (prompt,) = over_http("prompts/list").result["prompts"]
    assert (prompt["name"], [one["name"] for one in prompt["arguments"]]) == ("research", ["question", "language"])
    given = ["--prompt-name", "research", "--prompt-args", "question=橋はいつ開通したか", "language=ja"]
    (message,) = over_http("prompts/get", *given).result["messages"]
    assert "橋はいつ開通したか" in message["content"]["text"]


def test_the_inspector_without_the_token_is_not_let_in(over_http: Inspector, tmp_path: Path) -> None:
    told = json.loads(over_http.config.read_text(encoding="utf-8"))
    del told["mcpServers"]["tadori"]["headers"]
    config = tmp_path / "inspector.json"
    config.write_text(json.dumps(told), encoding="utf-8")
    answer = Inspector(command=over_http.command, config=config, env=over_http.env)("tools/list")
    assert (answer.code, answer.result) == (NO_ENTRY, {})
    assert '"code":"auth_required"' in answer.complaint
