"""Whether two frames speak of the same thing.

In: the subject slots of two frames and what they were filled from. Out: yes or no. A name is compared by its words. A
common noun (`the default timeout`) names nothing beyond its own document: two are the same only where title or headings
name the same thing above both. Two things with one name cannot be told apart here, so names must be whole.
"""

from functools import lru_cache
from typing import Final

from tadori.judge.frames.frame import FrameSource
from tadori.model.frame import Slot
from tadori.model.ids import JA, Lang
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import name_words, names
from tadori.text.tokens import terms

# An identifier means one thing wherever it stands: checkpoint_timeout, apt-get, libc6, sources.list, --force.
_IDENTIFIER: Final = lazy_pattern(r"(?i)(?=[\w./+-]{4,})-{0,2}[a-z][a-z\d]*(?:[_./+-][a-z\d]+)+\b|\b[a-z]+[A-Z]\w+\b")
_PAIR_OF_BRACKETS: Final = lazy_pattern(r"\s*[(（][^()（）]{0,80}[)）]\s*")


def same_subject(a: Slot, b: Slot, above_a: FrameSource, above_b: FrameSource) -> bool:
    """Whether the two slots name the same thing."""
    if not _same_words(a, b):
        return False
    if is_naming(a.words, above_a.lang) and is_naming(b.words, above_b.lang):
        return True
    return same_topic(above_a, above_b)


def same_topic(a: FrameSource, b: FrameSource) -> bool:
    """Whether title or headings name the same thing above both."""
    return bool(_topic(a) & _topic(b))


def is_naming(words: str, lang: Lang) -> bool:
    """Whether the words are a name or an identifier: they mean the same thing in another document."""
    return _IDENTIFIER.search(words) is not None or bool(_inner_names(words, lang))


def _same_words(a: Slot, b: Slot) -> bool:
    if a.key == b.key:
        return bool(a.key)
    # `Barack Obama` and `Barack H. Obama`, `ACME Inc.` and `ACME`: the same words but for initials and company forms.
    left, right = (_whole_name(slot.words) for slot in (a, b))
    return len(left) > 1 and left == right


@lru_cache(maxsize=8192)
def _whole_name(words: str) -> tuple[str, ...]:
    return tuple(word for word in name_words(_PAIR_OF_BRACKETS.sub(" ", words)) if len(word) > 1)


@lru_cache(maxsize=8192)
def _inner_names(words: str, lang: Lang) -> tuple[str, ...]:
    """Names inside `words`; the first word of an English phrase counts as one only if it is no common noun."""
    # A phrase begins no sentence: in the middle of one, a capital letter is a sign of a name.
    text = words if lang == JA else f"of {words}"
    return tuple(found.text for found in names(text, lang))


def _topic(source: FrameSource) -> frozenset[str]:
    """The words of the names that title and headings hold."""
    return _topic_words("\n".join((source.title, *source.headings)), source.lang)


@lru_cache(maxsize=2048)
def _topic_words(above: str, lang: Lang) -> frozenset[str]:
    found: set[str] = set()
    for line in above.splitlines():
        for name in _inner_names(line, lang):
            found.update(terms(name))
    return frozenset(found)
