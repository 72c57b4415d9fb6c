"""What `get_materials` gives: claims, fragments and graph of a task, a part at a time.

A reading is one state of the evidence: all its parts are cut from one list, even when a search changes the evidence
meanwhile. The lists of the last few readings are kept; a cursor of an older one leads on while the evidence is the
same, and is refused when it is not.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tadori.errors import WrongCall
from tadori.model.graph import EvidenceGraph
from tadori.service.clients.claims import ClaimViews
from tadori.service.clients.paging import PagedItems, parse_cursor
from tadori.service.rounds import own_targets_with_evidence
from tadori.store.client import counts_of
from tadori.store.database import Store

Json = dict[str, Any]
SNAPSHOTS_KEPT: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class MaterialsRequest:
    """What a client wants of a task."""

    task_id: str
    libraries: tuple[str, ...]
    include_graph: bool
    narrative: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MaterialsSnapshot:
    """The material of one moment."""

    wanted: MaterialsRequest
    parts: PagedItems
    summary: Json


@dataclass(slots=True)
class SnapshotCache:
    """The last few readings, so that whoever began one can end it."""

    kept: list[MaterialsSnapshot] = field(default_factory=list)

    def find(self, wanted: MaterialsRequest, mark: str) -> MaterialsSnapshot | None:
        return next((one for one in self.kept if one.wanted == wanted and one.parts.mark == mark), None)

    def keep(self, reading: MaterialsSnapshot) -> None:
        """The latest use comes last, and the oldest goes."""
        others = [one for one in self.kept if one is not reading]
        self.kept = [*others[1 - SNAPSHOTS_KEPT :], reading]


def take_snapshot(store: Store, wanted: MaterialsRequest, graph: EvidenceGraph) -> MaterialsSnapshot:
    """The material as the graph has it."""
    views = ClaimViews(graph=graph, libraries=wanted.libraries)
    with store.read() as db:
        total = counts_of(db, wanted.task_id).claims
        targets = own_targets_with_evidence(db, wanted.task_id)
    sections: dict[str, Sequence[Json]] = {"targets": targets, "claims": (), "fragments": ()}
    if wanted.narrative:
        sections["narrative"] = views.narrative()
    else:
        sections["claims"], sections["fragments"] = views.full(), views.fragments(store)
    if wanted.include_graph:
        sections["nodes"], sections["edges"] = views.nodes(), views.edges(store, wanted.task_id)
    summary = {
        "total_claims": total,
        "verified_claims": views.count("verified"),
        "refuted_claims": sum(bool(one.refuting) for one in graph.claims),
        "primary_source_ratio": primary_share(graph),
    }
    about = (wanted.task_id, str(wanted.narrative), str(wanted.include_graph))
    return MaterialsSnapshot(wanted=wanted, parts=PagedItems.of(sections, about), summary=summary)


def snapshot_part(reading: MaterialsSnapshot, cursor: str) -> Json:
    """The part that a cursor leads to, in the fields of `get_materials`.

    Raises:
        WrongCall: the cursor is of another reading.
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
    """The share of the sources that are first-hand."""
    return round(sum(one.is_primary for one in graph.sources) / len(graph.sources), 4) if graph.sources else 0.0
