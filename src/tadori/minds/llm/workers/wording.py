"""Whether a model may have its words printed: they must be a source's own, letter by letter.

Comes in: what a model wrote and the words it is said to stand on. Goes out: the text in one spelling, and whether it
holds. The check of sentences (X1) compares words and passes over signs, letter case and spaces; a reader that obeys a
page could hide a message in those. So every character must stand in the quotation too, in the same order.
"""

import re
import unicodedata
from typing import Final

from tadori.model.claim import Stance
from tadori.model.doors import SentenceCheck
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
    """`text` in one spelling: compatibility forms, spaces and quotation marks made equal, nothing invisible left."""
    return _SPACES.sub(" ", plain_forms(strip_invisible(text))).translate(_QUOTES).strip()


def has_address(text: str) -> bool:
    """Whether an address of a page, a host or a person stands in `text`."""
    return bool(addresses(text))


def stands_in(text: str, quotation: str) -> bool:
    """Whether every character of `text` stands in `quotation`, in order; its first may be a capital, a stop may end it.

    Both are compared as `plain` writes them. Words may be passed over, a sign may not: `–500` does not say `500`.
    """
    said, words = plain(text), plain(quotation)
    if said[-1:] in _END and words[-1:] not in _END:
        said = said[:-1]
    at = 0
    for number, character in enumerate(said):
        found = words.find(character, at)
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
    """What is counted and dated in `text`, in one spelling: 令和5年 is 2023, 350億 is 35 billion."""
    whole = plain_forms(text)
    years = {str(mention.year) for mention in dates(whole) if mention.year is not None}
    return years | {f"{quantity.value.normalize():f}" for quantity in quantities(whole)}


def is_quoted(text: str, quotation: str, check: SentenceCheck) -> bool:
    """Whether `quotation` says `text` (X1), in its own letters."""
    if not stands_in(text, quotation):
        return False
    verdict = check.check(text, [quotation])
    return verdict.stance is Stance.SUPPORTS and verdict.shown and not verdict.abstained
