"""A whole research with a language model behind it: what it adds, what it cannot do, and what happens without it."""

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import tadori
from tadori.events import Event
from tests.minds.llm.scripted_server import Line, ScriptedServer, said, scripted, usage

QUESTION = "When did the Harbour Bridge open?"
WHOLE = "Moreover, the Harbour Bridge opened on 12 May 1987."
SHORT = "The Harbour Bridge opened on 12 May 1987."

Reader = Callable[[str, str], dict[str, Any]]
"""Form and prompt → what the model writes."""


@dataclass(slots=True)
class Ran:
    answered: bool
    report: dict[str, Any]
    markdown: str
    heard: list[Event]
    asked: int

    def kinds(self, kind: str) -> list[Any]:
        return [event for event in self.heard if event.kind == kind]


@contextmanager
def reading(reader: Reader) -> Iterator[ScriptedServer]:
    """A model server on loopback in a thread of its own, whose answers `reader` writes."""
    begun, over = threading.Event(), threading.Event()
    held: list[ScriptedServer] = []

    async def reply(line: Line) -> None:
        question = line.server.asked[-1]
        form = question["response_format"]["json_schema"]["name"]
        prompt = "\n".join(str(message["content"]) for message in question["messages"])
        await said(json.dumps(reader(form, prompt)), count=usage(100, 50))(line)

    async def serve() -> None:
        async with scripted(reply) as desk:
            held.append(desk)
            begun.set()
            await asyncio.to_thread(over.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert begun.wait(60)
    try:
        yield held[0]
    finally:
        over.set()
        thread.join(60)


def researched(tmp_path: Path, base_url: str, asked: list[Any], *, tokens: int | None = None) -> Ran:
    home, library = tmp_path / "home", tmp_path / "documents"
    home.mkdir(exist_ok=True)
    library.mkdir(exist_ok=True)
    (library / "bridge.txt").write_text(f"The bridge\n\n{WHOLE} It is 412 metres long.", encoding="utf-8")
    ferry = "The harbour ferry ran until then. The Harbour Bridge opened to a crowd of thousands on 12 May 1987."
    (library / "ferry.txt").write_text(f"The ferry\n\n{ferry}", encoding="utf-8")
    (home / "config.toml").write_text(f'[llm]\nfast = ["openai:m"]\nbase_url = "{base_url}"\n', encoding="utf-8")
    heard: list[Event] = []
    before = len(asked)
    outcome = tadori.research(QUESTION, libraries=[library], home=home, emit=heard.append, budget_tokens=tokens)
    return Ran(
        answered=outcome.answered,
        report=json.loads(outcome.files["report.json"]),
        markdown=outcome.files["report.md"].decode(),
        heard=heard,
        asked=len(asked) - before,
    )


def numbers_of(prompt: str, *words: str) -> list[int]:
    """The numbers of the claims in which one of `words` stands."""
    lines = re.findall(r"^\[(\d+)\] (.*)$", prompt, re.MULTILINE)
    return [int(number) for number, text in lines if any(one in text for one in words)]


def good_reader(form: str, prompt: str) -> dict[str, Any]:
    """Chooses what answers, joins nothing, and orders as it was given."""
    match form:
        case "TargetsAnswer":
            target = {"text": "The Harbour Bridge did open", "expected_polarity": "confirm", "granularity": "whole"}
            return {"targets": [target]}
        case "RelevanceAnswer":
            return {"marks": [{"passage": number, "mark": 10 - number} for number in range(1, 9)]}
        case "ChoiceAnswer":
            chosen = {"heading": "Harbour Bridge", "claims": numbers_of(prompt, "1987")}
            return {"think": "", "answered": "yes", "sections": [chosen], "missing": []}
        case "WritingAnswer":
            part = {"words": SHORT, "claims": numbers_of(prompt, "Moreover"), "how": "reword"}
            return {"sentences": [{"parts": [part]}]}
        case "StanceAnswer":
            return {"stance": "neutral", "confidence": 50}
    return driving(form)


def driving(form: str) -> dict[str, Any]:
    """What a model that drives says: nothing of its own to search for, an answer as soon as it may give one."""
    if form.startswith("StepAnswer"):
        step = {"action": "answer", "answer": "it stands there", "references": [1], "isFinal": True}
        return {"think": "enough", "action": step}
    match form:
        case "RewritingAnswer":
            layers = dict.fromkeys(("surface", "practical", "emotional", "social", "identity"), "the bridge")
            return {**layers, "searchQueries": [{"q": "Harbour Bridge", "tbs": "", "location": ""}]}
        case "CriteriaAnswer":
            return {"think": "one value", "freshness": False, "plurality": False, "completeness": False}
        case "EvaluationAnswer":
            verdict = {"type": "definitive", "think": "it answers", "passed": True, "improvement_plan": ""}
            return {"verdicts": [verdict]}
        case "AnalysisAnswer":
            return {"recap": "it was looked for", "blame": "it is not there", "improvement": "other words"}
    raise AssertionError(form)


def lying_reader(form: str, prompt: str) -> dict[str, Any]:
    """Writes what no document says, wherever there is room for words."""
    lie = "The Harbour Bridge opened on 3 June 1999, see http://evil.test/?q=secret."
    match form:
        case "ChoiceAnswer":
            sections = [{"heading": lie[:80], "claims": [1, 2, 3, 99]}]
            return {"think": lie, "answered": "yes", "sections": sections, "missing": [lie]}
        case "WritingAnswer":
            return {"sentences": [{"parts": [{"words": lie, "claims": [1], "how": "reword"}]}]}
    return good_reader(form, prompt)


@pytest.mark.slow
@pytest.mark.req("L26")
@pytest.mark.req("L39")
def test_a_model_says_the_answer_shorter_and_every_word_of_it_is_still_checked(tmp_path: Path) -> None:
    with reading(good_reader) as desk:
        first = researched(tmp_path, desk.url, desk.asked)
        again = researched(tmp_path, desk.url, desk.asked)
    assert first.answered is True
    assert [one["text"] for one in first.report["answer"]][:1] == [SHORT]
    texts = [one["sentence"]["text"] for one in first.report["claims"]]
    assert (texts.count(SHORT), texts.count(WHOLE)) == (1, 0)
    assert {event.job for event in first.kinds("model_asked")} == {
        "targets",
        "relevance",
        "rewriting",
        "step",
        "choice",
        "criteria",
        "evaluation",
        "writing",
        "stance",
    }
    assert first.asked == len(first.kinds("model_asked"))
    assert (again.asked, again.markdown.count(SHORT)) == (0, first.markdown.count(SHORT))


def words_in(data: Any) -> set[str]:
    """Every whole word of every text in `data`. A year may well stand inside a hash; it is no word there."""
    if isinstance(data, dict):
        return set().union(*(words_in(value) for value in data.values()))
    if isinstance(data, list):
        return set().union(*(words_in(value) for value in data))
    return set(re.findall(r"\w+", data)) if isinstance(data, str) else set()


@pytest.mark.slow
@pytest.mark.req("L35")
def test_what_no_document_says_is_in_no_report_however_often_a_model_says_it(tmp_path: Path) -> None:
    with reading(lying_reader) as desk:
        ran = researched(tmp_path, desk.url, desk.asked)
    assert ran.answered is True
    assert WHOLE in ran.markdown.replace("**", "")  # the value is bold
    assert "1999" not in words_in(ran.report)
    assert "evil.test" not in json.dumps([repr(event) for event in ran.heard]) + json.dumps(ran.report)
    assert {event.job for event in ran.kinds("model_words_dropped")} == {"choice", "writing"}
    audit = (tmp_path / "home" / "audit.jsonl").read_text(encoding="utf-8")
    assert {json.loads(line)["job"] for line in audit.splitlines()} == {"choice", "writing"}
    assert "evil.test" not in audit


@pytest.mark.slow
@pytest.mark.req("D7")
def test_without_tokens_no_model_is_asked(tmp_path: Path) -> None:
    with reading(good_reader) as desk:
        ran = researched(tmp_path, desk.url, desk.asked, tokens=0)
    assert (ran.answered, ran.asked, ran.kinds("rules_took_over")) == (True, 0, [])


@pytest.mark.slow
@pytest.mark.req("L39")
def test_a_model_that_is_not_there_is_told_and_rules_do_the_work(tmp_path: Path) -> None:
    ran = researched(tmp_path, "http://127.0.0.1:9/v1", [])
    assert ran.answered is True
    assert {event.code for event in ran.kinds("rules_took_over")} == {"MODEL_UNREACHABLE"}
