"""L28: one number for how far a claim can be relied on, and its grounds in words.

In: which sources support a claim, which contradict it, their dates; how well it fits the question, and how much it
leaves open. Out: a weighted mean of the six parts, passed through a calibration, times .95 when refutations were
searched for and none was found (§3.1.7.5). No clock: fresh means close to the newest date in the graph, or to the time
the question asks about; what cannot change needs no fresh source. What its own publisher has since corrected counts
neither for nor against.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tadori.graph.trust import reliability
from tadori.model.claim import ClaimContext, Mood
from tadori.model.graph import Confidence, EvidenceSource, TrustLevel
from tadori.model.ids import JA, IsoDate, Lang
from tadori.model.thresholds import (
    CLARITY_EXPLAINED,
    CLARITY_NOT_STATED,
    CLARITY_OPEN,
    CLARITY_RESOLVED,
    CONFIDENCE_AGREEMENT_WEIGHT,
    CONFIDENCE_CLARITY_WEIGHT,
    CONFIDENCE_CONSISTENCY_WEIGHT,
    CONFIDENCE_FIT_WEIGHT,
    CONFIDENCE_FRESHNESS_WEIGHT,
    CONFIDENCE_TIER_WEIGHT,
    FRESHNESS_HALF_LIFE_YEARS,
    FRESHNESS_UNKNOWN,
    INDEPENDENT_SOURCES_WANTED,
    NO_REFUTATION_FACTOR,
    STALE_BELOW,
)

Calibration = Callable[[float], float]
"""Raw score in 0 to 1 → probability in 0 to 1. The identity until `tadori calibrate` has learnt one."""

_LEVEL_WORDS: Final[dict[TrustLevel, tuple[str, str]]] = {
    TrustLevel.PRIMARY: ("標準化団体・公的機関", "a standards body or public institution"),
    TrustLevel.GOVERNMENT: ("政府機関", "a government body"),
    TrustLevel.ACADEMIC: ("学術機関", "an academic publisher"),
    TrustLevel.TRUSTED: ("信頼できる報道・事典", "a trusted medium or reference work"),
    TrustLevel.LOW: ("検証済みだが信頼度の低い出典", "a verified source of low trust"),
    TrustLevel.UNVERIFIED: ("未検証の出典", "an unverified source"),
    TrustLevel.BLOCKED: ("除外された出典", "a blocked source"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimEvidence:
    """The sources for and against one claim, and the dates they are measured by."""

    supporting: Sequence[EvidenceSource]
    """One entry a page; several may share an origin."""
    against: Sequence[EvidenceSource]
    newest: IsoDate | None
    """The newest date among all sources of the graph, or the time the question asks about where that is earlier."""
    refutation_searched: bool
    as_of: IsoDate | None = None
    """The time the question asks about, where it names one."""
    outdated: Sequence[EvidenceSource] = ()
    """Earlier words against the claim that their own publisher has since corrected: found, but no contradiction."""
    fit: float = 0.0
    """How well the claim fills what was asked, 0 to 1."""
    clarity: float = 1.0
    """How much of what it says stands in its own sentence, 0 to 1."""
    perishable: bool = True
    """Whether what it says can change with time."""


def uncalibrated(raw: float) -> float:
    """The identity: the weighted mean is printed as it is."""
    return raw


def confidence(bearing: ClaimEvidence, lang: Lang, calibration: Calibration = uncalibrated) -> Confidence:
    """How far a claim can be relied on, 0 to 1, with every part and a sentence for each."""
    best = max(bearing.supporting, key=reliability, default=None)
    tier = reliability(best) if best else 0.0
    origins = len({source.origin for source in bearing.supporting})
    agreement = min(1.0, origins / INDEPENDENT_SOURCES_WANTED)
    latest = max((s.date for s in bearing.supporting if s.date), default=None)
    fresh = freshness(latest, bearing.newest)
    consistent = consistency(bearing)
    parts = [
        (CONFIDENCE_TIER_WEIGHT, tier),
        (CONFIDENCE_AGREEMENT_WEIGHT, agreement),
        (CONFIDENCE_CONSISTENCY_WEIGHT, consistent),
        # However well it is worded: what nobody supports is not relied on.
        (CONFIDENCE_FIT_WEIGHT, bearing.fit if best else 0.0),
        (CONFIDENCE_CLARITY_WEIGHT, bearing.clarity if best else 0.0),
        *([(CONFIDENCE_FRESHNESS_WEIGHT, fresh)] if bearing.perishable else []),
    ]
    raw = sum(weight * part for weight, part in parts) / sum(weight for weight, _ in parts)
    found = bool(bearing.against or bearing.outdated)
    factor = NO_REFUTATION_FACTOR if bearing.refutation_searched and not found else 1.0
    return Confidence(
        value=round(min(1.0, max(0.0, calibration(raw) * factor)), 4),
        tier=tier,
        agreement=agreement,
        freshness=fresh,
        consistency=consistent,
        refutation_searched=bearing.refutation_searched,
        refutation_found=found,
        grounds=tuple(_grounds(bearing, best, origins, latest, lang)),
        fit=bearing.fit,
        clarity=bearing.clarity,
        perishable=bearing.perishable,
    )


def clarity(context: ClaimContext) -> float:
    """How much of what a claim says stands in its own sentence, and whether it is stated as a fact; 0 to 1."""
    if not context.stands_alone:
        found = CLARITY_OPEN
    elif context.neighbour or context.lead_in or context.header or context.under:
        found = CLARITY_EXPLAINED
    else:
        found = CLARITY_RESOLVED if context.subject else 1.0
    return found if context.mood is Mood.STATED else found * CLARITY_NOT_STATED


def freshness(date: IsoDate | None, newest: IsoDate | None) -> float:
    """1 for the newest date of the graph, halved every five years before it; .5 when undated."""
    if date is None or newest is None:
        return FRESHNESS_UNKNOWN
    return float(0.5 ** (years_between(date, newest) / FRESHNESS_HALF_LIFE_YEARS))


def years_between(date: IsoDate, newest: IsoDate) -> float:
    """How many years `date` lies before `newest`; 0 where it does not."""
    return max(0.0, _years(newest) - _years(date))


def consistency(bearing: ClaimEvidence) -> float:
    """Supporting origins ÷ all origins that speak for or against. 1 when none contradicts."""
    supporting = len({s.origin for s in bearing.supporting})
    against = {s.origin for s in bearing.against}
    total = supporting + len(against)
    return supporting / total if total else 0.0


def _years(date: IsoDate) -> float:
    """A date in years. A part that is not known counts as the end of its span: unknown is not older."""
    parts = [int(part) for part in date.split("-")]
    month = parts[1] if len(parts) > 1 else 12
    day = parts[2] if len(parts) > 2 else 30
    return parts[0] + (month - 1) / 12 + (day - 1) / 365


def _grounds(
    bearing: ClaimEvidence, best: EvidenceSource | None, origins: int, latest: IsoDate | None, lang: Lang
) -> list[str]:
    lines = (
        _tier_words(best),
        _agreement_words(origins, len(bearing.supporting)),
        _freshness_words(latest, bearing),
        _statement_words(bearing),
        _consistency_words(bearing, latest),
        _refutation_words(bearing),
    )
    return [ja if lang == JA else en for ja, en in lines]


def _tier_words(best: EvidenceSource | None) -> tuple[str, str]:
    if best is None:
        return "裏付ける出典がない。", "No source supports it."
    ja, en = _LEVEL_WORDS[best.trust]
    number = f"{reliability(best):.2f}"
    return f"最も信頼度の高い出典は{ja}（{number}）。", f"Its most reliable source is {en} ({number})."


def _agreement_words(origins: int, pages: int) -> tuple[str, str]:
    return (
        f"独立した出所{origins}件（{pages}ページ）が裏付けている。",
        f"Supported by {_count(origins, 'independent origin')} ({_count(pages, 'page')}).",
    )


def _freshness_words(latest: IsoDate | None, bearing: ClaimEvidence) -> tuple[str, str]:
    newest = bearing.newest
    if not bearing.perishable:
        return "時とともに変わらない内容。", "What it says does not change with time."
    if latest is None or newest is None:
        return "裏付けの日付が分からない。", "Its evidence is undated."
    if freshness(latest, newest) < STALE_BELOW:
        years = int(years_between(latest, newest))
        return (
            f"最新の裏付けは{latest}で、基準の{newest}より{years}年古く、今は当てはまらない可能性がある。",
            f"Its latest evidence is from {latest}, {years} years before {newest}: it may be out of date.",
        )
    if newest == bearing.as_of:
        return (
            f"最新の裏付けは{latest}（問われているのは{newest}）。",
            f"Its latest evidence is from {latest} (the question asks about {newest}).",
        )
    return (
        f"最新の裏付けは{latest}（全資料の最新は{newest}）。",
        f"Its latest evidence is from {latest} (the newest document: {newest}).",
    )


def _consistency_words(bearing: ClaimEvidence, latest: IsoDate | None) -> tuple[str, str]:
    against = len({s.origin for s in bearing.against})
    newer = max((s.date for s in bearing.against if s.date), default=None)
    if newer is not None and latest is not None and newer > latest:
        return (
            f"{against}件の出所が反対のことを述べており、うち最新は{newer}で、裏付けより新しい。",
            f"Contradicted by {_count(against, 'origin')}, the latest ({newer}) newer than its own evidence.",
        )
    if against:
        return f"{against}件の出所が反対のことを述べている。", f"Contradicted by {_count(against, 'origin')}."
    return "食い違う資料はない。", "No document conflicts with it."


def _refutation_words(bearing: ClaimEvidence) -> tuple[str, str]:
    if not bearing.refutation_searched:
        return "反証はまだ探していない。", "Refutations have not been searched for yet."
    if bearing.against or bearing.outdated:
        return "反証を探し、見つかった。", "Refutations were searched for and found."
    return "反証を探したが見つからなかった（×0.95）。", "Refutations were searched for; none was found (× 0.95)."


def _statement_words(bearing: ClaimEvidence) -> tuple[str, str]:
    return (
        f"問いとの適合{bearing.fit:.2f}、文だけで分かる度合い{bearing.clarity:.2f}。",
        f"It fits the question by {bearing.fit:.2f}; {bearing.clarity:.2f} of it is clear from its own sentence.",
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
