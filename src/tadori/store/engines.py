"""Tables about search engines: health, weights, a one-day cache of answers, and the works they described.

Rows leave as model objects. What health and weights mean is decided in `search`.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final

import sqlalchemy as sa

from tadori.model.engine import Category, Circuit, EngineHealth, EngineWeight
from tadori.model.ids import Url
from tadori.model.query import Hit
from tadori.model.thresholds import SERP_HOURS
from tadori.model.work import ProviderResult, Work
from tadori.store.rows import to_json, to_text, to_time
from tadori.text.dois import doi_in_address

_TIMES: Final = ("open_until", "changed_at", "last_request_at", "updated_at", "walled_at")
_HEALTH: Final = tuple(field.name for field in fields(EngineHealth))


def health_of(db: sa.Connection, engine: str) -> EngineHealth:
    """The health of an engine; the default for one that was never asked."""
    row = db.execute(sa.text("select * from engine_health where engine = :engine"), {"engine": engine}).one_or_none()
    return EngineHealth(engine=engine) if row is None else _health(row)


def all_health(db: sa.Connection) -> dict[str, EngineHealth]:
    """The health of every engine that was ever asked, by name."""
    rows = db.execute(sa.text("select * from engine_health order by engine"))
    return {row.engine: _health(row) for row in rows}


def save_health(db: sa.Connection, health: EngineHealth) -> None:
    values = asdict(health) | {"circuit": health.circuit.value}
    for name in _TIMES:
        values[name] = None if values[name] is None else to_text(values[name])
    db.execute(_save_health(), values)


@cache
def _save_health() -> sa.TextClause:
    places = ", ".join(f":{name}" for name in _HEALTH)
    changes = ", ".join(f"{name} = excluded.{name}" for name in _HEALTH if name != "engine")
    return sa.text(
        f"insert into engine_health ({', '.join(_HEALTH)}) values ({places}) "  # noqa: S608
        f"on conflict (engine) do update set {changes}"
    )


def _health(row: Any) -> EngineHealth:
    values = {name: getattr(row, name) for name in _HEALTH}
    for name in _TIMES:
        values[name] = None if values[name] is None else to_time(values[name])
    values["circuit"] = Circuit(values["circuit"])
    return EngineHealth(**values)


def all_weights(db: sa.Connection) -> dict[tuple[str, Category], EngineWeight]:
    """The learned weights, by engine and category."""
    rows = db.execute(sa.text("select * from engine_weights order by engine, category"))
    weights = [
        EngineWeight(
            engine=row.engine,
            category=Category(row.category),
            weight=row.weight,
            precision=row.precision,
            judged=row.judged,
        )
        for row in rows
    ]
    return {(weight.engine, weight.category): weight for weight in weights}


def save_weight(db: sa.Connection, weight: EngineWeight) -> None:
    db.execute(
        sa.text(
            """
            insert into engine_weights (engine, category, weight, precision, judged)
            values (:engine, :category, :weight, :precision, :judged)
            on conflict (engine, category) do update set
                weight = excluded.weight, precision = excluded.precision, judged = excluded.judged
            """
        ),
        asdict(weight) | {"category": weight.category.value},
    )


def save_serp(db: sa.Connection, key: str, engine: str, found: ProviderResult, at: datetime) -> None:
    """Cache an engine's answer; it replaces an older one."""
    db.execute(
        sa.text(
            """
            insert into serp_cache (key, engine, found, made_at) values (:key, :engine, :found, :at)
            on conflict (key) do update set found = excluded.found, made_at = excluded.made_at
            """
        ),
        {"key": key, "engine": engine, "found": to_json(asdict(found)), "at": to_text(at)},
    )


def cached_serp(db: sa.Connection, key: str, now: datetime) -> ProviderResult | None:
    """The engine's cached answer of the last 24 hours; None when there is none."""
    row = db.execute(sa.text("select found, made_at from serp_cache where key = :key"), {"key": key}).one_or_none()
    if row is None or to_time(row.made_at) <= now - timedelta(hours=SERP_HOURS):
        return None
    return _found(json.loads(row.found))


