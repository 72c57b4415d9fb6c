"""Finds dates in a text, ja and en, with exact position.

Comes in: any text. Goes out: mentions by position, each with as much of year, month and day as is written. Nothing is
guessed: `3/5/2024` gives the year alone, and a date without a year has no ISO form.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from tadori.model.ids import IsoDate
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.numerals import kanji_value, narrow

Agreement = Literal["agree", "disagree", "unknown"]
DateKind = Literal["", "fiscal", "decade", "century"]

ERAS: Final = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867}
MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DateMention:
    """A date as far as it is written. `kind` says when `year` starts a span: a fiscal year, decade or century."""

    year: int | None
    month: int | None
    day: int | None
    start: int
    end: int
    kind: DateKind = ""

    @property
    def iso(self) -> IsoDate | None:
        """`YYYY`, `YYYY-MM` or `YYYY-MM-DD`; None where no plain year of our era is written."""
        if self.year is None or self.year < 1 or self.kind:
            return None
        parts = [f"{self.year:04d}"]
        if self.month is not None:
            parts.append(f"{self.month:02d}")
            if self.day is not None:
                parts.append(f"{self.day:02d}")
        return IsoDate("-".join(parts))


def dates(text: str) -> list[DateMention]:
    """Every date of `text`, by position; mentions never overlap."""
    return list(_dates(text))


def same_date(a: DateMention, b: DateMention) -> Agreement:
    """Whether two mentions can be the same date, compared on the parts that both state."""
    if a.kind or b.kind:
        return _same_span(a, b)
    shared = [(x, y) for x, y in ((a.year, b.year), (a.month, b.month), (a.day, b.day)) if None not in (x, y)]
    if not shared:
        return "unknown"
    return "agree" if all(x == y for x, y in shared) else "disagree"


def _same_span(a: DateMention, b: DateMention) -> Agreement:
    if a.year is None or b.year is None:
        return "unknown"
    if a.kind == b.kind:
        return "agree" if a.year == b.year else "disagree"
    if "fiscal" in (a.kind, b.kind) and {a.kind, b.kind} == {"fiscal", ""}:
        # A fiscal year and a calendar year overlap: neighbours prove nothing either way.
        return "unknown" if abs(a.year - b.year) <= 1 else "disagree"
    first_a, last_a = _years_of(a)
    first_b, last_b = _years_of(b)
    if last_a < first_b or last_b < first_a:
        return "disagree"
    return "agree"


def _years_of(mention: DateMention) -> tuple[int, int]:
    year = mention.year or 0
    return year, year + {"": 0, "fiscal": 1, "decade": 9, "century": 99}[mention.kind]


_MONTH_NAME = (
    r"(?:Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?|Jun\.|July?|Jul\.|Aug(?:ust|\.)?"
    r"|Sept(?:ember|\.)?|Sep\.?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)"
)
_KANJI_NUMERAL = "[〇零一二三四五六七八九十百千]"
_YEAR_BEFORE = (
    r"(?:in|since|by|until|till|from|during|before|after|between|around|circa|about|of|year|late|early|mid|through"
    r"|to|and|fall|spring|summer|autumn|winter|the|a|an|its|his|her|their|our|this|c\.|ca\.|©|on|for|at|or|than)"
)
_PATTERN = lazy_pattern(
    rf"""
    (?P<ja_bc>紀元前\s?(?P<ja_bc_year>\d{{1,4}})年)
  | (?P<ja>(?:(?P<era>令和|平成|昭和|大正|明治)\s?(?P<era_year>元|\d{{1,2}}|{_KANJI_NUMERAL}{{1,3}})
       |(?<![\d.,])(?P<ja_year>\d{{4}}|[一二]{_KANJI_NUMERAL}{{3}}))\s?年
       (?:(?P<ja_fiscal>度)|(?P<ja_decade>代)
         |(?![間前後ぶ以])\s?(?:(?P<ja_month>\d{{1,2}}|{_KANJI_NUMERAL}{{1,2}})\s?月
             (?:\s?(?P<ja_day>\d{{1,2}}|{_KANJI_NUMERAL}{{1,3}})\s?日(?!間))?)?))
  | (?P<ja_century>(?<![\d.])(?P<ja_century_number>\d{{1,2}})世紀)
  | (?P<ja_md>(?<![\d年.])(?P<ja_md_month>1[0-2]|[1-9]|{_KANJI_NUMERAL}{{1,2}})月
       (?:\s?(?P<ja_md_day>\d{{1,2}}|{_KANJI_NUMERAL}{{1,3}})日(?!間))?)
  | (?P<ja_d>(?<![\d月年.,])(?P<ja_d_day>[12]?\d|3[01])日(?=[にはの、]|から|まで|以来|以降|付|午前|午後|朝|夜|夕|未明))
  | (?P<iso>(?<![\d./-])(?P<iso_year>\d{{4}})(?P<iso_mark>[-/.])(?P<iso_month>\d{{1,2}})
       (?P=iso_mark)(?P<iso_day>\d{{1,2}})(?![\d-]))
  | (?P<season>(?<![\d./-])(?P<season_year>(?:1[89]|20)\d\d)[/–-](?P<season_end>\d\d)(?![\d/-]))
  | (?P<dmy>(?<![\d./-])(?P<dmy_a>\d{{1,2}})[/.](?P<dmy_b>\d{{1,2}})[/.](?P<dmy_year>\d{{4}})(?![\d/]))
  | (?P<mdy>(?<![A-Za-z])(?P<mdy_month>{_MONTH_NAME})[ ](?P<mdy_day>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)
       (?:,?[ ](?P<mdy_year>\d{{4}})(?!\d))?)
  | (?P<dm>(?<![\d.,])(?P<dm_day>\d{{1,2}})(?:st|nd|rd|th)?[ ](?:of[ ])?(?P<dm_month>{_MONTH_NAME})(?![A-Za-z])
       (?:,?[ ](?P<dm_year>\d{{4}})(?!\d))?)
  | (?P<dmony>(?<![\d.,-])(?P<dmony_day>\d{{1,2}})(?P<dmony_mark>[-/])(?P<dmony_month>{_MONTH_NAME})(?P=dmony_mark)
       (?P<dmony_year>\d{{4}})(?![\d-]))
  | (?P<my>(?<![A-Za-z])(?P<my_month>{_MONTH_NAME}),?[ ](?:of[ ])?(?P<my_year>\d{{4}})(?!\d))
  | (?P<month>(?P<month_name>{_MONTH_NAME})(?![A-Za-z]|,?[ ](?:of[ ])?\d))
  | (?P<fy>(?<![A-Za-z])(?:FY|[Ff]iscal(?:[ ][Yy]ear)?)[ ]?(?P<fy_year>(?:19|20)\d\d)(?!\d))
  | (?P<decade>(?<![\d.,$])(?P<decade_year>1[0-9]\d0|20\d0)'?s(?![A-Za-z]))
  | (?P<century>(?<![\d.,])(?P<century_number>\d{{1,2}})(?:st|nd|rd|th)[ -]century)
  | (?P<bc>(?<![\d.,])(?P<bc_year>\d{{1,4}})[ ](?:BCE?|B\.C\.(?:E\.)?))
  | (?P<year>(?<![\d.,/$£€¥:#A-Za-z])(?<![A-Za-z]-)(?P<year_number>1\d{{3}}|20\d\d)
       (?![\d/:%°]|[.,]\d|-?[A-Za-z]|\s?[年万億兆千百円人個件台社名校回]))
    """,
    re.VERBOSE,
)
_BEFORE_MONTH = lazy_pattern(
    r"(?<![A-Za-z])(?:in|since|until|by|of|last|next|early|late|mid|during|from|between|through)[ -]$", re.IGNORECASE
)
_BEFORE_YEAR = lazy_pattern(rf"(?:^|[\s(\[\"']){_YEAR_BEFORE}[\s-]$", re.IGNORECASE)
_AFTER_YEAR = lazy_pattern(r"\s+([A-Za-z]+)")
_NOT_PLURAL: Final = frozenset("was is has this its as census crisis series us hers his news as' species".split())
_COUNTED: Final = frozenset(
    "people men women children million billion thousand percent per cent km kg mg meters metres hundred dollars".split()
)


# Where a date may begin. Everything else is passed over without trying the alternatives above.
_START: Final = lazy_pattern("[0-9〇零一二三四五六七八九十令平昭大明紀JFMASONDf]")
_DIGITS: Final = lazy_pattern("[0-9]+")


@lru_cache(maxsize=4096)
def _dates(text: str) -> tuple[DateMention, ...]:
    plain = narrow(text)
    found = []
    position = 0
    while (start := _START.search(plain, position)) is not None:
        run = _DIGITS.match(plain, start.start())
        position = run.end() if run else start.end()
        match = _PATTERN.match(plain, start.start())
        if match is None:
            continue
        # The alternatives are the outermost groups, so the last one closed names the kind.
        mention = _READERS[match.lastgroup or ""](match)
        if mention is not None:
            found.append(mention)
            position = match.end()
    return tuple(found)


def _mention(
    match: re.Match[str], year: int | None, month: int | None = None, day: int | None = None, kind: DateKind = ""
) -> DateMention | None:
    if month is not None and not 1 <= month <= 12:
        return None
    if day is not None and not 1 <= day <= 31:
        return None
    return DateMention(year=year, month=month, day=day, start=match.start(), end=match.end(), kind=kind)


def _number(digits: str | None) -> int | None:
    if digits is None:
        return None
    if digits == "元":
        return 1
    value = kanji_value(digits)
    return None if value is None else int(value)


def _read_ja(match: re.Match[str]) -> DateMention | None:
    year = _number(match["ja_year"])
    if match["era"]:
        year = ERAS[match["era"]] + (_number(match["era_year"]) or 1)
    if match["ja_fiscal"]:
        return _mention(match, year, kind="fiscal")
    if match["ja_decade"]:
        return _mention(match, year, kind="decade")
    return _mention(match, year, _number(match["ja_month"]), _number(match["ja_day"]))


def _read_month_and_day(match: re.Match[str]) -> DateMention | None:
    return _mention(match, None, _number(match["ja_md_month"]), _number(match["ja_md_day"]))


def _read_day(match: re.Match[str]) -> DateMention | None:
    """9日に is the ninth; 1日に is as often one day long, so only an hour or a span makes it the first."""
    if match["ja_d_day"] == "1" and match.string[match.end() : match.end() + 1] in ("に", "の", "は", "、"):
        return None
    return _mention(match, None, None, int(match["ja_d_day"]))


def _read_numeric(match: re.Match[str]) -> DateMention | None:
    first, second, year = int(match["dmy_a"]), int(match["dmy_b"]), int(match["dmy_year"])
    if first > 12:
        return _mention(match, year, second, first)
    if second > 12:
        return _mention(match, year, first, second)
    return _mention(match, year)


def _read_season(match: re.Match[str]) -> DateMention | None:
    year, end = int(match["season_year"]), int(match["season_end"])
    if (year + 1) % 100 == end:
        return _mention(match, year, kind="fiscal")
    return _mention(match, year, end) if 1 <= end <= 12 else None


def _named_month(name: str) -> int:
    return MONTHS[name.rstrip(".").lower()]


def _read_named(match: re.Match[str]) -> DateMention | None:
    kind = next(kind for kind in ("mdy", "dm", "dmony", "my") if match[kind])
    year = match[f"{kind}_year"]
    day = None if kind == "my" else int(match[f"{kind}_day"])
    return _mention(match, int(year) if year else None, _named_month(match[f"{kind}_month"]), day)


def _read_month(match: re.Match[str]) -> DateMention | None:
    """A month alone needs a preposition before it: `March` is also a walk, `May` also a name."""
    if _BEFORE_MONTH.search(match.string, max(0, match.start() - 9), match.start()) is None:
        return None
    return _mention(match, None, _named_month(match["month_name"]))


def _read_year(match: re.Match[str]) -> DateMention | None:
    """A bare number is a year after `in`, `the` …, in brackets, or from 1900 on; never before something it counts."""
    text, year = match.string, int(match["year_number"])
    after = _AFTER_YEAR.match(text, match.end())
    if after:
        word = after[1].lower()
        if word in _COUNTED or (word.endswith("s") and word not in _NOT_PLURAL and year % 100 == 0):
            return None
    bracketed = text[match.start() - 1 : match.start()] == "("
    led = _BEFORE_YEAR.search(text, max(0, match.start() - 12), match.start()) is not None
    if bracketed or led or year >= 1900:
        return _mention(match, year)
    return None


_READERS = {
    "ja": _read_ja,
    "ja_md": _read_month_and_day,
    "ja_d": _read_day,
    "iso": lambda m: _mention(m, int(m["iso_year"]), int(m["iso_month"]), int(m["iso_day"])),
    "season": _read_season,
    "dmy": _read_numeric,
    "mdy": _read_named,
    "dm": _read_named,
    "dmony": _read_named,
    "my": _read_named,
    "month": _read_month,
    "fy": lambda m: _mention(m, int(m["fy_year"]), kind="fiscal"),
    "decade": lambda m: _mention(m, int(m["decade_year"]), kind="decade"),
    "century": lambda m: _mention(m, (int(m["century_number"]) - 1) * 100 + 1, kind="century"),
    "ja_century": lambda m: _mention(m, (int(m["ja_century_number"]) - 1) * 100 + 1, kind="century"),
    "bc": lambda m: _mention(m, -int(m["bc_year"])),
    "ja_bc": lambda m: _mention(m, -int(m["ja_bc_year"])),
    "year": _read_year,
}
