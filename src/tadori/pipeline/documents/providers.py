"""Builds the search provider of the document folders, with a cache of its results.

Comes in: the store, folders and models. Goes out: a `SearchProvider`. It reads no document.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial

from tadori.minds.base import Embedder, Reranking
from tadori.model.doors import Clock, InThread, SearchProvider
from tadori.model.ids import content_id
from tadori.model.query import Hit, Query
from tadori.model.work import ProviderResult
from tadori.rank.ranking import rank_matches, rank_unindexed
from tadori.search.cross_language import CrossLanguageSearch
from tadori.search.library import LibrarySearch
from tadori.search.name_spellings import NameSpellings
from tadori.store.cache import cached_value, save_cached
from tadori.store.database import Store
from tadori.store.lexical import StoredIndex
from tadori.store.libraries import library_id_of, library_version

RANKING = "5"
"""Version of the ranking; increase it when ranking changes, so that cached orders are not reused."""


def library_index(store: Store, folders: Sequence[str]) -> StoredIndex:
    """The full-text index of these folders."""
    return StoredIndex(store.engine, [library_id_of(folder) for folder in folders])


def order_id(embedder: Embedder | None, reranking: Reranking | None) -> str:
    """The ids of the models that produce an order. They may change by a fallback: read them after ranking."""
    names = ("" if embedder is None else embedder.model_id, "" if reranking is None else reranking.id)
    return "+".join(names)


def library_provider(
    store: Store,
    embedder: Embedder | None,
    folders: Sequence[str],
    clock: Clock,
    in_thread: InThread,
    reranking: Reranking | None = None,
) -> SearchProvider:
    """The folders as one search provider."""
    index = library_index(store, folders)
    search = LibrarySearch(
        index,
        partial(
            rank_matches,
            frequency=index.document_frequency,
            embedder=embedder,
            reranker=None if reranking is None else reranking.reranker,
            reranked=0 if reranking is None else reranking.most,
        ),
        None if embedder is None else CrossLanguageSearch(index, embedder),
        NameSpellings(index),
    )
    libraries = [library_id_of(folder) for folder in folders]
    return CachedLibrarySearch(store, search, libraries, clock, partial(order_id, embedder, reranking), in_thread)


@dataclass(frozen=True, slots=True)
class CachedLibrarySearch(SearchProvider):
    """The library's search with a cache that is valid until a document of the library changes."""

    store: Store
    inner: LibrarySearch
    libraries: Sequence[str]
    clock: Clock
    models: Callable[[], str]
    in_thread: InThread

    @property
    def name(self) -> str:
        return self.inner.name

    async def search(self, query: Query) -> ProviderResult:
        return await self.in_thread(self._found, query)

    def _found(self, query: Query) -> ProviderResult:
        with self.store.read() as db:
            mark = library_version(db, self.libraries)
        with self.store.read() as db:
            known = cached_value(db, self._key(query, mark))
        if known is None:
            known = [asdict(hit) for hit in self.inner.find(query).hits]
            # The key is computed again: a model that failed meanwhile did not produce this order.
            save_cached(self.store, self._key(query, mark), known, self.clock())
        return ProviderResult(hits=tuple(Hit(**hit) for hit in known))

    def _key(self, query: Query, mark: str) -> str:
        return content_id("hits", query.text, query.lang, query.limit, self.models(), mark, RANKING)


def rank_loose_passages(
    query: str, passages: Sequence[tuple[str, str, str]], embedder: Embedder | None
) -> list[tuple[str, float]]:
    """(id, score) of (id, text, title), best first."""
    return [(ranked.id, ranked.score) for ranked in rank_unindexed(query, passages, embedder=embedder)]
