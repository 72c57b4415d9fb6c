"""The library as a search provider: folders of documents that are searched like an engine.

Comes in: a query. Goes out: hits, one per document, best first, each with the text of its best passage. Documents in
the query's language are found by words, others by meaning and by how they spell the query's names; one ranking
function, passed in, orders all.
"""

from collections.abc import Sequence

from tadori.model.doors import CrossLanguageIndex, LexicalIndex, Passage, PassageMatch, RankPassages, SearchProvider
from tadori.model.query import Hit, Query
from tadori.model.web_thresholds import LIBRARY_CANDIDATES, LIBRARY_FOREIGN_SHARE
from tadori.model.work import ProviderResult
from tadori.search.name_spellings import NameSpellings
from tadori.search.snippet import best_snippet
from tadori.text.tokens import terms


class LibrarySearch(SearchProvider):
    """Searches what an index holds. Raises nothing: the documents are here already."""

    def __init__(
        self,
        index: LexicalIndex,
        rank: RankPassages,
        across: CrossLanguageIndex | None,
        spellings: NameSpellings | None = None,
    ) -> None:
        self._index = index
        self._rank = rank
        self._across = across
        self._spellings = spellings

    @property
    def name(self) -> str:
        return "library"

    async def search(self, query: Query) -> ProviderResult:
        """`find`, as a coroutine, like the engines of the web."""
        return self.find(query)

    def find(self, query: Query) -> ProviderResult:
        """At most `query.limit` documents, best first."""
        wanted = terms(query.text)
        found = self._index.match(wanted, limit=max(LIBRARY_CANDIDATES, 3 * query.limit))
        foreign = self._across.nearest(query.text, query.lang, limit=query.limit) if self._across else []
        foreign = [*self._with_names(query), *foreign]
        candidates = list({m.passage.id: m for m in [*foreign, *found]}.values())
        best = _best_of_each_page(self._rank(query.text, query.lang, candidates))
        kept = _kept(best, {m.passage.page_id for m in foreign}, query.limit)
        return ProviderResult(hits=tuple(_hit(match.passage, wanted, place) for place, match in enumerate(kept, 1)))

    def _with_names(self, query: Query) -> list[PassageMatch]:
        """Passages in another language that hold a name of the query as that language spells it."""
        spelled = self._spellings.spelled(query.text, query.lang) if self._spellings else []
        if not spelled:
            return []
        found = self._index.match(terms(" ".join(spelled)), limit=LIBRARY_CANDIDATES)
        held = [m for m in found if any(word in m.passage.text or word in m.passage.title for word in spelled)]
        return [m for m in held if m.passage.lang != query.lang][: query.limit]


def _best_of_each_page(ranked: Sequence[PassageMatch]) -> list[PassageMatch]:
    best: dict[str, PassageMatch] = {}
    for match in ranked:
        best.setdefault(match.passage.page_id, match)
    return list(best.values())


def _kept(ranked: Sequence[PassageMatch], foreign: set[str], limit: int) -> list[PassageMatch]:
    """The first `limit`, in order; up to a third are reserved for the nearest documents in another language.

    Scores of words and of meaning are not the same measure: without places of their own, documents in another
    language would only ever show where words find nothing.
    """
    reserved = [m for m in ranked if m.passage.page_id in foreign][: limit // LIBRARY_FOREIGN_SHARE]
    sure = {m.passage.page_id for m in reserved}
    room = limit - len(reserved)
    kept: list[PassageMatch] = []
    for match in ranked:
        if match.passage.page_id in sure:
            kept.append(match)
        elif room > 0:
            kept.append(match)
            room -= 1
    return kept


def _hit(passage: Passage, wanted: Sequence[str], place: int) -> Hit:
    return Hit(
        title=passage.title,
        url=passage.url,
        snippet=best_snippet(passage.text, passage.lang, wanted),
        date=passage.date,
        engine="library",
        rank=place,
        source_tag="library",
    )
