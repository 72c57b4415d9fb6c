"""Evaluates the conditions of `@media` and `@supports` for a reader at a desktop screen.

The screen is 1280 by 800 pixels, light, with a mouse. `None` means that only a browser could say: what such a rule
hides counts as hidden, what it would show does not.
"""

import re
from functools import lru_cache
from typing import Any, Final

_WIDTH: Final = 1280.0
_HEIGHT: Final = 800.0
_SIZES: Final = {"width": _WIDTH, "height": _HEIGHT, "device-width": _WIDTH, "device-height": _HEIGHT}
_PIXELS: Final = {"px": 1.0, "em": 16.0, "rem": 16.0, "pt": 4 / 3, "in": 96.0, "cm": 37.8, "mm": 3.78, "pc": 16.0}
_STATES: Final = {
    "orientation": "landscape",
    "prefers-color-scheme": "light",
    "prefers-reduced-motion": "no-preference",
    "prefers-reduced-data": "no-preference",
    "prefers-reduced-transparency": "no-preference",
    "prefers-contrast": "no-preference",
    "forced-colors": "none",
    "inverted-colors": "none",
    "hover": "hover",
    "any-hover": "hover",
    "pointer": "fine",
    "any-pointer": "fine",
    "scripting": "enabled",
    "update": "fast",
    "display-mode": "browser",
    "overflow-block": "scroll",
    "overflow-inline": "scroll",
    "color-gamut": "srgb",
    "dynamic-range": "standard",
    "grid": "0",
    "monochrome": "0",
}
_TRUE_ALONE: Final = frozenset(
    {"color", "hover", "any-hover", "pointer", "any-pointer", "width", "height", "scripting"}
)
_TYPES: Final = {"all": True, "screen": True}
_NO_SCREEN: Final = frozenset("print speech aural tty tv projection handheld braille embossed".split())
_COMPARED: Final = re.compile(r"^(.*?)\s*(<=|>=|<|>|=)\s*(.*?)(?:\s*(<=|>=|<|>|=)\s*(.*))?$")
_SUPPORTED: Final = re.compile(
    r"^(?:display|position|color|background[\w-]*|opacity|visibility|transform|transition|animation|filter|backdrop-filter"
    r"|object-fit|aspect-ratio|gap|grid[\w-]*|flex[\w-]*|font-[\w-]+|clip-path|mask[\w-]*|width|height|(?:min|max)-\w+|margin"
    r"|padding|overflow[\w-]*|inset|-webkit-[\w-]+|--[\w-]*|content-visibility|scroll-[\w-]+|text-[\w-]+|float|box-[\w-]+)$"
)
_SUPPORTED_VALUE: Final = re.compile(
    r"^(?:[\d.]+(?:px|r?em|%|v[wh]|s|fr)?|grid|flex|block|none|inline-(?:grid|flex|block)|sticky|fixed|cover|contain"
    r"|contents|flow-root|subgrid|auto|hidden|clip|text|blur\([\d.]+px\)|(?:var|env)\([^()]*\)|red|black|white|#[\da-f]{3,8})$"
)


@lru_cache(maxsize=2048)
def media_applies(query: str) -> bool | None:
    """Whether a list of media queries holds."""
    return _either([_query(part) for part in query.lower().split(",")]) if query.strip() else True


@lru_cache(maxsize=512)
def supports_applies(condition: str) -> bool | None:
    """Whether a condition of `@supports` holds in a browser of today."""
    return _condition(condition.lower(), _supports_one)


def _either(found: list[bool | None]) -> bool | None:
    return True if True in found else (None if None in found else False)


def _both(found: list[bool | None]) -> bool | None:
    return False if False in found else (None if None in found else True)


def _opposite(found: bool | None) -> bool | None:
    return None if found is None else not found


