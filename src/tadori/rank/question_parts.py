"""Splits a question into the questions it holds: `How did X do, and what do critics say?` is two.

In: a question and its language. Out: its parts in order, each parsed by its own form and about the subject of the
whole. The sides of a comparison are not parts: one comparison is one question.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.model.thresholds import MOST_ASKED_PARTS, SHORTEST_QUESTION_PART
from tadori.rank.question import ParsedQuestion, parse_question
from tadori.rank.question_kinds import QuestionKind
from tadori.text.names import names
from tadori.text.normalise import fold
from tadori.text.tokens import terms
from tadori.text.units import UNITS

_SENTENCE_END: Final = re.compile(r"(?<=[。？！?!])\s*|(?<=[.])\s+(?=[A-Z])|\n+")
_EN_JOINT: Final = re.compile(
    r",?\s+(?:and|or|but)\s+(?=(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|did|does|do)\b)",
    re.IGNORECASE,
)
_JA_JOINT: Final = re.compile(r"(?<=[かはが])[、，]\s*(?:また|そして|それから|および)?|、(?:また|そして|それと)、?")
_HALF: Final = re.compile(r"how\s+(?:many|much)\b", re.IGNORECASE)
_ASKS_EN: Final = re.compile(
    r"^(?:(?:in|on|at|by|from|to|of|for|with|under)\s+)?(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were"
    r"|did|does|do|can|could|should|will|would|has|have|list|name|describe|explain|compare|summari[sz]e)\b",
    re.IGNORECASE,
)
_ASKS_JA: Final = re.compile(
    r"か[。？?]?$|[？?]$|(?:誰|だれ|何|なに|いつ|どこ|どの|どう|どれ|どんな|なぜ|いくら|いくつ)"
    r"|(?:教えて|説明して|挙げて|比較して|述べ)"
)


@dataclass(frozen=True, slots=True)
class AskedPart:
    """One of the questions in a question."""

    text: str
    parsed: ParsedQuestion


def question_pieces(question: str, lang: Lang) -> list[str]:
    """The sentences and joined questions inside `question`, in order, without those that are too short to ask."""
    joint = _JA_JOINT if lang == JA else _EN_JOINT
    sentences = [piece.strip() for piece in _SENTENCE_END.split(question.strip())]
    parts = [part.strip(" 、,") for piece in sentences for part in joint.split(piece)]
    least = SHORTEST_QUESTION_PART // 2 if lang == JA else SHORTEST_QUESTION_PART
    return list(dict.fromkeys(part for part in parts if len(part) >= least))


def asked_parts(question: str, lang: Lang) -> tuple[AskedPart, ...]:
    """The questions in `question`; the whole alone where it holds one, or more than can be told apart."""
    asks = _ASKS_JA if lang == JA else _ASKS_EN
    pieces = [piece for piece in question_pieces(question, lang) if asks.search(piece)]
    # `…, and how many against?` has no word of its own to look for: it is the other half of the question before it.
    if any(_HALF.match(piece) and not parse_question(piece, lang).terms for piece in pieces):
        pieces = []
    if len(pieces) < 2 or len(pieces) > MOST_ASKED_PARTS:
        return (AskedPart(question, parse_question(question, lang)),)
    return tuple(AskedPart(piece, replace(_about_the_whole(piece, question, lang), whole=question)) for piece in pieces)


def asks_how(question: str, lang: Lang) -> bool:
    """Whether a part of `question` asks how something is done: its answer may be a command."""
    return any(part.parsed.kind is QuestionKind.HOW for part in asked_parts(question, lang))


def _about_the_whole(piece: str, question: str, lang: Lang) -> ParsedQuestion:
    """The piece parsed, with the names said before it where it has none of its own: `what do critics say?`."""
    parsed = parse_question(piece, lang)
    before = question[: max(0, question.find(piece))]
    if not before or _names(piece, lang):
        return parsed
    about = [term for name in _names(before, lang) for term in terms(name)]
    if not about:
        about = list(parse_question(question_pieces(question, lang)[0], lang).topic_terms)
        if not set(about).isdisjoint(parsed.topic_terms):
            return parsed  # it says what it is about
    return replace(parsed, terms=tuple(dict.fromkeys([*parsed.terms, *about])))


def _names(text: str, lang: Lang) -> list[str]:
    """The names in `text`; a unit in katakana looks like one."""
    return [name.text for name in names(text, lang) if fold(name.text) not in UNITS]
