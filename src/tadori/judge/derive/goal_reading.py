"""Reads a goal that may state a calculation: its measures, mentions of what is compared, and cues (X11).

In: a goal's text and what is compared: the slots of a frame, or two periods. Out: a `GoalReading`. Whether the numbers
are right is decided in `operations.py`, whether all words come from the quotations in `says_frame`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tadori.judge.derive.arithmetic_words import (
    DATED,
    MEASURED,
    NAMED,
    ArithmeticCue,
    arithmetic_cues,
    counted_things,
    covered_words,
    is_general,
)
from tadori.judge.derive.frames import POSSESSIVE, DateParts, FrameToken, date_parts, frame_tokens
from tadori.text.language import is_japanese

_CASES: Final = frozenset(["を", "に", "へ", "から", "より", "で", "まで"])
_AMOUNTS: Final = frozenset(["量", "数", "額"])
"""Behind a word of the frame they say that it is measured: 発電量."""
_REPEATED: Final = 4
"""Words of the frame that a second mention may repeat on either side: the south *plant employs*."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedMention:
    """The goal speaks of the compared thing or period `index` here."""

    index: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What is compared: the frame's words around the slot, and the slots or the periods."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    slots: tuple[tuple[str, ...], ...]
    """Empty where periods are compared."""
    periods: tuple[DateParts, ...]
    dates: tuple[DateParts, ...]
    """What is common to all."""
    counter: str = ""
    """The Japanese counter behind the numbers: 人."""
    implied: tuple[str, ...] = ()
    """Words that the unit says too: square kilometres are an area."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalReading:
    text: str
    masked: str
    japanese: bool
    tokens: tuple[FrameToken, ...]
    measures: tuple[FrameToken, ...]
    mentions: tuple[ComparedMention, ...]
    cues: tuple[ArithmeticCue, ...]
    counted: int
    """`the two plants`: how many; 0 where nothing is counted."""


def read_goal(text: str, compared: Compared) -> GoalReading | None:
    """The reading of `text`; None where it speaks of another period, or not of everything compared."""
    counted, first, last = counted_things(text)
    tokens = tuple(token for token in frame_tokens(text) if not first <= token.start < last)
    mentions = sorted(_mentions(tokens, compared), key=lambda mention: mention.start)
    measures = tuple(token for token in tokens if token.group is not None)
    masked = _masked(text, tokens, mentions if compared.slots else ())
    japanese = is_japanese(text)
    frame = {*compared.before, *compared.after}
    cues = tuple(cue for cue in arithmetic_cues(masked, japanese=japanese) if not _is_of_frame(cue, tokens, frame))
    if not _dates_agree(tokens, compared, cues):
        return None
    return GoalReading(
        text=text,
        masked=masked,
        japanese=japanese,
        tokens=tokens,
        measures=measures,
        mentions=tuple(mentions),
        cues=cues,
        counted=counted,
    )


def _mentions(tokens: Sequence[FrameToken], compared: Compared) -> Iterator[ComparedMention]:
    for token in tokens:
        if token.date is not None and date_parts(token.date) in compared.periods:
            yield ComparedMention(
                index=compared.periods.index(date_parts(token.date)), start=token.start, end=token.end
            )
    for index, slot in enumerate(compared.slots):
        for start in range(len(tokens) - len(slot) + 1):
            part = tokens[start : start + len(slot)]
            if tuple(token.key for token in part) == slot and all(token.kind == "word" for token in part):
                yield ComparedMention(index=index, start=part[0].start, end=part[-1].end)


def _masked(text: str, tokens: Sequence[FrameToken], named: Sequence[ComparedMention]) -> str:
    marks = list(text)
    for token in tokens:
        if token.kind != "word":
            mark = MEASURED if token.kind == "measure" else DATED
            marks[token.start : token.end] = mark * (token.end - token.start)
    for mention in named:
        marks[mention.start : mention.end] = NAMED * (mention.end - mention.start)
    return "".join(marks)


def _is_of_frame(cue: ArithmeticCue, tokens: Sequence[FrameToken], frame: set[str]) -> bool:
    """A word of calculation that the quoted sentences themselves have: `the total area of …`."""
    if cue.kind in ("base", "idle", "more", "less"):
        return False
    inside = [token.key for token in tokens if cue.start <= token.start < cue.end]
    return bool(inside) and all(key in frame for key in inside)


def _dates_agree(tokens: Sequence[FrameToken], compared: Compared, cues: Sequence[ArithmeticCue]) -> bool:
    """Whether the goal has every date of the quoted sentences, and no other."""
    found = {date_parts(token.date) for token in tokens if token.date is not None}
    wanted = {*compared.dates, *compared.periods}
    if found == wanted:
        return True
    years = [period[0] for period in compared.periods]
    plain = all(period[1:] == compared.periods[0][1:] and period[1] is None for period in compared.periods)
    if len(years) != 2 or not plain or not any(cue.kind == "last_year" for cue in cues):
        return False
    first, last = sorted(year or 0 for year in years)
    return last == first + 1 and found == wanted - {(first, *compared.periods[0][1:])}


def says_frame(
    reading: GoalReading, compared: Compared, dropped: Sequence[tuple[int, int]], *, counted: bool, unitless: bool
) -> bool:
    """Whether the goal's words are the frame's, once, with everything compared in its slot, and nothing else."""
    words = _words_left(reading, {*compared.before, *compared.after}, dropped)
    frame = _uncovered((*compared.before, SLOT, *compared.after), words, reading)
    if frame is None:
        return False
    spared = {*compared.implied, *([compared.counter] if unitless else [])} - set(words)
    frame = tuple(word for word in frame if word not in spared)
    if not compared.slots:
        return _same_order(words, _filled(frame, ()))
    if counted and not reading.mentions:
        return _same_order(words, _filled(frame, ())) or (
            reading.japanese and _same_order(words, _filled(_headless(frame), ()))
        )
    if {mention.index for mention in reading.mentions} != set(range(len(compared.slots))):
        return False
    return _folded(tuple(words), frame, compared.slots)


SLOT: Final = "\x04"


def _headless(frame: tuple[str, ...]) -> tuple[str, ...]:
    """Without the noun behind the slot, for which a counter stands: 二基 for 一号機 and 二号機."""
    at = frame.index(SLOT)
    return (*frame[: at + 1], *frame[at + 2 :])


def _filled(frame: tuple[str, ...], slot: tuple[str, ...]) -> tuple[str, ...]:
    at = frame.index(SLOT)
    return (*frame[:at], *slot, *frame[at + 1 :])


def _folded(words: tuple[str, ...], frame: tuple[str, ...], slots: Sequence[tuple[str, ...]]) -> bool:
    """Whether `words` is the frame with one of the slots, once the other mentions and what they repeat are removed."""
    if len(slots) == 1:
        return _same_order(words, _filled(frame, slots[0]))
    allowed = set(frame)
    for index, slot in enumerate(slots):
        rest = [*slots[:index], *slots[index + 1 :]]
        for start in range(len(words) - len(slot) + 1):
            end = start + len(slot)
            if words[start:end] != slot:
                continue
            for ahead in range(_REPEATED):
                for behind in range(_REPEATED):
                    repeated = (*words[max(0, start - ahead) : start], *words[end : end + behind])
                    if start - ahead < 0 or end + behind > len(words) or not allowed.issuperset(repeated):
                        continue
                    if _folded((*words[: start - ahead], *words[end + behind :]), frame, rest):
                        return True
    return False


def _words_left(reading: GoalReading, frame: set[str], dropped: Sequence[tuple[int, int]]) -> list[str]:
    """The keys of the goal's words outside its cues; a noun repeated behind a second measure counts once."""
    spans = [(cue.start, cue.end) for cue in reading.cues] + list(dropped)
    words: list[str] = []
    last_kept = False
    last: FrameToken | None = None
    for token in reading.tokens:
        inside = any(start <= token.start < end for start, end in spans)
        idle = token.key in _CASES and reading.japanese and not last_kept
        amount = token.key in _AMOUNTS and token.key not in frame and words[-1:] != [] and words[-1] in frame
        counted = last is not None and last.kind == "measure" and token.key in words and token.key in frame
        last_kept = token.kind == "word" and not inside and not idle and token.key not in _CASES
        if token.kind == "word" and not (inside or idle or counted or amount):
            words.append(token.key)
        last = token
    return words


