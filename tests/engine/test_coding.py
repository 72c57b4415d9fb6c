"""A task calculates from its claims: a durable step, a sentence that `verify` runs again, and what it finds changed."""

import asyncio
import json
import os
import shutil
import signal
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tadori.engine.actions.coding import CodingHandler
from tadori.engine.drivers.driver import Driver
from tadori.engine.drivers.mechanical import MechanicalDriver
from tadori.events import Event
from tadori.events.language_models import CodeRun
from tadori.minds.llm.answers import CodingAnswer
from tadori.minds.requests import ModelRequest
from tadori.minds.sandbox.confined import ConfinedPython, missing_programs
from tadori.minds.sandbox.python import MontySandbox
from tadori.model.actions import Action, CodingAction, StopAction
from tadori.model.doors import CodeSandbox
from tadori.model.grading import Grade
from tadori.model.report import Report
from tadori.model.state import ResearchState
from tadori.model.verification import Verification
from tadori.pipeline.coding import Coding
from tadori.report.json_form import inputs_from_json, report_from_json
from tadori.report.render import render_all
from tadori.service.checking import verify_path
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.store.computations import computations_of
from tadori.store.journal import events_of_kind
from tadori.wiring.home import App, open_app
from tests.gates.attacks.forger import _json, _write
from tests.minds.llm.scripted_mind import BarePrompts, ScriptedMind

QUESTION = "How much power did the Kirishima plant produce in 2022 and in 2023?"
PAGES = {
    "a.md": "# Kirishima plant\n\nThe Kirishima plant produced 1,284 MWh of power in 2022.\n",
    "b.md": "# Kirishima plant, 2023\n\nThe Kirishima plant produced 1,510 MWh of power in 2023.\n",
}
QUESTION_JA = "鳴釜発電所の2022年度と2023年度の発電量はいくらですか"
PAGES_JA = {
    "a.md": "# 鳴釜発電所\n\n鳴釜発電所の2022年度の発電量は1,284MWhだった。\n",
    "b.md": "# 鳴釜発電所の報告\n\n鳴釜発電所の2023年度の発電量は1,510MWhだった。\n",
}
BLOCK = "total = 0\nfor one in [old, new]:\n    total = total + one\nmean = total / 2\nmean"
MEDIAN = "import statistics\nstatistics.median([old, new])"


def said(code: str, *numbers: str) -> Callable[[ModelRequest[Any]], object]:
    """A model that finds the claim of each number and writes `code`."""

    def script(ask: ModelRequest[Any]) -> object:
        assert ask.answer is CodingAnswer
        lines = next(one.text for one in ask.data if one.name == "claims").splitlines()
        inputs = [
            {"name": name, "claim": 1 + next(at for at, line in enumerate(lines) if number in line), "number": number}
            for name, number in zip(("old", "new"), numbers, strict=False)
        ]
        return {"what": "x", "inputs": inputs, "code": code, "unit": ""}

    return script


@dataclass
class CalculatesOnce:
    """A driver that calculates before the task stops. Implements `Driver`."""

    inner: Driver
    sees_evidence: bool = True
    remembers: bool = False
    asked: int = 0

    async def next(self, state: ResearchState) -> Action:
        action = await self.inner.next(state)
        if isinstance(action, StopAction) and not any(one.kind == "coding" for one in state.outcomes):
            self.asked += 1
            ids = tuple(standing.claim.id for standing in state.claims)
            return CodingAction(issue="growth from 2022 to 2023", claim_ids=ids)
        return action


@dataclass
class Bench:
    """One task in a home of its own."""

    app: App
    task_id: str
    mind: ScriptedMind
    driver: CalculatesOnce
    sandbox: CodeSandbox
    confined: CodeSandbox | None
    events: list[Event]

    async def run(self) -> None:
        task = self.app.task(self.task_id)
        async with self.app.web() as reading:
            with self.app.ownership.hold(task.id):
                research = self.app.research_of(task, reading, self.events.append)
                coding = Coding(
                    mind=self.mind,
                    prompts=BarePrompts(),
                    sandbox=self.sandbox,
                    confined=self.confined,
                    in_thread=research.steps.in_thread,
                )
                handler = CodingHandler(task=task, steps=research.steps, assess=research.assess, coding=coding)
                handlers = {**research.loop.handlers, CodingAction: handler}
                await replace(research.loop, driver=self.driver, handlers=handlers).run()

    @property
    def folder(self) -> Path:
        return self.app.tasks / self.task_id

    @property
    def report(self) -> Report:
        return report_from_json((self.folder / "report.json").read_bytes())

    def kept(self) -> list[tuple[str, str]]:
        with self.app.store.read() as db:
            return [(one.code, one.result) for one in computations_of(db, self.task_id)]


