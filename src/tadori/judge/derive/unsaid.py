"""Decides which words of a quoted sentence may be left unsaid when only its value is given (X11).

In: a sentence and where its value ends. Out: where a further statement begins that neither limits nor doubts the
value (`…, and it meets every Friday`), and which words say nothing (`currently`). Everything before that point must be
said: `210 members in France` is not `210 members`.
"""

import re
from typing import Final

from tadori.judge.derive.frames import FrameToken
from tadori.text.language import is_japanese
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.limits import limits
from tadori.text.stem import stem

_NEXT_EN: Final = lazy_pattern(
    r",\s(?:and|but|while|most\sof\sthem|many\sof\sthem|some\sof\sthem|built\sfrom)\s|\s(?:--|—|–)\s|;\s|\sand\s(?=[a-z]{3,}ed\s)"
)
_NEXT_JA: Final = lazy_pattern("(?<=[でしりきみいてっ])、|(?<=[るただ]が)、|(?<=ますが)、|(?<=ので)、")
_LIMITING: Final = frozenset(["negation", "hedge", "condition", "exception", "attribution"])
# What points back at the value or its reach, and may correct it.
_BACK: Final = lazy_pattern(
    r"\b(?:this|that|these|those|such|which|figures?|numbers?|counts?|total|estimates?|values?|former|latter|wrong\w*|false\w*"
    r"|incorrect\w*|error\w*|mistake\w*|disput\w*|doubt\w*|revis\w*|correct\w*|only|includ\w*|exclud\w*|later|rose|fell|now"
    r"|then|since|each|per|same|other|others|more|less|fewer|in\sreality|actual\w*|really)\b"
    "|これ|それ|この|その|うち|同|数字|数値|誤|実際|訂正|修正|含|除|のみ|だけ|後に|その後|当初|ただし|推定|合計|疑|各|毎(?!週|日|月|年)",
    re.IGNORECASE,
)
_EMPTY: Final = frozenset(
    map(stem, "currently today also has have contains contain contained includes included holds held comprises".split())
) | frozenset(["現在", "個", "つ", "人", "あり", "あります", "含ま", "れ", "収録", "付属", "もの"])
_COMES_WITH: Final = lazy_pattern(r"comes?\swith\b", re.IGNORECASE)


def droppable_from(sentence: str, value_end: int) -> int:
    """Where, behind the value, a statement begins that may be left unsaid; the sentence's end where none does."""
    found = (_NEXT_JA if is_japanese(sentence) else _NEXT_EN).search(sentence, value_end)
    if found is None:
        return len(sentence)
    rest = sentence[found.start() :]
    if _BACK.search(rest) or any(limit.kind in _LIMITING for limit in limits(sentence)):
        return len(sentence)
    return found.start()


def is_empty_word(sentence: str, token: FrameToken) -> bool:
    """Whether the word says no more than that there is something now: `currently`, `contains`, `comes with`."""
    if token.key in _EMPTY:
        return True
    return any(match.start() <= token.start < match.end() for match in _COMES_WITH.finditer(sentence))
