"""`tadori models`: what is named, whether it works, how to get one, as it is typed."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Program
from tests.minds.llm.chat_server import Reply, chatting, completion
from tests.minds.llm.smollm import weights

CHAT, TAGS = "/v1/chat/completions", "/api/tags"


def configured(home: Path, text: str) -> None:
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text(text, encoding="utf-8")


@pytest.mark.req("L39")
def test_a_home_that_names_none_says_how_to_get_one_and_contacts_nobody(tadori: Program) -> None:
    code, out, err = tadori("models", "list")
    assert (code, out) == (3, "")
    assert err == "no language model is named; `tadori models pull-help` says how to get one\n"
    code, out, _ = tadori("models", "list", "--json")
    assert (code, json.loads(out)) == (3, {"models": [], "installed": []})


@pytest.mark.req("L39")
def test_named_models_are_listed_with_roles_and_state_beside_what_the_ollama_holds(tadori: Program, home: Path) -> None:
    held = {"models": [{"name": "qwen3:4b", "size": 2_500_000_000}, {"name": "other:1b", "size": 800_000_000}]}
    with chatting({TAGS: [Reply(body=held)]}) as desk:
        configured(
            home, f'[llm]\nfast = ["ollama:qwen3:4b"]\nslow = ["ollama:qwen3:4b"]\nollama_url = "{desk.address}"\n'
        )
        code, out, err = tadori("models", "list")
        assert (code, err) == (0, "")
        assert out.splitlines() == [
            "ok       ollama:qwen3:4b  (fast, slow; yours)",
            f"         held by {desk.address}/v1",
            "installed * qwen3:4b  2.5 GB",
            "installed   other:1b  0.8 GB",
        ]
        code, out, _ = tadori("models", "list", "--json")
    row = {"name": "ollama:qwen3:4b", "roles": ["fast", "slow"], "remote": False, "modes": ["native", "tool"]}
    assert json.loads(out)["models"] == [{**row, "state": "ok", "detail": f"held by {desk.address}/v1"}]


def test_a_model_elsewhere_without_the_users_word_is_listed_with_what_would_leave(tadori: Program, home: Path) -> None:
    configured(home, '[llm]\nfast = ["anthropic:m", "gguf:none.gguf"]\n')
    code, out, _ = tadori("models", "list")
    assert code == 1
    assert out.splitlines()[0] == "broken   anthropic:m  (fast; not asked)"
    assert "your questions would be sent there, and passages of the pages and documents" in out
    assert "none.gguf cannot be read: No such file or directory" in out


@pytest.mark.req("L39")
def test_a_trial_says_which_way_works(tadori: Program, home: Path) -> None:
    answers = [Reply(body=completion("Yes.")), Reply(body=completion('{"answer": "yes"}', tool="final_result"))]
    with chatting({CHAT: [*answers, Reply(status=503, body={})]}) as desk:
        configured(home, f'[llm]\nollama_url = "{desk.address}"\n')
        code, out, err = tadori("models", "test", "ollama:m", "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert (found["name"], found["works"], found["mode"], found["remote"]) == ("ollama:m", True, "tool", False)
    assert (found["tokens_given"], found["tokens_written"], found["tokens_per_second"]) == (7, 3, None)
    assert [(one["mode"], one["works"]) for one in found["attempts"]] == [("native", False), ("tool", True)]


def test_a_trial_that_reaches_nobody_fails_with_a_sentence(tadori: Program, home: Path) -> None:
    with chatting({}) as desk:
        configured(home, f'[llm]\nollama_url = "{desk.address}"\n')
    code, out, _ = tadori("models", "test", "ollama:m")
    assert code == 1
    assert out.startswith("fails  native    Connection error.")


@pytest.mark.req("L39")
@pytest.mark.slow
def test_a_file_is_tried_in_this_process(tadori: Program, home: Path) -> None:
    configured(home, "[llm]\nthreads = 1\ncontext = 512\n")
    code, out, err = tadori("models", "test", f"gguf:{weights()}", "--json")
    found = json.loads(out)
    assert (code, err, found["mode"], found["remote"]) == (0, "", "grammar", False)
    assert found["tokens_written"] >= 4
    assert found["tokens_per_second"] > 0


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("qwen", 2, "'qwen' is not the name of a language model; the forms are:"),
        ("openai:m", 1, "would be sent there"),
        ("gguf:/nowhere.gguf", 1, "cannot be read"),
    ],
)
def test_a_trial_of_what_cannot_be_asked_says_why(tadori: Program, name: str, code: int, said: str) -> None:
    found, out, err = tadori("models", "test", name)
    assert (found, out) == (code, "")
    assert said in err


@pytest.mark.parametrize(("lang", "said"), [("en", "Tadori never does"), ("ja", "Tadori は取りに行かない")])
def test_how_to_get_a_model_is_told_in_both_languages(tadori: Program, lang: str, said: str) -> None:
    code, out, err = tadori("models", "pull-help", "--lang", lang)
    assert (code, err) == (0, "")
    assert said in out
    assert "qwen3:4b        2.5 GB   5 GB  Apache-2.0" in out.splitlines()
    _, shown, _ = tadori("models", "pull-help", "--lang", lang, "--json")
    assert set(json.loads(shown)) == {"models", "steps", "notes"}


def test_doctor_looks_at_the_models_that_are_named(tadori: Program, home: Path) -> None:
    def findings() -> list[dict[str, str]]:
        return [one for one in json.loads(tadori("doctor", "--json")[1]) if one["what"] == "language model"]

    assert [(one["state"], one["detail"][:13]) for one in findings()] == [("ok", "none is named")]
    configured(home, '[llm]\nfast = ["gguf:none.gguf"]\n')
    (found,) = findings()
    assert (found["state"], "cannot be read" in found["detail"]) == ("broken", True)
