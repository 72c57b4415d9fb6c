"""What many texts of one language are made of, as far as names of the other language may be spelled there.

Comes in: texts, then a name of the other language. Goes out: the spellings of that name that the texts have. Made once
for many texts: capitalised words, words in katakana, runs of kanji, each kept once.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.model.evidence_thresholds import SAME_NAME_SOUNDS, SAME_WORD_SOUNDS, SPELLING_BEHIND, SPELLINGS_A_NAME
from tadori.text.kanji_names import char_keys, reads_as
from tadori.text.name_sounds import may_be_alike, sound_likeness
from tadori.text.names_across import AskedName, long_katakana
from tadori.text.romaji import romaji_key

_CAPITALISED: Final = re.compile(r"\b[^\W\d_a-z][^\W\d_]{2,}")
_KANJI_RUN: Final = re.compile("[㐀-䶿一-鿿々ヶケ]+")
_LONGEST_NAME: Final = 4
_LETTERS: Final = {
    "ア": "a", "イ": "iy", "ウ": "uw", "エ": "ey", "オ": "o", "カ": "ckqgh", "ガ": "gkj", "サ": "sctzjx", "ザ": "zsjgx",
    "タ": "ct", "ダ": "d", "ナ": "nkg", "ハ": "hfjw", "バ": "bvw", "パ": "p", "マ": "m", "ヤ": "yij", "ラ": "rlw",
    "ワ": "w", "ヴ": "vbw",
}  # fmt: skip
"""With which letters the Latin spelling of a name may begin, by the row of its first kana."""
_ROWS: Final = ("アァ", "イィ", "ウゥ", "エェ", "オォ", "カキクケコ", "ガギグゲゴ", "サシスセソチツ", "ザジズゼゾヂヅ")
_MORE_ROWS: Final = ("タテト", "ダデド", "ナニヌネノ", "ハヒフヘホ", "バビブベボ", "パピプペポ", "マミムメモ", "ヤユヨ")
_ROW_OF: Final = {kana: row[0] for row in (*_ROWS, *_MORE_ROWS, "ラリルレロ", "ワヲ", "ヴ") for kana in row}
_KEY_LETTERS: Final = {"t": "tc", "z": "zjd", "h": "hf"}
_SHORTEST_TIMES, _LONGEST_TIMES = 0.7, 3
"""How many Latin letters a kana may stand for."""


@dataclass(frozen=True, slots=True)
class NameVocabulary:
    """The words of texts that may be names."""

    latin: Mapping[str, tuple[str, ...]]
    """Capitalised words by their first letter, small and without its mark."""
    katakana: frozenset[str]
    kanji: str
    """The different runs of kanji, one a line."""

    @classmethod
    def of(cls, texts: Iterable[str]) -> "NameVocabulary":
        words: set[str] = set()
        katakana: set[str] = set()
        kanji: set[str] = set()
        for text in texts:
            words.update(_CAPITALISED.findall(text))
            if not text.isascii():
                katakana |= long_katakana(text)
                kanji.update(_KANJI_RUN.findall(text))
        latin: dict[str, list[str]] = defaultdict(list)
        for word in sorted(words):
            latin[_LONG_MARKS.get(word[0], word[0].lower())].append(word)
        return cls(
            {letter: tuple(held) for letter, held in latin.items()}, frozenset(katakana), "\n".join(sorted(kanji))
        )

    def spellings(self, name: AskedName) -> frozenset[str]:
        """How the texts spell `name`; empty where they do not."""
        read = {word for key in name.keys for word in self._spelled_in_latin(key)}
        if name.sounds:  # a word in Latin letters: one in kanji is spelled in Latin letters only
            read.update(word for key in name.keys for word in self._spelled_in_kanji(key))
        # A name that is read in kanji needs no word that only sounds somewhat like it.
        least = SAME_WORD_SOUNDS if read else SAME_NAME_SOUNDS
        return frozenset(read).union(self._most_alike(name.sounds, least) if name.sounds else ())

    def _most_alike(self, word: str, least: float) -> list[str]:
        """The words of the other script that sound most like it: in a large vocabulary many do somewhat."""
        if "ァ" <= word[0] <= "ヺ":
            pairs = [(word, other, other) for other in self._likely(word)]
        else:
            pairs = [(other, word, other) for other in self.katakana]
        scored = [(sound_likeness(a, b), other) for a, b, other in pairs if may_be_alike(a, b, least)]
        best = sorted((-score, other) for score, other in scored if score >= least)[:SPELLINGS_A_NAME]
        return [other for score, other in best if score <= best[0][0] + SPELLING_BEHIND]

    def _likely(self, katakana: str) -> Iterator[str]:
        least, most = _SHORTEST_TIMES * len(katakana), _LONGEST_TIMES * len(katakana)
        for letter in _LETTERS.get(_ROW_OF.get(katakana[0], ""), ""):
            yield from (word for word in self.latin.get(letter, ()) if least <= len(word) <= most)

    def _spelled_in_latin(self, key: str) -> Iterator[str]:
        for letter in _KEY_LETTERS.get(key[0], key[0]):
            near = (w for w in self.latin.get(letter, ()) if len(key) - 2 <= len(w) <= 2 * len(key))
            yield from (word for word in near if romaji_key(word) == key)

    def _spelled_in_kanji(self, key: str) -> Iterator[str]:
        by = _by_reading(self.kanji)
        parts = range(1, len(key) + 1)
        opens = {char for at in parts for char in by.first.get(key[:at], ())}
        closes = {char for at in parts for char in by.later.get(key[-at:], ())}
        likely = opens & closes
        for between in range(_LONGEST_NAME - 1):
            likely |= _between(self.kanji, opens, between, by.closing.get(key[-2:], ()))
            likely |= _between(self.kanji, by.opening.get(key[:2], ()), between, closes)
        yield from (word for word in likely if reads_as(word, key))


@dataclass(frozen=True, slots=True)
class _ByReading:
    """The kanji of texts by a whole reading (as the first or a later kanji), and by its first or last two letters."""

    first: Mapping[str, set[str]]
    later: Mapping[str, set[str]]
    opening: Mapping[str, set[str]]
    closing: Mapping[str, set[str]]


@lru_cache(maxsize=4)
def _by_reading(runs: str) -> _ByReading:
    by = _ByReading(*(defaultdict(set) for _ in range(4)))
    for char in sorted(set(runs) - {"\n"}):
        for own in char_keys(char, first=True):
            by.first[own].add(char)
            by.opening[own[:2]].add(char)
        for own in char_keys(char, first=False):
            by.later[own].add(char)
            by.closing[own[-2:]].add(char)
    return by


def _between(runs: str, starts: Collection[str], length: int, ends: Collection[str]) -> set[str]:
    """The parts of `runs` with `length` characters between one of `starts` and one of `ends`."""
    if not starts or not ends:
        return set()
    pattern = re.compile(f"(?=([{''.join(starts)}].{{{length}}}[{''.join(ends)}]))")
    return set(pattern.findall(runs))


_LONG_MARKS: Final = {"Ā": "a", "Ī": "i", "Ū": "u", "Ē": "e", "Ō": "o", "Ô": "o", "Û": "u"}
