"""Finds the companies, people, cities and laws that a Japanese sentence mentions: what 同社, 彼 or 同市 can stand for.

In: a sentence and what is looked for. Out: the spans of every mention of that kind. Rivals count: whatever may be one
is given, so that two make the reference uncertain.
"""

import re
from collections.abc import Iterator
from typing import Final

from tadori.text.japanese import Morpheme
from tadori.text.japanese_rivals import presented_ja
from tadori.text.japanese_topic import JapaneseTopic, is_nominal, is_open_word, japanese_topics, japanese_units
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.subject_types import OpenSubject

_COMPANY_WORDS: Final = (
    "製鋼|鋼業|海運|汽船|商船|電子|光学|精機|精工|製粉|製糖|製油|飲料|書店|新聞社|放送|出版|運輸|建設|食品|化学|製鉄|鉄鋼|電気|通信|物産|商会|酒造|印刷|製紙|石油|ガス|不動産|保険|百貨店|醸造|水産"
    "|造船|重工|薬品|製菓|運送|物流|倉庫|交通|観光|興業|産業|商店|工務店|エナジー|テクノロジー|紡績|電鉄|鉄道"
    "|株式会社|有限会社|合同会社|ホールディングス|グループ|製作所|銀行|電力|自動車|電機|製薬|商事|航空|工業|証券|生命|乳業"
)
_IS_COMPANY: Final = lazy_pattern(
    "(?:会社|企業|メーカー|大手|事業者|銀行|チェーン|ベンダー|出版社|商社|航空)(?:である|です|だった|であった|だ|で、|。|、|の(?:ひと|一)つ)"
)
_COMPANY_NAME: Final = lazy_pattern(
    rf"^(?:株式会社|有限会社|合同会社)|(?:{_COMPANY_WORDS})$|[^会本各他自同子支当両公]社$"
)
_COMPANY_ACTS: Final = lazy_pattern("(?:発表|買収|販売|製造|展開|運営|開発|提供|上場|出荷|生産|契約|投資|出資|創業)")


def is_company_topic(topic: JapaneseTopic, text: str) -> bool:
    if _COMPANY_NAME.search(topic.words):
        return True
    behind = text[topic.end :]
    return (
        not topic.person
        and topic.proper
        and (_IS_COMPANY.search(behind) is not None or (topic.first and _COMPANY_ACTS.search(behind) is not None))
    )


def mentions_called(text: str, opening: OpenSubject) -> Iterator[tuple[int, int]]:
    """The spans of everything in `text` that can be what 同社, 同市, 彼 or この制度 stands for."""
    if opening.noun == "氏":
        yield from _people(japanese_units(text))
        return
    if opening.noun == "社":
        yield from _companies(text)
        return
    if opening.kind == "demonstrative":
        yield from _topic_called(text, opening)
        return
    noun = {"大": "大学", "行": "銀行", "校": "学校"}.get(opening.noun, opening.noun)
    for topic in japanese_topics(text):
        if (
            topic.particle in ("は", "とは")
            and topic.plain
            and not is_open_word(topic.words)
            and re.search(
                rf"{re.escape(noun)}(?:である|です|だった|であった|だ|の(?:ひと|一)つ|。|で、)", text[topic.end :]
            )
        ):
            yield topic.start, topic.end
            return
    yield from _runs_ending(text, noun)


def _topic_called(text: str, opening: OpenSubject) -> Iterator[tuple[int, int]]:
    """The topic of `text`, where この制度 takes up its own noun or what it is said to be; その can mean another's."""
    found = japanese_topics(text)
    topics = [topic for topic in found if topic.particle in ("は", "とは")]
    if not topics and opening.words.startswith("この"):
        presented = presented_ja(text)
        topics = [presented] if presented else []
    if len(topics) != 1 or not opening.words.startswith("この") or not topics[0].plain or is_open_word(topics[0].words):
        return
    topic = topics[0]
    units = tuple(unit for unit in japanese_units(text) if topic.start <= unit.start and unit.end <= topic.end)
    if "の" in topic.words:
        return
    noun = opening.noun
    by_name = any(
        topic.words.endswith(one) and _says_more(units, topic.words, one) for one in (noun, *_SHORT_FOR.get(noun, ()))
    )
    if noun == "会社" or noun == "企業":
        by_name = is_company_topic(topic, text)
    if (by_name and len(list(_of_kind(text, topic, noun))) == 0) or (
        topic.proper and _is_said_to_be(text, topic, noun)
    ):
        yield topic.start, topic.end


_SHORT_FOR: Final = {
    "法律": ("法",),
    "路線": ("線",),
    "大学": ("大",),
    "銀行": ("行",),
    "鉄道": ("線", "電鉄"),
    "寺院": ("寺",),
}
"""What この法律 may take up besides a name that ends in 法律."""


def _of_kind(text: str, topic: JapaneseTopic, noun: str) -> Iterator[str]:
    """Other mentions of the kind behind the topic: 北浜造船に買収された."""
    if noun in ("会社", "企業"):
        for start, end in _companies(text):
            if not topic.start <= start < topic.end:
                yield text[start:end]
    for start, end in _runs_ending(text, noun):
        # What the topic is said to be is no other: …は高さ186メートルのアーチ式ダムである。
        if not topic.start <= start < topic.end and not _COPULA_END.match(text, end):
            yield text[start:end]


