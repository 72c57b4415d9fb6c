"""Finds the names of a text in the other script: katakana or kanji on one side, Latin letters on the other.

Comes in: a text that asks, and words or texts of the other language. Goes out: the names it asks for, and how the other
side spells them. Katakana meets by likeness of sound (`name_sounds.py`), kanji by reading (`kanji_names.py`).
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.model.evidence_thresholds import SAME_NAME_SOUNDS, SAME_WORD_SOUNDS
from tadori.model.ids import JA, Lang
from tadori.text.english_like_romaji import looks_english
from tadori.text.kanji_names import GENERIC_ENDINGS, kanji_names
from tadori.text.name_sounds import may_be_alike, sound_likeness
from tadori.text.romaji import morae, romaji_key
from tadori.text.tokens import terms
from tadori.text.transliteration import katakana_words

_LATIN: Final = re.compile(r"[^\W\d_]{3,}")
_ENDINGS: Final = "".join(sorted(GENERIC_ENDINGS))
_SHORTEST_KATAKANA: Final = 3
_SHORTEST_CAPITALS: Final = 5
"""Letters of a word in capitals alone that is no acronym: TOKYO, not NASA."""
_FEWEST_TYPED_SMALL, _FEWEST_BESIDE, _FEWEST_JOINED = 3, 3, 4
"""Morae of a name typed in small letters, of the name beside one that looks English (Date Masamune), and of two words
that are one name together (Shin Osaka)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedName:
    """A word that may be a name, as the text that asks has it."""

    written: str
    sounds: str
    """What is compared by likeness of sound: itself, or empty where only readings count."""
    keys: frozenset[str]
    """Its readings as Japanese; empty for what is none."""
    certain: bool
    """The other language would write it by its sound."""


@lru_cache(maxsize=256)
def asked_names(text: str, lang: Lang) -> tuple[AskedName, ...]:
    """The words of `text` that another script may write by their sound, each once."""
    found = _asked_in_japanese(text) if lang == JA else _asked_in_latin(text)
    return tuple({name.written: name for name in found}.values())


def _asked_in_japanese(text: str) -> Iterator[AskedName]:
    for word in katakana_words(text):
        if len(word) >= _SHORTEST_KATAKANA:
            yield AskedName(written=word, sounds=word, keys=frozenset(), certain=True)
    for name in kanji_names(text):
        yield AskedName(written=name.surface, sounds="", keys=name.known | name.made, certain=name.certain)


def _asked_in_latin(text: str) -> Iterator[AskedName]:
    capitals = latin_names(text)
    for word in _LATIN.findall(text):
        if terms(word):
            shown = word.capitalize()
            key = capitals.get(word) or _typed_small(word)
            yield AskedName(written=word, sounds=shown, keys=frozenset([key] if key else ()), certain=True)
    for joined, key in capitals.items():
        if " " in joined or "-" in joined:
            yield AskedName(written=joined, sounds="", keys=frozenset([key]), certain=False)


def _typed_small(word: str) -> str:
    key = romaji_key(word) if word.islower() and not looks_english(word) else ""
    return key if morae(key) >= _FEWEST_TYPED_SMALL else ""


@lru_cache(maxsize=8192)
def latin_names(text: str) -> Mapping[str, str]:
    """The capitalised words of `text` that Japanese could be spelled like, with their keys, and neighbours joined.

    A common word of English counts only beside another such name: Date Masamune, but not `Date of birth`.
    """
    found: dict[str, str] = {}
    before, end = ("", ""), -2
    doubtful = ("", "")
    for match in _LATIN.finditer(text):
        word = match[0]
        key = romaji_key(word) if _is_capitalised(word) else ""
        touches = match.start() == end + 1 and text[end] in " -"
        if key and not looks_english(word):
            found[word] = key
            if touches and doubtful[1] and morae(key) >= _FEWEST_BESIDE:
                found[doubtful[0]] = doubtful[1]
        elif key and touches and morae(before[1]) >= _FEWEST_BESIDE:
            found[word] = key
        if touches and word in found and before[0] in found:
            joined = romaji_key(before[0] + word)
            if morae(joined) >= _FEWEST_JOINED:
                found[f"{before[0]}{text[end]}{word}"] = joined
        before = (word, found.get(word, ""))
        doubtful = (word, key) if key and word not in found else ("", "")
        end = match.end()
    return found


