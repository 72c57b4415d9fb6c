"""The Latin words of a text as a set: a cheap check before a slow regular expression is tried."""

import re
from functools import lru_cache
from typing import Final

_LATIN: Final = re.compile("[a-z]+")


@lru_cache(maxsize=8192)
def latin_words(text: str) -> frozenset[str]:
    """Every run of plain Latin letters in `text`, lower-cased."""
    return frozenset(_LATIN.findall(text.lower()))
