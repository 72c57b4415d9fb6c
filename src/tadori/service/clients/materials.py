"""The answer of `get_materials`: claims, fragments and graph of a task, one part per call.

A snapshot is one state of the evidence. All parts come from the same snapshot, even when a search changes the evidence
meanwhile. The latest snapshots are cached; a cursor of a dropped one still works while the evidence is unchanged, and
is refused otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tadori.errors import WrongCall
from tadori.model.graph import EvidenceGraph
from tadori.service.clients.claim_grades import KnownGrades
from tadori.service.clients.claims import ClaimViews
from tadori.service.clients.paging import PagedItems, parse_cursor
from tadori.service.rounds import own_targets_with_evidence
from tadori.store.client import counts_of
from tadori.store.database import Store

Json = dict[str, Any]
SNAPSHOTS_KEPT: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class MaterialsRequest:
    """What a client asks for: a task, and which sections."""

    task_id: str
    libraries: tuple[str, ...]
    include_graph: bool
    narrative: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MaterialsSnapshot:
    """The material of a task at one moment."""

    wanted: MaterialsRequest
    parts: PagedItems
    summary: Json


@dataclass(slots=True)
class SnapshotCache:
    """The latest snapshots, so that a client that began one can read it to the end."""

    kept: list[MaterialsSnapshot] = field(default_factory=list)

    def find(self, wanted: MaterialsRequest, mark: str) -> MaterialsSnapshot | None:
        return next((one for one in self.kept if one.wanted == wanted and one.parts.mark == mark), None)

    def keep(self, reading: MaterialsSnapshot) -> None:
        """Keep a snapshot as the most recently used, and drop the oldest."""
        others = [one for one in self.kept if one is not reading]
        self.kept = [*others[1 - SNAPSHOTS_KEPT :], reading]


def take_snapshot(
    store: Store, wanted: MaterialsRequest, graph: EvidenceGraph, known: KnownGrades
) -> MaterialsSnapshot:
    """A snapshot of the given graph."""
    views = ClaimViews(graph=graph, libraries=wanted.libraries, store=store, known=known)
    with store.read() as db:
        total = counts_of(db, wanted.task_id).claims
        targets = own_targets_with_evidence(db, wanted.task_id)
    sections: dict[str, Sequence[Json]] = {"targets": targets, "claims": (), "fragments": ()}
    if wanted.narrative:
        sections["narrative"] = views.narrative()
    else:
        sections["claims"], sections["fragments"] = views.full(), views.fragments()
    if wanted.include_graph:
        sections["nodes"], sections["edges"] = views.nodes(), views.edges(wanted.task_id)
    summary = {
        "total_claims": total,
        "verified_claims": views.count("verified"),
        "refuted_claims": sum(bool(one.refuting) for one in graph.claims),
        "primary_source_ratio": primary_share(graph),
    }
    about = (wanted.task_id, str(wanted.narrative), str(wanted.include_graph))
    return MaterialsSnapshot(wanted=wanted, parts=PagedItems.of(sections, about), summary=summary)


def snapshot_part(reading: MaterialsSnapshot, cursor: str) -> Json:
    """The part at a cursor, with the fields of `get_materials`.

    Raises:
        WrongCall: the cursor belongs to another snapshot.
    """
    start, mark = parse_cursor(cursor)
    if cursor and mark != reading.parts.mark:
        raise WrongCall(
            "the cursor is of another task, of other options, or of evidence that has changed since: begin without one"
        )
    page, following = reading.parts.part(start)
    found: Json = {name: page[name] for name in ("targets", "claims", "fragments")}
    found["summary"] = reading.summary
    if reading.wanted.narrative:
        found["narrative"] = page["narrative"]
    if reading.wanted.include_graph:
        found["evidence_graph"] = {"nodes": page["nodes"], "edges": page["edges"]}
    if following:
        found["next_cursor"] = following
    return found


def primary_share(graph: EvidenceGraph) -> float:
    """The share of sources that are primary."""
    return round(sum(one.is_primary for one in graph.sources) / len(graph.sources), 4) if graph.sources else 0.0
