"""The address of a language model, and whether it is remote.

Comes in: a model's name and the table `[llm]`. Goes out: the address, and whether requests leave the user's own
machines; that needs the user's consent. Addresses are judged as they are written: nothing is resolved or contacted
here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Final

from tadori.errors import AddressForbidden, ConfigError
from tadori.minds.llm.names import ModelName, Provider
from tadori.settings import REMOTE_CONSENTS, LlmSettings
from tadori.text.urls import WebUrl, split_url

OPENAI: Final = "https://api.openai.com/v1"
ANTHROPIC: Final = "https://api.anthropic.com"
_OWN: Final = tuple(
    ip_network(each) for each in ("127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
)
_LOCAL_NAME: Final = "localhost"
_FORWARDED: Final = ("-cloud", ":cloud")
"""Ends of model names that a local Ollama passes on to Ollama's own servers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelEndpoint:
    """Where one model is called."""

    url: str
    """Without a trailing slash; empty for a model in this process."""
    host: str
    remote: bool
    """Whether questions and page texts leave the user's own machines."""


def endpoint_of(name: ModelName, settings: LlmSettings) -> ModelEndpoint:
    """The endpoint of `name`.

    Raises:
        ConfigError: the address is invalid, or is remote and the user has not consented.
    """
    if name.provider is Provider.GGUF:
        return ModelEndpoint(url="", host="this process", remote=False)
    setting, written = _written(name.provider, settings)
    url = _split(setting, written)
    # `allow` names machines of the user's own; it cannot make a public provider one of them.
    allow = () if written in (OPENAI, ANTHROPIC) else settings.allow
    forwarded = name.provider is Provider.OLLAMA and name.name.lower().endswith(_FORWARDED)
    endpoint = ModelEndpoint(
        url=_spelled(url),
        host="ollama.com, through the Ollama at " + url.host if forwarded else url.host,
        remote=forwarded or not is_own_machine(url, allow),
    )
    if endpoint.remote:
        _consented(name, endpoint, settings)
        _sealed(setting, url, allow)
    return endpoint


def is_own_machine(url: WebUrl, allow: Sequence[str] = ()) -> bool:
    """Whether an address is this machine, in a private network, or listed by the user as theirs."""
    if url.host == _LOCAL_NAME or any(_names(entry.strip(), url) for entry in allow):
        return True
    return url.address is not None and any(ip_address(url.address) in network for network in _OWN)


def _written(provider: Provider, settings: LlmSettings) -> tuple[str, str]:
    """The name of the setting that holds the address, and its value."""
    if provider is Provider.OLLAMA:
        return "ollama_url", settings.ollama_url.rstrip("/").removesuffix("/v1") + "/v1"
    if provider is Provider.OPENAI:
        return "base_url", settings.base_url or OPENAI
    return "anthropic", ANTHROPIC


def _split(setting: str, written: str) -> WebUrl:
    try:
        url = split_url(written)
    except AddressForbidden as error:
        raise ConfigError(f"llm.{setting}: {error.source} is not the address of a server: {error.reason}") from error
    if url.href != url.url:
        raise ConfigError(f"llm.{setting}: an address holds no password; keys stand in TADORI_KEY_OPENAI")
    return url


def _spelled(url: WebUrl) -> str:
    """The address to call; `localhost` is this machine, whatever a name service says about it."""
    if url.host == _LOCAL_NAME and url.scheme == "http":
        return f"http://127.0.0.1:{url.port}{url.target.rstrip('/')}"
    return url.origin + url.target.rstrip("/")


def _consented(name: ModelName, endpoint: ModelEndpoint, settings: LlmSettings) -> None:
    if settings.allow_remote in REMOTE_CONSENTS:
        return
    yours = endpoint.url not in (OPENAI, ANTHROPIC) and not name.name.lower().endswith(_FORWARDED)
    raise ConfigError(
        f"{name} is asked at {endpoint.host}, not on a machine of yours: your questions would be sent there, and "
        "passages of the pages and documents that are read to answer them. If that is meant, write under [llm]: "
        f'allow_remote = "{REMOTE_CONSENTS[0]}"'
        + (f'; if the server is yours, allow = ["{endpoint.host}"]' if yours else "")
    )


def _sealed(setting: str, url: WebUrl, allow: Sequence[str]) -> None:
    if url.scheme == "http" and not is_own_machine(url, allow):
        raise ConfigError(
            f"llm.{setting}: {url.host} is asked over http, where everybody on the way can read; use https"
        )


def _names(entry: str, url: WebUrl) -> bool:
    """Whether an entry of `allow`, `host` or `host:port`, matches `url`."""
    try:
        endpoint = split_url(f"{url.scheme}://{entry}")
    except AddressForbidden as error:
        raise ConfigError(f"llm.allow: {entry!r} is neither a host nor host:port") from error
    return endpoint.host == url.host and (endpoint.port == url.port or not entry.rpartition("]")[2].rpartition(":")[1])
