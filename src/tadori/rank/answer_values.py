"""Finds the spans of a sentence that could be the answer itself: dates, quantities, names.

In: a parsed question and a sentence. Out: values of the asked sort that are not in the question, in order. It goes by
form, not by knowledge: a name is what looks like one. Whether two values agree is for frames to say (`judge/frames`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.model.ids import EN, JA, Lang
from tadori.rank.question import ParsedQuestion
from tadori.rank.question_kinds import MONEY, QuestionKind, is_counted_noun
from tadori.text.dates import DateMention, dates
from tadori.text.japanese import Morpheme
from tadori.text.japanese_topic import is_nominal, japanese_units
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names
from tadori.text.normalise import fold
from tadori.text.numbers import ORDINAL, Quantity, quantities
from tadori.text.units import UNITS


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerValue:
    """`text` as it stands at `start` of the sentence; `date` or `quantity` where it is one, otherwise a name."""

    text: str
    start: int
    end: int
    date: DateMention | None = None
    quantity: Quantity | None = None
    sort: str = ""
    """Of a name: `place` or `agent` where its form or its words show one of them only."""


VALUE_KINDS: Final = frozenset([QuestionKind.WHO, QuestionKind.WHEN, QuestionKind.WHERE, QuestionKind.NUMBER])
"""Kinds whose answer can be seen by its form."""


@lru_cache(maxsize=8192)
def answer_values(question: ParsedQuestion, text: str, lang: Lang) -> tuple[AnswerValue, ...]:
    """The spans of `text` that could answer `asked`, without those that are in the question."""
    match question.kind:
        case QuestionKind.WHEN:
            return tuple(_dated(question, text))
        case QuestionKind.NUMBER:
            return tuple(_counted(question, text, lang))
        case _:
            return tuple(_named(question, text, lang))


def fits_unit(question: ParsedQuestion, value: AnswerValue) -> bool:
    """Whether `value` is in the asked unit: people for 何人, a year for "what year"."""
    if value.date is not None:
        part = {"year": value.date.year, "month": value.date.month, "day": value.date.day}.get(question.unit, 0)
        return part is not None
    if value.quantity is not None:
        counted = {value.quantity.unit, value.quantity.noun}
        return question.unit in counted or (
            not question.unit and bool(question.focus) and question.focus.rstrip("s") in counted
        )
    if question.kind is QuestionKind.WHICH:
        return bool(question.focus) and question.focus in fold(value.text)
    return value.sort == _SORT_OF.get(question.kind, value.sort)


def excludes_unit(question: ParsedQuestion, value: AnswerValue) -> bool:
    """Whether `value` is certainly in another unit than the asked one: metres for 何人."""
    if value.quantity is None:
        return False
    asked, given = question.unit, value.quantity.unit
    if asked == MONEY:
        return given not in _CURRENCIES
    if not asked and given not in _COUNTERS and is_counted_noun(question.focus):
        # "How many packages" is not answered with 400 people.
        return True
    if not asked or not given or asked not in _CANONICAL:
        return asked != ORDINAL and given == ORDINAL
    return asked != given and not {asked, given} <= _LENGTHS_OF_TIME


def fills_slot(question: ParsedQuestion, text: str, lang: Lang) -> bool:
    """Whether `text` holds something of the asked sort that the question does not hold; True where none can be seen."""
    if question.kind not in VALUE_KINDS:
        return True
    return any(not excludes_unit(question, value) for value in answer_values(question, text, lang))


def best_value(question: ParsedQuestion, text: str, lang: Lang) -> str:
    """The words of `text` that fill the asked slot best; empty where the asked sort has no form to go by.

    In the asked unit or class before others, then nearest to what the question says.
    """
    found = [v for v in answer_values(question, text, lang) if not excludes_unit(question, v)]
    if question.kind is QuestionKind.WHICH:
        found = [v for v in found if fits_unit(question, v)]
    elif question.kind not in VALUE_KINDS and question.kind is not QuestionKind.NAMED:
        return ""
    if not found:
        return ""
    places = _places_of(question, text)
    people = question.kind is QuestionKind.WHO and lang != JA
    return min(
        found,
        # A person has two names in English: `the Calabrian doctor Aloysius Lilius`.
        key=lambda v: (not fits_unit(question, v), people and " " not in v.text, _away(v, places), v.start),
    ).text


def _away(value: AnswerValue, places: Sequence[int]) -> int:
    return min((abs(place - value.start) for place in places), default=0)


def _places_of(question: ParsedQuestion, text: str) -> list[int]:
    """Where words of the question stand in `text`; its names aside, which stand far from what is said of them."""
    asked = [word for word in _WORDS.findall(fold(question.text)) if len(word) > 3] if question.lang != JA else []
    if question.lang == JA:
        asked = [
            u.surface for u in japanese_units(question.text) if u.pos[0] in ("名詞", "動詞") and len(u.surface) > 1
        ]
    folded = text.lower()
    return [m.start() for word in asked for m in re.finditer(re.escape(word.lower()), folded)]


_SORT_OF: Final = {QuestionKind.WHO: "agent", QuestionKind.WHERE: "place"}
_COUNTERS: Final = frozenset(["", "item", "kind", "case", "machine", "long", "flat", "book", "place"])
"""Units that count whatever there is: 1500個 may be packages."""
_CURRENCIES: Final = frozenset("JPY USD EUR GBP CNY KRW".split())
_LENGTHS_OF_TIME: Final = frozenset(["s", "month", "age"])


def _dated(question: ParsedQuestion, text: str) -> list[AnswerValue]:
    found = [
        AnswerValue(text=text[d.start : d.end], start=d.start, end=d.end, date=d)
        for d in dates(text)
        if not any(_is_asked_date(known, d) for known in question.dates)
    ]
    asked = fold(question.text)
    found += [
        AnswerValue(text=m[0], start=m.start(), end=m.end())
        for m in _TIME.finditer(text)
        if fold(m[0]) not in asked and not any(v.start < m.end() and m.start() < v.end for v in found)
    ]
    return sorted(found, key=lambda value: value.start)


_TIME: Final = lazy_pattern(
    r"[一-龥々ァ-ヴー]{1,8}(?:時代|年代|世紀|王朝)(?:[初前中後末]期|末|初頭|後半|前半)?|[一-龥ァ-ヴー]{1,4}紀(?![元念行要律州])"
    r"|(?:[一-龥]{1,6}|\d+)(?:年間|年末|年始|年後|年前|月末|日後|日前|週間後|か月後|ヶ月後|曜日?|時半)"
    r"|(?:[一-龥]{1,6}|\d+)時(?=\d|[にごか頃、。]|から|まで)"
    r"|(?<!\d)\d{1,4}年(?!間)(?:頃|ごろ)?|(?:毎|翌|同|前|当)(?:年|月|日|週|朝)|[一-龥]{0,4}(?:戦前|戦後|戦中)"
    r"|[春夏秋冬]季?(?=[にのから、。・]|頃|ごろ)|梅雨|[早晩初仲真]?[春夏秋冬](?:[期先頃])"
    r"|(?:早朝|未明|明け方|夕方|深夜|昼間|夜間|正午|午前|午後)"
    r"|(?:[一-龥]{1,6}|[ァ-ヴー]{2,8})(?:の日|以後|以降|以来|末期|初期|中期|後期)"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b\d{1,2}(?::\d\d)?\s?(?:am|pm|a\.m\.|p\.m\.)"
    r"|\b(?:in|during|until|by|of|since|the|early|late|mid)[ -](?:spring|summer|autumn|winter)\b"
    r"|\b(?:in|during|until|by|of|since|the|early|late|mid)[ -](?:[\w-]+\s)?"
    r"(?:age|era|period|dynasty|centur(?:y|ies)|times)\b"
    r"|\b(?:noon|midnight|dawn|dusk|easter|christmas)\b|\b\d{1,4}\s(?:AD|CE)\b|\b(?:AD|c\.|ca\.)\s?\d{1,4}\b"
    r"|\b\w+\s(?:years?|months?|weeks?|days?)\s(?:later|ago|after|before|earlier)\b",
    re.IGNORECASE,
)
"""Times that are no dates: 江戸時代, 翌年, in winter, three years later."""


def _is_asked_date(known: DateMention, found: DateMention) -> bool:
    """Whether `found` adds nothing to the question's own date."""
    return (found.year, found.month or known.month, found.day or known.day) == (known.year, known.month, known.day)


