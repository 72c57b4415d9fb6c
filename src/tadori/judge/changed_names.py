"""Finds names of a sentence that its source does not have.

In: readings of a sentence and of its source. Out: a `name` for each. Plurals, adjectives (`Ukrainian`), acronyms,
another spelling in katakana and a slip of the pen are the same name; a name put in another's place is found by
`roles.py`.
"""

from collections.abc import Iterator
from typing import Final

from tadori.judge.reading import SentenceReading
from tadori.judge.source_reading import SourceReading
from tadori.model.grading import Limit
from tadori.text.japanese import morphemes
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import Name, name_words, same_name
from tadori.text.normalise import fold
from tadori.text.transliteration import same_katakana, same_sound


def changed_names(claim: SentenceReading, read: SourceReading) -> Iterator[Limit]:
    """The names of the sentence that the source does not have, in none of the forms that a name takes."""
    for name in claim.names:
        if (
            _is_only_a_start(claim, name)
            or _is_plain_word(name)
            or all(_says_word(word, read) for word in _telling_words(name))
        ):
            continue
        if not any(same_name(name.text, other) for other in read.names):
            yield Limit(kind="name", text=name.text)


def _is_only_a_start(claim: SentenceReading, name: Name) -> bool:
    """Whether nothing but the start of the sentence may have given the word its capital: `Suggest`, `Sorry`."""
    one_word = name.text.isascii() and name.text[1:].islower() and name.text.isalpha()
    before = claim.text[: name.start].rstrip()
    return one_word and (not before.strip(" \"'“‘(") or before[-1] in "\"'“‘(:")


def _is_plain_word(name: Name) -> bool:
    """Whether a Japanese name is one by its letters only: モデル is a word, ロンドン a name."""
    if not _KATAKANA.fullmatch(name.text):
        return False
    return not any("固有名詞" in one.pos for one in morphemes(name.text))


def _telling_words(name: Name) -> list[str]:
    """The words of a name that its source must say; none of a quotation, which is a name only by its marks."""
    words = name_words(name.text)
    if not name.text.isascii() or name.text.islower():
        titled = len(words) > _LONGEST_NAME or _HIRAGANA.search(name.text)
        return [] if titled else list(words)
    capital = {fold(word) for word in _CAPITALISED.findall(name.text)}
    return [word for word in words if word in capital]


_LONGEST_NAME: Final = 3
_HIRAGANA: Final = lazy_pattern("[ぁ-ん]{2}")
_KATAKANA: Final = lazy_pattern("[ァ-ヴー]+")
_CAPITALISED: Final = lazy_pattern(r"(?<![^\W_])[A-Z0-9][A-Za-z0-9]*")
_QUARTER: Final = lazy_pattern(r"q([1-4])")
_QUARTERS: Final = ("first", "second", "third", "fourth")
_SHORT_FORMS: Final = {
    "uk": "brit",
    "us": "america",
    "usa": "america",
    "eu": "european",
    "yoy": "year",
    "utd": "united",
    "アメリカ": "米国",
    "米国": "アメリカ",
    "イギリス": "英国",
    "英国": "イギリス",
}
_LONGEST_ENDING: Final = 5


def _says_word(word: str, read: SourceReading) -> bool:
    """Whether the source has the word of a name: also its plural, its adjective (`Ukraine`, `Ukrainian`), a slip."""
    if word in read.folded or word.rstrip("s") in read.folded or _SHORT_FORMS.get(word, word) in read.folded:
        return True
    if quarter := _QUARTER.fullmatch(word):
        return f"{_QUARTERS[int(quarter[1]) - 1]} quarter" in read.folded
    if (len(word) > 2 and word in read.initials) or any(_sounds_alike(word, other) for other in read.katakana):
        return True
    if _KATAKANA.fullmatch(word) and any(other.isascii() and same_sound(word, other) for other in read.words):
        return True
    start = word[: max(4, len(word) - _LONGEST_ENDING)]
    letters = sorted(word)
    return any(
        (len(word) > 5 and other.startswith(start)) or (len(other) == len(word) and sorted(other) == letters)
        for other in read.words
    )


def _sounds_alike(word: str, katakana: str) -> bool:
    return same_sound(katakana, word) if word.isascii() else same_katakana(word, katakana)
