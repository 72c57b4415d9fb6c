"""The command `entities`: the organisations, persons and domains of the store as plain data."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tadori.settings import load_settings
from tadori.store.task_entities import all_entities, joins_of, task_entities
from tadori.store.tasks import find_task
from tadori.text.normalise import fold
from tadori.wiring.home import open_app

if TYPE_CHECKING:
    from tadori.store.task_entities import EntityJoin, TaskEntity

_TASK = "task_"


def entity_rows(wanted: str | None = None) -> list[dict[str, Any]]:
    """The entities of a task, those of a name, or all of the base, as plain data.

    Raises:
        TaskNotFound: `wanted` looks like a task and is none.
    """
    with open_app(load_settings()) as app, app.store.read() as db:
        if wanted is not None and wanted.startswith(_TASK):
            found = task_entities(db, find_task(db, wanted).id)
        else:
            found = [one for one in all_entities(db) if wanted is None or _is_called(one, wanted)]
        joins = joins_of(db, [one.entity.id for one in found])
    return [_row(one, (join for join in joins if join.entity_id == one.entity.id)) for one in found]


def _is_called(one: "TaskEntity", wanted: str) -> bool:
    """Whether a name or number of an entity contains the words, ignoring case and character width."""
    values = [value for _, value in one.entity.identifiers]
    return any(fold(wanted) in fold(name) for name in (*one.entity.names, *values))


def _row(one: "TaskEntity", joins: "Iterable[EntityJoin]") -> dict[str, Any]:
    entity = one.entity
    return {
        "id": entity.id,
        "kind": entity.kind.value,
        "name": entity.name,
        "names": list(entity.names),
        "identifiers": [{"kind": kind, "value": value} for kind, value in entity.identifiers],
        "addresses": list(entity.addresses),
        "affiliations": list(entity.affiliations),
        "in_question": one.in_question,
        "mentions": one.mentions,
        "same_as": [
            {
                "name": join.name,
                "score": join.score,
                "grounds": [{"rule": g.rule, "detail": g.detail, "weight": g.weight} for g in join.grounds],
            }
            for join in joins
        ],
    }
