"""Says what a title names for words that stand for it: `Version 4.0`, `The release`, `Project leader`, 当館, 本書.

In: a title and such words. Out: the name, or "" where the title does not plainly begin with one. `Ten things I wish I
had known about Kestrel` names nothing here: what a page is about must be what its title begins with. Both languages.
"""

import re
from functools import lru_cache
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern

_VERSION: Final = lazy_pattern(
    r"(?:(?:[Vv]ersion|[Rr]elease|バージョン)\s?v?(?P<number>\d+(?:\.\d+){0,3})|v?(?P<bare>\d+(?:\.\d+){1,3}))"
)
_THIS_RELEASE: Final = lazy_pattern(r"(?:new\s|latest\s)?(?:release|version)")
_GENERAL: Final = (
    r"manual|handbook|guide|documentation|reference|administrators?|administrator['’]s|users?|user['’]s|users['’]|release"
    r"|notes|FAQ|installation|developers?|history|news|changelog|changes|tutorial|overview|book|docs|project|website"
    r"|for|and|the|of|to|in|s"
)
_ONLY_GENERAL: Final = lazy_pattern(rf"(?:(?:{_GENERAL}|about|introduction|chapter|part)(?:\s|$))+", re.IGNORECASE)
_TITLED: Final = lazy_pattern(
    r"(?:(?:About|Introduction\sto|Welcome\sto|History\sof|The)\s(?:the\s)?)?(?P<name>[A-Z][\w+-]*(?:\s[A-Z][\w+-]*){0,3}?)"
    rf"(?:\s(?:version\s)?v?\d+(?:\.\d+){{0,3}})?(?:\s(?i:{_GENERAL}))*"
)
_TITLED_JA: Final = lazy_pattern(
    r"(?P<name>[A-Za-z][\w+-]*(?:\s[A-Z][\w+-]*){0,2}|[ァ-ヴー]{3,20})(?:\s?\d+(?:\.\d+){0,3})?\s?の?"
    r"(?:(?:管理者|利用者|ユーザー?|開発者|インストール|リリース)\s?の?)?"
    r"(?:マニュアル|ハンドブック|ガイド|リファレンス|ノート|歴史|手引き?|文書|説明書|プロジェクト|について|とは|入門|概要)?"
)
_TITLE_END: Final = lazy_pattern(r"\s*[(（,、|｜:：–—]|\s-\s|\s[—–]\s")
_ANNOUNCED: Final = lazy_pattern(
    r"(?P<name>[A-Z][\w+-]*(?:\s[A-Z][\w+-]*){0,2}\sv?\d+(?:\.\d+){1,3})(?=$|[\s:,])(?!\s?(?:[-–]|to\s|vs))"
)
_OPEN_JA: Final = lazy_pattern(r"(?:当|本|弊|同)(?P<kind>[一-龥ァ-ヴー]{1,6})")
_MAIN_BUILDING: Final = lazy_pattern("[別新旧分]館")
_COMPANY: Final = lazy_pattern(
    r"株式会社[一-龥々ァ-ヴーA-Za-z0-9・]{1,20}"
    r"|[一-龥々ァ-ヴーA-Za-z0-9・]{1,20}(?:株式会社|社(?![一-龥]))"
)
_BOOK: Final = lazy_pattern(r"『(?P<name>[^『』]{1,60})』")
_KINDS: Final = frozenset(
    "館 社 校 院 園 駅 寺 城 橋 店 神社 大学 学校 病院 ダム 研究所 協会 財団 劇場 空港 市 町 村 県 線 公園 書".split()
)
_BEHIND_NAME: Final = (
    r"(?=$|[\s　の・|｜:：、（(—–-]|年報|館報|要覧|概要|沿革|案内|紹介|とは|について|公式|ホームページ"
    r"|だより|便り|ニュース|の?歴史|史)"
)


@lru_cache(maxsize=4096)
def title_name(title: str) -> str:
    """The name of the product, project or place that a title begins with: `Kestrel` of `Kestrel 4 user manual`."""
    core = _TITLE_END.split(title.strip(), maxsplit=1)[0].strip()
    if not core or _ONLY_GENERAL.fullmatch(core):
        return ""
    announced = _ANNOUNCED.match(core)
    found = _TITLED.fullmatch(core) or _TITLED_JA.fullmatch(core)
    name = found["name"].strip() if found else announced["name"].rpartition(" ")[0] if announced else ""
    return "" if not name or _ONLY_GENERAL.fullmatch(name) else name


def named_by_title(words: str, title: str) -> str | None:
    """What `Version 4.0` or `release` is called in full; "" where the title does not say, None for other words."""
    version = _VERSION.fullmatch(words)
    if version:
        name = title_name(title)
        return f"{name} {version['number'] or version['bare']}" if name else ""
    if _THIS_RELEASE.fullmatch(words) is None:
        return None
    announced = _ANNOUNCED.match(title.strip())
    return announced["name"] if announced else ""


