"""A parsed HTML tree comes in; a tree of boxes goes out: block elements with the text a reader sees in them.

One pass over the elements. Inline markup melts into its block, hidden elements and page machinery are left out, and
what body finding needs (weight of text, of link text, traits) is counted on the way.
"""

from typing import Any, Final

from tadori.extract.cleaning import LINE, clean_paragraphs, clean_preformatted
from tadori.extract.hiding import is_hidden
from tadori.extract.traits import traits_of
from tadori.text.raised import MARKUP, is_raised, raised

MACHINERY: Final = frozenset("script style template noscript noframes meta link svg math rt rp source track".split())
"""Never shown as text of the page (readings of ruby stand over it): `raw` leaves these out too."""
_SKIPPED: Final = frozenset(
    "head title nav canvas iframe object embed applet audio video map select datalist textarea input button label"
    " progress meter dialog".split()
)
_BLOCKS: Final = frozenset(
    "html body article section main header footer nav aside div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody"
    " tfoot tr td th caption blockquote pre figure figcaption address form fieldset legend details summary center hr"
    " menu dir hgroup search frameset".split()
)
_CELLS: Final = frozenset({"td", "th"})
"""An empty cell is part of its table; every other empty element is nothing to read."""
_NO_LINKS: Final[list[str]] = []
_LONGEST_HINT: Final = 1000
_TELLING: Final = frozenset({"class", "id", "role", "itemprop"})


class Box:
    """A block element, or (`text` not empty) a run of text directly inside one."""

    # Written out, not a dataclass: thousands are made for every page, and this is three times as quick.
    __slots__ = (
        "dropped",
        "has_headline",
        "has_title",
        "kids",
        "leaves",
        "linked",
        "links",
        "parent",
        "prose",
        "tag",
        "text",
        "traits",
        "weight",
    )

    def __init__(self, tag: str, parent: "Box | None", traits: int = 0, text: str = "") -> None:
        self.tag = tag
        self.parent = parent
        self.traits = traits
        """What its class, id, role and itemprop say of it."""
        self.text = text
        self.kids: list[Box] = []
        self.weight = 0
        """UTF-8 bytes of all text inside: a Japanese character says as much as three Latin ones."""
        self.linked = 0
        """The part of `weight` that stands in links."""
        self.links: list[str] = _NO_LINKS
        self.prose = 0
        """The part of `weight` that reads like paragraphs; filled in by body finding, as is all that follows."""
        self.leaves = 0
        """How many runs of text stand in it."""
        self.has_headline = False
        """Whether a run of text in it is a link as a whole and long enough for a headline."""
        self.has_title = False
        """Whether the heading that prints the title of the page stands in it."""
        self.dropped = False
        """Whether it was found to be no main text."""


class Reader:
    """Turns one element tree into boxes. Use once."""

    def __init__(self) -> None:
        self.root = Box(tag="document", parent=None)
        self.depth = 0
        """How deep the elements were nested."""
        self._box = self.root
        self._run: list[str] = []
        self._links: list[str] = []
        self._linked: list[str] = []
        self._in_link = 0
        self._in_pre = 0
        self._raised = ""

    def read(self, tree: Any) -> Box:
        """The root box of `tree`, an lxml element."""
        from lxml import etree

        walker = etree.iterwalk(tree, events=("start", "end"))
        skipped = None
        depth = deepest = 0
        for event, element in walker:
            if event == "start":
                depth += 1
                if not self._opens(element):
                    walker.skip_subtree()
                    skipped = element
                continue
            if depth > deepest:
                deepest = depth
            depth -= 1
            if element is skipped:
                skipped = None
            else:
                self._closes(element.tag)
            if element.tail:
                self._take(element.tail)
        self._end_run()
        self.depth = deepest
        return self.root

    def _opens(self, element: Any) -> bool:
        """Take in the start of `element`; false when it and all below it is to be left out."""
        tag = element.tag
        if tag in MACHINERY:
            return False
        attributes = element.items()
        if tag in _SKIPPED or (attributes and is_hidden(tag, attributes)):
            # What is left out here stands between its neighbours in the document: no quotation may span it.
            if self._run and (element.text or len(element)):
                self._end_run()
            return False
        if tag in _BLOCKS:
            self._open_box(tag, attributes)
        elif tag == "a":
            self._in_link += 1
            self._links.extend(value for name, value in attributes if name == "href")
        elif tag == "br":
            self._run.append(LINE)
        elif tag in MARKUP and is_raised(element):
            self._raised = tag
        if element.text:
            self._take(element.text)
        return True

    def _take(self, text: str) -> None:
        if self._raised:
            # 10<sup>3</sup> read as it stands would be 103.
            text = raised(self._raised, text)
        self._run.append(text)
        if self._in_link:
            self._linked.append(text)

    def _open_box(self, tag: str, attributes: list[tuple[str, str]]) -> None:
        if self._run:
            self._end_run()
        hint = " ".join([value for name, value in attributes if name in _TELLING]) if attributes else ""
        box = Box(tag, self._box, traits_of(hint[:_LONGEST_HINT]) if hint else 0)
        self._box.kids.append(box)
        self._box = box
        if tag == "pre":
            self._in_pre += 1

    def _closes(self, tag: str) -> None:
        if tag == "a":
            self._in_link -= 1
        elif tag == self._raised:
            self._raised = ""
        if tag not in _BLOCKS:
            return
        if self._run:
            self._end_run()
        if tag == "pre":
            self._in_pre -= 1
        box = self._box
        parent = box.parent
        if parent is None:
            return
        parent.weight += box.weight
        parent.linked += box.linked
        self._box = parent
        if not box.kids and tag not in _CELLS:
            parent.kids.pop()

    def _end_run(self) -> None:
        """Put the text collected so far into the open box."""
        joined = "".join(self._run)
        self._run.clear()
        if joined.isspace():
            return
        links, self._links = self._links, []
        linked = 0
        if self._linked:
            linked = sum(map(_weight, self._linked))
            self._linked.clear()
        box = self._box
        for text in clean_preformatted(joined) if self._in_pre else clean_paragraphs(joined):
            leaf = Box("#text", box, 0, text)
            leaf.weight = _weight(text)
            leaf.linked = min(linked, leaf.weight)
            leaf.links = links
            box.kids.append(leaf)
            box.weight += leaf.weight
            box.linked += leaf.linked
            links, linked = _NO_LINKS, linked - leaf.linked


def _weight(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
