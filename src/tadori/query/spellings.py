"""Other spellings of Japanese words and years that rules can make, without a table of words.

Comes in: keywords. Goes out: the same keywords with one of them spelled otherwise, and the reason: the other calendar,
Sudachi's normal form, katakana with or without its last long vowel, ヴ as b, today's letters for old ones.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tadori.text.dates import ERAS, dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.tokens import terms

SpellingVariant = tuple[str, str]
"""The keywords with one of them spelled otherwise, and the reason."""

_LONG_VOWEL: Final = lazy_pattern(r"[ァ-ヴー]{3,}ー(?![ァ-ヴー])")
_V_SOUND: Final = {"ヴァ": "バ", "ヴィ": "ビ", "ヴェ": "ベ", "ヴォ": "ボ", "ヴ": "ブ"}
_OLD_LETTERS: Final = str.maketrans(
    "澤邊國學櫻濱齋廣圓藝體會發驛舊鐵淺嶋壽榮實氣", "沢辺国学桜浜斎広円芸体会発駅旧鉄浅島寿栄実気"
)


def other_calendar(line: str) -> Iterator[SpellingVariant]:
    """令和5年 as 2023年 and back; FY2023 as fiscal 2023 is left to engines."""
    for mention in dates(line):
        written = line[mention.start : mention.end].strip()
        if mention.year is None or "年" not in written:
            continue
        behind = written[written.index("年") :]
        era = next((name for name in ERAS if written.startswith(name)), None)
        other = f"{mention.year}{behind}" if era else _in_era(mention.year, behind)
        if other:
            yield line.replace(written, other, 1), f"{other} for {written}: the other calendar"


def _in_era(year: int, behind: str) -> str | None:
    """The year in the era that was current at its end; None before Meiji."""
    era = next((name for name, before in ERAS.items() if year > before), None)
    if era is None:
        return None
    number = year - ERAS[era]
    return f"{era}{'元' if number == 1 else number}{behind}"


def other_spellings(keywords: Sequence[str]) -> Iterator[SpellingVariant]:
    """Sudachi's normal form of a whole keyword, katakana with or without its last long vowel, ヴ as b, old letters."""
    rules: tuple[tuple[str, Callable[[str], str]], ...] = (
        ("the usual letters", normal_form),
        ("without the long vowel at the end", lambda word: _LONG_VOWEL.sub(lambda m: m.group()[:-1], word)),
        ("ヴ as b", _without_v),
        ("today's letters", lambda word: word.translate(_OLD_LETTERS)),
    )
    line = " ".join(keywords)
    for word in keywords:
        for name, rule in rules:
            other = rule(word)
            if other != word:
                yield line.replace(word, other, 1), f"{other} for {word}: {name}"


def normal_form(word: str) -> str:
    """Sudachi's normal form of a whole word (子ども is 子供); the word itself where it has none of its own."""
    found = terms(word)
    is_other = len(found) == 1 and not word.isascii() and found[0] not in word
    return found[0] if is_other else word


def _without_v(word: str) -> str:
    for letter, plain in _V_SOUND.items():
        word = word.replace(letter, plain)
    return word
