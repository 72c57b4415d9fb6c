"""Finds quantities in a text, ja and en, with exact position, unit, approximation and bound.

Comes in: any text. Goes out: quantities by position. Numbers that count nothing are left out: those of dates, names
(B-52, Apollo 11), sections, citations ([12]), clock times, versions and addresses.
"""

import re
import unicodedata
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Final, Literal

from tadori.text.dates import Agreement, dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.numerals import ORDINAL_VALUES, WORD_SCALES, WORD_VALUES, kanji_value, narrow, word_value
from tadori.text.units import JA_UNITS, UNITS, MeasureUnit
from tadori.text.words import latin_words

Bound = Literal["", "at_least", "at_most", "over", "under"]
ORDINAL: Final = "ordinal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """`value` in `unit`, both canonical: `5 km` is 5000 `m`. An ordinal has the unit `ordinal`."""

    value: Decimal
    unit: str
    start: int
    end: int
    approximate: bool = False
    bound: Bound = ""
    noun: str = ""
    """The word after it where it has no known unit: what is counted, as far as can be seen."""
    converted: bool = False
    """The factor converts between systems of measure (miles to metres), so a rounded original may differ slightly."""


def quantities(text: str) -> list[Quantity]:
    """Every quantity of `text`, by position; a range gives its two ends, with bounds."""
    return list(_quantities(text))


def same_quantity(stated: Quantity, found: Quantity) -> Agreement:
    """Whether `found` says the `stated` quantity: agree, disagree, or unknown (other units, looser bounds)."""
    if stated.unit != found.unit or not _counts_alike(stated, found):
        return "unknown"
    low_s, high_s = _interval(stated)
    low_f, high_f = _interval(found)
    if low_s <= low_f and high_f <= high_s:
        return "agree"
    if _round_alike(stated, found):
        # `more than 100` beside a plain `100` is loose talk, not a contradiction.
        return "agree" if stated.bound == found.bound else "unknown"
    return "disagree" if high_f < low_s or high_s < low_f else "unknown"


def _counts_alike(a: Quantity, b: Quantity) -> bool:
    return bool(a.unit) or not a.noun or not b.noun or a.noun == b.noun


_HUGE: Final = Decimal("1e40")
_TINY: Final = Decimal("1e-9")


def _interval(q: Quantity) -> tuple[Decimal, Decimal]:
    slack = abs(q.value) * (Decimal("0.05") if q.approximate else Decimal("0.01") if q.converted else _TINY)
    match q.bound:
        case "at_least":
            return q.value - slack, _HUGE
        case "at_most":
            return -_HUGE, q.value + slack
        case "over":
            return q.value + max(abs(q.value) * _TINY, _TINY), _HUGE
        case "under":
            return -_HUGE, q.value - max(abs(q.value) * _TINY, _TINY)
        case _:
            return q.value - slack, q.value + slack


def _round_alike(a: Quantity, b: Quantity) -> bool:
    """`14 million` says 13 960 000: the one with fewer digits is the other, rounded (from two digits on)."""
    if a.value == b.value:
        return True
    rough, fine = sorted((a, b), key=lambda q: len(q.value.normalize().as_tuple().digits))
    digits = len(rough.value.normalize().as_tuple().digits)
    # One digit rounds too much (2 million and 1.5 million differ), and small numbers are seldom rounded.
    if digits < 2 or abs(fine.value) < 1000 or not fine.value:
        return False
    place = fine.value.adjusted() - digits + 1
    return fine.value.quantize(Decimal((0, (1,), place))) == rough.value


_WORDS = "|".join(sorted([*WORD_VALUES, *WORD_SCALES], key=lambda w: (-len(w), w)))
_JA = "|".join(map(re.escape, JA_UNITS))
_PARTS = "¼-¾⅐-⅞"
_KANJI = "〇零一二三四五六七八九十百千万億兆"
_ARABIC = r"(?:\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?)"
_NUMERAL = lazy_pattern(
    rf"""
    (?P<fraction>(?P<of>\d{{1,3}}|[二三四五六七八九十]{{1,2}}|[百千])分の(?P<parts>\d{{1,3}}|[一二三四五六七八九]))
  | (?P<ja_ordinal>第(?P<ja_ordinal_number>\d{{1,4}}|[{_KANJI}]{{1,4}})(?P<label>[条章節図表項号款編部巻話]?))
  | (?P<arabic>(?P<sign>US\$|[$¥€£])?\s?(?<![\d.])(?P<digits>{_ARABIC})
       (?P<power>(?P<times>\s?[×xX*·⋅]\s?10)?(?:\^(?P<caret>[-+]?\d{{1,2}})(?!\d)|(?P<raised>[⁺⁻]?[⁰¹²³⁴-⁹]{{1,2}}))
         |[eE](?P<shift>[-+]?\d{{1,2}})(?![A-Za-z\d])|\s?(?P<part>[{_PARTS}]))?
       (?P<ja_scale>\s?[十百千万億兆](?:[\d,.{_KANJI}])*)?)
  | (?P<share>(?<!\d)[{_PARTS}])
  | (?P<portion>(?<![A-Za-z-])(?P<portion_of>an?|one|two|three|four|five|seven|nine)[ -]
       (?P<portion_name>third|quarter|fifth|sixth|eighth|tenth|hundredth)s?(?=[ ]of[ ](?!an?[ ])))
  | (?P<words>(?<![A-Za-z-])(?:an?[ ](?=hundred|thousand|million|billion|dozen))?(?:{_WORDS})
       (?:(?:[ -]|[ ]and[ ])(?:{_WORDS}))*(?![A-Za-z]))
  | (?P<ordinal>(?<![A-Za-z-])(?:{"|".join(ORDINAL_VALUES)})(?![A-Za-z]))
  | (?P<half>(?<![A-Za-z])half(?=[ ](?:of|the|a|its|their|his|her))|半数|半分)
  | (?P<kanji>(?<![{_KANJI}])[{_KANJI}]+(?=(?:{_JA})|[、。,)」]|を|が|に|以上|未満|超|番目|位))
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Where a numeral may begin. Everything else is passed over without trying the alternatives above.
_SIGN_START = lazy_pattern(f"[0-9$¥€£第半{_PARTS}{_KANJI}]")
_START = lazy_pattern(f"[0-9$¥€£第半{_PARTS}{_KANJI}]|[A-Za-z]+")
_OPENING_WORDS: Final = frozenset([*WORD_VALUES, *WORD_SCALES, *ORDINAL_VALUES, "half"])
_SCALE = lazy_pattern(
    r"\s?-?(hundred|thousand|million|billion|trillion|bn|[mk](?=[\s,.;)]|$))(?![A-Za-z])", re.IGNORECASE
)
_ORDINAL_END = lazy_pattern(r"(?:st|nd|rd|th)(?![A-Za-z])|番目|位(?![置])|回目|度目|人目|代目")
_JA_UNIT = lazy_pattern(rf"\s?({_JA})")
_EN_UNIT = lazy_pattern(
    r"(?:\s?-?\s?(?P<unit>percentage\spoints?|per\scent|years?[\s-]old|square\s[a-z]+|cubic\s[a-z]+|[A-Za-z]+[23²³]?"
    r"|[%‰‱]|°[CF]?|℃|㎞|㎡|㎢|[$€£]))",
    re.IGNORECASE,
)
_RANGE_MARK = lazy_pattern(r"\s?(?:[-–—~]|から|to|and|or)\s?$")
_CODE_BEFORE = lazy_pattern(r"[A-Za-z][-–]?$|\d[.:/]$|\d-\d+-$|[#_/@]$")
_CODE_AFTER = lazy_pattern(r":\d|\.\d|[A-Za-z]\d|/\d|-[A-Z]|-\d+-\d|[₀-₉⁄⁰¹²³⁴-⁹^]")
_PLUS_MINUS = lazy_pattern(r"[±∓]\s?$")
# A dash is a minus where it touches the number and nothing before it, or where the words before leave no other reading.
_MINUS_BEFORE = lazy_pattern(
    r"(?:[▲△➖]\s?|(?<![A-Za-z0-9)%ァ-ヶー])[-–﹣˗]|(?:\b(?:to|at|of|by|was|is|are|were|from|and|between|reached)|[はがでにを])\s?[-–]\s"
    r"|(?<![A-Za-z])(?:minus|negative)[\s-]|マイナス\s?)(?:US\$|[$¥€£])?$",
    re.IGNORECASE,
)
_RANGE_BEFORE = lazy_pattern(r"[\d%]\s?[-–]$")
_LABEL_BEFORE = lazy_pattern(
    r"\b(?:section|chapter|article|figure|fig\.|table|no\.|page|pp?\.|volume|vol\.|part|step|version|v\.|appendix"
    r"|equation|note|line|room|route|highway|channel|phase|type|grade|class|level|number|title|act|season|episode)\s?$",
    re.IGNORECASE,
)
_LETTERS = lazy_pattern(r"[A-Za-z]+")
_ATTACHED = lazy_pattern(r"(?:st|nd|rd|th|bn|[mk]|hundred|thousand|million|billion|trillion)$", re.IGNORECASE)
_LINE_LABEL = lazy_pattern(r"(?:^|\n)\s*\(?$")
_LABEL_END = lazy_pattern(r"[.)）](?:\s|$)|\)")
_NAME_BEFORE = lazy_pattern(r"(?:^|[^A-Za-z.])([A-Z][A-Za-z]*[a-z])\s$")
_LED_NUMBERS: Final = frozenset(
    """About Around Approximately Nearly Almost Roughly Over Under Some At More Less Fewer Only Up The In Of Between
    From And But With To By For Than All These Those Another Every Last Next First Its Their His Her There Are Were
    Is Was An As If When While After Before On Just Exactly Total Least Most Currently Today""".split()
)
_APPROX_BEFORE = lazy_pattern(
    r"(?:約|およそ|おおよそ|ほぼ|概ね|おおむね|(?<![A-Za-z])(?:about|around|approximately|roughly|nearly|almost|some"
    r"|circa|an?\sestimated|estimated|close\sto|c\.|ca\.)|(?<![\d人年円%万億兆千百])~|≈)\s?(?:US\$|[$¥€£])?$",
    re.IGNORECASE,
)
_APPROX_AFTER = lazy_pattern(r"(?:\s?(?:ほど|程度|前後|くらい|ぐらい|近く|弱|強|余り|余|あまり)|\sor\sso)")
# The leftmost match wins, so `no more than` is read before `more than`.
_BOUND_BEFORE = lazy_pattern(
    r"(?:(?P<at_least>at\sleast|no\s(?:fewer|less)\sthan|not\sless\sthan|minimum\sof|少なくとも|最低でも|最低|最少|[≥≧⩾]|>=)"
    r"|(?P<at_most>at\smost|no\smore\sthan|not\smore\sthan|up\sto|maximum\sof|as\smany\sas|最大で|最大|最高|[≤≦⩽]|<=)"
    r"|(?P<over>more\sthan|over|exceed(?:s|ed|ing)?|above|greater\sthan|upwards\sof|in\sexcess\sof|>)"
    r"|(?P<under>less\sthan|fewer\sthan|under|below|short\sof|<))\s?(?:US\$|[$¥€£])?$",
    re.IGNORECASE,
)
_BOUND_AFTER = lazy_pattern(
    r"(?P<at_least>\s?以上|\sor\s(?:more|above|over|greater)|\+)"
    r"|(?P<at_most>\s?(?:以下|以内)|\sor\s(?:less|fewer|under|below))"
    r"|(?P<over>\s?(?:超|を超|を上回|余り|余(?!地)|あまり|強(?!い)))"
    r"|(?P<under>\s?(?:未満|に満たな|を下回|弱(?!い)))"
)
_BOUNDS: Final[dict[str, Bound]] = {"at_least": "at_least", "at_most": "at_most", "over": "over", "under": "under"}
_NOT_NOUNS: Final = frozenset(
    "of or and to in on at by for from the a an is are was were be been with that which who as than but per more less "
    "it its this these those after before during while when if not have has had will would can could may might".split()
)
_ONE_AFTER: Final = frozenset("of another or by day".split())
_ONE_BEFORE = lazy_pattern(
    r"\b(?:no|any|some|every|each|this|that|which|the|another|only|or|last|next|first)\s$", re.IGNORECASE
)
_WORD_AFTER = lazy_pattern(r"[\s-]([A-Za-z]+)")
_JA_NOUN = lazy_pattern(r"\s?(?:の)?(?![以未超])([一-龥ァ-ヶー]{1,6})")


