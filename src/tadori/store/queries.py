"""Tables of a task's queries, their hits, and the pages that were read for them."""

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
    """Whether the action that made it was completed."""


def add_queries(db: sa.Connection, queries: Sequence[Query], reason: str) -> list[str]:
    """Save the queries that are new to the task; their ids in order."""
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
    """Mark queries whose action was completed, so that drivers do not make them again."""
    for query_id in query_ids:
        db.execute(sql("update queries set carried = 1 where id = :id"), {"id": query_id})


def item_id(query_id: str, hit: Hit) -> str:
    """The id of one result of one query."""
    return content_id("serp", query_id, hit.engine, hit.url)


def save_hits(db: sa.Connection, query_id: str, hits: Sequence[Hit], referers: Mapping[Url, Url] = {}) -> None:
    """Save the hits of a query; `referers`: hit URL → URL of the page that cites it."""
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
    """The page that cites a hit; None when an engine found the hit."""
    found = db.execute(sa.text("select referer from serp_items where id = :id"), {"id": item_id}).scalar_one()
    return None if found is None else Url(found)


def note_page_read(
    db: sa.Connection, task_id: str, page_id: str, query_id: str, *, position: int, at: datetime
) -> None:
    """Record that the task has read the page, with its position in the order in which pages were chosen.

    Two URLs may lead to one page: the one that was chosen first counts, whichever was read first.
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
    """Ids of the pages that must be in the archive because a task has read them; of all pages or of one."""
    wanted = "" if page_id is None else " where page_id = :id"
    statement = sa.text(f"select distinct page_id from task_pages{wanted}")  # noqa: S608 - our own words
    return {row[0] for row in db.execute(statement, {} if page_id is None else {"id": page_id})}


def is_read(db: sa.Connection, page_id: str) -> bool:
    """Whether any task has read the page."""
    return (
        db.execute(sa.text("select 1 from task_pages where page_id = :id limit 1"), {"id": page_id}).first() is not None
    )


def add_yield(db: sa.Connection, query_id: str, *, pages_read: int, useful: int) -> None:
    """Add the yield of further pages to a query."""
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
    """How many pages the task has read itself; those that it took over from another task cost it nothing."""
    count: int = db.execute(
        sql(
            """
            select count(*) from task_pages t left join queries q on q.id = t.query_id
            where t.task_id = :id and (q.purpose is null or q.purpose <> :inherited)
            """
        ),
        {"id": task_id, "inherited": QueryPurpose.INHERITED.value},
    ).scalar_one()
    return count


def urls_read(db: sa.Connection, task_id: str) -> set[str]:
    """The URLs of the task's pages, and the URLs that redirected to them."""
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
    """URL → page id of pages that an earlier run of the task read before it was cut off, and did not weigh."""
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
    """One flag per ranked fragment: whether it was new and useful."""
    orders: tuple[str, ...] = ()
    """Rules that found instructions to the reader in the page; empty for a normal page."""
    inherited: bool = False
    """Whether it was taken over from the task that this one follows."""


def task_pages(db: sa.Connection, task_id: str) -> list[TaskPage]:
    """Every page the task has read, in reading order."""
    rows = db.execute(
        sql(
            """
            select t.*, q.purpose as purpose from task_pages t left join queries q on q.id = t.query_id
            where t.task_id = :id order by t.position
            """
        ),
        {"id": task_id},
    )
    return [
        TaskPage(
            page_id=row.page_id,
            query_id=row.query_id,
            found_at=to_time(row.found_at),
            relevance=row.relevance,
            best_fragment=row.best_fragment,
            flags=tuple(json.loads(row.flags)),
            orders=tuple(json.loads(row.orders)),
            inherited=row.purpose == QueryPurpose.INHERITED,
        )
        for row in rows
    ]


def set_orders(db: sa.Connection, task_id: str, page_id: str, rules: Sequence[str]) -> None:
    """Save which rules found instructions to the reader in a page of the task."""
    db.execute(
        sa.text("update task_pages set orders = :orders where task_id = :task_id and page_id = :page_id"),
        {"task_id": task_id, "page_id": page_id, "orders": to_json(list(rules))},
    )
    bump_evidence_version(db, task_id)


def set_weighed(
    db: sa.Connection, task_id: str, page_id: str, *, relevance: float, best_fragment: str | None, flags: Sequence[bool]
) -> None:
    """Save the result of weighing a page; a page weighed again keeps the better relevance."""
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
    """Page id → whether it is not weighed yet, for pages read for this query or found by it, best hit first.

    Pages that were weighed for another query are not included. A page may have another URL than its hit, after a
    redirect: the table `visits` connects them.
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
    """Pages that this query found although another query had already read and weighed them, best hit first."""
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
