"""Reads dated events out of Japanese sentences: 大阪鉄道は1901年に設立された。 橋が開通したのは1911年である。

In: a `FrameSource`. Out: readings, each with the event, the span of what it happened to and the date that is bound to
it. Between a date and its event no other predicate may stand; 以来, まで, から make a bound of it. Spans become slots
in `event.py`.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from tadori.judge.frames.event_bindings import EventReading
from tadori.judge.frames.event_words import WITH_OBJECT, KnownEvent, japanese_events, known_events
from tadori.judge.frames.frame import FrameSource
from tadori.text.dates import DateMention, dates, same_date
from tadori.text.japanese_topic import JapaneseTopic, japanese_topics, japanese_units
from tadori.text.lazy_pattern import lazy_pattern

_REACH: Final = 60
"""Characters between a date and its event."""
_NOTE: Final = lazy_pattern("(?:[（(〈][^（）()〈〉]{1,30}[）)〉])?")
_AFTER_DATE: Final = lazy_pattern(
    "(?P<about>頃|ごろ|ころ)?(?P<particle>には|にも|に|、|の(?=[春夏秋冬]に)|の?(?:初め|初頭|はじめ|末|半ば|後半|前半|春|夏|秋|冬)に(?:は)?|)(?:[春夏秋冬]に)?、?"
)
_STATED: Final = (
    "(?P<voice>され(?:た|、|て|ている|ました)|られた|した|し、|して(?:いる|おり|、)|しており|しました|いたしました|致しました|られました|を受けた|をした|となった|となる|が行われ"
    "|(?=[。、）)・]|$))"
)
_BORN_END: Final = "(?P<voice>(?:た|、|ました|る)|(?=の|で|[。、）)]|$))"
_PLAIN_VERBS: Final = frozenset("よっ より 因り おけ おい 於い とっ つい".split())
_ONE_WAY: Final = frozenset(
    "生まれ 誕生 生誕 死去 死亡 死没 没し 没した 亡くな 逝去 他界 病没 病死 戦死 崩御 薨去 創業 結成"
    " 開業 開通 開館 開園 開校 開店 開場 開港 開局 再開業 再開館 再開園 閉館 閉園 閉校 閉店 廃業 廃線"
    " 廃駅 閉山 完成 竣工 落成 施行 発効 就役 退役 進水 解散 合併 休刊 廃刊 改称 改名 当選 就任 辞任"
    " 退任 引退 結婚 即位 戴冠 独立 発生 勃発 放送開始 終了 終結 沈没 陥落 倒壊"
    " 崩落 焼失 成立 最後の噴火 着陸 上陸 初飛行 優勝 降伏 退位 卒業 加盟 加入".split()
)
"""Stems whose active form needs no object: 開業した."""
_CLEFT: Final = "(?:された|した|られた|を受けた|った|た)のは、?"
_BOUND: Final = lazy_pattern(
    "以来|以降|以後|以前|から|より|まで|までに|間|代に入|前|後|現在|時点|当時|[-–~〜～]|・|と(?!し)|や|または|もしくは|毎年|度"
)
_RANGE: Final = frozenset("-–~〜～・からや")
_RELATIVE_END: Final = lazy_pattern("[^、。「」の]{1,24}(?:である|です|だ|であり|で、|。|だった|であった|$)")
_PERSON: Final = lazy_pattern(
    "(?:家|者|人|手|師|員|士|官|優|王|皇|帝|后|妃|僧|将|卿|監督|選手|教授|大臣|天皇|武将|大名|作曲家|アナウンサー|タレント|アーティスト"
    "|ミュージシャン|ピアニスト|ギタリスト|ライター|デザイナー|モデル|プロデューサー|エンジニア)(?:。|である|であ|で、|です|、|・|だ|兼|$)"
)
_LIFE: Final = lazy_pattern("[（(](?P<inside>[^（）()]{4,160}(?:[（(][^（）()]{0,40}[）)][^（）()]{0,80}){0,4})[）)]")
_DASH: Final = lazy_pattern(
    "[\\s]*(?:[〈（(][^〈〉（）()]{0,40}[〉）)])?\\s*[-–—~〜～－−]\\s*(?:[〈（(][^〈〉（）()]{0,20}[〉）)])?\\s*"
)


_KANA_STEMS: Final = frozenset("生まれ 亡くな 没し 没した 取り壊 戦われ 始ま 終わ 建てられ 描かれ 開かれ".split())
"""Stems that are no verbal nouns: they are followed by their own endings."""


@cache
def _event_pattern() -> re.Pattern[str]:
    stems = sorted(japanese_events(), key=lambda stem: (-len(stem), stem))
    rest = "|".join(stem for stem in stems if stem not in _KANA_STEMS)
    return re.compile(
        f"(?<!再)(?<!未)(?P<stem>{rest}){_STATED}|(?P<birth>生まれ){_BORN_END.replace('voice', 'birth_voice')}"
        "|(?P<death>亡くなっ|没した|没し|取り壊され|戦われ|建てられ|描かれ|開かれ|始まっ|終わっ"
        "|(?:亡くな|始ま|終わ)り(?=まし))(?P<death_voice>た|て|、|まし|)"
    )


def japanese_events_in(source: FrameSource) -> Iterator[EventReading]:
    """The dated events that `source` states."""
    text = source.text
    when = _without_repeats(text, dates(text))
    if not when:
        return
    yield from _lives(text, when)
    yield from _clefts(source, when)
    for at, date in enumerate(when):
        limit = when[at + 1].start if at + 1 < len(when) else len(text)
        found = _after(source, date, limit)
        if found is not None:
            yield found


def _without_repeats(text: str, when: Sequence[DateMention]) -> list[DateMention]:
    """The dates without one that only repeats another in brackets: 1901年（明治34年）."""
    kept: list[DateMention] = []
    for date in when:
        repeated = (
            kept and text[kept[-1].end : date.start] in ("（", "(", "〈") and same_date(kept[-1], date) == "agree"
        )
        if not repeated:
            kept.append(date)
    return kept


def _after(source: FrameSource, date: DateMention, limit: int) -> EventReading | None:
    """The event that follows a date in its clause."""
    text = source.text
    note = _NOTE.match(text, date.end)
    at = note.end() if note else date.end
    if _BOUND.match(text, at) or text[: date.start].rstrip()[-1:] in _RANGE:
        return None
    lead = _AFTER_DATE.match(text, at)
    begin = lead.end() if lead else at
    found = _event_pattern().search(text, begin, min(limit, begin + _REACH, len(text)))
    if found is None or not _is_plain(text[begin : found.start()]):
        return None
    # 2007年建築管理法: the year is part of a name. 1901年設立 is stated right behind it.
    if (begin == at and found.start() > begin) or _in_quotes(text, found.start()):
        return None
    stem = found["stem"] or found["birth"] or found["death"]
    event = _event_of(stem)
    passive = (found["voice"] or "").startswith(("され", "られ")) or stem in (
        "取り壊され",
        "戦われ",
        "建てられ",
        "描かれ",
        "開かれ",
    )
    nominal = not (found["voice"] or found["birth_voice"] or found["death_voice"])
    done_to = _object_before(text, date, found.start(), begin)
    if done_to is None and not passive and not nominal and stem not in _ONE_WAY and found["stem"]:
        return None
    became = _BECAME.search(text, begin, found.start()) if event.name in _WITH_GOAL else None
    if event.name in WITH_OBJECT and done_to is None and became is None and event.name not in ("married", "won"):
        return None
    subject = _subject(source, date, found, (begin, found.start()))
    if subject == _NOBODY:
        return None
    if done_to is not None and passive:
        done_to = None
    scope = tuple(match.span("place") for match in _PLACE.finditer(text, begin, found.start()) if event.placed)
    return EventReading(
        event=event,
        verb=(found.start(), found.start() + len(stem)),
        subject=subject,
        date=date,
        done_to=done_to,
        complement=became.span("goal") if became else None,
        about=bool(lead and lead["about"]),
        scope=scope,
    )


_PLACE: Final = lazy_pattern(
    "(?P<place>[一-龥ァ-ヴー々A-Za-z0-9・]{1,20}(?=で(?!き)|では|として|向け|版)(?:として|向け|版)?)"
)
_WITH_GOAL: Final = frozenset(["appointed", "elected", "designated", "renamed", "joined", "crowned"])
_BECAME: Final = lazy_pattern(
    r"(?P<goal>(?:[「『][^「」『』]{1,40}[」』]|[一-龥ァ-ヴー々A-Za-z0-9・]|の){2,30})(?:に|として|と)$"
)
_NOBODY: Final = (-1, -1)


def _in_quotes(text: str, at: int) -> bool:
    return text.count("「", 0, at) > text.count("」", 0, at) or text.count("『", 0, at) > text.count("』", 0, at)


def _event_of(stem: str) -> KnownEvent:
    known = japanese_events()
    return known.get(stem) or known[next(key for key in known if stem.startswith(key))]


def _is_plain(between: str) -> bool:
    """Whether no other predicate stands between a date and its event."""
    if _ANOTHER_TIME.search(between):
        return False
    units = japanese_units(between) if between else ()
    for at, unit in enumerate(units):
        as_what = unit.surface == "し" and at > 0 and units[at - 1].surface == "と"  # として
        if unit.pos[0] == "動詞" and unit.surface not in _PLAIN_VERBS and not as_what:
            return False
        if unit.pos[0] == "助動詞" and unit.surface not in ("な", "で"):
            return False
    return True


_ANOTHER_TIME: Final = lazy_pattern("[。：]|[同翌前]年|[0-9０-９]+[月日年]|から|まで|後に|以来")
_OBJECT: Final = lazy_pattern(
    "(?P<object>(?:[「『][^「」『』]{1,40}[」』]|[一-龥ァ-ヴー々A-Za-z0-9・＝.\\-]|の(?!は)){1,40})\\s?を"
)


def _object_before(text: str, date: DateMention, end: int, begin: int) -> tuple[int, int] | None:
    """The object of the event between the date and the verb, or right before the date: Xを1901年に設立した."""
    last = None
    for match in _OBJECT.finditer(text, begin, end):
        last = match.span("object")
    if last is None:
        head = _OBJECT_END.search(text, max(0, date.start - 44), date.start)
        last = head.span("object") if head else None
    return last


_OBJECT_END: Final = lazy_pattern(
    "(?P<object>(?:[「『][^「」『』]{1,40}[」』]|[一-龥ァ-ヴー々A-Za-z0-9・＝.\\-]|の(?!は)){1,40})\\s?を[、\\s]?$"
)


def _subject(
    source: FrameSource, date: DateMention, found: re.Match[str], between: tuple[int, int]
) -> tuple[int, int] | None:
    """The span of the subject; None where the sentence leaves it out, `_NOBODY` where it is uncertain."""
    text = source.text
    topics = japanese_topics(text)
    inside = [topic for topic in topics if between[0] <= topic.start and topic.end < found.start()]
    if inside:
        return (inside[-1].start, inside[-1].end) if inside[-1].particle == "が" or len(inside) == 1 else _NOBODY
    before = [topic for topic in topics if topic.end <= date.start]
    opening = _open_bracket(text, date.start)
    if opening is not None:  # Ａ（1988年生まれ）: of the noun before the bracket
        own = next((topic for topic in topics if topic.end == len(text[:opening].rstrip())), None)
        return (own.start, own.end) if own else _NOBODY
    behind = found.end()
    if text[behind - 1 : behind] == "た" and behind < len(text) and text[behind] not in "。、）)」』がの":
        return _of_relative(text, topics, before, behind)
    topical = [topic for topic in before if topic.particle in ("は", "とは")]
    if before and before[-1].particle == "が" and _same_clause(text, before[-1].end, date.start):
        return before[-1].start, before[-1].end
    if topical and any(topic.particle == "が" and topic.start > topical[-1].end for topic in before):
        return _NOBODY
    if topical:
        return topical[-1].start, topical[-1].end
    if before:
        return _NOBODY
    return None if source.subject and source.subject_start <= date.start else _NOBODY


def _open_bracket(text: str, at: int) -> int | None:
    """Where the bracket opens that is still open at `at`."""
    opening = max(text.rfind(mark, 0, at) for mark in "（(")
    closing = max(text.rfind(mark, 0, at) for mark in "）)")
    return opening if opening > closing else None


def _of_relative(
    text: str, topics: Sequence[JapaneseTopic], before: Sequence[JapaneseTopic], behind: int
) -> tuple[int, int] | None:
    """1901年に設立された東京電力は: the noun behind. 〜は1901年に設立された会社である: the topic before."""
    own = next((topic for topic in topics if topic.start == behind), None)
    if own is not None:
        return own.start, own.end
    topical = [topic for topic in before if topic.particle in ("は", "とは")]
    if topical and _RELATIVE_END.match(text, behind) and len(before) == len(topical) == 1:
        return topical[-1].start, topical[-1].end
    return _NOBODY


def _same_clause(text: str, start: int, end: int) -> bool:
    """Whether no comma and no verb stand between: 彼が去った後、1999年に結成された."""
    between = text[start:end].strip("、")
    return "、" not in between and _is_plain(between.removeprefix("が"))


def _clefts(source: FrameSource, when: Sequence[DateMention]) -> Iterator[EventReading]:
    """橋が開通したのは1911年である。"""
    text = source.text
    for match in re.finditer(f"(?P<stem>{'|'.join(japanese_events())}){_CLEFT}", text):
        date = next((one for one in when if one.start == match.end()), None)
        before = [topic for topic in japanese_topics(text) if topic.end <= match.start("stem")]
        if date is None or not before or _BOUND.match(text, date.end):
            continue
        goal = _event_of(match["stem"]).name in _WITH_GOAL
        became = _BECAME.search(text, before[-1].end + 1, match.start("stem")) if goal else None
        yield EventReading(
            event=_event_of(match["stem"]),
            verb=match.span("stem"),
            subject=(before[-1].start, before[-1].end),
            date=date,
            complement=became.span("goal") if became else None,
        )


def _lives(text: str, when: Sequence[DateMention]) -> Iterator[EventReading]:
    """夏目漱石（なつめ そうせき、1867年2月9日 - 1916年12月9日）は、日本の小説家。"""
    bracket = _LIFE.search(text)
    if (
        bracket is None
        or not text[bracket.end() : bracket.end() + 2].startswith("は")
        or _PERSON.search(text, bracket.end()) is None
    ):
        return
    head = text[: bracket.start()].strip()
    inside = [date for date in when if bracket.start() < date.start and date.end <= bracket.end()]
    if not inside or not 1 < len(head) <= 30 or "、" in head or inside[0].year is None:
        return
    subject = (bracket.start() - len(text[: bracket.start()].lstrip()), len(text[: bracket.start()].rstrip()))
    subject = (max(0, subject[0]), subject[1])
    dash = _DASH.match(text, inside[0].end)
    if dash is None:
        return
    yield EventReading(
        event=known_events()["born"], verb=(inside[0].start, inside[0].end), subject=subject, date=inside[0], aside=True
    )
    if len(inside) == 2 and dash.end() == inside[1].start and inside[1].year is not None:
        yield EventReading(
            event=known_events()["died"],
            verb=(inside[1].start, inside[1].end),
            subject=subject,
            date=inside[1],
            aside=True,
        )
