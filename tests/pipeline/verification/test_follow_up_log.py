"""What a report says of its parent, of the question as it was typed and of notes is compared with the sealed log."""

import json
import zipfile
from dataclasses import replace
from typing import Any

import pytest

from tadori import DeepResearchAgent
from tadori.pipeline.verification.task_log import method_problems, parse_task_log
from tadori.report.json_form import graph_from_json, inputs_from_json, report_from_json


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a follow-up with notes."""
    folder = tmp_path_factory.mktemp("follow_up")
    (folder / "documents").mkdir()
    text = "The bridge\n\nThe harbour bridge opened on 12 May 1987. The harbour bridge is 840 metres long."
    (folder / "documents" / "bridge.txt").write_text(text, encoding="utf-8")
    (folder / "notes.txt").write_text("It is old.", encoding="utf-8")
    agent = DeepResearchAgent(
        libraries=[folder / "documents"], notes=folder / "notes.txt", home=folder / "home", model="none"
    )
    agent.research("When did the harbour bridge open?")
    outcome = agent.ask("How long is it?")
    with zipfile.ZipFile(outcome.folder / "evidence.wacz") as file:
        return {name: file.read(f"tadori/{name}") for name in ("report.json", "graph.json", "inputs.json", "log.jsonl")}


def problems(sealed: dict[str, bytes], log: bytes | None = None, **method: Any) -> list[str]:
    inputs = inputs_from_json(sealed["inputs.json"])
    inputs = replace(inputs, method=replace(inputs.method, **method))
    report = report_from_json(sealed["report.json"])
    graph = graph_from_json(sealed["graph.json"])
    found = method_problems(report, graph, inputs, parse_task_log(sealed["log.jsonl"] if log is None else log))
    return [problem.place for problem in found]


@pytest.mark.req("X3")
def test_a_follow_up_as_it_was_sealed_agrees_with_its_log(sealed: dict[str, bytes]) -> None:
    assert problems(sealed) == []


@pytest.mark.parametrize(
    ("method", "place"),
    [
        ({"notes": 0}, "method.notes"),
        ({"notes": 2}, "method.notes"),
        ({"asked": ""}, "method.asked"),
        ({"asked": "How old is it?"}, "method.asked"),
        ({"follow_up_of": "task_other"}, "method.follow_up_of"),
        ({"parent_question": "Who lied?"}, "method.follow_up_of"),
    ],
)
def test_another_word_about_it_is_found(sealed: dict[str, bytes], method: dict[str, Any], place: str) -> None:
    assert problems(sealed, **method) == [place]


def test_a_log_with_nonsense_for_the_number_of_notes_is_no_crash(sealed: dict[str, bytes]) -> None:
    lines = [json.loads(line) for line in sealed["log.jsonl"].splitlines()]
    for line in lines:
        if line["kind"] == "notes_given":
            line["payload"]["notes"] = ["many"]
    log = "".join(json.dumps(line) + "\n" for line in lines).encode()
    assert problems(sealed, log) == ["method.notes"]
