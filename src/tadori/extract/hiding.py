"""Whether an element is kept from the reader's eyes by its own attributes. Style sheets are not read."""

import re
from typing import Final

_HIDING_STYLE: Final = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)"
    r"|font-size\s*:\s*(?:0(?:\.0*)?\s*(?:px|pt|em|rem|%)?|(?:0?\.\d+|1)\s*p[xt])\s*(?:;|!|$)"
    r"|(?:^|;)\s*(?:height|width|max-height|max-width)\s*:\s*0(?:px)?\s*(?:;|!|$)"
    r"|text-indent\s*:\s*-\d{3,}|(?:^|;)\s*(?:left|top|right)\s*:\s*-\d{4,}px|clip\s*:\s*rect\(\s*0",
    re.IGNORECASE,
)
_COLOUR: Final = re.compile(r"(?:^|;)\s*(background(?:-color)?|color)\s*:\s*([^;!]+)", re.IGNORECASE)
_NAMED: Final[dict[str, str]] = {
    "#fff": "white",
    "#ffffff": "white",
    "rgb(255,255,255)": "white",
    "rgb(255, 255, 255)": "white",
    "transparent": "white",
    "#000": "black",
    "#000000": "black",
}
# Hidden until a script shows it: the page as such is meant to be read.
_PAGE: Final = frozenset({"html", "body"})
# White letters on a container mean a dark design whose background stands in the style sheet.
_CONTAINERS: Final = frozenset("html body main article section header div table tbody tr".split())


def is_hidden(tag: str, attributes: list[tuple[str, str]]) -> bool:
    """Whether the element says that it is not to be seen; the page as a whole cannot say so."""
    for name, value in attributes:
        if name == "style":
            if hides(tag, value) and tag not in _PAGE:
                return True
        elif name == "hidden" or (name == "aria-hidden" and value == "true"):
            return tag not in _PAGE
    return False


def hides(tag: str, style: str) -> bool:
    """Whether an inline style keeps the text of an element from being seen."""
    return bool(_HIDING_STYLE.search(style)) or (tag not in _CONTAINERS and _paints_white(style))


def _paints_white(style: str) -> bool:
    """Whether an inline style paints letters in the colour of the paper, given or taken to be white."""
    colours: dict[str, str] = {
        name.lower().removesuffix("-color"): value.strip().lower() for name, value in _COLOUR.findall(style)
    }
    if "color" not in colours:
        return False
    paper: str = colours.get("background", "white")
    return _NAMED.get(colours["color"], colours["color"]) == _NAMED.get(paper, paper)
