"""Finds the elements of a page that are marked as its date: `<time>`, microdata, classes such as `entry-date`.

In: the element tree. Out: days. Marks inside comments, sidebars and lists of other articles are about something else;
an unmarked `<time>` counts only beside the title, before the text begins.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tadori.extract.dates import day_in
from tadori.model.ids import IsoDate
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import squash

_CANDIDATES: Final = (
    "//time | //*[@itemprop='datePublished' or @itemprop='dateModified'] | //*[contains(@class, 'date') or"
    " contains(@class, 'Date') or contains(@class, 'publish') or contains(@class, 'posted') or contains(@class, 'time')"
    " or contains(@id, 'date')]"
)
_MOST: Final = 200
_LONGEST: Final = 80
_LONGEST_BLOCK: Final = 200
_LONG_PARAGRAPH: Final = 200
"""Characters of a paragraph that is text and no standfirst."""
_NEAR: Final = 5
"""Levels up to the element that also holds the title."""
_STRONG: Final = lazy_pattern(
    r"publish|pubdate|pub[-_]?date|posted|post[-_]{0,2}date|entry[-_]{0,2}date|article[-_\w]{0,24}date|dateline|revdate"
    r"|date[-_]?posted|create[-_]?date"
)
_CHANGE: Final = lazy_pattern(r"modif|updat|revised")
_WEAK: Final = lazy_pattern(r"(?:^|[\s_-])(?:date|datetime|timestamp|time|dates?line)(?:$|[\s_-])")
_OF_OTHERS: Final = lazy_pattern(
    r"comment|reply|replies|related|recommend|sidebar|widget|recent|popular|ranking|event|deadline|expire|birth|copyright"
    r"|picker|filter|search|release[-_]?date|tweet|embed|review|footnote|citation|biblio|teaser|promo|upcoming|schedule"
)
_ELSEWHERE: Final = frozenset({"aside", "nav", "li", "td", "th", "dd", "pre", "code", "blockquote", "figure", "option"})
_APART: Final = frozenset({"aside", "nav", "pre", "code", "blockquote"})
_NAMING: Final = ("class", "id", "itemtype", "role")
_BLOCK: Final = frozenset("p div li td dd section article header footer main body h1 h2 h3 h4 h5 h6".split())
_PAGE: Final = frozenset({"html", "body"})


@dataclass(frozen=True, slots=True)
class MarkedDays:
    """What marked elements give: the day of publication, and of the last change."""

    published: IsoDate | None = None
    changed: IsoDate | None = None


def marked_days(tree: Any, title: str) -> MarkedDays:
    """The days that elements of the page marked as its date give; of several that differ, those beside the title."""
    found = [mark for element in tree.xpath(_CANDIDATES)[:_MOST] if (mark := _mark(element)) is not None]
    if not found:
        return MarkedDays()
    heading = _heading(tree, squash(title))
    strong = [mark for mark in found if mark.kind == "published"]
    return MarkedDays(
        published=_only_day(strong, heading) or _beside(found, heading, tree),
        changed=_only_day([mark for mark in found if mark.kind == "changed"], heading),
    )


@dataclass(frozen=True, slots=True)
class _Mark:
    element: Any
    day: IsoDate
    kind: str
    """`published`, `changed`, or the empty string for a date that says no more."""


def _mark(element: Any) -> _Mark | None:
    if not isinstance(element.tag, str):
        return None
    names = " ".join(element.get(name) or "" for name in ("class", "id", "itemprop", "rel")).lower()
    stated = element.get("datetime") or element.get("content") or element.get("value") or ""
    printed = " ".join("".join(element.itertext()).split()) if element.tag != "input" else ""
    day = (day_in(stated) or day_in(printed)) if len(printed) <= _LONGEST else None
    if day is None or is_of_others(element):
        return None
    if element.get("pubdate") is not None or _STRONG.search(names):
        return _Mark(element, day, "published")
    if _CHANGE.search(names):
        return _Mark(element, day, "changed")
    return _Mark(element, day, "") if element.tag == "time" or _WEAK.search(names) else None


def is_of_others(element: Any, title: Any = None) -> bool:
    """Whether the element, or one around it, belongs to a comment, another article, an event or running text.

    What also holds `title`, the element that prints the page's title, is the page's own, whatever it is called.
    """
    holders = set() if title is None else {title, *title.iterancestors()}
    for outer in (element, *element.iterancestors()):
        if outer.tag in _PAGE or outer in holders:
            break
        around = " ".join(outer.get(name) or "" for name in _NAMING).lower()
        if outer.tag in _APART or _OF_OTHERS.search(around):
            return True
    block = next((outer for outer in element.iterancestors() if outer.tag in _BLOCK), None)
    return element.tag == "time" and block is not None and block.tag == "p" and _is_long(block, _LONGEST_BLOCK)


def _is_long(element: Any, most: int) -> bool:
    length = 0
    for text in element.itertext():
        length += len(text)
        if length > most:
            return True
    return False


def _only_day(marks: Sequence[_Mark], heading: Any) -> IsoDate | None:
    """The day of all marks; where they differ, of the one nearest to the title."""
    days = {mark.day for mark in marks}
    if len(days) == 1:
        return days.pop()
    near = [(level, place) for place, mark in enumerate(marks) if (level := _levels(mark.element, heading)) is not None]
    return marks[min(near)[1]].day if near else None


def _levels(element: Any, heading: Any) -> int | None:
    """How many levels up an element, smaller than the page, also holds the title; None where none near does."""
    if heading is None:
        return None
    holders = set(heading.iterancestors())
    for level, outer in zip(range(_NEAR), element.iterancestors(), strict=False):
        if outer in holders:
            return level if outer.tag not in _PAGE or element.getparent() is heading.getparent() else None
    return None


def _beside(marks: Sequence[_Mark], heading: Any, tree: Any) -> IsoDate | None:
    """The first unmarked date between the title and the first paragraph of text, or right above the title."""
    if heading is None:
        return None
    holders = set(heading.iterancestors())
    weak = [mark for mark in marks if not mark.kind and _ELSEWHERE.isdisjoint(_tags_around(mark.element, holders))]
    if not weak:
        return None
    wanted = {mark.element: mark.day for mark in weak}
    above: IsoDate | None = None
    below_title = False
    for element in tree.iter():
        if element is heading:
            below_title = True
        elif element in wanted and (below_title or _levels(element, heading) is not None):
            if below_title:
                return above or wanted[element]
            above = wanted[element]
        elif below_title and element.tag in ("p", "pre", "table") and _is_long(element, _LONG_PARAGRAPH):
            break
    return above


def _tags_around(element: Any, holders: set[Any]) -> Iterator[str]:
    """The tags around `element`, up to the first element that also holds the title."""
    for outer in element.iterancestors():
        if outer in holders:
            return
        yield outer.tag


def _heading(tree: Any, title: str) -> Any:
    """The heading that prints the title: the first `h1`, or a lower one with the title's words."""
    first = next(iter(tree.iter("h1")), None)
    if first is not None or len(title) < 4:
        return first
    for element in tree.iter("h2", "h3"):
        letters = squash("".join(element.itertext())[:500])
        if letters and (letters in title or title in letters):
            return element
    return None
