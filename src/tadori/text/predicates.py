"""Whether a piece of text has a predicate, so that it can state anything. By form only, ja and en."""

import re
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.text.lazy_pattern import lazy_pattern

_END_JA: Final = lazy_pattern(
    r"(?:[るたいだうくすつむぬぶぐ]|ます|です|ました|でした|ません|った|である|であった|せず|ない|という|とのこと|もの|こと|予定"
    r"|見込み|方針|[一-龥]{2})[。．.」』）)\s]*(?:\[\d+\])*$"
)
# What stands in brackets behind the verb: 〜できる（第7条）。
_ASIDE_JA: Final = lazy_pattern(r"(?:[（(][^（）()]{0,60}[）)]|\[\d+\])+(?=[。．.」』\s]*$)")
# A sentence may end in a noun: 首都はブラザヴィル。 It has a topic then, and a full stop.
_NOMINAL_JA: Final = lazy_pattern(r"(?:は|が|も|とは|によると).+[^、，\s][。．！][」』）)]*$", re.DOTALL)
_VERB_EN: Final = lazy_pattern(
    r"(?<![A-Za-z])(?:is|are|was|were|be|been|has|have|had|do|does|did|will|would|can|could|may|might|must|shall|should"
    r"|became|becomes|made|makes|said|says|went|took|takes|gave|gives|found|finds|led|leads|began|begins|won|wins|lost"
    r"|held|holds|kept|left|grew|grows|rose|fell|saw|shows|show|came|comes|got|ran|runs|set|put|cut|built|wrote|met|paid"
    r"|sold|spent|stood|told|brought|bought|thought|drove|flew|broke|chose|spoke|sent|cost|hit|read|died|lies|lay"
    r"|[a-z]{2,}ed|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|won't|cannot)(?![A-Za-z])"
)
_PRESENT_EN: Final = lazy_pattern(r"(?<![A-Za-z])[a-z]{2,}(?:es|s|izes?|ises?)(?![A-Za-z])")


def has_predicate(text: str, lang: Lang) -> bool:
    """Whether `text` can be a sentence: an English verb form (or what may be one), a Japanese sentence ending."""
    if lang == JA:
        plain = _ASIDE_JA.sub("", text)
        return _END_JA.search(plain) is not None or _NOMINAL_JA.search(plain) is not None
    return _VERB_EN.search(text) is not None or _PRESENT_EN.search(text) is not None
