"""Hits that no engine found: sources that pages cite, and URLs of registers; each with the page that it became.

Also the citation circles that were found, and which register answers have been parsed.
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
"""`engine` of a hit that a page cites as its source."""
REGISTER: Final = "register"
"""`engine` of a hit that is a URL of a public register."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedLink:
    """One URL that a task followed without a search engine."""

    url: Url
    engine: str
    referer: Url | None
    """The page that cites it."""
    page_id: str | None
    """The page that was read for it, which may have another URL after a redirect; None if not read."""


def followed(db: sa.Connection, task_id: str) -> list[FollowedLink]:
    """Every URL that the task followed, sorted."""
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
    """Save a citation circle, once."""
    db.execute(
        sql("insert into citation_circles (task_id, urls) values (:id, :urls) on conflict (task_id, urls) do nothing"),
        {"id": task_id, "urls": to_json(list(urls))},
    )
    bump_evidence_version(db, task_id)


def citation_circles(db: sa.Connection, task_id: str) -> Circles:
    """The citation circles of a task, sorted."""
    rows = db.execute(sql("select urls from citation_circles where task_id = :id"), {"id": task_id})
    return tuple(sorted(tuple(json.loads(row.urls)) for row in rows))


def add_register_answer(db: sa.Connection, task_id: str, url: Url) -> None:
    """Mark the register answer at `url` as parsed, also when parsing failed."""
    db.execute(
        sql("insert into register_answers (task_id, url) values (:id, :url) on conflict (task_id, url) do nothing"),
        {"id": task_id, "url": url},
    )


def register_answers(db: sa.Connection, task_id: str) -> set[str]:
    """URLs of the register answers that a task has parsed."""
    rows = db.execute(sql("select url from register_answers where task_id = :id"), {"id": task_id})
    return {row.url for row in rows}
