"""Where a value begins and ends with the words that bound it: `more than 400`, 1012 人以上 (X11).

In: a text and a measure of it. Out: the span with its bounding words and counter, and what they say.
"""

import re
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.measures import Measure

_AHEAD: Final = lazy_pattern(
    r"\b(?:(?P<over>more\sthan|over|above|in\sexcess\sof)|(?P<least>at\sleast|no\s(?:fewer|less)\sthan)"
    r"|(?P<under>less\sthan|fewer\sthan|under|below)|(?P<most>at\smost|up\sto|no\smore\sthan))\s$",
    re.IGNORECASE,
)
_BEHIND: Final = lazy_pattern(
    r"(?P<plus>\+)|(?:\s?[人個件台社名校店本枚つ種語])?\s?(?:(?P<least>以上)|(?P<over>超|を(?:優に)?(?:超える|上回る))|(?P<most>以下)"
    r"|(?P<under>未満|を下回る))(?:もの)?|\s?[人個件台社名校店本枚つ](?![一-龥])"
)


def bounded_span(text: str, measure: Measure) -> tuple[int, int, str]:
    """(start, end, what bounds it) of the measure in `text`; two bounds or none say nothing."""
    start, end = measure.lead_start, measure.lead_end
    ahead = _AHEAD.search(text, max(0, start - 20), start)
    behind = _BEHIND.match(text, end)
    said = [match.lastgroup for match in (ahead, behind) if match is not None and match.lastgroup]
    return ahead.start() if ahead else start, behind.end() if behind else end, "+".join(said)
