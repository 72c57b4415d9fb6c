"""Recognises whether a sentence speaks for a thing, against it, or neither; ja and en.

In: a sentence and the heading above it. Out: a side. By words of value and limit only: it does not know who is right,
and a sentence with words of both sides takes the side of the heading, or none.
"""

import re
from enum import StrEnum
from typing import Final

_FOR: Final = re.compile(
    r"(?<!デ)メリット|利点|長所|強み|優れ|有利|便利|有効|効果的|改善|向上|容易|簡単|安全(?!で(?:は)?な)|高速|速い|柔軟|安価|賛成|支持|評価され|節約|保護|防(?:ぐ|げ|止)"
    r"|(?<!not )\b(?:advantages?|benefits?|beneficial|pros?|strengths?|better|best|faster|easier|simpler|safer?|cheaper"
    r"|improv\w+|efficient\w*|effective\w*|flexible"
    r"|reliable|robust|powerful|useful|helps?|helpful|convenient|supports?|favou?rs?|praised?|welcomed?|saves?"
    r"|protects?|reduc\w+|avoids?|excellent|good"
    r"|ideal|recommended|well[- ]suited|works well)\b",
    re.IGNORECASE,
)
_AGAINST: Final = re.compile(
    r"デメリット|欠点|短所|弱点|弱み|問題(?:点|が|に|と|は)|課題|懸念|危険|リスク|批判|反対|困難|難し|不利|不便|遅い|遅く|複雑|制限|できません|できない|ではない"
    r"|失敗|損な|脆弱|注意|避け(?:る|た|て)|べきでは(?:な|あり)|悪い|悪く|劣|負担|高価|失(?:う|われ)"
    r"|\b(?:disadvantages?|drawbacks?|cons|downsides?|weakness\w*|worse|worst|slower|slow|harder|difficult\w*"
    r"|complex\w*|complicated|risks?|risky|dangerous|danger"
    r"|problems?|problematic|limitations?|limits?|limited|critic\w*|concern\w*|oppos\w+|objections?|fails?|failed"
    r"|failure\w*|cannot|can't|unable|lacks?|lacking"
    r"|costs?|costly|expensive|overhead|insecure|vulnerab\w*|unsafe|avoid\b|bad|wrong|unfortunately|caveats?"
    r"|warning|not recommended|discouraged|less \w+)\b",
    re.IGNORECASE,
)


class ArgumentSide(StrEnum):
    """Which side of a dispute a sentence takes."""

    FOR = "for"
    AGAINST = "against"
    NEITHER = ""


def argument_side(text: str, heading: str = "") -> ArgumentSide:
    """The side that the words of a sentence take; the heading decides where they take both or neither."""
    good, bad = len(_FOR.findall(text)), len(_AGAINST.findall(text))
    if good > bad:
        return ArgumentSide.FOR
    if bad > good:
        return ArgumentSide.AGAINST
    above_good, above_bad = bool(_FOR.search(heading)), bool(_AGAINST.search(heading))
    if above_good != above_bad:
        return ArgumentSide.FOR if above_good else ArgumentSide.AGAINST
    return ArgumentSide.NEITHER
