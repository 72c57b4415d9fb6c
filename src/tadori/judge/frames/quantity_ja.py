"""Finds the values of a Japanese sentence whose measured thing is certain, by form and Sudachi's parts of speech.

In: a sentence. Out: `MeasuredSite`s. Forms: Xの高さは40メートルである, Xは高さ40メートルの塔である,
既定値は15秒です, Xには3つの端子がある, Xは974個のパッケージから構成される, パッケージは974個ある.
A value in any other form gives no site.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from tadori.judge.frames.quantity_ja_verbs import VERB_FORMS_JA, core_of_measure, people_joining
from tadori.judge.frames.quantity_measures import (
    content_key,
    counted_measure,
    measure_key,
    measure_named,
    measure_words,
)
from tadori.judge.frames.quantity_site import MeasuredSite
from tadori.judge.frames.quantity_values import ReadValue, stated_values
from tadori.text.dates import dates
from tadori.text.japanese_topic import JapaneseTopic, is_nominal, japanese_topics, japanese_units
from tadori.text.lazy_pattern import lazy_pattern

Span = tuple[int, int]

_LEAD: Final = (
    r"(?:約|およそ|おおよそ|ほぼ|概ね|おおむね|合計で?|総計で?|全部で|計|わずか|少なくとも|最低でも|最大で?|最高で?"
    r"|平均で?|推定で?|総額で?|延べ|現在|時速|時給|月額|年額|大人|一般|1回|1日|も|\s)*(?:US)?[$¥€£]?"
)
_DATED: Final = r"(?:[^、。はがをに]{0,20}?(?:年度?|月|日|時点|現在|末)(?:に|で|の|には|、)?\s?)?"
"""A date may stand before the value: 人口は2019年に約275万人."""
_IS: Final = lazy_pattern(
    r"\s?(?:駅|点|章|巻|条|列|曲|話|棟|基)?(?:以上|以下|未満|超|程度|ほど|前後|余り|弱|強|ずつ)?\s?(?:です|である|だ(?!け)|であ|であり|で(?!き)|だっ|とな|に達|に及|を数え|に上|にのぼ|に設定|に制限|に限|とさ|と定"
    r"|と規定|[。、）)（(]|$)"
)
_PREDICATE_NOUN: Final = lazy_pattern(
    r"の[^、。はがをにへとや（）()]{1,24}?(?:です|である|だ(?!け)|であり|で、|でし|だっ|。|、|$)"
)
_EXAMPLE: Final = lazy_pattern(
    r"\s*(?:例えば|たとえば|もし|仮に|例[：:])|.{0,40}(?:場合|とき|すると|(?<!よ)れば|たら)(?:に|は|には)?、"
)
_COUNTED_BEHIND: Final = lazy_pattern(
    r"(?:点|曲|話|棟|基|隻|両|頭|羽|軒|株|項目|科目)?(?:\s?(?:以上|以下|未満|程度|ほど|前後|余り))?\s?の\s?(?!み[をが])(?P<counted>[^、。はがをに「」（）()\d]{1,24}?)\s?"
    r"(?:が(?:[^、。はがを]{0,8}?)(?:あ[りるっ]|存在|い[るまたて]|含まれ|収録|用意|登録|設置|置かれ)"
    r"|を(?P<verb>持[つちっ]|有[すし]|含[むみん]|備え|収録|提供|擁[しす]|収容|定義|サポート|もつ|もち|抱え|要求|必要と|所蔵|収蔵|保有|所有|運営|展示|搭載|展開)"
    r"|から(?P<made>成|な[りる]|構成)|で(?:構成|成)|が(?P<come>訪れ|来場|来館|参加))"
)
_COUNTED_BEFORE: Final = lazy_pattern(
    rf"(?P<counted>[^、。はがをにの「」（）()\d]{{1,20}})(?:の数|の総数|数)?(?:は|が)\s?{_LEAD}$"
)
_NUMBER_OF: Final = lazy_pattern(
    rf"(?P<counted>[^、。はがをに「」（）()\d]{{2,20}}?)(?:の数|の総数|総数|(?<![定人回件点多少複指係関変整小奇偶枚本個])数)(?:は|が)\s?{_LEAD}$"
)
_EXISTS: Final = lazy_pattern(
    r"\s?(?:以上|以下|未満|程度|ほど|余り)?(?:あ[りるっ]|存在|含まれ|収録され|い[るまた]|登録されて)"
)
_PLACE: Final = lazy_pattern(
    r"(?:(?:また|なお|さらに|現在|しかし)、?)?(?P<place>[^、。はが]{1,40}?)(?:には|では|に|で)、?"
)
_SAID_BY: Final = lazy_pattern(r"[^、。はが]{1,30}(?:によると|によれば|では)、(?=[^、。]{1,30}(?:に|で)は)")
_NO_PLACE: Final = lazy_pattern(
    r"\d\s?(?:年|月|日|人|名|個|議席|社|歳)|(?:時点|調査|統計|発表|当時|現在|頃|時代|世紀|場合|結果|一方)$"
)
_CLAUSE_BREAK: Final = lazy_pattern(
    r"(?:[しりてきみびちえれけせめず]|だが|るが|たが|すが|ため|ので|から|(?<=[ルmn円人個年日％%本台名件冊枚回])で)、"
)
_CHANGE: Final = lazy_pattern(
    r"(?:増加|減少|増え|減[りっ]|増し|上昇|下落|低下|上が|下が|短縮|延長され|追加|多[くい]|少な[くい]|高[くい]|低[くい]|長[くい]|短[くい]|ごと|毎|おき|後|前(?!後)|間隔|目|以内|ずつ|分の|あたり|当たり|につき)"
)
_CHANGE_NOUN: Final = lazy_pattern(r"(?:増加|減少|上昇|低下|変化|差)(?:は|が|量は|率は)?$")
_SUBSET_BEFORE: Final = lazy_pattern(r"(?:のうち|うち|そのうち|中で?|内)、?\s?(?:約)?$")


_MODS: Final = "(?:総|最大|最小|最高|最低|平均|推定|推奨|年間|合計|全|最長|既定の|デフォルトの)?"


def japanese_sites(text: str) -> list[MeasuredSite]:
    """The sites of `text`."""
    values = stated_values(text)
    if not values or _EXAMPLE.match(text):
        return []
    found = []
    for value in values:
        site = None if _is_change(text, value) else next(_readings(text, value), None)
        if site is not None:
            found.append(site)
    return found


def _is_change(text: str, value: ReadValue) -> bool:
    """40人増加した, 3日ごと, うち5人: no level of anything."""
    before = text[: value.start].rstrip()
    if _SUBSET_BEFORE.search(before) or _CHANGE_NOUN.search(before):
        return True
    return _CHANGE.match(text, value.end) is not None


def _readings(text: str, value: ReadValue) -> Iterator[MeasuredSite]:
    for reader in (_measured, _plain_measure, _spent, _holds, _made_of, _counted_behind, _number_of, _counted_before):
        site = reader(text, value)
        if site is not None:
            yield site
    for form in VERB_FORMS_JA:
        said = form(text, value)
        if said is None:
            continue
        clear, subject = (True, said.subject) if said.subject else _owner(text, said.before, genitive=said.genitive)
        if clear:
            found = _site(text, value, said.asked, said.key, subject, taken=said.taken)
            if found is not None:
                yield found


@cache
def _measure_pattern() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<mods>{_MODS}?)"
        rf"(?P<noun>{measure_words('japanese')})(?:（[^（）]{{1,30}}）|\([^()]{{1,30}}\))?\s?(?P<mark>は|が|も|[：:]|、)?、?\s?{_DATED}{_LEAD}$"
    )


def _measured(text: str, value: ReadValue) -> MeasuredSite | None:
    """Xの高さは40メートルである, Xは高さ40メートルの塔である."""
    match = _measure_pattern().search(text, max(0, value.start - 60), value.start)
    if match is None or not _starts_word(text, match.start("noun") if not match["mods"] else match.start("mods")):
        return None
    known = measure_named(match["noun"], value.quantity.unit)
    if known is None or not (_IS.match(text, value.end) or _is_predicate(text, value, match)):
        return None
    asked = match.span("noun")
    first = match.start("mods") if match["mods"] else asked[0]
    first = next((date.start for date in dates(text) if date.end == first and date.start), first)  # Xの2023年度予算
    clear, subject = _owner(text, first, genitive=True)
    if not clear:
        return None
    noun = _PREDICATE_NOUN.match(text, value.end)
    taken = (match.span("mods"), noun.span() if noun else match.span("mods"))
    return _site(text, value, asked, measure_key(known, match["mods"]), subject, taken=taken)


def _plain_measure(text: str, value: ReadValue) -> MeasuredSite | None:
    """オルン彗星の公転周期は76年である: a measured thing that no table knows."""
    if not value.quantity.unit or not _IS.match(text, value.end):
        return None
    bare = _bare_measure(text, value)
    if bare is not None:
        return _site(text, value, bare, content_key(text[bare[0] : bare[1]]), None)
    for topic in japanese_topics(text):
        at = topic.words.rfind("の")
        start = topic.start + at + 1
        if topic.particle != "は" or at <= 0 or not _MARKED.fullmatch(text, topic.end, value.start):
            continue
        if not _is_noun(text, start, topic.end) or topic.words[at + 1 :] in _NO_MEASURES:
            continue
        owner = _without_leading_date(text, (topic.start, start - 1))
        return _site(text, value, (start, topic.end), content_key(core_of_measure(topic.words[at + 1 :])), owner)
    return None


def _bare_measure(text: str, value: ReadValue) -> Span | None:
    """最大流速は毎秒4メートル, at the beginning of a sentence: the thing it is of is left open."""
    match = _BARE.match(text)
    if match is None or not _MARKED.fullmatch(text, match.end("noun"), value.start):
        return None
    return match.span("noun") if _is_noun(text, *match.span("noun")) else None


_BARE: Final = lazy_pattern(
    r"(?P<noun>[一-龥ァ-ヴー]{2,10}(?:量|率|高|長|費|額|面積|容量|出力|直径|流速|水深|半径|重量|径))(?=は)"
)
_MARKED: Final = lazy_pattern(rf"\s?は、?\s?{_DATED}{_LEAD}")
_NO_MEASURES: Final = frozenset("数 総数 うち 中 一部 多く 半分 場合 例 結果 目的 原因 差 違い 増加 減少".split())


def _is_predicate(text: str, value: ReadValue, match: re.Match[str]) -> bool:
    return match["mark"] in (None, "、") and _PREDICATE_NOUN.match(text, value.end) is not None


def _without_leading_date(text: str, span: Span) -> Span:
    """令和元年度の横浜市 without its year."""
    for date in dates(text):
        if date.start == span[0]:
            behind = re.compile("(?:時点|現在|末)?の?").match(text, date.end)
            return (behind.end() if behind else date.end), span[1]
        if span[0] < date.start and span[1] == date.end and text[date.start - 1] == "の":
            return span[0], date.start - 1
    return span


def _starts_word(text: str, at: int) -> bool:
    """Whether a word begins here: 人口 in 昼間人口 is another thing than 人口."""
    if at == 0 or text[at - 1] in "のはがも、。 　（(「:：・は，,":
        return True
    if text[at - 1] in "年度月" and any(date.end == at for date in dates(text)):
        return True  # 2023年度予算
    return text[at - 1] in "でにをとたる"


def _counted_behind(text: str, value: ReadValue) -> MeasuredSite | None:
    """Xには3つの端子がある, Xは974個のパッケージから構成される."""
    match = _COUNTED_BEHIND.match(text, value.end)
    if match is None or value.quantity.unit or (match["come"] == "参加" and people_joining(text, value)):
        return None
    known = counted_measure(match["counted"])
    if not _is_noun(text, *match.span("counted"), led=True):
        return None
    key = content_key(match["counted"]) if known is None else measure_key(known, "")
    if match["verb"] in ("所蔵", "収蔵") and match["counted"] in (
        "作品",
        "資料",
        "美術品",
        "収蔵品",
        "コレクション",
        "品",
    ):
        key = frozenset(["holdings"])
    if match["verb"] and match["verb"][:2] in ("収容", "サポ", "要求", "必要"):
        key |= frozenset([match["verb"][:2]])
    maximal = value.quantity.bound == "at_most" and match["verb"] is not None
    key |= frozenset(["maximum"]) if maximal else frozenset()
    lead = re.search(rf"{_LEAD}$", text[: value.start])
    clear, subject = _owner(text, lead.start() if lead else value.start, genitive=False)
    if not clear:
        return None
    return _site(
        text, value, match.span("counted"), key, subject, taken=((match.end("counted"), match.end()),), maximal=maximal
    )


def _holds(text: str, value: ReadValue) -> MeasuredSite | None:
    """Xは2,000人を収容できる, 年間4万人が訪れる."""
    match = _HOLDS.match(text, value.end)
    if match is None or value.quantity.unit:
        return None
    lead = re.search(rf"(?:年間|毎年)?{_LEAD}$", text[: value.start])
    clear, subject = _owner(text, lead.start() if lead else value.start, genitive=False)
    if not clear:
        return None
    kinds = ("hold", "capacity"), ("live", "population"), ("dead", "deaths"), ("hurt", "injured"), ("come", "visitors")
    key = frozenset(name for group, name in kinds if match[group])
    maximal = value.quantity.bound == "at_most" and match["hold"] is not None
    return _site(text, value, match.span("said"), key, subject, taken=(match.span(),), maximal=maximal)


_HOLDS: Final = lazy_pattern(
    r"(?:以上|程度|ほど|余り)?(?:の(?:観客|来館者|来場者|観光客|客|人々|乗客|住民|人|兵士|市民|民間人|労働者|作業員|乗員乗客|学生|児童|子ども))?"
    r"(?P<said>(?P<hold>を収容|収容)|が(?:(?P<come>訪れ|来館|来場)|(?P<live>暮ら|住ん|住む|居住)|(?P<dead>死亡|亡くな|犠牲|命を落と)|(?P<hurt>負傷|けが|怪我)))"
    r"[^、。]{0,12}"
)


def _spent(text: str, value: ReadValue) -> MeasuredSite | None:
    """白瀬大橋の建設には49億円がかかった."""
    match = _BUILDING.search(text, 0, value.start)
    paid = _PAID.match(text, value.end)
    if match is None or paid is None or value.quantity.unit != "yen":
        return None
    span = _phrase(text, match.start())
    if span is None:
        return None
    return _site(text, value, match.span("work"), frozenset(["cost"]), span, taken=(match.span(), paid.span()))


_BUILDING: Final = lazy_pattern(rf"の(?P<work>建設|整備|建造|工事|架設)(?:に|には|費用に|費用には)、?{_LEAD}$")
_PAID: Final = lazy_pattern("(?:が|を)(?:かか|掛か|要し|投じ|投入|費や)[^、。]{0,6}")


def _made_of(text: str, value: ReadValue) -> MeasuredSite | None:
    """条約は14条からなる, 14駅を有する: the counter is what is counted."""
    match = _MADE_OF.match(text, value.end) or _COUNTER_KEPT.match(text, value.start)
    if match is None or value.quantity.unit or (value.end - value.start > 12):
        return None
    clear, subject = _owner(text, value.start, genitive=False)
    if not clear or subject is None:
        return None
    return _site(text, value, match.span("counted"), content_key(match["counted"]), subject, taken=(match.span(),))


_COUNTER_KEPT: Final = lazy_pattern(
    r"[\d,.万億千百]+\s?(?P<counted>店舗|校|駅|社|世帯|議席|支店|拠点|路線|言語|か国)を(?:展開|運営|有[すし]|持[つちっ]|保有|所有|擁)[^、。]{0,8}"
)
_MADE_OF: Final = lazy_pattern(
    r"(?P<counted>[一-龥ァ-ヴー]{1,6})(?:から(?:成|な[りる]|構成)|を(?:有[すし]|持[つちっ]|備え)|で構成|が(?:あ[りる]|存在))[^、。]{0,8}"
)


def _number_of(text: str, value: ReadValue) -> MeasuredSite | None:
    """Xのパッケージの数は974個である."""
    match = _NUMBER_OF.search(text, max(0, value.start - 50), value.start)
    if match is None or value.quantity.unit or not _IS.match(text, value.end):
        return None
    start, end = match.span("counted")
    start = max(start, text.rfind("の", start, end) + 1 if text.rfind("の", start, end) >= 0 else start)
    if not _is_noun(text, start, end):
        return None
    clear, subject = _owner(text, start, genitive=True)
    return _site(text, value, (start, end), content_key(text[start:end]), subject) if clear else None


def _counted_before(text: str, value: ReadValue) -> MeasuredSite | None:
    """Xにはパッケージが974個ある."""
    match = _COUNTED_BEFORE.search(text, max(0, value.start - 40), value.start)
    if match is None or value.quantity.unit or not _EXISTS.match(text, value.end):
        return None
    clear, subject = _owner(text, match.start("counted"), genitive=True)
    if not clear or subject is None or not _is_noun(text, *match.span("counted")):
        return None
    return _site(text, value, match.span("counted"), content_key(match["counted"]), subject)


def _is_noun(text: str, start: int, end: int, *, led: bool = False) -> bool:
    """Whether these words are a plain noun phrase that no clause narrows: not 日本に拠点を置く企業."""
    units = [unit for unit in japanese_units(text) if start <= unit.start and unit.end <= end]
    if not units or (units[0].start != start and text[start:end].strip() != text[units[0].start : end].strip()):
        return False
    if not all(
        is_nominal(unit) or unit.pos[0] in ("空白", "連体詞", "補助記号") or unit.surface == "の" for unit in units
    ):
        return False
    return led or start == 0 or text[start - 1] in "のはがも、。 　（(「にで"


def _site(
    text: str,
    value: ReadValue,
    asked: Span,
    key: frozenset[str],
    subject: Span | None,
    *,
    taken: tuple[Span, ...] = (),
    maximal: bool = False,
) -> MeasuredSite | None:
    if not key:
        return None
    first = min(asked[0], value.start)
    breaks = [match.end() for match in _CLAUSE_BREAK.finditer(text, 0, first)]
    # 堤高は96.5メートル、堤頂長は …: behind another value a new clause begins
    breaks += [
        match.end()
        for one in stated_values(text)
        if one.end < first and (match := _VALUE_ENDS.match(text, one.end)) and match.end() <= first
    ]
    breaks.sort()
    end = re.compile("[、。；;（(]|\n").search(text, max(value.end, asked[1]))
    start, stop = breaks[-1] if breaks else 0, end.start() if end else len(text)
    aside = subject is not None and start < subject[0] and text[subject[0] - 1] not in "、。はがのにでも 　「（("
    aside = aside and not any(subject is not None and date.end == subject[0] for date in dates(text))
    if aside and subject is not None:  # 1937年に完成した鳴門橋は: the year is not the length's
        start = subject[0]
    return MeasuredSite(
        value=value, asked=asked, key=key, subject=subject, clause=(start, stop), taken=taken, maximal=maximal,
        aside=aside,
    )  # fmt: skip


_VALUE_ENDS: Final = lazy_pattern("(?:の[^、。はがをに]{1,10})?(?:で|であり|で、かつ)、|、")


def _owner(text: str, before: int, *, genitive: bool) -> tuple[bool, Span | None]:
    """Whether the subject is clear, and where it stands: Xの before the measured thing, or the sentence's topic."""
    if genitive and text[:before].endswith("の"):
        span = _phrase(text, before - 1)
        if span is None:
            return False, None
        rest = _without_leading_date(text, span)
        return True, rest if rest[0] < rest[1] else None  # 2018年度の来館者数: of what is left open
    topics = [
        topic for topic in japanese_topics(text) if topic.end <= before and topic.particle in ("は", "とは", "も")
    ]
    if topics:
        return _topic_span(text, topics[-1])
    said = _SAID_BY.match(text[:before])
    place = _PLACE.match(text[:before], said.end() if said else 0)
    if place is not None:
        own = _without_leading_date(text, place.span("place"))
        span = None if own[0] >= own[1] or _NO_PLACE.search(text[own[0] : own[1]]) else _phrase(text, own[1])
        span = _without_leading_date(text, span) if span else None
        return (True, span) if span and span[0] == own[0] else (False, None)
    others = [topic for topic in japanese_topics(text) if topic.end <= before]
    return (not others, None)


