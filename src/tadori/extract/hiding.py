"""Decides whether an element's text is visible, by its computed styles, and why not.

Two kinds of hiding: of an element with everything in it (not displayed, transparent, clipped, scaled away, off the
screen), and of its own text, which elements inside may undo (visibility, letters of no size or of the colour of the
paper).
"""

from collections.abc import Sequence
from typing import Any, Final

from tadori.extract.css_values import (
    HEIGHT,
    WIDTH,
    Colour,
    blended,
    channel_distance,
    comma_parts,
    contrast,
    css_length,
    css_number,
    keyword,
    meaningful,
)
from tadori.extract.declarations import PICTURE, TEXT

WHITE: Final = Colour(1.0, 1.0, 1.0, 1.0)
BLACK: Final = Colour(0.0, 0.0, 0.0, 1.0)
LINK: Final = Colour(0.0, 0.0, 0.93, 1.0)
_FAINT: Final = 0.05
"""Opacity below which nothing is seen."""
_SMALLEST_LETTERS: Final = 1.9
_SMALLEST_BOX: Final = 1.5
_FAR_INDENT: Final = -100.0
_FAR: Final = -900.0
_FAR_RIGHT: Final = 2 * WIDTH
_OWN_HEIGHT: Final = 100.0
"""A percentage of a move is of the element itself: a paragraph is about so high, and may be as wide as the page."""
_SAME_CHANNEL: Final = 0.04
_SAME_CONTRAST: Final = 1.08
# Light letters on a container mean a dark design whose background stands in a style sheet that was not fetched.
_CONTAINERS: Final = frozenset("html body main article section header footer div table tbody tr td ul ol".split())

WinningValues = dict[str, Any]
"""The value that won for each longhand."""


class InheritedStyle:
    """The styles that an element passes on to the elements inside it."""

    __slots__ = (
        "assumed",
        "clip_text",
        "colour",
        "fill",
        "indent",
        "letters",
        "opacity",
        "paper",
        "reason",
        "variables",
        "visible",
    )

    def __init__(self) -> None:
        self.visible = True
        self.colour: Colour | None = BLACK
        """`None`: not known."""
        self.fill: Colour | None = None
        """What letters are filled with where that is not `colour`."""
        self.paper: Colour | None = WHITE
        """What is behind the letters; `None`: a picture, or not known."""
        self.assumed = False
        """Whether `paper` is white only because no style sheet at hand says otherwise, and some are not at hand."""
        self.letters = 16.0
        self.indent = 0.0
        self.opacity = 1.0
        self.clip_text = False
        """Whether the background is painted through the letters."""
        self.variables: dict[str, Sequence[Any]] = {}
        self.reason = ""
        """Why text directly in the element is not seen; empty where it is."""

    def inside(self) -> "InheritedStyle":
        """A copy for an element inside."""
        made = InheritedStyle.__new__(InheritedStyle)
        for name in InheritedStyle.__slots__:
            setattr(made, name, getattr(self, name))
        return made


def element_hidden(won: WinningValues, look: InheritedStyle) -> str:
    """Why an element with these styles is hidden with everything in it; empty where it is not."""
    if won.get("display") == "none":
        return "display: none"
    if won.get("content-visibility") == "hidden":
        return "content-visibility: hidden"
    if look.opacity < _FAINT or _filtered(won.get("filter", ())):
        return "opacity: 0"
    if _clipped(won, look) or _masked(won.get("mask-image", "none")):
        return "clipped away"
    if _scaled(won):
        return "scaled to nothing"
    if _boxed(won):
        return "in a box without size"
    return "off the screen" if _off_screen(won, look) else ""


def apply_inherited(won: WinningValues, look: InheritedStyle, tag: str) -> None:
    """Set the inherited styles of the element from `won`, and whether its text is visible."""
    if "visibility" in won:
        look.visible = won["visibility"] == "visible"
    look.letters = won.get("font-size", look.letters)
    look.indent = won.get("text-indent", look.indent)
    if "opacity" in won:
        look.opacity *= max(0.0, min(1.0, won["opacity"]))
    if "zoom" in won and won["zoom"] > 0:
        look.letters *= won["zoom"]
    _apply_colours(won, look, tag)
    look.reason = _text_hidden(look)


