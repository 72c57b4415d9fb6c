"""Queries of a task, what came back for each, and which pages were read because of it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from tadori.model.ids import IsoDate, Lang, Url, content_id
from tadori.model.query import Hit, Query, QueryPurpose
from tadori.store.evidence import bump_evidence_version
from tadori.store.rows import sql, to_json, to_text, to_time


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryRow:
    """A query with its yield."""

    query: Query
    reason: str
    hits: int
    pages_read: int
    useful: int
    carried: bool
    """Whether the action that made it was carried out to its end."""


def add_queries(db: sa.Connection, queries: Sequence[Query], reason: str) -> list[str]:
    """Keep the queries that are new to the task; their ids in order."""
    if not queries:
        return []
    task_id = queries[0].task_id
    position = db.execute(sa.text("select count(*) from queries where task_id = :id"), {"id": task_id}).scalar_one()
    added: list[str] = []
    for query in queries:
        new = db.execute(
            sa.text(
                """
                insert into queries (id, task_id, position, text, lang, purpose, section_id, round, max_hits, cause_id,
                    reason, state, hits, pages_read, useful)
                values (:id, :task_id, :position, :text, :lang, :purpose, :section_id, :round, :max_hits, :cause_id,
                    :reason, 'created', 0, 0, 0)
                on conflict (id) do nothing
                """
            ),
            {
                "id": query.id,
                "task_id": task_id,
                "position": position + len(added),
                "text": query.text,
                "lang": query.lang,
                "purpose": query.purpose.value,
                "section_id": query.section_id,
                "round": query.round,
                "max_hits": query.limit,
                "cause_id": query.cause_id,
                "reason": reason,
            },
        ).rowcount
        if new == 1:
            added.append(query.id)
    return added


def query_by_id(db: sa.Connection, query_id: str) -> Query:
    return _query(db.execute(sa.text("select * from queries where id = :id"), {"id": query_id}).one())


def queries_of(db: sa.Connection, task_id: str) -> list[QueryRow]:
    """All queries of the task, in the order they were made."""
    rows = db.execute(sa.text("select * from queries where task_id = :id order by position"), {"id": task_id})
    return [
        QueryRow(
            query=_query(r),
            reason=r.reason,
            hits=r.hits,
            pages_read=r.pages_read,
            useful=r.useful,
            carried=bool(r.carried),
        )
        for r in rows
    ]


def set_carried_out(db: sa.Connection, query_ids: Sequence[str]) -> None:
    """Note that the action which made these queries was carried out to its end: nobody has to make them again."""
    for query_id in query_ids:
        db.execute(sql("update queries set carried = 1 where id = :id"), {"id": query_id})


def item_id(query_id: str, hit: Hit) -> str:
    """The id of one result of one query."""
    return content_id("serp", query_id, hit.engine, hit.url)


def save_hits(db: sa.Connection, query_id: str, hits: Sequence[Hit], referers: Mapping[Url, Url] = {}) -> None:
    """Keep what came back for a query; `referers` are the pages that hits were followed from."""
    rows = [
        {
            "id": item_id(query_id, hit),
            "query_id": query_id,
            "engine": hit.engine,
            "rank": hit.rank,
            "title": hit.title,
            "url": hit.url,
            "snippet": hit.snippet,
            "date": hit.date,
            "source_tag": hit.source_tag,
            "referer": referers.get(hit.url),
        }
        for hit in hits
    ]
    if rows:
        db.execute(
            sa.text(
                """
                insert into serp_items (id, query_id, engine, rank, title, url, snippet, date, source_tag, referer)
                values (:id, :query_id, :engine, :rank, :title, :url, :snippet, :date, :source_tag, :referer)
                on conflict (id) do nothing
                """
            ),
            rows,
        )
    db.execute(
        sa.text(
            """
            update queries set state = 'searched',
                hits = (select count(*) from serp_items where query_id = :id) where id = :id
            """
        ),
        {"id": query_id},
    )


def hit_by_id(db: sa.Connection, item_id: str) -> Hit:
    row = db.execute(sa.text("select * from serp_items where id = :id"), {"id": item_id}).one()
    return Hit(
        title=row.title,
        url=Url(row.url),
        snippet=row.snippet,
        date=None if row.date is None else IsoDate(row.date),
        engine=row.engine,
        rank=row.rank,
        source_tag=row.source_tag,
    )


def referer_of(db: sa.Connection, item_id: str) -> Url | None:
    """The page a hit was followed from; None when an engine named it."""
    found = db.execute(sa.text("select referer from serp_items where id = :id"), {"id": item_id}).scalar_one()
    return None if found is None else Url(found)


def note_page_read(
    db: sa.Connection, task_id: str, page_id: str, query_id: str, *, position: int, at: datetime
) -> None:
    """Record that the task has read the page, at its place in the order of choice.

    Two addresses may lead to one page: the one that was chosen first counts, whichever was read first.
    """
    db.execute(
        sql(
            """
            insert into task_pages (task_id, page_id, query_id, position, found_at, relevance, flags, weighed)
            values (:task_id, :page_id, :query_id, :position, :at, 0.0, '[]', 0)
            on conflict (task_id, page_id) do update set position = excluded.position, query_id = excluded.query_id
            where excluded.position < task_pages.position and task_pages.weighed = 0
            """
        ),
        {"task_id": task_id, "page_id": page_id, "query_id": query_id, "position": position, "at": to_text(at)},
    )
    bump_evidence_version(db, task_id)


def pages_in_use(db: sa.Connection, page_id: str | None = None) -> set[str]:
    """Pages whose documents must stand in the archive: those that tasks have read. Of all, or of one."""
    wanted = "" if page_id is None else " where page_id = :id"
    statement = sa.text(f"select distinct page_id from task_pages{wanted}")  # noqa: S608 - our own words
    return {row[0] for row in db.execute(statement, {} if page_id is None else {"id": page_id})}


def is_read(db: sa.Connection, page_id: str) -> bool:
    """Whether any task has read the page."""
    return (
        db.execute(sa.text("select 1 from task_pages where page_id = :id limit 1"), {"id": page_id}).first() is not None
    )


def add_yield(db: sa.Connection, query_id: str, *, pages_read: int, useful: int) -> None:
    """What further pages of a query gave."""
    db.execute(
        sa.text(
            """
            update queries set pages_read = pages_read + :pages, useful = useful + :useful, state = 'done'
            where id = :id
            """
        ),
        {"id": query_id, "pages": pages_read, "useful": useful},
    )


def pages_read(db: sa.Connection, task_id: str) -> int:
    count: int = db.execute(
        sa.text("select count(*) from task_pages where task_id = :id"), {"id": task_id}
    ).scalar_one()
    return count


def urls_read(db: sa.Connection, task_id: str) -> set[str]:
    """The addresses of the task's pages, and those that led to them."""
    rows = db.execute(
        sa.text(
            """
            select p.url from task_pages t join pages p on p.id = t.page_id where t.task_id = :id
            union select v.url from task_pages t join visits v on v.page_id = t.page_id where t.task_id = :id
            """
        ),
        {"id": task_id},
    )
    return {row[0] for row in rows}


