"""`--model NAME`: the language model of one task, checked before anything is stored; `none` for rules alone."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import tadori as package
from tadori.errors import WrongCall
from tadori.service.input_checks import budget_of
from tadori.service.named_models import checked_model
from tadori.service.request import BudgetOptions, ResearchRequest
from tadori.settings import LlmSettings
from tadori.wiring.model_workers import models_of
from tests.cli.conftest import Program
from tests.store.test_rows import a_task
from tests.wiring.test_model_workers_in_a_run import good_reader, reading

OPENED = "When did the harbour bridge open?"
NAMED = LlmSettings(fast=("ollama:small", "ollama:other"), slow=("ollama:large",))


def configured(home: Path, text: str) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text(text, encoding="utf-8")


def status_of(tadori: Program, err: str) -> dict[str, object]:
    task = next(line.split()[1] for line in err.splitlines() if line.startswith("task:"))
    found: dict[str, object] = json.loads(tadori("status", task, "--json")[1])
    return found


@pytest.mark.parametrize(
    ("given", "kept"),
    [(None, "ollama:small"), ("none", ""), (" NONE ", ""), ("ollama:qwen2.5:3b", "ollama:qwen2.5:3b")],
)
def test_what_is_named_is_kept_and_else_the_first_of_the_settings(given: str | None, kept: str) -> None:
    assert checked_model(given, NAMED) == kept
    assert checked_model(None, LlmSettings()) == ""


def test_another_model_than_the_first_of_the_settings_has_both_roles() -> None:
    task = a_task()
    assert models_of(NAMED, task) == NAMED
    assert models_of(NAMED, replace(task, model="ollama:small")) == NAMED
    named = models_of(NAMED, replace(task, model="ollama:large"))
    assert (named.fast, named.slow) == (("ollama:large",), ())


@pytest.mark.parametrize(
    ("model", "tokens", "budget"), [("ollama:m", None, 200_000), ("ollama:m", 5, 5), ("", None, 0), ("", 5, 0)]
)
def test_tokens_are_given_where_a_model_is_named(model: str, tokens: int | None, budget: int) -> None:
    request = ResearchRequest(question=OPENED, model=model or "none", budget=BudgetOptions(tokens=tokens))
    assert budget_of(request, model).tokens == budget


def test_a_model_without_tokens_is_a_contradiction() -> None:
    request = ResearchRequest(question=OPENED, model="ollama:m", budget=BudgetOptions(tokens=0))
    with pytest.raises(WrongCall, match="a model without tokens is never asked"):
        budget_of(request, "ollama:m")


@pytest.mark.req("D11")
@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("qwen", "'qwen' is not the name of a language model; the forms are:"),
        ("openai:", "names a provider and no model"),
        ("openai:gpt", "would be sent there"),
        ("anthropic:m", "would be sent there"),
        ("gguf:/nowhere.gguf", "cannot be read"),
        ("gguf:/", "is a folder"),
        ("", "is not the name of a language model"),
    ],
)
def test_a_model_that_cannot_be_asked_is_exit_2_and_nothing_is_stored(
    tadori: Program, documents: Path, model: str, said: str
) -> None:
    code, out, err = tadori("research", OPENED, "--library", str(documents), "--model", model)
    assert (code, out) == (2, "")
    assert said in err
    assert json.loads(tadori("status", "--json")[1]) == []


def test_a_missing_key_is_exit_2(tadori: Program, home: Path, documents: Path) -> None:
    configured(home, '[llm]\nallow_remote = "yes, questions and page texts leave this machine"\n')
    code, out, err = tadori("research", OPENED, "--library", str(documents), "--model", "anthropic:m")
    assert (code, out) == (2, "")
    assert "set TADORI_KEY_ANTHROPIC" in err


def test_none_runs_by_rules_alone_though_the_settings_name_a_model(
    tadori: Program, home: Path, documents: Path
) -> None:
    configured(home, '[llm]\nfast = ["ollama:m"]\nollama_url = "http://127.0.0.1:9"\n')
    code, _, err = tadori("research", OPENED, "--library", str(documents), "--model", "none")
    status = status_of(tadori, err)
    assert (code, status["model"], status["tokens_limit"], status["tokens_used"]) == (0, None, 0, 0)


def test_the_model_is_kept_with_the_task_and_rules_answer_where_it_is_not_there(
    tadori: Program, home: Path, documents: Path
) -> None:
    configured(home, '[llm]\nollama_url = "http://127.0.0.1:9"\nretries = 0\n')
    code, _, err = tadori("research", OPENED, "--library", str(documents), "--model", "ollama:tiny")
    status = status_of(tadori, err)
    assert (code, status["model"], status["tokens_limit"]) == (0, "ollama:tiny", 200_000)
    assert "rules   do the" in err


def test_from_python_a_model_is_named_too(tmp_path: Path) -> None:
    with pytest.raises(WrongCall, match="the forms are"):
        package.research(OPENED, libraries=[tmp_path], model="nonsense", home=tmp_path / "home")


@pytest.mark.slow
@pytest.mark.req("D11")
def test_the_named_model_has_both_roles_also_in_a_resumed_task_and_in_a_follow_up(
    tadori: Program, home: Path, documents: Path
) -> None:
    with reading(good_reader) as desk:
        configured(home, f'[llm]\nfast = ["openai:other"]\nslow = ["openai:third"]\nbase_url = "{desk.url}"\n')
        code, _, err = tadori("research", OPENED, "--library", str(documents), "--model", "openai:mine")
        first = len(desk.asked)
        (documents / "ferry.txt").write_text("The ferry\n\nThe island ferry stopped in 1991.", encoding="utf-8")
        task = next(line.split()[1] for line in err.splitlines() if line.startswith("task:"))
        resumed, _, _ = tadori("resume", task, "--budget-pages", "200")
        followed, _, err = tadori("ask", task, "When did the island ferry stop?")
    assert (code, resumed, followed) == (0, 0, 0)
    assert {question["model"] for question in desk.asked} == {"mine"}
    assert 0 < first < len(desk.asked)
    assert status_of(tadori, err)["model"] == "openai:mine"
