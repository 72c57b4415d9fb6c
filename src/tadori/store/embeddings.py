"""Cache of embedding vectors by text hash and model (L38)."""

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from tadori.model.doors import Clock
from tadori.store.database import Store
from tadori.store.rows import to_text

LOOKUP_BATCH = 500


class StoredEmbeddings:
    """Implements the `EmbeddingCache` door over the store."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def get(self, keys: Sequence[str]) -> dict[str, bytes]:
        found: dict[str, bytes] = {}
        statement = sa.text("select key, vector from embeddings where key in :keys").bindparams(
            sa.bindparam("keys", expanding=True)
        )
        wanted = sorted(set(keys))
        with self._store.read() as db:
            for start in range(0, len(wanted), LOOKUP_BATCH):
                for row in db.execute(statement, {"keys": wanted[start : start + LOOKUP_BATCH]}):
                    found[row.key] = bytes(row.vector)
        return found

    def put(self, items: Mapping[str, bytes]) -> None:
        if not items:
            return
        at = to_text(self._clock())
        with self._store.write(synced=False) as db:
            db.execute(
                sa.text(
                    "insert into embeddings (key, vector, made_at) values (:key, :vector, :at) "
                    "on conflict (key) do nothing"
                ),
                [{"key": key, "vector": vector, "at": at} for key, vector in items.items()],
            )