@lru_cache(maxsize=4096)
def _quantities(text: str) -> tuple[Quantity, ...]:
    plain = narrow(text)
    taken = dates(text)
    found: list[Quantity] = []
    starts = _SIGN_START if _OPENING_WORDS.isdisjoint(latin_words(plain)) else _START
    position = passed = 0
    while (match := _next_numeral(plain, position, starts)) is not None:
        while passed < len(taken) and taken[passed].end <= match.start():
            passed += 1
        if passed < len(taken) and taken[passed].start < match.end():
            position = max(taken[passed].end, match.start() + 1)
            continue
        quantity = _READERS[match.lastgroup or ""](plain, match)
        position = max(match.end(), quantity.end if quantity else 0)
        if quantity is not None:
            _append(found, quantity, plain)
    return tuple(found)


def _next_numeral(plain: str, position: int, starts: re.Pattern[str]) -> re.Match[str] | None:
    while (start := starts.search(plain, position)) is not None:
        position = start.end()
        first = start.start()
        if start[0].isascii() and start[0].isalpha():
            if start[0].lower() not in _OPENING_WORDS:
                continue
            first -= next((len(article) for article in ("a ", "an ") if _led_by(plain, first, article)), 0)
        elif start[0] == "$" and plain.endswith("US", 0, first):
            first -= 2
        match = _NUMERAL.match(plain, first)
        if match is not None:
            return match
    return None


