"""The language models of the settings: which there are for a role, and how each is made.

Comes in: the table `[llm]` and a role. Goes out: models in the order in which they are tried. Nothing is imported,
loaded or contacted until a model is made, and making one contacts nobody either.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from tadori.errors import ConfigError, MissingExtra, WrongCall
from tadori.minds.llm.endpoints import OPENAI, ModelEndpoint, endpoint_of
from tadori.minds.llm.gguf_engine import GgufLimits, checked_file, llama_module
from tadori.minds.llm.names import ModelName, Provider, parse_model
from tadori.minds.requests import ModelRole
from tadori.model.llm_thresholds import CAREFUL_CONTEXT
from tadori.settings import LlmSettings

if TYPE_CHECKING:
    from pydantic_ai.models import Model


SchemaMode = Literal["grammar", "native", "tool"]
"""How an answer is held to its form: by a grammar the model cannot leave, by the server, or as the arguments of a tool
call. Any other model is asked for JSON in words.
"""
BEST_FIRST: Final[tuple[SchemaMode, ...]] = ("grammar", "native", "tool")
_NO_KEY: Final = "kept-elsewhere"
"""Given to the client libraries; `transport.py` adds the real key, so that no library can log it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedModel:
    """A model that may be called."""

    id: str
    """`ollama:qwen2.5:3b`; for a file, its name without the folders."""
    remote: bool
    """Whether requests to it leave the user's own machines."""
    modes: frozenset[SchemaMode]
    """The ways it can be held to a form."""
    model: "Callable[[], Model]" = field(repr=False, compare=False)
    """Makes the model object for the running event loop. Raises `ModelUnusable` (a file) and `MissingExtra`."""


def models_for(settings: LlmSettings, role: ModelRole) -> list[NamedModel]:
    """The models of a role, first choice first; those of the other role where it has none; empty where none is
    configured.

    Raises:
        ConfigError: a name is invalid, a key is missing, or a model is remote and the user has not consented.
    """
    return [named_model(settings, _parsed(role, name)) for name in role_names(settings, role)]


def role_names(settings: LlmSettings, role: ModelRole) -> tuple[str, ...]:
    """The names of a role's models as the settings write them; those of the other role where it has none."""
    own, other = (settings.fast, settings.slow) if role is ModelRole.FAST else (settings.slow, settings.fast)
    return tuple(dict.fromkeys(own or other))


def named_model(settings: LlmSettings, name: ModelName) -> NamedModel:
    """One model by its parsed name. Raises `ConfigError` like `models_for`."""
    endpoint = endpoint_of(name, settings)
    if name.provider is Provider.GGUF:
        path = Path(name.name).expanduser()
        return NamedModel(
            id=f"gguf:{path.name}", remote=False, modes=frozenset({"grammar"}), model=lambda: _gguf(path, settings)
        )
    key = _key(name.provider, endpoint, settings)
    make = _anthropic if name.provider is Provider.ANTHROPIC else _openai_like
    return NamedModel(
        id=str(name),
        remote=endpoint.remote,
        modes=_modes(name, endpoint),
        model=lambda: make(name, endpoint, key, settings),
    )


def model_names(settings: LlmSettings) -> list[str]:
    """Every model that the settings name, once."""
    return list(dict.fromkeys((*settings.fast, *settings.slow)))


def _parsed(role: ModelRole, name: str) -> ModelName:
    try:
        return parse_model(name)
    except WrongCall as error:
        raise ConfigError(f"llm.{role}: {error}") from error


def _modes(name: ModelName, endpoint: ModelEndpoint) -> frozenset[SchemaMode]:
    if name.provider is Provider.ANTHROPIC or (name.provider is Provider.OLLAMA and endpoint.remote):
        return frozenset({"tool"})  # Ollama's own servers take a schema and do not keep to it
    return frozenset({"native", "tool"})


def _key(provider: Provider, endpoint: ModelEndpoint, settings: LlmSettings) -> str | None:
    key = settings.key(provider)
    if key is None and (provider is Provider.ANTHROPIC or endpoint.url == OPENAI):
        raise ConfigError(f"{endpoint.host} asks for a key: set TADORI_KEY_{provider.upper()} in the environment")
    return key


def _gguf(path: Path, settings: LlmSettings) -> "Model":
    checked_file(path)
    llama_module()
    try:
        from tadori.minds.llm.gguf import GgufModel  # lazy: pydantic-ai is slow to import
    except ImportError as error:
        raise missing_extra("gguf", error) from error
    return GgufModel(path, GgufLimits(threads=settings.threads, context=settings.context or CAREFUL_CONTEXT))


def _openai_like(name: ModelName, endpoint: ModelEndpoint, key: str | None, settings: LlmSettings) -> "Model":
    try:
        from openai import AsyncOpenAI  # lazy: the extra `llm`
        from pydantic_ai.models.ollama import OllamaModel  # lazy: the extra `llm`
        from pydantic_ai.models.openai import OpenAIChatModel  # lazy: the extra `llm`
        from pydantic_ai.providers.ollama import OllamaProvider  # lazy: the extra `llm`
        from pydantic_ai.providers.openai import OpenAIProvider  # lazy: the extra `llm`
        from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider  # lazy: the extra `llm`

        from tadori.minds.llm.transport import KeyHeader, client_for  # lazy: the extra `llm`
    except ImportError as error:
        raise missing_extra("llm", error) from error
    header = KeyHeader("authorization", f"Bearer {key}") if key else None
    wire = client_for(endpoint.url, header, settings.timeout)
    client = AsyncOpenAI(base_url=endpoint.url, api_key=_NO_KEY, http_client=wire, max_retries=0)
    if name.provider is Provider.OLLAMA:
        return OllamaModel(name.name, provider=OllamaProvider(openai_client=client))
    if endpoint.url == OPENAI:
        return OpenAIChatModel(name.name, provider=OpenAIProvider(openai_client=client))
    return OpenAIChatModel(name.name, provider=OpenAICompatibleProvider("compatible", openai_client=client))


def _anthropic(name: ModelName, endpoint: ModelEndpoint, key: str | None, settings: LlmSettings) -> "Model":
    try:
        from anthropic import AsyncAnthropic  # lazy: the extra `llm`
        from pydantic_ai.models.anthropic import AnthropicModel  # lazy: the extra `llm`
        from pydantic_ai.providers.anthropic import AnthropicProvider  # lazy: the extra `llm`

        from tadori.minds.llm.transport import KeyHeader, client_for  # lazy: the extra `llm`
    except ImportError as error:
        raise missing_extra("llm", error) from error
    wire = client_for(endpoint.url, KeyHeader("x-api-key", key or ""), settings.timeout)
    client = AsyncAnthropic(base_url=endpoint.url, api_key=_NO_KEY, http_client=wire, max_retries=0)
    return AnthropicModel(name.name, provider=AnthropicProvider(anthropic_client=client))


def missing_extra(extra: str, error: ImportError) -> MissingExtra:
    return MissingExtra(f"language models need {error.name}: pip install 'tadori[{extra}]'")
