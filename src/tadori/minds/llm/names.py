"""Names of language models as people write them in settings: `provider:name`.

Comes in: one name. Goes out: the provider, and the name that the provider knows. Nothing is looked up or contacted
here.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tadori.errors import WrongCall


class Provider(StrEnum):
    """Who serves a model."""

    OLLAMA = "ollama"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    GGUF = "gguf"


FORMS: Final = (
    "ollama:NAME (ollama:qwen2.5:3b), openai:NAME (OpenAI, or any compatible server at llm.base_url), "
    "anthropic:NAME, gguf:FILE (a model in this process)"
)
_LONGEST: Final = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelName:
    """A model by provider and name."""

    provider: Provider
    name: str
    """As the provider calls it; for `gguf` the path of the file."""

    def __str__(self) -> str:
        return f"{self.provider}:{self.name}"


def parse_model(text: str) -> ModelName:
    """Splits a name. Only the first colon separates: Ollama's names have colons of their own.

    Raises:
        WrongCall: it has none of the known forms; the message shows them.
    """
    given = text.strip()
    provider, colon, name = given.partition(":")
    known = provider.strip().lower()
    if not colon or known not in tuple(Provider):
        raise WrongCall(f"{_shown(given)} is not the name of a language model; the forms are: {FORMS}")
    name = name.strip()
    if not name:
        raise WrongCall(f"{_shown(given)} names a provider and no model; the forms are: {FORMS}")
    if len(name) > _LONGEST or not name.isprintable():
        raise WrongCall(f"{_shown(given)} cannot be the name of a model: too long, or with signs nobody can see")
    return ModelName(provider=Provider(known), name=name)


def _shown(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:80] + "…")
