"""Checks, on the raw bytes and in linear time, whether a page is safe to parse."""

import re
from typing import Final

MOST_ATTRIBUTES: Final = 1000
_MANY_ATTRIBUTES: Final = re.compile(
    rb"<[a-zA-Z][^\s/>]*+"
    rb"(?:[\s/]++[^\s/>=]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+))?+){%d}" % MOST_ATTRIBUTES
)
"""A start tag as parsers read it, with possessive repeats: the search never backtracks, so it is linear."""


def has_many_attributes(page: bytes) -> bool:
    """Whether an element has `MOST_ATTRIBUTES` or more: libxml2 needs quadratic time for them."""
    plain = page.replace(b"\x00", b"") if b"\x00" in page else page  # UTF-16 hides its letters between zeros
    return bool(_MANY_ATTRIBUTES.search(plain) and _MANY_ATTRIBUTES.search(_without_scripts(plain)))


def _without_scripts(page: bytes) -> bytes:
    """`page` without the content of scripts, where `<` starts no element."""
    low = page.lower()
    parts = []
    start = 0
    while (opening := low.find(b"<script", start)) >= 0 and (closing := low.find(b"</script", opening)) >= 0:
        parts.append(page[start:opening])
        start = closing
    return b"".join([*parts, page[start:]])
