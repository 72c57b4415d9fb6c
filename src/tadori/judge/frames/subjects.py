"""Whether two frames speak of the same thing.

In: the subject slots of two frames and what they were filled from. Out: yes or no. A name is compared by its words. A
common noun (`the default timeout`) names nothing beyond its own document: two are the same only where title or headings
name the same thing above both. Two things with one name cannot be told apart here, so names must be whole.
"""

from functools import lru_cache
from typing import Final

from tadori.judge.frames.frame import FrameSource
from tadori.model.frame import FrameSlot
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import name_words
from tadori.text.naming import is_naming, same_topic

_IN_BRACKETS: Final = lazy_pattern(r"\s*[(（][^()（）]{0,80}[)）]\s*")


def same_subject(a: FrameSlot, b: FrameSlot, above_a: FrameSource, above_b: FrameSource) -> bool:
    """Whether the two slots name the same thing."""
    if not _same_words(a, b):
        return False
    if is_naming(a.words, above_a.lang) and is_naming(b.words, above_b.lang):
        return True
    return under_one_topic(above_a, above_b)


def under_one_topic(a: FrameSource, b: FrameSource) -> bool:
    """Whether the titles of both name the same thing."""
    return same_topic(a.title, a.lang, b.title, b.lang)


def subject_keys(slot: FrameSlot) -> tuple[frozenset[str] | tuple[str, ...], ...]:
    """Keys of which two slots that can be the same share at least one."""
    whole = _whole_name(slot.words)
    return (slot.key, whole) if len(whole) > 1 else (slot.key,)


def _same_words(a: FrameSlot, b: FrameSlot) -> bool:
    if a.key == b.key:
        return bool(a.key)
    # `Barack Obama` and `Barack H. Obama`, `ACME Inc.` and `ACME`: the same words but for initials and company forms.
    left, right = _whole_name(a.words), _whole_name(b.words)
    return len(left) > 1 and left == right


@lru_cache(maxsize=8192)
def _whole_name(words: str) -> tuple[str, ...]:
    return tuple(word for word in name_words(_IN_BRACKETS.sub(" ", words)) if len(word) > 1)
