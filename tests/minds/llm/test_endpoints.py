"""Where models are asked, and what needs the user's word."""

import pytest

from tadori.errors import ConfigError
from tadori.minds.llm.endpoints import ModelEndpoint, endpoint_of
from tadori.minds.llm.names import parse_model
from tadori.settings import REMOTE_CONSENTS, LlmSettings

YES = REMOTE_CONSENTS[0]


def place(name: str, **settings: object) -> ModelEndpoint:
    return endpoint_of(parse_model(name), LlmSettings(**settings))  # type: ignore[arg-type]


@pytest.mark.req("L39")
@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("http://127.0.0.1:11434", "http://127.0.0.1:11434/v1"),
        ("http://localhost:11434/v1/", "http://127.0.0.1:11434/v1"),
        ("http://[::1]:9", "http://[::1]:9/v1"),
        ("http://10.89.5.2:11434", "http://10.89.5.2:11434/v1"),
        ("http://172.31.0.1", "http://172.31.0.1/v1"),
        ("https://192.168.1.4/ollama", "https://192.168.1.4/ollama/v1"),
        ("http://[fd00::1]:1", "http://[fd00::1]:1/v1"),
    ],
)
def test_this_machine_and_private_networks_need_no_word(address: str, asked: str) -> None:
    found = place("ollama:m", ollama_url=address)
    assert (found.url, found.remote) == (asked, False)


@pytest.mark.req("L39")
@pytest.mark.parametrize(
    "address",
    [
        "https://models.test/v1",
        "https://8.8.8.8/v1",
        "https://172.32.0.1/v1",
        "https://169.254.169.254/v1",
        "https://0.0.0.0/v1",
        "https://[::ffff:8.8.8.8]/v1",
        "https://127.0.0.1.models.test/v1",
        "https://localhost.test/v1",
    ],
)
def test_everywhere_else_is_elsewhere_and_the_refusal_says_what_would_leave(address: str) -> None:
    with pytest.raises(ConfigError) as refused:
        place("openai:m", base_url=address)
    said = str(refused.value)
    assert "your questions would be sent there, and passages of the pages and documents" in said
    assert f'allow_remote = "{YES}"' in said
    assert place("openai:m", base_url=address, allow_remote=YES).remote is True


@pytest.mark.req("L39")
@pytest.mark.parametrize("name", ["openai:m", "anthropic:m"])
def test_the_providers_themselves_are_elsewhere_whatever_is_allowed(name: str) -> None:
    hosts = ("api.openai.com", "api.anthropic.com")
    with pytest.raises(ConfigError, match="not on a machine of yours"):
        place(name, allow=hosts)
    assert place(name, allow=hosts, allow_remote=REMOTE_CONSENTS[1]).remote is True


@pytest.mark.parametrize("name", ["ollama:qwen3-coder:480b-cloud", "ollama:glm:cloud", "ollama:X-CLOUD"])
def test_a_local_ollama_that_passes_questions_on_is_elsewhere(name: str) -> None:
    with pytest.raises(ConfigError, match=r"is asked at ollama\.com, through the Ollama at 127"):
        place(name)
    assert place(name, allow_remote=YES).remote is True


@pytest.mark.parametrize("allow", ["ollama", "ollama:11434", " ollama "])
def test_a_host_that_is_named_as_the_users_own_is_not_elsewhere(allow: str) -> None:
    found = place("ollama:m", ollama_url="http://ollama:11434", allow=(allow,))
    assert (found.url, found.remote) == ("http://ollama:11434/v1", False)


@pytest.mark.parametrize("allow", ["ollama:1", "other", "llama", "ollama.test"])
def test_another_name_or_port_does_not_stand_for_it(allow: str) -> None:
    with pytest.raises(ConfigError, match="not on a machine of yours"):
        place("ollama:m", ollama_url="http://ollama:11434", allow=(allow,))


def test_what_goes_elsewhere_does_not_go_in_the_open() -> None:
    with pytest.raises(ConfigError, match=r"llm\.base_url: models\.test is asked over http"):
        place("openai:m", base_url="http://models.test/v1", allow_remote=YES)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("ftp://127.0.0.1/", "only http and https"),
        ("127.0.0.1:8080", "is not the address of a server"),
        ("http://user:geheim@127.0.0.1/", "an address holds no password"),
    ],
)
def test_an_address_that_is_none_is_named_by_its_setting(address: str, said: str) -> None:
    with pytest.raises(ConfigError, match=r"llm\.base_url") as refused:
        place("openai:m", base_url=address)
    assert said in str(refused.value)
    assert "geheim" not in str(refused.value)


def test_a_file_is_in_this_process() -> None:
    assert place("gguf:/x.gguf") == ModelEndpoint(url="", host="this process", remote=False)
