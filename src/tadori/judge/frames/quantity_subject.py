"""Who or what a value belongs to: the words of the sentence, its resolved subject, or a heading that names it.

In: a `FrameSource` and the span of the subject's words, or none where the sentence leaves it open. Out: a slot, or
None: a common noun (`the package`, `this PEP`, 本書) is only taken where a heading or the title gives its name, and
what is said of any or of some member of a class (`a table`, `each node`) has no subject at all. Fails closed.
"""

import re
from typing import Final

from tadori.judge.frames.frame import FrameSource
from tadori.judge.frames.quantity_measures import content_key, name_key
from tadori.model.frame import FrameSlot, SlotPlace
from tadori.model.ids import EN, JA
from tadori.text.japanese_topic import is_open_word, japanese_units
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names
from tadori.text.stem import stem

_ARTICLE: Final = lazy_pattern(r"(?:the|a|an)\s", re.IGNORECASE)
_ANY: Final = lazy_pattern(
    r"(?:a|an|each|every|any|some|most|many|several|few|all|no|another|other|such|both|either|neither|one|two|three|those"
    r"|these|different|various|certain|typical|other|another|you|we|i|he|she|they|it|his|her|their|its|my|our|your|what|who"
    r"|there|here|nobody|everyone|which|that|whose)\b",
    re.IGNORECASE,
)
_ONE_NAMED: Final = lazy_pattern(r"an?\s[A-Z]")
"""`an Orn file`: what is said of any of them is said of the kind, and its name says which."""
_THIS: Final = lazy_pattern(r"(?:the|this|our)\s(?:[a-z][\w-]*\s){0,2}?(?P<noun>[a-zA-Z][\w-]*)$", re.IGNORECASE)
_MEMBER: Final = lazy_pattern(
    r"\b(?:\w+est|most|least|first|second|third|last|next|single|other|new|old|former|main|original|current|average)\b",
    re.IGNORECASE,
)
"""`the deadliest tornado` of a page about an outbreak: one of several."""
_TECHNICAL: Final = lazy_pattern(
    r"[`'\"“]?(?:--?[a-z][\w-]*|[A-Za-z][\w]*(?:[_.:/-][\w]+)+(?:\(\d?\))?|[a-z][\w-]*\(\d?\)|[a-z]+[A-Z]\w*|[A-Z]{2,}[A-Z0-9_]*"
    r"|[A-Z][a-z]+(?:[A-Z][a-z]+)+|[a-z]+\d\w*)[`'\"”]?"
)
SECTION_HEADING: Final = lazy_pattern(
    r"(?:[\dA-Z]{1,2}(?:\.\d+)*\.?\s+)?(?:overview|description|notes?|examples?|introduction|usage|synopsis|options|parameters|"
    r"details?|summary|background|remarks?|references?|see\salso|history|general|contents|abstract|preface|notes?\son\s\w+"
    r"|return\svalues?|tip|warning|caution|important|注|警告|ヒント|arguments|values?|settings|configuration|features|specification|rationale|limitations?|status|"
    r"statistics|facts|key\sfacts|main\sdata|key\sdata|key\sfigures|dimensions|technical\sspecifications|at\sa\sglance|geography|demographics|economy|characteristics|technical\sdata|"
    r"概要|説明|例|使用例|はじめに|序文|注意|備考|補足|詳細|参照|関連項目|歴史|目次|設定|特徴|仕様|統計|地理|人口|引数|オプション|書式|解説|沿革|基本情報|データ|諸元|主要諸元|設備|規模|実績)",
    re.IGNORECASE,
)
_GENERIC: Final = frozenset(
    map(
        stem,
        """package command program function parameter option variable directive module class method file document page
    article manual section chapter library tool utility setting attribute element field flag service daemon
    system server book guide specification standard protocol language api interface type statement operator
    extension project company city town village river lake mountain bridge tower building dam museum school
    university station airport country island stadium ship film song album novel game team club hospital park
    temple castle church library line railway waterfall institute college area region state province district
    township parish bank fund agency council road tunnel canal street festival law act bill treaty report survey
    study""".split(),
    )
)
_PLACES: Final = frozenset(
    map(stem, """city town village township borough municipality parish county district""".split())
)
"""The title of a page about a place seldom says which of these it is."""
_KINDS: Final = frozenset(
    """API APIs URL URI PEP RFC CPU GPU OS UI GUI CLI ID DB SDK IDE PC CD DVD DSO CGI SQL HTML XML JSON EP LP CDP
    CEO NGO ROM RAM BIOS TLS SSL""".split()
)
"""Abbreviations of common nouns: they name a kind of thing, not a thing."""
_OFFICES: Final = frozenset(
    """Company Board Government State City President Council Committee Court Congress Senate House Party Union Bank
    Church County Department Ministry Minister Duke King Queen Emperor University College School Society
    Association Club""".split()
)
"""Common nouns that are written with a capital where one of them is meant."""
_NAMELESS: Final = frozenset(
    """section chapter page document article manual book guide file following above below default value number list
    table example result first second last""".split()
)
_CUT: Final = lazy_pattern(r"\s?(?:[–—―|:：]|\s-\s|\()")
_LONGEST_HEADING: Final = 60
_LONGEST_SUBJECT: Final = 90


