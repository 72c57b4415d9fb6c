"""The caveat beside a claim of low confidence: that it is low, and what would raise it (L28, §4.5)."""

from tadori.model.evidence_thresholds import CORROBORATED_FROM
from tadori.model.graph import ClaimStanding, Standing
from tadori.model.ids import Lang
from tadori.model.thresholds import CAVEAT_BELOW, FRESHNESS_UNKNOWN
from tadori.report.words import phrase


def caveat(standing: ClaimStanding, lang: Lang) -> str:
    """The caveat in the report's language; empty from `CAVEAT_BELOW` up."""
    if standing.confidence.value >= CAVEAT_BELOW:
        return ""
    raise_by = phrase("list_comma", lang).join(phrase(key, lang) for key in _raised_by(standing))
    return phrase("caveat_words", lang, floor=f"{CAVEAT_BELOW:g}", raise_by=raise_by)


def _raised_by(standing: ClaimStanding) -> list[str]:
    keys: list[str] = []
    if standing.standing is Standing.CONTESTED:
        keys.append("raise_settle")
    if len(standing.origins) < CORROBORATED_FROM:
        keys.append("raise_second")
    if not standing.has_primary:
        keys.append("raise_primary")
    if standing.confidence.perishable and standing.confidence.freshness <= FRESHNESS_UNKNOWN:
        keys.append("raise_newer")
    if not standing.confidence.refutation_searched:
        keys.append("raise_refutation")
    return keys or ["raise_more"]
