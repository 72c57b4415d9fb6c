"""Whether a place of a text lies inside somebody's words.

In: a text and a place. Out: True where a quotation is open there, also one that is never closed: words out of
somebody's mouth must not be joined with the narrator's.
"""

from typing import Final

from tadori.text.quotes import quoted_spans

_FURTHEST: Final = 2000
_OPENING: Final = frozenset("‘“„«「『〝")


def begins_in_speech(text: str, place: int) -> bool:
    """Whether `place` of `text` lies inside quotation marks."""
    head = text[max(0, place - _FURTHEST) : place]
    last, before = head[-1:], head[-2:-1]
    # Right behind an opening mark; a straight mark is one where nothing or white space stands before it.
    if last in _OPENING or (last in ("'", '"') and last and not before.strip()):
        return True
    spans = quoted_spans(head)
    return bool(spans) and not spans[-1].closed and spans[-1].end >= len(head.rstrip())
