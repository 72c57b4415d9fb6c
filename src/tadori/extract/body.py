"""The boxes of a whole page come in; the box that holds its main text goes out, with what is not main text marked.

Three questions, each answered once for every box: does it say of itself that it is furniture (tag, class, role)?
does it read like prose? where does most of the prose stand? No network, no model, no knowledge of single sites.
"""

import re
from dataclasses import dataclass
from typing import Final

from tadori.extract.boxes import Box

_FURNITURE_TAGS: Final = frozenset({"nav", "footer", "aside", "form", "fieldset", "address", "search", "menu"})
_FURNITURE: Final = re.compile(
    r"[ _-](?:nav|navi|navbar|navigation|menu|breadcrumbs?|pankuzu|topicpath|sidebar|side-?bar|sidecol|rail|footer|foot"
    r"|share|sharing|sharetools|social|sns|comments?|comment-?list|disqus|respond|related|relative|recommend\w*|recirc\w*"
    r"|popular|ranking|most-?read|trending|promo\w*|advert\w*|ads?|adsbygoogle|sponsor\w*|newsletter|subscri\w+|signup"
    r"|sign-up|cookie\w*|consent|gdpr|paywall|modal|popup|overlay|tags?|tag-?list|tagcloud|categories|pagination|pager"
    r"|paging|byline|author-?(?:bio|box|info|card)|about-?author|bio|print|toolbar|tools|widget\w*|banner|copyright"
    r"|skip-?link\w*|screen-reader-text|visually-hidden|sr-only|hidden|outbrain|taboola|jp-relatedposts|teaser\w*|buttons?"
    r"|login|search|metadata|meta|post-?meta|entry-?meta|timestamp|dateline|credits?|caption-credit|toc|complementary"
    r"|contentinfo|banner|navigation|dialog|alert)(?=[ _-])"
)
_BODY: Final = re.compile(
    r"articlebody|article[_-]?(?:body|text|content|main|detail)|(?:entry|post|story|news|blog|page|main)[_-]?(?:body|content|text)"
    r"|body[_-]?(?:copy|text|content)|(?:content|text)[_-]?body|honbun|mainblock|kiji"
)
_MARK: Final = re.compile(r"[.!?。！？…」』\"”]")
_PROSE_WEIGHT: Final = 80
_HALF: Final = 0.5


@dataclass(slots=True, frozen=True, kw_only=True)
class Body:
    """The box to print and the boxes inside it that are not to be printed."""

    box: Box
    dropped: frozenset[int]
    """`id()` of each dropped box; the tree is alive as long as the body is."""


def body_of(root: Box) -> Body:
    """Where the main text of the page stands. A page without prose is its own body."""
    prose: dict[int, int] = {}
    total = _count_prose(root, prose)
    if not total:
        return Body(box=root, dropped=frozenset())
    dropped: set[int] = set()
    _drop_furniture(root, prose, total, dropped)
    prose.clear()
    total = _count_prose(root, prose, dropped)
    top = _top(root, prose, total, dropped)
    return Body(box=top, dropped=frozenset(dropped))


def _count_prose(root: Box, prose: dict[int, int], dropped: set[int] | frozenset[int] = frozenset()) -> int:
    """Fill `prose` with the weight of prose in every box; bottom up, without recursion."""
    order = [root]
    for box in order:
        order.extend(kid for kid in box.kids if id(kid) not in dropped)
    for box in reversed(order):
        if box.text:
            prose[id(box)] = box.weight if is_prose(box) else 0
        else:
            prose[id(box)] = sum(prose.get(id(kid), 0) for kid in box.kids)
    return prose[id(root)]


def prose_in(body: Body) -> int:
    """The weight of prose that is to be printed."""
    return _count_prose(body.box, {}, body.dropped)


def is_prose(box: Box) -> bool:
    """Whether a run of text reads like a paragraph: long enough, with sentence marks, not mostly links."""
    return box.weight >= _PROSE_WEIGHT and box.linked < _HALF * box.weight and _MARK.search(box.text) is not None


def _drop_furniture(root: Box, prose: dict[int, int], total: int, dropped: set[int]) -> None:
    stack = [root]
    while stack:
        box = stack.pop()
        for kid in box.kids:
            if kid.text:
                continue
            if _is_furniture(kid) and prose[id(kid)] < _HALF * total:
                dropped.add(id(kid))
            else:
                stack.append(kid)


def _is_furniture(box: Box) -> bool:
    if box.tag in _FURNITURE_TAGS:
        return True
    return bool(box.hint) and _FURNITURE.search(box.hint) is not None


def _top(root: Box, prose: dict[int, int], total: int, dropped: set[int]) -> Box:
    """Go down from `root` as long as one box holds most of the prose."""
    box = root
    while True:
        inner = [kid for kid in box.kids if not kid.text and id(kid) not in dropped]
        best = max(inner, key=lambda kid: prose[id(kid)], default=None)
        if best is None or prose[id(best)] < 0.75 * prose[id(box)] or best.tag in ("p", "li", "blockquote"):
            return box
        box = best
