"""kill −9 while a model drives, then resume (X4): the same evidence, diary and answer, and nothing asked twice."""

import asyncio
import re
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tadori.events import Event
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import LlmSettings, Settings
from tadori.wiring.home import open_app
from tests.engine.killing import (
    Kept,
    after_unit,
    before_unit,
    difference,
    inside_unit,
    killed,
    warm,
    whole,
    write_documents,
)
from tests.wiring.test_model_workers_in_a_run import driving, numbers_of, reading

REMEMBERED = {
    "task_diary": "step, action, details, result, notes",
    "task_evaluations": "step, responses, analysis",
    "task_knowledge": "position, question, answer, kind",
    "model_choices": "answered, sections, missing",
}
_REQUESTS = ("model_asked", "budget_warning")
"""What one call cost: a call in flight is made again."""


def model(form: str, prompt: str) -> dict[str, Any]:
    """Searches once more, then answers with what is about metres. Its answers depend on the request alone."""
    if form.startswith("StepAnswer_search") and "bridge metres" not in prompt:
        asked = [{"q": "harbour bridge metres", "tbs": "", "location": ""}]
        return {"think": "how long?", "action": {"action": "search", "searchQueries": asked}}
    match form:
        case "ChoiceAnswer":
            chosen = {"heading": "-", "claims": numbers_of(prompt, "metres", "opened") or [1]}
            return {"think": "", "answered": "yes", "sections": [chosen], "missing": []}
        case "TargetsAnswer" | "RelevanceAnswer" | "StanceAnswer" | "QualityAnswer" | "WritingAnswer":
            return {}
    return driving(form)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelScene:
    documents: Path
    address: str

    def settings(self, home: Path) -> Settings:
        return Settings(home=home, llm=LlmSettings(fast=("openai:m",), base_url=self.address, retries=0))

    def begin(self, home: Path) -> str:
        with open_app(self.settings(home)) as app:
            request = ResearchRequest(question="How long is the harbour bridge?", libraries=[self.documents])
            return Tasks(app).create(request).id

    def carry_on(self, home: Path, task_id: str, listen: Callable[[Event], None]) -> None:
        async def run() -> None:
            with open_app(self.settings(home)) as app:
                await Tasks(app).run(task_id, emit=listen)

        asyncio.run(run())


def remembered(home: Path) -> Kept:
    with closing(sqlite3.connect(home / "tadori.db")) as db:
        return {
            table: db.execute(f"select {columns} from {table}").fetchall()  # noqa: S608 - names of this file
            for table, columns in REMEMBERED.items()
        }


def without_requests(rows: Kept) -> Kept:
    return rows | {"events": [row for row in rows["events"] if row[0] not in _REQUESTS]}


def asked(bodies: list[Any]) -> Counter[str]:
    """How often each request was made; the marks around data are new in every process."""
    return Counter(re.sub(r"data-[0-9a-f]{16}|TADORI-[0-9a-f]{32}", "", str(body["messages"])) for body in bodies)


@pytest.mark.slow
@pytest.mark.req("X4", "D1")
def test_a_model_driven_task_that_is_killed_and_resumed_equals_one_that_was_never_killed(tmp_path: Path) -> None:
    documents = write_documents(tmp_path / "documents")
    with reading(model) as desk:
        scene = ModelScene(documents=documents, address=desk.url)
        warm(scene, tmp_path / "first")
        right, _ = whole(scene, tmp_path / "whole")
        before = len(desk.asked)
        moments = [after_unit(n) for n in (4, 3, 2, 2)] + [before_unit(1), inside_unit(1, 0.0004), after_unit(1)]
        found, kills = killed(scene, tmp_path / "killed", moments)
        repeated = asked(desk.asked[before:])
    assert kills == len(moments)
    assert difference(without_requests(found), without_requests(right)) == {}
    assert remembered(tmp_path / "killed") == remembered(tmp_path / "whole")
    # At most the call in flight at each kill is made again; what was answered is not asked a second time.
    assert sum(count - 1 for count in repeated.values()) <= kills
