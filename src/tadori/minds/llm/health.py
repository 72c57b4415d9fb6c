"""Whether the configured language models can be used: a cheap check, or a trial with one small question.

Comes in: a model's name and the table `[llm]`. Goes out: a state with a sentence, or what one call was like. A check
reads the head of a file, or asks a server of the user's own which models it has; a remote server is not contacted. Only
`try_model` makes a model compute, and its question reveals nothing of what the user researches.
"""

import asyncio
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from tadori.errors import ConfigError, MissingExtra, ModelUnusable, WrongCall
from tadori.minds.llm.endpoints import ModelEndpoint, endpoint_of
from tadori.minds.llm.gguf_engine import checked_file, llama_module
from tadori.minds.llm.names import ModelName, Provider, parse_model
from tadori.minds.llm.providers import BEST_FIRST, NamedModel, named_model
from tadori.minds.llm.server_facts import json_at
from tadori.settings import LlmSettings

if TYPE_CHECKING:
    from pydantic_ai.models import Model
    from pydantic_ai.output import OutputSpec
    from pydantic_ai.settings import ModelSettings

_QUESTION: Final = "Is the sea salty? Answer yes or no. / 海の水は塩からいか。yes か no で答えよ。"
_TOKENS: Final = 64
_LONGER: Final = "Describe the sea in three sentences."
_SPEEDY: "Final[ModelSettings]" = {"max_tokens": 32, "temperature": 0}
_LISTED: Final = 500


class HealthState(StrEnum):
    """What a check found."""

    OK = "ok"
    MISSING = "missing"
    """Something has to be installed or downloaded."""
    BROKEN = "broken"
    UNPROVEN = "unproven"
    """Not contacted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelHealth:
    """The result of a check, with a sentence for people."""

    state: HealthState
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledModel:
    """A model that an Ollama has."""

    name: str
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialAttempt:
    """One call in one mode."""

    mode: str
    works: bool
    detail: str
    seconds: float
    given: int = 0
    written: int = 0
    unreached: bool = False
    """Nobody answered: another mode would not help."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTrial:
    """What calling a model was like; the last attempt counts."""

    attempts: tuple[TrialAttempt, ...]
    tokens_per_second: float | None


async def check_model(settings: LlmSettings, written: str) -> ModelHealth:
    """What can be said about a model without making it compute. A wrong name or setting is `broken`, not an error."""
    try:
        name = parse_model(written)
        endpoint = endpoint_of(name, settings)
        named_model(settings, name)
        return await _checked(name, endpoint, settings)
    except MissingExtra as error:
        return ModelHealth(state=HealthState.MISSING, detail=str(error))
    except (WrongCall, ConfigError, ModelUnusable) as error:
        return ModelHealth(state=HealthState.BROKEN, detail=str(error))


async def _checked(name: ModelName, endpoint: ModelEndpoint, settings: LlmSettings) -> ModelHealth:
    if name.provider is Provider.GGUF:
        return _file(Path(name.name).expanduser())
    if endpoint.remote:
        return ModelHealth(
            state=HealthState.UNPROVEN, detail=f"at {endpoint.host}, which only `tadori models test` asks"
        )
    held = await (installed_models(settings) if name.provider is Provider.OLLAMA else _served(endpoint, settings))
    names = [one.name for one in held]
    if name.name in names or f"{name.name}:latest" in names:
        return ModelHealth(state=HealthState.OK, detail=f"held by {endpoint.url}")
    get = f"ollama pull {name.name}" if name.provider is Provider.OLLAMA else "start the server with it"
    return ModelHealth(state=HealthState.MISSING, detail=f"{endpoint.url} answers, and does not hold it: {get}")


def _file(path: Path) -> ModelHealth:
    checked_file(path)
    llama_module()
    return ModelHealth(state=HealthState.OK, detail=f"{path.stat().st_size / 1e6:.0f} MB, in this process")


async def installed_models(settings: LlmSettings) -> list[InstalledModel]:
    """The models that the user's Ollama has. Raises `ModelUnusable` when it does not say."""
    endpoint = endpoint_of(ModelName(provider=Provider.OLLAMA, name="-"), settings)
    listed = await json_at(endpoint.url.removesuffix("/v1") + "/api/tags", None)
    entries = listed.get("models") if isinstance(listed, dict) else None
    if not isinstance(entries, list):
        raise ModelUnusable(f"{endpoint.url} answers, but not as an Ollama does")
    return [
        InstalledModel(name=str(entry["name"])[:200], bytes=entry["size"] if isinstance(entry.get("size"), int) else 0)
        for entry in entries[:_LISTED]
        if isinstance(entry, dict) and isinstance(entry.get("name"), str)
    ]


