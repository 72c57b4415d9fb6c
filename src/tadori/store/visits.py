"""Table of visits (L38): how each URL was last fetched, so that the next fetch can be conditional."""

import sqlalchemy as sa

from tadori.model.ids import Url
from tadori.model.web import Route, Visit
from tadori.store.rows import sql, to_text, to_time


def visit_of(db: sa.Connection, url: str) -> Visit | None:
    """The last visit of a URL whose page is still stored."""
    row = db.execute(
        sql("select v.* from visits v join pages p on p.id = v.page_id where v.url = :url"), {"url": url}
    ).one_or_none()
    if row is None:
        return None
    return Visit(
        url=Url(row.url),
        page_id=row.page_id,
        final_url=Url(row.final_url),
        route=Route(row.route),
        etag=row.etag,
        last_modified=row.last_modified,
        fetched_at=to_time(row.fetched_at),
    )


def drop_visits(db: sa.Connection, page_id: str) -> None:
    """Delete the visits of a page, so that its URL is fetched in full next time."""
    db.execute(sql("delete from visits where page_id = :id"), {"id": page_id})


def save_visit(db: sa.Connection, visit: Visit) -> None:
    db.execute(
        sql(
            """
            insert into visits (url, page_id, final_url, route, etag, last_modified, fetched_at)
            values (:url, :page_id, :final_url, :route, :etag, :last_modified, :fetched_at)
            on conflict (url) do update set page_id = excluded.page_id, final_url = excluded.final_url,
                route = excluded.route, etag = excluded.etag, last_modified = excluded.last_modified,
                fetched_at = excluded.fetched_at
            """
        ),
        {
            "url": visit.url,
            "page_id": visit.page_id,
            "final_url": visit.final_url,
            "route": visit.route.value,
            "etag": visit.etag,
            "last_modified": visit.last_modified,
            "fetched_at": to_text(visit.fetched_at),
        },
    )
