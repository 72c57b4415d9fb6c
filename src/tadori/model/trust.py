"""What is learned about a publisher, across tasks (L29)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tadori.model.graph import TrustLevel


class TrustSignal(StrEnum):
    """What independent evidence said of a publisher, at one claim; or a page of it, of itself."""

    CONFIRMED = "confirmed"
    CONTRADICTED = "contradicted"
    ORDERS = "orders"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One thing a task has learned of a publisher."""

    domain: str
    said: TrustSignal
    about: str
    """The id of the claim; the address of a page that gives orders."""
    witness: str
    """Who bore it out or contradicted it: a publisher, or a title where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainTrust:
    """How far a publisher is trusted now, by everything that every task has learned of it."""

    domain: str
    level: TrustLevel
    confirmed: int
    contradicted: int
    orders: int
    promoted_at: datetime | None
    demoted_at: datetime | None
    reason_ja: str
    reason_en: str
