"""What a model server says of itself: its lists, and how many tokens its models have room for.

Comes in: an address that the settings name, or a role. Goes out: JSON, or a number of tokens. Nothing is computed by a
model here, and nothing of what a user researches is sent.
"""

from typing import Any, Final

from tadori.errors import ModelUnusable
from tadori.minds.llm.endpoints import ANTHROPIC, OPENAI, ModelEndpoint, endpoint_of
from tadori.minds.llm.names import ModelName, Provider, parse_model
from tadori.minds.llm.providers import missing_extra, role_names
from tadori.minds.requests import ModelRole
from tadori.model.llm_thresholds import CAREFUL_CONTEXT, OLLAMA_CONTEXT
from tadori.settings import LlmSettings

LOOK_SECONDS: Final = 5.0
_LEAST: Final = 512
_MOST: Final = 10_000_000
_MOST_LISTED: Final = 500


async def context_tokens(settings: LlmSettings, role: ModelRole) -> int:
    """Tokens that every model of a role has room for: as the settings say, else its server, else a careful guess."""
    if settings.context:
        return settings.context
    return min(
        [await _room(settings, parse_model(name)) for name in role_names(settings, role)], default=CAREFUL_CONTEXT
    )


async def json_at(url: str, key: str | None, body: dict[str, str] | None = None) -> Any:
    """The JSON at `url`; with `body`, what is answered to it. Raises `ModelUnusable`."""
    try:
        import httpx2  # lazy: the extra `llm`

        from tadori.minds.llm.transport import KeyHeader, client_for  # lazy: the extra `llm`
    except ImportError as error:
        raise missing_extra("llm", error) from error
    header = KeyHeader("authorization", f"Bearer {key}") if key else None
    try:
        async with client_for(url, header, LOOK_SECONDS) as client:
            answer = await (client.get(url) if body is None else client.post(url, json=body))
            if answer.status_code != 200:
                raise ModelUnusable(f"{url} answered {answer.status_code}")
            return answer.json()
    except (httpx2.HTTPError, httpx2.StreamError) as error:
        raise ModelUnusable(f"nothing usable answers at {url} ({type(error).__name__})") from error
    except (ValueError, RecursionError) as error:
        raise ModelUnusable(f"{url} answered something that is not JSON") from error


async def _room(settings: LlmSettings, name: ModelName) -> int:
    """A file is loaded with the careful size; a public provider does not say; a server of the user's is asked."""
    endpoint = endpoint_of(name, settings)
    if name.provider is Provider.GGUF or endpoint.url in (OPENAI, ANTHROPIC):
        return CAREFUL_CONTEXT
    look = _ollama_room if name.provider is Provider.OLLAMA else _server_room
    try:
        return await look(endpoint, name.name, settings.key(name.provider))
    except ModelUnusable:
        return OLLAMA_CONTEXT if name.provider is Provider.OLLAMA else CAREFUL_CONTEXT


async def _ollama_room(endpoint: ModelEndpoint, model: str, key: str | None) -> int:
    """The size a loaded model runs with, else the one that was made for it; never only what it was trained for."""
    root = endpoint.url.removesuffix("/v1")
    for one in _entries(await json_at(f"{root}/api/ps", key), "models"):
        if model in (one.get("name"), one.get("model"), str(one.get("name")).removesuffix(":latest")):
            return _size(one.get("context_length"))
    shown = await json_at(f"{root}/api/show", key, {"model": model})
    if not isinstance(shown, dict):
        raise ModelUnusable(f"{root} does not say what {model} is")
    lines = (line.partition(" ") for line in str(shown.get("parameters", "")).splitlines())
    set_here = [value.strip() for name, _, value in lines if name == "num_ctx"]
    trained = [size for key, size in _facts(shown).items() if key.endswith(".context_length") and isinstance(size, int)]
    own = int(set_here[0]) if set_here and set_here[0].isdecimal() else OLLAMA_CONTEXT
    return _size(min([own, *trained]))


async def _server_room(endpoint: ModelEndpoint, model: str, key: str | None) -> int:
    """What vLLM, LM Studio and others tell in their list of models, or llama.cpp in its properties."""
    listed = _entries(await json_at(f"{endpoint.url}/models", key), "data")
    for one in listed:
        if one.get("id") == model or len(listed) == 1:
            for field in ("max_model_len", "loaded_context_length", "context_length"):
                if field in one:
                    return _size(one[field])
    props = await json_at(f"{endpoint.url.removesuffix('/v1')}/props", key)
    running = props.get("default_generation_settings") if isinstance(props, dict) else None
    return _size(running.get("n_ctx") if isinstance(running, dict) else None)


def _entries(listed: Any, name: str) -> list[dict[str, Any]]:
    entries = listed.get(name) if isinstance(listed, dict) else None
    if not isinstance(entries, list):
        raise ModelUnusable("the server answers, and lists no models")
    return [one for one in entries[:_MOST_LISTED] if isinstance(one, dict)]


def _facts(shown: dict[str, Any]) -> dict[str, Any]:
    facts = shown.get("model_info")
    return facts if isinstance(facts, dict) else {}


def _size(told: object) -> int:
    """A number of tokens that can be believed. Raises `ModelUnusable`."""
    if type(told) is not int or not _LEAST <= told <= _MOST:
        raise ModelUnusable("the server does not say how many tokens its model has room for")
    return told
