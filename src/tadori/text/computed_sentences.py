"""Writes and reads the sentence that says what was calculated from which quoted sentences (D10).

Comes in: quoted sentences with their named numbers, code and result. Goes out: one sentence of fixed words around
them, and back. `judge/derive/computed.py` reads back exactly this form and runs it again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tadori.model.ids import EN, JA, Lang
from tadori.text.code_form import INPUT_NAMES, is_expression
from tadori.text.lazy_pattern import lazy_pattern

NamedNumber = tuple[str, str]
"""(name, number as written): ("a", "1,284 MWh")"""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedNumbers:
    """A quoted sentence, and the numbers of it that went in."""

    sentence: str
    numbers: tuple[NamedNumber, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputedSentence:
    """What such a sentence says."""

    quoted: tuple[QuotedNumbers, ...]
    expression: str
    """The code, where it is one line of arithmetic; empty where the code stands beside the sentence."""
    result: str
    """With its sign: `= 226 MWh`, `≈ 17.6 %`."""

    @property
    def numbers(self) -> tuple[NamedNumber, ...]:
        """All numbers in the order of their names."""
        return tuple(sorted(number for one in self.quoted for number in one.numbers))


_WORDS: Final[dict[Lang, tuple[str, str, str]]] = {
    EN: ("Calculated from ", ": ", "result of the code below"),
    JA: ("", "から計算：", "下のコードの結果"),
}
_READ: Final = {
    EN: lazy_pattern(r"Calculated from (?P<quoted>“.*\)): (?P<code>[^“”]{1,400}?) (?P<result>[=≈] [^=≈“”]{1,80})"),
    JA: lazy_pattern(r"(?P<quoted>「.*）)から計算：(?P<code>[^「」]{1,400}?) (?P<result>[=≈] [^=≈「」]{1,80})"),
}
_PIECE: Final = {
    EN: lazy_pattern(r"“(?P<sentence>.+?)” \((?P<numbers>[a-p] = [^“”()]*)\)(?:; |$)"),
    JA: lazy_pattern(r"「(?P<sentence>.+?)」（(?P<numbers>[a-p] = [^「」（）]*)）(?:、|$)"),
}
_NUMBER: Final = lazy_pattern(r"(?P<name>[a-p]) = (?P<written>.+)")
_SIGNS: Final = (("**", "^"), ("*", "×"))


def computed_sentence(quoted: Sequence[QuotedNumbers], code: str, result: str, lang: Lang) -> str:
    """The sentence; where the code is longer than an expression, the sentence names it and it stands below."""
    first, between, below = _WORDS[JA if lang == JA else EN]
    left, right, opening, closing, joint = "「」（）、" if lang == JA else ("“", "”", " (", ")", "; ")
    pieces = []
    for one in quoted:
        numbers = ", ".join(f"{name} = {written}" for name, written in one.numbers)
        pieces.append(f"{left}{one.sentence}{right}{opening}{numbers}{closing}")
    shown = shown_code(code) if is_expression(code) else below
    return f"{first}{joint.join(pieces)}{between}{shown} {result}"


def looks_computed(text: str) -> bool:
    """Whether `text` may be such a sentence; cheap, for every sentence is asked."""
    return (text.startswith("Calculated from “") or (text.startswith("「") and "から計算：" in text)) and (
        "= " in text or "≈ " in text
    )


def read_computed(text: str) -> ComputedSentence | None:
    """What `text` says, if it is exactly such a sentence."""
    if not looks_computed(text):
        return None
    lang = EN if text.startswith("Calculated") else JA
    match = _READ[lang].fullmatch(text)
    if match is None:
        return None
    quoted = _quoted(match["quoted"], lang)
    names = [name for one in quoted for name, _ in one.numbers]
    below = match["code"] == _WORDS[lang][2]
    if not quoted or sorted(names) != list(INPUT_NAMES[: len(names)]) or len(set(names)) != len(names):
        return None
    return ComputedSentence(quoted=quoted, expression="" if below else _as_code(match["code"]), result=match["result"])


def _quoted(text: str, lang: Lang) -> tuple[QuotedNumbers, ...]:
    """The quoted sentences with their numbers; empty where the text is anything else."""
    found: list[QuotedNumbers] = []
    matches = list(_PIECE[lang].finditer(text))
    ends = [0, *(match.end() for match in matches)]
    for (begin, _), match in zip(pairwise([*ends, len(text)]), matches, strict=False):
        numbers = [_NUMBER.fullmatch(one) for one in match["numbers"].split(", ")]
        if match.start() != begin or not all(numbers):
            return ()
        named = tuple((one["name"], one["written"]) for one in numbers if one is not None)
        found.append(QuotedNumbers(sentence=match["sentence"], numbers=named))
    return tuple(found) if ends[-1] == len(text) else ()


def shown_code(code: str) -> str:
    """An expression in the signs of arithmetic."""
    for sign, shown in _SIGNS:
        code = code.replace(sign, shown)
    return code


def _as_code(shown: str) -> str:
    for sign, printed in reversed(_SIGNS):
        shown = shown.replace(printed, sign)
    return shown
