"""Finds names by their form alone: capitals, acronyms, quoted titles, katakana, 〜市 〜大学.

Comes in: a text and its language. Goes out: names by position, with exact offsets. There is no dictionary of names:
what has no outward sign of a name (a Japanese surname without title) is not found.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.text.dates import MONTHS
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import fold
from tadori.text.numerals import WORD_SCALES, WORD_VALUES


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    text: str
    start: int
    end: int


def names(text: str, lang: Lang) -> list[Name]:
    """The names of `text`, by position; they never overlap."""
    return list(_ja_names(text) if lang == JA else _en_names(text))


def same_name(a: str, b: str) -> bool:
    """Whether two spellings can be one name: case, dots, titles, company forms, initials, acronym, last name alone."""
    left, right = name_words(a), name_words(b)
    if not left or not right:
        return False
    if "".join(left) == "".join(right):
        return True
    # One word can be a last name or an acronym of the other; otherwise each word must match.
    short, long = sorted((left, right), key=len)
    if len(short) == 1 and len(long) > 1:
        return short[0] == long[-1] or _is_acronym(short[0], long)
    return len(short) == len(long) and all(_same_part(x, y) for x, y in zip(short, long, strict=True))


@lru_cache(maxsize=16384)
def name_words(name: str) -> tuple[str, ...]:
    """The distinctive words of `name`, folded: no titles, no company forms, no dots."""
    plain = _DOTS.sub(" ", _HONORIFIC.sub("", _COMPANY.sub(" ", fold(name))))
    return tuple(word for word in re.split(r"[^\w]+", plain.replace("'s ", " ").removesuffix("'s")) if word)


def _is_acronym(short: str, words: tuple[str, ...]) -> bool:
    letters = "".join(word[0] for word in words if word not in ("of", "the", "and", "for"))
    return len(short) >= 2 and short == letters


def _same_part(a: str, b: str) -> bool:
    return a == b or (min(len(a), len(b)) == 1 and a[0] == b[0])


_COMPANY: Final = lazy_pattern(
    r"株式会社|有限会社|合同会社|\(株\)|\(有\)|(?<=[\s,])(?:inc|ltd|llc|corp|corporation|co|company|plc|gmbh|limited)\.?(?=$|[\s,])"
)
_HONORIFIC: Final = lazy_pattern(
    r"^(?:mr|mrs|ms|dr|prof|professor|sir|dame|lord|lady|president|prime minister|senator|the)\.?\s+"
    r"|(?:氏|さん|様|君|先生|教授|博士|首相|大統領|社長|知事|市長|議員|容疑者|被告|選手|監督)$"
)
_DOTS: Final = lazy_pattern(r"[・･=.＝]")
_CAPITAL: Final = (
    r"(?:[A-Z](?:\.[A-Z])+\.?"
    r"|[A-ZÀ-ÖØ-Þ][\w\-]*(?:['’](?!s\b)\w+)?(?:(?<=\b[A-Z])\.|(?<=Dr|Mr|Ms|St|Jr)\.(?=\s[A-Z]))?)"
)
_EN_NAME: Final = lazy_pattern(
    rf"(?P<name>(?<![\w]){_CAPITAL}"
    rf"(?:(?:\s(?:of|de|van|von|del|la|al|bin|&)(?:\sthe)?)?\s{_CAPITAL}|\s\d+(?![\d,.%]))*)"
    r"|(?P<quoted>[\"“](?P<title>[^\"“”\n]{2,80})[\"”])|(?P<code>(?<![\w])[a-z]{1,3}[A-Z][A-Za-z0-9]*)"
)
_COMMON: Final = frozenset(
    """a about after all also although among an and another any are around as at because before both but by can current
    despite during each early either even every few finally first for former from further give given had has have he
    her here his how however i if in indeed instead into is it its just last late later like many may meanwhile more
    moreover most mr much my near neither never new next no none nor not now of often old on once one only or other
    others our out over people per perhaps recent recently several she should similarly since so some sometimes soon
    still such than that the their then there therefore these they this those though through throughout thus to
    today together too two under unlike until up upon us use using was we were what when where whether which while
    who whose why will with within without would yes yesterday yet you your according additionally currently three
    four five six seven eight nine ten second third let please note see read click based being born did do
    does""".split()
)
_PART_OF_NAMES: Final = frozenset("new old first last second third one two three four five six upper lower".split())
_MONTH_WORDS: Final = frozenset(MONTHS) | frozenset(WORD_VALUES) | frozenset(WORD_SCALES)
_DAYS: Final = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_SENTENCE_START: Final = lazy_pattern(r"(?:^|[.!?:]\s+|\n\s*|[\"“(\[]\s*|[-•*]\s+)$")
_COMMON_ENDING: Final = lazy_pattern(r"(?:ing|ly|ed|s|tion|ers?|ists?)$")


@lru_cache(maxsize=4096)
def _en_names(text: str) -> tuple[Name, ...]:
    found: list[Name] = []
    for match in _EN_NAME.finditer(text):
        if match["quoted"]:
            found.append(_named(text, match.start("title"), match.end("title")))
            continue
        start, end = match.span()
        if match["name"]:
            start, end = _trimmed(text, start, end)
        if start < end:
            found.append(_named(text, start, end))
    return tuple(found)


def _named(text: str, start: int, end: int) -> Name:
    return Name(text=text[start:end], start=start, end=end)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without leading common words (`The`, `In`, a month) and possessive; empty when nothing remains."""
    initial = _SENTENCE_START.search(text, max(0, start - 3), start) is not None
    words = list(re.finditer(r"\S+", text[start:end]))
    while words and _is_common(words[0][0], initial=initial, alone=len(words) == 1):
        words.pop(0)
        initial = False
    while words and (words[-1][0].lower() in _MONTH_WORDS or (words[-1][0].isdigit() and len(words) == 1)):
        words.pop()
    if not words:
        return start, start
    last = start + words[-1].end()
    for tail in ("'s", "’s", "'", "’"):
        if text[:last].endswith(tail):
            last -= len(tail)
            break
    return start + words[0].start(), last


