"""How a model's words are spelled: one spelling for all of them, and no message in what a reader passes over.

Comes in: what a model wrote and the texts it is based on. Goes out: the text in one spelling, and whether it passes.
The sentence check (X1) compares words and ignores signs, letter case and spaces; a model that obeys a page could hide a
message in those. What the words say is not looked at here.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from tadori.text.addresses import addresses
from tadori.text.dates import dates
from tadori.text.normalise import strip_invisible
from tadori.text.numbers import quantities
from tadori.text.sameness import plain_forms

_SPACES: Final = re.compile(r"\s+")
_QUOTES: Final = str.maketrans("“”‘’", "\"\"''")
_COMMON: Final = frozenset(" ,.;:()[]\"'-–—/%、。，．「」『』（）・：；")
_RARE: Final = frozenset({"No", "Nl", "So", "Sk", "Sc"})
_SIGNS_IN_A_ROW: Final = re.compile(r"[^\w\s]{3,}|[.…·・-]{2,}|\w(?:\s\w\b){5,}")
"""Also letters with spaces between them: a message may be spelled out."""
_LATIN: Final = re.compile(r"[A-Za-zÀ-ɏ]+")


def plain(text: str) -> str:
    """`text` in one spelling: compatibility forms, spaces and quotation marks unified, invisible characters removed."""
    return _SPACES.sub(" ", plain_forms(strip_invisible(text))).translate(_QUOTES).strip()


def has_address(text: str) -> bool:
    """Whether `text` contains the address of a page, a host or a person."""
    return bool(addresses(text))


def numbers_in(text: str) -> set[str]:
    """Quantities and years in `text`, in one spelling: 令和5年 is 2023, 350億 is 35 billion."""
    whole = plain_forms(text)
    years = {str(mention.year) for mention in dates(whole) if mention.year is not None}
    return years | {f"{quantity.value.normalize():f}" for quantity in quantities(whole)}


def spelled_as(text: str, sources: Sequence[str]) -> bool:
    """Whether nothing is hidden in how `text`, as `plain` writes it, is spelled: letter case, signs, forms of digits.

    A word that the sources have is spelled as there, or as the first of its sentence; a word of the model's own is in
    small letters. Signs other than common ones, and rows of signs, must stand in the sources.
    """
    known = plain("\n".join(sources))
    spellings = set(_LATIN.findall(known))
    if any(char not in known for char in text if _is_rare(char)):
        return False
    if any(row not in known for row in _SIGNS_IN_A_ROW.findall(text)):
        return False
    return all(
        word.islower() or word in spellings or (_begins(text, at) and word[1:].islower())
        for at, word in ((match.start(), match.group()) for match in _LATIN.finditer(text))
    )


def _begins(text: str, at: int) -> bool:
    """Whether a word at `at` begins a sentence."""
    return not text[:at].rstrip(" \"'([") or text[:at].rstrip(" \"'([")[-1] in ".!?:。！？"


def _is_rare(char: str) -> bool:
    return unicodedata.category(char) in _RARE or (not char.isalnum() and char not in _COMMON)
