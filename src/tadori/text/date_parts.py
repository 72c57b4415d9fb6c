"""The part of a year that words around a year name: quarters, halves, beginning, middle and end, ja and en.

Comes in: a text and where a year stands in it. Goes out: the part, and where the words begin and end. Which months a
part covers is known for calendar years only; the quarters of fiscal years begin where their owner says.
"""

import re
from typing import Final, Literal

from tadori.text.lazy_pattern import lazy_pattern

DatePart = Literal["", "q1", "q2", "q3", "q4", "h1", "h2", "early", "mid", "late"]
PART_MONTHS: Final[dict[DatePart, tuple[int, int]]] = {
    "": (1, 12),
    "q1": (1, 3),
    "q2": (4, 6),
    "q3": (7, 9),
    "q4": (10, 12),
    "h1": (1, 6),
    "h2": (7, 12),
    "early": (1, 5),
    "mid": (4, 9),
    "late": (8, 12),
}
"""First and last month; the borders of `early`, `mid` and `late` are nobody's, so neighbours overlap."""
_BEFORE: Final = lazy_pattern(
    r"(?<![A-Za-z\d])(?:(?P<loose>[Ee]arly|[Mm]id|[Ll]ate)[ -]"
    r"|(?:Q(?P<quarter>[1-4])|H(?P<half>[12]))[ ,]{0,2}(?:of[ ])?"
    r"|(?P<nth>first|second|third|fourth|1st|2nd|3rd|4th)[ -](?P<what>half|quarter)[ ](?:of[ ])?(?:the[ ])?(?:year[ ])?"
    r"(?:fiscal[ ](?:year[ ])?)?|(?P<edge>beginning|start|middle|end|turn)[ ]of[ ](?:the[ ]year[ ])?)$"
)
_AFTER: Final = lazy_pattern(
    r"[ ]?(?:第\s?(?P<ja_quarter>[1-4一二三四])\s?四半期|(?P<ja_half>上半期|上期|前期|下半期|下期|後期)"
    r"|の?(?P<ja_loose>前半|後半|初頭|半ば|中頃|末|初め)"
    r"|[ -]?Q(?P<quarter>[1-4])(?![A-Za-z\d])|[ -]?H(?P<half>[12])(?![A-Za-z\d]))"
)
_LONGEST: Final = 40
_NTH: Final = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
_EDGES: Final[dict[str, DatePart]] = {
    "beginning": "early",
    "start": "early",
    "turn": "early",
    "middle": "mid",
    "end": "late",
    "early": "early",
    "mid": "mid",
    "late": "late",
    "前半": "h1",
    "後半": "h2",
    "初頭": "early",
    "初め": "early",
    "半ば": "mid",
    "中頃": "mid",
    "末": "late",
    "上半期": "h1",
    "上期": "h1",
    "前期": "h1",
    "下半期": "h2",
    "下期": "h2",
    "後期": "h2",
}
_QUARTERS: Final[tuple[DatePart, ...]] = ("q1", "q2", "q3", "q4")
_HALVES: Final[tuple[DatePart, ...]] = ("h1", "h2")


def part_around(plain: str, start: int, end: int) -> tuple[DatePart, int, int]:
    """The part that the words before `start` or behind `end` name, and the span with these words."""
    after = _AFTER.match(plain, end)
    if after is not None:
        return _part_behind(after), start, after.end()
    before = _BEFORE.search(plain, max(0, start - _LONGEST), start)
    if before is None:
        return "", start, end
    return _part_before(before), before.start(), end


def _part_behind(match: re.Match[str]) -> DatePart:
    if match["ja_quarter"]:
        return _QUARTERS["1234一二三四".index(match["ja_quarter"]) % 4]
    if match["quarter"] or match["half"]:
        return _numbered(match["quarter"], match["half"])
    return _EDGES[match["ja_half"] or match["ja_loose"]]


def _part_before(match: re.Match[str]) -> DatePart:
    if match["quarter"] or match["half"]:
        return _numbered(match["quarter"], match["half"])
    if match["nth"]:
        number = _NTH[match["nth"]]
        if match["what"] == "half":
            return _HALVES[number - 1] if number <= 2 else ""
        return _QUARTERS[number - 1]
    return _EDGES[(match["loose"] or match["edge"]).lower()]


def _numbered(quarter: str | None, half: str | None) -> DatePart:
    return _QUARTERS[int(quarter) - 1] if quarter else _HALVES[int(half or 1) - 1]