def bench(
    app: App,
    folder: Path,
    script: Callable[[ModelRequest[Any]], object],
    *,
    question: str = QUESTION,
    confined: CodeSandbox | None = None,
) -> Bench:
    task = Tasks(app).create(ResearchRequest(question=question, libraries=[folder]))
    return Bench(
        app=app,
        task_id=task.id,
        mind=ScriptedMind(script=script),
        driver=CalculatesOnce(inner=MechanicalDriver()),
        sandbox=MontySandbox(),
        confined=confined,
        events=[],
    )


def library(folder: Path, pages: dict[str, str]) -> Path:
    folder.mkdir()
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with open_app(Settings(home=tmp_path / "home", embeddings=False)) as opened:
        yield opened


@pytest.mark.req("D10", "X11")
@pytest.mark.parametrize(
    ("pages", "question", "sentence"),
    [
        (
            PAGES,
            QUESTION,
            "Calculated from “The Kirishima plant produced 1,284 MWh of power in 2022.” (a = 1,284 MWh); “The "
            "Kirishima plant produced 1,510 MWh of power in 2023.” (b = 1,510 MWh): (b - a) / a × 100 ≈ 17.6 %",
        ),
        (
            PAGES_JA,
            QUESTION_JA,
            "「鳴釜発電所の2022年度の発電量は1,284MWhだった。」（a = 1,284MWh）、「鳴釜発電所の2023年度の発電量は"
            "1,510MWhだった。」（b = 1,510MWh）から計算：(b - a) / a × 100 ≈ 17.6 %",
        ),
    ],
)
async def test_what_is_calculated_stands_in_the_answer_as_derived_and_verifies(
    app: App, tmp_path: Path, pages: dict[str, str], question: str, sentence: str
) -> None:
    script = said("round((new - old) / old * 100, 1)", "1,284", "1,510")
    one = bench(app, library(tmp_path / "docs", pages), script, question=question)
    await one.run()
    assert one.kept() == [("(b - a) / a * 100", "≈ 17.6 %")]
    (found,) = [printed for printed in one.report.answer if printed.computed is not None]
    assert (found.text, found.grade, len(found.citations)) == (sentence, Grade.DERIVED, 2)
    assert [(step.rule) for step in found.steps] == ["computed"]
    assert found.text in [printed.text for printed in one.report.answer]
    verified = verify_path(one.folder)
    assert (verified.problems, verified.recompiled) == ((), True)
    assert [(event.ok, event.tries, event.by) for event in one.events if isinstance(event, CodeRun)] == [
        (True, 1, "monty")
    ]


@pytest.mark.req("D10")
async def test_code_of_several_lines_is_printed_below_its_sentence(app: App, tmp_path: Path) -> None:
    one = bench(app, library(tmp_path / "docs", PAGES), said(BLOCK, "1,284", "1,510"))
    await one.run()
    (found,) = [printed for printed in one.report.answer if printed.computed is not None]
    assert found.text.endswith("(b = 1,510 MWh): result of the code below = 1,397 MWh")
    markdown = (one.folder / "report.md").read_text(encoding="utf-8")
    shown = "v1 = 0\n    for v2 in [a, b]:\n        v1 = v1 + v2\n    v1 / 2"
    assert f"*code of the calculation*\n\n    ```\n    {shown}\n    ```" in markdown
    html = (one.folder / "report.html").read_text(encoding="utf-8")
    assert "<code>v1 = 0\nfor v2 in [a, b]:\n    v1 = v1 + v2\nv1 / 2</code>" in html
    assert verify_path(one.folder).problems == ()