_COPULA_END: Final = lazy_pattern(r"(?:である|です|だった|であった|でした|だ)[。．]?\s*$")


def _is_said_to_be(text: str, topic: JapaneseTopic, noun: str) -> bool:
    """Whether the sentence ends by saying that its topic is such a thing: aptitude は…ツールです。"""
    return (
        re.search(
            rf"{re.escape(noun)}(?:である|です|だった|であった|でした|だ|の(?:ひと|一)つ(?:である|です|だ))[。．]?\s*$",
            text,
        )
        is not None
        and re.search(rf"{re.escape(noun)}", text[topic.end : len(text.rstrip()) - len(noun) - 2]) is None
    )


def _runs_ending(text: str, noun: str) -> Iterator[tuple[int, int]]:
    """Runs of nouns that end in `noun` and say more than it: 横浜市, 育児休業制度."""
    units = japanese_units(text)
    at = 0
    while at < len(units):
        if not is_nominal(units[at]):
            at += 1
            continue
        end = at
        while end < len(units) and (is_nominal(units[end]) or _joins(units, end)):
            end += 1
        start, stop = units[at].start, units[end - 1].end
        for last in range(at, end):
            if units[last].surface.endswith(noun):
                stop = units[last].end
                words = text[start:stop]
                if _says_more(units[at : last + 1], words, noun):
                    yield start, stop
                break
        at = end


def _says_more(units: tuple[Morpheme, ...], words: str, noun: str) -> bool:
    """Whether the run names one thing of the kind: 横浜市, 育児休業制度; not 新リリース, 各社, 会社."""
    if len(words) <= len(noun) or words in _NO_NAMES or is_open_word(words):
        return False
    named = any(
        unit.pos[1] == "固有名詞" or (unit.surface[:1].isascii() and unit.surface[:1].isalpha()) for unit in units
    )
    return named or (units[0].pos[0] != "接頭辞" and units[0].pos[1] != "数詞" and len(words) - len(noun) > 1)


def _joins(units: tuple[Morpheme, ...], at: int) -> bool:
    """A space between a Latin name and its noun: Debian プロジェクト."""
    return units[at].pos[0] == "空白" and at + 1 < len(units) and is_nominal(units[at + 1])


_NO_NAMES: Final = frozenset(
    "方法 手法 用法 違法 合法 憲法 司法 立法 都市 全国 各国 外国 自国 他国 国 会社 各社 他社 自社 列島 半島 学校"
    " 全校".split()
)


def _companies(text: str) -> Iterator[tuple[int, int]]:
    seen: list[tuple[int, int]] = []
    for topic in japanese_topics(text):
        if (
            (topic.proper or _COMPANY_NAME.search(topic.words))
            and not is_open_word(topic.words)
            and "の" not in topic.words
        ):
            # Any named topic is a rival, but for a person.
            if topic.person and not _COMPANY_NAME.search(topic.words):
                continue
            seen.append((topic.start, topic.end))
    for start, end in _runs_ending(text, "社"):
        if _COMPANY_NAME.search(text[start:end]):
            seen.append((start, end))
    dealing = _DEALING.search(text) is not None
    for start, end in _nominal_runs(text):
        words = text[start:end]
        # In a sentence about a deal, whatever is named may be the other side.
        if _COMPANY_NAME.search(words) or (dealing and _FOREIGN.fullmatch(words)):
            seen.append((start, end))
    yield from (
        one for one in seen if not any(other != one and other[0] <= one[0] and one[1] <= other[1] for other in seen)
    )


_DEALING: Final = lazy_pattern("買収|合併|提携|売却|譲渡|売っ|売る|買っ|出資|子会社|傘下|取引|競合")
_FOREIGN: Final = lazy_pattern(r"[ァ-ヿ・]{3,}|[A-Z][A-Za-z0-9&. ]{1,40}")


def _nominal_runs(text: str) -> Iterator[tuple[int, int]]:
    """The runs of nouns in `text`."""
    units = japanese_units(text)
    start = None
    for at, unit in enumerate(units):
        if is_nominal(unit) and start is None:
            start = at
        elif start is not None and not is_nominal(unit):
            yield units[start].start, units[at - 1].end
            start = None
    if start is not None:
        yield units[start].start, units[-1].end


def _people(units: tuple[Morpheme, ...]) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(units):
        if units[at].pos[2] != "人名" and not _title_follows(units, at):
            at += 1
            continue
        end = at
        while end < len(units) and (
            units[end].pos[2] == "人名"
            or units[end].surface in ("・", "＝")
            or (is_nominal(units[end]) and units[end].pos[1] == "固有名詞")
        ):
            end += 1
        end = max(end, at + 1)
        if end < len(units) and units[end].surface in (
            "氏",
            "さん",
            "教授",
            "社長",
            "会長",
            "首相",
            "大統領",
            "知事",
            "市長",
        ):
            end += 1
        yield units[at].start, units[end - 1].end
        at = end


def _title_follows(units: tuple[Morpheme, ...], at: int) -> bool:
    return is_nominal(units[at]) and at + 1 < len(units) and units[at + 1].surface in ("氏", "さん")
