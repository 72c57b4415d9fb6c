"""Answers with a form: how a model is asked for one, and what its words come to.

Comes in: an answer form (a pydantic model) and a way to ask (`grammar`, `native`, `tool`, `prompted`). Goes out: the
parameters of a request; and, of what was heard, the form filled, or what was wrong with it in words that can be given
back to the model. No request is made here, and a tool that a model calls is never run: the one tool that is offered is
the form itself.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeVar

from tadori.minds.llm.json_repair import UnreadableJson, parse_object

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic_ai.models import Model, ModelRequestParameters

    from tadori.minds.llm.response_stream import ResponseStream

T = TypeVar("T", bound="BaseModel")
RequestMode = Literal["grammar", "native", "tool", "prompted", "text"]

BEST_FIRST: Final[tuple[RequestMode, ...]] = ("grammar", "native", "tool", "prompted")
"""A grammar cannot be left; a native schema seldom is; a tool call is a habit; a wish in words is a wish."""
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
    """A model of the user's, and what it can. It is built when it is first asked."""

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
    """An answer without the asked form: what was wrong, bounded."""

    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedAnswer:
    """The model said that it will not."""


def request_modes(named: UsableModel) -> tuple[RequestMode, ...]:
    """How `named` can be asked for a form, best first; every model can be told in words, and a grammar needs none."""
    known = tuple(mode for mode in BEST_FIRST if mode in named.modes)
    return known if known[:1] == ("grammar",) else tuple(dict.fromkeys((*known, "prompted")))


@lru_cache(maxsize=64)
def request_parameters(answer: "type[BaseModel]", mode: RequestMode) -> "ModelRequestParameters":
    """The request's side of `answer`, a form. The same object each time: models take it as read-only."""
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition
    from pydantic_ai.tools import ToolDefinition

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
            asked = OutputObjectDefinition(json_schema=schema, name=answer.__name__)
            wanted: Literal["prompted", "native"] = "prompted" if mode == "prompted" else "native"
            return ModelRequestParameters(output_mode=wanted, output_object=asked)


@lru_cache(maxsize=64)
def schema_text(answer: "type[BaseModel]") -> str:
    """The schema of `answer` as a server reads it: its tokens are counted with the prompt."""
    import json

    return json.dumps(answer.model_json_schema(), ensure_ascii=False)


def parse_answer(answer: type[T], heard: "ResponseStream") -> T | MalformedAnswer | RefusedAnswer:
    """What was heard, as `answer`."""
    from pydantic import ValidationError

    strangers = [call.name for call in heard.calls if call.name != ANSWER_TOOL]
    if strangers:
        return MalformedAnswer(errors=("a tool was called that does not exist; there are no tools",))
    if heard.finish == "content_filter":
        return RefusedAnswer()
    words = _words(heard)
    if isinstance(words, MalformedAnswer):
        return words
    found = parse_object(words)
    if isinstance(found, UnreadableJson):
        if "{" not in words and _REFUSAL.search(words[:_LOOK_FOR_REFUSAL]):
            return RefusedAnswer()
        return MalformedAnswer(errors=(_too_long(found.reason, heard),))
    try:
        return answer.model_validate(found.value)
    except ValidationError as exc:
        return MalformedAnswer(
            errors=_in_words(exc.errors(include_url=False, include_input=False, include_context=False))
        )


def _words(heard: "ResponseStream") -> str | MalformedAnswer:
    """The text that should be the form: of the one call, or what was said."""
    if len({call.arguments for call in heard.calls}) > 1:
        return MalformedAnswer(errors=("the answer was given more than once, and not the same",))
    return heard.calls[0].arguments if heard.calls else heard.text


def _too_long(reason: str, heard: "ResponseStream") -> str:
    return f"{reason}; the answer was too long and was cut off: answer shorter" if heard.finish == "length" else reason


def _in_words(errors: Sequence[Any]) -> tuple[str, ...]:
    """Place and message of each error; the model's own words are not among them, except as names of fields."""
    lines = [f"{'.'.join(str(part)[:40] for part in one['loc']) or 'the object'}: {one['msg']}" for one in errors]
    return tuple(line[:LONGEST_ERROR] for line in lines[:MOST_ERRORS])