def _apply_colours(won: WinningValues, look: InheritedStyle, tag: str) -> None:
    image = won.get("background-image", "none")
    ground = won.get("background-color")
    if isinstance(ground, Colour) and ground.alpha > 0:
        look.paper = blended(ground, look.paper) if look.paper else ground if ground.alpha > 1 - _FAINT else None
        look.assumed = False
    if image == PICTURE:
        look.paper = None
    elif image != "none":
        alike = all(channel_distance(one, image[0]) < _SAME_CHANNEL and one.alpha > 1 - _FAINT for one in image)
        look.paper = image[0] if alike else None
    if won.get("background-clip"):
        look.clip_text = won["background-clip"] == TEXT
    if "color" in won and won["color"] != "currentcolor":
        look.colour, look.fill = won["color"], None
    elif tag == "a" and look.colour is not None:
        look.colour = LINK
    if "fill" in won:
        look.fill = None if won["fill"] == "currentcolor" else won["fill"]
    if look.assumed and tag in _CONTAINERS and look.colour and channel_distance(look.colour, WHITE) < _SAME_CHANNEL:
        look.colour = None


def _text_hidden(look: InheritedStyle) -> str:
    if not look.visible:
        return "visibility: hidden"
    if look.letters <= _SMALLEST_LETTERS:
        return "letters too small to see"
    if look.indent <= _FAR_INDENT:
        return "off the screen"
    ink = look.fill or look.colour
    if ink is None or look.clip_text:
        return ""
    if ink.alpha < _FAINT:
        return "letters of the paper's colour"
    if look.paper is None:
        return ""
    seen = blended(ink, look.paper)
    if channel_distance(seen, look.paper) <= _SAME_CHANNEL and contrast(seen, look.paper) < _SAME_CONTRAST:
        return "letters of the paper's colour"
    return ""


def _filtered(functions: Sequence[Any]) -> bool:
    return any(
        token.type == "function" and token.lower_name == "opacity" and (css_number(token.arguments) or 0.0) < _FAINT
        for token in functions
    )


def _masked(image: Any) -> bool:
    return image not in (PICTURE, "none") and all(one.alpha < _FAINT for one in image)


def _pixels(tokens: Sequence[Any], look: InheritedStyle, whole: float) -> float | None:
    return css_length(tokens, letters=look.letters, whole=whole)


def _clipped(won: WinningValues, look: InheritedStyle) -> bool:
    return any(_clips_all(token, look) for token in (*won.get("clip", ()), *won.get("clip-path", ())))


def _clips_all(token: Any, look: InheritedStyle) -> bool:
    """Whether nothing is left of an element inside a shape."""
    if token.type != "function":
        return False
    parts = comma_parts(token.arguments)
    words = meaningful(token.arguments)
    match token.lower_name:
        case "rect":
            sides = [_pixels([one], look, WIDTH) for one in words if one != ","]
            if len(sides) != 4:
                return False
            top, right, bottom, left = (side if side is not None else -1e9 for side in sides)
            far = 1e9
            right, bottom = (far if side == -1e9 else side for side in (right, bottom))
            return bottom - max(top, -1e8) <= _SMALLEST_BOX or right - max(left, -1e8) <= _SMALLEST_BOX
        case "inset":
            shares = [_pixels([one], look, 1.0) if one.type == "percentage" else None for one in words]
            known = [share for share in shares[:4] if share is not None]
            sides = _four(known) if len(known) == len([one for one in words if keyword([one]) != "round"][:4]) else []
            return len(sides) == 4 and (
                (sides[0] or 0) + (sides[2] or 0) >= 1 or (sides[1] or 0) + (sides[3] or 0) >= 1
            )
        case "circle" | "ellipse":
            return any(_pixels([one], look, WIDTH) == 0 for one in words[: 1 if token.lower_name == "circle" else 2])
        case "polygon":
            return _area(parts, look) <= _SMALLEST_BOX
        case "xywh":
            return any((_pixels([one], look, WIDTH) or 0) <= 1 for one in words[2:4])
        case "path":
            return any(one.type == "string" and len(one.value.strip()) < 6 for one in words)
        case _:
            return False


def _four(sides: list[float]) -> list[float | None]:
    order = {1: (0, 0, 0, 0), 2: (0, 1, 0, 1), 3: (0, 1, 2, 1), 4: (0, 1, 2, 3)}.get(len(sides), ())
    return [sides[at] for at in order]


def _area(parts: list[list[Any]], look: InheritedStyle) -> float:
    points = []
    for part in parts:
        place = meaningful(part)
        if len(place) != 2:
            continue
        x, y = _pixels([place[0]], look, 100.0), _pixels([place[1]], look, 100.0)
        points.append((x or 0.0, y or 0.0))
    turned = zip(points, points[1:] + points[:1], strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in turned)) / 2