def _is_capitalised(word: str) -> bool:
    return word[0].isupper() and (not word.isupper() or len(word) >= _SHORTEST_CAPITALS)


def latin_words(text: str) -> frozenset[str]:
    return frozenset(_LATIN.findall(text))


def long_katakana(text: str) -> frozenset[str]:
    return frozenset(word for word in katakana_words(text) if len(word) >= _SHORTEST_KATAKANA)


@lru_cache(maxsize=4096)
def _words_of(text: str, lang: Lang) -> frozenset[str]:
    return long_katakana(text) if lang == JA else latin_words(text)


@lru_cache(maxsize=4096)
def _keys_of(text: str, lang: Lang) -> frozenset[str]:
    if lang != JA:
        return frozenset(latin_names(text).values())
    return frozenset().union(*(name.known | name.made for name in kanji_names(text)))


@lru_cache(maxsize=8192)
def met_names(asked: str, asked_lang: Lang, text: str, lang: Lang) -> frozenset[str]:
    """Those names of `asked`, as written there, that `text`, in the other language, holds."""
    names = asked_names(asked, asked_lang)
    found = {name.written for name in names if name.sounds and _sounds_there(name.sounds, _words_of(text, lang))}
    wanted = [name for name in names if name.keys]
    if wanted:
        keys = _keys_of(text, lang)
        found.update(name.written for name in wanted if not name.keys.isdisjoint(keys))
    return with_wholes(names, found)


@lru_cache(maxsize=8192)
def written_as_asked(asked: str, asked_lang: Lang, text: str, lang: Lang) -> str:
    """`text`, in the other language, with the names that it shares with `asked` as they are written there."""
    names = asked_names(asked, asked_lang)
    spelled: dict[str, str] = {}
    for word in _words_of(text, lang):
        met = next((name.written for name in names if name.sounds and is_same_sound(name.sounds, word)), "")
        if met:
            spelled[word] = met
    for word, keys in _readings_of(text, lang):
        met = next((name.written for name in names if not name.keys.isdisjoint(keys)), "")
        if met:
            spelled[word] = met
    for word in sorted(spelled, key=len, reverse=True):
        text = text.replace(word, spelled[word])
    return text


def _readings_of(text: str, lang: Lang) -> list[tuple[str, frozenset[str]]]:
    """The words of `text` that have readings, with these."""
    if lang != JA:
        return [(word, frozenset([key])) for word, key in latin_names(text).items()]
    return [(name.surface, name.known | name.made) for name in kanji_names(text)]


def with_wholes(names: Collection[AskedName], found: Collection[str]) -> frozenset[str]:
    """`found`, and the names that these make together (徳川 + 家康), or with a word like 市 behind them."""
    whole = set(found)
    for name in names:
        rest = name.written
        for part in sorted(found, key=len, reverse=True):
            rest = rest.replace(part, "", 1)
        if rest != name.written and not rest.strip(_ENDINGS):
            whole.add(name.written)
    return frozenset(whole)


def _sounds_there(word: str, others: Collection[str]) -> bool:
    return any(is_same_sound(word, other) for other in others)


@lru_cache(maxsize=131072)
def is_same_sound(one: str, other: str) -> bool:
    """Whether a word in katakana and one in Latin letters, in any order, are one name."""
    katakana, latin = (one, other) if "ァ" <= one[0] <= "ヺ" else (other, one)
    # A word that opens with a small letter is seldom a name, and by chance sounds like one more often.
    least = SAME_WORD_SOUNDS if latin.islower() else SAME_NAME_SOUNDS
    return may_be_alike(katakana, latin, least) and sound_likeness(katakana, latin) >= least
