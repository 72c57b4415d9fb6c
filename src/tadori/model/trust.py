"""What is learnt about a publisher, across tasks (L29). Types only."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tadori.model.graph import TrustLevel


class TrustSignal(StrEnum):
    """Evidence about a publisher: another source confirmed or contradicted it, or one of its pages gives orders."""

    CONFIRMED = "confirmed"
    CONTRADICTED = "contradicted"
    ORDERS = "orders"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One thing a task has learnt about a publisher."""

    domain: str
    said: TrustSignal
    about: str
    """The id of the claim; for `orders`, the page's address."""
    witness: str
    """Who confirmed or contradicted it: a publisher, or a title where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainTrust:
    """The current trust in a publisher, from everything all tasks have learnt."""

    domain: str
    level: TrustLevel
    confirmed: int
    contradicted: int
    orders: int
    promoted_at: datetime | None
    demoted_at: datetime | None
    reason_ja: str
    reason_en: str
