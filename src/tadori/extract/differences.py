"""Compares versions of a page: headings, points and dates (§3.1.6). Pure; ja and en.

In: what was extracted from two or more versions. Out: what was added, removed or reworded, and a history of first seen,
updated, corrected, withdrawn. A point is a sentence outside headings. Points are compared by their letters and numbers,
so that new layout and punctuation are no change. It fetches nothing.
"""

import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import pairwise
from typing import Final

from tadori.model.page import Extracted, FragmentType
from tadori.model.web_thresholds import LARGE_DIFFERENCE, SAME_POINT
from tadori.text.dates import DateMention, dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import fold, squash
from tadori.text.numbers import quantities
from tadori.text.sameness import plain_forms
from tadori.text.sentences import sentences

_THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
# Words; what stands inside a number (1.5 is not 15, 3-5 is not 35); signs that change what a number says.
_SAID: Final = re.compile(r"[^\W_]+|(?<=\d)[^\w\s](?=\d)|[%‰$€£¥°]|(?<!\w)[-−+](?=\d)|[▲△±≤≥<>≈~](?=\s?\d)")
_NUMBER: Final = re.compile(r"\d[\d.,:/-]*")
_JAPANESE: Final = re.compile("[ぁ-ヿ一-鿿]")
# A run of letters that so many points share says nothing about which of them belong together.
_COMMON: Final = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPoint:
    """A point that both versions make, worded or counted otherwise."""

    before: str
    after: str
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    """Quantities and dates, as written, that only the one wording or only the other has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """Everything in the order of its version. `share_changed` is of the letters of both versions, 0 to 1."""

    headings_added: tuple[str, ...] = ()
    headings_removed: tuple[str, ...] = ()
    points_added: tuple[str, ...] = ()
    points_removed: tuple[str, ...] = ()
    points_changed: tuple[ChangedPoint, ...] = ()
    dates_added: tuple[str, ...] = ()
    dates_removed: tuple[str, ...] = ()
    """`2024-03-05`, `2024-03`, `2024`; `--03-05` where no year is written."""
    share_changed: float = 0.0

    def __bool__(self) -> bool:
        """Whether a reader of the text would see any change at all."""
        return bool(
            self.headings_added
            or self.headings_removed
            or self.points_added
            or self.points_removed
            or self.points_changed
            or self.dates_added
            or self.dates_removed
        )


class PageEvent(StrEnum):
    """What happened to a page between two versions."""

    FIRST_SEEN = "first_seen"
    UPDATED = "updated"
    CORRECTED = "corrected"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageVersion:
    """What was read from a page at one time."""

    at: datetime
    content: Extracted


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    """One entry of a page's history. `words` are those that announce a correction or withdrawal."""

    at: datetime
    happening: PageEvent
    words: str = ""
    differences: Differences | None = None


def differences(older: Extracted, newer: Extracted) -> Differences:
    """What changed from `older` to `newer`."""
    heads_gone, heads_new = _unmatched(_headings(older), _headings(newer))
    before, after = _points(older), _points(newer)
    gone, new = _unmatched(before, after)
    changed = _paired(gone, new)
    kept_old, kept_new = {i for i, _ in changed}, {j for _, j in changed}
    old_dates, new_dates = _dates(older), _dates(newer)
    touched = [*heads_gone, *heads_new, *gone, *new]
    return Differences(
        headings_added=tuple(heads_new),
        headings_removed=tuple(heads_gone),
        points_added=tuple(point for j, point in enumerate(new) if j not in kept_new),
        points_removed=tuple(point for i, point in enumerate(gone) if i not in kept_old),
        points_changed=tuple(_changed(gone[i], new[j]) for i, j in changed),
        dates_added=tuple(date for date in new_dates if date not in set(old_dates)),
        dates_removed=tuple(date for date in old_dates if date not in set(new_dates)),
        share_changed=_share(touched, [*_headings(older), *_headings(newer), *before, *after]),
    )


def is_large_change(found: Differences) -> bool:
    """Whether the change is worth a line in a report's timeline."""
    return found.share_changed >= LARGE_DIFFERENCE


