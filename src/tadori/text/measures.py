"""Finds measures whose number and unit are certain, ja and en, with the digits they show.

In: any text. Out: measures by position: one number or the two of a range, with a unit that can be converted exactly, or
none. What is uncertain is not found (a clock time, a date, a code, a number whose unit is shared with a list): a caller
that needs every quantity of a text uses `numbers.quantities`. Nothing is converted here: `conversion.py`.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

from tadori.text.dates import dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.measure_units import NO_UNIT, UNIT_NAMES, ExactUnit, unit_named, unit_of_sign
from tadori.text.numerals import WORD_SCALES, WORD_VALUES, kanji_value, narrow, word_value

BoundSide = Literal["", "low", "high"]
"""`low`: the number is a lower bound (more than, at least); `high`: an upper one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownNumber:
    """A number and the digits it is written with: 1,280 shows four, of which three are surely significant."""

    value: Fraction
    digits: int
    """All digits from the first that is not zero."""
    sure_digits: int
    """The same without the zeros at the end of a whole number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """`text[start:end]`: one or two numbers (a range) in `unit`. `lead_start` is before an added `about` or 約."""

    start: int
    end: int
    numbers: tuple[ShownNumber, ...]
    unit: ExactUnit
    scaled: bool
    """A scale word or sign is part of it: million, 万."""
    joint: str = ""
    """What stands between the two numbers of a range, in a common form."""
    lead: str = ""
    """A word right before or behind it that makes it approximate, in lower case."""
    lead_start: int
    lead_end: int
    bound: BoundSide = ""
    exactly: bool = False
    """`exactly 40 m`."""


_WORDS: Final = "|".join(sorted([*WORD_VALUES, *WORD_SCALES], key=lambda word: (-len(word), word)))
_KANJI: Final = "〇一二三四五六七八九十百千万億兆"
_ARABIC: Final = r"(?:\d{1,3}(?:,\d{3})+(?!,?\d)|\d+)(?:\.\d+)?"
_NUMBER: Final = lazy_pattern(
    rf"(?P<sign>US\$|[$¥€£])?(?P<minus>(?<![\w)%.,])[-–](?=\d)|(?<![A-Za-z])minus (?=\d)|マイナス(?=\d)|[▲△](?=\d))?"
    rf"(?:(?P<digits>(?<![\d.,]){_ARABIC})(?:(?P<ja_scale>\s?[十百千万億兆][\d,.{_KANJI}]*)"
    r"|\s?-?(?P<scale>hundred|thousand|million|billion|trillion|bn)(?![A-Za-z])"
    r"|(?(sign)(?P<letter>[mk])(?![A-Za-z0-9])|(?!)))?"
    rf"|(?P<words>(?<![A-Za-z-])(?:an?[ ](?=hundred|thousand|million|billion|dozen))?(?:{_WORDS})"
    rf"(?:(?:[ -]|[ ]and[ ])(?:{_WORDS}))*(?![A-Za-z]))|(?P<kanji>(?<![{_KANJI}第数何])[{_KANJI}]+))",
)
_START: Final = lazy_pattern(rf"[\d$¥€£▲△マ{_KANJI}–-]|US\$|(?<![A-Za-z])(?:an? |minus )?(?:{_WORDS})")
_UNIT: Final = lazy_pattern(
    rf"(?:[ ]|-|)(?P<unit>{'|'.join(re.escape(name).replace(chr(92) + ' ', '[ -]') for name in UNIT_NAMES)})"
)
_LETTER_OR_DIGIT: Final = lazy_pattern("[A-Za-z0-9²³^₀-₉µμ]")
_CODE_BEFORE: Final = lazy_pattern(r"[A-Za-z_#@/\\.]$|[A-Za-z0-9][-–]$|\d[.,:/]$|(?<=\d)[×x*]$")
_CODE_AFTER: Final = lazy_pattern(r"[:/.,]\d|[A-Za-z_²³^⁰¹⁴-⁹]|[-–]\d")
_JA_NOT_UNIT: Final = {
    "分": lazy_pattern("の|野|割|類|析|布|散|離|解|岐|担|配|以?前?後?の\\d"),
    "年": lazy_pattern("目|生|次|度|代|号|版|\\d|[一二三四五六七八九十]+月"),
    "元": lazy_pattern("[一-龥ぁ-ん]"),
    "割": lazy_pattern("[一-龥]|\\d"),
    "円": lazy_pattern("形|周|柱|筒|盤|卓|高|安"),
}
_BETWEEN: Final = lazy_pattern(
    r"\s?(?P<joint>[-–~]|から|ないし|(?<=\s)(?:to|and|or)(?=\s)|[×x](?=\s?\d)|(?<=\s)by(?=\s))\s?"
)
_JOINTS: Final = {"–": "-", "~": "-", "x": "×", "by": "×", "ないし": "から"}
_LISTED_BEFORE: Final = lazy_pattern(
    rf"(?:\d|[{_KANJI}]|(?<![A-Za-z])(?:{_WORDS}))[%°]?\s?(?:[-–~,、・×x/]|から|と|や|又は|または|\s(?:to|and"
    rf"|or|by|versus|vs\.?)|,\s(?:and|or))\s?"
    r"(?:US\$|[$¥€£])?$"
)
_LISTED_AFTER: Final = lazy_pattern(
    rf"\s?(?:[-–~、・×x/]|から|と|や|,?\s(?:to|and|or|by|versus"
    rf"|vs\.?)\s)\s?(?:[$¥€£])?(?:{_ARABIC})(?=\s*(?:[.,;:)）。、]|$|\s(?:in|at|on|for|respectively|the|of|to"
    rf"|and|or)\b|に|で|の|が|は))"
)
_LEAD_BEFORE: Final = lazy_pattern(
    r"(?P<lead>約|およそ|おおよそ|ほぼ|(?<![A-Za-z])(?:just\sunder|just\sover|slightly\sover|slightly\sunder"
    r"|slightly\smore\sthan|slightly\sless\sthan|a\slittle\sover|about|around|approximately|roughly|approx\."
    r"|nearly|almost"
    r"|circa|ca\.|c\.)|[~≈])\s?$",
    re.IGNORECASE,
)
_LEAD_AFTER: Final = lazy_pattern(
    r"\s?(?P<lead>ほど|程度|前後|くらい|ぐらい|弱(?!い)|強(?!い)|余り|余(?!地)|あまり|or so\b)"
)
_LOW_BEFORE: Final = lazy_pattern(
    r"(?:at\sleast|not?\s(?:fewer|less)\sthan|minimum\sof|more\sthan|over|exceed(?:s|ed|ing)?|above"
    r"|greater\sthan|upwards\sof"
    r"|in\sexcess\sof|beyond|longer\sthan|higher\sthan|larger\sthan|heavier\sthan|少なくとも|最低でも|最低|最少"
    r"|[≥≧⩾>])\s?$",
    re.IGNORECASE,
)
_HIGH_BEFORE: Final = lazy_pattern(
    r"(?:at\smost|not?\smore\sthan|(?<!add\s)(?<!adds\s)(?<!added\s)up\sto|maximum\sof|as\smany\sas|less\sthan"
    r"|fewer\sthan|under|below|short\sof|within|until"
    r"|shorter\sthan|lower\sthan|smaller\sthan|lighter\sthan|最大で|最大|最高|最長|[≤≦⩽<])\s?$",
    re.IGNORECASE,
)
_LOW_AFTER: Final = lazy_pattern(
    r"\s?(?:以上|超|を超|を上回|余|より(?:大き|多|長|高|重)|or\s(?:more|above|over|greater|longer)|\+(?!\s?\d))"
)
_HIGH_AFTER: Final = lazy_pattern(
    r"\s?(?:以下|以内|未満|に満た|を下回|まで(?!に)|より(?:小さ|少な|短|低|軽)|or\s(?:less|fewer|under|below|shorter))"
)
_EXACTLY: Final = lazy_pattern(r"(?:exactly|precisely|ちょうど|正確に|きっかり)\s?$", re.IGNORECASE)
_MILLIONS_AFTER: Final = lazy_pattern(
    r"(?:\s?[-.,;:)）(]|$|\s(?:high|long|wide|deep|tall|thick|above|below|away|from|of|in|to|and|or|at|by|apart"
    r"|across|the|a)\b"
    r"|-(?:high|long|wide|deep|tall)|[^\x00-\x7f])"
)
_CURRENCY_SOON: Final = lazy_pattern(r"\s(?:euros?|dollars?|pounds?|yen|people|users|views|customers|shares)\b")
_LONGEST: Final = 4000
_MOST: Final = 60


@lru_cache(maxsize=1024)
def measures(text: str) -> tuple[Measure, ...]:
    """The measures of `text` that are certain, by position."""
    plain = _dateless(narrow(text[:_LONGEST]))
    found: list[Measure] = []
    position = 0
    while len(found) < _MOST and (start := _START.search(plain, position)) is not None:
        match = _NUMBER.match(plain, start.start())
        if match is None or not match[0]:
            position = start.start() + 1
            continue
        measure = _range(plain, match) or _measure(plain, match, None)
        if measure is not None:
            found.append(measure)
        position = max(match.end(), start.start() + 1, measure.end if measure else 0)
    return tuple(_compounds(plain, found))


def _dateless(plain: str) -> str:
    """`plain` with every date blotted out: its numbers measure nothing, and stand in no list with a measure."""
    for date in dates(plain):
        if date.end - date.start == 4 and _is_measured(plain, date.end):
            continue  # 1024 MiB is no year
        plain = plain[: date.start] + _BLOT * (date.end - date.start) + plain[date.end :]
    return plain


_BLOT: Final = "\x07"


def _is_measured(plain: str, end: int) -> bool:
    found = _UNIT.match(plain, end)
    return found is not None and len(found["unit"]) > 1 and not _LETTER_OR_DIGIT.match(plain, found.end())


def _range(plain: str, match: re.Match[str]) -> Measure | None:
    """`30–40 m`, `between 30 and 40 m`: two numbers before one unit."""
    between = _BETWEEN.match(plain, match.end())
    second = _NUMBER.match(plain, between.end()) if between else None
    if between is None or second is None or not match["digits"] or not second["digits"] or second["minus"]:
        return None
    return _measure(plain, match, second, _JOINTS.get(between["joint"], between["joint"]))


def _measure(plain: str, match: re.Match[str], second: re.Match[str] | None, joint: str = "") -> Measure | None:
    first, last = _shown(match), _shown(second) if second else None
    before = plain[max(0, match.start() - 28) : match.start()]
    if first is None or (second is not None and last is None) or _CODE_BEFORE.search(before):
        return None
    if _LISTED_BEFORE.search(before):
        return None
    end = (second or match).end()
    unit, end = _unit_at(plain, match, end)
    if unit is not None and second is None and _HALF.match(plain, end) and unit.dimension in ("time", "months"):
        first, end = _and_a_half(first), end + 1
    if unit is None or (second is not None and not unit.dimension) or _LISTED_AFTER.match(plain, end):
        return None
    if (
        match["kanji"]
        and not unit.dimension
        and (len(match["kanji"]) < 2 or not set(match["kanji"]) & set("百千万億兆"))
    ):
        return None
    scaled = any(match[part] for part in ("scale", "ja_scale", "letter", "words", "kanji"))
    numbers = (first, last) if last else (first,)
    return placed_measure(plain, match.start(), end, numbers, unit, scaled=scaled, joint=joint)


_HALF: Final = lazy_pattern("半(?![分数年月日])")


def _and_a_half(number: ShownNumber) -> ShownNumber:
    """1時間半 is 1.5 hours."""
    return ShownNumber(value=number.value + Fraction(1, 2), digits=number.digits + 1, sure_digits=number.digits + 1)


def placed_measure(
    plain: str,
    start: int,
    end: int,
    numbers: tuple[ShownNumber, ...],
    unit: ExactUnit,
    *,
    scaled: bool,
    joint: str = "",
) -> Measure:
    """The measure at `plain[start:end]` with the words around it that round or bound it."""
    before = plain[max(0, start - 28) : start]
    lead, behind = _LEAD_BEFORE.search(before), _LEAD_AFTER.match(plain, end)
    wider = before[: lead.start()] if lead else before
    low = _LOW_BEFORE.search(wider) or _LOW_AFTER.match(plain, end)
    high = _HIGH_BEFORE.search(wider) or _HIGH_AFTER.match(plain, end)
    return Measure(
        start=start,
        end=end,
        numbers=numbers,
        unit=unit,
        scaled=scaled,
        joint=joint,
        lead=" ".join(found["lead"].lower() for found in (lead, behind) if found),
        lead_start=start - (len(before) - lead.start()) if lead else start,
        lead_end=behind.end() if behind else end,
        bound="low" if low else "high" if high else "",
        exactly=_EXACTLY.search(before) is not None,
    )


def _unit_at(plain: str, match: re.Match[str], end: int) -> tuple[ExactUnit | None, int]:
    """The unit behind the number and where it ends; None where it is not certain."""
    if match["sign"]:
        return (None, end) if _CODE_AFTER.match(plain, end) else (unit_of_sign(match["sign"]), end)
    found = _UNIT.match(plain, end)
    if found is None:
        return (None, end) if _CODE_AFTER.match(plain, end) else (NO_UNIT, end)
    name, after = found["unit"].replace("-", " ") if "hour" not in found["unit"] else found["unit"], found.end()
    if name[-1].isascii() and name[-1].isalpha() and _LETTER_OR_DIGIT.match(plain, after):
        return (None, end) if plain[end : end + 1].isalpha() else (NO_UNIT, end)
    if name[-1] in "²³23" and _LETTER_OR_DIGIT.match(plain, after):
        return None, end
    wrong = _JA_NOT_UNIT.get(name)
    if wrong is not None and wrong.match(plain, after):
        return None, end
    if name in ("年", "分", "秒", "日間") and plain[max(0, match.start() - 1) : match.start()] in (
        "時",
        "分",
        "月",
        "第",
        "同",
    ):
        return None, end
    if name == "m" and not _surely_metres(plain, end, after):
        return None, end
    return unit_named(name), after


def _surely_metres(plain: str, end: int, after: int) -> bool:
    """`40m users` are millions."""
    if _CURRENCY_SOON.match(plain, after):
        return False
    return plain[end] in " -" or _MILLIONS_AFTER.match(plain, after) is not None


def _shown(match: re.Match[str]) -> ShownNumber | None:
    """The value of a numeral, and how many digits it shows."""
    value = _value(match)
    if value is None:
        return None
    sign = -1 if match["minus"] else 1
    written = match["digits"]
    if written is None or match["ja_scale"]:
        plain = str(value.numerator // value.denominator) if value.denominator == 1 else str(float(value))
        sure = len(plain.replace(".", "").strip("0")) or 1
        shown = len(re.sub(r"\D", "", written).lstrip("0")) if written and len(match["ja_scale"].strip()) == 1 else sure
        return ShownNumber(value=sign * value, digits=max(sure, shown), sure_digits=sure)
    digits = re.sub(r"\D", "", written).lstrip("0") or "0"
    sure = len(digits) if "." in written else len(digits.rstrip("0")) or 1
    return ShownNumber(value=sign * value, digits=len(digits), sure_digits=sure)


def _value(match: re.Match[str]) -> Fraction | None:
    if match["words"]:
        words = re.split(r"[ -]", match["words"])
        found = word_value(words)
        # `hundred` alone, and number words in a row that are no number: one two.
        return Fraction(found) if found is not None and words[0] not in WORD_SCALES else None
    if match["kanji"]:
        found = kanji_value(match["kanji"])
        return Fraction(found) if found is not None and match["kanji"][0] not in "万億兆" else None
    if match["ja_scale"]:
        found = kanji_value((match["digits"] + match["ja_scale"]).rstrip(",. "))
        return Fraction(found) if found is not None else None
    value = Fraction(match["digits"].replace(",", ""))
    if match["letter"]:
        return value * (10**6 if match["letter"] == "m" else 1000)
    scale = match["scale"]
    return value * (10**9 if scale == "bn" else WORD_SCALES[scale]) if scale else value


_INSIDE: Final = lazy_pattern(r"\s?(?:and\s)?")


def _compounds(plain: str, found: list[Measure]) -> list[Measure]:
    """`1 hour 30 minutes` and `5 ft 3 inches` as one measure."""
    joined: list[Measure] = []
    for measure in found:
        last = joined[-1] if joined else None
        if last is not None and _goes_on(plain, last, measure):
            joined[-1] = _together(last, measure)
        else:
            joined.append(measure)
    return joined


def _goes_on(plain: str, last: Measure, measure: Measure) -> bool:
    return (
        measure.unit.dimension == last.unit.dimension != ""
        and measure.unit.dimension in ("time", "length", "months", "mass")
        and 0 < measure.unit.factor < last.unit.factor
        and len(last.numbers) == len(measure.numbers) == 1
        and _INSIDE.fullmatch(plain, last.end, measure.start) is not None
    )


def _together(last: Measure, measure: Measure) -> Measure:
    value = last.numbers[0].value + measure.numbers[0].value * measure.unit.factor / last.unit.factor
    digits = last.numbers[0].digits + 2
    return Measure(
        start=last.start,
        end=measure.end,
        numbers=(ShownNumber(value=value, digits=digits, sure_digits=digits),),
        unit=last.unit,
        scaled=True,
        lead=last.lead or measure.lead,
        lead_start=last.lead_start,
        lead_end=measure.lead_end,
        bound=last.bound or measure.bound,
        exactly=last.exactly,
    )
