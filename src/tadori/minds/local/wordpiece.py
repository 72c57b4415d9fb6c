"""Tokenizes text into the word pieces of an uncased BERT vocabulary.

Comes in: any text, and a vocabulary of one piece per line. Goes out: ids, without start and end marks. Gives the same
pieces as the published tokenizer: controls dropped, letters lowered, accents removed, each punctuation mark and each
ideograph a word of its own, each word split greedily into the longest known pieces.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tadori.text.normalise import normalised

START: Final = "[CLS]"
END: Final = "[SEP]"
UNKNOWN: Final = "[UNK]"
_LONGEST_WORD: Final = 100
_IDEOGRAPHS: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f"
_IDEOGRAPH: Final = re.compile(f"[{_IDEOGRAPHS}]")
_ASCII_WORDS: Final = re.compile(r"[A-Za-z0-9]+|[!-/:-@\[-`{-~]")


class WordPiece:
    """Token ids by a vocabulary; caches the words it has split."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._ids = {piece: n for n, piece in enumerate(vocabulary)}
        self.start, self.end, self.unknown = (self._ids[piece] for piece in (START, END, UNKNOWN))
        self._cut = lru_cache(maxsize=20_000)(self._pieces)

    def ids(self, text: str) -> list[int]:
        """The pieces of `text`; none for a text of white space and controls only."""
        return [piece for word in words(text) for piece in self._cut(word)]

    def _pieces(self, word: str) -> tuple[int, ...]:
        """The longest known pieces from left to right; one unknown piece where the rest cannot be split."""
        if len(word) > _LONGEST_WORD:
            return (self.unknown,)
        found: list[int] = []
        start = 0
        while start < len(word):
            end = len(word)
            while end > start and ("##" * (start > 0) + word[start:end]) not in self._ids:
                end -= 1
            if end == start:
                return (self.unknown,)
            found.append(self._ids["##" * (start > 0) + word[start:end]])
            start = end
        return tuple(found)


def words(text: str) -> list[str]:
    """Lower-case words and punctuation marks in order."""
    if text.isascii() and text.isprintable():
        return _ASCII_WORDS.findall(text.lower())
    spaced = _IDEOGRAPH.sub(r" \g<0> ", "".join(map(_visible, text)))
    found: list[str] = []
    for run in spaced.split():
        plain = "".join(c for c in normalised("NFD", run.lower()) if unicodedata.category(c) != "Mn")
        found += _parted(plain)
    return found


def _visible(character: str) -> str:
    """A space for white space, nothing for a control or a replacement mark."""
    if character.isspace():
        return " "
    return "" if character in "\0\ufffd" or unicodedata.category(character) in _HIDDEN else character


_HIDDEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})


def _parted(word: str) -> list[str]:
    """A word with its punctuation marks split off."""
    found: list[str] = []
    inside = False
    for character in word:
        if _is_mark(character):
            found.append(character)
            inside = False
        elif inside:
            found[-1] += character
        else:
            found.append(character)
            inside = True
    return found


def _is_mark(character: str) -> bool:
    code = ord(character)
    ascii_mark = 33 <= code <= 47 or 58 <= code <= 64 or 91 <= code <= 96 or 123 <= code <= 126
    return ascii_mark or unicodedata.category(character).startswith("P")
