"""Limits left out: a sentence that is its quotation without what bounds, denies, dates or doubts it.

Two faces must refuse each: the check of sentences (X1), and the gate for what a model says of a sentence. What provably
changes nothing (marks of references, repeats, a connective at the start) must still pass both.
"""

import asyncio
from collections.abc import Callable

from tadori.judge.sentence_check import MechanicalCheck
from tadori.minds.llm.workers.writing import SectionToWrite, WritableClaim, section_of
from tadori.model.claim import Quotation
from tadori.model.grading import Grade, QuotedPassage
from tadori.model.ids import EN, JA
from tadori.text.language import is_japanese
from tests.gates.attacks.case import Attack
from tests.judge.check_cases import HONEST, KEPT, LIMITS
from tests.minds.llm.scripted_mind import BarePrompts, saying

KIND = "limits left out"
FEWEST = 60
MORE_LIMITS = [
    ("Acme made 500 million.", "Acme made –500 million."),
    ("Acme made a profit of 500 million.", "Acme made a profit of –500 million."),
    ("The vaccine is safe.", "The vaccine is safe (in adults under 60)."),
    ("The vaccine is safe.", "The vaccine is safe, at least in adults."),
    ("The vaccine is safe.", "The vaccine is safe, pending further trials."),
    ("The vaccine is safe.", "The vaccine is safe; children are excluded."),
    ("The minister resigned.", "The minister resigned, his rival claims."),
    ("The minister resigned.", "The minister resigned, a report that was withdrawn."),
    ("The river rose 5 m.", "The river rose 5 m (estimate)."),
    ("The river rose 5 m.", "The river rose up to 5 m."),
    ("He won the prize.", "He won the prize, jointly with Lee."),
    ("All members voted.", "All members, except two, voted."),
    ("The law is in force.", "The law is in force, from 2030."),
    ("The company made a profit.", "The company made a profit before tax."),
    ("The company made a profit.", "The company made a (small) profit."),
    ("ワクチンは安全である。", "ワクチンは安全である（成人に限る）。"),
    ("ワクチンは安全である。", "ワクチンは、成人では安全である。"),
    ("ワクチンは安全である。", "ワクチンは安全であるとみられる。"),
    ("会社は黒字だった。", "会社は黒字だった（税引前）。"),
    ("会社は黒字だった。", "会社は黒字だったという。"),
    ("会社は黒字だった。", "会社は黒字だったのか。"),
    ("全員が賛成した。", "二人を除く全員が賛成した。"),
    ("売上は500億円である。", "売上は約500億円である。"),
    ("売上は500億円である。", "売上は500億円以下である。"),
    ("売上は500億円である。", "売上は500億円（見込み）である。"),
]
ODD = frozenset(["...", "?", "12", "5 of 12 of 20"])
"""Sentences of the table that say nothing: no model brings those."""


def attacks() -> list[Attack]:
    limits = [pair for pair in LIMITS + MORE_LIMITS if pair[0] not in ODD]
    # A model's words are compared letter by letter too, so only what keeps every letter is honest there.
    by_letter = [pair for pair in HONEST + KEPT if pair[0].startswith(("The plant closed in May.", "工場は", "湖は"))]
    return [
        *(_attack("check", _checked, pair, passes=False) for pair in limits),
        *(_attack("a model's words", _said, pair, passes=False) for pair in limits),
        *(_attack("honest, check", _checked, pair, passes=True) for pair in HONEST + KEPT),
        *(_attack("honest, a model's words", _said, pair, passes=True) for pair in by_letter),
    ]


def _attack(face: str, accepts: Callable[[str, str], bool], pair: tuple[str, str], *, passes: bool) -> Attack:
    def run() -> str:
        return "" if accepts(*pair) is passes else ("refused" if passes else "accepted")

    return Attack(name=f"{face}: {pair[0]!r} of {pair[1]!r}", run=run)


def _checked(sentence: str, quoted: str) -> bool:
    return MechanicalCheck().grade(sentence, [QuotedPassage(text=quoted)]).grade is not Grade.NOT_CHECKED


def _said(sentence: str, quoted: str) -> bool:
    """Whether the sentence is kept when a model writes it from a section of this quotation."""
    lang = JA if is_japanese(sentence) else EN
    own = Quotation.of(fragment_id="fr", page_id="pg", start=0, text=quoted)
    section = SectionToWrite(
        question="?",
        heading="",
        claims=(WritableClaim(text=quoted, quoted=((own, QuotedPassage(text=quoted)),)),),
        lang=lang,
        lowest=Grade.DERIVED,
    )
    mind = saying({"sentences": [{"parts": [{"words": sentence, "claims": [1], "how": "reword"}]}]})
    worked = asyncio.run(section_of(mind, BarePrompts(), section, check=MechanicalCheck()))
    return bool(worked.value)
