"""Reads quoted sentences as frames: the same words around a number, so that the numbers can be calculated with (X11).

In: sentences. Out: tokens (words, measures, dates) and operands: two sentences whose words are the same except for one
slot (whose number it is) or the period. Words that carry no statement (articles, copulas, `in`, は) are left out of a
frame; every other word stays and must be found again in the goal.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final, Literal

from tadori.text.dates import DateMention, dates
from tadori.text.japanese import morphemes
from tadori.text.language import is_japanese
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.measure_groups import MeasureGroup, measure_groups
from tadori.text.numerals import narrow
from tadori.text.stem import stem

TokenKind = Literal["word", "measure", "date"]
DateParts = tuple[int | None, int | None, int | None, str]
MEASURE_KEY: Final = "#"
DATE_KEY: Final = "@"
POSSESSIVE: Final = "'s"


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameToken:
    """A word, measure or date of a sentence. `key` is compared."""

    key: str
    kind: TokenKind
    start: int
    end: int
    group: MeasureGroup | None = None
    date: DateMention | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Operand:
    """One number of a quoted sentence, with the words around it."""

    quotation: int
    sentence: str
    group: MeasureGroup
    words: tuple[str, ...]
    """The keys of the frame, the number itself as `MEASURE_KEY` and every date as `DATE_KEY`."""
    dates: tuple[DateParts, ...]
    year: int | None = None
    """The last year named before the sentence."""
    header: int | None = None
    """The quotation of the table's header, where the sentence says a cell of a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FramedPair:
    """Two operands with one frame. Without slots their periods differ."""

    first: Operand
    second: Operand
    before: tuple[str, ...]
    """The frame's words before the slot, and behind it; no dates, no number."""
    after: tuple[str, ...]
    slots: tuple[tuple[str, ...], tuple[str, ...]]
    common_dates: tuple[DateParts, ...]
    periods: tuple[DateParts, DateParts] | None
    behind_number: bool
    """The slot stands right behind the number: what is counted (200 cars, 30 buses)."""


_EN_WORD: Final = lazy_pattern(
    r"[A-Za-zÀ-ÿ]+(?:['’](?!s\b)[A-Za-z]+)?|['’]s\b|['’](?=\s)|\d+(?:[.,]\d+)*|[%$€£°±<>≤≥~]"
)
_EN_EMPTY: Final = frozenset(
    "the a an of in on at was were is are be been has had have its their it they also which and".split()
)
_JA_EMPTY: Final = frozenset(
    "は が の も と た だ だっ です でし ます まし し さ て いる い ある あっ なっ なる であり および 及び や"
    " な する".split()
)
_BE: Final = frozenset(["was", "were", "is", "are", "be", "been", "being"])
_PARTICIPLE: Final = lazy_pattern(
    r"\s+(?:(?:not|also|together|all|both|each|in total|[a-z]+ly)\s+){0,2}(?:[a-z]{2,}ed|sold|built|made|bought"
    r"|paid|given|sent|taken|held|won|lost|told|found|kept|spent|seen|shown"
    r"|written|driven|born|grown|put|cut|hit|let|set|led|fed|met|brought|caught|taught|sought|struck|laid|read"
    r"|lent|hurt|drawn)\b"
)
_WHEN: Final = frozenset(["since", "during", "for"])
"""Before a date they say no more than `in`."""
_SPACE: Final = lazy_pattern(r"\s*")
_JA_MARKS: Final = frozenset(["補助記号", "空白"])
_CASES: Final = frozenset(["を", "に", "へ", "から", "より", "で", "まで"])


@lru_cache(maxsize=512)
def frame_tokens(text: str) -> tuple[FrameToken, ...]:
    """Every token of `text` that a frame keeps, by position."""
    spans = _spans(text)
    tokens: list[FrameToken] = []
    position = 0
    japanese = is_japanese(text)
    for span in spans:
        tokens += _words(text, position, span.start, japanese=japanese, dated=span.kind == "date")
        tokens.append(span)
        position = span.end
    tokens += _words(text, position, len(text), japanese=japanese)
    return tuple(tokens)


def _spans(text: str) -> list[FrameToken]:
    found = [
        FrameToken(key=DATE_KEY, kind="date", start=date.start, end=date.end, date=date)
        for date in dates(text)
        if date.year is not None or date.month is not None
    ]
    found += [
        FrameToken(key=MEASURE_KEY, kind="measure", start=group.start, end=group.end, group=group)
        for group in measure_groups(text)
    ]
    kept: list[FrameToken] = []
    for token in sorted(found, key=lambda one: (one.start, one.kind == "date")):
        if not kept or token.start >= kept[-1].end:
            kept.append(token)
    return kept


