"""The language model that a user names for one task, checked before anything is stored.

Comes in: what was typed and the table `[llm]`. Goes out: the model's name as the task keeps it. Nothing is contacted or
loaded; whether a server answers shows when it is first asked, and rules take over where it does not.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tadori.errors import ConfigError, MissingExtra, ModelUnusable, WrongCall
from tadori.minds.llm.names import ModelName, Provider, parse_model
from tadori.settings import LlmSettings
from tadori.wiring.model_workers import first_model

RULES_ALONE: Final = "none"
_PACKAGES: Final = {Provider.OLLAMA: "openai", Provider.OPENAI: "openai", Provider.ANTHROPIC: "anthropic"}


def checked_model(given: str | None, settings: LlmSettings) -> str:
    """The model of a new task: what is given, else the first of the settings; empty for rules alone.

    Raises:
        WrongCall: it is no model's name, its file cannot be used, its key is missing, what runs it is not installed, or
            it is elsewhere and the user has not said yes to that.
    """
    if given is None:
        return first_model(settings)
    if given.strip().lower() == RULES_ALONE:
        return ""
    return usable_model(given, settings)


def usable_model(given: str, settings: LlmSettings) -> str:
    """The name of a model that may be asked. Raises WrongCall as `checked_model` does."""
    from tadori.minds.llm.providers import named_model  # lazy: few commands need it

    name = parse_model(given)
    if name.provider is Provider.GGUF:
        # The task may be resumed from another folder.
        name = ModelName(provider=name.provider, name=str(Path(name.name).expanduser().absolute()))
    try:
        named_model(settings, name)
        _check_runnable(name)
    except (ConfigError, ModelUnusable) as error:
        raise WrongCall(f"--model {given}: {error}") from error
    return str(name)


def _check_runnable(name: ModelName) -> None:
    if name.provider is Provider.GGUF:
        from tadori.minds.llm.gguf_engine import checked_file, llama_module  # lazy: few commands need it

        checked_file(Path(name.name))
        llama_module()
        return
    missing = [package for package in ("pydantic_ai", _PACKAGES[name.provider]) if find_spec(package) is None]
    if missing:
        raise MissingExtra(f"language models need {missing[0]}: pip install 'tadori[llm]'")
