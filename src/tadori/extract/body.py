"""The boxes of a whole page come in; the box that holds its main text goes out, with what is not main text marked.

Three questions, each answered once for every box: does it say of itself that it is furniture (tag, class, role)?
does it read like prose? where does most of the prose stand? No network, no model, no knowledge of single sites.
"""

import re
from collections.abc import Callable
from typing import Final

from tadori.extract.boxes import Box
from tadori.extract.traits import Trait, traits_of
from tadori.text.normalise import squash

_FURNITURE_TAGS: Final = frozenset({"nav", "footer", "aside", "form", "fieldset", "address", "search", "menu"})
_STRONG_TAGS: Final = frozenset({"article", "main", "body", "html"})
_NO_CONTAINER: Final = frozenset(
    {"p", "li", "ul", "ol", "dl", "dd", "blockquote", "table", "tbody", "tr", "pre", "figure"}
)
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_MARK: Final = re.compile(r"[.!?。！？…」』\"”]")
_MARKUP: Final = re.compile(r"<[a-z!/][^>]*>", re.IGNORECASE)
_SHORT_LINK: Final = 25
_LONG_CAPTION: Final = 60
"""Japanese captions are printed without a full stop; their length tells them from credits."""
_PROSE_WEIGHT: Final = 80
_SURELY_PROSE: Final = 250
_HALF: Final = 0.5
_MOST: Final = 0.7
_NEARLY_ALL: Final = 0.95
_FURNITURE_MAY_HOLD: Final = 0.3
_ENOUGH: Final = 80
"""A page that keeps this much prose after its furniture is gone has a main text."""
_CARD_MAY_HOLD: Final = 700
_TITLE_WORTH: Final = 2
_BODY_WORTH: Final = 3


def body_of(root: Box, title: str) -> Box:
    """Where the main text of the page called `title` stands; what is not part of it is marked `dropped`."""
    order = _order(root)
    total = _count_prose(order)
    _mark_title(order, title)
    for believed in (_is_comment, _is_furniture, _is_card_list):
        _drop(root, believed, total)
        left = _count_prose(order)
        if left < min(_ENOUGH, total):
            for box in order:
                box.dropped = False
            left = _count_prose(order)
        total = left
    top = _top(root)
    _drop_asides(top)
    return top


def is_prose(box: Box) -> bool:
    """Whether a run of text reads like a paragraph: long enough, with sentence marks, not mostly links."""
    if box.weight < _PROSE_WEIGHT or box.linked >= _HALF * box.weight:
        return False
    return box.weight >= _SURELY_PROSE or _MARK.search(box.text) is not None


def _order(root: Box) -> list[Box]:
    order = [root]
    for box in order:
        order.extend(box.kids)
    return order


def _count_prose(order: list[Box]) -> int:
    """Fill in the weight of prose in every box, bottom up; a dropped box counts nothing."""
    for box in reversed(order):
        if box.dropped:
            box.prose = 0
        elif box.text:
            box.prose = box.weight if is_prose(box) else 0
        else:
            box.prose = sum(kid.prose for kid in box.kids)
    return order[0].prose


def _mark_title(order: list[Box], title: str) -> None:
    """Mark the heading that prints the title, and every box around it."""
    wanted = squash(title)
    if len(wanted) < 4:
        return
    for box in order:
        if box.text and box.parent is not None and box.parent.tag in _HEADINGS and squash(box.text) == wanted:
            inner: Box | None = box
            while inner is not None:
                inner.has_title = True
                inner = inner.parent
            return


def _drop(root: Box, believed: Callable[[Box, int], bool], total: int) -> None:
    stack = [root]
    while stack:
        for kid in stack.pop().kids:
            if kid.text or kid.dropped:
                continue
            if believed(kid, total):
                kid.dropped = True
            else:
                stack.append(kid)


def _is_comment(box: Box, _: int) -> bool:
    return bool(box.hint) and not box.has_title and bool(traits_of(box.hint) & Trait.COMMENT)


def _is_furniture(box: Box, total: int) -> bool:
    """Whether `box` is believed when it says that it is no main text: not where it holds the title and much prose."""
    may_hold = _HALF
    if box.tag not in _FURNITURE_TAGS:
        if not box.hint or box.tag in _STRONG_TAGS:
            return False
        traits = traits_of(box.hint)
        if traits & Trait.BODY or not traits & (Trait.FURNITURE | Trait.ASIDE):
            return False
        may_hold = _FURNITURE_MAY_HOLD
    return box.prose <= may_hold * total or not (box.has_title or _holds_body(box))


