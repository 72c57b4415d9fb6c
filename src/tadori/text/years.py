"""Decides whether a number of four digits is a year, by the words right before and behind it.

Comes in: a text, the number and its place. Goes out: yes or no. `1024 MiB`, `RFC 1918` and `up to 2000 files` count,
measure or name; `in 1066`, `(1981)` and `a 2011 French film` are years.
"""

import re
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern

_SURELY_FROM: Final = 1900
"""A number from here on that nothing speaks against is a year."""
_OFTEN_FROM: Final = 1600
"""Below, only few words make a number a year: `to 1024` and `of 1500` count or measure."""
_BEFORE_YEAR: Final = lazy_pattern(
    r"(?:^|[\s(\[\"'])(?:in|since|by|until|till|from|during|before|after|between|around|circa|about|of|year|late|early|mid"
    r"|through|to|and|fall|spring|summer|autumn|winter|the|a|an|its|his|her|their|our|this|c\.|ca\.|©|on|for|at|or|than)"
    r"[\s-]$",
    re.IGNORECASE,
)
_BEFORE_OLD_YEAR: Final = lazy_pattern(
    r"(?:^|[\s(\[\"'])(?:in|since|until|during|year|circa|c\.|ca\.|early|late|mid|from|between|before|after)[\s-]$",
    re.IGNORECASE,
)
_HYPHENED: Final = lazy_pattern(r"(?<![A-Za-z])(?:mid|early|late)-$", re.IGNORECASE)
_NUMBERED_BEFORE: Final = lazy_pattern(
    r"(?<![A-Za-z])(?:RFCs?|ISO(?:/IEC)?|IEC|IEEE|ANSI|JIS(?:[ ]X)?|DIN|ITU|PEP|BCP|ports?|lines?|rows?|bug|issue|UID"
    r"|GID|Windows|Server|Office|Studio|AutoCAD|room|route|error|code[ ]page|version|size|width|height|length|limit"
    r"|values?|maximum|minimum|default|(?:more|less|fewer|greater|larger|higher|lower)[ ]than|exceeds?|exceeding"
    r"|up[ ]to|at[ ]least|at[ ]most)[ ]$|(?:ポート|番号|行|ページ|約|最大|最小|第|およそ)[ ]?$",
    re.IGNORECASE,
)
_LOOK_BACK: Final = 16
_WORD_AFTER: Final = lazy_pattern(r"\s+([A-Za-z]+)")
_NOT_PLURAL: Final = frozenset("was is has this its as census crisis series us hers his news as' species".split())
_UNITS: Final = frozenset(
    "people men women children million billion thousand percent per cent km kg mg meters metres hundred dollars bytes"
    " byte bits bit kb mb gb tb kib mib gib tib kbit mbit gbit kbps mbps gbps px pixels pixel dpi ppi hz khz mhz ghz"
    " rpm mm cm kcal kj kw mw gw kwh mwh gwh twh ha ft lb lbs oz mph yd m g w v hp cc ml years days hours minutes"
    " seconds months weeks yen euros pounds tonnes tons miles feet acres hectares degrees kilometres kilometers".split()
)
"""Never behind a year."""
_COUNTED: Final = frozenset(
    "rows columns files packages lines words pages characters entries items records users times points connections"
    " requests iterations blocks nodes elements".split()
)
"""Behind a year only where `in` or the like stands before it: `In 2014 packages were …`."""


def is_year(text: str, start: int, end: int, year: int) -> bool:
    """Whether the number `year` at `text[start:end]` is a year: led by `in`, `the` …, in brackets, or 1900 or later."""
    old = _BEFORE_OLD_YEAR.search(text, max(0, start - _LOOK_BACK), start) is not None
    if _counts(text, end, year, led=old) or _NUMBERED_BEFORE.search(text, max(0, start - _LOOK_BACK), start):
        return False
    before = text[max(0, start - 2) : start]
    if before[1:] == "-" and before[:1].isalpha():
        return _HYPHENED.search(text, max(0, start - _LOOK_BACK), start) is not None
    if year >= _SURELY_FROM or before[-1:] == "(":
        return True
    return old if year < _OFTEN_FROM else _BEFORE_YEAR.search(text, max(0, start - _LOOK_BACK), start) is not None


def _counts(text: str, end: int, year: int, *, led: bool) -> bool:
    """Whether the word behind the number says that it counts or measures."""
    after = _WORD_AFTER.match(text, end)
    if after is None:
        return False
    word = after[1].lower()
    if word in _UNITS or (word in _COUNTED and not led):
        return True
    return word.endswith("s") and word not in _NOT_PLURAL and year % 100 == 0 and not (led and year >= _SURELY_FROM)
