"""The sentences that say a table's row with its header, as patterns (X11).

In: the header cells and the row cells, paired. Out: whether a sentence is one of the known forms, in which every value
stands beside its own header. The patterns are made of the cells' own words and a few joining words; a sentence with any
other word does not match.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.sameness import plain_forms
from tadori.text.units import UNITS

Columns = Sequence[tuple[str, str]]
"""(header, cell) for each column, in order."""
_TIME_HEADER: Final = lazy_pattern(
    r"(?:(?:fiscal|financial|calendar|reference|survey|census) )?(?:year|month|date|quarter|period|season)s?|as of"
    r"|(?:調査|会計|基準|対象|集計)?(?:年度?|月|年月日?|日付|期間|時点|年次|時期)"
)
_COUNTED_TIME: Final = {"年": "年", "年度": "年度", "月": "月", "調査年": "年", "year": "年"}
_UNIT_AT_END: Final = lazy_pattern(r"(.+?)\s*(?:[(\[]\s?(?:in )?([^\s()\[\]]{1,20})\s?[)\]])")
_QUOTES: Final = str.maketrans("", "", "\"'“”‘’`「」『』")
_DASHES: Final = str.maketrans(dict.fromkeys("‐‑‒–−－", "-"))
_GROUPED: Final = lazy_pattern(r"(?<=\d),(?=\d{3}(?!\d))")
_BESIDE_JA: Final = lazy_pattern("(?<=[ぁ-ヿ㐀-鿿、。（）「」]) | (?=[ぁ-ヿ㐀-鿿、。（）「」])")
_WHITE: Final = lazy_pattern(r"\s+")
_ASIDE_AT_END: Final = lazy_pattern(r"([^()]+?)\s?\(([^()\d]{2,30})\)")
_PARTICIPLE: Final = lazy_pattern("[a-z]{3,}ed|built|begun")
_DATED: Final = lazy_pattern(r"(?:\d{1,2} )?(?:[a-z]{3,9} )?(?:\d{1,2}, )?\d{4}")
_MEANT: Final = lazy_pattern("meanings?")
_RELEASED_JA: Final = lazy_pattern("(公開|発売|設立|建設|廃止|開業|開館|創業|完成|竣工)(?:年月?日?|日)?")
_ACTIVE_JA: Final = frozenset({"開業", "開館", "創業", "完成", "竣工"})
# 24,608人 below 人口: the counter that the header's word has.
_COUNTERS: Final = lazy_pattern(
    "(?P<人>.{0,6}(?:人口|者数|人数|員数))|(?P<票>得票数?)|(?P<世帯>世帯数?)|(?P<台>台数)|(?P<件>件数)"
)
_SPACED_UNIT: Final = lazy_pattern(r"(?<=\d)(?:\\ )?(?=[a-z%°℃][a-z/²³]{0,12}$)")
_VERBS: Final = {
    "votes": "received|got|won",
    "weight": "weighs|weighed",
    "price": "costs?",
    "cost": "costs?",
    "default": "defaults to",
    "default value": "defaults to",
}
_ADJECTIVES: Final = {"length": "long", "height": "high|tall", "width": "wide", "depth": "deep", "age": "old"}
_SLOT: Final = lazy_pattern(r"\(\?P<g_(\d+)>")
_JAPANESE: Final = lazy_pattern("[ぁ-ヿ㐀-鿿]")
_NEVER: Final = "(?!)"
_END: Final = r"\s?[.。]?"


def flat_form(text: str) -> str:
    """`text` as patterns read it: one width, one case, plain dashes, no quotation marks, no grouping of digits."""
    plain = plain_forms(text).translate(_QUOTES).translate(_DASHES)
    return _BESIDE_JA.sub("", _GROUPED.sub("", _WHITE.sub(" ", plain)).strip()).casefold()


def columns_said(sentence: str, columns: Columns) -> Iterator[frozenset[int]]:
    """The columns that `sentence` says, for each known form that it has; a form leaves no word over."""
    text = flat_form(sentence)
    if flat_form(columns[0][1]) not in text:
        return
    for pattern in _RowGrammar(columns, text).patterns():
        numbers = count()
        numbered = _SLOT.sub(lambda slot: f"(?P<g{next(numbers)}_{slot[1]}>", pattern)  # noqa: B023
        if (found := re.fullmatch(numbered, text)) is not None:
            named = (name for name, words in found.groupdict().items() if words is not None)
            yield frozenset(int(name.rpartition("_")[2]) for name in named)


class _RowGrammar:
    """Builds the patterns for one row. A group named `g_2` holds words of column 2; names are made unique later."""

    def __init__(self, columns: Columns, text: str) -> None:
        """`text` is the sentence: columns of which it has no cell make no patterns."""
        flat = [(flat_form(header), flat_form(cell)) for header, cell in columns]
        tight = text.replace(" ", "")
        self._columns = [(header, cell if cell.replace(" ", "") in tight else "") for header, cell in flat]
        self._has_bracket = "(" in text
        self._japanese_text = _JAPANESE.search(text) is not None
        self._named = [at for at, (header, _) in enumerate(flat) if _stem(header) in text]
        self._times = [at for at, (header, cell) in enumerate(self._columns) if at and cell and _is_time(header, cell)]

    def patterns(self) -> Iterator[str]:
        yield self._pairs(range(len(self._columns)), r"\s?[:=]\s?|\s", r"[,;]\s(?:and\s)?|、|\s\|\s|\n") + _END
        yield from self._japanese() if self._japanese_text else self._english()

    def _english(self) -> Iterator[str]:
        be = r"(?:\s(?:is|was|are|were)\s|\s?[:=]\s?)"
        values = self._rest()
        table = r"(?:(?:according to|in) the table,\s)?"
        first = table + self._when(r"(?:(?:in|as of|for|on|during)\s", r",?\s)?")
        last = self._when(r"(?:,?\s(?:(?:in|as of|on|during|for)\s)?", ")?")
        bracket = self._bracket()
        key = rf"{self._key()}(?:\s{bracket})?"
        more = self._more(values, be)
        tail = rf"(?:\s{self._bracket()})?{last}{more}{_END}"
        for value in self._values():
            named, cell = value[0] + r"(?:\svalue)?", rf"(?:(?:the|an?)\s)?{value[1]}"
            yield rf"{first}(?:the\s)?{named}\s(?:of|for|in|at)\s{key}{self._middle()}{be}{cell}{tail}"
            yield rf"{first}{key}(?:s|\s?)\s{named}{self._middle()}{be}{cell}{tail}"
            yield rf"{first}{key}\s(?:has|had)\s(?:an?\s|the\s)?{named}\s(?:of\s)?{cell}{tail}"
            yield rf"{first}{key}\s(?:has|had)\s{cell}\s{named}{tail}"
            yield rf"{first}(?:in|for|at)\s{key},?\s(?:the\s)?{named}{self._middle()}{be}{cell}{tail}"
            yield rf"(?:the\s)?{named}\s{self._bracket(with_key=True)}{be}{cell}{tail}"
            yield rf"{first}{cell}\s(?:is|was)\sthe\s{named}\s(?:of|for|in)\s{key}{tail}"
            yield rf"{first}{key},\s(?:the\s)?{named}{self._middle()}{be}{cell}{tail}"
            yield rf"{named},\s{key}{be}{cell}{tail}"
            yield rf"{first}there\s(?:are|were)\s{value[1]}\s{named}\s(?:in|at)\s{key}{tail}"
            if value[0].endswith("s"):
                counted = rf"the\snumber\sof\s{named}\s(?:of|for|in|at)\s{key}"
                yield rf"{first}{counted}{self._middle()}{be}(?=\d){value[1]}{tail}"
        for at in self._rest():
            yield from (rf"{first}{key}{form}{tail}" for form in self._predicates(at))
            if self._columns[at][0] in ("default", "default value"):
                yield rf"by\sdefault,\s{key}\sis\s{self._group(at, _cell_pattern(self._columns[at][1]))}{_END}"
        yield rf"{re.escape(self._columns[0][0])}:\s{key}{_END}"
        parted = r"[,;]\s(?:and\s)?(?:the\s)?|\sand\s(?:the\s)?|、"
        pairs = self._pairs(values, r"\s?[:=]\s?|\s|\s(?:is|was|of)\s", parted)
        yield rf"{first}{key}{self._middle()}(?:\s?[:,;]|\s-|\shas|\shad|\s—)\s(?:an?\s|the\s)?{pairs}{last}{_END}"
        yield rf"(?:in|for)\s{key}{self._middle()},\s(?:the\s)?{pairs}{last}{_END}"

    def _japanese(self) -> Iterator[str]:
        be = r"\s?(?:は|が|:|=)\s?"
        copula = r"(?:である|だ|です|だった|であった|でした|となっている|となっています)?"
        values = self._rest()
        bracket = self._bracket()
        key = rf"{self._key()}(?:\s?{bracket})?"
        again = self._pairs(values, be, "、") if len([at for at in self._named if at]) > 1 else _NEVER
        more = rf"(?:\s?(?:で、?|であり、?|、)(?:{key}の)?{again})*"
        first = self._when("(?:", r"(?:の|に|には|における|時点の|時点で|時点において|現在)?、?)?")
        middle = self._when("(?:", r"(?:の|に|における|時点の|時点で)、?)?")
        tail = rf"(?:\s?{self._bracket()})?{more}{copula}(?:\s?{self._bracket()})?{_END}"
        for named, cell in self._values():
            joint = r"(?:の|における|での|では、?|の場合(?:は|、|は、)?|は、?|、|\s)"
            yield rf"{first}{key}{joint}{middle}{named}(?:\s?{bracket})?{be}{middle}{cell}{tail}"
            yield rf"{named}\s?{self._bracket(with_key=True)}{be}{cell}{tail}"
            yield rf"{first}{key}の{middle}{named}(?:は|が)、?{cell}{tail}"
        for at in self._rest():
            yield from (rf"{first}{key}は、?{form}{_END}" for form in self._predicates_ja(at))
            if self._columns[at][0] in ("既定値", "デフォルト", "初期値"):
                cell = self._group(at, _cell_pattern(self._columns[at][1]))
                yield rf"(?:既定|デフォルト|初期設定)では、?{key}は、?{cell}{copula}{_END}"
        pairs = self._pairs(values, r"\s?[:=]\s?|\s?|は|が", r"、|,\s|で、|であり、")
        yield rf"{first}{key}(?:\s?:\s?|は、?|では、?|、){middle}{pairs}{copula}(?:\s?{self._bracket()})?{_END}"

    def _group(self, at: int, pattern: str) -> str:
        return f"(?P<g_{at}>{pattern})"

    def _rest(self) -> list[int]:
        return [at for at in range(1, len(self._columns)) if self._columns[at][1]]

    def _key(self) -> str:
        header, cell = (re.escape(part) for part in self._columns[0])
        return rf"(?:the\s)?(?:{header}\s?(?:of\s|の|:\s?)?)?{self._group(0, cell)}(?:\s{header}|\s?\({header}\))?"

    def _values(self) -> Iterator[tuple[str, str]]:
        """Each column's header and cell, as two patterns that stand apart; with the unit moved from the header."""
        for at in self._rest():
            for header, cell in _spellings(*self._columns[at]) if at in self._named else ():
                yield header, self._group(at, cell)

    def _predicates(self, at: int) -> Iterator[str]:
        """`was opened in 1911` for the header `Opened`, `is 24 km long` for `Length (km)`."""
        header, cell = self._columns[at]
        if _PARTICIPLE.fullmatch(header) and _DATED.fullmatch(cell):
            yield rf"\s(?:was\s|were\s)?{header}\s(?:in|on)\s{self._group(at, re.escape(cell))}"
        if _MEANT.fullmatch(header):
            yield rf"\s(?:means|stands\sfor)\s{self._group(at, _cell_pattern(cell))}"
        for name, words in _spellings(header, cell):
            if (verbs := _VERBS.get(name.replace("\\", ""))) is not None:
                yield rf"\s(?:{verbs})\s{self._group(at, words)}" + (r"(?:\svotes)" if name == "votes" else "")
            adjective = _ADJECTIVES.get(name)
            if adjective and not words.isdigit():
                yield rf"\s(?:is|was)\s{self._group(at, words)}\s(?:{adjective})"

    def _predicates_ja(self, at: int) -> Iterator[str]:
        """2021年8月14日に公開された for the header 公開日, タブを表す for 意味."""
        header, cell = self._columns[at]
        said = self._group(at, _cell_pattern(cell))
        if (found := _RELEASED_JA.fullmatch(header)) is not None and "年" in cell:
            yield rf"{said}に{found[1]}" + ("し(?:た|ました)" if found[1] in _ACTIVE_JA else "され(?:た|ました)")
        if header == "意味":
            yield rf"{said}(?:を(?:表す|表します|意味する|意味します)|の意味(?:である|だ|です))"

    def _pairs(self, columns: Sequence[int], between: str, parted: str) -> str:
        one = [
            rf"{header}(?:{between}){self._group(at, cell)}"
            for at in columns
            if self._columns[at][1]
            for header, cell in _spellings(*self._columns[at])
        ]
        either = "|".join(one)
        return rf"(?:{either})(?:(?:{parted})(?:{either}))*"

    def _more(self, values: Sequence[int], be: str) -> str:
        if not any(self._named):
            return ""
        again = self._pairs(values, rf"{be}|\s|\sof\s", r",\s(?:and\s)?(?:the\s|its\s)?|\sand\s(?:the\s|its\s|an?\s)?")
        return rf"(?:(?:[,;]|,?\sand)\s(?:the\s|its\s|his\s|her\s|an?\s|(?:with|has|had)\s(?:an?\s|the\s)?)?{again})?"

    def _bracket(self, *, with_key: bool = False) -> str:
        """`(Norway, 2023)`: cells that stand without their header: words, or the time; in the order of the columns."""
        if not self._has_bracket:
            return _NEVER
        inside = [rf"(?:{self._key()}(?:,\s|、|$|(?=\))))"] if with_key else []
        for at in self._rest():
            header, cell = self._columns[at]
            bare = at in self._when_columns() or not any(map(str.isdigit, cell))
            named = rf"{re.escape(header)}(?:\s?:\s?|\s?){self._group(at, re.escape(cell))}"
            plain = rf"|{self._time(at) if at in self._times else self._group(at, re.escape(cell))}" if bare else ""
            inside.append(rf"(?:(?:{named}{plain})(?:[,;]\s|、|(?=\))))?")
        return rf"\({''.join(inside)}\)"

    def _when_columns(self) -> list[int]:
        """The column that may stand as a bare time: the only one with times in it."""
        return self._times if len(self._times) == 1 else []

    def _time(self, at: int) -> str:
        header, cell = self._columns[at]
        counted = _COUNTED_TIME.get(header, "")
        return self._group(at, re.escape(cell)) + (f"(?:{counted})?" if counted else "")

    def _when(self, before: str, behind: str) -> str:
        return f"{before}{self._time(self._when_columns()[0])}{behind}" if self._when_columns() else ""

    def _middle(self) -> str:
        """`in 2023` or `(2023)` behind a name."""
        return self._when(r"(?:\s(?:in|as of|on)\s", "") + self._when(r"|\s\(", r"\))?")


