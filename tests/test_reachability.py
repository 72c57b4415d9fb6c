"""What a user can reach, by names alone; rows of the mission that only tests of unreached code carry are refused."""

from pathlib import Path

import pytest
from docs.generate import ROOT, requirements
from docs.reachability import Project

PYPROJECT = '[project]\nname = "tadori"\n[project.scripts]\ntadori = "tadori.cli:main"\n'


def project(root: Path, files: dict[str, str]) -> Project:
    """A small package at `root`; `src/tadori/__init__.py` and pyproject.toml are given."""
    for name, text in {"pyproject.toml": PYPROJECT, "src/tadori/__init__.py": "", **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Project(root)


def without_face(root: Path, **sources: str) -> list[str]:
    """What is not reached of a package of these modules."""
    files = {f"src/tadori/{name}.py": text for name, text in sources.items()}
    return [one.name.removeprefix("tadori.") for one in project(root, files).without_face()]


def test_what_the_program_calls_is_reached_and_what_nobody_calls_is_not(tmp_path: Path) -> None:
    assert without_face(
        tmp_path,
        cli="from tadori.work import do\n\ndef main(): do()\n",
        work="LIMIT = 3\nSPARE = 4\ndef do(): return _inner(LIMIT)\ndef _inner(n): return n\n"
        "def spare(): return SPARE\n",
    ) == ["work.SPARE", "work.spare"]


def test_a_method_is_reached_when_reached_code_says_its_name(tmp_path: Path) -> None:
    assert without_face(
        tmp_path,
        cli="from tadori.store import open_store\n\ndef main(): open_store().put()\n",
        store="class Store:\n    def __init__(self): pass\n    def put(self): pass\n    def drop(self): pass\n"
        "def open_store(): return Store()\n",
    ) == ["store.Store.drop"]


def test_functions_that_a_decorator_registers_in_a_module_named_in_a_table_are_reached(tmp_path: Path) -> None:
    assert without_face(
        tmp_path,
        cli='import importlib\n\nTABLE = {"go": "tadori.go"}\n\ndef main(): importlib.import_module(TABLE["go"])\n',
        go="import click\n\n@click.command()\ndef go(): step()\n\ndef step(): pass\n\ndef other(): pass\n",
    ) == ["go.other"]


def test_methods_looked_up_by_a_composed_name_are_reached_within_their_class(tmp_path: Path) -> None:
    assert without_face(
        tmp_path,
        cli='class Tools:\n    def call(self, name): getattr(self, f"_do_{name}")\n    def _do_a(self): pass\n'
        "    def _other(self): pass\n\nclass More:\n    def _do_b(self): pass\n\ndef main(): Tools().call(More)\n",
    ) == ["cli.Tools._other", "cli.More._do_b"]


def test_methods_that_the_class_above_may_call_are_reached(tmp_path: Path) -> None:
    assert without_face(
        tmp_path,
        cli="from html.parser import HTMLParser\nfrom typing import Protocol\n\nclass Words(HTMLParser):\n"
        "    def handle_data(self, data): pass\n\nclass Door(Protocol):\n    def knock(self): ...\n\n"
        "def main(door: Door): Words()\n",
    ) == []  # fmt: skip


def test_names_that_a_document_tells_a_reader_to_import_are_reached(tmp_path: Path) -> None:
    files = {
        "src/tadori/cli.py": "def main(): pass\n",
        "src/tadori/sign.py": "def sign(): return _inner()\ndef _inner(): pass\ndef other(): pass\n",
        "docs/plugins.md": "```python\nfrom tadori.sign import sign\n```\n",
    }
    assert [one.name for one in project(tmp_path, files).without_face()] == ["tadori.sign.other"]


def test_a_document_that_names_what_is_not_there_is_an_error(tmp_path: Path) -> None:
    files = {"src/tadori/cli.py": "def main(): pass\n", "docs/plugins.md": "    from tadori.cli import gone\n"}
    with pytest.raises(ValueError, match=r"tadori\.cli\.gone is an entry point or a documented name"):
        project(tmp_path, files)


DEAD = {
    "src/tadori/cli.py": "from tadori.work import Store, do\n\ndef main(): do(Store())\n",
    "src/tadori/work.py": "class Store:\n    def drop(self): pass\ndef do(store): pass\ndef join(store): pass\n",
}


def unshown(root: Path, test: str, **more: str) -> str:
    """What is said of rows when this is the one test file."""
    files = {**DEAD, "tests/test_work.py": f"import pytest\n\n{test}"} | more
    return "\n".join(str(row) for row in project(root, files).unshown_rows())


def test_a_row_whose_only_test_is_of_code_without_a_face_is_named_with_test_and_code(tmp_path: Path) -> None:
    test = "from tadori.work import Store, join\n\n@pytest.mark.req('L9')\ndef test_joins(): join(Store())\n"
    assert unshown(tmp_path, test) == (
        "L9: no command, tool or exported name reaches what its tests test:\n"
        "  tests/test_work.py::test_joins (tadori.work.join)"
    )


def test_a_row_is_shown_by_one_test_of_code_that_a_face_reaches(tmp_path: Path) -> None:
    test = (
        "from tadori.work import do, join\n\n@pytest.mark.req('L9')\ndef test_joins(): join()\n\n"
        "@pytest.mark.req('L9', 'L8')\ndef test_does(): do()\n"
    )
    assert unshown(tmp_path, test) == ""


def test_a_test_is_followed_through_its_helpers_and_fixtures(tmp_path: Path) -> None:
    test = (
        "from tests.world import joined\n\n@pytest.mark.req('L8')\ndef test_helper(): joined()\n\n"
        "@pytest.mark.req('L9')\ndef test_fixture(store): pass\n"
    )
    world = "from tadori.work import join\n\ndef joined(): return join(1)\n"
    conftest = (
        "import pytest\nfrom tadori.work import Store\n\n@pytest.fixture\ndef store(given): return given\n\n"
        "@pytest.fixture\ndef given(): return Store().drop()\n"
    )
    said = unshown(tmp_path, test, **{"tests/world.py": world, "tests/conftest.py": conftest})
    assert [line.strip() for line in said.splitlines() if line.startswith(" ")] == [
        "tests/test_work.py::test_helper (tadori.work.join)",
        "tests/test_work.py::test_fixture (drop())",
    ]


def test_a_test_that_starts_the_program_as_a_process_shows_its_row(tmp_path: Path) -> None:
    test = "MAIN = 'from tadori.cli import main; main()'\n\n@pytest.mark.req('L9')\ndef test_runs(): start(MAIN)\n"
    assert unshown(tmp_path, test) == ""


def test_a_test_of_nothing_shows_nothing_though_its_file_imports_much(tmp_path: Path) -> None:
    test = "from tadori.work import do\n\n@pytest.mark.req('L9')\ndef test_sum(): assert 1 + 1 == 2\n"
    assert "tests/test_work.py::test_sum (refers to nothing of tadori)" in unshown(tmp_path, test)


def test_the_requirements_page_is_not_written_while_a_row_is_not_shown(tmp_path: Path) -> None:
    unshown(tmp_path, "from tadori.work import join\n\n@pytest.mark.req('L9')\ndef test_joins(): join()\n")
    with pytest.raises(SystemExit, match=r"L9: no command.*\n  tests/test_work\.py::test_joins \(tadori\.work\.join\)"):
        requirements(tmp_path)


# Definitions that may wait for a face or serve no user, by the beginning of their names, each with its reason.
WITHOUT_FACE = {
    "tadori.minds.llm.reduction.": "M3: the context of a vote; the council will call it",
    "tadori.minds.llm.extractive.": "M3: what a reduction does before a model is asked",
    "tadori.model.llm_thresholds.EXTRACTED_SHARE": "a number of reductions",
    "tadori.model.llm_thresholds.SHORTEST_SUMMARY": "a number of reductions",
    "tadori.model.llm_thresholds.MOST_SUMMARIES": "a number of reductions",
    "tadori.minds.llm.answers.ReductionAnswer": "the form that the shipped template `reduction` names",
    "tadori.minds.llm.answers.LONGEST_REDUCTION": "of that form",
    "tadori.judge.derive.differing.differing_sentence": "writes `Sources differ on …`; for the answers of step 12",
    "tadori.minds.llm.gguf_engine.GgufEngine.idle": "gate_wire waits with it until a local model is quiet",
}


def test_a_face_reaches_everything_in_the_package() -> None:
    """What only tests call goes, or gets a command: `python -m docs.reachability` lists it with file and line."""
    names = [one.name for one in Project(ROOT).without_face()]
    assert [name for name in names if not name.startswith(tuple(WITHOUT_FACE))] == []
    assert [start for start in WITHOUT_FACE if not any(name.startswith(start) for name in names)] == []