def page_history(versions: Sequence[PageVersion]) -> list[HistoryEntry]:
    """When a page was first seen, and when it was updated, corrected or withdrawn since; empty without a change."""
    ordered = sorted(versions, key=lambda version: version.at)
    moments = [HistoryEntry(at=version.at, happening=PageEvent.FIRST_SEEN) for version in ordered[:1]]
    for older, newer in pairwise(ordered):
        found = differences(older.content, newer.content)
        if found:
            happening, words = _happening(found)
            moments.append(HistoryEntry(at=newer.at, happening=happening, words=words, differences=found))
    return moments


def _happening(found: Differences) -> tuple[PageEvent, str]:
    """What new words say about the page itself. A page about someone's correction is not itself corrected."""
    headings = list(found.headings_added)
    points = [*found.points_added, *(change.after for change in found.points_changed)]
    for happening, notice in ((PageEvent.WITHDRAWN, _WITHDRAWN), (PageEvent.CORRECTED, _CORRECTED)):
        for words in (*headings, *points):
            if notice.search(fold(words)):
                return happening, words
    return PageEvent.UPDATED, ""


# Folded text: lower case, narrow forms, single spaces. A notice names the page itself, or stands where notices stand.
_OURS_JA = r"(?:本|当|この|当該|上記の?)(?:記事|論文|報告書?|資料|文書|発表|リリース|ページ|お知らせ|声明|調査|掲載)"
_OURS_EN = (
    r"(?:this|our) (?:\w+ ){0,2}?"
    r"(?:article|paper|report|study|page|statement|story|post|notice|release|document|version|dataset)"
)
_MARK = r"^[\[\(【〔<《■◆●※*・ ]*"
_MARK_END = r"(?:[\]\)】〕>》:。.]|$|のお知らせ|のお詫び|とお詫び|について|に関する)"
_WITHDRAWN: Final = lazy_pattern(
    rf"{_MARK}(?:撤回|取り?下げ){_MARK_END}"
    rf"|{_OURS_JA}.{{0,20}}?(?:撤回|取り?下げ|公開を(?:終了|中止|停止))"
    rf"|{_MARK}(?:retract(?:ed|ion)|withdrawn|withdrawal)(?:{_MARK_END}| (?:note|notice))"
    rf"|{_OURS_EN}.{{0,40}}?\b(?:has been|have been|was|is|were) (?:\w+ ){{0,2}}?(?:retracted|withdrawn|taken down)\b"
    rf"|\bwe (?:have )?(?:retract(?:ed)?|withdr[ae]wn?|withdrew) {_OURS_EN}"
)
_CORRECTED: Final = lazy_pattern(
    rf"{_MARK}(?:お?詫びと)?(?:訂正|正誤表){_MARK_END}"
    r"|(?:お詫び|謹んで|次の(?:とおり|通り)|下記の?|以下の?(?:とおり|通り)).{0,12}訂正"
    rf"|{_OURS_JA}.{{0,30}}?(?:誤り|間違い|誤記)(?:が|を).{{0,10}}?(?:あり|ござい|訂正|修正)|{_OURS_JA}.{{0,20}}?訂正"
    rf"|{_MARK}(?:correction|corrected|corrigendum|erratum|errata)(?:{_MARK_END}| (?:on|to|notice)\b)"
    rf"|{_OURS_EN}.{{0,40}}?\b(?:has been|have been|was|were) (?:\w+ ){{0,2}}?(?:corrected|amended to correct)\b"
    r"|\b(?:an )?earlier version of (?:this|the)\b.{0,80}?\b(?:misstated|incorrect|wrong|error|misspelled|said)"
)


def _headings(content: Extracted) -> list[str]:
    pieces = [piece for piece in content.pieces if piece.fragment_type is FragmentType.HEADING]
    return [words for piece in pieces if squash(words := content.text[piece.start : piece.end].strip())]


def _points(content: Extracted) -> list[str]:
    """The sentences of everything that is not a heading."""
    found = []
    for piece in content.pieces:
        if piece.fragment_type is FragmentType.HEADING:
            continue
        words = content.text[piece.start : piece.end]
        found += [words[span.start : span.end] for span in sentences(words, content.lang)]
    return [point for point in found if squash(point)]


def _dates(content: Extracted) -> list[str]:
    """Each date of the text once, in order; the page's own date first."""
    own = [content.date] if content.date else []
    return list(dict.fromkeys([*own, *(form for mention in dates(content.text) if (form := _date_form(mention)))]))


