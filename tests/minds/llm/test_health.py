"""Whether models can be used: a look, and one small question, against a real server on loopback."""

from pathlib import Path

import pytest

from tadori.errors import ModelUnusable
from tadori.minds.llm.health import HealthState, InstalledModel, ModelHealth, check_model, installed_models, try_model
from tadori.minds.llm.providers import models_for
from tadori.minds.requests import ModelRole
from tadori.settings import REMOTE_CONSENTS, LlmSettings
from tests.minds.llm.chat_server import FakeChatServer, Reply, chatting, completion

CHAT, TAGS, MODELS = "/v1/chat/completions", "/api/tags", "/v1/models"
HELD = {"models": [{"name": "qwen3:4b", "size": 2_600_000_000}, {"name": "小:latest", "size": "?"}, {"size": 1}, 7]}


def ollama(server: FakeChatServer, *names: str) -> LlmSettings:
    return LlmSettings(fast=names, ollama_url=server.address, timeout=60)


async def look(settings: LlmSettings) -> ModelHealth:
    return await check_model(settings, settings.fast[0])


@pytest.mark.req("L39")
@pytest.mark.parametrize(
    ("name", "state", "said"),
    [
        ("ollama:qwen3:4b", HealthState.OK, "held by http://127.0.0.1:"),
        ("ollama:小", HealthState.OK, "held by http://127.0.0.1:"),
        ("ollama:qwen3", HealthState.MISSING, "does not hold it: ollama pull qwen3"),
    ],
)
async def test_an_ollama_is_asked_what_it_holds(name: str, state: HealthState, said: str) -> None:
    with chatting({TAGS: [Reply(body=HELD)]}) as server:
        found = await look(ollama(server, name))
    assert found.state is state
    assert said in found.detail
    assert [one.path for one in server.asked] == [TAGS]


async def test_what_an_ollama_holds_is_listed_with_its_size_where_it_says_one() -> None:
    with chatting({TAGS: [Reply(body=HELD)]}) as server:
        held = await installed_models(ollama(server, "ollama:x"))
    assert held == [InstalledModel(name="qwen3:4b", bytes=2_600_000_000), InstalledModel(name="小:latest", bytes=0)]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply(status=500, body={}), "answered 500"),
        (Reply(body=b"<html>"), "something that is not JSON"),
        (Reply(body=[]), "not as an Ollama does"),
        (Reply(body={"models": None}), "not as an Ollama does"),
        (Reply(body=b"[" * 200_000), "something that is not JSON"),
        (Reply(status=302, headers={"Location": "http://127.0.0.1:1/"}), "answered 302"),
    ],
)
async def test_a_server_that_answers_otherwise_is_broken_with_a_sentence(reply: Reply, said: str) -> None:
    with chatting({TAGS: [reply]}) as server:
        found = await look(ollama(server, "ollama:x"))
        with pytest.raises(ModelUnusable, match=said):
            await installed_models(ollama(server, "ollama:x"))
    assert (found.state, said in found.detail) == (HealthState.BROKEN, True)


async def test_a_server_that_is_not_there_is_broken() -> None:
    with chatting({}) as server:
        gone = ollama(server, "ollama:x")
    found = await look(gone)
    assert (found.state, found.detail.endswith("(ConnectError)")) == (HealthState.BROKEN, True)


async def test_a_compatible_server_is_asked_for_its_list_with_the_key() -> None:
    with chatting({MODELS: [Reply(body={"data": [{"id": "m"}, {"id": 7}]})]}) as server:
        base, keys = f"{server.address}/v1", (("openai", "k"),)
        found = await look(LlmSettings(fast=("openai:m",), base_url=base, keys=keys))
        other = await look(LlmSettings(fast=("openai:n",), base_url=base))
    assert (found.state, other.state) == (HealthState.OK, HealthState.MISSING)
    assert [one.headers.get("authorization") for one in server.asked] == ["Bearer k", None]


async def test_a_model_elsewhere_is_not_asked_by_looking() -> None:
    settings = LlmSettings(fast=("openai:m",), base_url="https://models.test/v1", allow_remote=REMOTE_CONSENTS[0])
    assert await look(settings) == ModelHealth(
        state=HealthState.UNPROVEN, detail="at models.test, which only `tadori models test` asks"
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("qwen", "is not the name of a language model"),
        ("anthropic:m", "not on a machine of yours"),
        ("gguf:/nowhere/x.gguf", "cannot be read"),
    ],
)
async def test_a_wrong_setting_is_a_state_and_not_an_error(name: str, said: str) -> None:
    found = await look(LlmSettings(fast=(name,)))
    assert (found.state, said in found.detail) == (HealthState.BROKEN, True)


async def test_a_file_is_looked_at_and_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(b"GGUF" + bytes(1_999_996))
    found = await look(LlmSettings(fast=(f"gguf:{path}",)))
    assert found == ModelHealth(state=HealthState.OK, detail="2 MB, in this process")


@pytest.mark.req("L39")
async def test_the_first_way_that_works_ends_the_trial() -> None:
    answers = [Reply(body=completion("Yes, it is.")), Reply(body=completion('{"answer": "yes"}', tool="final_result"))]
    with chatting({CHAT: [*answers, Reply(status=500, body={})]}) as server:
        (named,) = models_for(ollama(server, "ollama:m"), ModelRole.FAST)
        trial = await try_model(named, 60)
    assert [(one.mode, one.works) for one in trial.attempts] == [("native", False), ("tool", True)]
    last = trial.attempts[-1]
    assert (last.given, last.written, last.detail) == (7, 3, "answered in the form: yes")
    assert trial.tokens_per_second is None


async def test_a_model_that_keeps_to_no_form_is_told_in_words_at_last() -> None:
    with chatting({CHAT: [Reply(body=completion("塩からい"))]}) as server:
        (named,) = models_for(ollama(server, "ollama:m"), ModelRole.FAST)
        trial = await try_model(named, 60)
    assert [(one.mode, one.works) for one in trial.attempts] == [
        ("native", False),
        ("tool", False),
        ("prompted", False),
    ]


async def test_nobody_there_is_not_asked_in_other_ways() -> None:
    with chatting({}) as server:
        (named,) = models_for(ollama(server, "ollama:m"), ModelRole.FAST)
    trial = await try_model(named, 60)
    assert [(one.mode, one.works, one.unreached) for one in trial.attempts] == [("native", False, True)]
    assert "connection" in trial.attempts[0].detail.lower()
