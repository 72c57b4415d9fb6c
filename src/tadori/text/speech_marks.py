"""Whether a place of a text lies inside somebody's words.

In: a text and a place. Out: True where a quotation is open there, also one that is never closed: words out of somebody's
mouth must not be joined with the narrator's.
"""

from typing import Final

from tadori.text.quotes import quoted_spans

_FURTHEST: Final = 2000


def begins_in_speech(text: str, place: int) -> bool:
    """Whether `place` of `text` lies inside quotation marks."""
    head = text[max(0, place - _FURTHEST) : place]
    spans = quoted_spans(head)
    return bool(spans) and not spans[-1].closed and spans[-1].end >= len(head.rstrip())
