"""Writes a goal that states a calculation in the plain words that `arithmetic` reads (X11).

In: a goal's text. Out: the same statement with a fraction as a per cent (`a quarter` → `25 %`), a bare preposition as a
comparative (`3 m below` → `3 m lower than`), and a comparison that opens the sentence at its end. Nothing is added or
left out; where no rewording applies the text is returned as it is.
"""

import re
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern

_WORDS: Final = {"one": 1, "a": 1, "two": 2, "three": 3, "four": 4}
_PARTS: Final = {"quarter": 4, "fifth": 5, "tenth": 10}
_FRACTION_EN: Final = lazy_pattern(
    r"\b(?:(?P<count>a|one|two|three|four)[\s-](?P<part>quarter|fifth|tenth)s?"
    r"|(?<!first\s)(?<!second\s)(?<!other\s)(?<!latter\s)(?:(?:a|one)\s)?(?P<half>half))"
    r"(?=\s(?:of|the|more|less|fewer|higher|lower|longer|shorter|larger|smaller|between|from|compared)\b|[.,)])",
    re.IGNORECASE,
)
_FRACTION_JA: Final = lazy_pattern(
    "(?P<part>[2-9]|10|二|四|五|十)分の(?P<count>[1-9]|一|二|三|四)(?![0-9一-九])|(?<=の)半分|(?<=の)半数"
)
_DIGITS_JA: Final = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "十": 10}
_WHOLE_PERCENTS: Final = frozenset([2, 4, 5, 10])
"""Parts whose per cents are written out in full; a third is not."""
_BELOW: Final = lazy_pattern(r"(?<=[\w%])\s(?P<side>below|above)\s(?=[a-z$€£(])", re.IGNORECASE)
_THERE: Final = lazy_pattern(r"\bthere\s(was|were|is|are)(?=\s\d[\d,.]*\s(?:more|fewer)\b)", re.IGNORECASE)
_OPENING: Final = lazy_pattern(r"(?P<base>(?:Compared\s(?:with|to)|Relative\sto)\s[^,]{1,80}),\s(?P<rest>[^;]+?)\.")
_NUMBER_OF: Final = lazy_pattern(
    r"\bthe\snumber\sof\s(?P<thing>[a-z]+)\s(?:of|in|at)\s(?P<owner>(?:the\s)?[A-Za-z]+(?:\s[A-Z][a-z]+)?)(?=\s(?:rose|grew|fell"
    r"|increased|decreased|declined|dropped|was|were|is|are)\b)",
    re.IGNORECASE,
)


def reworded_goal(text: str) -> str:
    """`text` in the plain words of a calculation."""
    text = _FRACTION_EN.sub(_percent_en, _FRACTION_JA.sub(_percent_ja, text))
    text = _BELOW.sub(lambda match: " lower than " if match["side"].lower() == "below" else " higher than ", text)
    text = _THERE.sub(lambda match: match[1], text)
    text = _NUMBER_OF.sub(lambda match: f"{match['owner']}'s {match['thing']}", text)
    opening = _OPENING.fullmatch(text.strip())
    if opening is None:
        return text
    base = opening["base"][0].lower() + opening["base"][1:]
    return f"{opening['rest'][0].upper()}{opening['rest'][1:]} {base}."


def _percent_en(match: re.Match[str]) -> str:
    if match["half"]:
        return _percent(1, 2)
    return _percent(_WORDS[match["count"].lower()], _PARTS[match["part"].lower()]) or match[0]


def _percent_ja(match: re.Match[str]) -> str:
    if match["part"] is None:
        return "50%"
    count, part = (_DIGITS_JA.get(match[name]) or int(match[name]) for name in ("count", "part"))
    return _percent(count, part).replace(" ", "") or match[0]


def _percent(count: int, part: int) -> str:
    if part not in _WHOLE_PERCENTS or count >= part:
        return ""
    return f"{100 * count // part} %"
