"""The same documents give the same report, whatever folder they lie in (page ids hash addresses; nothing may follow
from their order)."""

import asyncio
import re
import shutil
from pathlib import Path

import pytest

from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.wiring.home import open_app

EXAMPLES = Path(__file__).parents[3] / "examples" / "library"
FOLDERS = ("a", "zz/deep/down", "資料", "With spaces, and 1")


def small_library(folder: Path) -> None:
    """Eight pages that say the same and differ in one number, two of them equal in every byte: nothing but ties."""
    folder.mkdir()
    for number, metres in enumerate((840, 845, 850, 855, 860, 865, 870, 840)):
        text = f"Harbour Bridge\n\nThe harbour bridge is {metres} metres long. It crosses the inner harbour."
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")


def report_of(library: Path, question: str, home: Path) -> str:
    """The report as text, without what names the folder, the task or the time."""
    with open_app(Settings(home=home)) as app:
        task = Tasks(app).create(ResearchRequest(question=question, libraries=[library]))
        files = asyncio.run(Tasks(app).run(task.id)).files
    text = files["report.md"].decode().replace(library.as_uri(), "LIBRARY").replace(task.id.replace("_", r"\_"), "TASK")
    text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", "TIME", text)
    return re.sub(r"(?<=：)\d+秒|\b\d+ s\b", "SECONDS", text)


def reports_of(library: Path, question: str, tmp_path: Path) -> list[str]:
    found = []
    for number, name in enumerate(FOLDERS):
        copy = tmp_path / "copies" / name / "library"
        shutil.copytree(library, copy)
        found.append(report_of(copy, question, tmp_path / f"home{number}"))
    return found


@pytest.mark.slow
def test_pages_that_differ_in_one_number_only_are_reported_alike_from_every_folder(tmp_path: Path) -> None:
    small_library(tmp_path / "library")
    first, *others = reports_of(tmp_path / "library", "How long is the harbour bridge?", tmp_path)
    assert first.count("<LIBRARY/") >= 8
    assert others == [first] * 3


@pytest.mark.slow
def test_the_example_library_is_reported_alike_from_every_folder(tmp_path: Path) -> None:
    question = "鳴釜潮流発電1号機の2023年度の発電量はいくらですか"
    first, *others = reports_of(EXAMPLES, question, tmp_path)
    assert "鳴釜潮流発電1号機 · 発電量: 1,284メガワット時 ≠ 1,510メガワット時" in first
    assert others == [first] * 3
