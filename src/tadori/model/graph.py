"""The evidence graph: sources, claims, edges between them, and how each claim stands."""

from dataclasses import dataclass, field
from enum import StrEnum

from tadori.model.claim import ADDED, Claim, Edge
from tadori.model.ids import IsoDate, Lang, Url

Circles = tuple[tuple[str, ...], ...]
"""Circles of pages that cite each other, each as the addresses on its way."""


class TrustLevel(StrEnum):
    """§4.4.1; the number behind each level stands in `model/thresholds.py`."""

    PRIMARY = "PRIMARY"
    GOVERNMENT = "GOVERNMENT"
    ACADEMIC = "ACADEMIC"
    TRUSTED = "TRUSTED"
    LOW = "LOW"
    UNVERIFIED = "UNVERIFIED"
    BLOCKED = "BLOCKED"


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceSource:
    """A page as the graph sees it."""

    page_id: str
    url: Url
    title: str
    date: IsoDate | None
    lang: Lang
    domain: str
    """Who publishes it: the registrable domain of its own address; on a platform of many, the blog or account
    (`note.com/name`); the empty string for a bare file."""
    trust: TrustLevel
    is_primary: bool
    origin: str
    """Pages that share an origin (mirrors, copies, one publisher) count as one source."""
    kind: str = field(default="", metadata=ADDED)
    """What sort of publisher it is, where a rule knows: `government academic news wiki blog …` (`graph/trust.toml`)."""
    quality: float = field(default=1.0, metadata=ADDED)
    """L30: 1 where nothing speaks against the page, 0 for a page that can carry no claim."""
    notes: tuple[str, ...] = field(default=(), metadata=ADDED)
    """Why it is trusted so far, whose voice it speaks with, what is wrong with it, in the report's language."""


class Standing(StrEnum):
    """What independent origins say about a checked claim. Never mixed with whether it is checked."""

    CORROBORATED = "corroborated"
    SINGLE_SOURCE = "single_source"
    CONTESTED = "contested"


@dataclass(frozen=True, slots=True, kw_only=True)
class Confidence:
    """L28: one number and its grounds. Each part lies in 0 to 1."""

    value: float
    tier: float
    agreement: float
    freshness: float
    consistency: float
    refutation_searched: bool
    refutation_found: bool
    grounds: tuple[str, ...]
    """Sentences in the report's language, for a person to read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimStanding:
    """A claim with all that is known about it."""

    claim: Claim
    standing: Standing
    supporting: tuple[Edge, ...]
    refuting: tuple[Edge, ...]
    """Only shown refutations; an unsure one is in `may_conflict`."""
    may_conflict: tuple[Edge, ...]
    origins: tuple[str, ...]
    """Independent origins that support it, primary ones first."""
    has_primary: bool
    satisfaction: float
    satisfied: bool
    confidence: Confidence
    answer_score: float
    """How well it answers the question, 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceGraph:
    """All evidence of one task at one time, in an order that does not depend on where documents lie.

    Sources: the first-hand ones, then the more trusted, then by title. Claims: by id. Edges of a claim: in the order
    of their sources, then by place.
    """

    sources: tuple[EvidenceSource, ...]
    claims: tuple[ClaimStanding, ...]
    largest_origin_share: float
    """Share of pages that belong to the largest origin: 1.0 means one voice speaks for all."""
