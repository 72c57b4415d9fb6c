"""Decides by its text alone whether a declaration could hide text, and which other properties must then be read.

A fast filter, not a decision: what passes is parsed and weighed in other modules, and it passes whatever it does not
understand (escapes, variables, comments, torn values). Declarations found harmless are remembered: most sheets repeat
the same ones.
"""

import re
from functools import lru_cache
from typing import Final

from tadori.extract.css_values import FONT_SIZE, Colour, channel_distance, css_colour
from tadori.extract.declarations import declarations_in
from tadori.extract.hiding import WHITE

_HIDING_VALUES: Final = {
    "display": r"none",
    "visibility": r"hidden|collapse",
    "content-visibility": r"hidden",
    "opacity": r"^(?!0?\.[1-9]|1(?:\.0*)?\s*(?:!|$)|[1-9]\d+%)",
    "filter": r"opacity",
    "clip": r"^(?!auto)",
    "clip-path": r"^(?!none)",
    "mask": r"gradient",
    "mask-image": r"gradient",
    "transform": r"scale|matrix|rotate|translate",
    "scale": r"",
    "translate": r"",
    "rotate": r"",
    "zoom": r"^(?!1|normal)",
    "font-size": r"^(?!1[0-9]|[2-9]|0?\.[89]\d*r?em|1(?:\.\d+)?r?em|inherit|small|medium|large|x)",
    "font": r"(?<![\d.#])(?:0|[01]?\.\d|1p|calc|min|max|clamp)",
    "text-indent": r"^(?!0|[1-9]?\d(?:px|pt)|\d?(?:\.\d+)?r?em)",
    "animation": r"^(?!none)",
    "animation-name": r"^(?!none)",
    "line-height": r"^0(?!\.[1-9])",
}
_SIZE: Final = r"^(?:0|1px|\.|calc|min\(|max\(|clamp|-)"
_PLACE: Final = r"-\s*\d{3}|(?<![.\d])\d{4}|-\d*\.?\d+(?:r?em|v|%|in|cm)|calc|min|max|clamp|\dv|(?<![.\d])\d{3}%"
_LENGTH: Final = re.compile(r"(-?\d*\.?\d+)(px|r?em)?")
_PIXELS: Final = {"px": 1.0, "em": FONT_SIZE, "rem": FONT_SIZE}
_FAR: Final = (-200.0, 800.0)
"""Pixels: less than this does not take text off the screen, not even together with another move."""
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_PREFIX: Final = "-webkit-"


def _patterns() -> dict[str, re.Pattern[str]]:
    """For each property that can hide, which values could."""
    sources = dict(_HIDING_VALUES)
    for name in ("height", "width", "block-size", "inline-size"):
        sources[name] = sources[f"max-{name}"] = _SIZE
    for family in ("inset", "margin"):
        sides = ("", "-left", "-right", "-top", "-bottom", "-inline", "-inline-start", "-inline-end", "-block")
        for side in (*sides, "-block-start", "-block-end"):
            sources[f"{family}{side}"] = _PLACE
    for side in ("left", "right", "top", "bottom"):
        sources[side] = _PLACE
    return {name: re.compile(source) for name, source in sources.items()}


_PATTERNS: Final = _patterns()
_MEASURED: Final = frozenset(
    pattern for name, pattern in _PATTERNS.items() if pattern.pattern in (_PLACE, _SIZE) or name == "font-size"
)
_SMALL_LETTERS: Final = 11.0
_SMALL_BOX: Final = 2.0
_INKS: Final = frozenset({"color", "text-fill-color"})
_PAPERS: Final = frozenset({"background", "background-color", "background-image"})
_ELSEWHERE: Final = re.compile(r"var\(|env\(|attr\(|\\|/\*")
_HARMLESS: Final[set[str]] = set()
_HIDING: Final[set[str]] = set()
_MOST_KEPT: Final = 100_000
"""Declarations that are kept in mind, of either kind."""
_LONGEST_KEPT: Final = 200
_ALWAYS_READ: Final = r"|(?<![\w-])all\s*:|--|\\|animation"
_FAMILIES: Final = {
    name: re.compile(read + _ALWAYS_READ, re.IGNORECASE)
    for read, family in (
        ("color|background", "color background background-color background-image text-fill-color"),
        ("display", "display"),
        ("visibility", "visibility content-visibility"),
        ("opacity|filter", "opacity filter"),
        ("font|zoom", "font font-size zoom"),
        ("indent", "text-indent"),
        ("height|width|-size|overflow|padding", "height width max-height max-width line-height"),
    )
    for name in family.split()
}
_HEX: Final = re.compile(r"#(?:[\da-f]{3}|[\da-f]{6})")
_CLEAR: Final = frozenset({"inherit", "currentcolor", "initial", "unset", "revert"})


