"""The closed list of words that state a calculation, ja and en, each with what it says.

In: a sentence in which measures, dates and the things compared are masked (`MEASURED`, `DATED`, `NAMED`, one mark a
character). Out: cues by position. Every other word of the sentence must come from the quotations.
"""

import re
from dataclasses import dataclass
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.stem import stem

MEASURED: Final = "\x01"
DATED: Final = "\x02"
NAMED: Final = "\x03"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArithmeticCue:
    """`kind`: sum mean gap more less up down times share base last_year idle."""

    kind: str
    text: str
    start: int
    end: int


_SLOT: Final = f"(?:the\\s|that\\sof\\s|that\\sin\\s|in\\s|about\\s)*[{MEASURED}{DATED}{NAMED}]"
_NAMED_SLOT: Final = f"(?:the\\s|that\\sof\\s|in\\s)*[{DATED}{NAMED}]"
_EN: Final = lazy_pattern(
    rf"""\b(?:
    (?P<sum>(?:added\s|taken\s|put\s)?together|combined|in\stotal|in\sall|altogether|a\s(?:combined\s)?total\sof
       |the\stotal(?:\sof)?|total(?:s|led|ed|ling)?
       |the\ssum(?:\sof)?|added\s(?:together|up)|add(?:s|ed|ing)?\sup\sto|come\sto|comes\sto|make(?=\s[{MEASURED}]))
  | (?P<mean>on\saverage|an\saverage\sof|the\saverage(?:\sof)?|average[sd]?|the\smean(?:\sof)?)
  | (?P<gap>(?:the\s|a\s)?(?:difference|gap)(?:\s(?:between|of|in))?)
  | (?P<last_year>(?:from|over|than|compared\s(?:with|to)|on|against)\s(?:in\s)?(?:the\s(?:previous|preceding
       |prior)\syear
       |the\syear\sbefore|a\syear\s(?:earlier|before))|year[\s-]on[\s-]year)
  | (?P<base>than|compared\s(?:with|to)|in\scomparison\swith|relative\sto|versus|(?:from|since|over|between
       |on)(?=\s{_SLOT})|against(?=\s{_NAMED_SLOT}))
  | (?P<up>(?:(?:was|were|is|are|been)\s)?(?:increased|raised)|rose|risen|ris(?:e|es|ing)|increas(?:e[sd]?|ing)
       |grew|grow(?:n|s|th|ing)?|climb(?:ed|s)?|went\sup|gain(?:ed|s)?
       |(?:is|was|were|are)\sup|up(?=\s(?:by|from|[{MEASURED}]))|(?<=[{MEASURED}]\s)up)
  | (?P<down>(?:(?:was|were|is|are|been)\s)?(?:decreased|reduced|lowered)|fell|fall(?:en|s|ing)?|decreas(?:e[sd]?
       |ing)|declin(?:e[sd]?|ing)|drop(?:s|ped)?|went\sdown|shr(?:ank|unk)
       |reduc(?:ed|tion)|(?:is|was|were|are)\sdown|down(?=\s(?:by|from|[{MEASURED}])))
  | (?P<more>more|greater|exceed(?:s|ed)?|surpass(?:es|ed)?|high(?:er)|larger|bigger|longer|taller|heavier|wider
       |broader|deeper
       |older|faster|thicker|warmer|hotter)
  | (?P<less>less|fewer|lower|smaller|shorter|lighter|narrower|shallower|younger|slower|thinner|colder|cooler)
  | (?P<times>times(?:\sas\s(?:much|many|high|long|large|great|big|tall|heavy|wide|deep|old|fast))?|(?:twice
       |double)(?:\sas\s(?:much|many|high
       |long|large|great|big|tall|heavy|wide|deep|old|fast))?|doubled|tripled)
  | (?P<share>accounts?\sfor|accounted\sfor|makes?\sup|made\sup|represents?|represented|corresponds?\sto|equals
       |equivalent\sto)
  | (?P<idle>by(?=\s{_SLOT})|to(?=\s{_SLOT})|of(?=\s{_SLOT})|that\sof|those\sof|that\sin|that|as|does|did|do|which
       |reach(?:ed|es|ing)|(?:percentage\s)?points?
       |a\schange|change|(?:the\s)?figure\s(?:of|for|in)|respectively|between|while|with|for(?=\s[{DATED}])
       |during(?=\s[{DATED}])
       |against|plus|minus|amounts?\sto|amounted\sto|came\sto|when|year|i\.e\.)
    )\b""",
    re.VERBOSE | re.IGNORECASE,
)
_JA: Final = lazy_pattern(
    rf"""(?P<sum>合わせると|合わせて|合わせた|あわせて|あわせると|合計すると|合計して|合計した|合計で|合計|総計
       |合算すると|合算した|足すと|足した|加えると|全部で|計(?=\s?[約{MEASURED}]))
  | (?P<mean>平均すると|平均して|平均した|平均で|平均値|平均)
  | (?P<gap>の差|差|開き|違い)
  | (?P<last_year>前年度?(?:比|より|から|に比べて?|と比べて?)(?:で|も)?|前の年(?:より|から|に比べて?)も?)
  | (?P<base>よりも|より|に比べると|に比べて|に比べ|と比べると|と比べて|と比べ|に対して|に対し|比で
       |を(?=[^はがを、。]{{0,24}}(?:上回|下回|超え))
       |から|(?<=[{DATED}])比)
  | (?P<up>増えた|増えて|増え|増加した|増加して|増加|増した|伸びた|伸びて|伸び|上昇した|上昇|拡大した|拡大|上がった
       |増(?![一-龥ぁ-ん]))
  | (?P<down>減った|減って|減り|減少した|減少して|減少|低下した|低下|縮小した|縮小|下がった|落ち込んだ
       |減(?![一-龥ぁ-ん]))
  | (?P<more>多かった|多い|多く|高かった|高い|高く|長かった|長い|長く|大きかった|大きい|大きく|重かった|重い|重く
       |広かった|広い|広く|深かった|深い|深く
       |速い|速く|上回った|上回って|上回る|上回り|超えた|超える)
  | (?P<less>少なかった|少ない|少なく|低かった|低い|低く|短かった|短い|短く|小さかった|小さい|小さく|軽かった|軽い
       |軽く|狭かった|狭い|狭く|浅い|浅く
       |遅い|遅く|下回った|下回って|下回る|下回り)
  | (?P<times>倍)
  | (?P<share>に当たる|にあたる|に当たり|に相当する|に相当し|を占める|を占めた|を占め|占める|占めた|に等しい)
  | (?P<idle>にかけて|に(?=なっ|なる|増|減|伸|上|下|拡|縮)|へ(?=と?(?:増|減|伸|上|下|拡|縮))|と(?=なる|なっ|なり|増
       |減)|ほうが|方が|のほう|の方|だけ|それぞれ|した|する|して|である|で(?=[、。]|あ|す|し)
       |なる|なった|なり|なっ|ポイント|間に|の間|への|への|ぶん|率|まで(?=[増減])|を(?=合|足))""",
    re.VERBOSE,
)
_COVERED: Final = {
    "high": "high height altitude elevation",
    "low": "high height altitude elevation",
    "tall": "tall height high",
    "long": "long length",
    "short": "long length tall short",
    "wid": "wide width",
    "broad": "wide width broad",
    "narrow": "wide width",
    "deep": "deep depth",
    "shallow": "deep depth",
    "heav": "heavy weigh weight mass weighs",
    "light": "heavy weigh weight mass weighs",
    "old": "old age",
    "young": "old age",
    "fast": "fast speed",
    "slow": "fast speed",
    "thick": "thick thickness",
    "thin": "thick thickness",
    "large": "large area size",
    "small": "large area size",
    "warm": "warm temperature",
    "hot": "hot temperature",
    "cold": "temperature",
    "cool": "temperature",
}
_COVERED_JA: Final = {
    "長": "長さ 長い 全長 延長",
    "短": "長さ 長い 全長 延長",
    "高": "高さ 標高 高い",
    "低": "高さ 標高 高い",
    "重": "重さ 重い 重量 体重 質量",
    "軽": "重さ 重い 重量 体重 質量",
    "広": "広さ 広い 面積",
    "狭": "広さ 広い 面積",
    "深": "深さ 深い 水深",
    "浅": "深さ 深い 水深",
    "速": "速さ 速い 速度",
    "遅": "速さ 速い 速度",
}
_GENERAL: Final = ("more", "less", "fewer", "greater", "exceed", "surpass", "high", "low", "large", "small", "bigger")
_GENERAL_JA: Final = "多少高低大小上下超"


