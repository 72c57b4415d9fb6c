"""Models from settings, asked over a real wire on loopback: what goes out, and what comes back."""

import asyncio
import logging
import sys
from pathlib import Path

import pytest
from pydantic import BaseModel
from pydantic_ai import Agent, NativeOutput
from pydantic_ai.exceptions import ModelAPIError, ModelConnectionError

from tadori.errors import ConfigError, MissingExtra, ModelUnusable
from tadori.minds.llm.providers import NamedModel, models_for
from tadori.minds.llm.transport import MOST_BYTES
from tadori.minds.requests import ModelRole
from tadori.settings import REMOTE_CONSENTS, LlmSettings
from tests.minds.llm.chat_server import FakeChatServer, Reply, chatting, completion

CHAT = "/v1/chat/completions"
KEY = "sk-geheim-0123456789"


class Answer(BaseModel):
    word: str


def only(settings: LlmSettings) -> NamedModel:
    (named,) = models_for(settings, ModelRole.FAST)
    return named


def there(server: FakeChatServer, **more: object) -> LlmSettings:
    given = {"fast": ("openai:m",), "base_url": f"{server.address}/v1", "timeout": 60, **more}
    return LlmSettings(**given)  # type: ignore[arg-type]


async def asked(named: NamedModel) -> str:
    answer = await Agent(named.model(), output_type=NativeOutput(Answer), retries=0).run("海の色は?")
    return answer.output.word


@pytest.mark.req("L39")
async def test_an_openai_compatible_server_is_asked_for_an_answer_in_its_form() -> None:
    with chatting({CHAT: [Reply(body=completion('{"word": "青"}'))]}) as server:
        assert await asked(only(there(server))) == "青"
    (seen,) = server.asked
    assert seen.body["model"] == "m"
    assert seen.body["response_format"]["json_schema"]["schema"]["properties"] == {"word": {"type": "string"}}
    assert seen.body["messages"][-1] == {"role": "user", "content": "海の色は?"}


@pytest.mark.req("L39")
async def test_an_ollama_is_asked_at_its_own_address() -> None:
    with chatting({CHAT: [Reply(body=completion('{"word": "blue"}'))]}) as server:
        settings = LlmSettings(fast=("ollama:qwen2.5:3b",), ollama_url=server.address)
        assert await asked(only(settings)) == "blue"
    assert [(one.path, one.body["model"]) for one in server.asked] == [(CHAT, "qwen2.5:3b")]


async def test_the_key_goes_with_the_request_and_nothing_that_tells_of_this_machine(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-the-environment")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Trace: me")
    caplog.set_level(logging.DEBUG)
    with chatting({CHAT: [Reply(body=completion('{"word": "x"}'))]}) as server:
        named = only(there(server, keys=(("openai", KEY),)))
        await asked(named)
    headers = server.asked[0].headers
    assert headers.pop("host") == server.address.removeprefix("http://")
    assert set(headers) == {
        "accept", "accept-encoding", "authorization", "connection", "content-length", "content-type", "user-agent",
    }  # fmt: skip
    assert (headers["authorization"], headers["user-agent"]) == (f"Bearer {KEY}", "tadori")
    assert KEY not in caplog.text
    assert KEY not in repr(named) + repr(named.model()) + repr(there(server, keys=(("openai", KEY),)))


async def test_no_key_no_header() -> None:
    with chatting({CHAT: [Reply(body=completion('{"word": "x"}'))]}) as server:
        await asked(only(there(server)))
    assert "authorization" not in server.asked[0].headers


async def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with chatting({}) as proxy, chatting({CHAT: [Reply(body=completion('{"word": "x"}'))]}) as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "HTTPS_PROXY"):
            monkeypatch.setenv(name, proxy.address)
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        assert await asked(only(there(server))) == "x"
    assert (len(server.asked), proxy.asked) == (1, [])


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_redirect_is_not_followed(status: int) -> None:
    with chatting({CHAT: [Reply(body=completion('{"word": "x"}'))]}) as other:
        away = Reply(status=status, body={}, headers={"Location": f"{other.address}{CHAT}"})
        with chatting({CHAT: [away]}) as server, pytest.raises(ModelAPIError):
            await asked(only(there(server, keys=(("openai", KEY),))))
        assert (len(server.asked), other.asked) == (1, [])


async def test_an_answer_without_end_is_cut_off() -> None:
    with chatting({CHAT: [Reply(body=b" " * (MOST_BYTES + 1))]}) as server, pytest.raises(ModelConnectionError):
        await asked(only(there(server)))
    assert len(server.asked) == 1


async def test_a_packed_answer_is_refused_because_its_size_is_not_known() -> None:
    packed = Reply(body=b"\x1f\x8b", headers={"Content-Encoding": "gzip"})
    with chatting({CHAT: [packed]}) as server, pytest.raises(ModelConnectionError):
        await asked(only(there(server)))


