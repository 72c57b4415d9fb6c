"""Rule `list_item`: items of a list, read with the lead-in above them (X11).

In: a goal such as `The driver supports the following formats: PNG and GIF.` and quotations that hold the lead-in and
the items (in one quotation, in several, or the lead-in right above the items). Out: a reduction without goals where the
goal is the whole lead-in and whole items in their order, word for word. Where the lead-in speaks of the list as a whole
(`one of`, `only`, `is allowed if:`), every item that is known must be there. An item alone proves nothing here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tadori.judge.derive.base import Goal, Reduction
from tadori.judge.derive.item_forms import filled_in
from tadori.judge.derive.own_voice import is_own_voice
from tadori.model.grading import DerivationStep, QuotedPassage
from tadori.model.ids import EN, JA
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.lead_ins import ITEM_MARKER, lead_in_span, needs_every_item, sure_lead_in, without_item_marker
from tadori.text.negation import negated
from tadori.text.sameness import comparable, has_words, same_words
from tadori.text.statement_context import statement_context

_MOST_ITEMS: Final = 40
_MOST_JOINED: Final = 24
"""Choices of items that are tried when not all items in the goal's words are meant."""
_LONGEST_JOINT: Final = 6
_JOINTS: Final = (", ", "; ", " ", "、", "・", "\n")
# A number that marks the item: 次の書類が必要である。1. 住民票
_MARKED_ITEM: Final = lazy_pattern(r"([。：:]\s?)([(（]?\d{1,2}[.)）]\s|[・•]\s?)")
_AND: Final = (" and ", ", and ", "; and ", "と", "、および", "および", "及び", "ならびに", "並びに", "、そして")
_OR: Final = (" or ", ", or ", "; or ", "または", "又は", "あるいは", "もしくは", "、または", "か")
_CHOICE: Final = lazy_pattern(
    r"\b(?:one|any|either|or|choose|choice|alternatively|options?)\b"
    "|いずれか|どれか|どちら|または|あるいは|もしくは|一つ",
    re.IGNORECASE,
)
_OPEN_ITEM: Final = lazy_pattern(r"(?:[:：]|[,、]|\b(?:or|and)|または|又は|及び|かつ)\s*$", re.IGNORECASE)
_LOOSE_COMMA: Final = lazy_pattern("(?<=[はにてで])[、,\\s]+")
_LONGEST_FRAME: Final = 24
_CUT_BEHIND: Final = lazy_pattern(r"[^\S\n]*[(（\[*†‡,;、⁰¹²³⁴-⁹%a-zぁ-ん]|[^\W\dA-Z]")


@dataclass(frozen=True, slots=True, kw_only=True)
class _ListReading:
    """A lead-in with the items that are quoted under it, in order."""

    lead_in: str
    items: tuple[str, ...]
    places: tuple[int, ...]
    """Of each item, its quotation."""
    lead_place: int | None
    """The quotation whose own words are the lead-in; None where it stands above the first item's quotation."""
    more: bool
    """Whether the list is seen to have items that are not quoted, or may be the list's middle."""


