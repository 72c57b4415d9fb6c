"""Marks what is not main text inside the main box of a page: title, bylines, credits, link lists, repeated captions.

In: the main text of a page as a box. Out: the same box, with the runs of text that are no part of it marked `dropped`:
the title (it is kept beside the text), what is printed above it, bare credits of pictures, lines that only link to
other pages and the words that announce them, captions printed twice.
"""

import re
from typing import Final

from tadori.extract.body import is_prose
from tadori.extract.boxes import Box
from tadori.extract.layout import is_data_table
from tadori.extract.text_losses import KEPT_AS_TITLE
from tadori.extract.traits import CAPTION

_MARKUP: Final = re.compile(r"</?(?:a|div|iframe|img|link|meta|p|script|span|style|!--)\b", re.IGNORECASE)
_SHORT_LINK: Final = 25
"""Characters: a shorter link on its own line may be a name or a source, a longer one is another page's headline."""
_SHORT_LINE: Final = 40
_LONG_CAPTION: Final = 60
"""Bytes. Japanese captions are printed without a full stop; their length tells them from credits."""
_CAPTION_TAGS: Final = frozenset({"figure", "figcaption"})
_ABOVE: Final = "above the title"
_OTHER_TITLE: Final = "another title above the text"
_MARKUP_PRINTED: Final = "markup printed as text"
_CAPTION: Final = "credit or repeated caption of a picture"
_LINKS: Final = "link list"


def drop_asides(body: Box, *, is_article: bool) -> None:
    """Mark as `dropped` the runs of text in `body` that are not main text.

    `is_article`: the page says that it is one article of a site, whose name may be printed above the text as a heading.
    """
    leaves = _leaves(body)
    prose = [at for at, (leaf, _) in enumerate(leaves) if leaf.prose]
    first, last = (prose[0], prose[-1]) if prose else (0, len(leaves))
    _drop_above_title([leaf for leaf, _ in leaves])
    seen: set[str] = set()
    for at, (leaf, in_caption) in enumerate(leaves):
        if leaf.has_title:
            leaf.dropped = KEPT_AS_TITLE
        elif is_article and at < first and leaf.parent is not None and leaf.parent.tag == "h1":
            leaf.dropped = _OTHER_TITLE
        elif _MARKUP.match(leaf.text):
            leaf.dropped = _MARKUP_PRINTED
        elif in_caption:
            if leaf.text in seen or (at > first and not _says_something(leaf)):
                leaf.dropped = leaf.dropped or _CAPTION
            seen.add(leaf.text)
    _drop_links([leaf for leaf, _ in leaves], last)
    if all(leaf.dropped for leaf, _ in leaves):
        # A page of links is a list of links: better all of it than nothing.
        for leaf, _ in leaves:
            leaf.dropped = ""


def _leaves(body: Box) -> list[tuple[Box, bool]]:
    """The runs of text in `body` in document order, each with whether it belongs to a picture; tables stay whole."""
    found = []
    stack = [(body, False)]
    while stack:
        box, in_caption = stack.pop()
        if box.dropped:
            continue
        if box.tag == "table" and is_data_table(box):
            continue
        if box.text:
            found.append((box, in_caption))
        else:
            in_caption = in_caption or box.tag in _CAPTION_TAGS or bool(box.traits & CAPTION)
            stack.extend([(kid, in_caption) for kid in reversed(box.kids)])
    return found


def _drop_above_title(leaves: list[Box]) -> None:
    """Drop what is printed above the title, unless a paragraph stands there: then the title is a later repetition."""
    title = next((at for at, leaf in enumerate(leaves) if leaf.has_title), 0)
    if not any(leaf.prose for leaf in leaves[:title]):
        for leaf in leaves[:title]:
            leaf.dropped = _ABOVE


def _says_something(caption: Box) -> bool:
    """Whether a caption says more than who made the picture."""
    return is_prose(caption) or caption.weight > max(_LONG_CAPTION, 2 * len(caption.text))


def _drop_links(leaves: list[Box], last_prose: int) -> None:
    """Drop lines that are links: headlines of other pages, two in a row, and all after the last paragraph."""
    linked = [leaf.linked > 0.8 * leaf.weight and not leaf.text.endswith((".", "。")) for leaf in leaves] + [False]
    for at, leaf in enumerate(leaves):
        if linked[at] and (len(leaf.text) > _SHORT_LINK or at > last_prose or linked[at + 1] or linked[at - 1]):
            leaf.dropped = leaf.dropped or _LINKS
    for leaf, after, is_link in zip(leaves, leaves[1:], linked[1:], strict=False):
        # What announces a dropped link (`Related:`, `You may also like …`, a heading) goes with it.
        if is_link and after.dropped and not leaf.prose and len(leaf.text) < _SHORT_LINE:
            leaf.dropped = leaf.dropped or _LINKS
