"""Numbers of a series: Unit 3 is not Unit 1, the fiscal year 2023 is not 2024, 第2回 is not 第1回.

In: the question, and a sentence with the text around it. Out: whether the sentence is about another member of the same
series. Shared words cannot show that: the sentences differ in one digit.
"""

import re
from functools import lru_cache
from typing import Final

from tadori.text.dates import MONTHS
from tadori.text.normalise import normalised

_JA: Final = re.compile(
    r"(?P<n>\d+)\s*(?P<of>号機|号線|号棟|号炉|号車|号館|年度|年生|学年|丁目|条|章|巻|版|期|回|次|区|組)"
)
_EN: Final = re.compile(
    r"\b(?P<of>unit|phase|volume|vol\.?|chapter|article|section|stage|round|level|grade|class|version|reactor|line|route"
    r"|highway|building|block|terminal|platform|lot|fiscal year|fy|session|season|episode|part|type|no\.?|number)"
    r"[ -]?(?P<n>\d+)\b",
    re.IGNORECASE,
)
_SAME_SERIES: Final = {"vol": "volume", "fy": "fiscal year", "年度": "fiscal year", "no": "number", "号機": "unit"}


@lru_cache(maxsize=8192)
def series_numbers(text: str) -> dict[str, frozenset[str]]:
    """Series → the numbers of it that `text` names; the same series in Japanese and English is one."""
    plain = normalised("NFKC", text)
    found: dict[str, set[str]] = {}
    for pattern in (_JA, _EN):
        for match in pattern.finditer(plain):
            # `vol.` and `vol`, 第02回 and 第2回 are the same.
            series = match["of"].lower().rstrip(".")
            found.setdefault(_SAME_SERIES.get(series, series), set()).add(match["n"].lstrip("0") or "0")
    return {series: frozenset(numbers) for series, numbers in found.items()}


_VERSION: Final = re.compile(
    r"(?P<of>(?<![A-Za-z])[A-Za-z][A-Za-z+#]{2,}|[ァ-ヴー]{3,})[ -]?"
    r"(?P<n>\d{1,3}(?:\.\d+)*)(?![\d:/]|\s?(?:%|年|月|日|人|個|件|回))"
)


@lru_cache(maxsize=8192)
def _versions(text: str) -> dict[str, frozenset[str]]:
    """Name → the numbers right behind it: `Debian 12`, `Windows 11`."""
    found: dict[str, set[str]] = {}
    for match in _VERSION.finditer(normalised("NFKC", text)):
        if match["of"][0].isupper() or not match["of"].isascii():
            found.setdefault(match["of"].lower(), set()).add(match["n"])
    return {name: frozenset(numbers) for name, numbers in found.items()}


def _asked_versions(question: str) -> dict[str, frozenset[str]]:
    """The same in a question, where names are typed small; what is no name there meets none in a text."""
    plain = normalised("NFKC", question)
    return {m["of"].lower(): frozenset([m["n"]]) for m in _VERSION.finditer(plain) if m["of"].lower() not in MONTHS}


def _is_part(wanted: frozenset[str], named: frozenset[str]) -> bool:
    """Whether one of the numbers is there, or a release of it: 2.1 is a 2."""
    return any(n == w or n.startswith(f"{w}.") for w in wanted for n in named)


def names_other_number(question: str, sentence: str, around: str) -> bool:
    """Whether the sentence names another number of a series than the question does.

    The sentence itself decides; where it names none of the series, the text around it does.
    """
    said, nearby = series_numbers(sentence), series_numbers(around)
    for series, wanted in series_numbers(question).items():
        named = said.get(series) or nearby.get(series)
        if named and not wanted & named:
            return True
    own, beside = _versions(sentence), _versions(around)
    for name, wanted in _asked_versions(question).items():
        named = own.get(name) or beside.get(name)
        if named and not _is_part(wanted, named):
            return True
    return False
