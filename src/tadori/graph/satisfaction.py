"""How well a claim or a search is covered by independent sources (§3.1.7.2, §3.1.7.3, rulings "satisfied")."""

from tadori.model.evidence_thresholds import CORROBORATED_FROM
from tadori.model.state import SearchState
from tadori.model.thresholds import (
    INDEPENDENT_SOURCES_WANTED,
    SATISFACTION_PRIMARY_WEIGHT,
    SATISFACTION_SOURCES_WEIGHT,
    SATISFIED_AT,
)


def satisfaction(independent: int, *, has_primary: bool) -> float:
    """`min(1, sources/3 · .7 + primary · .3)`, in 0 to 1."""
    share = independent / INDEPENDENT_SOURCES_WANTED
    return min(1.0, share * SATISFACTION_SOURCES_WEIGHT + SATISFACTION_PRIMARY_WEIGHT * has_primary)


def is_satisfied(independent: int, *, has_primary: bool) -> bool:
    """Three independent sources, or a primary one and another beside it, or a score of .8."""
    by_rule = independent >= INDEPENDENT_SOURCES_WANTED or (has_primary and independent >= CORROBORATED_FROM)
    return by_rule or satisfaction(independent, has_primary=has_primary) >= SATISFIED_AT


def search_state(independent: int, *, has_primary: bool, ended: bool) -> SearchState:
    """The state of a search; `ended` is true when its budget or its novelty is used up."""
    if is_satisfied(independent, has_primary=has_primary):
        return SearchState.SATISFIED
    if ended:
        return SearchState.EXHAUSTED
    return SearchState.PARTIAL if independent else SearchState.RUNNING
