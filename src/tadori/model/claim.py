"""A claim, its quotation, and verdicts about it. Types only."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from tadori.model.ids import IsoDate, Lang, Sha256, content_id, text_hash

ADDED: Final = {"added": True}
"""Marks a field added after the first release of a JSON form: it is not written at its default, and may be absent. So
what was sealed before is still read, byte for byte the same.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotation:
    """Exact text inside one fragment. `start` and `end` are offsets in the page's text, not in the fragment."""

    fragment_id: str
    page_id: str
    start: int
    end: int
    text: str
    text_hash: Sha256

    @staticmethod
    def of(*, fragment_id: str, page_id: str, start: int, text: str) -> "Quotation":
        return Quotation(
            fragment_id=fragment_id,
            page_id=page_id,
            start=start,
            end=start + len(text),
            text=text,
            text_hash=text_hash(text),
        )


class Mood(StrEnum):
    """How a statement is meant."""

    STATED = "stated"
    PLANNED = "planned"
    ESTIMATED = "estimated"
    CONDITIONAL = "conditional"
    ALLEGED = "alleged"
    DENIED = "denied"
    QUESTION = "question"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimContext:
    """What a claim's sentence leaves to the text around it, each with the quotation it was taken from."""

    mood: Mood = Mood.STATED
    speaker: str = ""
    """Whose words they are, as named in the text; empty for the page's own."""
    speaker_quotation: Quotation | None = None
    """The words outside the sentence that name the speaker; None where the sentence itself names them."""
    subject: str = ""
    """What `It`, `The company`, 同社 or a missing subject stands for; empty where the sentence leaves nothing open."""
    subject_start: int = 0
    """The words of the claim's text that `subject` replaces; an empty span where it is to be inserted."""
    subject_end: int = 0
    subject_quotation: Quotation | None = None
    lead_in: Quotation | None = None
    """The words above a list that its items complete."""
    header: Quotation | None = None
    """The header row of the table that a row stands in."""
    neighbour: Quotation | None = None
    """The sentence before, where a subject could not be resolved: the two are only understood together."""
    proviso: Quotation | None = None
    """The sentence behind it, where it takes something out of the statement: the two are only said together."""
    under: str = ""
    """The heading or title that a sentence which leaves something open stands under, where nothing else resolves it."""
    stands_alone: bool = True
    """False where the sentence leaves open what it speaks about, and nothing above resolves it."""
    code: Quotation | None = field(default=None, metadata=ADDED)
    """The block of code right behind the sentence."""
    introduces: bool = field(default=False, metadata=ADDED)
    """Whether the sentence only announces that block (`Run this command:`): it is said together with it or not at all.
    Then `stands_alone` is False."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One atomic, self-contained statement. The same words from several pages are one claim with several edges."""

    id: str
    text: str
    lang: Lang
    quotation: Quotation
    """Where it was first read. A claim found by rules is its quotation; a model's claim must be entailed by it."""
    date: IsoDate | None = None
    """The time the claim is about or, failing that, its page's date."""
    context: ClaimContext = field(default=ClaimContext(), metadata=ADDED)

    @staticmethod
    def id_of(normalised_text: str) -> str:
        return content_id("cl", normalised_text)


class Stance(StrEnum):
    SUPPORTS = "supports"
    REFUTES = "refutes"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """One reason for a verdict, readable by people: `number`, `14 ≠ 15`."""

    rule: str
    """`identical quantity event role statement`; of a stance: `overlap number date unit negation antonym entity …`"""
    detail: str
    weight: float
    """From -1 (refutes) over 0 to 1 (supports)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceVerdict:
    """What evidence says about a claim. `shown` is false where the stance is too uncertain to print as a fact."""

    stance: Stance
    confidence: float
    """0 to 1, of the stance."""
    shown: bool
    abstained: bool
    grounds: tuple[Ground, ...]


class Relation(StrEnum):
    SUPPORTS = "supports"
    REFUTES = "refutes"
    QUALIFIES = "qualifies"
    """Both can be so: another time, place, group or bound."""
    CITES = "cites"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """Fragment → claim, or fragment → page for `cites`."""

    id: str
    claim_id: str
    quotation: Quotation
    relation: Relation
    confidence: float
    shown: bool
    grounds: tuple[Ground, ...]
    judge: str = field(default="", metadata=ADDED)
    """Version of the rules and models that gave the verdict; empty for the claim's own quotation."""

    @staticmethod
    def id_of(claim_id: str, quotation: Quotation, relation: Relation) -> str:
        return content_id("e", claim_id, quotation.fragment_id, quotation.start, quotation.end, relation.value)
