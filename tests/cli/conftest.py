"""A home of its own for every test, and the program as a function: arguments in; code, stdout, stderr out."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tadori.cli.root import run

Program = Callable[..., tuple[int, str, str]]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("TADORI_HOME", str(folder))
    return folder


@pytest.fixture
def tadori(home: Path, capfd: pytest.CaptureFixture[str]) -> Program:
    def call(*arguments: str) -> tuple[int, str, str]:
        capfd.readouterr()
        code = run(list(arguments))
        out, err = capfd.readouterr()
        return code, out, err

    return call


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "bridge.html").write_text(
        "<html><head><title>Harbour Bridge</title></head><body><article><h1>Harbour Bridge</h1>"
        "<p>The harbour bridge opened on 12 May 1987. The harbour bridge is 840 metres long.</p>"
        "</article></body></html>",
        encoding="utf-8",
    )
    (folder / "橋.txt").write_text(
        "港の橋\n\n港の橋は1987年5月12日に開通した。橋の長さは840メートルである。", encoding="utf-8"
    )
    return folder
