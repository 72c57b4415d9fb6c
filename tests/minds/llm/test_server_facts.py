"""How many tokens a model has room for: what the settings say, else its server, else a careful guess."""

from typing import Any

import pytest

from tadori.minds.guard.fence import Fence
from tadori.minds.llm.client import ModelClient
from tadori.minds.llm.server_facts import context_tokens
from tadori.minds.requests import ModelRole
from tadori.model.llm_thresholds import CAREFUL_CONTEXT, OLLAMA_CONTEXT
from tadori.settings import REMOTE_CONSENTS, LlmSettings
from tests.minds.llm.client_setup import TAG, CountingBudget
from tests.minds.llm.model_server import Answer, serving


async def asked(answers: dict[str, Answer], name: str, **settings: Any) -> int:
    with serving(answers) as server:
        made = LlmSettings(fast=(name,), base_url=f"{server.address}/v1", ollama_url=server.address, **settings)
        return await context_tokens(made, ModelRole.SLOW)


def listing(**fields: Any) -> dict[str, Answer]:
    return {"/v1/models": lambda _: {"data": [{"id": "other", "max_model_len": 999_999}, {"id": "m", **fields}]}}


@pytest.mark.req("L39")
@pytest.mark.parametrize(
    ("answers", "tokens"),
    [
        (listing(max_model_len=32_768), 32_768),
        (listing(context_length=16_384), 16_384),
        (listing(loaded_context_length=4096, context_length=131_072), 4096),
        (listing() | {"/props": lambda _: {"default_generation_settings": {"n_ctx": 6144}}}, 6144),
        (listing(), CAREFUL_CONTEXT),
        (listing(max_model_len="many"), CAREFUL_CONTEXT),
        (listing(max_model_len=-5), CAREFUL_CONTEXT),
        (listing(max_model_len=True), CAREFUL_CONTEXT),
        ({"/v1/models": lambda _: b"no json"}, CAREFUL_CONTEXT),
        ({"/v1/models": lambda _: [1]}, CAREFUL_CONTEXT),
        ({}, CAREFUL_CONTEXT),
    ],
)
async def test_a_server_that_speaks_like_openai_is_asked(answers: dict[str, Answer], tokens: int) -> None:
    assert await asked(answers, "openai:m") == tokens


def ollama(running: list[Any], shown: Any) -> dict[str, Answer]:
    return {
        "/api/ps": lambda _: {"models": running},
        "/api/show": lambda given: shown if given["model"] == "q:4b" else 404,
    }


TRAINED = {"model_info": {"qwen3.context_length": 40_960, "qwen3.block_count": 36}}


@pytest.mark.req("L39")
@pytest.mark.parametrize(
    ("answers", "tokens"),
    [
        (ollama([{"name": "q:4b", "context_length": 12_288}], {}), 12_288),
        (ollama([{"name": "other", "context_length": 12_288}], TRAINED), OLLAMA_CONTEXT),
        (ollama([], TRAINED | {"parameters": "stop x\nnum_ctx                        16384"}), 16_384),
        (ollama([], {"model_info": {"tiny.context_length": 2048}}), 2048),
        (ollama([], {}), OLLAMA_CONTEXT),
        (ollama([], []), OLLAMA_CONTEXT),
        ({}, OLLAMA_CONTEXT),
    ],
)
async def test_an_ollama_says_what_a_model_runs_with_and_not_only_what_it_was_trained_for(
    answers: dict[str, Answer], tokens: int
) -> None:
    assert await asked(answers, "ollama:q:4b") == tokens


async def test_the_setting_overrides_every_server() -> None:
    assert await asked(listing(max_model_len=32_768), "openai:m", context=1024) == 1024


async def test_of_several_models_the_smallest_room_counts() -> None:
    with serving(listing(max_model_len=32_768) | ollama([], TRAINED)) as server:
        made = LlmSettings(slow=("openai:m", "ollama:q:4b"), base_url=f"{server.address}/v1", ollama_url=server.address)
        assert await context_tokens(made, ModelRole.SLOW) == OLLAMA_CONTEXT


async def test_public_providers_and_files_are_not_asked() -> None:
    remote = LlmSettings(fast=("openai:gpt",), allow_remote=REMOTE_CONSENTS[0])
    assert await context_tokens(remote, ModelRole.FAST) == CAREFUL_CONTEXT
    assert await context_tokens(LlmSettings(fast=("gguf:/nowhere/m.gguf",)), ModelRole.FAST) == CAREFUL_CONTEXT


async def test_a_client_asks_its_server_once() -> None:
    with serving(listing(max_model_len=32_768)) as server:
        made = LlmSettings(fast=("openai:m",), base_url=f"{server.address}/v1")
        client = ModelClient.of(made, budget=CountingBudget(), fence=Fence.new("task", lambda count: TAG[:count]))
        assert [await client.context_tokens(ModelRole.SLOW) for _ in range(3)] == [32_768] * 3
        assert [path for path, _ in server.asked] == ["/v1/models"]
