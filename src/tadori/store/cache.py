"""Cache of results that depend only on their inputs (§5.1.2: serp_cache, rerank_cache).

A key contains everything that the result depends on, so an entry never becomes wrong; it only expires.
"""

import json
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from tadori.model.thresholds import CACHE_DAYS
from tadori.store.database import Store
from tadori.store.rows import to_json, to_text


def cached_value(db: sa.Connection, key: str) -> Any | None:
    """The JSON value cached under `key`; None when there is none."""
    text = db.execute(sa.text("select value from cache where key = :key"), {"key": key}).scalar()
    return None if text is None else json.loads(text)


def save_cached(store: Store, key: str, value: Any, at: datetime) -> None:
    """Cache a value, which must not be None."""
    with store.write(synced=False) as db:
        db.execute(
            sa.text("insert into cache (key, value, made_at) values (:key, :value, :at) on conflict (key) do nothing"),
            {"key": key, "value": to_json(value), "at": to_text(at)},
        )


def drop_expired_cache(db: sa.Connection, now: datetime) -> None:
    """Delete cached results and vectors that are older than `CACHE_DAYS`."""
    limit = to_text(now - timedelta(days=CACHE_DAYS))
    db.execute(sa.text("delete from cache where made_at < :limit"), {"limit": limit})
    db.execute(sa.text("delete from embeddings where made_at < :limit"), {"limit": limit})
