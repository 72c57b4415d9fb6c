"""The subject that only the title gives: `The rotor diameter is 18 metres` on a page whose title names one thing.

In: a `FrameSource` and a `MeasuredSite` whose own words name nothing. Out: a slot of the name in the title, with the
common noun of the sentence (`the turbine`, 1号機), or None: where the measured thing may be anything's (a default, a
limit), where a heading names something else, where the title names none or several. Fails closed.
"""

import re
from functools import lru_cache
from typing import Final

from tadori.judge.frames.frame import FrameSource
from tadori.judge.frames.quantity_measures import known_measures, name_key
from tadori.judge.frames.quantity_site import MeasuredSite
from tadori.judge.frames.quantity_subject import SECTION_HEADING, is_identifier, is_member
from tadori.model.frame import FrameSlot, SlotPlace
from tadori.model.ids import EN, JA, Lang
from tadori.text.japanese_topic import is_nominal, is_open_word, japanese_units
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names
from tadori.text.stem import stem
from tadori.text.tokens import terms

_ANYBODYS: Final = frozenset(
    """default maximum minimum size timeout interval delay period dose frequency age distance duration speed
    temperature price salary number limit value growth term range width thickness""".split()
)
"""Measured things that many things of one page have: the title alone does not say whose."""
_OF_BUILT_THINGS: Final = frozenset(
    ["height", "length", "elevation", "depth", "floor area", "site area", "cost", "volume", "weight", "diameter",
     "main span", "circumference", "rooms", "floors"]
)  # fmt: skip
"""A page about a country, a party or a person gives these of other things: of its highest mountain, of its offices."""
_BUILT: Final = lazy_pattern(
    r"(?:ダム|橋|塔|タワー|城|ビル|トンネル|スタジアム|発電所?|駅|空港|船|山|岳|湖|博物館|美術館|図書館|ホール|球場|鉄道|線|川)$"
    r"|\b(?:Bridge|Tower|Dam|Castle|Building|Tunnel|Stadium|Station|Airport|Cathedral|Museum|Library|Hall|Arena|Lake"
    r"|Lighthouse|Mount|River|Railway|Canal|Line|Viaduct|Aqueduct|Monument|Center|Centre)\b"
)
_SHARED: Final = lazy_pattern(r"(?:あたり|当たり|当り|につき)|\b(?:per|each|every)\b")
_SITE_NAME: Final = lazy_pattern(r"\s[-|–—·»]\s|\s?[|｜]\s?")
_UNIT_NAME: Final = lazy_pattern(r"[kMGT]?Wh?|[kMGT]i?B|MHz|GHz|USD|EUR|GBP|km|[A-Z][a-z]+day|[A-Z]{1,2}")
_KIND_BEHIND: Final = lazy_pattern(
    r"(?P<kind>(?:\s[a-z]+(?<![^aeiou]ed)(?<!ing)(?<!s))?\s[a-z]+(?<![^aeiou]ed)(?<!ing))(?=$|:|,)"
)
"""`Tarnwell explosion`: the noun behind a name is part of it."""
_YEAR_BEFORE: Final = lazy_pattern(r"(?:1[89]|20)\d\d\s(?=[A-Z])")
_MONTH: Final = lazy_pattern(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)\b.*"
)
_TITLE_NOUN: Final = lazy_pattern(r"(?:the|this|our)\s(?P<noun>(?:[a-z][\w-]*\s){0,1}?[a-z][\w-]*)", re.IGNORECASE)
_TITLE_END: Final = lazy_pattern(r"[、。「」『』（）()｜|：:―–—!！?？]|\s")
_DOCUMENT_WORDS: Final = lazy_pattern(
    "(?:の?(?:概要|年報|管理年報|報告書|測定報告書|報告|会議録|議事録|実証事業|事業|計画|管理|ご案内|案内|一覧|資料|データ|沿革|歴史|とは|について|紹介|公式サイト|ホームページ"
    "|基本情報|仕様|由来))+$"
)
_LONGEST_OPEN: Final = 3
"""Characters of 当館, 本学会: a longer phrase that opens so says more."""
_DESIGNATED: Final = lazy_pattern(
    r"(?:第?[\d０-９一二三四五六七八九十]+号[機館棟炉線車]|第[\d一二三四五六七八九十]+\w{1,4})"
)
_JA_THINGS: Final = lazy_pattern(
    "[一-龥々ァ-ヴー]{2,12}(?:市|県|町|村|大学|高校|銀行|病院|空港|駅|川|山|島|湖|橋|城|寺|神社|研究所|鉄道|線|ダム|美術館|博物館|図書館|公園|塔|タワー|トンネル|発電所|ホール|港|社|噴火|地震)"
)


def topical_slot(source: FrameSource, site: MeasuredSite) -> FrameSlot | None:
    """The thing that the title names, as the subject of a value whose sentence names none."""
    if _is_anybodys(site.key) or source.subject or not _is_specific(source, site):
        return None
    name = topic_name(source.title, source.lang)
    noun = _common_noun(source, site.subject, name)
    if noun is None or not _is_alone(source, name) or _is_class(noun, source.title):
        return None
    if site.key & _OF_BUILT_THINGS and not (_BUILT.search(name) or _DESIGNATED.fullmatch(noun)):
        return None
    if not name:
        name = _kind_in_title(source.title) if source.lang == JA and _DESIGNATED.fullmatch(noun) else ""
        if not name:
            return None
    joined = name if not noun or noun in name or noun.lower() in name.lower().split() else _joined(name, noun, source)
    key = name_key(joined)
    return FrameSlot(words=joined, key=key, place=SlotPlace.TITLE) if key else None