def _is_common(word: str, *, initial: bool, alone: bool) -> bool:
    lower = word.lower().rstrip(".'’")
    if (lower in _PART_OF_NAMES and not alone) or (word.isupper() and 2 <= len(word) <= 6 and not initial):
        return False
    if lower in _COMMON or lower in _MONTH_WORDS or lower in _DAYS or (len(lower) == 1 and alone):
        return True
    if "'" in lower and lower.split("'")[0] in _COMMON:
        return True
    return initial and alone and not word.isupper() and _COMMON_ENDING.search(lower) is not None


_JA_NAME: Final = lazy_pattern(
    r"「(?P<title>[^「」\n]{2,60})」|『(?P<work>[^『』\n]{1,60})』"
    r"|(?P<katakana>[ァ-ヴー]{2,}(?:[・＝=][ァ-ヴー]+)*(?:[一-龥]{1,6}(?:市|県|州|省|大学|社|党|島|川|山|湖|国|賞|法))?)"
    r"|(?P<latin>[A-Za-zＡ-Ｚａ-ｚ][A-Za-z0-9Ａ-Ｚａ-ｚ０-９&.\-]*(?:\s[A-Z][A-Za-z0-9&.\-]*)*)"
    r"|(?P<company>株式会社[一-龥ァ-ヴー々]{1,12}|[一-龥々ァ-ヴー]{1,12}株式会社)"
    r"|(?P<suffixed>[一-龥々]{1,8}(?:市|県|府|都|道|区|町|村|郡|大学|高校|省|庁|党|銀行|新聞|病院|空港|駅|川|山|島|湖|橋|城|寺|神社"
    r"|研究所|機構|協会|委員会|裁判所|電力|鉄道|製作所|自動車|条約|法))"
    r"|(?P<titled>[一-龥々]{2,6}(?=氏|さん|首相|大統領|教授|博士|容疑者|被告|知事|市長|社長|議員|選手|監督|長官|大臣))"
)
_COMMON_JA: Final = frozenset(
    "方法 手法 用法 違法 合法 憲法 司法 立法 行政法 北海 同市 同県 同省 同庁 市町 都道 都市 同大学 本市 当市 同党 両市"
    " 各市 各県 水道 報道 鉄道 国道 歩道 片道 軌道 登山 火山 半島 列島 同法 新法 寸法 技法 無法 文法 作法 療法 魔法"
    " 各省 与党 野党 政党 両党 地区 首都 古都 反省 帰省 政府".split()
)


@lru_cache(maxsize=4096)
def _ja_names(text: str) -> tuple[Name, ...]:
    found: list[Name] = []
    for match in _JA_NAME.finditer(text):
        group = match.lastgroup or "title"
        start, end = match.span(group)
        if text[start:end] in _COMMON_JA or (group == "latin" and end - start < 2):
            continue
        found.append(_named(text, start, end))
    return tuple(found)
