"""Turns a parsed HTML tree into a tree of boxes: block elements with the text a reader sees in them.

One pass over the elements. Inline markup is merged into its block, hidden elements and scripts are left out, and what
finding the body needs (weight of text, of link text, traits) is counted on the way.
"""

from collections import Counter
from typing import Any, Final

from tadori.extract.cascade import HiddenElement, hides_whole
from tadori.extract.cleaning import LINE, clean_paragraphs, clean_preformatted, printed_characters
from tadori.extract.traits import BY_ID, FURNITURE_LIKE, traits_of
from tadori.text.superscripts import MARKUP, is_raised, raised

MACHINERY: Final = frozenset("script style template noscript noframes meta link svg math rt rp source track".split())
"""Never shown as text of the page (readings of ruby stand over it): `raw` leaves these out too."""
_PLACE_SIGNS: Final = frozenset("¶#§🔗⚓∞")
"""What documentation prints behind a heading for people who want to link to it."""
_SIGN: Final = "sign for linking to a heading"
NAVIGATION: Final = "navigation"
HIDDEN: Final = "hidden by the page"
_FORM: Final = "a control of a form"
_MEDIA: Final = "shown only where a picture, film or frame is not"
_SKIPPED: Final = {
    "head": "",
    "title": "",
    "nav": NAVIGATION,
    "dialog": HIDDEN,
    **dict.fromkeys("select datalist textarea input button label progress meter".split(), _FORM),
    **dict.fromkeys("canvas iframe object embed applet audio video map".split(), _MEDIA),
}
"""Never read, and why; what stands in the head is no text of the page."""
_BLOCKS: Final = frozenset(
    "html body article section main header footer nav aside div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody"
    " tfoot tr td th caption blockquote pre figure figcaption address form fieldset legend details summary center hr"
    " menu dir hgroup search frameset".split()
)
_CODE: Final = frozenset({"code", "kbd", "samp", "tt"})
_CELLS: Final = frozenset({"td", "th"})
"""An empty cell is part of its table; every other empty element is nothing to read."""
_NO_LINKS: Final[list[str]] = []
_NO_ELEMENTS: Final[list[Any]] = []
_LONGEST_HINT: Final = 1000
_PAGE: Final = frozenset({"html", "body"})
HEADINGS: Final = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_TELLING: Final = frozenset({"class", "role", "itemprop"})