@pytest.mark.req("D10")
async def test_a_refused_try_goes_back_once_and_then_nothing_is_calculated(app: App, tmp_path: Path) -> None:
    one = bench(app, library(tmp_path / "docs", PAGES), said("old + new + 1284", "1,284", "1,510"))
    await one.run()
    assert one.kept() == []
    assert [printed for printed in one.report.answer if printed.computed is not None] == []
    reason = "line 1 of the code holds a number of its own: every number must come in as an input"
    assert [event for event in one.events if isinstance(event, CodeRun)] == [
        CodeRun(run_id="", ok=False, reason=reason, tries=2, by="")
    ]
    assert [[data.text for data in ask.data if data.name == "refused"] for ask in one.mind.asked] == [[], [reason]]
    assert verify_path(one.folder).problems == ()


@pytest.mark.skipif(missing_programs() != (), reason="bubblewrap or prlimit is not installed")
@pytest.mark.req("D10")
async def test_what_cpython_calculated_is_listed_as_not_run_again(app: App, tmp_path: Path) -> None:
    script = said(MEDIAN, "1,284", "1,510")
    one = bench(app, library(tmp_path / "docs", PAGES), script, confined=ConfinedPython())
    await one.run()
    (found,) = [printed for printed in one.report.unchecked if printed.computed is not None]
    assert (found.text.rpartition(" = ")[2], found.reason) == (
        "1,397 MWh",
        "calculated, not re-run: `verify` does not run CPython",
    )
    assert [printed.text for printed in one.report.answer if printed.computed is not None] == []
    assert "statistics.median([a, b])" in (one.folder / "report.md").read_text(encoding="utf-8")
    assert verify_path(one.folder).problems == ()


class DiesOnce:
    """A sandbox whose first run ends the process, as far as its caller can see. Implements `CodeSandbox`."""

    def __init__(self) -> None:
        self.inner, self.died = MontySandbox(), False
        self.runner = self.inner.runner

    def run(self, code: str, inputs: Any) -> Any:
        if not self.died:
            self.died = True
            raise KeyboardInterrupt
        return self.inner.run(code, inputs)


@pytest.mark.req("X4", "D10")
async def test_a_run_that_was_cut_off_calculates_once(app: App, tmp_path: Path) -> None:
    one = bench(app, library(tmp_path / "docs", PAGES), said("new - old", "1,284", "1,510"))
    one.sandbox = DiesOnce()
    with pytest.raises(KeyboardInterrupt):
        await one.run()
    assert one.kept() == []
    await one.run()
    assert (one.kept(), one.driver.asked) == ([("b - a", "= 226 MWh")], 1)
    with one.app.store.read() as db:
        assert len(events_of_kind(db, one.task_id, "code_run")) == 1
    assert verify_path(one.folder).problems == ()


class KillsItsProcess(DiesOnce):
    """A sandbox whose first run ends the process by kill −9."""

    def run(self, code: str, inputs: Any) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.req("X4", "D10")
