"""Computes values of CSS declarations: pixels, numbers, colours and substituted variables.

In: parsed tokens. Out: values. Sizes are those of a desktop screen of 1280 by 800 pixels. An invalid value is `None`: a
browser drops such a declaration, and so does the cascade.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

WIDTH: Final = 1280.0
HEIGHT: Final = 800.0
FONT_SIZE: Final = 16.0
_UNITS: Final = {
    "px": 1.0,
    "pt": 4 / 3,
    "pc": 16.0,
    "in": 96.0,
    "cm": 37.8,
    "mm": 3.78,
    "q": 0.945,
    "rem": FONT_SIZE,
    "vw": WIDTH / 100,
    "svw": WIDTH / 100,
    "lvw": WIDTH / 100,
    "dvw": WIDTH / 100,
    "vi": WIDTH / 100,
    "vh": HEIGHT / 100,
    "svh": HEIGHT / 100,
    "lvh": HEIGHT / 100,
    "dvh": HEIGHT / 100,
    "vb": HEIGHT / 100,
    "vmin": HEIGHT / 100,
    "vmax": WIDTH / 100,
}
_OF_LETTERS: Final = {"em": 1.0, "ex": 0.5, "ch": 0.5, "ic": 1.0, "cap": 0.7, "lh": 1.2}
_MAX_DEPTH: Final = 16
_MAX_TOKENS: Final = 500


class Colour(NamedTuple):
    red: float
    green: float
    blue: float
    alpha: float


def meaningful(tokens: Sequence[Any]) -> list[Any]:
    """Tokens without white space and comments."""
    return [token for token in tokens if token.type not in ("whitespace", "comment")]


def keyword(tokens: Sequence[Any]) -> str:
    """The value where it is one word, else an empty string."""
    found = meaningful(tokens)
    return found[0].lower_value if len(found) == 1 and found[0].type == "ident" else ""


def has_variables(tokens: Sequence[Any], depth: int = 0) -> bool:
    """Whether the value refers to variables."""
    return any(
        token.type == "function"
        and (
            token.lower_name in ("var", "env", "attr")
            or depth > _MAX_DEPTH
            or has_variables(token.arguments, depth + 1)
        )
        for token in tokens
    )


def substituted(tokens: Sequence[Any], variables: dict[str, Sequence[Any]], depth: int = 0) -> list[Any] | None:
    """`tokens` with every `var()` put in; `None` where one has no value (or too long a one)."""
    made: list[Any] = []
    for token in tokens:
        if token.type != "function":
            made.append(token)
        elif token.lower_name in ("var", "env", "attr"):
            inner = _variable(token, variables, depth)
            if inner is None:
                return None
            made.extend(inner)
        else:
            arguments = substituted(token.arguments, variables, depth + 1) if depth < _MAX_DEPTH else None
            if arguments is None:
                return None
            made.append(type(token)(token.source_line, token.source_column, token.name, arguments))
        if len(made) > _MAX_TOKENS:
            return None
    return made


def _variable(token: Any, variables: dict[str, Sequence[Any]], depth: int) -> list[Any] | None:
    arguments = list(token.arguments)
    names = meaningful(arguments)
    if depth >= _MAX_DEPTH or not names or names[0].type != "ident":
        return None
    value = variables.get(names[0].value) if token.lower_name == "var" else None
    if value is not None:
        found = substituted(value, variables, depth + 1)
        if found is not None:
            return found
    commas = [at for at, one in enumerate(arguments) if one == ","]
    return substituted(arguments[commas[0] + 1 :], variables, depth + 1) if commas else None


def css_length(tokens: Sequence[Any], *, letters: float, whole: float) -> float | None:
    """A length in pixels: `letters` is the font size, `whole` what a percentage refers to."""
    found = meaningful(tokens)
    return _term(found[0], letters, whole, 0) if len(found) == 1 else None


def css_number(tokens: Sequence[Any]) -> float | None:
    """A number or percentage (of 1)."""
    return css_length(tokens, letters=1.0, whole=1.0)


def _term(token: Any, letters: float, whole: float, depth: int) -> float | None:
    match token.type:
        case "number":
            return float(token.value)
        case "percentage":
            return float(token.value) / 100 * whole
        case "dimension":
            unit = token.lower_unit
            size = _UNITS.get(unit) or (_OF_LETTERS[unit] * letters if unit in _OF_LETTERS else None)
            return None if size is None else token.value * size
        case "() block" if depth < _MAX_DEPTH:
            return _sum(token.content, letters, whole, depth + 1)
        case "function" if depth < _MAX_DEPTH:
            return _function(token, letters, whole, depth + 1)
        case _:
            return None


def _function(token: Any, letters: float, whole: float, depth: int) -> float | None:
    if token.lower_name in ("calc", "-webkit-calc"):
        return _sum(token.arguments, letters, whole, depth)
    parts = [_sum(part, letters, whole, depth) for part in comma_parts(token.arguments)]
    known = [part for part in parts if part is not None]
    if len(known) != len(parts) or not known:
        return None
    match token.lower_name:
        case "min":
            return min(known)
        case "max":
            return max(known)
        case "clamp" if len(known) == 3:
            return max(known[0], min(known[1], known[2]))
        case _:
            return None


def _sum(tokens: Sequence[Any], letters: float, whole: float, depth: int) -> float | None:
    """`a + b * c - d / e`, with its signs between white space."""
    total = 0.0
    product: float | None = None
    sign = 1.0
    waiting = ""
    for token in meaningful(tokens):
        if token.type == "literal" and token.value in "+-" and not waiting and product is not None:
            total += sign * product
            sign, product = (1.0 if token.value == "+" else -1.0), None
        elif token.type == "literal" and token.value in "*/" and product is not None:
            waiting = token.value
        else:
            value = _term(token, letters, whole, depth)
            if value is None or (product is not None and not waiting) or (waiting == "/" and value == 0):
                return None
            product = value if product is None else product * value if waiting == "*" else product / value
            waiting = ""
    return None if product is None or waiting else total + sign * product


def comma_parts(tokens: Sequence[Any]) -> list[list[Any]]:
    """What stands between commas."""
    parts: list[list[Any]] = [[]]
    for token in tokens:
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def css_colour(tokens: Sequence[Any]) -> Colour | None:
    """A colour in any notation but `currentcolor`."""
    import tinycss2  # lazy: only where style sheets could hide text

    found = meaningful(tokens)
    return _colour(tinycss2.serialize(found)) if len(found) == 1 else None


@lru_cache(maxsize=4096)
def _colour(text: str) -> Colour | None:
    from tinycss2 import color5, parse_one_component_value  # lazy: only where style sheets could hide text

    token = parse_one_component_value(text)
    if token.type == "error":
        return None
    try:
        made = color5.parse_color(token)
    except (ValueError, TypeError, IndexError, ArithmeticError):
        return None
    if made is None or made == "currentcolor":
        return _mixed(token)
    red, green, blue = (min(1.0, max(0.0, part or 0.0)) for part in _srgb(made))
    return Colour(red, green, blue, made.alpha)


def _srgb(made: Any) -> tuple[float, ...]:
    """Red, green and blue of a colour of any space; wider spaces (`display-p3`) are taken as they stand."""
    if made.space in ("hsl", "hwb"):
        return tuple(made.to("srgb").coordinates)
    if made.space in ("lab", "lch", "xyz-d50"):
        x, y, z = made.to("xyz-d50").coordinates
        # From the white of paper to the white of screens.
        return _of_light(x * 0.9505 / 0.9642, y, z * 1.0888 / 0.8251)
    if made.space in ("oklab", "oklch", "xyz-d65", "xyz"):
        return _of_light(*made.to("xyz-d65").coordinates)
    return tuple(part or 0.0 for part in made.coordinates[:3])


def _of_light(x: float, y: float, z: float) -> tuple[float, ...]:
    linear = (
        3.2406 * x - 1.5372 * y - 0.4986 * z,
        -0.9689 * x + 1.8758 * y + 0.0415 * z,
        0.0557 * x - 0.2040 * y + 1.0570 * z,
    )
    return tuple(12.92 * max(one, 0) if one <= 0.0031308 else 1.055 * one ** (1 / 2.4) - 0.055 for one in linear)


def _mixed(token: Any) -> Colour | None:
    """`color-mix(in srgb, white 90%, #fefefe)`: near enough as the mean of its colours by their shares."""
    if token.type != "function" or token.lower_name != "color-mix":
        return None
    parts = comma_parts(token.arguments)[1:]
    found: list[tuple[Colour, float | None]] = []
    for part in parts:
        shares = [one.value / 100 for one in part if one.type == "percentage"]
        made = css_colour([one for one in meaningful(part) if one.type != "percentage"])
        if made is None:
            return None
        found.append((made, shares[0] if shares else None))
    if len(found) != 2:
        return None
    (one, first), (other, second) = found
    share = first if first is not None else 1 - second if second is not None else 0.5
    return Colour._make(a * share + b * (1 - share) for a, b in zip(one, other, strict=True))


def blended(top: Colour, paper: Colour) -> Colour:
    """The colour seen of `top` on `paper`."""
    kept = 1 - top.alpha
    red, green, blue = (a * top.alpha + b * kept for a, b in zip(top[:3], paper[:3], strict=True))
    return Colour(red, green, blue, 1.0)


def contrast(one: Colour, other: Colour) -> float:
    """The WCAG contrast of two opaque colours: 1 for none, 21 for black on white."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def channel_distance(one: Colour, other: Colour) -> float:
    """The difference of two colours in their farthest channel: red on green of one brightness can be read."""
    return max(abs(a - b) for a, b in zip(one[:3], other[:3], strict=True))


def _luminance(one: Colour) -> float:
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in one[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
