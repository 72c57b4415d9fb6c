"""A whole research driven by a model over real HTTP: its steps, its diary, its tests, and a kill in the middle."""

import json
from pathlib import Path
from typing import Any

import pytest

import tadori
from tadori.events import Event
from tadori.service.verbs import task_status
from tadori.settings import load_settings
from tests.wiring.test_model_workers_in_a_run import Reader, driving, good_reader, numbers_of, reading

DOCUMENTS = {
    "bridge.txt": "The bridge\n\nThe Harbour Bridge opened on 12 May 1987. It is 412 metres long.",
    "builder.txt": "The builder\n\nThe Harbour Bridge was built by Moss and Sons. Moss and Sons was founded in 1902.",
    "橋.txt": "港の橋\n\n港の橋は1987年5月12日に開通した。港の橋の長さは412メートルである。",
}
QUESTION = "When was the builder of the Harbour Bridge founded?"


class Course:
    """A model that takes these steps in turn, and answers once it has none left."""

    def __init__(self, *steps: dict[str, Any], wanted: str = "") -> None:
        """`wanted`: what the answer has to say to pass; the model chooses it from its second proposal on."""
        self.steps, self.wanted = list(steps), wanted
        self.proposals = 0

    def __call__(self, form: str, prompt: str) -> dict[str, Any]:
        if form.startswith("StepAnswer"):
            if self.steps and self.steps[0]["action"] in form.split("_"):
                return {"think": "it is not there yet", "action": self.steps.pop(0)}
            return driving(form)
        match form:
            case "EvaluationAnswer" if self.wanted:
                passed = self.wanted in prompt
                plan = "" if passed else "the year of the founding"
                verdict = {"type": "definitive", "think": "t", "passed": passed, "improvement_plan": plan}
                return {"verdicts": [verdict]}
            case "AnalysisAnswer":
                return {"recap": "the bridge was found", "blame": "its builder was not", "improvement": "search Moss"}
            case "ChoiceAnswer":
                self.proposals += 1
                named = numbers_of(prompt, self.wanted) if self.wanted and self.proposals > 1 else [1]
                return {"think": "", "answered": "yes", "sections": [{"heading": "-", "claims": named}], "missing": []}
            case "WritingAnswer":
                return {"sentences": [{"parts": [{"words": "as it stands", "claims": [1], "how": "quote"}]}]}
        return good_reader(form, prompt)


def search(*queries: str) -> dict[str, Any]:
    asked = [{"q": query, "tbs": "", "location": ""} for query in queries]
    return {"action": "search", "searchQueries": asked}


def researched(
    tmp_path: Path, model: Reader, question: str = QUESTION, **more: Any
) -> tuple[dict[str, Any], list[Any]]:
    """(`tadori status TASK --json`, the events)."""
    home, library = tmp_path / "home", tmp_path / "documents"
    home.mkdir()
    library.mkdir()
    for name, text in DOCUMENTS.items():
        (library / name).write_text(text, encoding="utf-8")
    heard: list[Event] = []
    with reading(model) as desk:
        (home / "config.toml").write_text(f'[llm]\nfast = ["openai:m"]\nbase_url = "{desk.url}"\n', encoding="utf-8")
        outcome = tadori.research(question, libraries=[library], home=home, emit=heard.append, **more)
    return status_of(home, outcome.task_id), heard


def status_of(home: Path, task_id: str) -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TADORI_HOME", str(home))
        assert load_settings().home == home
        return task_status(task_id)


@pytest.mark.slow
@pytest.mark.req("D1", "D3", "D5")
def test_a_models_steps_stand_in_the_diary_in_the_words_of_the_document(tmp_path: Path) -> None:
    reflect = {"action": "reflect", "questions": ["When was Moss and Sons founded?"]}
    found, _ = researched(tmp_path, Course(reflect, search("Moss Sons founded")))
    assert [(one["step"], one["action"], one["result"]) for one in found["diary"]] == [
        (1, "search", "success"),
        (2, "reflect", "success"),
        (3, "search", "failure"),
        (4, "answer", "success"),
    ]
    assert found["diary"][2]["details"] == "Moss Sons founded"
    (known,) = [one for one in found["knowledge"] if one["type"] == "url"]
    assert (known["question"], known["answer"]) == (
        "When was Moss and Sons founded?",
        "Moss and Sons was founded in 1902.",
    )
    assert found["questions"] == []


@pytest.mark.slow
@pytest.mark.req("D4", "D5")
def test_a_failed_answer_is_analysed_and_sends_the_search_on(tmp_path: Path) -> None:
    found, heard = researched(tmp_path, Course(wanted="1902"), effort=1)
    assert [(one["type"], one["pass"]) for one in found["evaluations"]] == [
        ("attribution", True),
        ("definitive", False),
        ("attribution", True),
        ("definitive", True),
    ]
    lessons = [one["answer"] for one in found["knowledge"] if one["type"] == "side-info"]
    assert lessons == ["the bridge was found its builder was not search Moss"]
    assert [event.passed for event in heard if event.kind == "answer_evaluated"] == [False, True]


@pytest.mark.slow
@pytest.mark.req("X7", "D1")
def test_a_japanese_question_is_driven_as_an_english_one(tmp_path: Path) -> None:
    found, _ = researched(tmp_path, Course(search("港の橋 長さ")), "港の橋の長さは何メートルですか")
    assert [(one["action"], one["result"]) for one in found["diary"]][-1] == ("answer", "success")
    assert found["stop_reason"] == "answer_accepted"
    assert found["stop_words"] == "答えが試験に通り、受け入れられた。"


@pytest.mark.slow
@pytest.mark.req("D8")
def test_a_model_that_never_answers_is_ended_by_the_last_answer(tmp_path: Path) -> None:
    steps = [{"action": "reflect", "questions": [f"What about number {n}?"]} for n in range(20)]
    found, heard = researched(tmp_path, Course(*steps), effort=1)
    assert found["diary"][-1]["action"] == "answer"
    assert found["answered"] is True
    assert [event.kind for event in heard].count("answer_evaluated") == 1


@pytest.mark.slow
@pytest.mark.req("D1")
@pytest.mark.parametrize("habit", ["another form", "10 MB", "no JSON"])
def test_a_model_that_says_nothing_usable_leaves_every_step_to_rules(tmp_path: Path, habit: str) -> None:
    said: dict[str, dict[str, Any]] = {
        "another form": {"action": "delete everything"},
        "10 MB": {"think": "x" * 10_000_000},
        "no JSON": {},
    }
    question = "When did the Harbour Bridge open?"
    found, heard = researched(tmp_path, lambda form, prompt: said[habit], question)
    assert found["answered"] is True
    codes = {event.job for event in heard if event.kind == "rules_took_over"}
    assert {"rewriting", "step", "choice"} <= codes
    assert json.dumps(found).count("delete everything") == 0


@pytest.mark.slow
@pytest.mark.req("D8", "X1")
def test_an_answer_that_never_passes_its_tests_is_printed_as_partly_answered(tmp_path: Path) -> None:
    course = Course(wanted="no document says this")
    found, heard = researched(tmp_path, course, "When did the Harbour Bridge open?", effort=1)
    # The last one is what is there: the model is not asked about it again.
    assert [event.passed for event in heard if event.kind == "answer_evaluated"] == [False, False, True]
    report = json.loads((Path(found["report"]).parent / "report.json").read_text(encoding="utf-8"))
    assert (report["answered"], found["answered"]) == ("partly", True)
