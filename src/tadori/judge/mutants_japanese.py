"""Mutants of a Japanese sentence in its words: denied, a limit dropped or widened, the opposite word.

Comes in: a sentence. Goes out: mutants that do not follow from it. Never made: 一部 from すべて, a dropped だけ, and
whatever else still follows.
"""

import re
from collections.abc import Iterator
from typing import Final

from tadori.judge.mutant import Mutant, condition_stretches, in_spans, open_stretches, replaced
from tadori.model.ids import JA
from tadori.text.antonyms import counterpart
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.negation import negations

_END: Final = r"(?=[。．！]?[」』）)]*\s*$)"


def _endings(table: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Pairs of an ending and what takes its place."""
    pairs = (pair.split("→") for pair in table.split())
    return tuple((lazy_pattern(ending + _END), other) for ending, other in pairs)


# The longest ending that fits is taken: the table is in that order.
_DENIED_ENDINGS: Final = _endings(
    "ませんでした→ました ではありません→です ではなかった→であった ではない→である "
    "されなかった→された しなかった→した されない→される られなかった→られた られない→られる "
    "れなかった→れた できなかった→できた できない→できる ていなかった→ていた ていない→ている "
    "がなかった→があった はなかった→はあった がない→がある はない→はある しない→する れない→れる "
    "ません→ます ならなかった→なった べきではない→べきである"
)
_PLAIN_ENDINGS: Final = _endings(
    "であります→ではありません ていました→ていませんでした ています→ていません "
    "でした→ではありませんでした ました→ませんでした です→ではありません ます→ません "
    "であった→ではなかった だった→ではなかった である→ではない (?<=[一-龥ァ-ヶー])だ→ではない "
    "ていた→ていなかった ている→ていない された→されなかった される→されない られた→られなかった "
    "られる→られない れた→れなかった (?<=[わかさたなまらばが])れる→れない できた→できなかった "
    "できる→できない があった→がなかった がある→がない もある→もない となった→とならなかった "
    "になった→にならなかった となる→とならない になる→にならない した→しなかった する→しない "
    "えた→えなかった めた→めなかった べた→べなかった けた→けなかった せた→せなかった "
    "てた→てなかった ねた→ねなかった える→えない める→めない せる→せない べる→べない ける→けない "
    "(?<=[一-龥])む→まない (?<=[一-龥])く→かない (?<=[一-龥])す→さない (?<=[一-龥])う→わない "
    "(?<=[一-龥])んだ→まなかった (?<=[一-龥])いた→かなかった (?<=[一-龥])い(?!い)→くない "
    "(?<=[一-龥ァ-ヶー])→ではない"
)
_HEDGED_END: Final = lazy_pattern(
    "(?:かもしれない|かもしれません|わけではない|とは限らない|可能性がある"
    "|可能性もある|こともある|ことがある|場合がある|場合もある|だろう|でしょう|らしい"
    "|ようだ)" + _END
)


# Denied, these may still agree with what was said: where some do, some do not.
_PART: Final = lazy_pattern(
    "一部|多く|半数|大半|大部分|ほとんど|いくつか|[人者例の]も(?:いる|ある|いた"
    "|あった|いない|ない)|時々|ときどき|しばしば|通常|一般に"
)


def denial_mutants(sentence: str) -> Iterator[Mutant]:
    """A negation taken out of the end of the sentence; where there is none at all, one put in there."""
    if _HEDGED_END.search(sentence) or _PART.search(sentence):
        return
    cues = negations(sentence, JA)
    table = _DENIED_ENDINGS if cues else _PLAIN_ENDINGS
    for pattern, other in table:
        match = pattern.search(sentence)
        if match is None or not in_spans(max(0, match.start() - 1), open_stretches(sentence)):
            continue
        if not cues or any(match.start() <= cue.end - 1 < match.end() for cue in cues):
            yield Mutant(kind="negation", text=replaced(sentence, match.start(), match.end(), other))
        return


_ALL_OF: Final = tuple(
    (lazy_pattern(words), other)
    for words, other in (
        ("(?:一部|多く|ほとんど|大半|大部分|いくつか|過半数|半数)の(?=[一-龥ァ-ヶ])", "すべての"),
        ("(?<=の)(?:一部|多く|大半|大部分|ほとんど|半数)(?=[がはをに])", "すべて"),
        ("しばしば|時々|ときどき|通常|一般に|一般的に|たいてい|多くの場合|普通は?|主に(?=[一-龥])", "常に"),
    )
)
_SURE: Final = tuple(
    (lazy_pattern(words), other)
    for words, other in (
        ("(?<=[るたい])可能性(?:がある|もある|がある?と(?:され|みられ|考えられ)ている)" + _END, "のは確実である"),
        ("(?<=[るたい])可能性が(?:あります|高い)" + _END, "のは確実です"),
        (
            "(?<=[るたい])(?:かもしれない|かもしれません|だろう|でしょう|らしい|ようだ"
            "|と(?:み|見)られる|と(?:み|見)られている|と思われる|と考えられる|と考えられている"
            "|とされる|とされている|と言われている|といわれている|と推定される|と推測される"
            "|見込みだ|見込みである|見通しだ)" + _END,
            "",
        ),
        ("する(?:予定|計画|方針|見込み|見通し|意向)(?:だ|である|です|となっている)?" + _END, "した"),
        ("おそらく|恐らく|たぶん|どうやら", ""),
        ("(?<=[るたい])(?:こともある|場合もある|場合がある)" + _END, ""),
    )
)
_BARE: Final = (
    lazy_pattern(r"(?:約|およそ|おおよそ|ほぼ|最大で?|最高で?|少なくとも|最低で?)(?=[\d０-９一二三四五六七八九十百])"),
    lazy_pattern(
        r"(?<=[\d人円年件個台本km％%％kgトンメートル日歳回割])(?:以上|以下|未満|以内|程度"
        r"|前後|余り)(?=[のがをにはで、。])"
    ),
)


def limit_mutants(sentence: str) -> Iterator[Mutant]:
    """A hedge or a bound dropped, a quantifier widened. None where a negation turns the direction round."""
    if negations(sentence, JA):
        return
    for kind, table in (("quantifier", _ALL_OF), ("hedge", _SURE)):
        for pattern, other in table:
            if (match := pattern.search(sentence)) and in_spans(match.start(), open_stretches(sentence)):
                yield Mutant(kind=kind, text=replaced(sentence, match.start(), match.end(), other))
                break
    for pattern in _BARE:
        if (match := pattern.search(sentence)) and in_spans(match.start(), open_stretches(sentence)):
            yield Mutant(kind="hedge", text=replaced(sentence, match.start(), match.end(), ""))
            break


_KANJI_WORD: Final = lazy_pattern("[一-龥]{2,4}")
_UNCERTAIN: Final = frozenset("自然 生存 全員 常に 現在 一般 単独 関係".split())
_SHORTEST: Final = 2


def opposite_mutants(sentence: str) -> Iterator[Mutant]:
    """The opposite of a word of kanji in its place."""
    for match in _KANJI_WORD.finditer(sentence):
        if not in_spans(match.start(), open_stretches(sentence)):
            continue
        for length in range(len(match[0]), _SHORTEST - 1, -1):
            for at in range(len(match[0]) - length + 1):
                word = match[0][at : at + length]
                other = counterpart(word)
                if other and word not in _UNCERTAIN and all("一" <= sign <= "龥" for sign in other):
                    start = match.start() + at
                    yield Mutant(kind="antonym", text=replaced(sentence, start, start + length, other))
                    return


_FEWEST: Final = 8
_DROPPABLE: Final = lazy_pattern(
    "(?:場合(?:に)?(?:は|のみ|だけ)?|限り(?:は)?|[えけせてねべめれ]ば|ときに?は?"
    "|時に?は?|際に?は?|たら|なら(?:ば)?)[、，]$"
)


def condition_mutants(sentence: str) -> Iterator[Mutant]:
    """The statement without its condition."""
    for start, end in condition_stretches(sentence):
        rest = sentence[:start] + sentence[end:]
        if _DROPPABLE.search(sentence[start:end]) and len(rest) >= _FEWEST:
            yield Mutant(kind="condition", text=rest)
            return


def denied(sentence: str) -> Mutant:
    """The generic mutant: the sentence is said to be wrong."""
    return Mutant(kind="denial", text=f"「{sentence.strip()}」というのは事実ではない。")
