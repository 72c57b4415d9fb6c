"""Conversions between Python values and columns that many tables need: times, JSON, grounds, quotations."""

import json
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa

from tadori.model.claim import Ground, Quotation


def to_text(moment: datetime) -> str:
    return moment.isoformat()


def to_time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def dump_grounds(grounds: Iterable[Ground]) -> str:
    return to_json([[g.rule, g.detail, g.weight] for g in grounds])


def load_grounds(text: str) -> tuple[Ground, ...]:
    return tuple(Ground(rule=rule, detail=detail, weight=weight) for rule, detail, weight in json.loads(text))


def quotation(row: Any) -> Quotation:
    """The quotation of a row with the columns `fragment_id page_id start_at words`."""
    return Quotation.of(fragment_id=row.fragment_id, page_id=row.page_id, start=row.start_at, text=row.words)


@cache
def sql(words: str) -> sa.TextClause:
    """A cached text statement: SQLAlchemy then parses and compiles it only once."""
    return sa.text(words)
