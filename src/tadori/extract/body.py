"""Finds the box that holds the main text of a page, and marks what is not main text.

In: the boxes of a whole page. Out: one box. Three questions, each answered once for every box: does it call itself
furniture (tag, class, role)? does it read like prose? where is most of the prose? No network, no model, no knowledge of
single sites. Every pass is linear in the number of boxes, whatever their nesting.

A page that is made for sharing is taken for one article of a site and narrowed to the box with most of the prose. Every
other page is taken for a document, of which nothing is left out but what calls itself furniture or is made of links.
"""

import re
from collections.abc import Callable
from typing import Final

from tadori.extract.boxes import HEADINGS, NAVIGATION, Box
from tadori.extract.layout import is_data_table
from tadori.extract.traits import ASIDE, BODY, BY_ID, COMMENT, FOOT, FURNITURE, FURNITURE_LIKE, LEADS, TEXT
from tadori.text.normalise import squash

_TAG_REASONS: Final = {
    "nav": NAVIGATION,
    "menu": NAVIGATION,
    "search": NAVIGATION,
    "footer": "footer",
    "address": "address",
    "form": "form",
    "fieldset": "form",
}
_FURNITURE_TAGS: Final = frozenset({*_TAG_REASONS, "aside"})
_COMMENTS: Final = "comments of readers"
_TRAIT_REASONS: Final = {
    LEADS: NAVIGATION,
    FOOT: "footer",
    FURNITURE: "page furniture: sharing, advertising, forms",
    ASIDE: "related material",
}
_WITHOUT_PROSE: Final = "aside without prose"
_CARDS: Final = "teasers of other pages"
_STRONG_TAGS: Final = frozenset({"article", "main", "body", "html"})
_NO_CONTAINER: Final = frozenset("p li ul ol dl dd blockquote table tbody tr pre figure".split())
_IN_TEXT: Final = frozenset({*HEADINGS, "p", "li", "dt", "dd", "pre", "blockquote", "figure"})
_MARK: Final = re.compile(r"[.!?。！？…」』\"”]")
_PROSE_WEIGHT: Final = 80
_SENTENCE_WEIGHT: Final = 40
"""So long a line with a full stop is a sentence, if not a paragraph."""
_SENTENCE_ENDS: Final = (".", "!", "?", "。", "！", "？")
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
_MUCH_LINKED: Final = 0.3
"""So much of a box without prose in links, and it leads to other pages."""


def body_of(root: Box, title: str, *, is_article: bool) -> Box:
    """The box with the main text of the page called `title`; what is not part of it is marked `dropped`.

    `is_article`: the page is one article of a site that prints much beside it.
    """
    boxes = _measured(root)
    _mark_title(root, title)
    for reason_of in (_comment if is_article else _comment_on_document, _furniture, _card_list):
        total = root.prose
        gone = _drop(root, reason_of, total)
        _recount(boxes)
        if root.prose < min(_ENOUGH, total):
            for box in gone:
                box.dropped = ""
            _recount(boxes)
    body = _article_top(root) if is_article else _document_top(root)
    if _keep_asides(body, root.prose, in_text_only=is_article):
        _recount(boxes)
    return body


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
        if box.tag in HEADINGS:
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


def _drop(root: Box, reason_of: Callable[[Box, int], str], total: int) -> list[Box]:
    """Drop the outermost boxes for which there is a reason; returns them."""
    gone: list[Box] = []
    stack = [root]
    while stack:
        for kid in stack.pop().kids:
            if kid.text or kid.dropped:
                continue
            kid.dropped = reason_of(kid, total)
            (gone if kid.dropped else stack).append(kid)
    return gone


def _comment(box: Box, _: int) -> str:
    return _COMMENTS if box.traits & COMMENT and not box.has_title else ""


def _comment_on_document(box: Box, total: int) -> str:
    """As `_comment`, but a section of a manual may be about comments, and be called so."""
    return "" if box.traits & BY_ID and _is_section(box) else _comment(box, total)


