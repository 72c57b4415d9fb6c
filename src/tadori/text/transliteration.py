"""Compares a name in katakana with one in Latin letters by their sounds, without a dictionary.

Comes in: two names. Goes out: whether they can be one name. Both are reduced to a row of rough consonants (r and l are
one, so are b and v); vowels are spelled in too many ways and do not count, but a name must have two consonants. A match
makes two names possibly the same; no match means that nothing shows it.
"""

import re
from functools import lru_cache
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import normalised

_ROWS: Final = {
    "k": "カキクケコヵヶ", "g": "ガギグゲゴ", "s": "サシスセソザジズゼゾツヅ", "t": "タテトチ", "d": "ダヂデド",
    "n": "ナニヌネノン",
    "h": "ハヒフヘホ", "b": "バビブベボヴ", "p": "パピプペポ", "m": "マミムメモ", "r": "ラリルレロ", "w": "ワヲ",
}  # fmt: skip
_SOUNDS: Final = {char: sound for sound, row in _ROWS.items() for char in row}
# What English letters sound like, longest first. Fricatives and affricates are one: ch, sh, j, s, z, ts.
_LATIN: Final = (
    (r"ph", "h"), (r"ough", ""), (r"igh", ""), (r"sch|sh|ch|tch|cz|ts|tz|j|z|c(?=[eiy])|g(?=[eiy])", "s"),
    (r"x", "ks"), (r"qu", "k"), (r"ck|c|q|k", "k"), (r"th", "s"), (r"wh|w", "w"), (r"kn", "n"), (r"f", "h"),
    (r"v|b", "b"), (r"l|r", "r"), (r"y", ""), (r"[aeiou]", ""), (r"[^a-z]", ""),
)  # fmt: skip
_KATAKANA: Final = lazy_pattern("[ァ-ヴー]{2,}")
_DOUBLED: Final = lazy_pattern(r"(.)\1+")
_FEWEST_SOUNDS: Final = 2
_SHORT: Final = 3
"""Characters of a katakana word whose one consonant is enough: エマ."""
_MOST_UNLIKE: Final = 0.34
"""Share of the sounds that may differ: silent letters, `th` as t or s, an r that Japanese does not write."""
_SILENT: Final = frozenset("hrwg")


def same_sound(katakana: str, latin: str) -> bool:
    """Whether a word in katakana can be the Latin one: クセノパネス and Xenophanes."""
    mine, theirs = _kana_sounds(katakana), _latin_sounds(latin)
    if min(len(mine), len(theirs)) < _FEWEST_SOUNDS:
        return mine == theirs != "" and len(katakana) <= _SHORT and len(latin) <= 2 * _SHORT
    return _alike(mine, theirs)


def same_katakana(one: str, other: str) -> bool:
    """Whether two katakana words can be spellings of one name: ブラウン and ブラオン, but not ブラウン and ブラック."""
    mine, theirs = _kana_sounds(one), _kana_sounds(other)
    return min(len(mine), len(theirs)) >= _FEWEST_SOUNDS and _alike(mine, theirs)


def katakana_words(text: str) -> list[str]:
    """The runs of katakana of `text`, names divided at their dots: ジョン・スミス gives two."""
    return _KATAKANA.findall(text)


@lru_cache(maxsize=4096)
def _kana_sounds(name: str) -> str:
    return "".join(_SOUNDS.get(char, "") for char in normalised("NFKC", name))


@lru_cache(maxsize=4096)
def _latin_sounds(word: str) -> str:
    plain = "".join(char for char in normalised("NFKD", word.casefold()) if char.isalpha())
    return "".join(_sound_at(_DOUBLED.sub(r"\1", plain)))


def _sound_at(plain: str) -> list[str]:
    found, position = [], 0
    while position < len(plain):
        for pattern, sound in _LATIN:
            if match := re.compile(pattern).match(plain, position):
                found.append(sound)
                position = match.end()
                break
        else:
            found.append(plain[position])
            position += 1
    return found


def _alike(mine: str, theirs: str) -> bool:
    cost = _distance(mine, theirs)
    return mine.lstrip("rhw")[:1] == theirs.lstrip("rhw")[:1] and cost <= _MOST_UNLIKE * max(len(mine), len(theirs))


def _distance(mine: str, theirs: str) -> float:
    """Edits between two rows of sounds; a sound that is often silent costs half."""
    row = [0.0]
    for sound in theirs:
        row.append(row[-1] + _cost(sound))
    for sound in mine:
        above, row = row, [row[0] + _cost(sound)]
        for at, other in enumerate(theirs):
            changed = above[at] + (0.0 if sound == other else 1.0)
            row.append(min(changed, above[at + 1] + _cost(sound), row[-1] + _cost(other)))
    return row[-1]


def _cost(sound: str) -> float:
    return 0.5 if sound in _SILENT else 1.0