def titled_slot(source: FrameSource, key: frozenset[str]) -> FrameSlot | None:
    """The thing that the title names, for a line of a table that gives this measured thing of it."""
    name = topic_name(source.title, source.lang)
    if not name or source.subject or _is_anybodys(key) or not _is_alone(source, name):
        return None
    if key & _OF_BUILT_THINGS and not _BUILT.search(name):
        return None
    return FrameSlot(words=name, key=name_key(name), place=SlotPlace.TITLE) if name_key(name) else None


def _is_anybodys(key: frozenset[str]) -> bool:
    """A limit is anybody's by itself; the maximum depth is the depth's."""
    return bool(key & (_ANYBODYS if key - _EXTREMES <= _ANYBODYS else _ANYBODYS - _EXTREMES))


_EXTREMES: Final = frozenset(["maximum", "minimum"])


@lru_cache(maxsize=4096)
def topic_name(title: str, lang: Lang) -> str:
    """The one name that a title holds; empty where it holds none, or several."""
    plain = " ".join(title.split())
    if not plain or len(plain) > 160:
        return ""
    return _japanese_name(plain) if lang == JA and not plain.isascii() else _english_name(plain)


def _is_specific(source: FrameSource, site: MeasuredSite) -> bool:
    """A known measured thing, or one with a unit and a name of its own; not a share of something, nor a part."""
    known = bool(site.key & frozenset(one.name for one in known_measures()))
    if site.partial or _SHARED.search(source.text, site.clause[0], site.value.end):
        return False
    return known or (bool(site.value.quantity.unit) and site.subject is None)


def _is_class(noun: str, title: str) -> bool:
    """`Dams of Sund` speaks of many dams."""
    return bool(noun) and any(
        word != noun and stem(word) == stem(noun) for word in re.findall(r"[a-z]+", title.lower())
    )


def _english_name(title: str) -> str:
    first = _SITE_NAME.split(title, maxsplit=1)[0]
    found = [
        one.text for one in names(first, EN) if not _UNIT_NAME.fullmatch(one.text) and not _MONTH.fullmatch(one.text)
    ]
    distinct = list(dict.fromkeys(found))
    if len(distinct) != 1 or distinct[0].isupper():
        return ""
    kind = _KIND_BEHIND.match(first, first.find(distinct[0]) + len(distinct[0]))
    year = _YEAR_BEFORE.match(first) if kind else None  # `2018 Orme mayoral election`
    return (year[0] if year else "") + distinct[0] + (kind["kind"] if kind else "")


def _japanese_name(title: str) -> str:
    lead = _TITLE_END.split(title, maxsplit=1)[0]
    units = japanese_units(lead)
    end = 0
    for unit in units:
        if not (is_nominal(unit) or unit.surface in ("の", "・")):
            break
        end = unit.end
    core = _DOCUMENT_WORDS.sub("", lead[:end]).rstrip("の")
    if not 2 <= len(core) <= 30 or is_open_word(core):
        return ""
    inside = [unit for unit in units if unit.end <= len(core)]
    proper = any(unit.pos[1] == "固有名詞" for unit in inside[:1]) or _JA_THINGS.fullmatch(core) is not None
    return core.replace("の", "") if proper and not re.match(r"[\d令平昭]", core) else ""


def _kind_in_title(title: str) -> str:
    """潮流発電 of 潮流発電、据え付けから1年: what 1号機 is one of, where no name stands in the title."""
    for part in _TITLE_END.split(" ".join(title.split()))[:2]:
        core = part.partition("の")[0]
        units = japanese_units(core)
        if len(units) > 1 and len(core) >= 4 and all(is_nominal(unit) for unit in units) and core != "訂正":
            return core
    return ""


def _common_noun(source: FrameSource, span: tuple[int, int] | None, name: str) -> str | None:
    """The sentence's own noun for its subject; empty where it leaves the subject open, None where it names another."""
    words = "" if span is None else source.text[span[0] : span[1]].strip()
    if not words:
        return ""
    if source.lang == JA:
        if _BUILT.fullmatch(words) and name.endswith(words):
            return ""  # 橋の長さ on the page of 白瀬大橋
        if is_open_word(words) and len(words) <= _LONGEST_OPEN:
            return ""
        return words if _DESIGNATED.fullmatch(words) else None
    match = _TITLE_NOUN.fullmatch(words)
    return match["noun"].lower() if match and not is_member(words) else None


def _joined(name: str, noun: str, source: FrameSource) -> str:
    return f"{name}{noun}" if source.lang == JA else f"{name} {noun}"


def _is_alone(source: FrameSource, name: str) -> bool:
    """Whether no heading above the sentence names a thing beside the title's."""
    known = frozenset(terms(f"{source.title} {name}"))
    for heading in source.headings:
        plain = " ".join(heading.split())
        if not plain or SECTION_HEADING.fullmatch(plain) or frozenset(terms(plain)) <= known:
            continue
        if is_identifier(plain) or _names_another(plain, source.lang, known):
            return False
    return True


def _names_another(heading: str, lang: Lang, known: frozenset[str]) -> bool:
    if lang == JA:
        return any(unit.pos[1] == "固有名詞" and unit.surface not in known for unit in japanese_units(heading)
                   if not re.match(r"令和|平成|昭和", unit.surface))  # fmt: skip
    return any(not frozenset(terms(one.text)) <= known for one in names(f"of {heading}", EN)[1:]) or bool(
        re.search(r"[a-z]\s[A-Z]", heading)
    )