def _led_by(plain: str, position: int, article: str) -> bool:
    return plain[max(0, position - len(article)) : position].lower() == article


def _append(found: list[Quantity], quantity: Quantity, plain: str) -> None:
    """Adds `quantity`; where it closes a range, both ends get its unit and their bounds."""
    before = found[-1] if found else None
    joined = plain[before.end : quantity.start] if before else ""
    if before is not None and len(joined) <= 6 and _RANGE_MARK.fullmatch(joined) and _is_range(before, quantity, plain):
        found[-1] = replace(
            before,
            unit=before.unit or quantity.unit,
            value=before.value * _shared_factor(before, quantity, plain),
            noun=before.noun or quantity.noun,
            bound="at_least",
        )
        quantity = replace(quantity, bound="at_most")
    found.append(quantity)


def _shared_factor(low: Quantity, high: Quantity, plain: str) -> Decimal:
    """What the scale and unit of the upper end say of the lower one: `10–20 km`, `$1 to $2 billion`."""
    bare_low, bare_high = _bare(plain, low), _bare(plain, high)
    if not bare_high or low.value != bare_low or bare_low > bare_high:
        return Decimal(1)
    if low.unit and plain[max(0, low.start - 5) : low.start].lower() == "from ":
        return Decimal(1)
    return high.value / bare_high


