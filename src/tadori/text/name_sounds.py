"""How alike a name in katakana and one in Latin letters sound, vowels included, without a dictionary.

Comes in: two words. Goes out: a likeness from 0 to 1. Finer than `transliteration.same_sound`, which only says what may
be one name: this tells ヘクター (Hector) from `actor`. Long names are told apart well, names of two sounds hardly.
"""

from functools import lru_cache
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import normalised

_ROWS: Final = (
    ("", "アイウエオ"), ("k", "カキクケコ"), ("g", "ガギグゲゴ"), ("s", "サシスセソ"), ("s", "・チツ・・"),
    ("z", "ザジズゼゾ"), ("t", "タ・・テト"), ("d", "ダヂヅデド"), ("n", "ナニヌネノ"), ("h", "ハヒフヘホ"),
    ("b", "バビブベボ"), ("b", "・・ヴ・・"), ("p", "パピプペポ"), ("m", "マミムメモ"), ("y", "ヤ・ユ・ヨ"),
    ("r", "ラリルレロ"), ("w", "ワヰ・ヱヲ"),
)  # fmt: skip
_KANA: Final = {
    char: (sound, vowel) for sound, row in _ROWS for char, vowel in zip(row, "aiueo", strict=True) if char != "・"
}
_SMALL: Final = dict(zip("ァィゥェォャュョ", "aiueoauo", strict=True))
_LATIN: Final = lazy_pattern(
    r"(?P<_s>tsch|tch|sch|sh|ch|ts|tz|cz|th|ss|c(?=[eiy]))|(?P<_z>j|z|g(?=[eiy]))|(?P<_h>ph|f)|(?P<_k>ck|qu|q|c|k)"
    r"|(?P<_b>v|b)|(?P<_r>l|r)|(?P<_w>wh|w)|(?P<_x>x)|(?P<_gh>gh)|(?P<own>[a-z])"
)
_VOWELS: Final = frozenset("aiueo")
_NO_VOWELS: Final = str.maketrans("", "", "aiueo")
_NEAR: Final = frozenset(
    frozenset(pair) for pair in ("kg", "sz", "st", "td", "bp", "mn", "hb", "zd", "zg", "yz", "hk", "sk", "wb")
)
_OFTEN_SILENT: Final = frozenset("hrwgytn")
_VOWEL_CHANGED, _VOWEL_ADDED, _NEAR_CHANGED, _SILENT_ADDED = 0.35, 0.15, 0.5, 0.5


@lru_cache(maxsize=65536)
def sound_likeness(katakana: str, latin: str) -> float:
    """1 for the same sounds; from about .7 on two words are one name, other than by chance in short ones."""
    mine, theirs = _of_katakana(katakana), _of_latin(latin)
    if not mine or not theirs or _opening(mine) != _opening(theirs):
        return 0.0
    return max(0.0, 1 - _distance(mine, theirs) / _size(mine, theirs))


def may_be_alike(katakana: str, latin: str, least: float) -> bool:
    """Whether the likeness of two words may reach `least`, at a glance: many words are compared with each other.

    False is certain, but for names that open otherwise: none opens with k here and m there.
    """
    mine, theirs = _of_katakana(katakana), _of_latin(latin)
    if not mine or not theirs or not _may_open(mine, theirs):
        return False
    # Every consonant that the other word lacks costs at least what a near one costs.
    ours, others = mine.translate(_NO_VOWELS), theirs.translate(_NO_VOWELS)
    shared = sum(min(ours.count(sound), others.count(sound)) for sound in set(ours))
    lacking = max(len(ours), len(others)) - shared
    return 1 - min(_NEAR_CHANGED, _SILENT_ADDED) * lacking / _size(mine, theirs) >= least


def _may_open(mine: str, theirs: str) -> bool:
    first, other = mine[0], theirs[0]
    if _opening(mine) != _opening(theirs):
        return False
    likely = first == other or frozenset((first, other)) in _NEAR or _opening(mine) == "vowel"
    return likely or first in _OFTEN_SILENT or other in _OFTEN_SILENT


def _size(mine: str, theirs: str) -> float:
    return max(_consonants(mine) + len(mine) / 8, _consonants(theirs) + len(theirs) / 8, 2.0)


def _opening(sounds: str) -> str:
    """What two spellings of one name hardly disagree about: whether they open with a vowel."""
    return "vowel" if sounds[0] in _VOWELS or sounds[0] in "yw" else "consonant"


def _consonants(sounds: str) -> int:
    return len(sounds.translate(_NO_VOWELS))


@lru_cache(maxsize=16384)
def _of_katakana(word: str) -> str:
    found: list[str] = []
    for char in normalised("NFKC", word):
        if char in _KANA:
            found += [part for part in _KANA[char] if part]
        elif char == "ン":
            found.append("n")
        elif char in _SMALL and found:
            # シェ is she, ファ is fa, シャ is sha: the small vowel takes the place of the last one.
            found[-1:] = [_SMALL[char]] if found[-1] in _VOWELS else [found[-1], _SMALL[char]]
    return "".join(found)


@lru_cache(maxsize=16384)
def _of_latin(word: str) -> str:
    plain = "".join(char for char in normalised("NFKD", word.casefold()) if char.isascii() and char.isalpha())
    found: list[str] = []
    for match in _LATIN.finditer(plain):
        kind = match.lastgroup or "own"
        sound = {"_x": "ks", "_gh": "", "own": match[0]}.get(kind, kind[-1])
        if sound == "y":
            # A vowel but where it opens the word: Italy.
            sound = "y" if match.start() == 0 else "i"
        if sound and (not found or found[-1] != sound):
            found.append(sound)
    return "".join(found)


def _distance(mine: str, theirs: str) -> float:
    row = [0.0]
    for sound in theirs:
        row.append(row[-1] + _added(sound))
    for sound in mine:
        above, row = row, [row[0] + _added(sound)]
        for at, other in enumerate(theirs):
            row.append(min(above[at] + _changed(sound, other), above[at + 1] + _added(sound), row[-1] + _added(other)))
    return row[-1]


def _added(sound: str) -> float:
    if sound in _VOWELS:
        return _VOWEL_ADDED
    return _SILENT_ADDED if sound in _OFTEN_SILENT else 1.0


def _changed(one: str, other: str) -> float:
    if one == other:
        return 0.0
    if one in _VOWELS and other in _VOWELS:
        return _VOWEL_CHANGED
    if one in _VOWELS or other in _VOWELS:
        return 1.0
    return _NEAR_CHANGED if frozenset((one, other)) in _NEAR else 1.0