def _counted(question: ParsedQuestion, text: str, lang: Lang) -> list[AnswerValue]:
    known = {(q.value, q.unit) for q in question.quantities}
    found = [
        AnswerValue(text=text[q.start : q.end], start=q.start, end=q.end, quantity=q)
        for q in quantities(text)
        if (q.value, q.unit) not in known and not _is_version(question, text, q) and not _is_label(question, text, q)
    ]
    if question.unit == "person" and lang == JA:
        # 何人 also asks for a nation: ポルトガル人.
        found += [v for v in _named(question, text, lang) if v.text.endswith("人")]
    elif question.unit and question.unit not in _CANONICAL:
        # A counter that is no unit: 第一章, 40話.
        counted = re.finditer(rf"第?[\d〇一二三四五六七八九十百千数]+{re.escape(question.unit)}", text)
        found += [AnswerValue(text=m[0], start=m.start(), end=m.end()) for m in counted if m[0] not in question.text]
    if question.focus in _SPANS:
        found += _dated(question, text)
    return sorted(found, key=lambda value: value.start)


_LABELS: Final = re.compile(r"(?:号[機館棟線室車]?|番[地館線]|丁目|条|項)")


def _is_label(question: ParsedQuestion, text: str, found: Quantity) -> bool:
    """Whether a number names one of several, as 2号機 does; none where the question asks for such a number."""
    behind = _LABELS.match(text, found.end)
    return behind is not None and behind[0] not in question.text