async def test_a_server_that_fails_is_asked_once_by_this_layer() -> None:
    failing = Reply(status=500, body={"error": {"message": "no"}})
    with chatting({CHAT: [failing]}) as server, pytest.raises(ModelAPIError):
        await asked(only(there(server)))
    assert len(server.asked) == 1


def test_nothing_named_is_nothing_asked() -> None:
    assert models_for(LlmSettings(), ModelRole.FAST) == []


@pytest.mark.req("L39")
def test_roles_have_their_lists_and_stand_in_for_each_other() -> None:
    both = LlmSettings(fast=("ollama:a", "ollama:b", "ollama:a"), slow=("ollama:c",))
    assert [named.id for named in models_for(both, ModelRole.FAST)] == ["ollama:a", "ollama:b"]
    assert [named.id for named in models_for(both, ModelRole.SLOW)] == ["ollama:c"]
    assert [named.id for named in models_for(LlmSettings(fast=("ollama:a",)), ModelRole.SLOW)] == ["ollama:a"]
    assert [named.id for named in models_for(LlmSettings(slow=("ollama:c",)), ModelRole.FAST)] == ["ollama:c"]


@pytest.mark.parametrize(
    ("name", "modes"),
    [
        ("gguf:/a/b.gguf", {"grammar"}),
        ("ollama:m", {"native", "tool"}),
        ("ollama:m-cloud", {"tool"}),
        ("openai:m", {"native", "tool"}),
        ("anthropic:m", {"tool"}),
    ],
)
def test_each_kind_says_how_it_keeps_to_a_form(name: str, modes: set[str]) -> None:
    keys = (("openai", KEY), ("anthropic", KEY))
    named = only(LlmSettings(fast=(name,), allow_remote=REMOTE_CONSENTS[0], keys=keys))
    assert named.modes == modes


def test_a_file_is_known_by_its_name_without_the_folders_of_this_machine() -> None:
    assert only(LlmSettings(fast=("gguf:/home/me/models/small.gguf",))).id == "gguf:small.gguf"


@pytest.mark.parametrize(
    ("name", "variable"), [("openai:m", "TADORI_KEY_OPENAI"), ("anthropic:m", "TADORI_KEY_ANTHROPIC")]
)
def test_a_key_that_is_missing_is_asked_for_by_its_name(name: str, variable: str) -> None:
    with pytest.raises(ConfigError, match=f"asks for a key: set {variable}"):
        models_for(LlmSettings(fast=(name,), allow_remote=REMOTE_CONSENTS[0]), ModelRole.FAST)


def test_a_wrong_name_is_found_in_its_list() -> None:
    with pytest.raises(ConfigError, match=r"llm\.slow: 'qwen' is not the name of a language model"):
        models_for(LlmSettings(slow=("qwen",)), ModelRole.SLOW)


@pytest.mark.slow
def test_an_anthropic_model_is_made_without_asking_anybody() -> None:
    settings = LlmSettings(fast=("anthropic:m",), allow_remote=REMOTE_CONSENTS[0], keys=(("anthropic", KEY),))
    model = only(settings).model()
    assert (model.model_name, model.base_url) == ("m", "https://api.anthropic.com")
    assert KEY not in repr(model)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"", "is not a model in the GGUF form"),
        (b"PK\x03\x04 a zip", "is not a model in the GGUF form"),
    ],
)
def test_a_file_that_is_no_model_is_named(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "小.gguf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelUnusable, match=said) as unusable:
        only(LlmSettings(fast=(f"gguf:{path}",))).model()
    assert str(path) in str(unusable.value)


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(ModelUnusable, match="is a folder; gguf: takes the path of one file"):
        only(LlmSettings(fast=(f"gguf:{tmp_path}",))).model()


@pytest.mark.parametrize(
    ("name", "module", "extra"),
    [
        ("ollama:m", "openai", r"tadori\[llm\]"),
        ("ollama:m", "pydantic_ai.models.ollama", r"tadori\[llm\]"),
        ("gguf:FILE", "xllamacpp", r"tadori\[gguf\]"),
    ],
)
def test_a_part_that_is_not_installed_is_named_with_what_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, module: str, extra: str
) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(b"GGUF")
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=f"pip install '{extra}'"):
        only(LlmSettings(fast=(name.replace("FILE", str(path)),))).model()


def test_a_model_serves_one_event_loop_after_the_other() -> None:
    with chatting({CHAT: [Reply(body=completion('{"word": "x"}'))]}) as server:
        named = only(there(server))
        assert [asyncio.run(asked(named)) for _ in range(2)] == ["x", "x"]
    assert server.asked[0].body["messages"] == server.asked[1].body["messages"]
