"""Checks whether quoted words say what a report sentence says (X1), without a model and failing closed.

In: a sentence and the quotations it rests on. Out: a verdict that supports only when the sentence is one quoted
sentence: in another layout, or without what can be left out and provably changes nothing (reference marks, a
repetition, a connective at the start). Every sign, number and question mark counts (`text/sameness.py`). Leaving out a
limit, an aside or a clause makes another statement, and a paraphrase needs a model: neither is support here.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tadori.errors import WrongCall
from tadori.judge.reading import evidence_sentences, read_sentence
from tadori.judge.rules import grounds_of, pair_signals
from tadori.model.claim import Ground, Stance, StanceVerdict
from tadori.model.evidence_thresholds import SAME_WORDS_CONFIDENCE, SHORTENED_CONFIDENCE
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.sameness import comparable, has_words

LONGEST_SENTENCE: Final = 2000
LONGEST_QUOTATION: Final = 8000


class MechanicalCheck:
    """Implements `SentenceCheck` by words alone."""

    def check(self, sentence: str, quotations: Sequence[str]) -> StanceVerdict:
        """Whether `quotations` say `sentence`: supports with its ground, or neutral with what is missing.

        Raises `WrongCall` for an empty sentence.
        """
        if not sentence.strip():
            raise WrongCall("an empty sentence cannot be checked")
        if len(sentence) > LONGEST_SENTENCE:
            return _refused(Ground(rule="overlap", detail=f"longer than {LONGEST_SENTENCE} characters", weight=-1.0))
        quoted = [q[:LONGEST_QUOTATION] for q in quotations if q.strip()]
        if not quoted:
            return _refused(Ground(rule="overlap", detail="no quotation", weight=-1.0))
        grounds = []
        for part in evidence_sentences(sentence):
            ground = _said(part, quoted)
            if ground is None:
                return _refused(*_what_is_wrong(part, quoted))
            grounds.append(ground)
        confidence = min(
            SAME_WORDS_CONFIDENCE if ground.rule == "identical" else SHORTENED_CONFIDENCE for ground in grounds
        )
        return StanceVerdict(
            stance=Stance.SUPPORTS, confidence=confidence, shown=True, abstained=False, grounds=tuple(grounds)
        )


def _said(sentence: str, quotations: Sequence[str]) -> Ground | None:
    """The ground on which one quotation says `sentence`, or None."""
    if not has_words(sentence):
        return None
    for quotation in quotations:
        parts = evidence_sentences(quotation)
        for index, part in enumerate(parts):
            following = parts[index + 1] if index + 1 < len(parts) else ""
            if _takes_back(following):
                continue
            if comparable(sentence) == comparable(part):
                return Ground(rule="identical", detail="the quoted words", weight=1.0)
            if is_shortened(sentence, part):
                return Ground(rule="overlap", detail="the quoted words, shortened", weight=0.9)
    return None


def _what_is_wrong(sentence: str, quotations: Sequence[str]) -> tuple[Ground, ...]:
    parts = [part for quotation in quotations for part in evidence_sentences(quotation)]
    found = [ground for ground in grounds_of(pair_signals(read_sentence(sentence), parts)) if ground.weight < 0]
    if not found:
        found = [Ground(rule="overlap", detail="not in the words of one quoted sentence", weight=-0.5)]
    return tuple(found)


def _refused(*grounds: Ground) -> StanceVerdict:
    return StanceVerdict(stance=Stance.NEUTRAL, confidence=0.9, shown=False, abstained=False, grounds=grounds)


def _takes_back(following: str) -> bool:
    """Whether the next sentence denies this one: `That is false.` これは誤りである。"""
    return _TAKEN_BACK.match(following) is not None


_TAKEN_BACK: Final = lazy_pattern(
    r"(?:but\s|however,?\s|in\sfact,?\s)?(?:this|that|these|those|it|such|the\s(?:claim|report|rumou?r|statement)s?)\s(?:\w+\s){0,4}"
    r"(?:not|false|untrue|wrong|incorrect|myth|hoax|denied|retracted|withdrawn|debunked|refuted|inaccurate|mistaken|never)\b"
    r"|(?:but|however)[,\s]+(?:this|that|it)\b"
    r"|(?:しかし、?|だが、?|実際には、?)?(?:これ|それ|この(?:情報|主張|説|報道)|その(?:情報|主張|説|報道)|同(?:情報|報道))(?:は|も).{0,20}(?:誤|否定|虚偽|ない|なかった|撤回|デマ|間違)",
    re.IGNORECASE,
)


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
# `[sic]` a word.
_MARK: Final = r"(?:[\[［](?:note\s|注)?\d{1,3}[\]］])+"
_REFERENCE: Final = lazy_pattern(
    rf"(?<=[.,;!?。、」』）)”]){_MARK}|(?<=\w){_MARK}(?=[.,;!?。、」』）)”]|\s*$)|(?<=[^\d][.!?。」』”])[⁰¹²³⁴-⁹]{{1,3}}(?=\s|$)"
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