def _query(text: str) -> bool | None:
    """One media query: `not screen and (...)`, `only screen`, `(...) and (...)`."""
    words = text.strip()
    negated = False
    if words.startswith("only "):
        words = words[5:].strip()
    elif words.startswith("not ") and not words[4:].lstrip().startswith("("):
        words, negated = words[4:].strip(), True
    kind = re.match(r"[\w\\-]+", words)
    found: list[bool | None] = []
    if kind and kind[0] != "not":
        found.append(_TYPES.get(kind[0], False if kind[0] in _NO_SCREEN else None))
        words = words[kind.end() :].strip().removeprefix("and").strip()
    if words:
        found.append(_condition(words, _feature))
    holds = _both(found)
    return _opposite(holds) if negated else holds


def _condition(text: str, one: Any) -> bool | None:
    """A condition of `not`, `and`, `or` and brackets over single tests."""
    import tinycss2  # lazy: only where style sheets could hide text

    tokens = tinycss2.parse_component_value_list(text, skip_comments=True)
    return _of_tokens([token for token in tokens if token.type != "whitespace"], one, 0)


def _of_tokens(tokens: list[Any], one: Any, depth: int) -> bool | None:
    if depth > 20 or not tokens:
        return None
    words = [token.lower_value if token.type == "ident" else "" for token in tokens]
    for joint, join in (("or", _either), ("and", _both)):
        if joint in words:
            at = words.index(joint)
            left, right = _of_tokens(tokens[:at], one, depth + 1), _of_tokens(tokens[at + 1 :], one, depth + 1)
            return join([left, right])
    if words[0] == "not":
        return _opposite(_of_tokens(tokens[1:], one, depth + 1))
    if len(tokens) != 1:
        return None
    return _single(tokens[0], one, depth)


def _single(token: Any, one: Any, depth: int) -> bool | None:
    import tinycss2  # lazy: only where style sheets could hide text

    if token.type == "function":
        return True if token.lower_name == "selector" else None
    if token.type != "() block":
        return None
    inner = [part for part in token.content if part.type != "whitespace"]
    grouped = inner and (inner[0].type == "() block" or (inner[0].type == "ident" and inner[0].lower_value == "not"))
    if grouped:
        return _of_tokens(inner, one, depth + 1)
    found: bool | None = one(tinycss2.serialize(token.content).strip())
    return found


def _feature(text: str) -> bool | None:
    """One media feature, as `min-width: 600px`, `600px <= width < 900px` or `hover`."""
    name, colon, value = (part.strip() for part in text.partition(":"))
    if not colon:
        return _range(text) if any(sign in text for sign in "<>=") else (True if name in _TRUE_ALONE else None)
    bare = name.removeprefix("min-").removeprefix("max-")
    if bare in _SIZES:
        size = _pixels(value)
        if size is None:
            return None
        have = _SIZES[bare]
        return have >= size if name.startswith("min-") else have <= size if name.startswith("max-") else have == size
    return value == _STATES[name] if name in _STATES else None


def _range(text: str) -> bool | None:
    found = _COMPARED.match(text)
    if found is None:
        return None
    first, sign, second, later, third = found.groups()
    tests = [(first, sign, second)] + ([(second, later, third)] if later else [])
    return _both([_compare(*test) for test in tests])


def _compare(left: str, sign: str, right: str) -> bool | None:
    a, b = (_SIZES.get(side.strip(), _pixels(side)) for side in (left, right))
    if a is None or b is None:
        return None
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "=": a == b}[sign]


def _pixels(text: str) -> float | None:
    found = re.fullmatch(r"(-?\d*\.?\d+)([a-z]*)", text.strip())
    if found is None:
        return None
    if not found[2]:
        return 0.0 if float(found[1]) == 0 else None
    return float(found[1]) * _PIXELS[found[2]] if found[2] in _PIXELS else None


def _supports_one(text: str) -> bool | None:
    name, colon, value = (part.strip() for part in text.partition(":"))
    if not colon or not value:
        return None
    if name.startswith(("-ms-", "-moz-", "-o-")) or value.startswith(("-ms-", "-moz-", "-o-")):
        return False
    return True if _SUPPORTED.match(name) and _SUPPORTED_VALUE.match(value) else None
