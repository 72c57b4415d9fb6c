"""The protocol's own conformance suite against our server, in both eras: every generic scenario that applies passes.

The suite calls fixtures that it names itself; `fixtures_server.py` has them, beside the eleven tools. They show how
our server speaks: handshake and no handshake, lists, calls, progress, forms, resources, prompts, errors,
caching, sessions, and who is let in.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.environment import program_environment
from tests.mcp.node.programs import Programs, installed, surroundings
from tests.unsteady import FIRST_FAILURE

STABLE = "@modelcontextprotocol/conformance"
NEXT = "conformance-next"
PATIENCE = 400.0
TRIES_ALONE = 3
WRONG = ("FAILURE", "WARNING")
NOT_OURS = re.compile(r"server-sse-polling|tasks-.*")
"""Answers that are fetched later over another stream, and the extension for tasks: docs/mcp.md says why."""

pytestmark = [pytest.mark.slow, pytest.mark.req("L12")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """The scenarios of one run, how to run one of them alone, and how many of them apply."""

    package: str
    all: tuple[str, ...]
    one: tuple[str, ...]
    applicable: int


SUITES = {
    "stable": Suite(package=STABLE, all=("--suite", "all"), one=(), applicable=31),
    "2025-11-25": Suite(
        package=NEXT, all=("--requirements", "2025-11-25"), one=("--spec-version", "2025-11-25"), applicable=32
    ),
    "2026-07-28": Suite(
        package=NEXT, all=("--requirements", "2026-07-28"), one=("--spec-version", "2026-07-28"), applicable=40
    ),
}


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """The address of our server with the fixtures."""
    home = folder / "home"
    home.mkdir()
    (home / "config.toml").write_text("embeddings = false\n", encoding="utf-8")
    complaints = folder / "server"
    with (
        complaints.open("w") as told,
        subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "tests.mcp.fixtures_server"],
            env=program_environment(home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=told,
            text=True,
        ) as server,
    ):
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            assert address.startswith("http://127.0.0.1:"), complaints.read_text(encoding="utf-8")
            yield address
        finally:
            server.kill()


def _run(programs: Programs, suite: Suite, asked: tuple[str, ...], address: str, folder: Path) -> dict[str, list[str]]:
    """Each scenario by name, with what it complained of."""
    subprocess.run(
        [*programs.conformance(suite.package), "server", "--url", address, *asked, "--output-dir", str(folder)],
        env=surroundings(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=PATIENCE,
        check=False,
    )
    return {_scenario(file): _complaints(file) for file in sorted(folder.glob("server-*/checks.json"))}


def _scenario(file: Path) -> str:
    """`server-NAME-2026-11-16T16-42-06-205Z/checks.json` is the scenario NAME."""
    return re.sub(r"-\d{4}-\d\d-\d\dT[\dZ-]+$", "", file.parent.name).removeprefix("server-")


def _complaints(file: Path) -> list[str]:
    checks = json.loads(file.read_text(encoding="utf-8"))
    done = [check for check in checks if check["status"] == "SUCCESS"]
    wrong = [f"{check['id']}: {check.get('errorMessage')}" for check in checks if check["status"] in WRONG]
    return wrong if done else [*wrong, "nothing was checked"]


@pytest.mark.parametrize("name", SUITES)
def test_every_scenario_that_applies_passes(
    name: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    programs, suite = installed(), SUITES[name]
    with _served(tmp_path) as address:
        found = _run(programs, suite, suite.all, address, tmp_path / "all")
        applicable = {scenario: wrong for scenario, wrong in found.items() if not NOT_OURS.fullmatch(scenario)}
        # The suite waits half a second for some answers, which a busy machine may miss: those are asked again, alone.
        for again in range(TRIES_ALONE):
            for scenario, complaints in [(scenario, wrong) for scenario, wrong in applicable.items() if wrong]:
                record_property(FIRST_FAILURE, f"{scenario}: {complaints}")
                alone = ("--scenario", scenario, *suite.one)
                applicable |= _run(programs, suite, alone, address, tmp_path / f"{scenario} {again}")
    assert {scenario: wrong for scenario, wrong in applicable.items() if wrong} == {}
    assert len(applicable) == suite.applicable