def arithmetic_cues(masked: str, *, japanese: bool) -> list[ArithmeticCue]:
    """The cues of `masked`, by position."""
    return [
        ArithmeticCue(kind=match.lastgroup or "", text=match[0], start=match.start(), end=match.end())
        for match in (_JA if japanese else _EN).finditer(masked)
    ]


_COUNTED: Final = {
    "両": 2,
    "二": 2,
    "三": 3,
    "四": 4,
    "2": 2,
    "3": 3,
    "4": 4,
    "both": 2,
    "two": 2,
    "three": 3,
    "four": 4,
}
_COUNT: Final = lazy_pattern(
    r"\b(?:(?:all\s|the\s|these\s)+(?P<words>two|three|four)|(?P<both>both))(?=\s[a-z])"
    r"|(?<![\d一-龥])(?P<number>[二三四2-4両])(?:基|社|町|市|村|校|台|機|棟|店|館|施設|か所|カ所|者|国|県"
    r"|つの[一-龥]{0,3}|方)(?=[はのがでを]|人口|面積)",
    re.IGNORECASE,
)


def counted_things(text: str) -> tuple[int, int, int]:
    """How many things the goal speaks of, and where it says so: `the two plants`, 二基. Zeros where it does not."""
    match = _COUNT.search(text)
    if match is None:
        return 0, 0, 0
    said = next(found for found in match.groupdict().values() if found)
    return _COUNTED[said.lower()], match.start(), match.end()


def covered_words(comparative: str) -> frozenset[str]:
    """The frame's words that a comparative stands for: `higher` says `high` and `height`."""
    if not comparative.isascii():
        return frozenset(_COVERED_JA.get(comparative[0], "").split())
    found = next((words for start, words in _COVERED.items() if comparative.lower().startswith(start)), "")
    return frozenset(map(stem, found.split()))


def is_general(comparative: str) -> bool:
    """Whether a comparative fits every number: `more`, not `longer`."""
    if not comparative.isascii():
        return comparative[0] in _GENERAL_JA
    return comparative.lower().startswith(_GENERAL)
