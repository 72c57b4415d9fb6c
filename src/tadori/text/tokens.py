"""Tokenizes text for search, the same way for indexed texts and for questions.

Comes in: any text, Japanese and English mixed. Goes out: tokens in order of appearance, made of letters, digits and the
decimal point only. Latin words are split off before Sudachi sees the rest, so that a name is the same token in both
languages. A text without Japanese characters never loads Sudachi.
"""

import re
from functools import lru_cache
from itertools import chain
from typing import Final

from tadori.text.japanese import japanese_tokens
from tadori.text.latin import Marked, latin_tokens
from tadori.text.normalise import normalised

_JA: Final = "ぁ-ヿ㐀-䶿一-鿿々〆〇\U00020000-\U0003ffff"
_JAPANESE: Final = re.compile(f"[{_JA}]")
# Every repeat is possessive and bounded or of one kind: a hostile run costs no more than its length, and no run that
# is remembered is long.
_RUN: Final = re.compile(r"[^\W_]{1,40}+(?:[-‐‑–/'’.,][^\W_]{1,40}+){0,5}+")
_STRETCH: Final = re.compile(
    # A run with a letter in it, or a number that no Japanese character follows; else what Sudachi reads.
    rf"(?P<latin>(?=[0-9/.,-]{{0,16}}+[^\W\d_{_JA}])[^\W_{_JA}]{{1,40}}+(?:[-‐‑–/'’.,][^\W_{_JA}]{{1,40}}+){{0,5}}+"
    rf"|[0-9][0-9,]{{0,40}}+(?:\.[0-9]{{1,40}}+)?+(?![0-9,.]{{0,40}}+[{_JA}]))"
    rf"|[0-9{_JA}][0-9.,・ー、。「」{_JA}]*+"
)
_SHORT: Final = 600


def tokens(text: str) -> list[str]:
    """Every token of `text`."""
    return [token for token, _ in _remembered(text)]


def terms(text: str) -> list[str]:
    """The content words of `text`: no particles, no function words. Order and repeats are kept."""
    return [token for token, is_content in _remembered(text) if is_content]


def _remembered(text: str) -> tuple[Marked, ...]:
    """As `_marked`, with a cache for sentences: ranking, scoring, pairing and judging tokenize the same ones."""
    return _of_sentence(text) if len(text) <= _SHORT else _marked(text)


@lru_cache(maxsize=8192)
def _of_sentence(text: str) -> tuple[Marked, ...]:
    return _marked(text)


def _marked(text: str) -> tuple[Marked, ...]:
    """Each token with whether it is a content word."""
    plain = normalised("NFKC", text)  # before the scripts are told apart: ＡＢＣ is Latin
    if not _JAPANESE.search(plain):
        return tuple(chain.from_iterable(map(latin_tokens, _RUN.findall(plain))))
    found: list[Marked] = []
    for stretch in _STRETCH.finditer(plain):
        found += (latin_tokens if stretch.lastgroup else japanese_tokens)(stretch.group())
    return tuple(found)