@lru_cache(maxsize=4096)
def open_word_by_title(words: str, title: str, text: str) -> str:
    """What 当館, 当社, 本書 stand for: the name in the title that ends so. 本館 beside 別館 is a building."""
    found = _OPEN_JA.fullmatch(words)
    kind = found["kind"] if found else ""
    if kind not in _KINDS or words in ("本社", "同社", "同館") or (words == "本館" and _MAIN_BUILDING.search(text)):
        return ""
    if kind == "社":
        company = _COMPANY.match(title.strip())
        return company[0] if company else ""
    if kind == "書":
        book = _BOOK.search(title)
        return book["name"] if book else ""
    name = re.match(rf"[「『]?(?P<name>[一-龥々ァ-ヴーA-Za-z0-9・]{{1,30}}?{kind}){_BEHIND_NAME}", title.strip())
    return name["name"] if name else ""


_LED_IN: Final = lazy_pattern(
    r"(?:The\s|A\s)?(?:(?:[Aa]nnual|[Ff]inancial)\s[Rr]eport|(?:[Ss]hort\s|[Bb]rief\s)?[Hh]istory|About|Introduction|[Mm]inutes|Welcome"
    r"|Guide|Handbook|Facts|Profile|Overview|Visiting|Meet)\s(?:(?:of|to|on|about|for)\s)?(?:the\s)?"
)
_SAID_BEHIND: Final = lazy_pattern(
    rf"(?:['’]s?)?(?:\s(?:plc|PLC|Ltd\.?|Limited|Inc\.?|Corp\.?|GmbH|AG|LLC|about\sus|home\spage|facts|annual\sreport|(?i:{_GENERAL})))+$"
)
_WHOLE_NAME: Final = lazy_pattern(
    r"(?:The\s)?[A-Z\d][\w'’.+&-]*(?:\s(?:of\s|the\s|and\s|de\s)*[A-Z\d][\w'’.+&-]*){0,5}"
)
_PERIODICAL: Final = lazy_pattern(
    r"(?i)(?:^|\s)(?:news|courier|times|post|today|notes|blog|journal|herald|digest|review|magazine|weekly|daily|reports?|faq|index"
    r"|home|list|atlas|guide|releases?|history|works|members|people)$"
)
_SEVERAL: Final = lazy_pattern(
    r"(?i)(?:schools|museums|bridges|dams|films|books|lakes|rivers|companies|festivals|vaccines|directors?|officers|staff|team|contacts?"
    r"|about(?:\sus)?|profiles?|overview|readme|contents|appendix|summary|abstract|introduction|background|details|information|data)"
)
"""Titles of lists and parts: no name of one thing."""
_TOPIC_JA: Final = lazy_pattern(
    r"[「『]?(?P<name>[^\s　：:|｜（）()「」『』、。]{2,30}?)[」』]?"
    r"(?:(?:の?(?:ご?案内|手引き?|歴史|沿革|概要|紹介|年報|要覧|プロフィール))|について|とは|[\s　：:|｜（(].*)?"
)
_PERIODICAL_JA: Final = lazy_pattern(
    "(?:だより|通信|ニュース|新聞|速報|一覧|図鑑|年鑑|ノート|めぐり|便覧|広報|報告書?|目次|はじめに)$"
)
_COMPANY_FORM: Final = lazy_pattern(r"^(?:株式会社|有限会社|合同会社)|(?:株式会社|有限会社|合同会社)$")


@lru_cache(maxsize=4096)
def topic_of_page(title: str) -> str:
    """The name of what a whole page is about: `Delmont Instruments` of `Annual report of Delmont Instruments plc`; ""
    where the title is no plain name. `Marsh frog` is a name only where a word of it stands for the whole."""
    plain = title.strip()
    if not plain.isascii() and _KANA_OR_KANJI.search(plain):
        found = _TOPIC_JA.fullmatch(plain)
        name = _COMPANY_FORM.sub("", found["name"]) if found else ""
        return name if len(name) >= 2 and _PERIODICAL_JA.search(name) is None else ""
    core = _TITLE_END.split(plain, maxsplit=1)[0].strip(' "“”')
    if _PERIODICAL.search(core) or _SEVERAL.fullmatch(core):
        return ""
    led = _LED_IN.match(core)
    core = core[led.end() :] if led else core
    core = _SAID_BEHIND.sub("", core).strip()
    if not core or len(core) > 60 or _ONLY_GENERAL.fullmatch(core) or _PERIODICAL.search(core):
        return ""
    return core if core[:1].isupper() or core[:1].isdigit() else ""


def without_company_form(name: str) -> str:
    """株式会社白樺計器 is 白樺計器."""
    return _COMPANY_FORM.sub("", name) or name


def is_whole_name(topic: str) -> bool:
    """Whether every word of an English topic has a capital: `Delmont Instruments`, not `Lost railways`."""
    return _WHOLE_NAME.fullmatch(topic) is not None


_KANA_OR_KANJI: Final = lazy_pattern("[ぁ-んァ-ヴ一-龥]")