def _uncovered(frame: tuple[str, ...], words: Sequence[str], reading: GoalReading) -> tuple[str, ...] | None:
    """The frame without the words that a comparative stands for; None where a comparative measures something else."""
    for cue in reading.cues:
        if cue.kind not in ("more", "less", "times") or (cue.kind == "times" and " as " not in cue.text):
            continue
        comparative = cue.text.split()[-1]
        covered = covered_words(comparative) & set(frame)
        if not covered and not is_general(comparative) and comparative not in ("much", "many", "great", "big"):
            return None
        frame = tuple(word for word in frame if word not in covered or word in words)
    return frame


def _same_order(words: Sequence[str], frame: tuple[str, ...]) -> bool:
    plain = tuple(word for word in words if word != POSSESSIVE)
    wanted = tuple(word for word in frame if word != POSSESSIVE)
    return (
        plain == wanted
        or any(version == wanted for version in _turned(tuple(words)))
        or any(version == plain for version in _turned(frame))
    )


def _turned(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """`the plant's output` as `the output of the plant`."""
    if words.count(POSSESSIVE) != 1:
        return
    at = words.index(POSSESSIVE)
    for owner in range(1, _REPEATED + 1):
        for owned in range(1, _REPEATED):
            if owner <= at and at + owned < len(words):
                first, thing = words[at - owner : at], words[at + 1 : at + 1 + owned]
                yield (*words[: at - owner], *thing, *first, *words[at + 1 + owned :])
