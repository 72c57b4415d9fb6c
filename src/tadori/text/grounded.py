"""Whether a short text in somebody's own words brings anything of its own: a heading, or what is said to be missing.

In: the text, and the texts that its words may come from. Out: yes or no. It is grounded where all its content words,
numbers and limits ("not", "only") stand in them. That makes it harmless as a label; it does not make it true, so what
could be true or false by itself (a sentence) is for the sentence check, and not for this.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from tadori.text.addresses import addresses
from tadori.text.limits import limits
from tadori.text.normalise import strip_invisible
from tadori.text.orders import orders_in
from tadori.text.sameness import plain_forms
from tadori.text.tokens import terms

_SIGNS: Final = frozenset(" ,.:;'’・、。：；()（）-–—/&%？?「」『』")
"""Signs that a label may have between its words."""
_SPACES: Final = re.compile(r"\s+")
_LATIN: Final = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’-]*")
_BOUNDS: Final = frozenset({"negation", "hedge", "condition", "exception", "comparison", "quantifier"})


_NUMBERS: Final = re.compile(r"\d+(?:[.,]\d+)*")
_ASKING: Final = re.compile(r"(?:what|how|why|who|whom|whose|when|where|which|whether|if)\b", re.IGNORECASE)
_SAYING: Final = re.compile(
    r"\b(?:is|are|was|were|am|be|been|has|have|had|will|can|could|would|may|might|must|should|shall|did|does|do"
    r"|isn't|wasn't|cannot|won't)\b",
    re.IGNORECASE,
)
_SAYING_JA: Final = re.compile(r"(?:[ただるすうくむぐぶつぬ]|[しなきせたさ]い|です|ます|である)[。.]?$")


def is_heading(words: str, question: str, texts: Iterable[str]) -> bool:
    """Whether `words` may stand above `texts`: grounded, no statement, and with no number but those of the question.

    What stands so in a text, letter by letter, may have any number: `Results for 2024`.
    """
    texts = tuple(texts)
    if not is_grounded(words, (question, *texts)):
        return False
    numbers = set(_NUMBERS.findall(words)) - set(_NUMBERS.findall(in_one_spelling(question)))
    return not numbers or any(words in in_one_spelling(text) for text in texts)


def in_one_spelling(words: str) -> str:
    """`words` in one line: compatibility forms unified, invisible characters removed."""
    return _SPACES.sub(" ", plain_forms(strip_invisible(words))).strip()


def is_grounded(words: str, texts: Iterable[str]) -> bool:
    """Whether `words`, spelled as `in_one_spelling` does, are made of words of `texts` alone."""
    if not _is_label(words) or _is_said(words) or addresses(words) or orders_in(words):
        return False
    said = set(terms(words))
    if not said:
        return False
    known = [_Words.of(text) for text in texts]
    bounds = {(limit.kind, limit.form) for limit in limits(words) if limit.kind in _BOUNDS}
    if not said <= set().union(*(one.terms for one in known)):
        return False
    if not bounds <= set().union(*(one.bounds for one in known)):
        return False
    # A message could hide in the case of letters: `tHe bRidge`.
    odd = {word for word in _LATIN.findall(words) if not (word.islower() or word.istitle())}
    # Circled and raised digits are numbers in another dress.
    odd |= {char for char in words if unicodedata.category(char) in {"No", "Nl"}}
    return odd <= set().union(*(one.latin for one in known))


def _is_label(words: str) -> bool:
    """Whether `words` begin with a word, and hold no sign but common ones."""
    return words[:1].isalnum() and all(char.isalnum() or char in _SIGNS for char in words)


def _is_said(words: str) -> bool:
    """Whether `words` are a statement rather than a label; a question within a question is a label."""
    if _ASKING.match(words):
        return False
    return _SAYING.search(words) is not None or _SAYING_JA.search(words) is not None


class _Words:
    """What of a text counts, read once: the same texts ground every heading of an answer."""

    def __init__(self, text: str) -> None:
        plain = in_one_spelling(text)
        self.terms = frozenset(terms(plain))
        self.bounds = frozenset((limit.kind, limit.form) for limit in limits(plain) if limit.kind in _BOUNDS)
        self.latin = frozenset(_LATIN.findall(plain))

    @staticmethod
    @lru_cache(maxsize=1024)
    def of(text: str) -> "_Words":
        return _Words(text)