def test_a_process_that_was_killed_calculates_once(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home", embeddings=False)
    folder, script = library(tmp_path / "docs", PAGES), said("new - old", "1,284", "1,510")
    with open_app(settings) as app:
        task_id = bench(app, folder, script).task_id

    def run(sandbox: CodeSandbox) -> list[tuple[str, str]]:
        with open_app(settings) as app:
            one = bench(app, folder, script)
            one.task_id, one.sandbox = task_id, sandbox
            asyncio.run(one.run())
            return one.kept()

    child = os.fork()
    if child == 0:
        try:
            run(KillsItsProcess())
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert run(MontySandbox()) == [("b - a", "= 226 MWh")]
    assert verify_path(settings.home / "tasks" / task_id).problems == ()


Change = Callable[[dict[str, Any], dict[str, Any], list[dict[str, Any]]], None]


def computed_of(body: dict[str, Any]) -> dict[str, Any]:
    """The calculated draft or sentence in a sealed form."""
    rows = body.get("drafts") or body["answer"]
    found: dict[str, Any] = next(row for row in rows if row.get("computed"))
    return found


def forged(folder: Path, change: Change) -> Verification:
    """What `verify` says of the evidence with `change` in it and every hash made anew."""
    with zipfile.ZipFile(folder / "evidence.wacz") as file:
        content = {name: file.read(name) for name in file.namelist()}
    report, inputs = json.loads(content["tadori/report.json"]), json.loads(content["tadori/inputs.json"])
    log = [json.loads(line) for line in content["tadori/log.jsonl"].splitlines()]
    change(report, inputs, log)
    content["tadori/report.json"], content["tadori/inputs.json"] = _json(report), _json(inputs)
    lines = (json.dumps(event, ensure_ascii=False, sort_keys=True).encode() + b"\n" for event in log)
    content["tadori/log.jsonl"] = b"".join(lines)
    rendered = render_all(report_from_json(content["tadori/report.json"]))
    content |= {f"tadori/{name}": data for name, data in rendered.items()}
    with tempfile.TemporaryDirectory() as other:
        path = Path(other) / "evidence.wacz"
        _write(path, content)
        return verify_path(path)


def everywhere(old: str, new: str) -> Change:
    """The same lie in the sentence and in the draft it was made from."""

    def change(report: dict[str, Any], inputs: dict[str, Any], _log: list[dict[str, Any]]) -> None:
        for body in (report, inputs):
            row = computed_of(body)
            before = json.dumps(row, ensure_ascii=False)
            after = before.replace(old, new)
            assert before != after
            row.clear()
            row.update(json.loads(after))

    return change


def without_run(_report: dict[str, Any], _inputs: dict[str, Any], log: list[dict[str, Any]]) -> None:
    log[:] = [event for event in log if event["kind"] != "code_run"]


def without_calculation(report: dict[str, Any], inputs: dict[str, Any], _log: list[dict[str, Any]]) -> None:
    for body in (report, inputs):
        computed_of(body).pop("computed")


def elsewhere(_report: dict[str, Any], inputs: dict[str, Any], _log: list[dict[str, Any]]) -> None:
    computed_of(inputs)["in_answer"] = False


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """The folders of two reports: an expression, and code of several lines."""
    root = tmp_path_factory.mktemp("calculated")
    folder = library(root / "docs", PAGES)
    with open_app(Settings(home=root / "home", embeddings=False)) as app:
        found = {}
        for name, code in (("line", "(new - old) / old * 100"), ("block", BLOCK)):
            one = bench(app, folder, said(code, "1,284", "1,510"))
            asyncio.run(one.run())
            found[name] = shutil.copytree(one.folder, root / name)
        yield found


UNSAID = "the words it cites do not say it"


@pytest.mark.req("X3", "D10")
@pytest.mark.parametrize(
    ("which", "change", "place", "what"),
    [
        ("line", everywhere("17.6", "17.7"), "answer", UNSAID),
        ("line", everywhere("(a = 1,284 MWh", "(a = 1,285 MWh"), "answer", UNSAID),
        ("line", everywhere("(b - a) / a", "(b - a) / b"), "answer", UNSAID),
        ("line", everywhere('"value": "1,284 MWh"', '"value": "1,510 MWh"'), "answer", "the inputs or the result"),
        ("line", everywhere('"result": "≈ 17.6 %"', '"result": "≈ 18 %"'), "answer", "the inputs or the result"),
        ("line", everywhere('"code": "(b - a) / a', '"code": "(a - b) / a'), "answer", "the code of its calculation"),
        ("line", everywhere('"by": "monty"', '"by": "cpython"'), "answer", "cannot be run again"),
        ("line", without_calculation, "answer", "its code is not printed with it"),
        ("line", without_run, "inputs.drafts", "the log knows of no run of the code"),
        ("line", elsewhere, "inputs.drafts", "stands in the wrong place"),
        ("block", everywhere("v1 = v1 + v2", "v1 = v1 + v2 + v2"), "answer", UNSAID),
        ("block", everywhere("v1 = v1 + v2", "v1 = v2 + v1"), "inputs.drafts", "the log knows of no run of the code"),
        ("block", everywhere("v1 / 2", "v1 / 2  # buy"), "answer", UNSAID),
        ("block", everywhere("1,397", "1,398"), "answer", UNSAID),
    ],
)  # fmt: skip
def test_one_changed_digit_operand_or_line_is_found(
    told: dict[str, Path], which: str, change: Change, place: str, what: str
) -> None:
    found = forged(told[which], change)
    assert [one for one in found.problems if one.place.startswith(place) and what in one.what] != []


def test_nothing_changed_is_nothing_found(told: dict[str, Path]) -> None:
    assert forged(told["line"], lambda *_: None).problems == ()
    with zipfile.ZipFile(told["line"] / "evidence.wacz") as file:
        inputs = inputs_from_json(file.read("tadori/inputs.json"))
    assert [draft.in_answer for draft in inputs.drafts if draft.computed is not None] == [True]
