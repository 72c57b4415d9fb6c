"""Whether a model's wording may be printed: it must be the source's own, character by character.

Comes in: what a model wrote and the quotation it is based on. Goes out: the text in one spelling, and whether it
passes. The sentence check (X1) compares words and ignores signs, letter case and spaces; a model that obeys a page
could hide a message in those. So every character must also appear in the quotation, in the same order.
"""

import re
import unicodedata
from typing import Final

from tadori.model.doors import SentenceCheck
from tadori.model.grading import Grade, QuotedPassage
from tadori.text.addresses import addresses
from tadori.text.dates import dates
from tadori.text.normalise import strip_invisible
from tadori.text.numbers import quantities
from tadori.text.sameness import plain_forms

_SPACES: Final = re.compile(r"\s+")
_QUOTES: Final = str.maketrans("“”‘’", "\"\"''")
_END: Final = ".。"
_SIGNS: Final = frozenset({"Sm", "Sc", "Sk", "So", "Pd"})


def plain(text: str) -> str:
    """`text` in one spelling: compatibility forms, spaces and quotation marks unified, invisible characters removed."""
    return _SPACES.sub(" ", plain_forms(strip_invisible(text))).translate(_QUOTES).strip()


def has_address(text: str) -> bool:
    """Whether `text` contains the address of a page, a host or a person."""
    return bool(addresses(text))


def stands_in(text: str, quotation: str) -> bool:
    """Whether all characters of `text` appear in `quotation`, in order; the first may be a capital, a full stop may end
    it.

    Both are compared as `plain` writes them. Words may be skipped, a sign may not: `–500` does not say `500`.
    """
    said, words = plain(text), plain(quotation)
    if said[-1:] in _END and words[-1:] not in _END:
        said = said[:-1]
    at = 0
    for number, character in enumerate(said):
        found = words.find(character, at)
        # Only the first letter may differ in case: elsewhere Ai and AI are different words.
        if number == 0:
            other = [place for c in (character, character.lower(), character.upper()) if (place := words.find(c)) >= 0]
            found = min(other, default=-1)
        if found < 0 or _holds_sign(words[at:found]):
            return False
        at = found + 1
    return bool(said) and not _holds_sign(words[at:])


def _holds_sign(words: str) -> bool:
    return any(unicodedata.category(char) in _SIGNS or char in "%‰?" for char in words)


def numbers_in(text: str) -> set[str]:
    """Quantities and years in `text`, in one spelling: 令和5年 is 2023, 350億 is 35 billion."""
    whole = plain_forms(text)
    years = {str(mention.year) for mention in dates(whole) if mention.year is not None}
    return years | {f"{quantity.value.normalize():f}" for quantity in quantities(whole)}


def is_quoted(text: str, quotation: str, check: SentenceCheck) -> bool:
    """Whether `quotation` says `text` (X1), in its own characters."""
    if not stands_in(text, quotation):
        return False
    return check.grade(text, [QuotedPassage(text=quotation)]).grade is Grade.QUOTED
