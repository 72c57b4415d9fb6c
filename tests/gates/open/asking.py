"""Asks the whole program open questions over a folder, and reads what it printed.

In: a folder of documents and questions. Out: for each question the printed report. One home for all questions of a
folder, so that it is indexed once, as a user would have it.
"""

import asyncio
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.wiring.home import App, open_app


@dataclass(frozen=True, slots=True)
class Asked:
    """What the program printed for one question."""

    report: dict[str, Any]
    cpu_seconds: float

    @property
    def answered(self) -> str:
        """`yes`, `partly` or `no`."""
        return str(self.report["answered"])

    @property
    def answer(self) -> list[str]:
        return [sentence["text"] for sentence in self.report["answer"]]

    @property
    def whole(self) -> list[str]:
        """The answer and what else the report states as checked."""
        return [*self.answer, *(claim["sentence"]["text"] for claim in self.report["claims"])]


@contextmanager
def home_of(folder: Path, home: Path) -> Iterator[App]:
    """An open home in which the folder is searched."""
    with open_app(Settings(home=home)) as app:
        yield app


def ask(app: App, folder: Path, question: str) -> Asked:
    """One question, as `tadori research QUESTION --library FOLDER` runs it."""
    started = time.process_time()
    task = Tasks(app).create(ResearchRequest(question=question, libraries=[folder]))
    report = json.loads(asyncio.run(Tasks(app).run(task.id)).files["report.json"])
    return Asked(report, time.process_time() - started)


def ask_all(folder: Path, home: Path, questions: Sequence[str]) -> list[Asked]:
    """All questions, one after the other, over one folder."""
    with home_of(folder, home) as app:
        return [ask(app, folder, question) for question in questions]