def subject_slot(source: FrameSource, span: tuple[int, int] | None, *, listed: bool = False) -> FrameSlot | None:
    """The subject at `span` of the sentence (None: it is left open), or None where nothing names it for sure.

    `listed`: a line of a form or list, or a measure of places, of which the title is the subject; other prose goes on
    about anything.
    """
    if source.subject and (span is None or _covers(source, span)):
        return _slot(source.subject, SlotPlace.RESOLVED, source) if _names_something(source.subject, source) else None
    if span is None:
        return _headed(source, "", technical=not listed)
    words = source.text[span[0] : span[1]].strip().strip("\"“”'`")
    if not words or len(words) > _LONGEST_SUBJECT:
        return None
    if source.lang == JA and _POINTED.search(source.text, 0, span[0]):
        return None  # このDebianリリース: which one stands before
    article = _ARTICLE.match(words)
    bare = words[article.end() :] if article else words
    led = "The " if source.text[max(0, span[0] - 4) : span[0]].lower() == "the " else ""
    if _names_something(words, source) or (led and _names_something(led + words, source)):
        start = span[0] + source.text[span[0] : span[1]].find(bare)
        return _slot(bare, SlotPlace.SENTENCE, source, start)
    if source.lang == JA:
        return _headed(source, words) if is_open_word(words) else None
    common = _THIS.fullmatch(words)
    return _headed(source, common["noun"]) if common and not _MEMBER.search(words) else None


def is_identifier(words: str) -> bool:
    """Whether the words are one technical term: `--jobs`, checkpoint_timeout, MaxClients."""
    return _TECHNICAL.fullmatch(words) is not None


def is_member(words: str) -> bool:
    """`the largest tower`, `the second bridge`: one of several."""
    return _MEMBER.search(words) is not None


def _covers(source: FrameSource, span: tuple[int, int]) -> bool:
    return source.subject_start < span[1] and span[0] < source.subject_end


def _slot(words: str, place: SlotPlace, source: FrameSource, start: int = 0) -> FrameSlot | None:
    key = name_key(_ARTICLE.sub("", words, count=1))
    if not key:
        return None
    if words.startswith("-"):  # `--jobs` is another option in every program
        key |= name_key(source.title)
    end = start + len(words) if place is SlotPlace.SENTENCE else 0
    return FrameSlot(words=words, key=key, place=place, start=start if end else 0, end=end)


def _names_something(words: str, source: FrameSource) -> bool:
    """Whether `words` hold a name or a technical term, and speak of one thing."""
    if source.lang == JA:
        return _names_in_japanese(words)
    if (_ANY.match(words) and not _ONE_NAMED.match(words)) or re.search(
        r"\b(?:and|or|that|which|who|if|when|as|by|given|half|part|parts|rest|most|some|number|use)\b", words
    ):
        return False
    bare = _ARTICLE.sub("", words, count=1)
    if re.match(r"this\b", words, re.IGNORECASE) or bare in _KINDS:
        return False  # `this PEP`, `the API`: which one stands above
    if _TECHNICAL.search(bare):
        return True
    opens = source.text.lstrip().startswith(words)
    if bare != words and " " not in bare and stem(bare.lower()) in _GENERIC:  # `the Institute`
        return False
    # behind an article a capital is a name's, at the beginning of a phrase it may be the sentence's
    found = [name for name in names(words, EN) if not set(name.text.split()) <= _OFFICES]
    return any(not opens or name.start > 0 or _is_sure(name.text) for name in found)


