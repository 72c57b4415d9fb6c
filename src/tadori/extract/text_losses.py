"""Counts what of the visible text of a page is not printed, by the reason for it.

In: the boxes of a page after its body was found. Out: one `TextLoss` a reason. What is printed and what is counted here
make up all text of the page; the title is kept beside the text and is no loss.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from tadori.extract.boxes import Box
from tadori.model.page import TextLoss

KEPT_AS_TITLE: Final = "kept as the title"
OUTSIDE: Final = "outside the main text"


def losses_of(root: Box, body: Box, skipped: Mapping[str, int]) -> tuple[TextLoss, ...]:
    """What of the text in `root` is not printed when `body` is, with what was `skipped` before boxes were made."""
    counted = Counter(skipped)
    stack = [(root, "" if root is body else OUTSIDE)]
    while stack:
        box, around = stack.pop()
        for kid in box.kids:
            reason = kid.dropped or around
            if kid.text:
                if reason and reason != KEPT_AS_TITLE:
                    counted[reason] += len("".join(kid.text.split()))
            else:
                stack.append((kid, "" if kid is body else reason))
    return tuple(TextLoss(reason=reason, characters=count) for reason, count in sorted(counted.items()) if count)
