"""The evidence graph of a task, rebuilt only when its evidence has changed.

Comes in: the rows of a task. Goes out: `TaskGraph`, used by the run, the report and client calls alike; a claim is
computed when it is first looked at. It stores nothing: everything in its cache can be rebuilt from the store.
"""

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from tadori.graph.build import ClaimStandings, GraphInputs
from tadori.graph.question_time import question_time
from tadori.model.calibration import CONFIDENCE_SOURCE
from tadori.model.claim import Edge
from tadori.model.graph import EvidenceGraph, EvidenceSource
from tadori.model.question import Task
from tadori.model.thresholds import GRAPH_CLAIMS
from tadori.pipeline.calibration_state import probability_in_force
from tadori.pipeline.rivals import related_claims
from tadori.pipeline.task_sources import TaskSources
from tadori.store.calibration import active_version
from tadori.store.database import Store
from tadori.store.evidence import TaskClaim, chosen_claims, claims_of, edges_of, evidence_version
from tadori.store.trust import lessons_version

GRAPHS_KEPT: Final = 8
"""For how many of the most recently used tasks the graph is cached."""


class TaskGraph:
    """The graph over all claims of a task. Safe for threads."""

    def __init__(self, standings: ClaimStandings, leading_ids: Sequence[str]) -> None:
        self.standings = standings
        self._leading_ids = tuple(leading_ids)
        self._lock = threading.RLock()

    @property
    def sources(self) -> tuple[EvidenceSource, ...]:
        return self.standings.sources

    def order(self, claim_ids: Collection[str]) -> dict[str, tuple[float, float]]:
        """Claim id → (answer score, confidence), for those of the claims that the task still has."""
        with self._lock:
            found = {one: self.standings.standing(one) for one in claim_ids if one in self.standings}
        return {one: (standing.answer_score, standing.confidence.value) for one, standing in found.items()}

    def of(self, claim_ids: Collection[str]) -> EvidenceGraph:
        """The graph of some claims; ids that the task no longer has are ignored."""
        with self._lock:
            return self.standings.graph(claim_ids)

    @property
    def leading(self) -> EvidenceGraph:
        """The graph of the claims that a report is made of."""
        with self._lock:
            return self._leading

    @property
    def whole(self) -> EvidenceGraph:
        """The graph of every claim."""
        with self._lock:
            return self._whole

    @cached_property
    def _leading(self) -> EvidenceGraph:
        return self.standings.graph(self._leading_ids)

    @cached_property
    def _whole(self) -> EvidenceGraph:
        return self.standings.graph()


class TaskGraphs:
    """Cache of the graphs of recently used tasks, one per task. Safe for threads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.made = 0
        """How many graphs were built so far, for tests and measurements."""
        self._kept: OrderedDict[str, tuple[tuple[Any, ...], TaskGraph]] = OrderedDict()
        self._making: dict[str, threading.Lock] = defaultdict(threading.Lock)
        self._guard = threading.Lock()

    def of(self, task: Task, sourcing: TaskSources) -> TaskGraph:
        """The graph of a task for its current evidence."""
        # One lock per task: building the graph of one task must not block calls about another.
        with self._guard:
            making = self._making[task.id]
        with making:
            mark = self._mark(task.id, sourcing)
            with self._guard:
                kept = self._kept.get(task.id)
            graph = self._made(task, sourcing) if kept is None or kept[0] != mark else kept[1]
            self._keep(task.id, mark, graph)
        return graph

    def _keep(self, task_id: str, mark: tuple[Any, ...], graph: TaskGraph) -> None:
        with self._guard:
            self._kept[task_id] = mark, graph
            self._kept.move_to_end(task_id)
            while len(self._kept) > GRAPHS_KEPT:
                forgotten, _ = self._kept.popitem(last=False)
                self._making.pop(forgotten, None)

    def _mark(self, task_id: str, sourcing: TaskSources) -> tuple[Any, ...]:
        """Cache key: evidence version, active calibration, lessons of other tasks, version of the source rules."""
        with self.store.read() as db:
            version = active_version(db, CONFIDENCE_SOURCE)
            lessons = lessons_version(db, without_task=task_id)
            evidence = evidence_version(db, task_id)
        return evidence, 0 if version is None else version.version, lessons, sourcing.version

    def _made(self, task: Task, sourcing: TaskSources) -> TaskGraph:
        with self.store.read() as db:
            chosen = chosen_claims(db, task.id)
            held = claims_of(db, task.id)
            edges = edges_of(db, task.id)
        self.made += 1
        leading = leading_claims(held, {c.claim.id: c.answer_score for c in held}, chosen, edges)
        standings = ClaimStandings(
            GraphInputs(
                claims=[one.claim for one in held],
                edges=edges,
                sources=sourcing.sources(),
                refutation_searched={one.claim.id: one.refutation_searched for one in held},
                answer_scores={one.claim.id: one.answer_score for one in held},
                lang=task.lang,
                as_of=question_time(task.question),
                calibration=probability_in_force(self.store),
            )
        )
        return TaskGraph(standings, [one.claim.id for one in leading])


def leading_claims(
    held: Sequence[TaskClaim],
    scores: Mapping[str, float],
    chosen: Sequence[str],
    edges: Sequence[Edge] = (),
    most: int = GRAPH_CLAIMS,
) -> list[TaskClaim]:
    """The claims that a report is made of: the chosen answer first, then what contradicts it, then by score.

    A chosen claim counts whatever its score: it may be there only because it names the subject. So does its rival:
    where sources disagree, both sides are printed, whoever chose one of them.
    """
    first = set(chosen)
    rivals = related_claims([c.claim for c in held], edges).rivals if first and edges else {}
    against = {rival for claim_id in first for rival in rivals.get(claim_id, ())}

    def order(one: TaskClaim) -> tuple[bool, bool, float, str]:
        claim_id = one.claim.id
        return claim_id not in first, claim_id not in against, -scores.get(claim_id, 0.0), claim_id

    return sorted(held, key=order)[:most]
