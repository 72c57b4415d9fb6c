"""Claims, fragments and the evidence graph as plain data for clients, with the trust fields of §4.4.1 L5.

In: an evidence graph. Out: JSON-ready rows. Nothing is judged here but whether the archived words state a claim.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from tadori.model.claim import Edge, Quotation
from tadori.model.grading import Grade
from tadori.model.graph import ClaimStanding, EvidenceGraph, EvidenceSource, Standing, TrustLevel
from tadori.service.clients.claim_grades import ClaimGrades, KnownGrades
from tadori.service.clients.public_addresses import public_url
from tadori.store.database import Store
from tadori.store.followed_links import CITED, followed
from tadori.store.pages import fragments_by_id

Json = dict[str, Any]
MAX_RELATED_CLAIMS: Final = 20
MAX_SOURCES_PER_CLAIM: Final = 10
MAX_REFUTATIONS: Final = 20


def utc_stamp(moment: datetime) -> str:
    """A time as §3.2.1 writes it: `2024-01-15T10:00:00Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(slots=True, kw_only=True)
class ClaimViews:
    """The claims of one graph."""

    graph: EvidenceGraph
    libraries: tuple[str, ...]
    store: Store
    known: KnownGrades = field(default_factory=KnownGrades)
    _claims: dict[str, ClaimStanding] = field(init=False)
    _sources: dict[str, EvidenceSource] = field(init=False)
    _places: dict[tuple[str, int, int], str] = field(init=False)
    """Position of a claim's quotation → its id."""
    _grades: ClaimGrades = field(init=False)

    def __post_init__(self) -> None:
        self._claims = {one.claim.id: one for one in self.graph.claims}
        self._sources = {source.page_id: source for source in self.graph.sources}
        self._places = {_place(one.claim.quotation): one.claim.id for one in self.graph.claims}
        self._grades = ClaimGrades(graph=self.graph, store=self.store, known=self.known)

    def has(self, claim_id: str) -> bool:
        return claim_id in self._claims

    def count(self, status: str) -> int:
        return sum(self.verification(one) == status for one in self.graph.claims)

    def verification(self, one: ClaimStanding) -> str:
        """Rulings, "verified": checked and corroborated. A claim of a blocked publisher is rejected."""
        if self._source(one).trust is TrustLevel.BLOCKED:
            return "rejected"
        return "verified" if one.standing is Standing.CORROBORATED and self.is_checked(one) else "pending"

    def is_checked(self, one: ClaimStanding) -> bool:
        """Whether the archived words state the claim (X1)."""
        return self._grades.of(one).grade is not Grade.NOT_CHECKED

    def _graded(self, one: ClaimStanding) -> Json:
        """The claim's sentence with its grade (X11), whose words they are, and how they are meant."""
        graded, context = self._grades.of(one), one.claim.context
        found: Json = {"text": graded.text, "grade": graded.grade.value, "mood": context.mood.value}
        if graded.steps:
            found["steps"] = list(graded.steps)
        if context.speaker:
            found["speaker"] = context.speaker
        return found

    def brief(self, claim_id: str) -> Json:
        """A claim as `search` gives it."""
        one = self._claims[claim_id]
        source = self._source(one)
        return {
            "id": one.claim.id,
            "text": one.claim.text,
            "confidence": round(one.confidence.value, 4),
            "source_url": public_url(source.url, self.libraries),
            "is_primary_source": source.is_primary,
            **self._trust(one),
        }

    def full(self) -> list[Json]:
        """Every claim as `get_materials` gives it, best answer first."""
        return [self._full(one) for one in self._best_first()]

    def _full(self, one: ClaimStanding) -> Json:
        pages = dict.fromkeys([one.claim.quotation.page_id, *(edge.quotation.page_id for edge in one.supporting)])
        return {
            "id": one.claim.id,
            **self._graded(one),
            "confidence": round(one.confidence.value, 4),
            "evidence_count": len(one.supporting),
            "has_refutation": bool(one.refuting),
            "checked": self.is_checked(one),
            "refutation_searched": one.confidence.refutation_searched,
            "sources": [self._source_line(page_id) for page_id in list(pages)[:MAX_SOURCES_PER_CLAIM]],
            **self._trust(one),
        }

    def _source_line(self, page_id: str) -> Json:
        source = self._sources[page_id]
        return {
            "url": public_url(source.url, self.libraries),
            "title": source.title,
            "is_primary": source.is_primary,
            "date": source.date,
            "source_trust_level": source.trust.value,
            "archived": f"tadori://pages/{page_id}",
        }

    def _trust(self, one: ClaimStanding) -> Json:
        return {
            "standing": one.standing.value,
            "qualified": bool(one.qualifying),
            "source_trust_level": self._source(one).trust.value,
            "verification_status": self.verification(one),
            "verification_details": {
                "independent_sources": len(one.origins),
                "corroborating_claims": self._others(one, one.supporting),
                "contradicting_claims": self._others(one, one.refuting),
            },
        }

    def _others(self, one: ClaimStanding, edges: Sequence[Edge]) -> list[str]:
        found = (self._places.get(_place(edge.quotation)) for edge in edges)
        return [name for name in dict.fromkeys(found) if name is not None and name != one.claim.id][:MAX_RELATED_CLAIMS]

    def refutations(self, tested: Sequence[str], found: Sequence[str]) -> list[Json]:
        """Evidence against the tested claims, and against the claims this search found."""
        wanted = [self._claims[name] for name in dict.fromkeys([*tested, *found]) if name in self._claims]
        lines = [
            {
                "claim_id": one.claim.id,
                "claim": one.claim.text,
                "text": edge.quotation.text,
                "confidence": round(edge.confidence, 4),
                "source_url": public_url(self._sources[edge.quotation.page_id].url, self.libraries),
                "source_trust_level": self._sources[edge.quotation.page_id].trust.value,
                "why": edge.grounds[0].detail if edge.grounds else "",
            }
            for one in wanted
            for edge in one.refuting
        ]
        return lines[:MAX_REFUTATIONS]

    def narrative(self) -> list[Json]:
        """Rulings, "narrative": the checked sentences in reading order, with ids."""
        order = {source.page_id: number for number, source in enumerate(self.graph.sources)}
        checked = [one for one in self.graph.claims if self.is_checked(one) and self.verification(one) != "rejected"]
        checked.sort(key=lambda one: (order[one.claim.quotation.page_id], one.claim.quotation.start, one.claim.id))
        return [
            {
                "claim_id": one.claim.id,
                **self._graded(one),
                "source_url": public_url(self._source(one).url, self.libraries),
                "standing": one.standing.value,
                "has_refutation": bool(one.refuting),
                "qualified": bool(one.qualifying),
                "source_trust_level": self._source(one).trust.value,
                "verification_status": self.verification(one),
            }
            for one in checked
        ]

    def fragments(self) -> list[Json]:
        """The fragments that contain claims and their evidence, in the order of the claims."""
        wanted = list(
            dict.fromkeys(
                quotation.fragment_id
                for one in self._best_first()
                for quotation in (one.claim.quotation, *(e.quotation for e in (*one.supporting, *one.refuting)))
            )
        )
        with self.store.read() as db:
            found = fragments_by_id(db, wanted)
        return [
            {
                "id": fragment.id,
                "text": fragment.text,
                "source_url": public_url(self._sources[fragment.page_id].url, self.libraries),
                "context": fragment.heading_context,
                "source_trust_level": self._sources[fragment.page_id].trust.value,
            }
            for fragment in (found[name] for name in wanted if name in found)
        ]

    def nodes(self) -> list[Json]:
        """Claims, fragments and sources."""
        claims = [{"id": one.claim.id, "type": "claim", "text": one.claim.text} for one in self._best_first()]
        places = dict.fromkeys(edge.quotation.fragment_id for one in self._best_first() for edge in _edges(one))
        sources = [
            {
                "id": source.page_id,
                "type": "source",
                "title": source.title,
                "url": public_url(source.url, self.libraries),
                "source_trust_level": source.trust.value,
            }
            for source in self.graph.sources
        ]
        return [*claims, *({"id": name, "type": "fragment"} for name in places), *sources]

    def edges(self, task_id: str) -> list[Json]:
        """Edges: fragment → claim, fragment → its source, and source → the source it cites."""
        found = [
            {
                "source": edge.quotation.fragment_id,
                "target": one.claim.id,
                "relation": edge.relation.value,
                "confidence": round(edge.confidence, 4),
                "why": edge.grounds[0].detail if edge.grounds else "",
            }
            for one in self._best_first()
            for edge in _edges(one)
        ]
        stands = dict.fromkeys(
            (edge.quotation.fragment_id, edge.quotation.page_id) for one in self._best_first() for edge in _edges(one)
        )
        return [
            *found,
            *({"source": f, "target": p, "relation": "stands_in"} for f, p in stands),
            *({"source": a, "target": b, "relation": "cites"} for a, b in self._citations(task_id)),
        ]

    def _citations(self, task_id: str) -> list[tuple[str, str]]:
        """(citing page, cited page) where both were read."""
        with self.store.read() as db:
            traced = [one for one in followed(db, task_id) if one.engine == CITED and one.referer is not None]
        pages = {str(source.url): source.page_id for source in self.graph.sources}
        named = ((pages.get(str(one.referer)), one.page_id or pages.get(one.url)) for one in traced)
        return list(dict.fromkeys((a, b) for a, b in named if a is not None and b is not None and a != b))

    def _best_first(self) -> list[ClaimStanding]:
        return sorted(self.graph.claims, key=lambda c: (-c.answer_score, -c.confidence.value, c.claim.id))

    def _source(self, one: ClaimStanding) -> EvidenceSource:
        return self._sources[one.claim.quotation.page_id]


def _edges(one: ClaimStanding) -> tuple[Edge, ...]:
    return (*one.supporting, *one.refuting, *one.qualifying)


def _place(quotation: Quotation) -> tuple[str, int, int]:
    return quotation.fragment_id, quotation.start, quotation.end
