"""Answers in a given form: how a model is asked for one, and how its response is parsed.

Comes in: an answer form (a pydantic model) and a request mode (`grammar`, `native`, `tool`, `prompted`). Goes out: the
request parameters; and for a response, the filled form or what was wrong with it, in words that can be sent back to the
model. No request is made here, and no tool call is executed: the one tool offered is the form itself.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeVar

from tadori.minds.llm.json_repair import UnreadableJson, parse_object
from tadori.minds.llm.response_stream import ResponseStream

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic_ai.models import Model, ModelRequestParameters

T = TypeVar("T", bound="BaseModel")
RequestMode = Literal["grammar", "native", "tool", "prompted", "text"]

BEST_FIRST: Final[tuple[RequestMode, ...]] = ("grammar", "native", "tool", "prompted")
"""Most reliable first: a grammar cannot be left, a native schema seldom is, a tool call often works, words may be
ignored.
"""
ANSWER_TOOL: Final = "answer"
MOST_ERRORS: Final = 8
LONGEST_ERROR: Final = 160
RETRY_INSTRUCTION: Final = {
    "en": (
        "Your last answer did not have the asked form. What was wrong stands in the data named `errors`. Answer once "
        "more: one JSON object in the asked form, complete, and nothing else."
    ),
    "ja": (
        "前回の回答は求めた形式になっていなかった。誤りは`errors`という名のデータにある。"
        "求めた形式のJSONオブジェクトを一つだけ、最後まで、ほかに何も付けずに、もう一度答えること。"
    ),
}
_REFUSAL: Final = re.compile(
    r"\b(?:i['’]?m|i am|we['’]?re) (?:very |so |really )?(?:sorry|afraid|unable)\b"
    r"|\bi (?:can(?:no|['’])t|won['’]t|must decline)\b|\bas an? (?:ai|language model)\b"
    r"|申し訳(?:ございません|ありません)"
    r"|(?:お(?:答え|応え|手伝い)|回答|対応|協力)(?:することは)?(?:でき(?:ません|かねます)|いたしかねます)",
    re.IGNORECASE,
)
_LOOK_FOR_REFUSAL: Final = 300


class UsableModel(Protocol):
    """A configured model and what it supports (`providers.NamedModel`). It is built at its first call."""

    @property
    def id(self) -> str: ...

    @property
    def remote(self) -> bool: ...

    @property
    def model(self) -> "Callable[[], Model[Any]]": ...

    @property
    def modes(self) -> frozenset[Any]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class MalformedAnswer:
    """An answer that is not in the requested form: what was wrong, bounded in length."""

    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedAnswer:
    """The model declined to answer."""


def request_modes(named: UsableModel) -> tuple[RequestMode, ...]:
    """The modes of `named`, best first. Every model can be asked in words; one with a grammar need not be."""
    known = tuple(mode for mode in BEST_FIRST if mode in named.modes)
    return known if known[:1] == ("grammar",) else tuple(dict.fromkeys((*known, "prompted")))


@lru_cache(maxsize=64)
def request_parameters(answer: "type[BaseModel]", mode: RequestMode) -> "ModelRequestParameters":
    """The request parameters for the form `answer`. Cached: models treat them as read-only."""
    from pydantic_ai.models import ModelRequestParameters  # lazy: the extra `llm`
    from pydantic_ai.output import OutputObjectDefinition  # lazy: the extra `llm`
    from pydantic_ai.tools import ToolDefinition  # lazy: the extra `llm`

    schema = answer.model_json_schema()
    match mode:
        case "text":
            return ModelRequestParameters()
        case "tool":
            form = ToolDefinition(
                name=ANSWER_TOOL, description="The answer.", parameters_json_schema=schema, kind="output", strict=None
            )
            return ModelRequestParameters(output_mode="tool", output_tools=[form], allow_text_output=False)
        case _:
            definition = OutputObjectDefinition(json_schema=schema, name=answer.__name__)
            output_mode: Literal["prompted", "native"] = "prompted" if mode == "prompted" else "native"
            return ModelRequestParameters(output_mode=output_mode, output_object=definition)


@lru_cache(maxsize=64)
def schema_text(answer: "type[BaseModel]") -> str:
    """The schema of `answer` as the server reads it: its tokens count with the prompt."""
    return json.dumps(answer.model_json_schema(), ensure_ascii=False)


def parse_answer(answer: type[T], response: ResponseStream) -> T | MalformedAnswer | RefusedAnswer:
    """Parses a finished response as `answer`."""
    from pydantic import ValidationError  # lazy: pydantic is slow, and only a model needs it

    unknown_tools = [call.name for call in response.calls if call.name != ANSWER_TOOL]
    if unknown_tools:
        return MalformedAnswer(errors=("a tool was called that does not exist; there are no tools",))
    # Before parsing: a filtered answer may break off in the middle of valid JSON.
    if response.finish == "content_filter":
        return RefusedAnswer()
    words = _words(response)
    if isinstance(words, MalformedAnswer):
        return words
    found = parse_object(words)
    if isinstance(found, UnreadableJson):
        # Only text without an object can be a refusal: a claim may well say "I cannot".
        if "{" not in words and _REFUSAL.search(words[:_LOOK_FOR_REFUSAL]):
            return RefusedAnswer()
        return MalformedAnswer(errors=(_too_long(found.reason, response),))
    try:
        return answer.model_validate(found.value)
    except ValidationError as exc:
        return MalformedAnswer(
            errors=_in_words(exc.errors(include_url=False, include_input=False, include_context=False))
        )


def _words(response: ResponseStream) -> str | MalformedAnswer:
    """The text that should be the form: the arguments of the one tool call, or the response's text."""
    if len({call.arguments for call in response.calls}) > 1:
        return MalformedAnswer(errors=("the answer was given more than once, and not the same",))
    return response.calls[0].arguments if response.calls else response.text


def _too_long(reason: str, response: ResponseStream) -> str:
    return (
        f"{reason}; the answer was too long and was cut off: answer shorter" if response.finish == "length" else reason
    )


def _in_words(errors: Sequence[Any]) -> tuple[str, ...]:
    """Place and message of each error; of the model's own text only field names appear."""
    lines = [f"{'.'.join(str(part)[:40] for part in one['loc']) or 'the object'}: {one['msg']}" for one in errors]
    return tuple(line[:LONGEST_ERROR] for line in lines[:MOST_ERRORS])
