"""Names relations and finds their marks in sentences: `place of birth`, 監督; `directed by V`, Vの長男.

In: words of a question, or the key of a relation. Out: the key that the words name; the marks beside which a sentence
of a language has its value. The relations themselves are in `relation_table.py`.
"""

import re
from functools import lru_cache
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.rank.hops.relation_table import RELATIONS

_I: Final = re.IGNORECASE
_ORDER: Final = tuple(
    "birth_place death_place burial_place birth_date death_date death_cause nationality"
    " capital population director composer author performer producer"
    " publisher founder creator designer maker owner painter father mother parent child"
    " spouse sibling leader education"
    " award employer location".split()
)
"""In which a question's words are looked up: the narrower first."""


def relation_named(words: str, lang: Lang) -> str:
    """The key of the relation that a noun phrase names (`place of birth`, 監督), or an empty text."""
    if lang == JA:
        return next((key for key in _ORDER if re.fullmatch(RELATIONS[key].ja, words)), "")
    return next((key for key in _ORDER if re.fullmatch(rf"(?:\w+\s+)??(?:{RELATIONS[key].en})", words, _I)), "")


@lru_cache(maxsize=512)
def marks(key: str, lang: Lang) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """(what a value follows, what follows a value) in a sentence of `lang`."""
    relation = RELATIONS[key]
    return (
        (re.compile(relation.ja_after), re.compile(relation.ja_before))
        if lang == JA
        else (re.compile(relation.after, _I), re.compile(relation.before, _I))
    )
