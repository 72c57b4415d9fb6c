"""Programs of the protocol's own people, in Node: the Inspector and the conformance suite. Installed once, when wanted.

`installed()` gives their folder, or skips the test and says why: no npm here, or no registry to be reached. Versions
stand in `package.json`; what these depend on is taken as of `AS_OF`, so that a package of tomorrow changes nothing.
They want a newer Node than many machines have: the registry has one too, for Linux.
"""

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[2]
AS_OF: Final = "2026-11-16"
NEWEST_ENOUGH: Final = (22, 19)
INSTALL_SECONDS: Final = 240.0
TRIED_LATELY: Final = 900.0
"""Seconds in which a failure is told again instead of tried again: every module here asks."""
_QUIET: Final = (
    "--no-package-lock",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--loglevel=error",
    "--fetch-retries=2",
    "--fetch-retry-mintimeout=1000",
    "--fetch-retry-maxtimeout=5000",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Programs:
    """Where Node and the programs lie."""

    node: Path
    modules: Path

    @property
    def inspector(self) -> list[str]:
        launcher = "@modelcontextprotocol/inspector/clients/launcher/build/index.js"
        return [str(self.node), str(self.modules / launcher), "--cli"]

    def conformance(self, package: str) -> list[str]:
        return [str(self.node), str(self.modules / package / "dist" / "index.js")]


def installed() -> Programs:
    """The programs, installed unless they are; whoever comes second waits for the first. Skips where that cannot be."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed: the MCP Inspector and the conformance suite cannot be had")
    wanted = (HERE / "package.json").read_bytes()
    folder = ROOT / ".venv" / f"node-{hashlib.sha256(wanted + AS_OF.encode()).hexdigest()[:12]}"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        why = "" if (folder / "installed").exists() else _install(npm, folder, wanted)
    if why:
        pytest.skip(f"npm cannot install the MCP Inspector and the conformance suite: {why}")
    return Programs(node=_node(folder / "node_modules"), modules=folder / "node_modules")


def _install(npm: str, folder: Path, wanted: bytes) -> str:
    """Install what `package.json` names; why it cannot be. A registry that knows no dates is asked without one."""
    failed = folder / "failed"
    if failed.exists() and time.time() - failed.stat().st_mtime < TRIED_LATELY:
        return failed.read_text(encoding="utf-8")
    (folder / "package.json").write_bytes(wanted)
    why = ""
    for more in ([f"--before={AS_OF}"], []):
        shutil.rmtree(folder / "node_modules", ignore_errors=True)
        why = _npm([npm, "install", *_QUIET, *more], folder)
        if not why:
            (folder / "installed").touch()
            return ""
    failed.write_text(why, encoding="utf-8")
    return why


def _npm(command: list[str], folder: Path) -> str:
    """Run npm; what it complains of, empty when it is content."""
    try:
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"it took longer than {INSTALL_SECONDS:.0f} s"
    said = [line.removeprefix("npm error").strip() for line in ran.stderr.splitlines()[:4]]
    return "" if ran.returncode == 0 else f"exit code {ran.returncode}: {'; '.join(said)[:300]}"


def _node(modules: Path) -> Path:
    """A Node that is new enough: the machine's own, or the registry's."""
    for path in (shutil.which("node"), modules / ".bin" / "node"):
        if path is not None and _version(Path(path)) >= NEWEST_ENOUGH:
            return Path(path)
    pytest.skip(f"Node {'.'.join(map(str, NEWEST_ENOUGH))} or newer is neither here nor in the registry")


def _version(node: Path) -> tuple[int, ...]:
    try:
        told = subprocess.run([str(node), "--version"], capture_output=True, text=True, timeout=60, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return (0,)
    parts = told.strip().lstrip("v").split(".")
    return tuple(int(part) for part in parts if part.isdigit())


def surroundings(home: Path) -> dict[str, str]:
    """The environment of such a program: a home of its own, and nothing of this machine's that could lead it astray."""
    home.mkdir(parents=True, exist_ok=True)
    # Else the Inspector looks for the keychain of whoever runs the tests.
    kept = {"MCP_INSPECTOR_SECRET_STORE": "memory"}
    return {"HOME": str(home), "PATH": os.defpath, "NO_COLOR": "1", **kept}


if __name__ == "__main__":
    with contextlib.suppress(pytest.skip.Exception):  # the tests will say why
        installed()
