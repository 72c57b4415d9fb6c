"""The kinds of questions, and which kind a focus noun implies.

In: a noun as a question names it. Out: the kind of answer it asks for. Tables only.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final


class QuestionKind(StrEnum):
    """The kind of answer that a question asks for."""

    WHO = "who"
    WHEN = "when"
    WHERE = "where"
    NUMBER = "number"
    WHICH = "which"
    """A thing of the asked class: which sport, 何気団."""
    NAMED = "named"
    """What something is called: 何と呼ぶか."""
    WHAT = "what"
    DEFINITION = "definition"
    WHY = "why"
    HOW = "how"
    YES_NO = "yes_no"
    LIST = "list"
    COMPARISON = "comparison"
    FOR_AGAINST = "for_against"
    CHANGE = "change"
    OVERVIEW = "overview"


OPEN_KINDS: Final = frozenset(
    [
        QuestionKind.WHY,
        QuestionKind.HOW,
        QuestionKind.LIST,
        QuestionKind.COMPARISON,
        QuestionKind.FOR_AGAINST,
        QuestionKind.CHANGE,
        QuestionKind.OVERVIEW,
        QuestionKind.DEFINITION,
        QuestionKind.YES_NO,
    ]
)
"""Kinds that are answered by sentences chosen for what they explain; all others ask for one thing."""
BRIEF_KINDS: Final = frozenset([QuestionKind.DEFINITION, QuestionKind.YES_NO])
"""Open kinds that few sentences answer."""


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """The form of a question: its kind, the focus noun as written, the unit of the answer."""

    kind: QuestionKind
    focus: str = ""
    unit: str = ""


def by_focus(form: QuestionForm) -> QuestionForm:
    """`form` with the kind that its focus noun implies: which city → where, 党員数は → number."""
    noun = form.focus.lower()
    # A Japanese noun is what its end says: 党員数 is a 数.
    tail = noun if noun.isascii() else next((noun[i:] for i in range(len(noun)) if noun[i:] in _DECIDING), noun)
    if tail in _TIMES:
        return QuestionForm(QuestionKind.WHEN, form.focus, _TIMES[tail])
    for kind, nouns in _BY_NOUN:
        if tail in nouns:
            return replace(form, kind=kind, unit=_UNIT_OF.get(tail, form.unit))
    return form


def _nouns(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


# Whoever can act and has a name.
_PEOPLE: Final = _nouns(
    "人 人物 者 氏 大統領 首相 監督 作者 著者 作家 社長 選手 議長 皇帝 国王 王 学者 創設者 創業者 委員長 党首 会長",
    "知事 市長 画家 歌手 俳優 会社 企業 団体 組織 機関",
    "person author authors writer writers director directors president founder founders inventor king queen actor",
    "actress singer player players scientist minister mayor governor leader composer artist producer coach captain",
    "chairman ceo husband wife father mother son daughter members screenwriter performer company companies",
    "firm organisation organization agency institution creator developer",
)
_PLACES: Final = _nouns(
    "国 都市 都道府県 県 市 町 村 場所 地域 地 州 島 大陸 首都 地方 都 街 区 出身地 所在地 産地 国名 地名",
    "city country state place town location county region continent province village capital district island",
    "birthplace nation headquarters",
)
_AMOUNTS: Final = _nouns(
    "数 割合 人口 面積 長さ 高さ 距離 率 量 額 金額 価格 温度 気温 人数 回数 深さ 重さ 速度 順位 年齢 期間 広さ",
    "大きさ 総数 出力 費用 標高 身長 体重 料金 予算 給料",
    "population number percentage amount height length distance rate price cost size area weight speed age depth share",
    "temperature total capacity width duration budget salary revenue elevation output fee",
)
MONEY: Final = "money"
"""The unit of a sum in whatever currency."""
_UNIT_OF: Final = {
    noun: unit
    for unit, nouns in (
        ("person", "人口 人数 population"),
        ("age", "年齢 age"),
        ("m", "高さ 長さ 距離 深さ 標高 身長 height length distance depth width elevation"),
        ("m2", "面積 広さ area"),
        ("kg", "重さ 体重 weight"),
        ("%", "割合 percentage"),
        (MONEY, "価格 金額 額 費用 料金 予算 給料 price cost budget salary revenue fee"),
    )
    for noun in nouns.split()
}
"""The unit that the noun of a quantity is measured in."""
_CAUSES: Final = _nouns("理由 原因 要因 訳 わけ 根拠 reason reasons cause causes")
_MEANS: Final = _nouns("方法 手段 手順 仕組み やり方 way method means process")
_TIMES: Final = {
    "年": "year",
    "月": "month",
    "日": "day",
    "時期": "",
    "時代": "",
    "年代": "year",
    "世紀": "year",
    "年月日": "day",
    "日付": "day",
    "日時": "day",
    "期日": "day",
    "季節": "",
    "year": "year",
    "date": "day",
    "day": "day",
    "month": "month",
    "century": "year",
    "decade": "year",
    "time": "",
    "era": "",
    "period": "",
    "birthday": "day",
    "birthdate": "day",
}
"""Noun → the part of a date that must be there."""
_BY_NOUN: Final = (
    (QuestionKind.WHO, _PEOPLE),
    (QuestionKind.WHERE, _PLACES),
    (QuestionKind.NUMBER, _AMOUNTS),
    (QuestionKind.WHY, _CAUSES),
    (QuestionKind.HOW, _MEANS),
)
_DECIDING: Final = _PEOPLE | _PLACES | _AMOUNTS | _CAUSES | _MEANS | frozenset(_TIMES)


_OFFICES_AND_SEATS: Final = _nouns(
    "首都 産地 出身地 所在地 大統領 首相 知事 市長 議長 国王 皇帝 党首 会長 社長 委員長",
    "capital birthplace headquarters president minister mayor governor king queen ceo chairman",
)


def only_names_a_class(noun: str) -> bool:
    """Whether an answer may leave out the noun that is asked for: a city need not be called one, a capital must."""
    return noun.lower() not in _OFFICES_AND_SEATS


def is_counted_noun(noun: str) -> bool:
    """Whether `noun` is what is counted (how many packages), not the name of a quantity (the output)."""
    return bool(noun) and noun.isascii() and noun.lower() not in _AMOUNTS
