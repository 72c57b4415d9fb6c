"""Derivation rule `unit`: a quoted sentence in which a quantity was converted (X11).

In: a goal and the quotations. Out: the goal with the quoted quantity put back, which must then be proven word for word;
so every other word of the sentence is left to that proof. Converted are units of measure, scale words (million, 万),
shares (a quarter, 3割), and years of Japanese eras. Money is never converted, only its scale. Nothing is converted
inside quotation marks: those are somebody's words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tadori.judge.derive.base import Goal, Reduction
from tadori.judge.derive.conversion import NEUTRAL_LEADS, converted
from tadori.judge.derive.era_years import era_swaps
from tadori.judge.derive.swaps import Swap, swapped
from tadori.judge.reading import evidence_sentences
from tadori.model.grading import DerivationStep, QuotedPassage
from tadori.model.ids import EN, JA
from tadori.text.language import is_japanese
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.measure_groups import MeasureGroup, measure_groups
from tadori.text.measures import Measure
from tadori.text.negation import negated
from tadori.text.sameness import comparable, same_words

_LONGEST_GOAL: Final = 2000
_LONGEST_PASSAGE: Final = 8000
_MOST_REDUCTIONS: Final = 6


def converted_units(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
    """The goal with the quantities of each quoted sentence put back where the goal has them converted."""
    if len(goal.text) > _LONGEST_GOAL or (not any(map(str.isdigit, goal.text)) and not measure_groups(goal.text)):
        return
    found: list[tuple[bool, Reduction]] = []
    for index, passage in enumerate(quotations):
        if goal.only is not None and index not in goal.only:
            continue
        for sentence in evidence_sentences(passage.text[:_LONGEST_PASSAGE]):
            if (swaps := _swaps(goal.text, sentence)) and len(found) < _MOST_REDUCTIONS * 4:
                text = swapped(goal.text, swaps)
                step = DerivationStep(
                    rule="unit", detail=", ".join(dict.fromkeys(swap.detail for swap in swaps)), quotations=(index,)
                )
                found.append((not same_words(text, sentence), Reduction(goals=(replace(goal, text=text),), step=step)))
    found.sort(key=lambda one: one[0])
    yield from (reduction for _, reduction in found[:_MOST_REDUCTIONS])


def _swaps(text: str, sentence: str) -> list[Swap]:
    """What must be put back into `text` so that it has the quantities of `sentence`."""
    sources = measure_groups(sentence)
    kept = {comparable(sentence[group.start : group.end]) for group in sources}
    swaps = era_swaps(text, sentence)
    for group in measure_groups(text):
        if comparable(text[group.start : group.end]) in kept or _in_quotation_marks(text, group.start):
            continue
        swap = next((s for source in sources if (s := _put_back(text, group, sentence, source)) is not None), None)
        if swap is not None:
            swaps.append(swap)
    return sorted(swaps, key=lambda swap: swap.start)


def _put_back(text: str, group: MeasureGroup, sentence: str, source: MeasureGroup) -> Swap | None:
    """The quoted words for one quantity of the goal, where it is the quoted one converted."""
    quoted = source.members[0]
    if not _restates(source) or not all(_says(text, shown, sentence, source) for shown in group.members):
        return None
    if not _context_allows(text, group, sentence, quoted):
        return None
    first = group.members[0]
    if quoted.lead and not first.lead:
        return None
    start = first.lead_start if first.lead else group.start
    end = max(group.end, first.lead_end)
    was_start = quoted.lead_start if quoted.lead else source.start
    was = sentence[was_start : max(source.end, quoted.lead_end)]
    start, was = _with_article(text, start, sentence, was_start, was)
    shown = _other(text, group, sentence, source)
    sign = "=" if all(converted(quoted, m, about=m.lead, added=False) == "exact" for m in group.members) else "≈"
    return Swap(start=start, end=end, text=was, detail=f"{sentence[quoted.start : quoted.end]} {sign} {shown}")


def _other(text: str, group: MeasureGroup, sentence: str, source: MeasureGroup) -> str:
    """The measure that the quoted one is set beside: a shown one, or what the quotation itself has in brackets."""
    quoted = comparable(sentence[source.members[0].start : source.members[0].end])
    shown = [text[m.start : m.end] for m in group.members] + [sentence[m.start : m.end] for m in source.members]
    return next((one for one in shown if comparable(one) != quoted), shown[0])


def _restates(source: MeasureGroup) -> bool:
    """Whether what stands in brackets behind the quoted measure is the same measure: `40 m (131 ft)`."""
    first, *others = source.members
    return all(_same_measure(first, other) for other in others)


def _same_measure(one: Measure, other: Measure) -> bool:
    plain, also = replace(one, bound="", exactly=False), replace(other, bound="", exactly=False)
    return converted(plain, also, about="about", added=False) is not None or (
        converted(also, plain, about="about", added=False) is not None
    )


def _says(text: str, shown: Measure, sentence: str, source: MeasureGroup) -> bool:
    """Whether one measure of the goal is one of the quoted group, or is its first converted."""
    words = comparable(text[shown.start : shown.end])
    for member in source.members:
        if words == comparable(sentence[member.start : member.end]):
            return shown.lead == member.lead or not shown.lead
    quoted = source.members[0]
    if quoted.lead and shown.lead and not _same_lead(quoted.lead, shown.lead):
        return False
    return converted(quoted, shown, about=shown.lead or quoted.lead, added=not quoted.lead) is not None


def _same_lead(one: str, other: str) -> bool:
    return one == other or (one in NEUTRAL_LEADS and other in NEUTRAL_LEADS)


def _with_article(text: str, start: int, sentence: str, was_start: int, was: str) -> tuple[int, str]:
    """`a 5-mile road` for `an 8-km road`: the article goes with the number."""
    for article, other in (("a ", "an "), ("an ", "a ")):
        if f" {text[:start]}".lower().endswith(" " + article) and f" {sentence[:was_start]}".lower().endswith(
            " " + other
        ):
            return start - len(article), other + was
    return start, was


_OPEN: Final = {"“": "”", "「": "」", "『": "』", "«": "»"}


def _in_quotation_marks(text: str, position: int) -> bool:
    """Whether a quotation mark is open at `position`; one that is never closed counts."""
    before = text[:position]
    if before.count('"') % 2 or before.count("＂") % 2:
        return True
    return any(before.count(opening) > before.count(closing) for opening, closing in _OPEN.items())


def _context_allows(text: str, group: MeasureGroup, sentence: str, quoted: Measure) -> bool:
    """Whether the words around allow a conversion at all."""
    lang = JA if is_japanese(sentence) else EN
    rounded = any(converted(quoted, shown, about=shown.lead, added=False) != "exact" for shown in group.members)
    if rounded and (quoted.bound or _BOUNDING.search(sentence)) and negated(sentence, lang):
        return False  # `must not exceed 40 m` turns the bound round
    if quoted.unit.dimension == "temperature":
        return _is_point_of_scale(sentence, quoted)
    other_unit = any(member.unit.factor != quoted.unit.factor for member in group.members)
    if other_unit and any(member.unit.ambiguous == "weight" for member in (quoted, *group.members)):
        return _WEIGHT.search(sentence) is not None and _NOT_AVOIRDUPOIS.search(sentence) is None
    if other_unit and quoted.unit.ambiguous == "storage":
        return _MEMORY.search(sentence) is None
    return True


_MEMORY: Final = lazy_pattern(r"(?i:\b(?:ram|memory|cache|swap|buffer|heap)\b)|メモリ|キャッシュ|スワップ|バッファ")
_BOUNDING: Final = lazy_pattern(r"(?i:exceed|more than|less than|over|under|above|below)|超え|上回|下回|以上|以下|未満")
_WEIGHT: Final = lazy_pattern(
    r"(?i:\bweigh|\bweight|\bmass\b|\bheav|\blight(?:er|est)\b|\bload|\bkg\b|\blbs?\b)|重さ|重量|体重|質量|重い"
)
_NOT_AVOIRDUPOIS: Final = lazy_pattern(
    r"(?i:\bgold\b|\bsilver\b|\btroy\b|\bfluid\b|\bfl\b|\bplatinum\b|\bsterling\b|£)|金塊|純金|銀塊|英貨"
)
# A difference of temperatures has another factor than a temperature: 10 °C warmer is 18 °F warmer, not 50 °F.
_POINT_BEFORE: Final = lazy_pattern(
    r"(?:(?<![A-Za-z])(?:at|to|of|is|was|are|were|be|reach|reached|reaches|reaching|between|from|below|above"
    r"|over|under|than"
    r"|exceeds?|exceeded|hit|about|around|approximately|roughly|nearly|almost|and|or|up\sto|least|most)"
    r"|[はがをにでの、もと約]|摂氏|[(（])\s?$",
    re.IGNORECASE,
)
_POINT_AFTER: Final = lazy_pattern(
    r"\s?(?:$|[.,;:)）(（。、]|(?:in|on|at|during|and|or|to|but|when|while|for|with|as|by)\b|(?:だ|で|に|を|が"
    r"|と|まで|から|以上|以下|未満|の(?!差|上昇|低下|変化|幅)))"
)
_DIFFERENCE: Final = lazy_pattern(
    r"\b(?:differen\w+|warmer|colder|cooler|hotter|higher|lower|warming|cooling|increase[sd]?|decrease[sd]?"
    r"|rise|rises|drop"
    r"|drops|fall|falls|change[sd]?|var(?:y|ies|iation)|anomal\w+|margin|tolerance|accura\w+|gap|swing|per|by"
    r"|within|average)\b"
    r"|差|上昇|低下|上が|下が|温暖化|変化|高い|低い|高く|低く|高か|低か|幅|誤差|精度|氷点下|零下|あたり|平年",
    re.IGNORECASE,
)


def _is_point_of_scale(sentence: str, quoted: Measure) -> bool:
    before = sentence[max(0, quoted.lead_start - 16) : quoted.lead_start]
    if _POINT_BEFORE.search(before) is None or _POINT_AFTER.match(sentence, max(quoted.end, quoted.lead_end)) is None:
        return False
    return _DIFFERENCE.search(sentence) is None
