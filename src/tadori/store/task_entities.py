"""Tables of which task mentions which entity, and why entities were merged. Rows leave as model objects."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from tadori.model.claim import Claim, Ground
from tadori.model.entity import Entity
from tadori.store.entities import entity_of, forget_entity
from tadori.store.rows import claim_from_row, dump_grounds, load_grounds


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskEntity:
    """An entity as one task mentions it."""

    entity: Entity
    mentions: int
    """Number of the task's claims that name it."""
    in_question: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityJoin:
    """An entity was merged with one of another name, and why."""

    entity_id: str
    name: str
    score: float
    grounds: tuple[Ground, ...]


def claims_without_entities(db: sa.Connection, task_id: str, limit: int) -> list[Claim]:
    """The next claims to scan: the best answers first, then in the order they were found."""
    rows = db.execute(
        sa.text(
            """
            select t.*, c.lang as lang,
                substr(p.text, t.start_at + 1, t.end_at - t.start_at) as words
            from task_claims t join claims c on c.id = t.claim_id join pages p on p.id = t.page_id
            where t.task_id = :id and t.entities_noted = 0
            order by t.answer_score desc, t.position, t.claim_id limit :limit
            """
        ),
        {"id": task_id, "limit": limit},
    )
    return [claim_from_row(row) for row in rows]


def set_entities_noted(db: sa.Connection, task_id: str, claim_ids: Iterable[str]) -> None:
    """Mark claims as scanned for entities."""
    rows = [{"task_id": task_id, "claim_id": claim_id} for claim_id in claim_ids]
    if rows:
        db.execute(
            sa.text("update task_claims set entities_noted = 1 where task_id = :task_id and claim_id = :claim_id"),
            rows,
        )


def add_mentions(db: sa.Connection, task_id: str, entity_id: str, *, mentions: int, in_question: bool) -> bool:
    """Count mentions of an entity in a task; whether it is the first."""
    # Asked first: an upsert does not say whether the row was new.
    known = db.execute(
        sa.text("select 1 from task_entities where task_id = :task_id and entity_id = :entity_id"),
        {"task_id": task_id, "entity_id": entity_id},
    ).first()
    db.execute(
        sa.text(
            """
            insert into task_entities (task_id, entity_id, mentions, in_question)
            values (:task_id, :entity_id, :mentions, :in_question)
            on conflict (task_id, entity_id) do update set mentions = task_entities.mentions + excluded.mentions,
                in_question = max(task_entities.in_question, excluded.in_question)
            """
        ),
        {"task_id": task_id, "entity_id": entity_id, "mentions": mentions, "in_question": int(in_question)},
    )
    return known is None


def move_entity(db: sa.Connection, old_id: str, new_id: str) -> None:
    """Delete an entity that turned out to be another one; its mentions and merges move to that one."""
    rows = db.execute(sa.text("select * from task_entities where entity_id = :id"), {"id": old_id}).all()
    for row in rows:
        add_mentions(db, row.task_id, new_id, mentions=row.mentions, in_question=bool(row.in_question))
    db.execute(sa.text("delete from task_entities where entity_id = :id"), {"id": old_id})
    for join in joins_of(db, [old_id]):
        save_join(db, new_id, join.name, join.score, join.grounds)
    db.execute(sa.text("delete from entity_joins where entity_id = :id"), {"id": old_id})
    forget_entity(db, old_id)


def save_join(db: sa.Connection, entity_id: str, name: str, score: float, grounds: Sequence[Ground]) -> None:
    """Save why an entity also has that name; the reason with the best score stays."""
    db.execute(
        sa.text(
            """
            insert into entity_joins (entity_id, name, score, grounds) values (:entity_id, :name, :score, :grounds)
            on conflict (entity_id, name) do update set score = excluded.score, grounds = excluded.grounds
                where excluded.score > entity_joins.score
            """
        ),
        {"entity_id": entity_id, "name": name, "score": score, "grounds": dump_grounds(grounds)},
    )


def joins_of(db: sa.Connection, entity_ids: Iterable[str]) -> list[EntityJoin]:
    """The merges of these entities, by entity and name."""
    wanted = sorted(set(entity_ids))
    if not wanted:
        return []
    rows = db.execute(
        sa.text("select * from entity_joins where entity_id in :ids order by entity_id, name").bindparams(
            sa.bindparam("ids", expanding=True)
        ),
        {"ids": wanted},
    )
    return [
        EntityJoin(entity_id=row.entity_id, name=row.name, score=row.score, grounds=load_grounds(row.grounds))
        for row in rows
    ]


def task_entities(db: sa.Connection, task_id: str) -> list[TaskEntity]:
    """The entities of a task: those in its question first, then by mentions, then by name."""
    rows = db.execute(
        sa.text(
            """
            select e.*, t.mentions, t.in_question from task_entities t join entities e on e.id = t.entity_id
            where t.task_id = :id order by t.in_question desc, t.mentions desc, e.name, e.id
            """
        ),
        {"id": task_id},
    )
    return [TaskEntity(entity=entity_of(row), mentions=row.mentions, in_question=bool(row.in_question)) for row in rows]


def all_entities(db: sa.Connection) -> list[TaskEntity]:
    """All entities by kind and name, with their mentions in all tasks."""
    rows = db.execute(
        sa.text(
            """
            select e.*, coalesce(t.mentions, 0) as mentions, coalesce(t.in_question, 0) as in_question from entities e
            left join (select entity_id, sum(mentions) as mentions, max(in_question) as in_question
                from task_entities group by entity_id) t on t.entity_id = e.id
            order by e.kind, e.name, e.id
            """
        )
    )
    return [
        TaskEntity(entity=entity_of(row), mentions=int(row.mentions), in_question=bool(row.in_question)) for row in rows
    ]


def forget_unused_entities(db: sa.Connection) -> None:
    """Delete the entities that no task mentions any more."""
    used = "(select entity_id from task_entities)"
    for table, column in (("entity_joins", "entity_id"), ("entity_names", "entity_id"), ("entities", "id")):
        db.execute(sa.text(f"delete from {table} where {column} not in {used}"))  # noqa: S608 - our own names
