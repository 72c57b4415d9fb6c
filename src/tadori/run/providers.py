"""Search providers, and the parts of rooms that a library is made of, from live objects."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from tadori.errors import SourceError
from tadori.minds.base import Embedder
from tadori.model.doors import Clock, SearchProvider
from tadori.model.page import Capture
from tadori.rank.ranking import rank_loose, rank_matches
from tadori.search.across import AcrossLanguages
from tadori.search.library import LibrarySearch
from tadori.store.database import Store
from tadori.store.lexical import StoredIndex
from tadori.store.libraries import library_id_of


def library_index(store: Store, folders: Sequence[str]) -> StoredIndex:
    """The full-text index of these folders."""
    return StoredIndex(store.engine, [library_id_of(folder) for folder in folders])


def library_provider(store: Store, embedder: Embedder | None, folders: Sequence[str]) -> SearchProvider:
    """The folders as one engine."""
    index = library_index(store, folders)
    return LibrarySearch(
        index,
        partial(rank_matches, frequency=index.document_frequency, embedder=embedder),
        None if embedder is None else AcrossLanguages(index, embedder),
    )


def container_documents(path: Path, clock: Clock) -> Iterator[Capture | SourceError]:
    """The documents in a saved WARC or WACZ, each with the time it was captured."""
    from tadori.extract.containers import documents_in_warc

    return documents_in_warc(path)


def rank_loose_passages(
    query: str, passages: Sequence[tuple[str, str, str]], embedder: Embedder | None
) -> list[tuple[str, float]]:
    """(id, score) of (id, text, title), best first."""
    return [(ranked.id, ranked.score) for ranked in rank_loose(query, passages, embedder=embedder)]