def _holds_body(box: Box) -> bool:
    stack = [box]
    while stack:
        inner = stack.pop()
        if inner.prose >= _HALF * box.prose:
            if inner.hint and traits_of(inner.hint) & Trait.BODY:
                return True
            stack.extend(kid for kid in inner.kids if not kid.text)
    return False


def _is_card_list(box: Box, _: int) -> bool:
    """Whether `box` lists other pages: three or more alike, each with a linked headline and little text."""
    if box.has_title:
        return False
    cards = sum(1 for kid in box.kids if not kid.text and _is_card(kid))
    return cards >= 3 and cards * 3 >= 2 * len(box.kids)


def _is_card(box: Box) -> bool:
    if box.prose > _CARD_MAY_HOLD or not box.linked:
        return False
    leaves = []
    stack = [box]
    while stack:
        inner = stack.pop()
        if inner.text:
            leaves.append(inner)
        stack.extend(inner.kids)
    return (
        len(leaves) <= 8
        and any(leaf.linked > 0.9 * leaf.weight and leaf.weight > 20 and leaf.parent is not None for leaf in leaves)
        and box.prose < box.weight
    )


def _top(root: Box) -> Box:
    """Go down from `root` as long as one box holds most of the prose, counting more what says it is the body."""
    box = root
    while True:
        inner = [kid for kid in box.kids if not kid.text and kid.prose and kid.tag not in _NO_CONTAINER]
        best = max(inner, key=_worth, default=None)
        if best is None or _worth(best) < _needed(box) * sum(map(_worth, box.kids)):
            return box
        box = best


def _needed(box: Box) -> float:
    """The share of the prose that an inner box must hold to be gone down to: a box that says it is the body is left
    only for one that holds nearly all of it."""
    return _NEARLY_ALL if box.hint and traits_of(box.hint) & Trait.BODY else _MOST


def _worth(box: Box) -> int:
    worth = box.prose
    if box.tag in _STRONG_TAGS or (box.hint and traits_of(box.hint) & Trait.BODY):
        worth *= _BODY_WORTH
    return worth * _TITLE_WORTH if box.has_title else worth


def _drop_asides(top: Box) -> None:
    """Inside the main text: the title itself, lines that only link elsewhere and what announces them."""
    leaves: list[Box] = []
    stack = [top]
    while stack:
        box = stack.pop()
        if box.dropped:
            continue
        if box.text:
            leaves.append(box)
        else:
            stack.extend(reversed(box.kids))
    last_prose = max((at for at, leaf in enumerate(leaves) if is_prose(leaf)), default=len(leaves))
    first_prose = next((at for at, leaf in enumerate(leaves) if is_prose(leaf)), 0)
    links = [leaf.linked > 0.8 * leaf.weight for leaf in leaves]
    for at, leaf in enumerate(leaves):
        beside = links[at + 1 : at + 2] == [True] or (at > 0 and links[at - 1])
        if leaf.has_title or _MARKUP.match(leaf.text) or (at > first_prose and _is_credit(leaf, top)):
            leaf.dropped = True
        elif links[at]:
            leaf.dropped = len(leaf.text) > _SHORT_LINK or at > last_prose or beside
        elif leaf.parent is not None and leaf.parent.tag == "h1":
            leaf.dropped = True
    for at, leaf in enumerate(leaves[:-1]):
        # What announces a dropped link (`Related:`, `You may also like …`, a heading) goes with it.
        if not leaf.dropped and leaves[at + 1].dropped and links[at + 1] and not is_prose(leaf) and len(leaf.text) < 40:
            leaf.dropped = True


def _is_credit(leaf: Box, top: Box) -> bool:
    """Whether a caption says no more than who made the picture."""
    box = leaf.parent
    while box is not None and box is not top:
        if box.tag in ("figure", "figcaption") or (box.hint and traits_of(box.hint) & Trait.CAPTION):
            return not (is_prose(leaf) or (leaf.weight > _LONG_CAPTION and leaf.weight > 2 * len(leaf.text)))
        box = box.parent
    return False
