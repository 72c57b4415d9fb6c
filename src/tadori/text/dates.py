"""Finds dates in a text, ja and en, with exact position.

Comes in: any text. Goes out: mentions by position, each with as much of year, month and day as is written. Nothing is
guessed: `3/5/2024` gives the year alone, and a date without a year has no ISO form.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from tadori.model.ids import IsoDate
from tadori.text.date_parts import PART_MONTHS, DatePart, part_around
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.numerals import kanji_value, narrow
from tadori.text.years import is_year

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
    part: DatePart = ""
    """A quarter, a half, or the beginning, middle or end of the year (or span)."""
    until_year: int | None = None
    """The last year of a range that is written short: 1998 in `1995–98`."""

    @property
    def iso(self) -> IsoDate | None:
        """`YYYY`, `YYYY-MM` or `YYYY-MM-DD`; None where no plain year of our era is written."""
        if self.year is None or self.year < 1 or self.kind or self.until_year is not None:
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
    if a.kind or b.kind or a.until_year is not None or b.until_year is not None:
        return _same_span(a, b)
    shared = [(x, y) for x, y in ((a.year, b.year), (a.month, b.month), (a.day, b.day)) if None not in (x, y)]
    if not shared:
        return "unknown"
    return "agree" if all(x == y for x, y in shared) and _parts_meet(a, b) else "disagree"


def _parts_meet(a: DateMention, b: DateMention) -> bool:
    """Whether the months that two mentions of one year can mean overlap."""
    if a.year is None or b.year is None:
        return True
    (first_a, last_a), (first_b, last_b) = _months_of(a), _months_of(b)
    return first_a <= last_b and first_b <= last_a


def _months_of(mention: DateMention) -> tuple[int, int]:
    return (mention.month, mention.month) if mention.month is not None else PART_MONTHS[mention.part]


def _same_span(a: DateMention, b: DateMention) -> Agreement:
    if a.year is None or b.year is None:
        return "unknown"
    if a.kind == b.kind and a.kind:
        if a.year == b.year and a.part != b.part and a.part and b.part:
            return "disagree" if a.part[0] == b.part[0] else "unknown"
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
    if mention.until_year is not None:
        return year, mention.until_year
    return year, year + {"": 0, "fiscal": 1, "decade": 9, "century": 99}[mention.kind]


_MONTH_NAME = (
    r"(?:Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?|Jun\.|July?|Jul\.|Aug(?:ust|\.)?"
    r"|Sept(?:ember|\.)?|Sep\.?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)"
)
_KANJI_NUMERAL = "[〇零一二三四五六七八九十百千]"
_PATTERN = lazy_pattern(
    rf"""
    (?P<ja_bc>紀元前\s?(?P<ja_bc_year>\d{{1,4}})年)
  | (?P<ja>(?:(?P<era>令和|平成|昭和|大正|明治)\s?(?P<era_year>元|\d{{1,2}}|{_KANJI_NUMERAL}{{1,3}})
       |(?<![\d.,])(?P<ja_year>\d{{4}}|[一二]{_KANJI_NUMERAL}{{3}}))\s?年
       (?:(?P<ja_fiscal>度)|(?P<ja_decade>代)|\s?(?P<ja_term>\d{{1,2}}|{_KANJI_NUMERAL}{{1,2}})\s?月期
         |(?![間前後ぶ以])\s?(?:(?P<ja_month>\d{{1,2}}|{_KANJI_NUMERAL}{{1,2}})\s?月
             (?:\s?(?P<ja_day>\d{{1,2}}|{_KANJI_NUMERAL}{{1,3}})\s?日(?!間))?)?))
  | (?P<ja_century>(?<![\d.])(?P<ja_century_number>\d{{1,2}})世紀)
  | (?P<ja_md>(?<![\d年.])(?P<ja_md_month>1[0-2]|[1-9]|{_KANJI_NUMERAL}{{1,2}})月
       (?:\s?(?P<ja_md_day>\d{{1,2}}|{_KANJI_NUMERAL}{{1,3}})日(?!間))?)
  | (?P<ja_d>(?<![\d月年.,])(?P<ja_d_day>[12]?\d|3[01])日(?=[にはの、]|から|まで|以来|以降|付|午前|午後|朝|夜|夕|未明))
  | (?P<iso>(?<![\d./-])(?P<iso_year>\d{{4}})(?P<iso_mark>[-/.])(?P<iso_month>\d{{1,2}})
       (?P=iso_mark)(?P<iso_day>\d{{1,2}})(?![\d-]))
  | (?P<season>(?<![\d./-])(?P<season_year>(?:1[89]|20)\d\d)[/–~-](?P<season_end>\d\d)
       (?![\d/.-]|[ ]?(?:%|[A-Z]{{2}})|年間)年?)
  | (?P<dmy>(?<![\d./-])(?P<dmy_a>\d{{1,2}})[/.](?P<dmy_b>\d{{1,2}})[/.](?P<dmy_year>\d{{4}})(?![\d/]))
  | (?P<mdy>(?<![A-Za-z])(?P<mdy_month>{_MONTH_NAME})[ ](?P<mdy_day>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)
       (?:,?[ ](?P<mdy_year>\d{{4}})(?!\d))?)
  | (?P<dm>(?<![\d.,])(?P<dm_day>\d{{1,2}})(?:st|nd|rd|th)?[ ](?:of[ ])?(?P<dm_month>{_MONTH_NAME})(?![A-Za-z])
       (?:,?[ ](?P<dm_year>\d{{4}})(?!\d))?)
  | (?P<dmony>(?<![\d.,-])(?P<dmony_day>\d{{1,2}})(?P<dmony_mark>[-/])(?P<dmony_month>{_MONTH_NAME})(?P=dmony_mark)
       (?P<dmony_year>\d{{4}})(?![\d-]))
  | (?P<my>(?<![A-Za-z])(?P<my_month>{_MONTH_NAME}),?[ ](?:of[ ])?(?P<my_year>\d{{4}})(?!\d))
  | (?P<month>(?P<month_name>{_MONTH_NAME})(?![A-Za-z]|,?[ ](?:of[ ])?\d))
  | (?P<fy>(?<![A-Za-z])(?:FY|[Ff]iscal(?:[ ][Yy]ear)?)[ ]?'?(?P<fy_year>(?:19|20)\d\d|\d\d)(?![\d,]))
  | (?P<decade>(?<![\d.,$])(?P<decade_year>1[0-9]\d0|20\d0)'?s(?![A-Za-z]))
  | (?P<century>(?<![\d.,])(?P<century_number>\d{{1,2}})(?:st|nd|rd|th)[ -]century)
  | (?P<bc>(?<![\d.,])(?P<bc_year>\d{{1,4}})[ ](?:BCE?|B\.C\.(?:E\.)?))
  | (?P<year>(?<![\d.,/$£€¥:#_A-Za-z])(?<!\.\d-)(?P<year_number>1\d{{3}}|20\d\d)
       (?![\d/%°×]|:[\da-f]|[.,]\d|-?[A-Za-z]|-\d{{5}}|[ ]?[x×][ ]?\d
         |\s?(?:[年万億兆千百円人個件台社名校回倍番桁点本枚行通頁㎡㎞]|以上|以下|以内|未満|超|ページ|文字|バイト|ビット|ドル
             |ユーロ|メートル|キロ|グラム|パッケージ)))
    """,
    re.VERBOSE,
)
_BEFORE_MONTH = lazy_pattern(
    r"(?<![A-Za-z])(?:in|since|until|by|of|last|next|early|late|mid|during|from|between|through)[ -]$", re.IGNORECASE
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
            position = max(match.end(), mention.end)
    return tuple(found)


_NO_PART: Final[tuple[DatePart, int, int]] = ("", 0, 0)


def _mention(
    match: re.Match[str],
    year: int | None,
    month: int | None = None,
    day: int | None = None,
    kind: DateKind = "",
    until_year: int | None = None,
) -> DateMention | None:
    if month is not None and not 1 <= month <= 12:
        return None
    if day is not None and not 1 <= day <= 31:
        return None
    part, start, end = part_around(match.string, match.start(), match.end()) if month is None and year else _NO_PART
    return DateMention(
        year=year,
        month=month,
        day=day,
        start=start if part else match.start(),
        end=end if part else match.end(),
        kind=kind,
        part=part,
        until_year=until_year,
    )


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
    if match["ja_term"]:
        # The business year that ends in that month is the fiscal year in which it began.
        return _mention(match, None if year is None else year - (_number(match["ja_term"]) != 12), kind="fiscal")
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
    if 1 <= end <= 12:
        return _mention(match, year, end)
    # `1995–98` is a range; what is smaller than its beginning is no year.
    return _mention(match, year, until_year=year - year % 100 + end) if end > year % 100 else None


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
    year = int(match["year_number"])
    return _mention(match, year) if is_year(match.string, match.start(), match.end(), year) else None


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
    "fy": lambda m: _mention(m, int(m["fy_year"]) + (2000 if len(m["fy_year"]) == 2 else 0), kind="fiscal"),
    "decade": lambda m: _mention(m, int(m["decade_year"]), kind="decade"),
    "century": lambda m: _mention(m, (int(m["century_number"]) - 1) * 100 + 1, kind="century"),
    "ja_century": lambda m: _mention(m, (int(m["ja_century_number"]) - 1) * 100 + 1, kind="century"),
    "bc": lambda m: _mention(m, -int(m["bc_year"])),
    "ja_bc": lambda m: _mention(m, -int(m["ja_bc_year"])),
    "year": _read_year,
}
