"""Table of a task's rounds: what was missing after each, and what was decided. Rows leave as model objects."""

import json

import sqlalchemy as sa

from tadori.model.question import StopReason
from tadori.model.rounds import Gaps, Iteration, Round
from tadori.store.rows import sql, to_json, to_text, to_time


def save_round(db: sa.Connection, task_id: str, done: Round) -> None:
    """Save a round; each is decided once."""
    stop = done.iteration.stop_reason
    db.execute(
        sql(
            """
            insert into rounds (task_id, stretch, round, max_rounds, gaps, goes_on, stop_reason, reason, at)
            values (:task_id, :stretch, :round, :max_rounds, :gaps, :goes_on, :stop_reason, :reason, :at)
            """
        ),
        {
            "task_id": task_id,
            "stretch": done.stretch,
            "round": done.iteration.current_iteration,
            "max_rounds": done.max_iterations,
            "gaps": to_json([_gap_row(gap) for gap in done.gaps]),
            "goes_on": int(done.iteration.should_continue_search),
            "stop_reason": None if stop is None else stop.value,
            "reason": done.iteration.reason,
            "at": to_text(done.at),
        },
    )


def rounds_of(db: sa.Connection, task_id: str) -> list[Round]:
    """Every round of a task, in the order they were made."""
    rows = db.execute(
        sql("select * from rounds where task_id = :task_id order by stretch, round"), {"task_id": task_id}
    )
    return [
        Round(
            stretch=row.stretch,
            max_iterations=row.max_rounds,
            gaps=tuple(_gap(gap) for gap in json.loads(row.gaps)),
            iteration=Iteration(
                current_iteration=row.round,
                should_continue_search=bool(row.goes_on),
                stop_reason=None if row.stop_reason is None else StopReason(row.stop_reason),
                reason=row.reason,
            ),
            at=to_time(row.at),
        )
        for row in rows
    ]


def _gap_row(gap: Gaps) -> list[object]:
    return [
        gap.section_id,
        gap.section_name,
        [list(pair) for pair in gap.information_coverage],
        list(gap.missing_information),
        gap.is_information_sufficient,
        gap.confidence_score,
    ]


def _gap(row: list[object]) -> Gaps:
    section_id, name, coverage, missing, sufficient, confidence = row
    assert isinstance(coverage, list)
    assert isinstance(missing, list)
    assert isinstance(confidence, int | float)
    return Gaps(
        section_id=str(section_id),
        section_name=str(name),
        information_coverage=tuple((str(phrase), float(share)) for phrase, share in coverage),
        missing_information=tuple(str(info) for info in missing),
        is_information_sufficient=bool(sufficient),
        confidence_score=float(confidence),
    )