def _is_sure(name: str) -> bool:
    """A capital at the beginning of a sentence is no name by itself: a plural is a common noun (`Packages have`)."""
    return " " in name or not re.fullmatch(r"[A-Z][a-z]+s", name)


_JA_PART: Final = lazy_pattern(
    "(?:ほとんど|一部|多く|大半|うち|など|等|大部分|半数|たち|達|ら|以外|ごと|全般|直前|直後|当時|以前|以後|以降|時代|前後|初頭|時点|頃|中)$"
)
_JA_AMOUNT: Final = lazy_pattern(r"\d\s?(?:人|名|個|社|議席|年|月|日|件|歳)(?!\w)|以上|以下|時点|調査$")
_POINTED: Final = lazy_pattern(r"(?:この|その|あの|どの|各|同|両|他の|ほかの|これらの|それらの)\s?$")
_JA_KINDS: Final = (
    "市|県|府|都|区|町|村|郡|大学|高校|銀行|新聞|病院|空港|駅|川|山|島|湖|橋|城|寺|神社|研究所|協会|鉄道|線|条約|法|ダム|美術館|博物館|図書館|公園"
    "|社|祭|塔|タワー|トンネル|発電所|ホール|港|峠|岬|滝|海峡"
    "|学校|小学校|中学校|学園|学院|幼稚園|保育園|まつり|祭り|フェスティバル|大会|選挙|選|ストライキ|争議|デモ|水害|洪水|豪雨|地震|噴火|津波|火災|事故"
    "|事件|台風|岳|峰|高原|湿原|平野|盆地|渓谷|半島|海岸|運河|街道|道路|高速道路|大橋|遺跡|古墳|鉱山|炭鉱|油田|工場|製作所|計器|電機|製鉄|商店|商会|工業"
    "|産業|建設|組合|農協|生協|財団|学会|楽団|管弦楽団|交響楽団|合唱団|劇団|球団|球場|スタジアム|競技場|体育館|動物園|水族館|植物園|資料館|記念館|文庫|劇場"
    "|条例|規則|協定|憲章|基金|試験|治験|調査団|ワクチン|衛星|探査機|望遠鏡|号|丸|彗星|小惑星|賞|展|酒|焼|牛|米|チーズ|味噌|茶"
)
"""What a name in kanji ends in that no dictionary knows."""
KIND_NAMED_JA: Final = rf"[ぁ-ん]{{0,4}}[一-龥々ァ-ヴーA-Za-z\d-]{{2,12}}?(?:{_JA_KINDS})"
_ANY_KIND_JA: Final = lazy_pattern(
    "(?:[市町村県国都府区公私州]立|中央|地方|公共|一般|国際|全国|民間|大手|地元|主要|近隣|当該|最高|最大|最小|臨床|原子力|火力|水力|風力|高速|自動車|交通|航空"
    "|新|旧|同|本|当|各|小|大|高等|専門|総合|近代|現代|歴史)+"
)
"""What stands before a kind without making a name of it: 市立図書館, 臨床試験."""
_PLAIN_KINDS: Final = lazy_pattern(
    ".*(?:試験|治験|事故|事件|工場|発電所|道路|条例|規則|選挙|選|号|社|法|基金|展|賞|火災|地震|洪水|豪雨|台風|デモ|酒|牛|米|茶|建設|工業|産業|組合)"
)
"""Kinds that common nouns are often put before: 死亡事故, 化学工場."""


def is_kind_named(words: str, *, titled: bool) -> bool:
    """Whether a Japanese phrase is a name by its form: 棘野美術館, 芦丘学校. `titled`: a title names it as well."""
    match = re.fullmatch(KIND_NAMED_JA, words)
    if match is None or _ANY_KIND_JA.fullmatch(re.sub(rf"(?:{_JA_KINDS})$", "", words)) or is_open_word(words):
        return False
    units = japanese_units(words)
    if any(unit.pos[1] == "固有名詞" or unit.unknown for unit in units[:1]):
        return True
    if titled and re.search(r"\d{1,4}号$", words):
        return True
    broken = any(len(unit.surface) == 1 and re.match("[一-龥々]", unit.surface) for unit in units[:-1])
    return (broken or titled) and not _PLAIN_KINDS.fullmatch(words)


