"""Reads values that stand beside the names of their sources, in any order and wording (X11).

In: a goal's text and the names that the quotations' sources and speakers have. Out: its entries, as
`differing_words.py` gives them. Because the names are known, no wording of "the Guide gives 310 m" has to be foreseen;
each name and each value must stand in exactly one pair, and whatever else the goal says is its point.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tadori.judge.derive.bounded_values import bounded_span
from tadori.judge.derive.differing_words import GIVES, DifferingReading, ValueEntry, point_reading
from tadori.judge.derive.frames import FrameToken, frame_tokens
from tadori.text.language import is_japanese
from tadori.text.lazy_pattern import lazy_pattern

_MOST_PAIRS: Final = 6
_FEWEST_PAIRS: Final = 2
_ARTICLE: Final = lazy_pattern(r"^the\s", re.IGNORECASE)
_YEAR_COLON: Final = lazy_pattern(r"(?<=\d):(?=\s)")
_BEHIND_EN: Final = lazy_pattern(
    r"[^,;:.()]{0,60}?(?:\s?\((?:according\sto\s|per\s|source:\s|in\s|by\s)?|,?\s(?:according\sto|as\s(?:given|stated"
    r"|reported)\s(?:by|in)|in|by|per|from|for))\s?(?:the\s)?",
    re.IGNORECASE,
)
_AHEAD_EN: Final = lazy_pattern(r"(?!.*\b(?:and|but|while|whereas|or|not|nor|than|versus)\b)[^;.()]{0,200}")
_BEHIND_JA: Final = lazy_pattern(r"\s?[(（]")
_NAMED_EN: Final = lazy_pattern(r"\b(?:according\sto|per|in|for|by)\s(?:the\s)?$", re.IGNORECASE)
"""Before a name that stands ahead of its value; otherwise a verb of saying, or the value itself, stands behind it."""
_SAYS_EN: Final = lazy_pattern(
    rf",?\s{GIVES}\b.*|[,:]?\s(?:(?:as|at|in|on|it\s(?:is|was)|a\sfigure\sof)\s)?", re.DOTALL
)
_AHEAD_JA: Final = lazy_pattern(
    r"(?:によると|によれば|では|は|の(?:資料|発表|記録)では|[：:])(?![^。]*(?:では|によ|は、))[^。：:()（）]{0,80}|が"
)
_BRACKET: Final = lazy_pattern(r"[(（]([^()（）]*)")
_JA_BEFORE: Final = "、。：:（(はがでを 　り"
_JA_BEHIND: Final = ("によ", "では", "は", "が", "の資料", "の発表", "の記録", "）", ")", "：", ":")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mark:
    """A value or a source's name in the goal."""

    start: int
    end: int
    label: str = ""
    token: FrameToken | None = None


def read_labelled(text: str, sources: Iterable[str]) -> DifferingReading | None:
    """The reading of a goal that gives each of several values beside the name of its source; None for any other."""
    text = _YEAR_COLON.sub(";", text)  # `dates` reads no year before a colon, and every offset stays
    japanese = is_japanese(text)
    labels = list(_labels(text, sources, japanese=japanese))
    if not _FEWEST_PAIRS <= len(labels) <= _MOST_PAIRS:
        return None
    tokens = [
        token
        for token in frame_tokens(text)
        if not any(label.start <= token.start < label.end or label.start < token.end <= label.end for label in labels)
    ]
    if any(
        not any(label.start >= one.start(1) and label.end <= one.end(1) for label in labels)
        for one in _BRACKET.finditer(text)
    ):
        return None  # what stands in brackets and is no label is no part of a point either
    for kind in ("measure", "date"):
        values = [token for token in tokens if token.kind == kind]
        if len(values) == len(labels):
            marks = [*labels, *(_value_mark(text, token) for token in values)]
            entries = _paired(text, sorted(marks, key=lambda one: one.start), japanese=japanese)
            if entries is not None:
                taken = [(mark.start, mark.end) for mark in marks]
                outside = [token for token in tokens if not any(s <= token.start < e for s, e in taken)]
                return point_reading(text, outside, entries)
    return None


def _labels(text: str, sources: Iterable[str], *, japanese: bool) -> Iterator[_Mark]:
    """Every place where a source is named, the longest name first; a name that stands twice is no label."""
    taken: list[tuple[int, int]] = []
    names = {_ARTICLE.sub("", source.strip()) for source in sources}
    for name in sorted(names - {""}, key=lambda one: (-len(one), one)):
        found = [
            match.span()
            for match in re.finditer(re.escape(name), text, re.IGNORECASE)
            if not any(start < match.end() and match.start() < end for start, end in taken)
            and _stands_alone(text, match.start(), match.end(), japanese=japanese)
        ]
        taken += found
        if len(found) == 1:
            yield _Mark(start=found[0][0], end=found[0][1], label=text[found[0][0] : found[0][1]])


def _stands_alone(text: str, start: int, end: int, *, japanese: bool) -> bool:
    before, behind = text[:start][-1:], text[end:]
    if japanese:
        return (not before or before in _JA_BEFORE) and behind.startswith(_JA_BEHIND)
    return not before.isalnum() and not behind[:1].isalnum() and not behind.startswith(("'", "’", "-"))


def _value_mark(text: str, token: FrameToken) -> _Mark:
    measure = token.group.members[0] if token.group else None
    if measure is None:
        return _Mark(start=token.start, end=token.end, token=token)
    start, end, _ = bounded_span(text, measure)
    return _Mark(start=start, end=end, token=token)


def _is_named_as_source(text: str, name: _Mark, value: _Mark) -> bool:
    ahead = _NAMED_EN.search(text, max(0, name.start - 20), name.start)
    return ahead is not None or _SAYS_EN.fullmatch(text, name.end, value.start) is not None


def _paired(text: str, marks: Sequence[_Mark], *, japanese: bool) -> list[ValueEntry] | None:
    """A value and a name, two by two, in the order of the text; None where two of a kind would make a pair."""
    entries: list[ValueEntry] = []
    for one, other in zip(marks[::2], marks[1::2], strict=True):
        behind = one.token is not None
        value, name = (one, other) if behind else (other, one)
        if value.token is None or not name.label:
            return None
        joint = (_BEHIND_JA if japanese else _BEHIND_EN) if behind else (_AHEAD_JA if japanese else _AHEAD_EN)
        bracketed = text[: name.start].rstrip().endswith(("(", "（"))
        if joint.fullmatch(text, one.end, other.start) is None or (bracketed and not behind):
            return None
        if not (japanese or behind or _is_named_as_source(text, one, other)):
            return None
        group = value.token.group
        if group is not None and len(group.members) != 1:
            return None
        entries.append(
            ValueEntry(
                text=text[value.start : value.end],
                label=name.label,
                start=value.start,
                end=value.end,
                measure=group.members[0] if group else None,
                bound=bounded_span(text, group.members[0])[2] if group else "",
            )
        )
    return entries
