"""Conversions between Python values and columns that many tables need: times, JSON, grounds, quotations."""

import json
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa

from tadori.model.claim import Claim, Ground, Quotation
from tadori.model.ids import IsoDate, Lang


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


def claim_from_row(row: Any) -> Claim:
    """The claim of a row with the columns `claim_id text lang date` and those of `quotation`."""
    return Claim(
        id=row.claim_id,
        text=row.text,
        lang=Lang(row.lang),
        quotation=quotation(row),
        date=None if row.date is None else IsoDate(row.date),
    )


@cache
def sql(words: str) -> sa.TextClause:
    """A cached text statement: SQLAlchemy then parses and compiles it only once."""
    return sa.text(words)
