"""Finds the words of a question in a text of the other language: names by their sound.

In: a question and a text in the other of the two languages. Out: the question's terms that the text holds. How names
meet is in `text/names_across.py`.
"""

from collections.abc import Iterable
from functools import lru_cache

from tadori.model.ids import JA, Lang
from tadori.rank.question import ParsedQuestion
from tadori.text.names_across import asked_names, met_names, with_wholes
from tadori.text.tokens import tokens


def met_terms(question: ParsedQuestion, text: str, lang: Lang) -> frozenset[str]:
    """The terms of `question` that `text`, in another language, holds by their sound."""
    return met_tokens(question.text, question.lang, text, lang)


def met_tokens(asked: str, asked_lang: Lang, text: str, lang: Lang) -> frozenset[str]:
    """As `met_terms`, for any words that are looked for."""
    if lang == asked_lang or not text:
        return frozenset()
    return _tokens(met_names(asked, asked_lang, text, lang))


def sounds_writable(question: ParsedQuestion) -> frozenset[str]:
    """The terms of `question` that another script would write by their sound.

    What is katakana, Latin letters, or the name in kanji of a person or a place whose reading the dictionary has.
    """
    names = asked_names(question.text, question.lang)
    return _tokens(with_wholes(names, [name.written for name in names if name.certain]))


def surely_read(question: ParsedQuestion) -> frozenset[str]:
    """Of these, what is written in kanji: オランダ is the Netherlands, but 函館 is Hakodate and nothing else."""
    names = [name for name in asked_names(question.text, question.lang) if question.lang == JA and name.keys]
    return _tokens(with_wholes(names, [name.written for name in names if name.certain]))


def _tokens(words: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*map(_own, words))


@lru_cache(maxsize=1024)
def _own(word: str) -> frozenset[str]:
    return frozenset(tokens(word))
