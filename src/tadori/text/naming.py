"""Whether words name one thing wherever they stand, or only within their own document.

In: a phrase, a sentence or a title. Out: whether it names something (`Hoover Dam`, `checkpoint_timeout`), and the words
of the names that titles and headings hold. A common noun with its article (`the default timeout`) names nothing.
"""

from functools import lru_cache
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.text.english_subject import english_subject
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names
from tadori.text.tokens import terms

# An identifier means one thing wherever it stands: checkpoint_timeout, apt-get, sources.list, --force, getUser.
_IDENTIFIER: Final = lazy_pattern(r"-{0,2}\b[A-Za-z][A-Za-z\d]+(?:[_./+-][A-Za-z\d]+)+\b|\b[a-z]+[A-Z]\w+\b|\b\w+\(\)")
_DEFINITE: Final = ("the ", "this ", "these ", "that ", "those ", "such ", "its ", "their ", "your ", "our ", "each ")


def is_naming(words: str, lang: Lang) -> bool:
    """Whether the words hold a name or an identifier: they mean the same thing in another document."""
    return _IDENTIFIER.search(words) is not None or bool(_names_within(words, lang))


@lru_cache(maxsize=8192)
def names_its_subject(sentence: str, lang: Lang) -> bool:
    """Whether a sentence itself says what it speaks about: a name, or a kind of thing (`A symbolic link is …`)."""
    if lang == JA:
        return is_naming(sentence, lang)
    subject = english_subject(sentence)
    if subject is None:
        return is_naming(sentence, lang)
    if subject.named or is_naming(subject.words, lang):
        return True
    return not sentence[subject.start : subject.end].lower().startswith(_DEFINITE)


def same_topic(above_a: str, lang_a: Lang, above_b: str, lang_b: Lang) -> bool:
    """Whether two titles, or titles with headings, a line each, name the same thing."""
    return bool(_topic_words(above_a, lang_a) & _topic_words(above_b, lang_b))


@lru_cache(maxsize=8192)
def _names_within(words: str, lang: Lang) -> tuple[str, ...]:
    # A phrase begins no sentence: inside one, a capital letter is a sign of a name.
    return tuple(found.text for found in names(words if lang == JA else f"of {words}", lang))


@lru_cache(maxsize=2048)
def _topic_words(above: str, lang: Lang) -> frozenset[str]:
    found: set[str] = set()
    for line in above.splitlines():
        for name in _names_within(line, lang):
            found.update(terms(name))
    return frozenset(found)
