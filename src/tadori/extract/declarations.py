"""Parses the declarations of one style rule that can decide whether text is visible.

In: the text of a rule's body. Out: longhands with parsed values. Shorthands are expanded (`font` is also a font size,
`inset` is four offsets). A declaration with an invalid value is dropped, as browsers do: it must not override one that
hides.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from tadori.extract.css_values import (
    HEIGHT,
    WIDTH,
    Colour,
    comma_parts,
    css_colour,
    css_length,
    css_number,
    has_variables,
    keyword,
    meaningful,
)

RELEVANT: Final = re.compile(
    r"display|visibility|opacity|clip|mask|transform|scale|translate|rotate|zoom|font|indent|left|right|top|bottom|inset"
    r"|margin|padding|height|width|-size|overflow|position|color|background|filter|animation|backface|(?<![\w-])all\s*:|--|\\",
    re.IGNORECASE,
)
_DISPLAYS: Final = frozenset(
    "none block inline inline-block flex inline-flex grid inline-grid table inline-table table-row table-cell list-item"
    " table-row-group table-header-group table-footer-group table-column table-column-group table-caption contents"
    " flow flow-root ruby run-in math -webkit-box -webkit-inline-box -webkit-flex -ms-flexbox".split()
)
_SIZES: Final = {
    "xx-small": 9.0,
    "x-small": 10.0,
    "small": 13.0,
    "medium": 16.0,
    "large": 18.0,
    "x-large": 24.0,
    "xx-large": 32.0,
    "xxx-large": 48.0,
}
_SIDES: Final = ("top", "right", "bottom", "left")
_LOGICAL: Final = {
    "inline-start": ("left",),
    "inline-end": ("right",),
    "block-start": ("top",),
    "block-end": ("bottom",),
    "inline": ("left", "right"),
    "block": ("top", "bottom"),
}
WIDE: Final = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})
PICTURE: Final = "picture"
TEXT: Final = "text"

ValueParser = Callable[[Sequence[Any], float], Any]
"""Tokens and the size of letters around: the value, or `None` where it is none."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """One longhand, and how its value is parsed."""

    name: str
    tokens: tuple[Any, ...]
    important: bool
    reads: ValueParser
    wide: str
    """A keyword that every property takes, such as `inherit`."""
    varies: bool


@lru_cache(maxsize=8192)
def declarations_in(body: str) -> tuple[Declaration, ...]:
    """The declarations of a rule or a `style` attribute that can decide whether text is visible."""
    import tinycss2  # lazy: only where style sheets could hide text

    found: list[Declaration] = []
    for node in tinycss2.parse_blocks_contents(body, skip_comments=True, skip_whitespace=True):
        if node.type != "declaration":
            continue
        name = node.name if node.name.startswith("--") else node.lower_name
        wide = keyword(node.value)
        wide = wide if wide in WIDE else ""
        varies = has_variables(node.value)
        for longhand, reads in _longhands(name):
            found.append(Declaration(longhand, tuple(node.value), node.important, reads, wide, varies))
    return tuple(found)


def _longhands(name: str) -> Sequence[tuple[str, ValueParser]]:
    if name.startswith("--"):
        return ((name, lambda tokens, _: tokens),)
    return _LONGHANDS.get(name, ())


def _word(*allowed: str) -> ValueParser:
    return lambda tokens, _: found if (found := keyword(tokens)) in allowed else None


def _display(tokens: Sequence[Any], _: float) -> str | None:
    words = [keyword([token]) for token in meaningful(tokens)]
    return " ".join(words) if words and all(word in _DISPLAYS for word in words) else None


def _number(tokens: Sequence[Any], _: float) -> float | None:
    return css_number(tokens)


def _length(whole: float, none: frozenset[str]) -> ValueParser:
    """A length; `none` are the words that mean there is no such limit."""

    def reads(tokens: Sequence[Any], letters: float) -> Any:
        return "auto" if keyword(tokens) in none else css_length(tokens, letters=letters, whole=whole)

    return reads


def _font_size(tokens: Sequence[Any], letters: float) -> float | None:
    word = keyword(tokens)
    if word:
        return _SIZES.get(word) or {"smaller": letters / 1.2, "larger": letters * 1.2}.get(word)
    return css_length(tokens, letters=letters, whole=letters)


def _font(tokens: Sequence[Any], letters: float) -> float | None:
    """The size in a `font`: the first length, which a weight is not."""
    for token in meaningful(tokens):
        is_size = token.type in ("dimension", "percentage", "function") or (token.type == "number" and token.value == 0)
        if is_size or (token.type == "ident" and token.lower_value in _SIZES):
            return _font_size([token], letters)
    return None


def _colour(tokens: Sequence[Any], _: float) -> Colour | str | None:
    return "currentcolor" if keyword(tokens) == "currentcolor" else css_colour(tokens)


def _background_colour(tokens: Sequence[Any], _: float) -> Colour | None:
    last = comma_parts(tokens)[-1]
    found = [made for token in meaningful(last) if (made := css_colour([token]))]
    # A background without a colour has none: the shorthand sets all of its parts.
    return found[-1] if found else Colour(0, 0, 0, 0)


def _background_image(tokens: Sequence[Any], _: float) -> tuple[Colour, ...] | str:
    """`none`, the colours of a gradient, or that it is a picture."""
    colours: list[Colour] = []
    for token in meaningful(tokens):
        if token.type == "url" or (token.type == "function" and "gradient" not in token.lower_name):
            if css_colour([token]) is None:
                return PICTURE
        elif token.type == "function":
            colours += [
                made for part in comma_parts(token.arguments) for one in meaningful(part) if (made := css_colour([one]))
            ]
    return tuple(colours) if colours else "none"


def _clip_words(tokens: Sequence[Any], _: float) -> str | None:
    words = [keyword([token]) for token in meaningful(tokens)]
    return TEXT if TEXT in words else "box" if all(words) else None


def _background_clip(tokens: Sequence[Any], _: float) -> str:
    return TEXT if any(keyword([token]) == TEXT for token in meaningful(tokens)) else "box"


def _functions(tokens: Sequence[Any], _: float) -> tuple[Any, ...] | None:
    found = meaningful(tokens)
    if keyword(found) in ("none", "auto"):
        return ()
    return tuple(found) if any(token.type == "function" for token in found) else None


def _numbers(tokens: Sequence[Any], _: float) -> tuple[Any, ...] | None:
    found = meaningful(tokens)
    return () if keyword(found) == "none" else tuple(found) or None


def _names(tokens: Sequence[Any], _: float) -> tuple[str, ...]:
    return tuple(token.value for token in meaningful(tokens) if token.type in ("ident", "string"))


def _side(at: int, whole: float) -> ValueParser:
    """One side of a shorthand of one to four lengths."""
    one = _length(whole, frozenset({"auto"}))

    def reads(tokens: Sequence[Any], letters: float) -> Any:
        found = meaningful(tokens)
        if not 1 <= len(found) <= 4:
            return None
        order = {1: (0, 0, 0, 0), 2: (0, 1, 0, 1), 3: (0, 1, 2, 1), 4: (0, 1, 2, 3)}[len(found)]
        return one([found[order[at]]], letters)

    return reads


def _overflow(at: int) -> ValueParser:
    def reads(tokens: Sequence[Any], _: float) -> str | None:
        words = [keyword([token]) for token in meaningful(tokens)]
        known = all(word in ("visible", "hidden", "clip", "scroll", "auto", "overlay") for word in words)
        return words[at if len(words) > 1 else 0] if words and known else None

    return reads


_NO_LIMIT: Final = frozenset(
    {"auto", "none", "min-content", "max-content", "fit-content", "normal", "-webkit-fill-available"}
)
_ACROSS: Final = _length(WIDTH, _NO_LIMIT)
_DOWN: Final = _length(HEIGHT, _NO_LIMIT)
_PLAIN: Final[dict[str, tuple[tuple[str, ValueParser], ...]]] = {
    "all": (("all", lambda tokens, _: keyword(tokens) or None),),
    "display": (("display", _display),),
    "visibility": (("visibility", _word("visible", "hidden", "collapse")),),
    "content-visibility": (("content-visibility", _word("visible", "auto", "hidden")),),
    "opacity": (("opacity", _number),),
    "color": (("color", _colour),),
    "-webkit-text-fill-color": (("fill", _colour),),
    "background-color": (("background-color", _colour),),
    "background-image": (("background-image", _background_image),),
    "background": (
        ("background-color", _background_colour),
        ("background-image", _background_image),
        ("background-clip", _background_clip),
    ),
    "background-clip": (("background-clip", _clip_words),),
    "font-size": (("font-size", _font_size),),
    "font": (("font-size", _font),),
    "text-indent": (("text-indent", _length(WIDTH, frozenset())),),
    "line-height": (("line-height", _DOWN),),
    "position": (("position", _word("static", "relative", "absolute", "fixed", "sticky")),),
    "overflow": (("overflow-x", _overflow(0)), ("overflow-y", _overflow(1))),
    "overflow-x": (("overflow-x", _overflow(0)),),
    "overflow-y": (("overflow-y", _overflow(0)),),
    "clip": (("clip", _functions),),
    "clip-path": (("clip-path", _functions),),
    "transform": (("transform", _functions),),
    "scale": (("scale", _numbers),),
    "translate": (("translate", _numbers),),
    "rotate": (("rotate", _numbers),),
    "zoom": (("zoom", _number),),
    "backface-visibility": (("backface-visibility", _word("visible", "hidden")),),
    "filter": (("filter", _functions),),
    "mask-image": (("mask-image", _background_image),),
    "mask": (("mask-image", _background_image),),
    "animation": (("animation-name", _names), ("animation-fill-mode", _names)),
    "animation-name": (("animation-name", _names),),
    "animation-fill-mode": (("animation-fill-mode", _names),),
}
_PREFIXED: Final = (
    "clip-path",
    "transform",
    "mask-image",
    "mask",
    "filter",
    "animation",
    "background-clip",
    "animation-name",
)


def _table() -> dict[str, tuple[tuple[str, ValueParser], ...]]:
    """Every property that is read, and the longhands it sets."""
    made = dict(_PLAIN)
    for name, reads in (("width", _ACROSS), ("height", _DOWN)):
        logical = {"width": "inline-size", "height": "block-size"}[name]
        for prefix in ("", "max-"):
            made[f"{prefix}{name}"] = made[f"{prefix}{logical}"] = ((f"{prefix}{name}", reads),)
    for family, stem in (("inset", ""), ("margin", "margin-"), ("padding", "padding-")):
        sides = [(f"{stem}{side}", HEIGHT if side in ("top", "bottom") else WIDTH) for side in _SIDES]
        made[family] = tuple((side, _side(at, whole)) for at, (side, whole) in enumerate(sides))
        for at, (side, whole) in enumerate(sides):
            made[side] = ((side, _side(at, whole)),)
        for logical, which in _LOGICAL.items():
            made[f"{family}-{logical}"] = tuple((f"{stem}{side}", _side(_SIDES.index(side), WIDTH)) for side in which)
    for name in _PREFIXED:
        made[f"-webkit-{name}"] = made[name]
    return made


_LONGHANDS: Final = _table()
