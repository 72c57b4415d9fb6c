"""Reads the sealed log of a task and compares the report's method section with it.

Comes in: `log.jsonl` of an evidence file. Goes out: the facts that `verify` needs from it, and a `Problem` where the
method section differs. The log itself cannot be verified: no file proves what was searched.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tadori.errors import EvidenceBroken
from tadori.model.graph import EvidenceGraph
from tadori.model.query import QueryPurpose
from tadori.model.report import Report
from tadori.model.sealing import CompilerInputs
from tadori.model.thresholds import COVERED_AT
from tadori.model.verification import Problem

_MOST_LINES: Final = 200_000
_QUOTED_IN_REASON: Final = 40
"""How much of a claim's text, in characters, is matched against the reason of a refutation query."""


@dataclass(frozen=True, slots=True)
class TaskLog:
    """The events of a task, in order."""

    events: tuple[tuple[str, Mapping[str, Any]], ...]
    """(kind, payload)."""

    def of(self, *kinds: str) -> list[Mapping[str, Any]]:
        return [payload for kind, payload in self.events if kind in kinds]

    @property
    def circles(self) -> tuple[tuple[str, ...], ...]:
        """URLs of pages that cite each other in a circle."""
        return tuple(sorted({_texts(payload.get("urls")) for payload in self.of("citation_loop")}))

    @property
    def giving_orders(self) -> frozenset[str]:
        """URLs of pages that contain instructions to their reader."""
        return frozenset(str(payload.get("url")) for payload in self.of("injection_suspected"))

    @property
    def refutations_searched(self) -> frozenset[str]:
        """Ids of claims that refutations were searched for."""
        return frozenset(str(payload.get("claim_id")) for payload in self.of("refutation_searched"))


def parse_task_log(data: bytes) -> TaskLog:
    """Raises `EvidenceBroken` for anything that is not one JSON object a line with `kind` and `payload`."""
    lines = data.splitlines()
    if len(lines) > _MOST_LINES:
        raise EvidenceBroken(f"log.jsonl: more than {_MOST_LINES} lines")
    events = []
    for number, line in enumerate(lines, 1):
        try:
            event = json.loads(line)
            kind, payload = event["kind"], event["payload"]
        except (ValueError, KeyError, TypeError, RecursionError) as exc:
            raise EvidenceBroken(f"log.jsonl, line {number}: not an event") from exc
        if not isinstance(kind, str) or not isinstance(payload, dict):
            raise EvidenceBroken(f"log.jsonl, line {number}: not an event")
        events.append((kind, payload))
    return TaskLog(tuple(events))


def method_problems(report: Report, graph: EvidenceGraph, inputs: CompilerInputs, log: TaskLog) -> Iterator[Problem]:
    """Where the method section differs from log, graph and pages."""
    method = inputs.method
    facts: Sequence[tuple[str, object, object]] = (
        # A multiset: concurrent searches may be stored in another order than they were logged.
        ("queries", Counter((q.text, q.purpose, q.round) for q in method.queries), Counter(_queries(log))),
        ("dropped", dict(method.dropped), dict(Counter(_lost_on_the_way(log)))),
        ("pages_read", method.pages_read, len(inputs.pages)),
        ("largest_origin_share", method.largest_origin_share, graph.largest_origin_share),
        ("rounds", method.rounds, 1 + max((query.round for query in method.queries), default=-1)),
        (
            "refutation_queries",
            method.refutation_queries,
            sum(query.purpose == QueryPurpose.REFUTE for query in method.queries),
        ),
        ("notes", method.notes, sum(_number(given.get("notes")) for given in log.of("notes_given"))),
        (
            "follow_up_of",
            [(method.follow_up_of, method.parent_question)] if method.follow_up_of or method.parent_question else [],
            list(dict.fromkeys((str(e.get("parent")), str(e.get("question"))) for e in log.of("evidence_inherited"))),
        ),
        ("asked", [method.asked] if method.asked else [], [e.get("asked") for e in log.of("question_read_as")]),
    )
    for name, said, logged in facts:
        if said != logged:
            yield Problem(place=f"method.{name}", what="is not what log, graph and pages of this file say")
    stops = log.of("research_stopped")
    if stops and (method.stop_reason, method.stop_words) not in [(s.get("reason"), s.get("words")) for s in stops]:
        yield Problem(place="method.stop_words", what="is not the reason that the log gives")
    yield from _section_problems(inputs, log)
    runs = {run.get("run_id") for run in log.of("code_run") if run.get("ok") is True}
    for draft in inputs.drafts:
        if draft.computed is not None and draft.computed.id not in runs:
            yield Problem(place="inputs.drafts", what="the log knows of no run of the code of a calculated sentence")
    for standing in graph.claims:
        claim = standing.claim
        known = claim.id in log.refutations_searched or _was_refuted(claim.text, log)
        if standing.confidence.refutation_searched and not known:
            yield Problem(place=f"graph, claim {claim.id}", what="the log knows of no search for refutations of it")
    started = log.of("task_started")
    if started and not any(s.get("question") == report.question and s.get("lang") == report.lang for s in started):
        yield Problem(place="report.question", what="is not the question that the log began with")


def _lost_on_the_way(log: TaskLog) -> Iterator[object]:
    """Reasons of losses. Those of folders are counted with the folder."""
    return (p.get("reason") for p in log.of("page_lost", "part_lost") if p.get("in_folder") is not True)


def _section_problems(inputs: CompilerInputs, log: TaskLog) -> Iterator[Problem]:
    """Checks that `missing` follows from `coverage`, and that both name only what the log says was looked for."""
    looked_for = {str(row[0]) for gaps in log.of("gaps_found") for row in gaps.get("coverage", ()) if row}
    names = {name for plan in log.of("plan_made") for name in _texts(plan.get("sections"))}
    for number, section in enumerate(inputs.method.sections):
        place = f"method.sections[{number}]"
        missing = tuple(phrase for phrase, share in section.coverage if share < COVERED_AT)
        if section.missing != missing or section.sufficient is not (not missing):
            yield Problem(place=place, what="what is missing does not follow from what is covered")
        if names and section.name not in names:
            yield Problem(place=place, what="the log plans no such section")
        if looked_for and not {phrase for phrase, _ in section.coverage} <= looked_for:
            yield Problem(place=place, what="the log never looked for some of it")


def _queries(log: TaskLog) -> list[tuple[object, object, object]]:
    """(text, purpose, round) of each query, as first logged."""
    first: dict[object, tuple[object, object, object]] = {}
    for made in log.of("query_made"):
        first.setdefault(made.get("query_id"), (made.get("text"), made.get("purpose"), made.get("round")))
    return list(first.values())


def _was_refuted(words: str, log: TaskLog) -> bool:
    """Whether a refutation query for the claim was made; the task may have ended before its result."""
    asked = (made for made in log.of("query_made") if made.get("purpose") == QueryPurpose.REFUTE)
    return any(words[:_QUOTED_IN_REASON] in str(made.get("reason")) for made in asked)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else ()