def _topic_span(text: str, topic: JapaneseTopic) -> tuple[bool, Span | None]:
    if _topic_is_measure(topic.words):
        return True, None  # 堤高は96.5メートル、堤頂長は284メートル: both are of what is left open
    owned = re.compile(rf"の{_MODS}(?:{measure_words('japanese')})$").search(text, topic.start, topic.end)
    end = owned.start() if owned else topic.end  # Xの面積は…、水深は…: both are of X
    span = _without_leading_date(text, (topic.start, end))
    return True, span if span[0] < span[1] else None


def _topic_is_measure(words: str) -> bool:
    return bool(_BARE.fullmatch(f"{words}は", 0, len(words)) or _measure_alone().fullmatch(words))


@cache
def _measure_alone() -> re.Pattern[str]:
    return re.compile(rf"{_MODS}(?:{measure_words('japanese')})")


def _phrase(text: str, end: int) -> Span | None:
    """The noun phrase that ends at `end`: nouns, names with marks inside, and nouns before の."""
    units = [unit for unit in japanese_units(text) if unit.end <= end]
    if not units or units[-1].end != end:
        return None
    at = len(units) - 1
    if units[at].pos[1] == "括弧閉":
        return None  # a phrase that ends in a bracket is not read
    last = at
    while at >= 0 and (is_nominal(units[at]) or (units[at].surface in "の・＝=-/&+_.@ " and 0 < at < last + 1)):
        at -= 1
    first = at + 1
    while first <= last and not is_nominal(units[first]):
        first += 1
    return (units[first].start, units[last].end) if first <= last else None