def read_and_not_weighed(db: sa.Connection, task_id: str, stretch: int) -> dict[str, str]:
    """Pages by address that an earlier stretch of the task has read and was cut off before it weighed them."""
    rows = db.execute(
        sql(
            """
            select p.url as page_url, v.url as visit_url, t.page_id as page_id
            from task_pages t join pages p on p.id = t.page_id left join visits v on v.page_id = p.id
            where t.task_id = :task_id and t.weighed = 0 and exists (
                select 1 from jobs j where j.task_id = :task_id and j.kind = 'read' and j.stretch < :stretch
                and j.result = '"' || t.page_id || '"')
            """
        ),
        {"task_id": task_id, "stretch": stretch},
    )
    return {url: row.page_id for row in rows for url in (row.page_url, row.visit_url) if url is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPage:
    """A page as one task has read it."""

    page_id: str
    query_id: str
    found_at: datetime
    relevance: float
    """Of its best fragment to the question, 0 to 1."""
    best_fragment: str | None
    flags: tuple[bool, ...]
    """One flag a fragment that was looked at: was it new and useful."""
    orders: tuple[str, ...] = ()
    """Rules by which the page gives orders to its reader; none for a page that does not."""


def task_pages(db: sa.Connection, task_id: str) -> list[TaskPage]:
    """Every page the task has read, in reading order."""
    rows = db.execute(sa.text("select * from task_pages where task_id = :id order by position"), {"id": task_id})
    return [
        TaskPage(
            page_id=row.page_id,
            query_id=row.query_id,
            found_at=to_time(row.found_at),
            relevance=row.relevance,
            best_fragment=row.best_fragment,
            flags=tuple(json.loads(row.flags)),
            orders=tuple(json.loads(row.orders)),
        )
        for row in rows
    ]


def set_orders(db: sa.Connection, task_id: str, page_id: str, rules: Sequence[str]) -> None:
    """By which rules a page that the task has read gives orders to its reader."""
    db.execute(
        sa.text("update task_pages set orders = :orders where task_id = :task_id and page_id = :page_id"),
        {"task_id": task_id, "page_id": page_id, "orders": to_json(list(rules))},
    )
    bump_evidence_version(db, task_id)


def set_weighed(
    db: sa.Connection, task_id: str, page_id: str, *, relevance: float, best_fragment: str | None, flags: Sequence[bool]
) -> None:
    """What weighing a page showed; a page weighed again keeps its better relevance."""
    db.execute(
        sa.text(
            """
            update task_pages set weighed = 1, flags = :flags,
                best_fragment = case when :relevance >= relevance then :best else best_fragment end,
                relevance = max(relevance, :relevance)
            where task_id = :task_id and page_id = :page_id
            """
        ),
        {
            "task_id": task_id,
            "page_id": page_id,
            "relevance": relevance,
            "best": best_fragment,
            "flags": to_json([bool(flag) for flag in flags]),
        },
    )


def pages_to_weigh(db: sa.Connection, task_id: str, query_id: str) -> dict[str, bool]:
    """The pages that were read for this query or came back for it, best hit first; True for those not weighed yet.

    Pages that were weighed for another query are that query's. A page may stand under another address than its hit:
    what led there is its visit.
    """
    rows = db.execute(
        sa.text(
            """
            select t.page_id as page_id, t.weighed as weighed, min(s.rank) as best
            from task_pages t join pages p on p.id = t.page_id left join visits v on v.page_id = p.id
            left join serp_items s on s.query_id = :query_id and (s.url = p.url or s.url = v.url)
            where t.task_id = :task_id and (t.query_id = :query_id or (t.weighed = 0 and s.id is not null))
            group by t.page_id, t.weighed, p.content_hash
            order by case when min(s.rank) is null then 1 else 0 end, best, p.content_hash
            """
        ),
        {"task_id": task_id, "query_id": query_id},
    )
    return {row.page_id: row.weighed == 0 for row in rows}


def pages_met_again(db: sa.Connection, task_id: str, query_id: str, limit: int) -> list[str]:
    """The pages that came back for this query after another had read and weighed them, best hit first."""
    rows = db.execute(
        sa.text(
            """
            select t.page_id as page_id, min(s.rank) as best
            from task_pages t join pages p on p.id = t.page_id left join visits v on v.page_id = p.id
            join serp_items s on s.query_id = :query_id and (s.url = p.url or s.url = v.url)
            where t.task_id = :task_id and t.query_id <> :query_id and t.weighed = 1
            group by t.page_id, p.content_hash order by best, p.content_hash limit :limit
            """
        ),
        {"task_id": task_id, "query_id": query_id, "limit": limit},
    )
    return [row.page_id for row in rows]


def _query(row: Any) -> Query:
    return Query(
        id=row.id,
        task_id=row.task_id,
        text=row.text,
        lang=Lang(row.lang),
        purpose=QueryPurpose(row.purpose),
        section_id=row.section_id,
        round=row.round,
        limit=row.max_hits,
        cause_id=row.cause_id,
    )