class Box:
    """A block element, or (`text` not empty) a run of text directly inside one."""

    # Written out, not a dataclass: thousands are made for every page, and this is three times as quick.
    __slots__ = (
        "beside",
        "dropped",
        "elements",
        "has_headline",
        "has_title",
        "is_code",
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
        self.elements: list[Any] = _NO_ELEMENTS
        """The elements of the document that the words of a run of text stand in."""
        self.kids: list[Box] = []
        self.weight = 0
        """UTF-8 bytes of all text inside: a Japanese character says as much as three Latin ones."""
        self.linked = 0
        """The part of `weight` that stands in links."""
        self.links: list[str] = _NO_LINKS
        self.is_code = False
        """Whether a run of text stands in elements for code as a whole."""
        self.prose = 0
        """The part of `weight` that reads like paragraphs; filled in by body finding, as is all that follows."""
        self.leaves = 0
        """How many runs of text stand in it."""
        self.has_headline = False
        """Whether a run of text in it is a link as a whole and long enough for a headline."""
        self.has_title = False
        """Whether the heading that prints the title of the page stands in it."""
        self.dropped = ""
        """Why it was found to be no main text; empty where it is main text."""
        self.beside = False
        """Whether it was found to be prose beside the main text: printed, and marked."""


class BoxReader:
    """Turns one element tree into boxes. Use once."""

    def __init__(self, hidden: dict[Any, HiddenElement] | None = None) -> None:
        """`hidden`: the elements that style sheets hide, where that has been looked at."""
        self._hidden = hidden or {}
        self.root = Box(tag="document", parent=None)
        self.depth = 0
        """How deep the elements were nested."""
        self.left_out: list[tuple[Any, str]] = []
        """The elements that the page hides from its readers, and how it does."""
        self.skipped: Counter[str] = Counter()
        """Characters of elements that are no text of any page, by what they are."""
        self._box = self.root
        self._run: list[str] = []
        self._links: list[str] = []
        self._linked: list[str] = []
        self._in_link = 0
        self._anchors: list[bool] = []
        self._in_pre = 0
        self._in_code = 0
        self._has_words = False
        self._raised = ""
        self._open: list[Any] = []
        self._from: list[Any] = []

    def read(self, tree: Any) -> Box:
        """The root box of `tree`, an lxml element."""
        from lxml import etree  # lazy: 30 ms; only where a page is read

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
                self._open.pop()
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
        if tag in _SKIPPED:
            self._leave_out(element, _SKIPPED[tag])
            return False
        reason = self._hidden_by(element, tag, attributes) if attributes or self._hidden else ""
        if reason:
            self._leave_out(element, HIDDEN)
            self.left_out.append((element, reason))
            return False
        if tag == "a" and element.text in _PLACE_SIGNS and _is_sign(element, attributes):
            self.skipped[_SIGN] += len(element.text)
            return False
        self._begin(tag, element, attributes)
        self._open.append(element)
        if element.text:
            self._take(element.text)
        return True

    def _begin(self, tag: str, element: Any, attributes: list[tuple[str, str]]) -> None:
        if tag in _BLOCKS:
            self._open_box(tag, attributes)
        elif tag == "a":
            # A heading that links to its own place leads nowhere else.
            leads = self._box.tag not in HEADINGS or not _is_own_place(attributes)
            self._anchors.append(leads)
            self._in_link += leads
            self._links.extend(value for name, value in attributes if name == "href")
        elif tag == "br":
            self._run.append(LINE)
        elif tag in _CODE:
            self._in_code += 1
        elif tag in MARKUP and is_raised(element):
            self._raised = tag

    def _hidden_by(self, element: Any, tag: str, attributes: list[tuple[str, str]]) -> str:
        """Why `element` is not seen with all in it: by its own attributes or by a style sheet."""
        if self._hidden and (found := self._hidden.get(element)) and found.whole:
            return found.reason
        if tag in _PAGE:
            # Hidden until a script shows it: the page as such is meant to be read.
            return ""
        for name, value in attributes:
            if name == "style":
                if reason := hides_whole(value):
                    return reason
            elif name == "hidden" or (name == "aria-hidden" and value == "true"):
                return f"{name} attribute"
        return ""

    def _leave_out(self, element: Any, reason: str) -> None:
        if not element.text and not len(element):
            return
        # What is left out stands between its neighbours in the document: no quotation may span it.
        if self._run:
            self._end_run()
        if reason:
            self.skipped[reason] += printed_characters(_text_in(element))

    def _take(self, text: str) -> None:
        if self._raised:
            # 10<sup>3</sup> read as it stands would be 103.
            text = raised(self._raised, text)
        parent = self._open[-1] if self._open else None
        if self._hidden and parent in self._hidden and not text.isspace():
            if self._run:
                self._end_run()
            self.left_out.append((parent, self._hidden[parent].reason))
            self.skipped[HIDDEN] += printed_characters(text)
            return
        self._from.append(parent)
        self._run.append(text)
        if not self._in_code and not self._has_words:
            self._has_words = not text.isspace()
        if self._in_link:
            self._linked.append(text)

    def _open_box(self, tag: str, attributes: list[tuple[str, str]]) -> None:
        if self._run:
            self._end_run()
        box = Box(tag, self._box, _traits(attributes) if attributes else 0)
        self._box.kids.append(box)
        self._box = box
        if tag == "pre":
            self._in_pre += 1

    def _closes(self, tag: str) -> None:
        if tag == "a":
            self._in_link -= self._anchors.pop()
        elif tag == self._raised:
            self._raised = ""
        elif tag in _CODE:
            self._in_code -= 1
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
            self._from.clear()
            return
        is_code, self._has_words = not self._has_words, False
        parents, self._from = self._from, []
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
            leaf.is_code = is_code
            leaf.elements = parents
            box.kids.append(leaf)
            box.weight += leaf.weight
            box.linked += leaf.linked
            links, linked = _NO_LINKS, linked - leaf.linked


def _traits(attributes: list[tuple[str, str]]) -> int:
    found = own = 0
    for name, value in attributes:
        if name == "id":
            own = traits_of(value[:_LONGEST_HINT])
        elif name in _TELLING:
            found |= traits_of(value[:_LONGEST_HINT])
    if own & FURNITURE_LIKE and not found & FURNITURE_LIKE:
        found |= BY_ID
    return found | own


def _is_sign(link: Any, attributes: list[tuple[str, str]]) -> bool:
    return not len(link) and _is_own_place(attributes)


def _is_own_place(attributes: list[tuple[str, str]]) -> bool:
    return any(name == "href" and value.startswith("#") for name, value in attributes)


def _text_in(element: Any) -> str:
    """All text inside `element` that is no machinery."""
    if not len(element):
        return element.text or ""
    from lxml import etree  # lazy: 30 ms; only where a page is read

    walker = etree.iterwalk(element, events=("start", "end"))
    texts = []
    for event, inner in walker:
        if event == "end":
            texts.append((inner.tail or "") if inner is not element else "")
        elif inner.tag in MACHINERY:
            walker.skip_subtree()
        else:
            texts.append(inner.text or "")
    return "".join(texts)


def _weight(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
