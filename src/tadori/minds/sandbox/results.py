"""What may go into code and come out of it, whichever interpreter runs it.

In: code with its inputs, or a result. Out: nothing where they may be used; a result in lists, objects, texts and
numbers. NaN, infinities, dates, sets, bytes and objects are refused: JSON has no form that everybody reads alike.
"""

import math
import unicodedata
from collections.abc import Mapping
from typing import Any, Final

from tadori.errors import CodeRefused
from tadori.model.code_thresholds import (
    DEEPEST_RESULT,
    LONGEST_CODE,
    LONGEST_RESULT,
    MOST_INPUTS,
    MOST_RESULT_DIGITS,
    MOST_RESULT_PARTS,
)

_LARGEST_WHOLE: Final = 10**MOST_RESULT_DIGITS


def check_call(code: str, inputs: Mapping[str, Any]) -> None:
    """Raises `CodeRefused` where code or inputs are over their limits."""
    if not code.strip():
        raise CodeRefused("there is no code")
    if len(code) > LONGEST_CODE:
        raise CodeRefused(f"the code has {len(code)} characters; at most {LONGEST_CODE} are run")
    if any(unicodedata.category(character) in ("Cs", "Cf") or character == "\0" for character in code):
        raise CodeRefused("the code holds invisible characters")
    if len(inputs) > MOST_INPUTS:
        raise CodeRefused(f"there are {len(inputs)} inputs; at most {MOST_INPUTS} are given")
    if not all(name.isidentifier() and name.isascii() for name in inputs):
        raise CodeRefused("an input has a name that is none")
    plain_value(list(inputs.values()))


def plain_value(value: Any) -> Any:
    """`value` as JSON holds it; tuples become lists. Raises `CodeRefused`."""
    return _plain(value, DEEPEST_RESULT, [MOST_RESULT_PARTS])


def _plain(value: Any, depth: int, left: list[int]) -> Any:
    left[0] -= 1
    if depth == 0 or left[0] < 0:
        raise CodeRefused("the result has too many parts, or is nested too deep")
    match value:
        case bool() | None:
            if value is None:
                raise CodeRefused("the code gives nothing: its last line must be the result")
            return value
        case int() if abs(value) < _LARGEST_WHOLE:
            return value
        case float() if math.isfinite(value):
            return value
        case str() if len(value) <= LONGEST_RESULT and _is_writable(value):
            return value
        case list() | tuple():
            return [_plain(one, depth - 1, left) for one in value]
        case dict() if all(type(key) is str for key in value):
            return {_plain(key, depth - 1, left): _plain(one, depth - 1, left) for key, one in value.items()}
    raise CodeRefused("the result is nothing that JSON can hold: a number without a value, too long, or no data")


def _is_writable(text: str) -> bool:
    return not any(unicodedata.category(character) == "Cs" for character in text)
