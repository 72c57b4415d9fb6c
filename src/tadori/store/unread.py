"""What was not read of libraries and of a task's pages, grouped by reason.

Comes in: library ids, a task. Goes out: `UnreadLine`s, each kind with its largest first. Indexing and reading write the
rows; they stay as long as the documents do, so that every report can say them, not only that of the run that indexed.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import sqlalchemy as sa

from tadori.model.page import TextLoss
from tadori.model.unread import NOT_COUNTED, OTHER_REASONS, UnreadKind, UnreadLine
from tadori.store.rows import sql, to_json
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.url_secrets import mask_urls

MOST_REASONS: Final = 20
"""Reasons of one kind; the smallest of more are counted together."""
_DIGITS: Final = lazy_pattern(r"\d+")
_PAGES: Final = """
    select page_id from documents where library_id in :ids and page_id is not null
    union select page_id from task_pages where task_id = :task
"""


def save_left_out(db: sa.Connection, library_id: str, left_out: Sequence[tuple[str, int]]) -> None:
    """Replace what is known of the files of a library that no reader was tried on: (reason, files)."""
    db.execute(
        sql("update libraries set left_out = :left_out where id = :id"),
        {"id": library_id, "left_out": to_json([list(item) for item in left_out])},
    )


def save_losses(db: sa.Connection, page_id: str, losses: Sequence[TextLoss]) -> None:
    """Save the text that extraction left out of a page, once."""
    counted: Counter[str] = Counter()
    for loss in losses:
        counted[loss.reason] += loss.characters
    rows = [{"id": page_id, "reason": reason, "characters": count} for reason, count in counted.items() if count > 0]
    if rows:
        db.execute(
            sql(
                """
                insert into page_losses (page_id, reason, characters) values (:id, :reason, :characters)
                on conflict (page_id, reason) do nothing
                """
            ),
            rows,
        )


def unread_of(db: sa.Connection, library_ids: Sequence[str], task_id: str = "") -> tuple[UnreadLine, ...]:
    """What was not read of these libraries, and of the pages of a task if one is given."""
    where: dict[str, object] = {"ids": list(library_ids), "task": task_id}
    return (
        *_grouped(UnreadKind.FILE, _left_out(db, library_ids)),
        *_grouped(UnreadKind.DOCUMENT, ((row.reason, row.n) for row in db.execute(_DOCUMENTS, where))),
        *_grouped(UnreadKind.PART, ((note, 1) for row in db.execute(_NOTES, where) for note in json.loads(row.notes))),
        *_text(db, where),
    )


def _left_out(db: sa.Connection, library_ids: Sequence[str]) -> Iterable[tuple[str, int]]:
    for row in db.execute(_LEFT_OUT, {"ids": list(library_ids)}):
        yield from [(NOT_COUNTED, 0)] if row.left_out is None else map(tuple, json.loads(row.left_out))


def _grouped(kind: UnreadKind, found: Iterable[tuple[str, int]]) -> list[UnreadLine]:
    """One line a reason. Reasons that differ in numbers only (`page 3: …`) are one."""
    together: dict[str, Counter[str]] = {}
    for words, count in found:
        reason, alike = _masked(words)
        together.setdefault(alike, Counter())[reason] += count
    lines = [
        UnreadLine(kind=kind, reason=next(iter(said)) if len(said) == 1 else alike, count=said.total())
        for alike, said in together.items()
    ]
    return _largest(lines)


@lru_cache(maxsize=4096)
def _masked(words: str) -> tuple[str, str]:
    """The words without secrets of addresses, and without their numbers; the same few are asked for by every status."""
    reason = mask_urls(words)
    return reason, _DIGITS.sub("…", reason)


def _text(db: sa.Connection, where: dict[str, object]) -> list[UnreadLine]:
    lines = [
        UnreadLine(kind=UnreadKind.TEXT, reason=row.reason, count=row.n, characters=int(row.characters))
        for row in db.execute(_LOSSES, where)
    ]
    uncounted = db.execute(_UNCOUNTED, where).scalar_one()
    older = [UnreadLine(kind=UnreadKind.TEXT, reason=NOT_COUNTED, count=uncounted)] if uncounted else []
    return [*_largest(lines), *older]


def _largest(lines: list[UnreadLine]) -> list[UnreadLine]:
    lines.sort(key=lambda line: (-line.characters, -line.count, line.reason))
    rest = lines[MOST_REASONS:]
    if not rest:
        return lines
    others = UnreadLine(
        kind=rest[0].kind,
        reason=OTHER_REASONS,
        count=sum(line.count for line in rest),
        characters=sum(line.characters for line in rest),
    )
    return [*lines[:MOST_REASONS], others]


def _with_ids(statement: str) -> sa.TextClause:
    return sa.text(statement).bindparams(sa.bindparam("ids", expanding=True))


_LEFT_OUT: Final = _with_ids("select left_out from libraries where id in :ids order by id")
_DOCUMENTS: Final = _with_ids(
    """
    select reason, count(*) as n from (
        select distinct url, lost as reason from documents where library_id in :ids and lost is not null
    ) as unreadable where :task = :task group by reason order by reason
    """
)
_NOTES: Final = _with_ids(f"select notes from pages where notes <> '[]' and id in ({_PAGES}) order by id")  # noqa: S608
_LOSSES: Final = _with_ids(
    f"""
    select reason, count(*) as n, sum(characters) as characters from page_losses
    where page_id in ({_PAGES}) group by reason order by reason
    """  # noqa: S608 - our own words
)
_UNCOUNTED: Final = _with_ids(
    f"select count(*) from pages where losses_counted = 0 and id in ({_PAGES})"  # noqa: S608 - our own words
)
