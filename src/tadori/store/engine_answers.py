"""Table of engine answers: what each engine answered to each query of a task.

Comes in: answers, in the transaction of their search. Goes out: whether any engine answered, why none could be asked,
what an engine listed (its weight is learned from that), how often a document was found. Code decides by these rows;
the event log is only for people.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Final

import sqlalchemy as sa

from tadori.model.engine import LIBRARY, EngineAnswer, NotAsked, SearchOutcome
from tadori.model.ids import Url
from tadori.store.followed_links import CITED, REGISTER
from tadori.store.rows import sql, to_json, to_text

_OUTCOMES: Final[dict[str, SearchOutcome | NotAsked]] = {one.value: one for one in (*SearchOutcome, *NotAsked)}
_ANSWERED: Final = (SearchOutcome.HITS.value, SearchOutcome.NOTHING.value)


def save_answers(db: sa.Connection, task_id: str, query_id: str, answers: Sequence[EngineAnswer], at: datetime) -> None:
    """Save the engines' answers to a query, in the order in which they were asked."""
    position: int = db.execute(
        sql("select coalesce(max(position), -1) + 1 from engine_answers where task_id = :id"), {"id": task_id}
    ).scalar_one()
    rows = [
        {
            "task_id": task_id,
            "position": position + number,
            "query_id": query_id,
            "engine": answer.engine,
            "outcome": answer.outcome.value,
            "asked": int(answer.asked),
            "reason": answer.reason,
            "route": answer.route,
            "hits": answer.hits,
            "urls": to_json(list(answer.urls)),
            "at": to_text(at),
        }
        for number, answer in enumerate(answers)
    ]
    if rows:
        db.execute(_INSERT, rows)


_INSERT: Final = sa.text(
    """
    insert into engine_answers (task_id, position, query_id, engine, outcome, asked, reason, route, hits, urls, at)
    values (:task_id, :position, :query_id, :engine, :outcome, :asked, :reason, :route, :hits, :urls, :at)
    """
)


def answers_to(db: sa.Connection, query_id: str) -> list[EngineAnswer]:
    """The engines' answers to one query, in order."""
    rows = db.execute(sql("select * from engine_answers where query_id = :id order by position"), {"id": query_id})
    return [
        EngineAnswer(
            engine=row.engine,
            outcome=_OUTCOMES[row.outcome],
            asked=bool(row.asked),
            reason=row.reason,
            route=row.route,
            hits=row.hits,
            urls=tuple(Url(url) for url in json.loads(row.urls)),
        )
        for row in rows
    ]


def times_found(db: sa.Connection, task_id: str) -> dict[str, int]:
    """URL → how often engines found it for a task; one engine at one query counts once."""
    rows = db.execute(
        sql(
            """
            select s.url as url, count(*) as times from serp_items s join queries q on q.id = s.query_id
            where q.task_id = :id and s.engine not in (:cited, :register) group by s.url
            """
        ),
        {"id": task_id, "cited": CITED, "register": REGISTER},
    )
    return {row.url: row.times for row in rows}


def nobody_answers(db: sa.Connection, task_id: str) -> bool:
    """Whether no engine or folder has ever answered the task, or none could be asked at its last query."""
    last = db.execute(
        sql("select outcome from engine_answers where task_id = :id order by position desc limit 1"), {"id": task_id}
    ).one_or_none()
    if last is None:
        return False
    return last.outcome == NotAsked.ALL_BLOCKED.value or not _answered(db, task_id)


def _answered(db: sa.Connection, task_id: str) -> bool:
    found = db.execute(
        sql("select 1 from engine_answers where task_id = :id and outcome in (:hits, :nothing) limit 1"),
        {"id": task_id, "hits": _ANSWERED[0], "nothing": _ANSWERED[1]},
    )
    return found.first() is not None


def why_blocked(db: sa.Connection, task_id: str) -> str:
    """Why no web engine could be asked at the task's last query; empty when one answered.

    Answers of folders do not count here.
    """
    rows = db.execute(
        sql(
            """
            select outcome, reason from engine_answers
            where task_id = :id and engine <> :library and query_id = (
                select query_id from engine_answers where task_id = :id and engine <> :library
                order by position desc limit 1
            )
            order by position desc
            """
        ),
        {"id": task_id, "library": LIBRARY},
    ).all()
    if any(row.outcome in _ANSWERED for row in rows):
        return ""
    return next((row.reason for row in rows if row.outcome == NotAsked.ALL_BLOCKED.value), "")


def unanswered(db: sa.Connection, query_ids: Sequence[str]) -> dict[str, str]:
    """Engine → why it did not answer, if no web engine answered any of these queries; else empty."""
    if not query_ids:
        return {}
    rows = db.execute(_WEB_ANSWERS, {"ids": list(query_ids), "library": LIBRARY}).all()
    if any(row.outcome in _ANSWERED for row in rows):
        return {}
    return {row.engine: row.reason for row in rows if row.asked}


_WEB_ANSWERS: Final = sa.text(
    """
    select engine, outcome, asked, reason from engine_answers
    where query_id in :ids and engine <> :library order by position
    """
).bindparams(sa.bindparam("ids", expanding=True))
