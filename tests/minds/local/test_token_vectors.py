"""Vectors of tokens, before the embedder makes one vector of them."""

import numpy as np
import pytest

from tadori.minds.local.embedding import use_backend
from tadori.minds.local.token_vectors import WIDTH, TokenVectors


@pytest.fixture(scope="module")
def tokens() -> TokenVectors:
    return TokenVectors(use_backend())


def test_the_mean_of_the_tokens_is_what_the_embedder_works_with(tokens: TokenVectors) -> None:
    """Carried through the embedder's last layers, the token matrix gives the embedder's own vector."""
    net = use_backend()
    text = "犬が公園で走っている。"
    ids = net.sp.encode(text, out_type=int, add_bos=True, add_eos=True)
    mean = (tokens.of([ids])[0].sum(axis=0) @ net.cnn_W + len(ids) * net.cnn_b) / len(ids) ** 0.5
    first = np.maximum(mean @ net.p1 + np.maximum(mean @ net.d0, 0) @ net.d1, 0)
    last = np.tanh(first @ net.p3 + np.maximum(first @ net.d2, 0) @ net.d3)
    assert float(last @ net.encode([text])[0] / np.linalg.norm(last)) == pytest.approx(1.0, abs=1e-4)


def test_a_text_gets_the_same_matrix_alone_and_in_company(tokens: TokenVectors) -> None:
    ids = [tokens.ids(text) for text in ("A dog runs.", "", "犬が走る。" * 40, "東京")]
    together = tokens.of(ids)
    assert [matrix.shape for matrix in together] == [(len(row), WIDTH) for row in ids]
    for row, matrix in zip(ids, together, strict=True):
        np.testing.assert_allclose(tokens.of([row])[0], matrix, atol=2e-5)


def test_words_that_mean_the_same_lie_near_each_other_across_languages(tokens: TokenVectors) -> None:
    dog, inu, park = (tokens.own(tokens.ids(word)[-1:])[0] for word in ("dog", "犬", "公園"))
    assert float(dog @ inu) > 0.5
    assert float(dog @ park) < 0.2


def test_no_texts_have_no_matrices(tokens: TokenVectors) -> None:
    assert tokens.of([]) == []
    assert tokens.own([]).shape == (0, 512)
