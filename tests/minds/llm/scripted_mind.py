"""A mind that says what a script tells it to, in the form it is asked for or not; and prompts that need no files.

It keeps the promises of `asks.Mind` (`tests/minds/llm/test_mind_contract.py`): what does not have the form is a
`ModelFailed`, and nothing is answered that was not reserved.
"""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from tadori.errors import ModelFailed
from tadori.minds.requests import GuardFlag, ModelAnswer, ModelRequest, ModelRole, StreamEvent, TokenBudget, TokenCount
from tadori.model.ids import Lang

T = TypeVar("T", bound=BaseModel)
Script = Callable[[ModelRequest[Any]], object]
"""What is said to a question: plain data that should have the asked form. May raise what a mind raises."""


@dataclass(slots=True, kw_only=True)
class ScriptedMind:
    """Implements `Mind`."""

    script: Script
    budget: TokenBudget | None = None
    flags: tuple[GuardFlag, ...] = ()
    asked: list[ModelRequest[Any]] = field(default_factory=list)
    model_ids: tuple[str, ...] = ("scripted",)
    room: int = 8192

    async def ask(self, ask: ModelRequest[T]) -> ModelAnswer[T]:
        self.asked.append(ask)
        reserved = None if self.budget is None else (self.budget, self.budget.reserve(ask.job, ask.longest))
        try:
            value = ask.answer.model_validate(self.script(ask))
        except ValidationError as exc:
            raise ModelFailed("CONSENSUS_SCHEMA_RETRY_EXCEEDED", f"{exc.error_count()} errors") from exc
        finally:
            if reserved is not None:
                reserved[0].settle(reserved[1], ask.longest)
        used = TokenCount(given=1, written=1)
        return ModelAnswer(value=value, model="scripted", use=used, tries=1, seconds=0.0, flags=self.flags)

    async def context_tokens(self, role: ModelRole) -> int:
        return self.room

    async def stream(self, ask: ModelRequest[T]) -> AsyncIterator[StreamEvent]:
        answered = await self.ask(ask)
        yield StreamEvent(kind="stream.token", phase=ask.phase, chunk=answered.value.model_dump_json())
        yield StreamEvent(kind="stream.end", phase=ask.phase)


def saying(answer: object, **more: Any) -> ScriptedMind:
    """A mind that says the same whatever it is asked; an exception is raised instead."""

    def script(ask: ModelRequest[Any]) -> object:
        if isinstance(answer, Exception):
            raise answer
        return answer

    return ScriptedMind(script=script, **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    text: str
    template: str


class BarePrompts:
    """Implements `workers.work.Prompts`: a prompt that names its job, language and variables."""

    def render(self, name: str, lang: Lang, **variables: object) -> Words:
        values = " ".join(f"{key}={value}" for key, value in sorted(variables.items()))
        return Words(text=f"{name} {lang} {values}".strip(), template=f"{name}@0")