def _is_range(low: Quantity, high: Quantity, plain: str) -> bool:
    if low.bound or high.bound or ORDINAL in (low.unit, high.unit):
        return False
    if low.unit and high.unit and low.unit != high.unit:
        return False  # `by 3 points to 12 %`
    joined = plain[low.end : high.start].strip()
    if joined == "or":
        return high.value == low.value + 1 and not low.unit  # `four or five people`
    if joined == "and":
        return re.search(r"between\s(?:[$¥€£])?$", plain[max(0, low.start - 10) : low.start], re.IGNORECASE) is not None
    return low.value <= high.value or not low.unit


def _bare(plain: str, quantity: Quantity) -> Decimal:
    """The number as it is written, before scale and unit."""
    match = re.match(r"([^\d$¥€£]*)[$¥€£\s]*(" + _ARABIC + ")", plain[quantity.start : quantity.end])
    if match is None:
        return Decimal(0)
    value = Decimal(match[2].replace(",", ""))
    return -value if match[1].strip() else value


def _read_arabic(plain: str, match: re.Match[str]) -> Quantity | None:
    start, end = match.start("digits"), match.end("power") if match["power"] else match.end("digits")
    sign = match["sign"]
    before = plain[max(0, start - 24) : start]
    if _is_no_quantity(plain, before, start, end):
        return None
    value = Decimal(match["digits"].replace(",", ""))
    if match["power"]:
        raised = _raised(match, value)
        if raised is None:
            return None
        value = raised
    if match["ja_scale"]:
        scaled = kanji_value(plain[start : match.end()].rstrip(",. "))
        value, end = (
            (scaled, start + len(plain[start : match.end()].rstrip(",. "))) if scaled is not None else (value, end)
        )
    elif (scale := _SCALE.match(plain, end)) and _is_scale(scale[1], sign):
        value *= {"bn": 10**9, "m": 10**6, "k": 1000}.get(scale[1].lower()) or WORD_SCALES[scale[1].lower()]
        end = scale.end()
    first = match.start("sign") if sign else start
    if ordinal := _ORDINAL_END.match(plain, end):
        return Quantity(value=value, unit=ORDINAL, start=first, end=ordinal.end())
    if sign:
        return _finished(plain, first, end, value, UNITS[sign.lower()])
    return _with_unit(plain, first, end, value)


_EXPONENT: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")