def _scaled(won: WinningValues) -> bool:
    """Whether a transform leaves no width or no height."""
    if any(
        one == 0 or (one is not None and abs(one) < _FAINT)
        for one in (css_number([part]) for part in won.get("scale", ())[:2])
    ):
        return True
    if "zoom" in won and won["zoom"] < _FAINT and won["zoom"] >= 0:
        return True
    turned = won.get("rotate", ())
    if len(turned) > 1 and keyword(turned[:1]) in ("x", "y") and _edge_on(turned[1]):
        return True
    return any(_flattens(token, won) for token in won.get("transform", ()))


def _flattens(token: Any, won: WinningValues) -> bool:
    if token.type != "function":
        return False
    numbers = [css_number([one]) for one in meaningful(token.arguments) if one != ","]
    name = token.lower_name
    if name in ("scale", "scalex", "scaley", "scale3d"):
        return any(one is not None and abs(one) < _FAINT for one in numbers[:2])
    if name == "matrix" and len(numbers) == 6 and None not in numbers:
        a, b, c, d = (one or 0.0 for one in numbers[:4])
        return abs(a * d - b * c) < _FAINT**2
    if name == "matrix3d" and len(numbers) == 16 and None not in numbers:
        return abs((numbers[0] or 0.0) * (numbers[5] or 0.0) - (numbers[1] or 0.0) * (numbers[4] or 0.0)) < _FAINT**2
    if name in ("rotatex", "rotatey"):
        angle = meaningful(token.arguments)
        back = won.get("backface-visibility") == "hidden" and any(_degrees(one) % 360 == 180 for one in angle)
        return back or any(_edge_on(one) for one in angle)
    return False


def _edge_on(token: Any) -> bool:
    return abs(_degrees(token) % 180 - 90) < 1


def _degrees(token: Any) -> float:
    if token.type != "dimension":
        return 0.0
    return float(token.value) * {"deg": 1.0, "grad": 0.9, "rad": 57.29578, "turn": 360.0}.get(token.lower_unit, 0.0)


def _boxed(won: WinningValues) -> bool:
    """Whether the box has no height or width and cuts off what runs over."""
    for size, before, after, overflow in (
        ("height", "padding-top", "padding-bottom", "overflow-y"),
        ("width", "padding-left", "padding-right", "overflow-x"),
    ):
        sizes = [won[name] for name in (size, f"max-{size}") if isinstance(won.get(name), float)]
        if size == "height" and won.get("line-height") == 0 and "height" not in won:
            sizes.append(0.0)
        padded = any(isinstance(won.get(side), float) and won[side] > 1 for side in (before, after))
        cuts = won.get(overflow, won.get("overflow-x", "visible")) not in ("visible", None)
        if sizes and min(sizes) <= _SMALLEST_BOX and cuts and not padded:
            return True
    return False


def _off_screen(won: WinningValues, look: InheritedStyle) -> bool:
    def place(*names: str) -> float:
        return sum(float(won[name]) for name in names if isinstance(won.get(name), float))

    x, y = place("left", "margin-left", "padding-left"), place("top", "margin-top", "padding-top")
    if not isinstance(won.get("left"), float):
        x -= place("right")
    if not isinstance(won.get("top"), float):
        y -= place("bottom")
    moves = [_moved(token, look) for token in won.get("transform", ())]
    moved = won.get("translate", ())
    if moved:
        steps = [_pixels([one], look, whole) or 0.0 for one, whole in zip(moved, (WIDTH, _OWN_HEIGHT), strict=False)]
        moves.append((steps[0], steps[1] if len(steps) > 1 else 0.0))
    x += sum(move[0] for move in moves)
    y += sum(move[1] for move in moves)
    if x <= _FAR or y <= _FAR or x >= _FAR_RIGHT:
        return True
    return won.get("position") == "fixed" and (y >= HEIGHT or x >= WIDTH)


def _moved(token: Any, look: InheritedStyle) -> tuple[float, float]:
    if token.type != "function" or not token.lower_name.startswith("translate"):
        return 0.0, 0.0
    places = [one for one in meaningful(token.arguments) if one != ","]
    wholes = (_OWN_HEIGHT,) if token.lower_name == "translatey" else (WIDTH, _OWN_HEIGHT)
    steps = [_pixels([one], look, whole) or 0.0 for one, whole in zip(places, wholes, strict=False)]
    match token.lower_name:
        case "translatex":
            return steps[0] if steps else 0.0, 0.0
        case "translatey":
            return 0.0, steps[0] if steps else 0.0
        case "translate" | "translate3d":
            return steps[0] if steps else 0.0, steps[1] if len(steps) > 1 else 0.0
        case _:
            return 0.0, 0.0
