"""Finds and masks secrets: keys, tokens, passwords. Used for logs, and for what a model writes.

Comes in: any text. Goes out: where something with the shape of a secret is, or an address contains one.
"""

from typing import Final

from tadori.text.secret_shapes import shape_places
from tadori.text.url_secrets import url_secret_places

MASK: Final = "[REDACTED]"


def secret_places(text: str) -> list[tuple[int, int]]:
    """Start and end of every secret, in order; overlapping ones are merged."""
    found = list[tuple[int, int]]()
    for start, end in sorted([*shape_places(text), *url_secret_places(text)]):
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def mask_secrets(text: str) -> str:
    """`text` with every secret of a known shape masked."""
    shown, done = list[str](), 0
    for start, end in secret_places(text):
        shown += [text[done:start], MASK]
        done = end
    return "".join([*shown, text[done:]])