def _raised(match: re.Match[str], value: Decimal) -> Decimal | None:
    """10³, 1.5×10⁶, 1e6, 5½ as numbers. None for 45², which may be a power or a note's mark behind 45."""
    if match["part"]:
        return value + _share(match["part"])
    if match["shift"]:
        return value.scaleb(int(match["shift"]))
    power = int(match["caret"] or match["raised"].translate(_EXPONENT))
    if match["times"]:
        return value.scaleb(power)
    return Decimal(1).scaleb(power) if value == 10 else None


def _share(part: str) -> Decimal:
    return Decimal(str(round(unicodedata.numeric(part), 4)))


def _read_share(plain: str, match: re.Match[str]) -> Quantity | None:
    return _with_unit(plain, match.start(), match.end(), _share(match["share"]))


def _is_scale(word: str, sign: str | None) -> bool:
    return word.lower() != "m" or sign is not None


def _is_no_quantity(plain: str, before: str, start: int, end: int) -> bool:
    if _CODE_BEFORE.search(before) or _CODE_AFTER.match(plain, end) or _PLUS_MINUS.search(before):
        return True
    if before.endswith("[") or _LABEL_BEFORE.search(before):
        return True
    if _LINE_LABEL.search(before) and (start < 24 or "\n" in before) and _LABEL_END.match(plain, end):
        return True
    letters = _LETTERS.match(plain, end)
    if letters and letters[0].lower() not in UNITS and not _ATTACHED.match(letters[0]):
        return True
    return _is_part_of_name(plain, before, end)


def _is_part_of_name(plain: str, before: str, end: int) -> bool:
    """`Apollo 11`: a capitalised word before, nothing counted after."""
    name = _NAME_BEFORE.search(before)
    if name is None or name[1] in _LED_NUMBERS or name[1].lower() in _NOT_NOUNS:
        return False
    after = _WORD_AFTER.match(plain, end)
    return plain[end : end + 1] not in ("%", "万", "億") and (after is None or after[1].lower() not in UNITS)


def _read_words(plain: str, match: re.Match[str]) -> Quantity | None:
    words = re.split(r"[ -]", match[0].lower())
    value = word_value(words)
    if value is None:
        return None
    start, end = match.start(), match.end()
    after = _WORD_AFTER.match(plain, end)
    if words == ["one"]:
        if after is None or after[1].lower() in _ONE_AFTER or after[1].lower() in _NOT_NOUNS:
            return None
        if _ONE_BEFORE.search(plain[max(0, start - 9) : start]):
            return None
    if len(words) == 1 and words[0] in WORD_SCALES and words[0] != "dozen" and not match[0].startswith(("a ", "an ")):
        return None
    return _with_unit(plain, start, end, value)


def _read_ordinal(plain: str, match: re.Match[str]) -> Quantity | None:
    return Quantity(value=Decimal(ORDINAL_VALUES[match[0].lower()]), unit=ORDINAL, start=match.start(), end=match.end())


def _read_ja_ordinal(plain: str, match: re.Match[str]) -> Quantity | None:
    value = kanji_value(match["ja_ordinal_number"])
    if match["label"] or value is None:
        return None
    return Quantity(value=value, unit=ORDINAL, start=match.start(), end=match.end())


def _read_fraction(plain: str, match: re.Match[str]) -> Quantity | None:
    of, parts = kanji_value(match["of"]), kanji_value(match["parts"])
    if not of or parts is None:
        return None
    share = (parts / of * 100).quantize(Decimal("0.01"))
    return Quantity(value=share, unit="%", start=match.start(), end=match.end(), approximate=True)


