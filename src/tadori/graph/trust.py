"""The trust in a publisher after evidence (L29). In: a level by rule and the lessons learned about the publisher.

Out: a level with its ground, and the lessons that a graph teaches about the publishers in it. The seven levels are
§4.4.1's. Rules (`trust.toml`) give the higher ones; evidence moves only UNVERIFIED and LOW ones, as the ruling says:

- confirmed by independent evidence, repeatedly: UNVERIFIED → LOW (§4.4.1: "verified, of low trust"), and no further:
  no number of agreeing pages makes a site a newspaper or a ministry;
- contradicted by independent evidence of higher trust: back to UNVERIFIED; repeatedly, and oftener than confirmed:
  BLOCKED;
- pages that give orders to their reader: each such page is not believed at all; from the second one on the publisher
  is BLOCKED. One page may be a comment that somebody else left there.

A publisher that is trusted more than that is never moved: its claim is contested, and both sides stay.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.model.claim import Edge
from tadori.model.graph import ClaimStanding, EvidenceGraph, EvidenceSource, Standing, TrustLevel
from tadori.model.ids import JA, Lang
from tadori.model.thresholds import (
    BLOG_RELIABILITY,
    QUALITY_MOST_LOST,
    QUALITY_SILENT_BELOW,
    RELIABILITY,
    TRUST_BLOCK_CONTRADICTED,
    TRUST_BLOCK_ORDERS,
    TRUST_CONFIRMED_PER_CONTRADICTION,
    TRUST_PROMOTE_CONFIRMED,
    TRUST_WITNESSES,
)
from tadori.model.trust import Lesson, TrustSignal

MOVABLE: Final = frozenset({TrustLevel.UNVERIFIED, TrustLevel.LOW})


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustVerdict:
    """A trust level with its ground, ja and en."""

    level: TrustLevel
    ja: str
    en: str

    def words(self, lang: Lang) -> str:
        return self.ja if lang == JA else self.en


def learned_trust(rule: TrustLevel, lessons: Iterable[Lesson]) -> TrustVerdict | None:
    """The level after `lessons` about one publisher, `rule` being its level by rule; None: nothing changes."""
    about: dict[TrustSignal, set[str]] = {said: set() for said in TrustSignal}
    for lesson in lessons:
        about[lesson.said].add(lesson.about)
    confirmed, contradicted, orders = (
        len(about[said]) for said in (TrustSignal.CONFIRMED, TrustSignal.CONTRADICTED, TrustSignal.ORDERS)
    )
    if rule not in MOVABLE:
        return None
    if orders >= TRUST_BLOCK_ORDERS:
        return TrustVerdict(
            level=TrustLevel.BLOCKED,
            ja=f"読み手に指示を出すページが{orders}件あった",
            en=f"{orders} of its pages give orders to their reader",
        )
    if contradicted >= TRUST_BLOCK_CONTRADICTED and contradicted > confirmed:
        return TrustVerdict(
            level=TrustLevel.BLOCKED,
            ja=f"より信頼できる独立した証拠が{contradicted}件の主張で反対のことを述べた（裏付けは{confirmed}件）",
            en=f"better evidence contradicted {contradicted} of its claims ({confirmed} borne out)",
        )
    return _between(rule, confirmed, contradicted)


def _between(rule: TrustLevel, confirmed: int, contradicted: int) -> TrustVerdict | None:
    """UNVERIFIED or LOW, by how often it was confirmed and contradicted."""
    holds = confirmed >= contradicted * TRUST_CONFIRMED_PER_CONTRADICTION
    if rule is TrustLevel.UNVERIFIED and confirmed >= TRUST_PROMOTE_CONFIRMED and holds:
        return TrustVerdict(
            level=TrustLevel.LOW,
            ja=f"独立した証拠が{confirmed}件の主張を裏付けた（反対は{contradicted}件）",
            en=f"independent evidence bore out {confirmed} of its claims ({contradicted} contradicted)",
        )
    if rule is TrustLevel.LOW and contradicted and not holds:
        return TrustVerdict(
            level=TrustLevel.UNVERIFIED,
            ja=f"より信頼できる独立した証拠が{contradicted}件の主張で反対のことを述べた（裏付けは{confirmed}件）",
            en=f"better evidence contradicted {contradicted} of its claims ({confirmed} borne out)",
        )
    return None


def reliability(source: EvidenceSource) -> float:
    """The number behind a source, 0 to 1: of its level (a blog's where nothing has confirmed it), less what is wrong
    with the page itself, which can cost it four fifths.
    """
    blog = source.kind == "blog" and source.trust is TrustLevel.UNVERIFIED
    base = BLOG_RELIABILITY if blog else RELIABILITY[source.trust]
    return base * quality_weight(source)


def quality_weight(source: EvidenceSource) -> float:
    """The share of a page's rank and reliability that its quality leaves, .2 to 1 (§3.3.3: at most 80 % are lost)."""
    return 1.0 - QUALITY_MOST_LOST * (1.0 - source.quality)


def is_admissible(source: EvidenceSource) -> bool:
    """Whether a page can support or refute a claim: it is not blocked, and its quality is not too low (L30)."""
    return source.trust is not TrustLevel.BLOCKED and source.quality >= QUALITY_SILENT_BELOW


def lessons_of(graph: EvidenceGraph) -> tuple[Lesson, ...]:
    """What the claims of a graph show about the publishers that make them, in the order of the graph."""
    sources = {source.page_id: source for source in graph.sources}
    found: dict[tuple[str, TrustSignal, str], Lesson] = {}
    for standing in graph.claims:
        for lesson in _of_claim(standing, sources):
            found.setdefault((lesson.domain, lesson.said, lesson.about), lesson)
    return tuple(found.values())


def _of_claim(standing: ClaimStanding, sources: dict[str, EvidenceSource]) -> Iterable[Lesson]:
    behind, against = (_behind(edges, sources) for edges in (standing.supporting, standing.refuting))
    for source in behind:
        if not source.domain or source.trust not in MOVABLE:
            continue
        higher = [s for s in against if s.origin != source.origin and _is_higher(s, source)]
        if higher:
            yield _lesson(source, TrustSignal.CONTRADICTED, standing, higher[0])
        elif standing.standing is Standing.CORROBORATED:
            witnesses = [s for s in behind if s.origin != source.origin and is_admissible(s)]
            trusted = [s for s in witnesses if s.trust not in MOVABLE]
            # Two strangers can be one hand: without a trusted witness it takes two independent ones.
            if trusted or len({s.origin for s in witnesses}) >= TRUST_WITNESSES:
                yield _lesson(source, TrustSignal.CONFIRMED, standing, (trusted or witnesses)[0])


def _behind(edges: Sequence[Edge], sources: dict[str, EvidenceSource]) -> list[EvidenceSource]:
    return [sources[page] for page in dict.fromkeys(edge.quotation.page_id for edge in edges)]


def _is_higher(one: EvidenceSource, other: EvidenceSource) -> bool:
    return is_admissible(one) and one.trust not in MOVABLE and reliability(one) > reliability(other)


def _lesson(source: EvidenceSource, said: TrustSignal, standing: ClaimStanding, witness: EvidenceSource) -> Lesson:
    return Lesson(
        domain=source.domain, said=said, about=standing.claim.id, witness=witness.domain or witness.title[:80]
    )


def is_learned_ground(words: str, level: TrustLevel, lang: Lang) -> bool:
    """Whether `words` are the ground of a move to `level` by lessons, or by orders to the reader, in any number."""
    return (level, _without_numbers(words)) in _taught(lang)


@lru_cache(maxsize=2)
def _taught(lang: Lang) -> frozenset[tuple[TrustLevel, str]]:
    """Every ground that a move can have, its numbers left out."""

    def lessons(said: TrustSignal, number: int) -> list[Lesson]:
        return [Lesson(domain="", said=said, about=str(n), witness="") for n in range(number)]

    # Made by the very function that gives the grounds, so that the two cannot drift apart.
    many = max(TRUST_BLOCK_ORDERS, TRUST_BLOCK_CONTRADICTED, TRUST_PROMOTE_CONFIRMED)
    found = [
        learned_trust(rule, lessons(said, number))
        for rule in MOVABLE
        for said in TrustSignal
        for number in range(1, many + 1)
    ]
    return frozenset((v.level, _without_numbers(v.words(lang))) for v in found if v is not None)


def _without_numbers(words: str) -> str:
    return "".join(character for character in words if not character.isdigit())