def _is_version(question: ParsedQuestion, text: str, found: Quantity) -> bool:
    """Whether a number without a unit belongs to a name: the question's own `Debian 1.2`, or another `Debian 2.1`."""
    if found.unit or found.noun:
        return False
    return text[found.start : found.end] in question.text or _NAME_BEFORE.search(text[: found.start]) is not None


_NAME_BEFORE: Final = re.compile(r"(?<![A-Za-z])[A-Z][A-Za-z+#]{2,}[ -]$")
_CANONICAL: Final = frozenset(unit for unit, _, _ in UNITS.values()) | {ORDINAL}
_SPANS: Final = frozenset(["期間", "duration"])
"""A span of time is as often said with dates: 5月から7月まで."""
_WORDS: Final = re.compile(r"\w+")


def _named(question: ParsedQuestion, text: str, lang: Lang) -> list[AnswerValue]:
    question_text = fold(question.text)
    return [
        value
        for value in (_ja_names(text) if lang == JA else _en_names(text))
        if fold(value.text) not in question_text
        and not _all_words_in(fold(value.text), question_text)
        and not value.text.startswith(("何", "誰"))
    ]


def _all_words_in(name: str, question_text: str) -> bool:
    words = _WORDS.findall(name)
    return name.isascii() and all(re.search(rf"\b{re.escape(word)}\b", question_text) for word in words)


@lru_cache(maxsize=4096)
def _en_names(text: str) -> tuple[AnswerValue, ...]:
    return tuple(
        AnswerValue(text=n.text, start=n.start, end=n.end, sort=_en_sort(n.text, text[max(0, n.start - 16) : n.start]))
        for n in names(text, EN)
    )


_BEFORE_PLACE: Final = re.compile(r"\b(?:in|at|near|from|to|into|outside|around|across)\s(?:the\s)?$", re.IGNORECASE)
_PLACE_WORD: Final = re.compile(
    r"\b(?:city|county|river|lake|mountains?|island|states?|republic|kingdom|street|square|park|valley|province|district"
    r"|university|college|school|bay|sea|ocean|coast|north|south|east|west)\b",
    re.IGNORECASE,
)


def _en_sort(name: str, before: str) -> str:
    return "place" if _BEFORE_PLACE.search(before) or _PLACE_WORD.search(name) else "agent"


@lru_cache(maxsize=4096)
def _ja_names(text: str) -> tuple[AnswerValue, ...]:
    """What can answer who and where: names by their form, and noun phrases in which the dictionary knows a name
    (徳川家康 has no outward sign) or which end like someone who acts, or a place.
    """
    found = [AnswerValue(text=n.text, start=n.start, end=n.end) for n in names(text, JA)]
    for run in _noun_phrases(text):
        sort = _ja_sort(run)
        start, end = run[0].start, run[-1].end
        if sort is None or any(v.start < start and end <= v.end for v in found):
            continue
        found = [v for v in found if not (start <= v.start and v.end <= end)]
        found.append(AnswerValue(text=text[start:end], start=start, end=end, sort=sort))
    return tuple(sorted(found, key=lambda value: value.start))


def _noun_phrases(text: str) -> Iterator[list[Morpheme]]:
    run: list[Morpheme] = []
    for unit in japanese_units(text):
        if (is_nominal(unit) or unit.surface in ("・", "＝")) and unit.pos[0] != "代名詞":
            run.append(unit)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _ja_sort(run: Sequence[Morpheme]) -> str | None:
    """`place`, `agent`, empty for a name of any sort, None for what is neither a name nor someone nor a place."""
    last = run[-1].surface
    if last.endswith(_PLACES) or (last.endswith(_PLACE_NAMES) and any(u.pos[1] == "固有名詞" for u in run)):
        return "place"
    if last.endswith(_AGENTS):
        return "agent"
    known = {u.pos[2] for u in run if u.pos[1] == "固有名詞"}
    if known == {"地名"}:
        return "place"
    if known == {"人名"}:
        return "agent"
    return "" if known or any(u.unknown and len(u.surface) > 1 for u in run) else None


_AGENTS: Final = tuple("者 人 家 官 員 団 会 社 側 庁 局 軍 族 派 省 党 王 帝 氏 大統領 首相 天皇".split())
_PLACES: Final = tuple("国 所 地 域 帯 海 州 地方 部 室 場 店 園 館 院 校 市 県 町 村 島 湖 港 駅 半球 大陸".split())
"""Last characters of common nouns for those who act and for places: 消防団, 緩衝地帯."""
_PLACE_NAMES: Final = tuple("山 川 都 府 道 区 寺 城".split())
