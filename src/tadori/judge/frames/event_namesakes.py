"""Tells namesakes apart: two things of one name that are said to be different things.

In: the source of a frame and its subject. Out: a scope slot that says what the subject is (`footballer`, `film of
1936`), from its sentence or from the bracket behind a title. `said_to_be_different` compares two frames by it: a
footballer and an architect of one name, or films of different years, are two. A slot only takes contradictions away.
"""

from typing import Final

from tadori.judge.frames.event_clauses import plain_subject
from tadori.judge.frames.frame import Frame, FrameSource
from tadori.model.evidence_thresholds import NEAR_YEARS
from tadori.model.frame import FrameSlot, SlotPlace
from tadori.model.ids import JA
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import fold
from tadori.text.stem import stem

KIND: Final = frozenset(["~kind"])
"""Key of the scope slot that holds what the subject is said to be."""
BRACKETED: Final = frozenset(["~bracketed"])
"""Key of the scope slot that holds the bracket behind a title: `Zhang Ye (singer)`."""
WORK_OF: Final = frozenset(["~work of"])
"""Key of the scope slot that holds the year of a work: another year is another work of that name."""
_YEAR_OF_WORK: Final = lazy_pattern(
    r"\s(?:is|was)\s(?:an?|the)\s(?P<year>\d{4})\s|\((?P<titled>\d{4})\s[\w ]{2,30}\)"
    r"|(?P<japanese>\d{4})年の[^。、]{0,20}(?:映画|作品|小説|アルバム)"
)
_BRACKET: Final = lazy_pattern(r"[(（](?P<kind>[^()（）]{3,40})[)）]\s*$")
_KIND_WORD: Final = lazy_pattern(r"[a-z]{3,}|[一-龥ァ-ヴー]{2,}")
_APPEARED: Final = frozenset(["released", "published"])
_NO_KIND: Final = frozenset(["born", "the", "and", "former", "disambiguation"])


def kind_slots(source: FrameSource, subject: FrameSlot) -> tuple[FrameSlot, ...]:
    """What the source says the subject is, as slots that only tell namesakes apart."""
    found = []
    kinds = {stem(word) for word in (*_said(source, subject), *_titled(source, subject))}
    if kinds:
        found.append(FrameSlot(words=" ".join(sorted(kinds)), key=KIND))
    bracket = _BRACKET.search(source.title) if _is_titled(source, subject) else None
    if bracket:
        found.append(FrameSlot(words=fold(bracket["kind"]), key=BRACKETED))
    year = _YEAR_OF_WORK.search(source.text)
    if year is None and _is_titled(source, subject):
        year = _YEAR_OF_WORK.search(source.title)
    if year:
        found.append(FrameSlot(words=year["year"] or year["titled"] or year["japanese"], key=WORK_OF))
    return tuple(found)


def _said(source: FrameSource, subject: FrameSlot) -> frozenset[str]:
    if source.lang == JA or subject.place is not SlotPlace.SENTENCE:
        return frozenset()
    main = plain_subject(source.text, source.title)
    own = main is not None and main.start <= subject.start and subject.end <= main.end
    return main.heads if main is not None and own and main.copular else frozenset()


def _is_titled(source: FrameSource, subject: FrameSlot) -> bool:
    """Whether the title names the subject: `David Pigot (cricketer)` names David Richard Pigot."""
    core = _BRACKET.sub("", source.title).split()
    return subject.words in source.title or (len(core) > 1 and set(core) <= set(subject.words.split()))


def _titled(source: FrameSource, subject: FrameSlot) -> frozenset[str]:
    bracket = _BRACKET.search(source.title) if _is_titled(source, subject) else None
    return frozenset(_KIND_WORD.findall(bracket["kind"].lower())) - _NO_KIND if bracket else frozenset()


def said_to_be_different(a: Frame, b: Frame) -> bool:
    """Whether the subjects of two frames, of one name, are said to be different things."""
    kinds = [_words(frame, KIND) for frame in (a, b)]
    if all(kinds) and set(kinds[0].split()).isdisjoint(kinds[1].split()):
        return True
    if titled_apart(a, b):
        return True
    years = [_words(frame, WORK_OF) for frame in (a, b)]
    if all(years):
        return years[0] != years[1]
    other = b if years[0] else a
    # A film of 1924 is not the one that was released in 1939.
    year = None if other.date is None or other.asked.key.isdisjoint(_APPEARED) else other.date.year
    return any(years) and year is not None and abs(int(years[0] or years[1]) - year) > NEAR_YEARS


def titled_apart(a: Frame, b: Frame) -> bool:
    """Whether the titles of two pages tell namesakes apart: `Zhang Ye (singer)` and `Zhang Ye (footballer)`."""
    brackets = [_words(frame, BRACKETED) for frame in (a, b)]
    return all(brackets) and brackets[0] != brackets[1]


def _words(frame: Frame, key: frozenset[str]) -> str:
    return next((slot.words for slot in frame.scope if slot.key == key), "")