_JA_ANY: Final = lazy_pattern(
    "(?:各|ある|どの|すべて|全て|多く|一部|いくつ|複数|他の|ほか|それぞれ|これら|それら|私|我々|あなた|ユーザ)"
)


def _names_in_japanese(words: str) -> bool:
    """A proper noun, a Latin term, or katakana beside other words; not これ, not 各社."""
    if is_open_word(words) or _JA_ANY.match(words) or _JA_PART.search(words) or _JA_AMOUNT.search(words):
        return False
    units = japanese_units(words)
    if any(
        unit.pos[1] == "固有名詞" or unit.unknown or re.search("[A-Za-z]{2,}|[「『]", unit.surface) for unit in units
    ):
        return True
    if _ANY_KIND_JA.fullmatch(re.sub(rf"(?:{_JA_KINDS})(?:の.*)?$", "", words)):
        return False
    return re.fullmatch(rf"(?:{KIND_NAMED_JA})(?:の.*)?", words) is not None


def _headed(source: FrameSource, noun: str, *, technical: bool = False) -> FrameSlot | None:
    """The heading or title that names the subject: the nearest that is no mere section (`Notes`, 概要)."""
    places = [*((one, SlotPlace.HEADING) for one in reversed(source.headings)), (source.title, SlotPlace.TITLE)]
    for words, place in places:
        plain = " ".join(words.split())
        if not plain or (SECTION_HEADING.fullmatch(plain) and not technical):
            continue
        name = _named_by(plain, noun, source)
        if technical and not _TECHNICAL.fullmatch(name):
            return None
        return _slot(name, place, source) if name else None
    return None


def _named_by(heading: str, noun: str, source: FrameSource) -> str:
    """The name in a heading, where it is one: short, no question, no sentence, and of the kind that `noun` says."""
    core = _CUT.split(heading, maxsplit=1)[0].strip()
    if not core or len(core) > _LONGEST_HEADING or re.search(r"[?？!。]", heading):
        return ""
    core = re.sub(
        r"^(?:(?:chapter\s|part\s)\d+\.?|[\dA-Z]{1,2}(?:\.\d+)+\.?|\d{1,2}\.|第[\d一二三四五六七八九十]+[章節])\s+",
        "",
        core,
        flags=re.IGNORECASE,
    )
    core = re.sub(r"\s?(?:¶|\uf0c1|#|(?i:directive|ディレクティブ)(?:\s¶)?)+$", "", core).strip()
    if noun and noun.lower() in re.findall(r"\w+", core.lower()):  # `Releases` names the class, not `this release`
        inside = [name.text for name in names(f"of {core}", EN) if noun.lower() in name.text.lower().split()]
        if len(inside) == 1 and " " in inside[0] and source.lang != JA:
            return inside[0]  # `A short guide to the Clean Rivers Act`
        return core if _has_more(core, noun) else ""
    if noun and (stem(noun.lower()) not in _GENERIC or noun.lower() in _NAMELESS):
        return ""
    if _TECHNICAL.fullmatch(core):
        return core
    if noun and source.lang != JA and stem(noun.lower()) not in _PLACES:
        return ""
    return core if _is_name(core, source) else ""


def _has_more(core: str, noun: str) -> bool:
    others = content_key(core) - content_key(noun)
    return bool(others) and (any(name.text != noun for name in names(core, EN)) or _TECHNICAL.search(core) is not None)


def _is_name(core: str, source: FrameSource) -> bool:
    """Every word is part of a name: a heading such as `Configuring the kernel` names no thing."""
    if source.lang == JA:
        units = [unit for unit in japanese_units(core) if unit.pos[0] not in ("空白", "補助記号")]
        return 0 < len(units) <= 3 and any(unit.pos[1] == "固有名詞" for unit in units)
    if re.fullmatch(r"[A-Z][\w'’. -]{1,30}, [A-Z][\w'’. -]{1,30}(?:, [A-Z][\w'’. -]{1,30})?", core):  # Cuba, Illinois
        return True
    words = re.findall(r"[A-Za-z][\w'’.-]*", core)
    capitals = [word for word in words if word[0].isupper() or word in ("of", "the", "and", "de", "la")]
    return 0 < len(words) == len(capitals) <= 5 and not re.search(r"(?:ing|tion|ments?|s)$", words[-1])
