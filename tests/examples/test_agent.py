"""The example in Python runs as it stands."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.environment import program_environment

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.req("D11")
def test_the_example_of_the_agent_asks_follows_up_and_deepens(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "examples" / "agent.py"), "none"]
    done = subprocess.run(
        command, env=program_environment(tmp_path / "home"), capture_output=True, text=True, check=True, timeout=300
    )
    lines = done.stdout.splitlines()
    assert lines[0] == "**Answered**, from 1 source. 3 rounds of searching"
    assert lines[1].startswith(
        "Who signed the joint research agreement between Farholm and Nagiura? → The Farholm Inst"
    )
    assert lines[2].startswith("A claim was looked at again, with ")
    assert lines[3].startswith("files: ")
