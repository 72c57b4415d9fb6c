"""Japanese sounds in Latin letters: one key for every spelling of the same sounds.

Comes in: a word in Latin letters, or a reading in katakana. Goes out: its key, empty for what no Japanese word is
spelled like. Tōkyō, Toukyou, Tokyo and トウキョウ are one; so are shi and si, tsu and tu, Gumma and Gunma.
"""

import re
from functools import lru_cache
from typing import Final

from tadori.text.normalise import normalised

_ROWS: Final = (
    ("", "アイウエオ"), ("k", "カキクケコ"), ("g", "ガギグゲゴ"), ("s", "サシスセソ"), ("z", "ザジズゼゾ"),
    ("t", "タチツテト"), ("d", "ダ・・デド"), ("z", "・ヂヅ・・"), ("n", "ナニヌネノ"), ("h", "ハヒフヘホ"),
    ("b", "バビブベボ"), ("p", "パピプペポ"), ("m", "マミムメモ"), ("y", "ヤ・ユ・ヨ"), ("r", "ラリルレロ"),
    ("w", "ワ・・・・"), ("", "・ヰ・ヱヲ"),
)  # fmt: skip
_KANA: Final = {
    char: sound + vowel for sound, row in _ROWS for char, vowel in zip(row, "aiueo", strict=True) if char != "・"
} | {"ン": "n", "ッ": "*", "ー": ""}
_SMALL_TSU: Final = "*"
_DOUBLED: Final = re.compile(r"\*([kstp])")
_SMALL: Final = {"ャ": "ya", "ュ": "yu", "ョ": "yo"}
_SAME: Final = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"m(?=[bpm])", "n"),
        (r"[tc](?=ch)", "t"),
        (r"shi|si", "si"), (r"chi|ti", "ti"), (r"tsu|tu", "tu"), (r"fu", "hu"), (r"(?:dj|dz|j|z|d)i", "zi"),
        (r"(?:dz|z|d)u", "zu"), (r"sh", "sy"), (r"ch|cy", "ty"), (r"jy?|dj", "zy"),
        (r"(?<=o)h(?![aiueoy])", ""),
        (r"ou|o{2,}", "o"), (r"([aiue])\1+", r"\1"),
    )
)  # fmt: skip
_SYLLABLES: Final = re.compile(
    r"(?:[kgsztnhbpmr]y[auo]|[kgstznhbpmr][aiueo]|d[aeo]|y[auo]|wa|[aiueo]|n(?!n(?:[^aiueoy]|$))|(?<=[aiueo])(?:k(?=k)|s(?=s)|t(?=t)|p(?=p)))+"
)
_LONG_MARKS: Final = re.compile("[\u0304\u0302]")
"""ō and ô; a word with other marks (ñ, á) is no Japanese one."""
_BETWEEN: Final = re.compile("['’-]")
_MORA: Final = re.compile(r"[aiueo]|n(?![aiueoy])")


@lru_cache(maxsize=131072)
def romaji_key(word: str) -> str:
    """The key of a word in Latin letters; empty for a word that is not Japanese by its spelling."""
    plain = word.lower() if word.isascii() else _LONG_MARKS.sub("", normalised("NFKD", word.casefold()))
    return _key(_BETWEEN.sub("", plain))


@lru_cache(maxsize=32768)
def reading_key(katakana: str) -> str:
    """The key of a reading in katakana; empty for one with sounds that are foreign to Japanese: ファ."""
    found: list[str] = []
    for char in katakana:
        if char in _SMALL and found and found[-1].endswith("i"):
            found[-1] = found[-1][:-1] + _SMALL[char]
        elif char in _KANA:
            found.append(_KANA[char])
        else:
            return ""
    return _key(_DOUBLED.sub(r"\1\1", "".join(found)).replace(_SMALL_TSU, ""))


def morae(key: str) -> int:
    """How many morae a key has; a long vowel counts as one."""
    return len(_MORA.findall(key))


def _key(letters: str) -> str:
    for pattern, sound in _SAME:
        letters = pattern.sub(sound, letters)
    return letters if _SYLLABLES.fullmatch(letters) else ""
