"""Conversions between Python values and columns that many tables need: times, JSON, grounds, quotations."""

import json
from collections.abc import Iterable
from dataclasses import fields
from datetime import datetime
from functools import cache
from typing import Any, Final

import sqlalchemy as sa

from tadori.model.claim import Claim, ClaimContext, Ground, Mood, Quotation
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
    """The claim of a row with the columns `claim_id text lang date context` and those of `quotation`."""
    return Claim(
        id=row.claim_id,
        text=row.text,
        lang=Lang(row.lang),
        quotation=quotation(row),
        date=None if row.date is None else IsoDate(row.date),
        context=load_context(row.context),
    )


_QUOTED_FIELDS: Final = ("speaker_quotation", "subject_quotation", "lead_in", "header", "neighbour", "proviso", "code")


def dump_context(context: ClaimContext) -> str:
    """A claim's context as JSON, without what is at its default; empty where everything is."""
    plain = ClaimContext()
    changed = {
        f.name: getattr(context, f.name) for f in fields(context) if getattr(context, f.name) != getattr(plain, f.name)
    }
    rows = {name: _quotation_row(value) if isinstance(value, Quotation) else value for name, value in changed.items()}
    return json.dumps(rows, ensure_ascii=False) if rows else ""


def load_context(text: str) -> ClaimContext:
    """What `dump_context` wrote."""
    if not text:
        return ClaimContext()
    row: dict[str, Any] = json.loads(text)
    for name in _QUOTED_FIELDS:
        if name in row:
            fragment_id, page_id, start, words = row[name]
            row[name] = Quotation.of(fragment_id=fragment_id, page_id=page_id, start=start, text=words)
    if "mood" in row:
        row["mood"] = Mood(row["mood"])
    return ClaimContext(**row)


def _quotation_row(quoted: Quotation) -> list[str | int]:
    return [quoted.fragment_id, quoted.page_id, quoted.start, quoted.text]


@cache
def sql(words: str) -> sa.TextClause:
    """A cached text statement: SQLAlchemy then parses and compiles it only once."""
    return sa.text(words)
