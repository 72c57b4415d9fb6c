"""Search providers and the parts of rooms that the library needs, made from live objects."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tadori.errors import SourceError
from tadori.minds.base import Embedder
from tadori.model.doors import Clock, Extractor, Passage, SearchProvider
from tadori.model.ids import content_id
from tadori.model.page import Capture, Page, Piece
from tadori.model.query import Hit, Query
from tadori.store.database import Store
from tadori.store.lexical import StoredIndex
from tadori.store.libraries import library_id_of
from tadori.text.tokens import terms


def library_index(store: Store, folders: Sequence[str]) -> StoredIndex:
    return StoredIndex(store.engine, [library_id_of(folder) for folder in folders])


class _Simple:
    name = "library"

    def __init__(self, index: StoredIndex) -> None:
        self.index = index

    async def search(self, query: Query) -> Sequence[Hit]:
        hits: dict[str, Hit] = {}
        for m in self.index.match(terms(query.text), limit=query.limit * 5):
            if m.passage.url not in hits:
                hits[m.passage.url] = Hit(
                    title=m.passage.title,
                    url=m.passage.url,
                    snippet=m.passage.text[:200],
                    date=m.passage.date,
                    engine="library",
                    rank=len(hits) + 1,
                    source_tag="library",
                )
        return list(hits.values())[: query.limit]


def library_provider(store: Store, embedder: Embedder | None, folders: Sequence[str]) -> SearchProvider:
    return _Simple(library_index(store, folders))


def library_extractor(*, ocr: bool) -> Extractor:
    from tadori.extract.extraction import Extraction

    return Extraction()


def container_documents(path: Path, clock: Clock) -> Iterator[Capture | SourceError]:
    from tadori.extract.containers import documents_in_warc

    return documents_in_warc(path)


def passages_of(page: Page, text: str, pieces: Sequence[Piece]) -> list[Passage]:
    found = []
    start = 0
    for n, piece in enumerate(pieces):
        if n + 1 == len(pieces) or pieces[n + 1].end - start > 1500:
            found.append(
                Passage(
                    id=content_id("ps", page.id, start, piece.end),
                    page_id=page.id,
                    url=page.url,
                    title=page.title,
                    date=page.date,
                    lang=page.lang,
                    start=start,
                    end=piece.end,
                    text=text[start : piece.end],
                )
            )
            start = piece.end
    return found
