"""Hits that no engine gave: what pages cite, and what registers are asked. Each with the page it became.

Beside them what following has shown: circles of citations, and which answers of registers have been read.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from tadori.model.graph import Circles
from tadori.model.ids import Url
from tadori.store.evidence import bump_evidence_version
from tadori.store.rows import sql, to_json

CITED: Final = "cited"
"""The engine of a hit that a page cites as its source."""
REGISTER: Final = "register"
"""The engine of a hit that is an address of a public register."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedLink:
    """One address that was followed by a task."""

    url: Url
    engine: str
    referer: Url | None
    """The page that cites it."""
    page_id: str | None
    """The page it became, which after a redirect has another address; None while it has not been had."""


def followed(db: sa.Connection, task_id: str) -> list[FollowedLink]:
    """Every address that the task followed, by address."""
    rows = db.execute(
        sa.text(
            """
            select distinct s.url, s.engine, s.referer, t.page_id from serp_items s
            join queries q on q.id = s.query_id
            left join visits v on v.url = s.url
            left join task_pages t on t.task_id = q.task_id and t.page_id = v.page_id
            where q.task_id = :id and s.engine in (:cited, :register)
            order by s.url, s.engine, s.referer
            """
        ),
        {"id": task_id, "cited": CITED, "register": REGISTER},
    )
    return [
        FollowedLink(
            url=Url(row.url),
            engine=row.engine,
            referer=None if row.referer is None else Url(row.referer),
            page_id=row.page_id,
        )
        for row in rows
    ]


def add_circle(db: sa.Connection, task_id: str, urls: Sequence[str]) -> None:
    """Keep a circle of citations; the same twice is one."""
    db.execute(
        sql("insert into citation_circles (task_id, urls) values (:id, :urls) on conflict (task_id, urls) do nothing"),
        {"id": task_id, "urls": to_json(list(urls))},
    )
    bump_evidence_version(db, task_id)


def citation_circles(db: sa.Connection, task_id: str) -> Circles:
    """The circles of citations that a task has found, sorted."""
    rows = db.execute(sql("select urls from citation_circles where task_id = :id"), {"id": task_id})
    return tuple(sorted(tuple(json.loads(row.urls)) for row in rows))


def add_register_answer(db: sa.Connection, task_id: str, url: Url) -> None:
    """Keep that the answer of a register at `url` has been read, whether or not it could be understood."""
    db.execute(
        sql("insert into register_answers (task_id, url) values (:id, :url) on conflict (task_id, url) do nothing"),
        {"id": task_id, "url": url},
    )


def register_answers(db: sa.Connection, task_id: str) -> set[str]:
    """The addresses of registers whose answer a task has read."""
    rows = db.execute(sql("select url from register_answers where task_id = :id"), {"id": task_id})
    return {row.url for row in rows}