def _date_form(mention: DateMention) -> str:
    if mention.iso:
        return mention.iso
    if mention.year is None and mention.month and mention.day:
        return f"--{mention.month:02d}-{mention.day:02d}"
    return ""


def _unmatched(older: Sequence[str], newer: Sequence[str]) -> tuple[list[str], list[str]]:
    """What of each side has no equal on the other, counting repetitions."""
    return _without(older, newer), _without(newer, older)


def _without(these: Iterable[str], those: Iterable[str]) -> list[str]:
    left = Counter(_said(one) for one in those)
    rest = []
    for one in these:
        key = _said(one)
        if left[key]:
            left[key] -= 1
        else:
            rest.append(one)
    return rest


def _said(words: str) -> str:
    """The form two wordings are compared by: letters and numbers, without layout, case and punctuation."""
    return "".join(_SAID.findall(_THOUSANDS.sub("", plain_forms(words).casefold())))


def _masked(point: str) -> str:
    """The point with each number as one sign: a new number does not make a new point."""
    return _NUMBER.sub("0", _said(point))


def _paired(gone: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Which removed and added points are the same point, by place in the newer version; each is used once."""
    scored = sorted(_candidates(gone, new), key=lambda pair: (-pair[0], abs(pair[1] - pair[2]), pair[1], pair[2]))
    by_old, by_new = dict[int, int](), dict[int, int]()
    for _, i, j in scored:
        if i not in by_old and j not in by_new:
            by_old[i], by_new[j] = j, i
    return [(i, j) for j, i in sorted(by_new.items())]


def _candidates(gone: Sequence[str], new: Sequence[str]) -> Iterator[tuple[float, int, int]]:
    """Pairs that are alike enough, with their likeness. Only pairs that share a rare run of letters are looked at."""
    old_masks, new_masks = [_masked(point) for point in gone], [_masked(point) for point in new]
    yield from _equal_pairs(old_masks, new_masks)
    new_grams = [_grams(mask) for mask in new_masks]
    places = defaultdict[str, list[int]](list)
    for j, grams in enumerate(new_grams):
        for gram in grams:
            places[gram].append(j)
    for i, mask in enumerate(old_masks):
        grams = _grams(mask)
        for j in {j for gram in grams if len(places.get(gram, ())) <= _COMMON for j in places.get(gram, ())}:
            likeness = _likeness(grams, new_grams[j])
            if likeness >= SAME_POINT:
                yield likeness, i, j


def _equal_pairs(old_masks: Sequence[str], new_masks: Sequence[str]) -> Iterator[tuple[float, int, int]]:
    """Points that differ in their numbers only, one to one in their order (the rows of a table are all alike)."""
    places = defaultdict[str, deque[int]](deque)
    for j, mask in enumerate(new_masks):
        places[mask].append(j)
    for i, mask in enumerate(old_masks):
        if places[mask]:
            # Surer than any likeness: these pairs are settled first.
            yield 2.0, i, places[mask].popleft()


def _grams(mask: str) -> Counter[str]:
    """Its runs of three letters; of two where kana or kanji stand, for two of these say as much."""
    letters, size = f"^{mask}$", 2 if _JAPANESE.search(mask) else 3
    return Counter(letters[n : n + size] for n in range(max(1, len(letters) - size + 1)))


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    """Dice's coefficient of the runs of letters: 1 for equal wording."""
    return 2 * (one & other).total() / (one.total() + other.total())


def _changed(before: str, after: str) -> ChangedPoint:
    was, now = _unmatched(_values(before), _values(after))
    return ChangedPoint(before=before, after=after, was=tuple(was), now=tuple(now))


def _values(point: str) -> list[str]:
    """Quantities and dates of a point, as written and in order."""
    spans = {(one.start, one.end) for one in quantities(point)} | {(one.start, one.end) for one in dates(point)}
    return [point[start:end] for start, end in sorted(spans)]


def _share(touched: Iterable[str], everything: Iterable[str]) -> float:
    total = sum(len(squash(words)) for words in everything)
    return round(sum(len(squash(words)) for words in touched) / total, 4) if total else 0.0
