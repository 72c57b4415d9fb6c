"""A parsed HTML tree comes in; a tree of boxes goes out: block elements with the text a reader sees in them.

One pass over the elements. Inline markup melts into its block, hidden elements and page machinery are left out, and
what body finding needs (weight of text, of link text, class hints) is counted on the way.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Any, Final

from tadori.text.normalise import strip_invisible

MACHINERY: Final = frozenset("script style template noscript noframes meta link svg math rt rp source track".split())
"""Never shown as text of the page (readings of ruby stand over it): `raw` leaves these out too."""
SKIPPED: Final = frozenset(
    "head title canvas iframe object embed applet audio video map select datalist textarea input button label progress"
    " meter dialog".split()
)
BLOCKS: Final = frozenset(
    "html body article section main header footer nav aside div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody"
    " tfoot tr td th caption blockquote pre figure figcaption address form fieldset legend details summary center hr"
    " menu dir hgroup search frameset article-body".split()
)
_HIDING_STYLE: Final = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)"
    r"|font-size\s*:\s*0(?:\.\d*)?\s*(?:px|pt|em|rem|%)?\s*(?:;|!|$)"
    r"|(?:^|;)\s*(?:height|width|max-height|max-width)\s*:\s*0(?:px)?\s*(?:;|!|$)"
    r"|text-indent\s*:\s*-\d{3,}|(?:^|;)\s*(?:left|top|right)\s*:\s*-\d{4,}px|clip\s*:\s*rect\(\s*0",
    re.IGNORECASE,
)
_COLOUR: Final = re.compile(r"(?:^|;)\s*(background(?:-color)?|color)\s*:\s*([^;!]+)", re.IGNORECASE)
_NAMED: Final = {
    "#fff": "white",
    "#ffffff": "white",
    "rgb(255,255,255)": "white",
    "rgb(255, 255, 255)": "white",
    "transparent": "white",
    "#000": "black",
    "#000000": "black",
}
# White letters on a container mean a dark design whose background stands in the style sheet.
_CONTAINERS: Final = frozenset("html body main article section header div table tbody tr".split())
_SPACE: Final = re.compile(r"[ \t\r\n\f\v\u00a0\u2000-\u200a\u202f\u205f]+")
_CJK: Final = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_BREAK_IN_JAPANESE: Final = re.compile(rf"(?<=[{_CJK}])[ \t]*\n\s*(?=[{_CJK}])")
LINE: Final = "\u2028"
"""Stands for `<br>` while text is collected: white space of the source is not a line break, this is."""
_PARAGRAPH_BREAK: Final = re.compile(rf"[ \u3000]*{LINE}[ \u3000]*(?:{LINE}[ \u3000]*)+")
_SPACED_BREAK: Final = re.compile(rf" *{LINE} *")
_EDGE: Final = f" \u3000{LINE}"


@dataclass(slots=True, eq=False)
class Box:
    """A block element, or (`text` not empty) a run of text directly inside one."""

    tag: str
    hint: str
    """Class, id, role and itemprop as written, parted by spaces."""
    parent: "Box | None"
    text: str = ""
    kids: list["Box"] = field(default_factory=list)
    weight: int = 0
    """UTF-8 bytes of all text inside: a Japanese character says as much as three Latin ones."""
    linked: int = 0
    """The part of `weight` that stands in links."""
    links: list[str] = field(default_factory=list)
    prose: int = 0
    """The part of `weight` that reads like paragraphs; filled in by body finding."""
    dropped: bool = False
    """Whether body finding took it out."""
    has_title: bool = False
    """Whether the heading that prints the title of the page stands in it."""


class Reader:
    """Turns one element tree into boxes. Use once."""

    def __init__(self) -> None:
        self.root = Box(tag="document", hint="", parent=None)
        self._box = self.root
        self._run: list[str] = []
        self._links: list[str] = []
        self._linked = 0
        self._in_link = 0
        self._in_pre = 0
        self.depth = 0

    def read(self, tree: Any) -> Box:
        """The root box of `tree`, an lxml element."""
        from lxml import etree

        walker = etree.iterwalk(tree, events=("start", "end"))
        skipped = None
        depth = 0
        for event, element in walker:
            if event == "start":
                depth += 1
                if depth > self.depth:
                    self.depth = depth
                if not self._opens(element):
                    walker.skip_subtree()
                    skipped = element
                continue
            depth -= 1
            if element is skipped:
                skipped = None
            else:
                self._closes(element.tag)
            tail = element.tail
            if tail:
                self._take(tail)
        self._end_run()
        return self.root

    def _opens(self, element: Any) -> bool:
        """Take in the start of `element`; false when it and all below it is to be left out."""
        tag = element.tag
        if tag in MACHINERY:
            return False
        if tag in SKIPPED or (element.attrib and _is_hidden(element)):
            # What is left out here stands between its neighbours in the document: no quotation may span it.
            if element.text or len(element):
                self._end_run()
            return False
        if tag in BLOCKS:
            self._end_run()
            hint = _hint_of(element) if element.attrib else ""
            box = Box(tag=tag, hint=hint, parent=self._box)
            self._box.kids.append(box)
            self._box = box
            if tag == "pre":
                self._in_pre += 1
        elif tag == "br":
            self._run.append(LINE)
        elif tag == "a":
            self._in_link += 1
            address = element.get("href")
            if address:
                self._links.append(address)
        text = element.text
        if text:
            self._take(text)
        return True

    def _closes(self, tag: Any) -> None:
        if tag in BLOCKS:
            self._end_run()
            box = self._box
            if tag == "pre":
                self._in_pre -= 1
            parent = box.parent
            if parent is None:
                return
            parent.weight += box.weight
            parent.linked += box.linked
            self._box = parent
            if not box.kids:
                parent.kids.pop()
        elif tag == "a":
            self._in_link -= 1

    def _take(self, text: str) -> None:
        self._run.append(text)
        if self._in_link:
            self._linked += len(text.encode("utf-8", "replace"))

    def _end_run(self) -> None:
        run = self._run
        if not run:
            return
        joined = "".join(run)
        self._run = []
        links, self._links = self._links, []
        linked, self._linked = self._linked, 0
        for text in clean_preformatted(joined) if self._in_pre else clean_paragraphs(joined):
            weight = len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
            box = self._box
            share = min(linked, weight)
            box.kids.append(Box(tag="#text", hint="", parent=box, text=text, weight=weight, linked=share, links=links))
            box.weight += weight
            box.linked += share
            links, linked = [], linked - share


def clean_paragraphs(text: str) -> list[str]:
    """The paragraphs of a run of inline text: white space as a browser shows it, two `<br>` part paragraphs."""
    if not text.isascii():
        text = _BREAK_IN_JAPANESE.sub("", unicodedata.normalize("NFC", text))
        text = strip_invisible(_SPACE.sub(" ", text))
    else:
        text = _SPACE.sub(" ", text)
    if LINE not in text:
        text = text.strip(_EDGE)
        return [text] if text else []
    parts = (part.strip(_EDGE) for part in _PARAGRAPH_BREAK.split(text))
    return [_SPACED_BREAK.sub("\n", part) for part in parts if part]


def clean_preformatted(text: str) -> list[str]:
    """Preformatted text as one paragraph with its own lines."""
    text = strip_invisible(unicodedata.normalize("NFC", text.replace(LINE, "\n").replace("\r\n", "\n")))
    text = "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
    return [text] if text.strip() else []


def _hint_of(element: Any) -> str:
    values = [element.get(name) for name in ("class", "id", "role", "itemprop")]
    return " ".join(value for value in values if value)


def _is_hidden(element: Any) -> bool:
    if element.get("hidden") is not None or element.get("aria-hidden") == "true":
        return True
    style = element.get("style")
    return style is not None and hides(str(element.tag), style)


def hides(tag: str, style: str) -> bool:
    """Whether an inline style keeps the text of an element from being seen."""
    return _HIDING_STYLE.search(style) is not None or (tag not in _CONTAINERS and _paints_white(style))


def _paints_white(style: str) -> bool:
    """Whether an inline style paints letters in the colour of the paper, given or taken to be white."""
    colours = {name.lower().removesuffix("-color"): value.strip().lower() for name, value in _COLOUR.findall(style)}
    if "color" not in colours:
        return False
    paper = colours.get("background", "white")
    return _NAMED.get(colours["color"], colours["color"]) == _NAMED.get(paper, paper)
