"""Tables of entities, and of the state of site searches. Rows leave as model objects."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from tadori.model.entity import Entity, EntityKind, SearchForm, SiteSearchState
from tadori.model.ids import Lang
from tadori.store.rows import to_json, to_text, to_time


def save_entity(db: sa.Connection, entity: Entity, *, lang: Lang, keys: Iterable[str]) -> None:
    """Save an entity or update it; `keys` are added to what it is looked up by."""
    data = {
        "names": entity.names,
        "addresses": entity.addresses,
        "identifiers": entity.identifiers,
        "affiliations": entity.affiliations,
    }
    db.execute(
        sa.text(
            """
            insert into entities (id, kind, name, lang, data) values (:id, :kind, :name, :lang, :data)
            on conflict (id) do update set kind = excluded.kind, name = excluded.name, data = excluded.data
            """
        ),
        {"id": entity.id, "kind": entity.kind.value, "name": entity.name, "lang": lang, "data": to_json(data)},
    )
    rows = [{"entity_id": entity.id, "alias": key} for key in sorted(set(keys))]
    if rows:
        db.execute(
            sa.text("insert into entity_names (entity_id, alias) values (:entity_id, :alias) on conflict do nothing"),
            rows,
        )


def entity_at(db: sa.Connection, entity_id: str) -> Entity | None:
    row = db.execute(sa.text("select * from entities where id = :id"), {"id": entity_id}).one_or_none()
    return None if row is None else entity_of(row)


def entities_with(db: sa.Connection, keys: Iterable[str]) -> list[Entity]:
    """The entities that have one of `keys`, by id: candidates for being the same as a new one."""
    wanted = sorted(set(keys))
    if not wanted:
        return []
    rows = db.execute(
        sa.text(
            """
            select * from entities where id in (select entity_id from entity_names where alias in :keys) order by id
            """
        ).bindparams(sa.bindparam("keys", expanding=True)),
        {"keys": wanted},
    )
    return [entity_of(row) for row in rows]


def forget_entity(db: sa.Connection, entity_id: str) -> None:
    """Delete an entity that was merged into another."""
    db.execute(sa.text("delete from entity_names where entity_id = :id"), {"id": entity_id})
    db.execute(sa.text("delete from entities where id = :id"), {"id": entity_id})


def site_search_state(db: sa.Connection, domain: str) -> SiteSearchState:
    """The state of a site's own search; the default for a site that was never asked."""
    row = db.execute(sa.text("select * from site_search where domain = :domain"), {"domain": domain}).one_or_none()
    if row is None:
        return SiteSearchState(domain=domain)
    return SiteSearchState(
        domain=row.domain,
        tries=row.tries,
        successes=row.successes,
        success=row.success,
        harvest=row.harvest,
        failures=row.failures,
        paused_until=None if row.paused_until is None else to_time(row.paused_until),
        last_try_at=None if row.last_try_at is None else to_time(row.last_try_at),
        form=None if row.form is None else _form(json.loads(row.form)),
    )


def save_site_search(db: sa.Connection, state: SiteSearchState) -> None:
    values: dict[str, Any] = asdict(state)
    for name in ("paused_until", "last_try_at"):
        values[name] = None if values[name] is None else to_text(values[name])
    values["form"] = None if values["form"] is None else to_json(values["form"])
    db.execute(
        sa.text(
            """
            insert into site_search (domain, tries, successes, success, harvest, failures, paused_until, last_try_at,
                form)
            values (:domain, :tries, :successes, :success, :harvest, :failures, :paused_until, :last_try_at,
                :form)
            on conflict (domain) do update set tries = excluded.tries, successes = excluded.successes,
                success = excluded.success, harvest = excluded.harvest, failures = excluded.failures,
                paused_until = excluded.paused_until, last_try_at = excluded.last_try_at,
                form = excluded.form
            """
        ),
        values,
    )


def _form(data: dict[str, Any]) -> SearchForm:
    return SearchForm(**{**data, "hidden": tuple((name, value) for name, value in data["hidden"])})


def entity_of(row: Any) -> Entity:
    data = json.loads(row.data)
    return Entity(
        id=row.id,
        kind=EntityKind(row.kind),
        name=row.name,
        names=tuple(data["names"]),
        addresses=tuple(data["addresses"]),
        identifiers=tuple((kind, value) for kind, value in data["identifiers"]),
        affiliations=tuple(data["affiliations"]),
    )
