"""The evidence graph: sources, claims, edges between them, and the standing of each claim. Types only."""

from dataclasses import dataclass, field
from enum import StrEnum

from tadori.model.claim import ADDED, Claim, Edge
from tadori.model.ids import IsoDate, Lang, Url

Circles = tuple[tuple[str, ...], ...]
"""Cycles of pages that cite each other, each as the addresses on its path."""


class TrustLevel(StrEnum):
    """§4.4.1; the reliability of each level is in `model/thresholds.py`."""

    PRIMARY = "PRIMARY"
    GOVERNMENT = "GOVERNMENT"
    ACADEMIC = "ACADEMIC"
    TRUSTED = "TRUSTED"
    LOW = "LOW"
    UNVERIFIED = "UNVERIFIED"
    BLOCKED = "BLOCKED"


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceSource:
    """A page as a source in the graph."""

    page_id: str
    url: Url
    title: str
    date: IsoDate | None
    lang: Lang
    domain: str
    """The publisher: the registrable domain; on a shared platform, the blog or account (`note.com/name`); empty for a
    bare file.
    """
    trust: TrustLevel
    is_primary: bool
    origin: str
    """Pages that share an origin (mirrors, copies, one publisher) count as one source."""
    kind: str = field(default="", metadata=ADDED)
    """The sort of publisher, where a rule knows: `government academic news wiki blog …` (`graph/trust.toml`)."""
    quality: float = field(default=1.0, metadata=ADDED)
    """L30: 1 where nothing speaks against the page, 0 for a page that cannot support any claim."""
    notes: tuple[str, ...] = field(default=(), metadata=ADDED)
    """In the report's language: why it is trusted as it is, who publishes it, what is wrong with it."""


class Standing(StrEnum):
    """What independent origins say about a checked claim. Independent of whether it is checked."""

    CORROBORATED = "corroborated"
    SINGLE_SOURCE = "single_source"
    CONTESTED = "contested"


@dataclass(frozen=True, slots=True, kw_only=True)
class Confidence:
    """L28: one number and its grounds. Each part is 0 to 1."""

    value: float
    tier: float
    agreement: float
    freshness: float
    consistency: float
    refutation_searched: bool
    refutation_found: bool
    grounds: tuple[str, ...]
    """Sentences in the report's language, for a person to read."""
    fit: float = field(default=0.0, metadata=ADDED)
    """How well the sentence fills what was asked."""
    clarity: float = field(default=0.0, metadata=ADDED)
    """How much of what it says stands in the sentence itself, and whether it is stated as a fact."""
    perishable: bool = field(default=True, metadata=ADDED)
    """Whether what it says can change: freshness counts only then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimStanding:
    """A claim with everything known about it."""

    claim: Claim
    standing: Standing
    supporting: tuple[Edge, ...]
    refuting: tuple[Edge, ...]
    """Frames that exclude its own: only what is certain."""
    may_conflict: tuple[Edge, ...] = ()
    """Empty since there are frames; older sealed graphs have some, and every form names the field."""
    origins: tuple[str, ...]
    """Independent origins that support it, primary ones first."""
    has_primary: bool
    satisfaction: float
    satisfied: bool
    confidence: Confidence
    answer_score: float
    """How well it answers the question, 0 to 1."""
    qualifying: tuple[Edge, ...] = field(default=(), metadata=ADDED)
    """Other values that do not exclude its own: of another time, place, group or bound. They do not move confidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceGraph:
    """All evidence of one task at one time, in an order that does not depend on where documents lie.

    Sources: primary ones first, then by trust, then by title. Claims: by id. Edges of a claim: in the order of their
    sources, then by place.
    """

    sources: tuple[EvidenceSource, ...]
    claims: tuple[ClaimStanding, ...]
    largest_origin_share: float
    """Share of pages from the largest origin: 1.0 means all evidence has one origin."""
