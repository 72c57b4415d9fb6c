"""Compares the names of two frames: one name, an overlap of two lists, different names, or uncertain.

In: two spans of words, each a name or a list of them. Out: a `NameRelation`. Names that are parts of each other, that
may be an acronym, a transliteration or another script of one name are never called different.
"""

from enum import StrEnum
from itertools import product
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import name_words, same_name
from tadori.text.normalise import fold
from tadori.text.tokens import terms
from tadori.text.transliteration import katakana_words, same_katakana, same_sound

_LIST: Final = lazy_pattern(r",\s(?:and\s)?|\sand\s|\s&\s|、|および|及び|(?<=[一-龥ァ-ヶー])と(?=[一-龥ァ-ヶー])")
_LATIN: Final = lazy_pattern("[A-Za-z]")
_SHORTEST_SHARED: Final = 4
"""Letters that two spellings of one name share at the beginning of a word: Catherine and Catharina."""


class NameRelation(StrEnum):
    SAME = "same"
    OVERLAP = "overlap"
    DIFFERENT = "different"
    UNCERTAIN = "uncertain"


def compare_name_lists(a: str, b: str) -> NameRelation:
    """How two names, or lists of names, stand to each other."""
    left, right = (tuple(part.strip(' "“”「」『』') for part in _LIST.split(words)) for words in (a, b))
    matched = [(one, other) for one, other in product(left, right) if _one_name(one, other)]
    if matched:
        whole = len({one for one, _ in matched}) == len(left) and len({other for _, other in matched}) == len(right)
        return NameRelation.SAME if whole else NameRelation.OVERLAP
    if any(may_be_one_name(one, other) for one, other in product(left, right)):
        return NameRelation.UNCERTAIN
    return NameRelation.DIFFERENT


def _one_name(a: str, b: str) -> bool:
    if fold(a) == fold(b) or same_name(a, b):
        return True
    kana_a, kana_b = katakana_words(a), katakana_words(b)
    if bool(kana_a) == bool(kana_b):
        return False
    kana, latin = (kana_a, b) if kana_a else (kana_b, a)
    words = [word for word in latin.split() if _LATIN.search(word)]
    return len(kana) == len(words) and all(same_sound(x, y) for x, y in zip(kana, words, strict=True))


_KIND_WORDS: Final = frozenset(
    "mount mt mountain lake river ministry ministri department depart of the agency agenc institut institute"
    " 市 町 村 区 県 都 府 道 州 語 山 岳 省 庁 局 社 大学".split()
)
"""Words that say what is named: `Mount Illen` and `Mount Tarosa` share no name."""


def may_be_one_name(a: str, b: str) -> bool:
    """Whether two names could be one: a part, an acronym, another script, a spelling."""
    folded_a, folded_b = fold(a), fold(b)
    if folded_a in folded_b or folded_b in folded_a:
        return True
    if bool(_LATIN.search(a)) != bool(_LATIN.search(b)) or bool(katakana_words(a)) != bool(katakana_words(b)):
        return True
    left, right = ((set(name_words(one)) | set(terms(one))) - _KIND_WORDS for one in (a, b))
    if left & right:
        return True
    if any(
        x[:_SHORTEST_SHARED] == y[:_SHORTEST_SHARED]
        for x in left
        for y in right
        if min(len(x), len(y)) >= _SHORTEST_SHARED
    ):
        return True
    kana = product(katakana_words(a), katakana_words(b))
    return any(same_katakana(x, y) for x, y in kana) or _initials(a, b) or _initials(b, a)


def is_person_name(words: str) -> bool:
    """Whether the words have the form of one person's full name: two to four words, and no word for a firm."""
    if not words.isascii() and not _LATIN.search(words):
        return len(words) >= 3 and _FIRM.search(words) is None
    parts = words.split()
    return (
        2 <= len(parts) <= 4
        and all(part[:1].isupper() or part in _PARTICLES for part in parts)
        and _FIRM.search(words) is None
        and not any(part.isupper() and len(part.strip(".")) > 2 for part in parts)
    )


_PARTICLES: Final = frozenset("de van von der la le al bin du del di da of".split())
_FIRM: Final = lazy_pattern(
    r"[&+,]|(?<![\w-])(?:and|Inc|Ltd|Company|Co|Corp|Corporation|Partners|Associates|Architects|Group|Studios?|Works|Brothers"
    r"|University|Institute|Department|Ministry|Office|Council|Team|Bureau|Laborator(?:y|ies)|Labs?|Systems|International|Foundation"
    r"|Design|Engineering|Motors?|Software|Technologies|Railways?|Army|Navy|Board|Committee|Society|House"
    r"|Project|Specification|Party|Standard|Program|Programme|Manager)(?![\w-])"
    r"|会社|事務所|工務店|建設|大学|研究所|設計|組$|省$|庁$|局$|社$|部$|課$"
)


def _initials(short: str, long: str) -> bool:
    words = long.replace("-", " ").split()
    letters = "".join(word[0] for word in words if word[:1].isupper())
    return short.isupper() and len(short) >= 2 and (short == letters or letters.startswith(short))