def list_item(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
    """The lead-in and items that the goal's sentence says, if there are such; at most one."""
    if goal.speaker:
        return
    wanted = comparable(_without_marker(goal.text, quotations))
    for reading in _readings(quotations):
        for chosen in _choices(wanted, reading):
            places = tuple(dict.fromkeys([*_place(reading), *(reading.places[at] for at in chosen)]))
            if goal.only is not None and not goal.only.issuperset(places):
                continue
            if not _says(wanted, reading, chosen):
                continue
            if reading.lead_place is not None and not _is_plain_lead_in(reading, quotations):
                continue
            if all(is_own_voice(reading.items[at], quotations[reading.places[at]], goal.text) for at in chosen):
                detail = f"{reading.lead_in} + {' + '.join(reading.items[at] for at in chosen)}"
                yield Reduction(goals=(), step=DerivationStep(rule="list_item", detail=detail, quotations=places))
                return


def _is_plain_lead_in(reading: _ListReading, quotations: Sequence[QuotedPassage]) -> bool:
    """Whether the lead-in is the source's own voice."""
    passage = quotations[reading.lead_place or 0]
    at = passage.text.find(reading.lead_in)
    return not statement_context(reading.lead_in, passage.before + passage.text[: max(0, at)], "").in_speech


def _without_marker(text: str, quotations: Sequence[QuotedPassage]) -> str:
    """`text` without the number of its item, if a quotation has the same: 次の書類が必要である。1. 住民票"""
    found = _MARKED_ITEM.search(text)
    if found is None or not any(found[2].strip() in passage.text for passage in quotations):
        return text
    return text[: found.start(2)] + text[found.end(2) :]


def _place(reading: _ListReading) -> list[int]:
    return [] if reading.lead_place is None else [reading.lead_place]


def _readings(quotations: Sequence[QuotedPassage]) -> Iterator[_ListReading]:
    for at, passage in enumerate(quotations):
        lead_in, items = _split(passage)
        if lead_in and items:
            yield _reading(lead_in, at, [(item, at) for item in items], quotations)
        elif lead_in:
            found = [(item, other) for other, item in _items_elsewhere(lead_in, at, quotations)]
            if found:
                yield _reading(lead_in, at, found, quotations)
    above: dict[str, list[tuple[str, int]]] = {}
    for at, passage in enumerate(quotations):
        lead_in, items = _split(passage)
        if not lead_in and items and (named := sure_lead_in(passage.before)):
            above.setdefault(named, []).extend((item, at) for item in items)
    for named, found in above.items():
        yield _reading(named, None, found, quotations)


def _reading(
    lead_in: str, place: int | None, found: list[tuple[str, int]], quotations: Sequence[QuotedPassage]
) -> _ListReading:
    last = quotations[found[-1][1]]
    first = quotations[found[0][1]]
    skipped = place != found[0][1] and bool(first.before.strip()) and not _ends_in_lead_in(first.before)
    return _ListReading(
        lead_in=lead_in,
        items=tuple(item for item, _ in found[:_MOST_ITEMS]),
        places=tuple(at for _, at in found[:_MOST_ITEMS]),
        lead_place=place,
        more=skipped or _goes_on(last.after),
    )


def _ends_in_lead_in(before: str) -> bool:
    lines = [line for line in before.rstrip().split("\n") if without_item_marker(line)]
    return bool(lines) and lead_in_span(lines[-1]) is not None


def _goes_on(after: str) -> bool:
    """Whether the list has another item below the quotation."""
    return ITEM_MARKER.match(after.lstrip("\n")) is not None or (after[:1] == "\n" and after[:2].strip() != "")


def _split(passage: QuotedPassage) -> tuple[str, list[str]]:
    """The lead-in at the end of a quotation's first part, and the items below it; either may be missing."""
    lines = [line for line in passage.text.split("\n") if line.strip()]
    if len(lines) > _MOST_ITEMS or _is_cut(passage):
        return "", []
    for at, line in enumerate(lines):
        if (span := lead_in_span(line)) is not None and not (at and ITEM_MARKER.match(line)):
            return line[span.start : span.end], _items(lines[at + 1 :])
    return "", _items(lines)


def _items(lines: Sequence[str]) -> list[str]:
    items = [without_item_marker(line) for line in lines]
    return [] if any(not has_words(item) or lead_in_span(item) for item in items) else items


def _is_cut(passage: QuotedPassage) -> bool:
    """Whether the quotation ends in the middle of an item, or begins behind its first words."""
    if passage.text.rstrip().endswith((".", "。", ":", "：", "!", "！", "?", "？", ";", "；")):
        return False
    return _CUT_BEHIND.match(passage.after) is not None


def _items_elsewhere(lead_in: str, place: int, quotations: Sequence[QuotedPassage]) -> Iterator[tuple[int, str]]:
    """Items in other quotations that stand under `lead_in` as far as anything shows."""
    named = quotations[place]
    for at, passage in enumerate(quotations):
        inner, items = _split(passage)
        if at == place or inner or not _may_share_list(named, passage):
            continue
        if passage.before.strip():
            if not same_words(sure_lead_in(passage.before), lead_in):
                continue
        elif named.after.strip() and not any(same_words(item, line) for item in items for line in _lines(named.after)):
            continue
        yield from ((at, item) for item in items)


def _may_share_list(one: QuotedPassage, other: QuotedPassage) -> bool:
    pairs = ((one.source, other.source), (one.date, other.date), (one.heading, other.heading))
    return all(not a or not b or a == b for a, b in pairs)


def _lines(text: str) -> list[str]:
    return [without_item_marker(line) for line in text.split("\n") if line.strip()]


def _choices(wanted: str, reading: _ListReading) -> Iterator[tuple[int, ...]]:
    """The items that the goal may mean: those whose words it has, then runs of them."""
    there = [at for at, item in enumerate(reading.items) if comparable(item)[:-1] in wanted]
    if not there:
        return
    yield tuple(there)
    runs = [(there[a:b]) for a in range(len(there)) for b in range(len(there), a, -1)]
    yield from (tuple(run) for run in runs[:_MOST_JOINED] if len(run) < len(there))


def _says(wanted: str, reading: _ListReading, chosen: Sequence[int]) -> bool:
    items = [reading.items[at] for at in chosen]
    whole = len(chosen) == len(reading.items) and not reading.more
    closed = needs_every_item(reading.lead_in) or any(map(_OPEN_ITEM.search, reading.items))
    if sum(map(len, items)) + len(reading.lead_in) + _LONGEST_JOINT * len(items) + _LONGEST_FRAME < len(wanted):
        return False
    if closed and not (whole and len(chosen) > 1):
        return False
    return any(_loose(comparable(text)) == _loose(wanted) for text in _joined(reading.lead_in, items, whole=whole))


def _loose(text: str) -> str:
    """`text` without a comma behind a Japanese particle, and without `that` behind `make sure`."""
    return _LOOSE_COMMA.sub("", text).replace("sure that ", "sure ")


def _joined(lead_in: str, items: Sequence[str], *, whole: bool) -> Iterator[str]:
    """The ways to write the lead-in and the items as one sentence."""
    head = lead_in.strip().rstrip(":：.。 ")
    plain = [item.strip().rstrip(".。;；,、") if len(items) > 1 else item.rstrip(";；,、") for item in items]
    choice, denied = _CHOICE.search(head) is not None, negated(head, EN if head.isascii() else JA)
    last = [*_JOINTS, *(() if choice or denied else _AND), *(_OR if choice or denied else ())]
    for joint in _JOINTS:
        for final in last if len(plain) > 1 else [""]:
            listed = joint.join(plain[:-1]) + final + plain[-1]
            yield f"{head}: {listed}"
            yield f"{head}（{listed}）"
            yield from filled_in(head, listed, single=len(plain) == 1, whole=whole)
