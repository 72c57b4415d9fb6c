"""Finds documents in another language than the query's, by meaning (embeddings).

Comes in: a query, and the first passages of documents in other languages. Goes out: the nearest of them. Only documents
in another language are embedded, each once, so a library in one language costs nothing here.
"""

from typing import TYPE_CHECKING, Final

from tadori.minds.base import Embedder
from tadori.model.doors import CrossLanguageIndex, LeadPassages, Passage, PassageMatch
from tadori.model.ids import EN, JA, Lang
from tadori.model.web_thresholds import CROSS_LANGUAGE_COSINE, CROSS_LANGUAGE_SHARE
from tadori.text.lead import lead

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SUPPORTED_LANGUAGES: Final = frozenset({JA, EN})
"""Documents in a third language could be found but neither judged nor checked: reading them would waste the budget."""
MOST_DOCUMENTS: Final = 10_000


class CrossLanguageSearch(CrossLanguageIndex):
    """Holds the vectors of the first passages of a library's documents, computed when first needed."""

    def __init__(self, leads: LeadPassages, embedder: Embedder) -> None:
        self._leads = leads
        self._embedder = embedder
        self._vectors: dict[str, NDArray[np.float32]] = {}
        self._model = ""
        """The id of the model that made the vectors."""

    def nearest(self, text: str, lang: Lang, *, limit: int) -> list[PassageMatch]:
        """At most `limit` documents in the other supported language, nearest first; ties by title and address."""
        documents = [
            d for d in self._leads.leads(other_than=lang, limit=MOST_DOCUMENTS) if d.lang in SUPPORTED_LANGUAGES
        ]
        if not documents or not text.strip():
            return []
        import numpy as np  # lazy: numpy is only needed where vectors are compared

        wanted = self._compared(text, documents)
        cosines = np.stack([self._vectors[d.id] for d in documents]) @ wanted
        least = max(CROSS_LANGUAGE_COSINE, CROSS_LANGUAGE_SHARE * float(cosines.max()))
        found = [
            PassageMatch(passage=document, score=round(float(cosine), 6))
            for document, cosine in zip(documents, cosines, strict=True)
            if cosine >= least
        ]
        return sorted(found, key=lambda m: (-m.score, m.passage.title, m.passage.url))[:limit]

    def _compared(self, text: str, documents: list[Passage]) -> "NDArray[np.float32]":
        """The vector of `text`, by the same model as the documents' vectors.

        The embedder may fall back to another model between two calls, and vectors of two models cannot be compared."""
        for _ in range(2):
            if self._model != self._embedder.model_id:
                self._vectors, self._model = {}, self._embedder.model_id
            self._embed([d for d in documents if d.id not in self._vectors])
            wanted: NDArray[np.float32] = self._embedder.embed([text])[0]
            if self._model == self._embedder.model_id:
                break
        return wanted

    def _embed(self, documents: list[Passage]) -> None:
        if documents:
            vectors = self._embedder.embed([lead(d.title, d.text) for d in documents])
            self._vectors.update({d.id: vector for d, vector in zip(documents, vectors, strict=True)})