def could_hide(declaration: str) -> bool:
    """Whether a declaration could hide text, by its text; true where that takes a closer look."""
    if "*/" in declaration:
        declaration = _COMMENT.sub("", declaration).rpartition("*/")[2]
    written, colon, value = declaration.partition(":")
    name = _known_name(written)
    if name is None:
        return False
    if not name or not colon:
        return bool(colon)
    value = value.strip().lower()
    if value.count("(") != value.count(")") or value.count('"') % 2 or value.count("'") % 2:
        # Torn at a semicolon in a string or in brackets: the rest is not at hand.
        return True
    pattern = _PATTERNS.get(name)
    if pattern is not None:
        if _ELSEWHERE.search(value):
            return True
        return pattern.search(value) is not None and not (pattern in _MEASURED and _measures_harmless(name, value))
    value = value.partition("!")[0].rstrip()
    return _is_pale(value) if name in _INKS else _is_dark(value)


def _measures_harmless(name: str, value: str) -> bool:
    """Whether all lengths of a value are known, and none of them is one that hides."""
    simple = _LENGTH.fullmatch(value.partition("!")[0].rstrip())
    if simple:
        lengths = [float(simple[1]) * _PIXELS[simple[2] or "px"]]
    else:
        sizes = [one.reads(one.tokens, FONT_SIZE) for one in declarations_in(f"{name}:{value}")]
        if not sizes or None in sizes:
            return False
        lengths = [size for size in sizes if isinstance(size, float)]
    if name == "font-size":
        return all(size > _SMALL_LETTERS for size in lengths)
    if name.endswith(("height", "width", "-size")):
        return all(size > _SMALL_BOX for size in lengths)
    return all(_FAR[0] < size < _FAR[1] for size in lengths)


@lru_cache(maxsize=8192)
def _known_name(written: str) -> str | None:
    """The property name; `None` where it hides nothing, empty where it is written in an unusual way."""
    if "\\" in written or "/*" in written:
        return ""
    name = written.strip(" \t\r\n\f}").lower().removeprefix(_PREFIX)
    return name if name in _PATTERNS or name in _INKS or name in _PAPERS else None


@lru_cache(maxsize=4096)
def _is_pale(value: str) -> bool:
    """Whether letters of this colour could vanish on white paper."""
    if _HEX.fullmatch(value):
        return all(digit in "ef" for digit in value[1 :: 1 if len(value) == 4 else 2])
    if value in _CLEAR:
        return False
    made = _colour(value)
    return made is None or made.alpha < 0.3 or channel_distance(made, WHITE) < 0.1


@lru_cache(maxsize=4096)
def _is_dark(value: str) -> bool:
    """Whether letters that are not pale could vanish on this paper."""
    if _HEX.fullmatch(value):
        return not all(digit in "ef" for digit in value[1 :: 1 if len(value) == 4 else 2])
    if value in _CLEAR or value in ("none", "0 0", "transparent", "0", "#fff none"):
        return False
    if "url(" in value and "#" not in value and "rgb" not in value:
        # A picture alone hides nothing: what is behind letters is then not known.
        return _ELSEWHERE.search(value) is not None
    if "gradient" in value:
        return True
    made = _colour(value)
    return made is None or (made.alpha > 0.05 and channel_distance(made, WHITE) >= 0.1)


def _colour(value: str) -> Colour | None:
    import tinycss2  # lazy: only where style sheets could hide text

    return css_colour(tinycss2.parse_component_value_list(value))


def properties_to_read(body: str) -> set[re.Pattern[str] | None]:
    """Patterns of the properties to read in all rules so as to weigh one that could hide; `None`: everything."""
    found: set[re.Pattern[str] | None] = set()
    for declaration in body.split(";"):
        if declaration in _HARMLESS:
            continue
        hides = declaration in _HIDING or could_hide(declaration)
        kept = _HIDING if hides else _HARMLESS
        if len(kept) < _MOST_KEPT and len(declaration) < _LONGEST_KEPT:
            kept.add(declaration)
        if hides:
            found.add(_FAMILIES.get(_known_name(declaration.partition(":")[0]) or ""))
    return found
