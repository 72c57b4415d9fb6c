"""Years of Japanese eras put back for Western ones, and the other way round: 令和5年 = 2023年.

In: a goal and a quoted sentence. Out: swaps. The first years of Meiji, before the Western calendar came, and Western
years in which an era changed (2019 is 平成31年 and 令和元年) are not converted to an era.
"""

import re
from dataclasses import dataclass
from typing import Final

from tadori.judge.derive.swaps import Swap
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.numerals import kanji_value, narrow

_ERAS: Final = {"令和": (2018, 99), "平成": (1988, 31), "昭和": (1925, 64), "大正": (1911, 15), "明治": (1867, 45)}
_ROMAN: Final = {
    "Reiwa": "令和",
    "Heisei": "平成",
    "Showa": "昭和",
    "Shōwa": "昭和",
    "Taisho": "大正",
    "Taishō": "大正",
    "Meiji": "明治",
}
_FIRST_MEIJI: Final = 6
_KANJI: Final = "一二三四五六七八九十"
_ONE: Final = (
    rf"(?:(?P<era>令和|平成|昭和|大正|明治)\s?(?P<of_era>元|\d{{1,2}}|[{_KANJI}]{{1,3}})\s?年"
    r"|(?P<roman>Reiwa|Heisei|Sh[oō]wa|Taish[oō]|Meiji)\s(?P<of_roman>\d{1,2})(?!\d)"
    r"|(?<![\d.,])(?P<western>1[89]\d\d|20\d\d)(?:\s?年|(?![\d年A-Za-z%])))"
)
_YEAR: Final = lazy_pattern(_ONE)
_BRACKET: Final = lazy_pattern(r"\s?[(（\[]\s?")
_CLOSING: Final = lazy_pattern(r"\s?[)）\]]")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Year:
    start: int
    end: int
    year: int
    era: bool


def era_swaps(goal: str, sentence: str) -> list[Swap]:
    """The years of `goal` that `sentence` writes in the other calendar."""
    quoted = _years(sentence)
    swaps = []
    for years in _groups(goal):
        first = years[0]
        if any(year.year != first.year for year in years):
            continue
        end = years[-1].end + (1 if len(years) > 1 else 0)
        was = next((year for year in quoted if year.year == first.year), None)
        if was is None or _unchanged(goal, years, sentence, was) or not _allowed(years, was):
            continue
        said = sentence[was.start : was.end]
        other = next((year for year in years if year.era != was.era), first)
        detail = f"{said} = {goal[other.start : other.end]}"
        swaps.append(Swap(start=first.start, end=end, text=said, detail=detail))
    return swaps


def _unchanged(goal: str, years: tuple[_Year, ...], sentence: str, was: _Year) -> bool:
    return len(years) == 1 and (
        years[0].era == was.era or goal[years[0].start : years[0].end] == sentence[was.start : was.end]
    )


def _allowed(years: tuple[_Year, ...], was: _Year) -> bool:
    """A Western year gives an era's year only where no era changed in it."""
    if was.era or not any(year.era for year in years):
        return True
    firsts = {first + 1 for first, _ in _ERAS.values()}
    return was.year not in firsts


def _years(text: str) -> list[_Year]:
    found = []
    for match in _YEAR.finditer(narrow(text)):
        year = _year_of(match)
        if year is not None:
            found.append(_Year(start=match.start(), end=match.end(), year=year, era=match["western"] is None))
    return found


def _year_of(match: re.Match[str]) -> int | None:
    if match["western"]:
        return int(match["western"])
    era = match["era"] or _ROMAN[match["roman"]]
    written = match["of_era"] or match["of_roman"]
    number = 1 if written == "元" else int(kanji_value(written) or 0)
    before, last = _ERAS[era]
    lowest = _FIRST_MEIJI if era == "明治" else 1
    return before + number if lowest <= number <= last else None


def _groups(goal: str) -> list[tuple[_Year, ...]]:
    """The years of `goal`; one in brackets behind another belongs to it: 令和5年（2023年）."""
    groups: list[tuple[_Year, ...]] = []
    for year in _years(goal):
        last = groups[-1][-1] if groups else None
        inside = last is not None and _BRACKET.fullmatch(goal, last.end, year.start) is not None
        if inside and _CLOSING.match(goal, year.end) and len(groups[-1]) == 1:
            groups[-1] = (*groups[-1], year)
        else:
            groups.append((year,))
    return groups
