"""Decides whether a sentence is a quoted sentence: the grade `quoted` (X11), by words alone.

In: two sentences. Out: the ground on which they are the same, or None. They are the same in another layout, or without
what can be left out and provably changes nothing (reference marks, a repetition, a connective at the start). Every
sign, number and question mark counts (`text/sameness.py`). What stands around the quoted sentence is not seen here.
"""

import re
from collections.abc import Iterator
from typing import Final

from tadori.model.claim import Ground
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.sameness import comparable, has_words


def same_sentence(sentence: str, quoted: str) -> Ground | None:
    """The ground on which `quoted` is `sentence`, or None; None too where the sentence has no words."""
    if not has_words(sentence):
        return None
    if comparable(sentence) == comparable(quoted):
        return Ground(rule="identical", detail="the quoted words", weight=1.0)
    if is_shortened(sentence, quoted):
        return Ground(rule="overlap", detail="the quoted words, shortened", weight=0.9)
    return None


def is_shortened(sentence: str, quoted: str) -> bool:
    """Whether `sentence` is `quoted` without reference marks, a repetition or a connective at its start."""
    wanted = comparable(sentence)
    return any(comparable(version) == wanted for version in _shorter(quoted))


def _shorter(quoted: str) -> Iterator[str]:
    """`quoted` without each part that may be left out, and without several of them together."""
    without_marks = _REFERENCE.sub("", quoted)
    for text in dict.fromkeys((quoted, without_marks)):
        for once in dict.fromkeys((text, _said_once(text))):
            yield once
            yield _CONNECTIVE.sub("", once)


# What is provably the mark of a reference: a number in square brackets that touches the word before it and stands
# beside punctuation or at the end, or raised digits behind a full stop. `[12] points` is a number, `m²` a unit,
# `[sic]` a word; `[note 3]` announces a note, which may limit the sentence.
_MARK: Final = r"(?:[\[［]\d{1,3}[\]］])+"
_REFERENCE: Final = lazy_pattern(
    rf"(?<=[.,;!?。、」』）)”]){_MARK}|(?<=\w){_MARK}(?=[.,;!?。、」』）)”]|\s*$)|(?<=[^\d][.!?。」』”])[⁰¹²³⁴-⁹]{{1,3}}(?=\s|$)"
    rf"|(?<=[ぁ-ん]){_MARK}(?=[ぁ-んァ-ヶ一-龥])"
)
# Followed by a comma, so that nothing else of the sentence hangs on it: `But for the dam, …` and `So far, …` stay.
_CONNECTIVE: Final = lazy_pattern(
    r"^(?:however|moreover|furthermore|additionally|in\saddition|also|meanwhile|therefore|thus|consequently|indeed"
    r"|nevertheless|for\sexample|for\sinstance|as\sa\sresult|similarly|notably|and|but|so),\s"
    r"|^(?:しかし|また|さらに|なお|そして|一方|一方で|そのため|このため|したがって|例えば|たとえば|だが|ところが)、",
    re.IGNORECASE,
)
_REPEATING_BRACKET: Final = lazy_pattern(r"^([^()（）\d]{2,80}?)\s?[(（]\1[)）]")
_FEWEST_WORDS: Final = 3
_FEWEST_LETTERS: Final = 6


def _said_once(text: str) -> str:
    """`text` without a repetition: its opening words once more in brackets, or the whole of it."""
    text = _REPEATING_BRACKET.sub(r"\1", text)
    whole = text.strip().rstrip(".。")
    first, second = whole[: len(whole) // 2], whole[(len(whole) + 1) // 2 :]
    between = whole[len(first) : len(whole) - len(second)]
    if first != second or between.strip() or sum(map(str.isalpha, first)) < _FEWEST_LETTERS:
        return text
    return first if len(first.split()) >= _FEWEST_WORDS or not first.isascii() else text
