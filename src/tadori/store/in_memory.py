"""A temporary full-text index in memory, for measurements."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import sqlalchemy as sa

from tadori.model.doors import Passage
from tadori.store.lexical import StoredIndex, add_lengths, add_passages, create_lexical, with_terms


@contextmanager
def index_in_memory(passages: Sequence[Passage]) -> Iterator[StoredIndex]:
    """An index over `passages`, built like that of a home, for the duration of the block."""
    engine = sa.create_engine("sqlite://", poolclass=sa.StaticPool)
    try:
        with engine.begin() as db:
            create_lexical(db)
            add_lengths(db)
            add_passages(db, with_terms(passages))
        yield StoredIndex(engine)
    finally:
        engine.dispose()