_PORTIONS: Final = {"third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10, "hundredth": 100}


def _read_portion(plain: str, match: re.Match[str]) -> Quantity | None:
    """`two thirds of`, `three-quarters of`, `a fifth of` as per cent."""
    of = match["portion_of"].lower()
    parts = Decimal(1 if of in ("a", "an") else WORD_VALUES[of])
    share = (parts / _PORTIONS[match["portion_name"].lower()] * 100).quantize(Decimal("0.01"))
    return replace(_finished(plain, match.start(), match.end(), share, UNITS["%"]), approximate=True)


def _read_half(plain: str, match: re.Match[str]) -> Quantity | None:
    return _finished(plain, match.start(), match.end(), Decimal(50), UNITS["%"])


_NOT_NUMERALS: Final = frozenset(
    {"十分", "一部", "一方", "一時", "万一", "一般", "一日", "二度", "一度", "一つ", "十代", "一本", "一名"}
)


def _read_kanji(plain: str, match: re.Match[str]) -> Quantity | None:
    start, end = match.span()
    if plain[start : end + 1] in _NOT_NUMERALS or plain[start - 1 : start] in (
        "第",
        "数",
        "何",
        "唯",
        "統",
        "同",
        "単",
    ):
        return None
    if ordinal := _ORDINAL_END.match(plain, end):
        value = kanji_value(match[0])
        return None if value is None else Quantity(value=value, unit=ORDINAL, start=start, end=ordinal.end())
    if _JA_UNIT.match(plain, end) is None and not (end - start >= 2 and set(match[0]) & set("十百千万億兆")):
        return None
    value = kanji_value(match[0])
    if value is None or match[0][0] in "万億兆":
        return None
    return _with_unit(plain, start, end, value)


def _with_unit(plain: str, start: int, end: int, value: Decimal) -> Quantity:
    if ja := _JA_UNIT.match(plain, end):
        unit, end = UNITS[ja[1]], ja.end()
        if ja[1] == "割" and (tenth := re.match(r"(\d)分(?!の)", plain[end:])):
            value, end = value + Decimal(tenth[1]) / 10, end + tenth.end()
        return _finished(plain, start, end, value, unit)
    en = _EN_UNIT.match(plain, end)
    known = _en_unit(en["unit"]) if en else None
    if en is not None and known is not None:
        return _finished(plain, start, en.end(), value, known)
    return _finished(plain, start, end, value, ("", Decimal(1), False))


_MILLI: Final = frozenset(["mW", "mWh", "mHz", "mB", "Mg", "Mm", "Mb", "Gb", "kb", "Tb"])
"""A thousandth or a bit, where the unit of these letters in `UNITS` is a million or a byte."""


def _en_unit(name: str) -> MeasureUnit | None:
    words = re.sub(r"[\s-]+", " ", name.lower())
    if name in _MILLI:
        return None
    if words.startswith("percentage"):
        return UNITS["point"]
    if words == "per cent":
        return UNITS["%"]
    if words.endswith(" old"):
        return UNITS["歳"]
    if words.startswith(("square ", "cubic ")):
        power, _, length = words.partition(" ")
        base = UNITS.get(length)
        exponent = 2 if power == "square" else 3
        return (f"m{exponent}", base[1] ** exponent, base[2]) if base and base[0] == "m" else None
    if len(words) == 1 and name.isupper() and name not in "LWGT":
        return None
    return UNITS.get(words)


def _finished(plain: str, start: int, end: int, value: Decimal, unit: MeasureUnit) -> Quantity:
    start, value = _signed(plain, start, value)
    before = plain[max(0, start - 24) : start]
    approximate = _APPROX_BEFORE.search(before) is not None or _APPROX_AFTER.match(plain, end) is not None
    bounding = _BOUND_BEFORE.search(before) or _BOUND_AFTER.match(plain, end)
    bound: Bound = _BOUNDS[bounding.lastgroup or ""] if bounding else ""
    return Quantity(
        value=value * unit[1],
        unit=unit[0],
        start=start,
        end=end,
        approximate=approximate,
        bound=bound,
        noun="" if unit[0] else _noun_after(plain, end),
        converted=unit[2],
    )


def _signed(plain: str, start: int, value: Decimal) -> tuple[int, Decimal]:
    """Where the number begins with its minus, and its value with it: −5, ▲500億円, minus five, マイナス5."""
    before = plain[max(0, start - 24) : start]
    minus = _MINUS_BEFORE.search(before)
    if minus is None or _RANGE_BEFORE.search(before):
        return start, value
    said = len(minus[0].lstrip())
    mark = _MINUS_LED.match(minus[0])
    return start - said + (mark.end() if mark else 0), -value


_MINUS_LED = lazy_pattern(r"(?:[A-Za-z]+\s|[はがでにを]\s?)(?=[-–]\s)")


def _noun_after(plain: str, end: int) -> str:
    if (en := _WORD_AFTER.match(plain, end)) and en[1].lower() not in _NOT_NOUNS:
        word = en[1].lower()
        return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word
    ja = _JA_NOUN.match(plain, end)
    return ja[1] if ja else ""


_READERS = {
    "fraction": _read_fraction,
    "ja_ordinal": _read_ja_ordinal,
    "arabic": _read_arabic,
    "words": _read_words,
    "ordinal": _read_ordinal,
    "half": _read_half,
    "portion": _read_portion,
    "share": _read_share,
    "kanji": _read_kanji,
}