def _stem(header: str) -> str:
    """The header without a unit or an aside in brackets."""
    return header.partition("(")[0].partition("[")[0].strip() or header


def _is_time(header: str, cell: str) -> bool:
    return _TIME_HEADER.fullmatch(header) is not None and any(map(str.isdigit, cell))


def _spellings(header: str, cell: str) -> Iterator[tuple[str, str]]:
    """`height (m)`, `40` and `height`, `40 m`."""
    yield re.escape(header), _cell_pattern(cell)
    aside = _ASIDE_AT_END.fullmatch(header)
    if aside and aside[2] not in UNITS:  # RAM (recommended): the recommended RAM
        yield rf"{re.escape(aside[2])}\s?{re.escape(aside[1])}", _cell_pattern(cell)
    found = _UNIT_AT_END.fullmatch(header)
    if found and (found[2] in UNITS or found[2] == "%") and cell[-1:].isdigit():
        yield re.escape(found[1]), rf"{re.escape(cell)}\s?{re.escape(found[2])}"
    if (counted := _COUNTERS.fullmatch(header)) is not None and cell.isdigit():
        yield re.escape(header), f"{cell}{counted.lastgroup}"


def _cell_pattern(cell: str) -> str:
    """The cell's words; between a number and its unit a space may stand or not."""
    return _SPACED_UNIT.sub(r"\\s?", re.escape(cell), count=1)
