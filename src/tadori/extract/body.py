"""Finds the box that holds the main text of a page, and marks what is not main text.

In: the boxes of a whole page. Out: one box. Three questions, each answered once for every box: does it call itself
furniture (tag, class, role)? does it read like prose? where is most of the prose? No network, no model, no knowledge of
single sites. Every pass is linear in the number of boxes, whatever their nesting.
"""

import re
from collections.abc import Callable
from typing import Final

from tadori.extract.boxes import Box
from tadori.extract.traits import ASIDE, BODY, COMMENT, FURNITURE, TEXT
from tadori.text.normalise import squash

_FURNITURE_TAGS: Final = frozenset({"nav", "footer", "aside", "form", "fieldset", "address", "search", "menu"})
_STRONG_TAGS: Final = frozenset({"article", "main", "body", "html"})
_NO_CONTAINER: Final = frozenset("p li ul ol dl dd blockquote table tbody tr pre figure".split())
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_MARK: Final = re.compile(r"[.!?。！？…」』\"”]")
_PROSE_WEIGHT: Final = 80
_SURELY_PROSE: Final = 250
"""So much running text is prose even without a sentence mark: programmes, verses, Japanese without 。."""
_ENOUGH: Final = 80
"""A page that keeps this much prose after its furniture is gone has a main text."""
_FURNITURE_MAY_HOLD: Final = 0.3
_FURNITURE_TAG_MAY_HOLD: Final = 0.5
_CARD_PROSE: Final = 700
_CARD_LEAVES: Final = 8
_HEADLINE_WEIGHT: Final = 20
_MOST: Final = 0.7
_NEARLY_ALL: Final = 0.95
"""A box that says it is the body is left only for one inside that holds nearly all of it."""
_BODY_WORTH: Final = 3
_TITLE_WORTH: Final = 2
_SHORTEST_TITLE: Final = 4


def body_of(root: Box, title: str) -> Box:
    """The box with the main text of the page called `title`; what is not part of it is marked `dropped`."""
    boxes = _measured(root)
    _mark_title(root, title)
    for believed in (_is_comment, _is_furniture, _is_card_list):
        total = root.prose
        gone = _drop(root, believed, total)
        _recount(boxes)
        if root.prose < min(_ENOUGH, total):
            for box in gone:
                box.dropped = False
            _recount(boxes)
    return _top(root)


def is_prose(leaf: Box) -> bool:
    """Whether a run of text reads like a paragraph: long enough, with sentence marks, not mostly links."""
    if leaf.weight < _PROSE_WEIGHT or 2 * leaf.linked >= leaf.weight:
        return False
    return leaf.weight >= _SURELY_PROSE or _MARK.search(leaf.text) is not None


def _measured(root: Box) -> list[Box]:
    """Count prose and runs of text in every box; the boxes that hold others, outer ones first."""
    boxes = [root]
    for box in boxes:
        boxes.extend([kid for kid in box.kids if not kid.text])
    for box in reversed(boxes):
        for kid in box.kids:
            if kid.text:
                kid.prose = kid.weight if is_prose(kid) else 0
                kid.leaves = 1
                kid.has_headline = kid.weight > _HEADLINE_WEIGHT and kid.linked > 0.9 * kid.weight
            box.prose += kid.prose
            box.leaves += kid.leaves
            box.has_headline = box.has_headline or kid.has_headline
    return boxes


def _recount(boxes: list[Box]) -> None:
    for box in reversed(boxes):
        box.prose = 0 if box.dropped else sum(kid.prose for kid in box.kids)


def _mark_title(root: Box, title: str) -> None:
    """Mark the first heading that prints the title, and every box around it."""
    wanted = squash(title)
    if len(wanted) < _SHORTEST_TITLE:
        return
    stack = [root]
    while stack:
        box = stack.pop()
        if box.tag in _HEADINGS:
            for leaf in box.kids:
                if leaf.text and squash(leaf.text) == wanted:
                    _mark_upwards(leaf)
                    return
        stack.extend(reversed(box.kids))


def _mark_upwards(leaf: Box) -> None:
    box: Box | None = leaf
    while box is not None:
        box.has_title = True
        box = box.parent


def _drop(root: Box, believed: Callable[[Box, int], bool], total: int) -> list[Box]:
    """Drop the outermost boxes for which `believed` is true; returns them."""
    gone = []
    stack = [root]
    while stack:
        for kid in stack.pop().kids:
            if kid.text or kid.dropped:
                continue
            if believed(kid, total):
                kid.dropped = True
                gone.append(kid)
            else:
                stack.append(kid)
    return gone


def _is_comment(box: Box, _: int) -> bool:
    return bool(box.traits & COMMENT) and not box.has_title


def _is_furniture(box: Box, total: int) -> bool:
    """Whether to believe a box that calls itself no main text: not where it has the title and much prose."""
    may_hold = _FURNITURE_TAG_MAY_HOLD
    if box.tag not in _FURNITURE_TAGS:
        if box.traits & BODY or not box.traits & (FURNITURE | ASIDE) or box.tag in _STRONG_TAGS:
            return False
        may_hold = _FURNITURE_MAY_HOLD
    return box.prose <= may_hold * total or not (box.has_title or _holds_body(box))


def _holds_body(box: Box) -> bool:
    """Whether a box inside that calls itself the body has half of the prose."""
    stack = [box]
    while stack:
        inner = stack.pop()
        if 2 * inner.prose >= box.prose:
            if inner.traits & BODY:
                return True
            stack.extend([kid for kid in inner.kids if not kid.text])
    return False


def _is_card_list(box: Box, _: int) -> bool:
    """Whether `box` lists other pages: three or more inside, each with a linked headline and little text."""
    if box.has_title or not box.has_headline or len(box.kids) < 3:
        return False
    cards = [kid for kid in box.kids if kid.has_headline and kid.leaves <= _CARD_LEAVES and kid.prose <= _CARD_PROSE]
    if len(cards) < 3 or 3 * len(cards) < 2 * len(box.kids):
        return False
    return 2 * sum(card.prose for card in cards) >= box.prose


def _top(root: Box) -> Box:
    """Go down from `root` as long as one box has most of the prose, preferring what calls itself the body."""
    box = root
    needed = _MOST
    while True:
        if box.traits & TEXT:
            needed = _NEARLY_ALL
        inner = [kid for kid in box.kids if not kid.text and kid.prose and kid.tag not in _NO_CONTAINER]
        titled = next((kid for kid in inner if _is_titled_article(kid)), None)
        best = titled or max(inner, key=_worth, default=None)
        if best is None or (titled is None and _worth(best) < needed * sum(map(_worth, box.kids))):
            return box
        box = best


def _is_titled_article(box: Box) -> bool:
    return box.has_title and box.tag == "article" and box.prose >= _SURELY_PROSE


def _worth(box: Box) -> int:
    worth = box.prose
    if box.traits & BODY or box.tag in _STRONG_TAGS:
        worth *= _BODY_WORTH
    return worth * _TITLE_WORTH if box.has_title else worth
