"""Reads what a page is about from its title, and makes titles and names searchable in a text.

Comes in: titles, names, texts. Goes out: the subject that a title names; forms to compare by, never printed.
"""

import re
from functools import lru_cache
from typing import Final

from tadori.text.normalise import fold

_BRACKETED: Final = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")
_SITE: Final = re.compile(r"\s+[-–—|｜]\s+.*$|[|｜].*$")
_NOT_WORD: Final = re.compile(r"[\W_]+")
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


@lru_cache(maxsize=4096)
def page_subject(title: str) -> str:
    """The title without a trailing site name ("… | Site") and without a trailing bracket ("… (film)")."""
    return _BRACKETED.sub("", _SITE.sub("", title)).strip() or title


@lru_cache(maxsize=8192)
def searchable_text(text: str) -> str:
    """`text` normalised for substring search of names: single spaces, or none if it has Japanese characters."""
    words = _NOT_WORD.sub(" ", fold(text)).strip()
    return words.replace(" ", "") if _CJK.search(words) else f" {words} "