async def _served(endpoint: ModelEndpoint, settings: LlmSettings) -> list[InstalledModel]:
    listed = await json_at(f"{endpoint.url}/models", settings.key(Provider.OPENAI))
    entries = listed.get("data") if isinstance(listed, dict) else None
    if not isinstance(entries, list):
        raise ModelUnusable(f"{endpoint.url} answers, but does not list its models at /models")
    names = [entry.get("id") for entry in entries[:_LISTED] if isinstance(entry, dict)]
    return [InstalledModel(name=name[:200], bytes=0) for name in names if isinstance(name, str)]


async def try_model(named: NamedModel, seconds: float) -> ModelTrial:
    """Tries the modes of a model, best first, up to the first that works; then measures how fast it writes.

    Raises:
        ModelUnusable: the file cannot be used.
        MissingExtra: what runs it is not installed.
    """
    attempts: list[TrialAttempt] = []
    model = named.model()
    for mode in (*(mode for mode in BEST_FIRST if mode in named.modes), "prompted"):
        attempts.append(await _attempt(model, mode, seconds))
        if attempts[-1].works:
            return ModelTrial(attempts=tuple(attempts), tokens_per_second=await _speed(model, seconds))
        if attempts[-1].unreached:
            break  # the other modes would wait for the same silence
    return ModelTrial(attempts=tuple(attempts), tokens_per_second=None)


async def _attempt(model: "Model", mode: str, seconds: float) -> TrialAttempt:
    from pydantic_ai import Agent  # lazy: the extra `llm`
    from pydantic_ai.exceptions import AgentRunError, ModelConnectionError, UserError  # lazy: the extra `llm`

    agent = Agent(model, output_type=_output_type(mode), retries=0)
    begun = time.perf_counter()
    try:
        async with asyncio.timeout(seconds):
            answer = await agent.run(_QUESTION, model_settings={"max_tokens": _TOKENS, "temperature": 0})
    except TimeoutError:
        said, took = f"no answer within {seconds:g} s", time.perf_counter() - begun
        return TrialAttempt(mode=mode, works=False, detail=said, seconds=took, unreached=True)
    except (AgentRunError, UserError) as error:
        unreached, took = isinstance(error, ModelConnectionError), time.perf_counter() - begun
        return TrialAttempt(mode=mode, works=False, detail=_root(error), seconds=took, unreached=unreached)
    use = answer.usage
    return TrialAttempt(
        mode=mode,
        works=True,
        detail=f"answered in the form: {answer.output.answer}",
        seconds=time.perf_counter() - begun,
        given=use.input_tokens,
        written=use.output_tokens,
    )


async def _speed(model: "Model", seconds: float) -> float | None:
    """Tokens per second, from the first to the last; None where too few came, or were not counted."""
    from pydantic_ai import Agent  # lazy: the extra `llm`
    from pydantic_ai.exceptions import AgentRunError  # lazy: the extra `llm`

    moments: list[float] = []
    try:
        async with asyncio.timeout(seconds), Agent(model).run_stream(_LONGER, model_settings=_SPEEDY) as streamed:
            async for _ in streamed.stream_text(delta=True, debounce_by=None):
                moments.append(time.perf_counter())
            written = streamed.usage.output_tokens
    except (AgentRunError, TimeoutError):
        return None
    if len(moments) < 2 or written < 2 or moments[-1] <= moments[0]:
        return None
    return (written - 1) / (moments[-1] - moments[0])


def _root(error: BaseException) -> str:
    """An error's message with that of its root cause: client libraries say `Connection error.` for everything."""
    said, last = " ".join(str(error).split()), error
    while last.__cause__ is not None:
        last = last.__cause__
    deeper = " ".join(str(last).split())
    return (said if last is error or not deeper or deeper in said else f"{said} {deeper}")[:300]


def _output_type(mode: str) -> "OutputSpec[Any]":
    from pydantic import BaseModel  # lazy: the extra `llm`
    from pydantic_ai import NativeOutput, PromptedOutput, ToolOutput  # lazy: the extra `llm`

    class YesOrNo(BaseModel):
        answer: Literal["yes", "no"]

    if mode in ("grammar", "native"):
        return NativeOutput(YesOrNo)
    return ToolOutput(YesOrNo) if mode == "tool" else PromptedOutput(YesOrNo)