def _furniture(box: Box, total: int) -> str:
    """Why a box that calls itself no main text is believed: not where it has the title and much prose."""
    may_hold = _FURNITURE_TAG_MAY_HOLD
    if box.tag not in _FURNITURE_TAGS:
        if box.traits & BODY or not box.traits & FURNITURE_LIKE or box.tag in _STRONG_TAGS:
            return ""
        if box.traits & BY_ID and (box.tag in HEADINGS or _is_section(box)):
            return ""
        may_hold = _FURNITURE_MAY_HOLD
    if box.prose > may_hold * total and (box.has_title or _holds_body(box)):
        return ""
    if box.tag in _TAG_REASONS:
        return _TAG_REASONS[box.tag]
    named = (bit for bit in _TRAIT_REASONS if box.traits & bit)
    return _TRAIT_REASONS.get(next(named, 0), _WITHOUT_PROSE)


def _is_section(box: Box) -> bool:
    """Whether a box is a heading with prose below it."""
    first = box
    while first.kids:
        first = first.kids[0]
    return first.parent is not None and first.parent.tag in HEADINGS and box.prose > 0 and 2 * box.linked < box.weight


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


def _card_list(box: Box, _: int) -> str:
    """Whether `box` lists other pages: three or more inside, each with a linked headline and little text."""
    if box.has_title or not box.has_headline or len(box.kids) < 3:
        return ""
    cards = [kid for kid in box.kids if kid.has_headline and kid.leaves <= _CARD_LEAVES and kid.prose <= _CARD_PROSE]
    if len(cards) < 3 or 3 * len(cards) < 2 * len(box.kids):
        return ""
    return _CARDS if 2 * sum(card.prose for card in cards) >= box.prose else ""


def _article_top(root: Box) -> Box:
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


def _document_top(root: Box) -> Box:
    """Go down from `root` as long as one box has all of the text, whatever links stand beside it."""
    box = root
    while True:
        _drop_links_at_the_edges(box)
        inner = [kid for kid in box.kids if not kid.dropped]
        articles = [kid for kid in inner if kid.tag == "article"]
        titled = next((kid for kid in articles if _is_titled_article(kid)), None)
        if titled is not None and len(articles) > 1:
            box = titled
        elif len(inner) == 1 and not inner[0].text and inner[0].tag not in _NO_CONTAINER:
            box = inner[0]
        else:
            return box


def _drop_links_at_the_edges(box: Box) -> None:
    """Drop the boxes before and after the text that only lead to other pages."""
    for kids in (box.kids, box.kids[::-1]):
        for kid in kids:
            leads_elsewhere = kid.linked > _MUCH_LINKED * kid.weight
            if kid.prose or kid.has_title or kid.tag in _IN_TEXT or (kid.text and not leads_elsewhere):
                break
            if leads_elsewhere and not kid.dropped:
                if kid.tag == "table" and is_data_table(kid):
                    break
                kid.dropped = NAVIGATION


def _keep_asides(body: Box, total: int, *, in_text_only: bool) -> bool:
    """Take back the boxes in `body` that call themselves asides and hold prose: they are printed, and marked.

    `in_text_only`: only those with main text before and after them. Returns whether there was one.
    """
    before, whole, found = 0, body.prose, False
    stack = [body]
    while stack:
        box = stack.pop()
        if box.text:
            before += box.prose
        elif box.dropped == _WITHOUT_PROSE and _holds_prose(box) and (not in_text_only or 0 < before < whole):
            box.dropped = ""
            box.beside = found = True
            _drop(box, _furniture, total)
        if not box.dropped:
            stack.extend(reversed(box.kids))
    return found


def _is_sentence(leaf: Box) -> bool:
    return leaf.weight >= _SENTENCE_WEIGHT and 2 * leaf.linked < leaf.weight and leaf.text.endswith(_SENTENCE_ENDS)


def _holds_prose(box: Box) -> bool:
    """Whether a dropped box has a sentence in it, and is not mostly links."""
    if 2 * box.linked >= box.weight:
        return False
    stack = [box]
    while stack:
        inner = stack.pop()
        if inner.text and (inner.prose or _is_sentence(inner)):
            return True
        stack.extend(inner.kids)
    return False