def drop_expired_serps(db: sa.Connection, now: datetime) -> None:
    limit = to_text(now - timedelta(hours=SERP_HOURS))
    db.execute(sa.text("delete from serp_cache where made_at <= :limit"), {"limit": limit})


def _found(value: Mapping[str, Any]) -> ProviderResult:
    return ProviderResult(
        hits=tuple(Hit(**hit) for hit in value["hits"]),
        works=tuple(_work(work) for work in value["works"]),
        notes=tuple(value["notes"]),
    )


def _work(value: Mapping[str, Any]) -> Work:
    lists = {name: tuple(value[name]) for name in ("authors", "cites")}
    pairs = tuple((kind, name) for kind, name in value["identifiers"])
    return Work(**{**value, **lists, "identifiers": pairs})


def save_works(db: sa.Connection, works: Iterable[Work]) -> None:
    """Save works. For a known work, empty fields are filled and lists are merged."""
    for work in works:
        known = work_by_id(db, work.id)
        _save_work(db, work if known is None else _joined(known, work))


def _joined(known: Work, other: Work) -> Work:
    return Work(
        id=known.id,
        url=known.url,
        title=known.title or other.title,
        source=known.source,
        doi=known.doi or other.doi,
        authors=known.authors or other.authors,
        venue=known.venue or other.venue,
        date=max((date for date in (known.date, other.date) if date is not None), key=len, default=None),
        abstract=known.abstract or other.abstract,
        open_access_url=known.open_access_url or other.open_access_url,
        cites=tuple(dict.fromkeys(known.cites + other.cites)),
        identifiers=tuple(dict.fromkeys(known.identifiers + other.identifiers)),
    )


def _save_work(db: sa.Connection, work: Work) -> None:
    values = asdict(work) | {"authors": to_json(work.authors), "identifiers": to_json(work.identifiers)}
    del values["cites"]
    db.execute(
        sa.text(
            """
            insert into works (id, url, title, source, doi, authors, venue, date, abstract, open_access_url,
                identifiers)
            values (:id, :url, :title, :source, :doi, :authors, :venue, :date, :abstract, :open_access_url,
                :identifiers)
            on conflict (id) do update set title = excluded.title, doi = excluded.doi, authors = excluded.authors,
                venue = excluded.venue, date = excluded.date, abstract = excluded.abstract,
                open_access_url = excluded.open_access_url, identifiers = excluded.identifiers
            """
        ),
        values,
    )
    cited = [
        {"id": work.id, "cites": cites, "position": place} for place, cites in enumerate(dict.fromkeys(work.cites))
    ]
    if cited:
        db.execute(
            sa.text(
                """
                insert into work_citations (work_id, cites, position) values (:id, :cites, :position)
                on conflict (work_id, cites) do nothing
                """
            ),
            cited,
        )


def work_by_id(db: sa.Connection, work_id: str) -> Work | None:
    return _first(_works(db, "where id = :value", work_id))


def work_by_doi(db: sa.Connection, doi: str) -> Work | None:
    return _first(_works(db, "where doi = :value", doi.lower()))


def open_link_of(db: sa.Connection, url: Url) -> Url | None:
    """The open copy of the work at `url`, found by the URL or the DOI in it; None when none is known."""
    row = db.execute(
        sa.text(
            """
            select open_access_url from works
            where open_access_url is not null and open_access_url != :url and (url = :url or doi = :doi)
            order by url = :url desc, id limit 1
            """
        ),
        {"url": url, "doi": doi_in_address(url)},
    ).one_or_none()
    return None if row is None else Url(row.open_access_url)


def _works(db: sa.Connection, where: str, value: str) -> list[Work]:
    rows = db.execute(sa.text(f"select * from works {where} order by id"), {"value": value}).all()  # noqa: S608
    return [_work(dict(row._mapping) | _lists(db, row)) for row in rows]


def _lists(db: sa.Connection, row: Any) -> dict[str, Any]:
    cites = db.execute(
        sa.text("select cites from work_citations where work_id = :id order by position, cites"), {"id": row.id}
    )
    return {
        "cites": [cited.cites for cited in cites],
        "authors": json.loads(row.authors),
        "identifiers": json.loads(row.identifiers),
    }


def _first(works: Sequence[Work]) -> Work | None:
    return works[0] if works else None
