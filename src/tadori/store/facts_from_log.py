"""Fills the tables of migration 016 from the event log, where older versions had these facts only.

Comes in: a database whose new tables are empty. Goes out: their rows. Runs once, in the migration; the log stays. Of an
engine's list only the hits that came into the merged list are known.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from tadori.errors import CHROME_NOT_READY, NOT_STARTED
from tadori.model.engine import ALL_BLOCKED, ALL_ENGINES, NotAsked, SearchOutcome
from tadori.model.web import AttemptCause, AttemptOutcome
from tadori.store.rows import to_json

_CAPTCHA = "captcha"
"""Prefix of the reasons of captcha pages."""


def fill_facts(db: sa.Connection) -> None:
    """Create a row for every fact that was only an event."""
    _fill_engine_answers(db)
    _fill_orders(db)
    _fill_circles(db)
    _fill_registers(db)
    _fill_causes(db)


def _told(db: sa.Connection, *kinds: str) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Events of some kinds, of tasks that still exist, in log order."""
    rows = db.execute(
        sa.text(
            """
            select task_id, kind, payload, at from events
            where kind in :kinds and task_id in (select id from tasks) order by task_id, position
            """
        ).bindparams(sa.bindparam("kinds", expanding=True)),
        {"kinds": list(kinds)},
    ).all()
    for row in rows:
        yield row, json.loads(row.payload)


def _fill_engine_answers(db: sa.Connection) -> None:
    listed = _listed(db)
    queries = {row.id for row in db.execute(sa.text("select id from queries"))}
    positions: dict[str, int] = defaultdict(int)
    for row, event in _told(db, "search_done", "search_failed"):
        if event["query_id"] not in queries:
            continue
        done = row.kind == "search_done"
        db.execute(
            sa.text(
                """
                insert into engine_answers (task_id, position, query_id, engine, outcome, asked, reason, route, hits,
                    urls, at)
                values (:task_id, :position, :query_id, :engine, :outcome, :asked, :reason, :route, :hits, :urls, :at)
                """
            ),
            {
                "task_id": row.task_id,
                "position": positions[row.task_id],
                "query_id": event["query_id"],
                "engine": event["provider"],
                "outcome": _outcome(event, done=done),
                "asked": int(not event.get("cached", False) if done else bool(event.get("route"))),
                "reason": event.get("reason", ""),
                "route": event.get("route", ""),
                "hits": event.get("hits", 0),
                "urls": to_json(listed[event["query_id"], event["provider"]]),
                "at": row.at,
            },
        )
        positions[row.task_id] += 1


def _listed(db: sa.Connection) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in db.execute(sa.text("select query_id, engine, url from serp_items order by query_id, engine, rank, id")):
        found[row.query_id, row.engine].append(row.url)
    return found


def _outcome(event: dict[str, Any], *, done: bool) -> str:
    """The outcome, derived from the wording of the reason: older versions recorded nothing better."""
    if done:
        return SearchOutcome.HITS.value if event["hits"] else SearchOutcome.NOTHING.value
    if event["provider"] == ALL_ENGINES:
        blocked = event["reason"].startswith(ALL_BLOCKED)
        return NotAsked.ALL_BLOCKED.value if blocked else NotAsked.NONE_SUITS.value
    if not event.get("route"):
        return NotAsked.RESTING.value
    return SearchOutcome.CAPTCHA.value if event["reason"].startswith(_CAPTCHA) else SearchOutcome.ERROR.value


def _fill_orders(db: sa.Connection) -> None:
    rules: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row, event in _told(db, "injection_suspected"):
        rules[row.task_id, event["url"]].add(event["rule"])
    for (task_id, url), found in rules.items():
        db.execute(
            sa.text(
                """
                update task_pages set orders = :orders where task_id = :task_id and page_id in (
                    select id from pages where url = :url union select page_id from visits where url = :url
                )
                """
            ),
            {"task_id": task_id, "url": url, "orders": to_json(sorted(found))},
        )


def _fill_circles(db: sa.Connection) -> None:
    for row, event in _told(db, "citation_loop"):
        db.execute(
            sa.text("insert into citation_circles (task_id, urls) values (:id, :urls) on conflict do nothing"),
            {"id": row.task_id, "urls": to_json(list(event["urls"]))},
        )


def _fill_registers(db: sa.Connection) -> None:
    """A register's answer counts as read if an event says that it was read, or that parsing it failed."""
    asked = {
        (row.task_id, row.url)
        for row in db.execute(
            sa.text(
                "select q.task_id, s.url from serp_items s join queries q on q.id = s.query_id "
                "where s.engine = 'register'"
            )
        )
    }
    for row, event in _told(db, "register_read", "part_lost"):
        # `part_lost` events are also emitted for ordinary pages.
        if (row.task_id, event["url"]) in asked:
            db.execute(
                sa.text("insert into register_answers (task_id, url) values (:id, :url) on conflict do nothing"),
                {"id": row.task_id, "url": event["url"]},
            )


def _fill_causes(db: sa.Connection) -> None:
    """Set the causes of failed attempts, which older versions only had in the text of the reason."""
    for cause, outcome, reason in (
        (AttemptCause.NO_BROWSER, AttemptOutcome.NO_ROUTE, f"{CHROME_NOT_READY}%"),
        (AttemptCause.BROWSER_NOT_STARTED, AttemptOutcome.NO_ROUTE, f"{CHROME_NOT_READY}%{NOT_STARTED}"),
        (AttemptCause.CERTIFICATE, AttemptOutcome.UNREACHABLE, "%certificate%"),
        (AttemptCause.CERTIFICATE, AttemptOutcome.UNREACHABLE, "ERR_CERT_%"),
    ):
        db.execute(
            sa.text("update attempts set cause = :cause where outcome = :outcome and reason like :reason"),
            {"cause": cause.value, "outcome": outcome.value, "reason": reason},
        )
