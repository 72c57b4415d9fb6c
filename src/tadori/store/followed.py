"""Hits that no engine gave: what pages cite, and what registers are asked. Each with the page it became."""

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from tadori.model.ids import Url

CITED: Final = "cited"
"""The engine of a hit that a page cites as its source."""
REGISTER: Final = "register"
"""The engine of a hit that is an address of a public register."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """One address that was followed by a task."""

    url: Url
    engine: str
    referer: Url | None
    """The page that cites it."""
    page_id: str | None
    """The page it became, which after a redirect has another address; None while it has not been had."""


def followed(db: sa.Connection, task_id: str) -> list[Followed]:
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
        Followed(
            url=Url(row.url),
            engine=row.engine,
            referer=None if row.referer is None else Url(row.referer),
            page_id=row.page_id,
        )
        for row in rows
    ]
