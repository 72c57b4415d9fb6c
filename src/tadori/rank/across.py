"""Finds the words of a question in a text of the other language: names by their sound.

In: a parsed question and a text in the other of the two languages. Out: the question's terms that the text holds. No
dictionary: a name in kanji on one side is found by nobody here.
"""

import re
from functools import lru_cache
from typing import Final

from tadori.model.evidence_thresholds import SAME_NAME_SOUNDS, SAME_WORD_SOUNDS
from tadori.model.ids import JA, Lang
from tadori.rank.question import ParsedQuestion
from tadori.text.name_sounds import sound_likeness
from tadori.text.tokens import terms, tokens
from tadori.text.transliteration import katakana_words

_LATIN: Final = re.compile(r"[^\W\d_]{3,}")
_SHORTEST_KATAKANA: Final = 3


def met_terms(question: ParsedQuestion, text: str, lang: Lang) -> frozenset[str]:
    """The terms of `question` that `text`, in another language, holds by their sound."""
    return frozenset() if lang == question.lang or not text else _met(question.text, question.lang, text)


@lru_cache(maxsize=8192)
def _met(asked: str, asked_lang: Lang, text: str) -> frozenset[str]:
    words = _words_of(text, asked_lang)
    found = [own for word, own in _asked(asked, asked_lang) if any(_is_same(word, other) for other in words)]
    return frozenset().union(*found)


def sounds_writable(question: ParsedQuestion) -> frozenset[str]:
    """The terms of `question` that another script would write by their sound: what is katakana, or Latin letters."""
    return frozenset().union(*(own for _, own in _asked(question.text, question.lang)))


@lru_cache(maxsize=131072)
def _is_same(one: str, other: str) -> bool:
    katakana, latin = (other, one) if one.isascii() or not _is_katakana(one) else (one, other)
    # A word that opens with a small letter is seldom a name, and by chance sounds like one more often.
    return sound_likeness(katakana, latin) >= (SAME_WORD_SOUNDS if latin.islower() else SAME_NAME_SOUNDS)


def _is_katakana(word: str) -> bool:
    return "ァ" <= word[0] <= "ヺ"


@lru_cache(maxsize=256)
def _asked(text: str, lang: Lang) -> tuple[tuple[str, frozenset[str]], ...]:
    """The words of a question that sound can find, each with its tokens. A word typed small may be a name."""
    if lang == JA:
        words = [word for word in katakana_words(text) if len(word) >= _SHORTEST_KATAKANA]
    else:
        words = [word.capitalize() for word in _LATIN.findall(text) if terms(word)]
    return tuple((word, frozenset(tokens(word))) for word in dict.fromkeys(words))


@lru_cache(maxsize=4096)
def _words_of(text: str, asked_lang: Lang) -> frozenset[str]:
    if asked_lang == JA:
        return frozenset(_LATIN.findall(text))
    return frozenset(word for word in katakana_words(text) if len(word) >= _SHORTEST_KATAKANA)
