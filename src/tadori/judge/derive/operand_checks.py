"""Decides whether two numbers of quoted sentences may be calculated with at all (X11).

In: two operands with one frame. Out: yes or no. Refused are negated sentences, bounds in anything but a sum, and sums
of different measured things (output and consumption) or in which one part contains the other. A comparison names both
things, whatever they measure.
"""

import re
from typing import Final

from tadori.judge.derive.frames import FramedPair, Operand, frame_tokens
from tadori.model.ids import EN, JA
from tadori.text.japanese import morphemes
from tadori.text.language import is_japanese
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.negation import hedges, negated

_WHOLE: Final = lazy_pattern(
    r"\b(?:total|all|whole|overall|including|includes?|included|of which|altogether|combined|each|every|per|an"
    r" hour|a day|nationwide"
    r"|worldwide|cumulative)\b|合計|全体|全国|全世界|総計|うち|含む|含め|それぞれ|各|当たり|あたり|毎|累計",
    re.IGNORECASE,
)
_OF_BEHIND: Final = lazy_pattern(r"\s+of\b", re.IGNORECASE)
_COPULA_BEHIND: Final = lazy_pattern(
    r"\s+(?:was|were|is|are|reached|totalled|totaled|amounted|stood|came)\b|は|が", re.IGNORECASE
)
_OWNED: Final = lazy_pattern(r"(?:['’]s?\s+(?:[a-z]+\s+)?|\bof\s+|の)$")
_NAME: Final = lazy_pattern(r"[A-ZÀ-ÞＡ-Ｚ0-9]|[ァ-ヶー]{2,}")


def may_calculate(pair: FramedPair, *, summed: bool) -> bool:
    """Whether the two numbers are of one kind; `summed`: and may be added."""
    for operand in (pair.first, pair.second):
        measure = operand.group.members[0]
        lang = JA if is_japanese(operand.sentence) else EN
        if negated(operand.sentence, lang) or (measure.bound and not summed):
            return False
    units = {(one.group.members[0].unit.offset, one.group.members[0].unit.factor) for one in (pair.first, pair.second)}
    if pair.first.group.members[0].unit.dimension == "temperature" and len(units) > 1:
        return False
    if pair.periods is not None or not summed:
        return True
    return not _overlap(pair) and all(
        _is_thing(pair, operand, slot) for operand, slot in zip((pair.first, pair.second), pair.slots, strict=True)
    )


def slots_can_be_dropped(pair: FramedPair) -> bool:
    """Whether `the two turbines` may stand for the slots: they name things, and nothing in them limits a number."""
    if max(map(len, pair.slots)) > _LONGEST_NAME:
        return False
    alike = len(pair.slots[0]) == len(pair.slots[1])
    for operand, slot in zip((pair.first, pair.second), pair.slots, strict=True):
        span = _span_of(operand, slot)
        if span is None or hedges(operand.sentence) or _CLAUSE.search(operand.sentence, span[0], span[1] + 1):
            return False
        if _CLAUSE.search(operand.sentence, 0, span[0]) or not (alike or _NOUNS_JA.fullmatch(operand.sentence, *span)):
            return False
    return True


_NOUNS_JA: Final = lazy_pattern("[一-龥ァ-ヶー々]{1,10}")


def words_can_be_dropped(pair: FramedPair) -> bool:
    """Whether a bare equation may stand for the sentences: neither has a limit that an equation cannot show."""
    for operand in (pair.first, pair.second):
        measure = operand.group.members[0]
        if measure.lead or measure.bound or measure.exactly or hedges(operand.sentence):
            return False
        if _CLAUSE.search(operand.sentence) or _SOMEBODYS.search(operand.sentence):
            return False
    return not pair.slots[0] or slots_can_be_dropped(pair)


_SOMEBODYS: Final = lazy_pattern(
    r"\b(?:sa(?:y|ys|id)|claim\w*|report\w*|believ\w*|think\w*|thought|argu\w*|state[sd]?|told|announc\w*|hop\w*|will|should|must)\b"
    "|おそらく|たぶん|多分|はず|という|思|主張|らしい|よう(?:だ|で)|述べ|語|発表|説明|話し|だろう|そうだ|べき",
    re.IGNORECASE,
)
_LONGEST_NAME: Final = 3
_CLAUSE: Final = lazy_pattern(
    r"[,;:—(（](?!\d)|[、；：]|(?:ば|たら|なら|場合|とき|限り)|\b(?:if|when|unless|except|only|until|while)\b",
    re.IGNORECASE,
)


def _overlap(pair: FramedPair) -> bool:
    """Whether one part may contain the other, or the numbers are of each thing or of a rate."""
    one, other = map(frozenset, pair.slots)
    if one <= other or other <= one:
        return True
    return any(_WHOLE.search(operand.sentence) for operand in (pair.first, pair.second))


def _is_thing(pair: FramedPair, operand: Operand, slot: tuple[str, ...]) -> bool:
    """Whether the slot names whose number it is (a plant, a city) and not what is measured (output, revenue)."""
    if pair.behind_number:
        return False
    span = _span_of(operand, slot)
    if span is None or not (pair.before or pair.after):
        return False
    text = operand.sentence
    if _OF_BEHIND.match(text, span[1]) or _OWNED.search(text, 0, span[0]):
        return _is_named(text, span)
    if _COPULA_BEHIND.match(text, span[1]) and not _says_more(operand):
        return _is_named(text, span)
    return True


def _says_more(operand: Operand) -> bool:
    """Whether a word that is no counter stands behind the number: `40 m long`, 100 MWhを発電した."""
    behind = operand.sentence[max(operand.group.end, operand.group.members[0].lead_end) :]
    if behind.isascii():
        return (
            re.match(
                r"[^A-Za-z]*(?:long|high|wide|deep|tall|thick|old|heavy|in\s(?:length|height|size|area))\b", behind
            )
            is not None
        )
    return re.match("[^。]{0,4}を|[^。]{0,2}の?(?:高さ|長さ|深さ|広さ|重さ)", behind) is not None


def _is_named(text: str, span: tuple[int, int]) -> bool:
    """Whether the slot is a name: a capital not at the start of the sentence, katakana, or a proper noun."""
    words = text[span[0] : span[1]]
    if span[0] == 0 and not _NAME.search(words[1:]) and words[:1].isascii() and " " not in words:
        return False
    if _NAME.search(words):
        return True
    return not words.isascii() and any(part.pos[1] == "固有名詞" for part in morphemes(words))


def _span_of(operand: Operand, slot: tuple[str, ...]) -> tuple[int, int] | None:
    tokens = frame_tokens(operand.sentence)
    for start in range(len(tokens) - len(slot) + 1):
        part = tokens[start : start + len(slot)]
        if tuple(token.key for token in part) == slot:
            return part[0].start, part[-1].end
    return None
