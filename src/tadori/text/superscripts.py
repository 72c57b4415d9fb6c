"""Turns digits in `sup` and `sub` elements into superscript and subscript characters: `10<sup>3</sup>` is 10³, never
103.

Comes in: the text of a `sup` or `sub` element. Goes out: the same in superscript or subscript characters, if the whole
element is a number. Anything else (`1<sup>st</sup>`, `<sup>[2]</sup>`) is left unchanged.
"""

import re
from typing import Any, Final

from tadori.text.lazy_pattern import lazy_pattern

MARKUP: Final = frozenset({"sup", "sub"})
_TABLES: Final = {
    "sup": str.maketrans("0123456789+-−–n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻ⁿ"),
    "sub": str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"),
}
_NUMBERS: Final = {"sup": lazy_pattern(r"\s*(?:[+\-−–]?\s?\d{1,4}|n)\s*"), "sub": lazy_pattern(r"\s*\d{1,4}\s*")}
_WRITTEN: Final = re.compile(r"<(sup|sub)(?:\s[^<>]*+)?>([^<>]{1,12})</\1\s*>", re.IGNORECASE)


def is_raised(element: Any) -> bool:
    """Whether the whole of `element`, an lxml `sup` or `sub`, is one number."""
    text = ""
    for part in element.itertext():
        text += part
        if len(text) > 12:
            return False
    return _NUMBERS[element.tag].fullmatch(text) is not None and element.find(".//sup") is None


def raised(tag: str, text: str) -> str:
    """`text` in the superscript or subscript characters of `tag`."""
    return "".join(text.split()).translate(_TABLES[tag])


def raised_number(tag: str, text: str) -> str:
    """`text`, the whole of a `tag` element, converted if it is a number."""
    return raised(tag, text) if _NUMBERS[tag].fullmatch(text) else text


def raised_in(markup: str) -> str:
    """`markup` with every short `<sup>` and `<sub>` replaced by its `raised_number`."""
    return _WRITTEN.sub(lambda found: raised_number(found[1].lower(), found[2]), markup)
