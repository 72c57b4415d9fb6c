"""Digits that a page raises or lowers by markup, as the characters for that: `10<sup>3</sup>` is 10³, never 103.

Comes in: the text of a `sup` or `sub` element. Goes out: the same in raised or lowered characters, where all of the
element is a number. What is none (`1<sup>st</sup>`, `<sup>[2]</sup>`) is read as it stands.
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
    """Whether all that stands in `element`, an lxml `sup` or `sub`, is one number."""
    text = ""
    for part in element.itertext():
        text += part
        if len(text) > 12:
            return False
    return _NUMBERS[element.tag].fullmatch(text) is not None and element.find(".//sup") is None


def raised(tag: str, text: str) -> str:
    """`text` in the raised or lowered characters of `tag`."""
    return "".join(text.split()).translate(_TABLES[tag])


def raised_number(tag: str, text: str) -> str:
    """`text`, all that stands in a `tag` element, raised or lowered where it is a number."""
    return raised(tag, text) if _NUMBERS[tag].fullmatch(text) else text


def raised_in(markup: str) -> str:
    """`markup` with every short `<sup>` and `<sub>` replaced by what `raised_number` makes of it."""
    return _WRITTEN.sub(lambda found: raised_number(found[1].lower(), found[2]), markup)
