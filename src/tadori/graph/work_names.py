"""Makes names of books, manuals and sites comparable. In: a name as printed. Out: its key, or none for a generic name.

Editions and translations of one work get one key: versions, years and articles are left out, the common Japanese words
of titles are put into English, order does not count. The words are data (`work_words.toml`).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import normalised

LONGEST_NAME: Final = 160
MOST_WORDS: Final = 9
"""Longer ones are headlines and sentences."""
_POSSESSIVE = lazy_pattern(r"['’](?:s\b|(?=\s|$))")
_WORD = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff々]+|[^\W_\u3040-\u30ff\u3400-\u9fff]+(?:[.+#][^\W_]*)*")
_VERSION = lazy_pattern(r"(?:(?<=\s)|^)v?\d+(?:[.\-~:+]\S*)?(?=\s|$)")
_NUMBER = lazy_pattern(r"v?\d+(?:\.\d+)*[a-z]?")


@dataclass(frozen=True, slots=True, kw_only=True)
class NameKey:
    """The words of a name that tell works apart."""

    words: frozenset[str]
    is_book: bool
    """Whether it is called manual, guide, reference …"""

    @property
    def telling(self) -> frozenset[str]:
        """The words that not every site has in its name."""
        return self.words - _words().generic


@dataclass(frozen=True, slots=True, kw_only=True)
class _TitleWords:
    generic: frozenset[str]
    books: frozenset[str]
    editions: frozenset[str]
    japanese: Mapping[str, str]


def name_key(name: str) -> NameKey | None:
    """The key of `name`; None where it names no work in particular."""
    known, words = _words(), name_words(name)
    if not words - known.generic or len(words) > MOST_WORDS:
        return None
    return NameKey(words=words, is_book=not words.isdisjoint(known.books))


def name_words(name: str) -> frozenset[str]:
    """The words of a name without edition, in English as far as they are common in titles, in the singular."""
    known = _words()
    text = _POSSESSIVE.sub("", normalised("NFKC", name[:LONGEST_NAME]).casefold())
    text = _VERSION.sub(" ", text)
    for japanese, english in known.japanese.items():
        text = text.replace(japanese, f" {english} ")
    words = frozenset(_singular(word) for word in _WORD.findall(text)) - known.editions
    return frozenset(word for word in words if word and not _NUMBER.fullmatch(word))


def _singular(word: str) -> str:
    word = word.rstrip(".")
    return word[:-1] if len(word) > 3 and word.isascii() and word.endswith("s") and not word.endswith("ss") else word


@lru_cache(maxsize=1)
def _words() -> _TitleWords:
    data = tomllib.loads((files("tadori.graph") / "work_words.toml").read_text(encoding="utf-8"))
    longest_first = sorted(data["japanese"].items(), key=lambda pair: -len(pair[0]))
    return _TitleWords(
        generic=frozenset(data["generic"]),
        books=frozenset(data["books"]),
        editions=frozenset(data["editions"]),
        japanese=dict(longest_first),
    )