def _words(text: str, start: int, end: int, *, japanese: bool, dated: bool = False) -> Iterator[FrameToken]:
    """The words of a stretch; `dated`: a date follows it."""
    if start >= end:
        return
    if not japanese:
        for match in _EN_WORD.finditer(text, start, end):
            word = match[0].lower()
            if word in _BE and _PARTICIPLE.match(text, match.end()):
                word = "be_done"  # `were sold` is not `sold`
            if word not in _EN_EMPTY and not (word in _WHEN and dated and _SPACE.fullmatch(text, match.end(), end)):
                key = POSSESSIVE if word[0] in "'’" else stem(word)
                yield FrameToken(key=key, kind="word", start=match.start(), end=match.end())
        return
    for part in morphemes(narrow(text[start:end])):
        word = part.surface.lower()
        if part.pos[0] in _JA_MARKS and not re.search(r"[%$€£°±<>≤≥~]", word):
            continue
        at = start + part.start
        if word not in _JA_EMPTY and not _COPULA.match(text, at):
            yield FrameToken(key=word, kind="word", start=at, end=start + part.end)


_COPULA: Final = lazy_pattern("で(?:ある|あっ|あり|す|し)")


def date_parts(date: DateMention) -> DateParts:
    return date.year, date.month, date.day, date.kind


def without_idle_cases(tokens: list[FrameToken]) -> list[FrameToken]:
    """Japanese case particles count behind a word (B社に), not behind a date, a measure or another particle."""
    kept: list[FrameToken] = []
    for index, token in enumerate(tokens):
        last = tokens[index - 1] if index else None
        idle = token.key in _CASES and (last is None or last.kind != "word" or last.key in _CASES)
        if not idle:
            kept.append(token)
    return kept


@lru_cache(maxsize=256)
def operands_of(quotation: int, sentence: str) -> tuple[Operand, ...]:
    """Every number of a sentence as an operand."""
    tokens = without_idle_cases(list(frame_tokens(sentence)))
    found = []
    for target in tokens:
        if target.group is None or len(target.group.members[0].numbers) != 1:
            continue
        words = tuple(_key_beside(sentence, token, target) for token in tokens)
        when = tuple(date_parts(token.date) for token in tokens if token.date is not None)
        found.append(Operand(quotation=quotation, sentence=sentence, group=target.group, words=words, dates=when))
    return (*found, *_coordinated(quotation, sentence, tokens))


def _key_beside(sentence: str, token: FrameToken, target: FrameToken) -> str:
    """Another number of the sentence is a word of the frame."""
    if token.kind == "measure" and token is not target:
        return sentence[token.start : token.end]
    return token.key


def _coordinated(quotation: int, sentence: str, tokens: list[FrameToken]) -> Iterator[Operand]:
    """`… 1,284 MWh in 2022 and 1,510 MWh in 2023`: two numbers with a period each, in one sentence."""
    kinds = "".join({"word": "w", "measure": "m", "date": "d"}[token.kind] for token in tokens)
    for match in re.finditer("mdmd|dmdm", kinds):
        block = tokens[match.start() : match.end()]
        between = sentence[block[1].end : block[2].start]
        if kinds.count("m") != 2 or kinds.count("d") != 2 or not _AND.fullmatch(between):
            continue
        outside = [token.key for token in tokens[: match.start()]], [token.key for token in tokens[match.end() :]]
        for pair in (block[:2], block[2:]):
            number = next(token for token in pair if token.group is not None)
            when = next(token for token in pair if token.date is not None)
            if number.group is not None and when.date is not None:
                words = (*outside[0], *(token.key for token in pair), *outside[1])
                yield Operand(
                    quotation=quotation,
                    sentence=sentence,
                    group=number.group,
                    words=words,
                    dates=(date_parts(when.date),),
                )


_AND: Final = lazy_pattern(r",?\s(?:and|and\sthen|but)\s(?:in\s)?|,\s(?:in\s)?|、|[^\S\n]?(?:と|、次いで)")


def framed_pair(first: Operand, second: Operand) -> FramedPair | None:
    """The two operands as one frame; None where their words differ in more than one place, or nothing differs."""
    if first.group.members[0].unit.dimension != second.group.members[0].unit.dimension:
        return None
    if len(first.dates) != len(second.dates):
        return None
    changed = [(a, b) for a, b in zip(first.dates, second.dates, strict=True) if a != b]
    kept = tuple(a for a, b in zip(first.dates, second.dates, strict=True) if a == b)
    slot = _slot(_timeless(first.words), _timeless(second.words))
    if slot is None or len(changed) > 1:
        return None
    before, one, other, after = slot
    if bool(one or other) == bool(changed):
        return None
    return FramedPair(
        first=first,
        second=second,
        before=_numberless(before),
        after=_numberless(after),
        slots=(one, other),
        common_dates=kept,
        periods=changed[0] if changed else None,
        behind_number=bool(one) and before[-1:] == (MEASURE_KEY,),
    )


def _timeless(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if word != DATE_KEY)


def _numberless(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if word != MEASURE_KEY)


def _slot(
    one: tuple[str, ...], other: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]] | None:
    """(before, slot of one, slot of the other, behind); None where they differ in more places, or in the number's."""
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    changed = [block for block in blocks if block[0] != "equal"]
    if not changed:
        return one, (), (), ()
    first, last = changed[0], changed[-1]
    mine, theirs = one[first[1] : last[2]], other[first[3] : last[4]]
    if MEASURE_KEY in mine or not mine or not theirs or max(len(mine), len(theirs)) > _LONGEST_SLOT:
        return None
    return one[: first[1]], mine, theirs, one[last[2] :]


_LONGEST_SLOT: Final = 8
