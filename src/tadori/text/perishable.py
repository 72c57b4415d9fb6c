"""Whether what a sentence says can change with time, so that a newer source could say otherwise.

In: a sentence. Out: yes or no, by form. A dated past event, a definition, a birth or a height stays as it is; the
present holder of an office, a price, a population, a version and whatever is said of `now` does not. Unsure: yes.
"""

from functools import lru_cache
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.text.dates import dates
from tadori.text.lazy_pattern import lazy_pattern

# What is said of now, or of what is counted and priced anew.
_NOW: Final = lazy_pattern(
    r"(?i)\b(?:now|currently|current|today|nowadays|latest|newest|recent(?:ly)?|as of|so far|to date|at present"
    r"|present-day|still|no longer|upcoming|planned|will|population|inhabitants|prices?|costs?|fees?|rates?|incumbent"
    r"|supported|deprecated|available|version|president|mayor|ceo|chair(?:man|woman|person)?|minister|governor|leader"
    r"|head|coach|champion|record|largest|biggest|fastest|most|maintainer)\b"
    r"|現在|現行|最新|今日|今は|いまだ|現職|現時点|直近|今後|予定|人口|価格|料金|値段|為替|金利|対応してい|サポート|非推奨|最近|版では"
    r"|大統領|首相|市長|知事|社長|会長|大臣|党首|監督|最大|最高|最多|最速|保守担当"
)
# What happened: it stays so.
_PAST: Final = lazy_pattern(
    r"(?i)\b(?:was|were|had|did|became|began|died|born|founded|established|released|published|opened|built|won|signed"
    r"|invented|discovered|introduced|wrote|written|\w{3,}ed)\b"
)
_PAST_JA: Final = lazy_pattern(r"(?:た|だった|であった|でした|ました|生まれ|誕生|没)(?:。|$|と|こと|際|時|後)")
# What a thing is: definitions, laws of nature, dimensions of what stands.
_DEFINES: Final = lazy_pattern(
    r"(?i)\b(?:is|are) (?:an?|defined|called|known|made|located|situated|named)\b"
    r"|\b(?:means|refers to|stands for|consists of)\b"
    r"|とは|を指す|を意味する|という意味|と呼ばれる|の一種|からなる|に位置する"
)


@lru_cache(maxsize=8192)
def is_perishable(sentence: str, lang: Lang) -> bool:
    """Whether a newer source could say otherwise."""
    if _NOW.search(sentence):
        return not (dates(sentence) and _is_past(sentence, lang))
    return not (_is_past(sentence, lang) or _DEFINES.search(sentence))


def _is_past(sentence: str, lang: Lang) -> bool:
    return (_PAST_JA if lang == JA else _PAST).search(sentence) is not None
