"""Tadori as a library."""

import subprocess
import sys
from pathlib import Path

import pytest

import tadori
from tadori.errors import WrongCall


@pytest.mark.req("X2", "X3")
def test_research_and_verify_from_python(tmp_path: Path) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "bridge.txt").write_text("The bridge\n\nThe harbour bridge opened on 12 May 1987.", encoding="utf-8")
    outcome = tadori.research(
        "When did the harbour bridge open?", libraries=[documents], out=tmp_path / "out", home=tmp_path / "home"
    )
    assert outcome.answered is True
    assert "12 May 1987" in outcome.files["report.md"].decode()
    assert tadori.verify(tmp_path / "out").ok is True


def test_a_changed_byte_is_found_from_python(tmp_path: Path) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "bridge.txt").write_text("The bridge\n\nThe harbour bridge opened on 12 May 1987.", encoding="utf-8")
    outcome = tadori.research("When did the harbour bridge open?", libraries=[documents], home=tmp_path / "home")
    file = outcome.folder / "evidence.wacz"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    found = tadori.verify(file)
    assert found.ok is False
    assert found.problems[0].place != ""


def test_a_wrong_call_is_an_error_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(WrongCall, match="there is no folder"):
        tadori.research("When?", libraries=[tmp_path / "nowhere"], home=tmp_path / "home")


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, tadori; print(sorted({'sqlalchemy', 'numpy', 'lxml', 'click'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_public_names_are_exactly_these() -> None:
    assert tadori.__all__ == ["DeepResearchAgent", "research", "verify"]
    with pytest.raises(AttributeError, match="has no attribute 'search_everything'"):
        tadori.search_everything  # noqa: B018
