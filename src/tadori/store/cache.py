"""Results that follow from their inputs alone, kept by a hash of those inputs (§5.1.2: serp_cache, rerank_cache).

A key names everything the result depends on, so an entry never goes wrong; it only grows old and is let go.
"""

import json
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from tadori.store.database import Store
from tadori.store.rows import to_json, to_text

KEEP_DAYS = 7


def cached_value(db: sa.Connection, key: str) -> Any | None:
    """The JSON value kept under `key`; None when there is none."""
    text = db.execute(sa.text("select value from cache where key = :key"), {"key": key}).scalar()
    return None if text is None else json.loads(text)


def save_cached(store: Store, key: str, value: Any, at: datetime) -> None:
    """Keep a value that is not null."""
    with store.write(synced=False) as db:
        db.execute(
            sa.text("insert into cache (key, value, made_at) values (:key, :value, :at) on conflict (key) do nothing"),
            {"key": key, "value": to_json(value), "at": to_text(at)},
        )


def drop_expired_cache(db: sa.Connection, now: datetime) -> None:
    """Let go of cached results and vectors that are older than the time they are kept."""
    limit = to_text(now - timedelta(days=KEEP_DAYS))
    db.execute(sa.text("delete from cache where made_at < :limit"), {"limit": limit})
    db.execute(sa.text("delete from embeddings where made_at < :limit"), {"limit": limit})
