"""NLI cross-encoder, reranker and embedder, run from a folder of the user's.

Comes in: pairs, passages, texts. Goes out: probabilities, scores, unit vectors. Labels are read from the model's
config, in whatever order and under whatever names it has them. An output of an unexpected shape raises `ModelUnusable`.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tadori.errors import ModelUnusable
from tadori.minds.base import EvidencePair, StanceScores
from tadori.minds.local.arrays import softmax, unit_rows
from tadori.minds.local.onnx_folder import OnnxFolder

STANCES: Final = {
    "supports": frozenset({"entailment", "entail", "entails", "entailed", "supports", "support", "supported", "含意"}),
    "refutes": frozenset({"contradiction", "contradict", "contradicts", "refutes", "refute", "refuted", "矛盾"}),
    "neutral": frozenset({"neutral", "notenoughinfo", "nei", "unrelated", "unknown", "中立"}),
}
"""The names models use for the three stances, lower case without spaces, dashes and underscores."""
_LOGITS: Final = ("logits",)
_POOLED: Final = ("dense_vecs", "sentence_embedding", "dense_embeddings", "text_embeds")
_TOKENS: Final = ("last_hidden_state", "token_embeddings")


class _OfFolder:
    """What the three have in common: a name and a device."""

    def __init__(self, folder: OnnxFolder) -> None:
        self._folder = folder

    @property
    def model_id(self) -> str:
        return self._folder.identity

    @property
    def device(self) -> str:
        """`cuda` or `cpu` once the model is loaded."""
        return self._folder.device


class OnnxEntailment(_OfFolder):
    """DeBERTa and its like, trained on NLI: evidence is the premise. Implements `Entailment`."""

    def scores(self, pairs: Sequence[EvidencePair]) -> list[StanceScores]:
        """One for each pair, in order. Raises `ModelUnusable`."""
        columns = self._columns
        found = np.zeros((len(pairs), 3), dtype=np.float32)
        texts = [(pair.evidence, pair.claim) for pair in pairs]
        for chunk in self._folder.outputs(texts, _named(_LOGITS)):
            if chunk.rows.shape != (len(chunk.places), 3):
                raise ModelUnusable(
                    f"{self._folder.folder.name} gave an output of shape {chunk.rows.shape}: an NLI model gives three"
                    " numbers a pair"
                )
            found[list(chunk.places)] = softmax(chunk.rows)
        return [scores_from({name: float(row[at]) for name, at in columns.items()}) for row in found]

    @cached_property
    def _columns(self) -> dict[str, int]:
        return stance_columns(self._folder.config.get("id2label"), self._folder.folder.name)


class OnnxReranker(_OfFolder):
    """bge-reranker-v2-m3 and its like: one number says how well a passage answers. Implements `Reranker`."""

    def relevance(self, query: str, passages: Sequence[str]) -> list[float]:
        """The model's raw score for each passage; more is better. Raises `ModelUnusable`."""
        found = np.zeros(len(passages), dtype=np.float32)
        for chunk in self._folder.outputs([(query, passage) for passage in passages], _named(_LOGITS)):
            if chunk.rows.size != len(chunk.places):
                raise ModelUnusable(
                    f"{self._folder.folder.name} gave an output of shape {chunk.rows.shape}: a reranker gives one"
                    " number a passage"
                )
            found[list(chunk.places)] = chunk.rows.reshape(-1)
        return [round(float(mark), 5) for mark in found]


class OnnxEmbedder(_OfFolder):
    """bge-m3 and its like: one vector a text, of length 1. Implements `Embedder`, but raises `ModelUnusable`."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row per text. A model with a vector per token: the first token's, or their mean if its config says so."""
        made: dict[int, NDArray[np.float32]] = {}
        for chunk in self._folder.outputs(texts, _named((*_POOLED, *_TOKENS))):
            rows = chunk.rows
            if rows.ndim == 3:
                rows = _mean(rows, chunk.mask) if self._takes_mean else rows[:, 0]
            if rows.ndim != 2 or rows.shape[1] < 2:
                raise ModelUnusable(
                    f"{self._folder.folder.name} gave an output of shape {chunk.rows.shape}: an embedder gives a vector"
                    " a text"
                )
            made.update(zip(chunk.places, unit_rows(rows, 1e-9), strict=True))
        if not texts:
            return np.zeros((0, 1), dtype=np.float32)
        return np.stack([made[place] for place in range(len(texts))])

    @cached_property
    def _takes_mean(self) -> bool:
        """Whether sentence-transformers' `1_Pooling` config asks for the mean; bge-m3 uses the first token."""
        if not (self._folder.folder / "1_Pooling" / "config.json").is_file():
            return False
        return self._folder.read_json("1_Pooling/config.json").get("pooling_mode_mean_tokens") is True


def stance_columns(labels: Any, model: str) -> dict[str, int]:
    """Which column is which stance, by `id2label`. Raises `ModelUnusable` when they are not the three of NLI."""
    shown = list(labels.values()) if isinstance(labels, Mapping) else labels
    columns: dict[str, int] = {}
    for key, label in labels.items() if isinstance(labels, Mapping) else ():
        stance = stance_label(label)
        if stance is not None and str(key).isdecimal():
            columns[stance] = int(key)
    if sorted(columns.values()) != [0, 1, 2] or len(shown) != 3:
        raise ModelUnusable(
            f"{model}: its labels are {shown!r}, not entailment, neutral and contradiction; write them into"
            " config.json as id2label if the model is an NLI model all the same"
        )
    return columns


def stance_label(label: Any) -> str | None:
    """The stance that a model's label means; None when it means none."""
    plain = "".join(c for c in str(label).lower() if c.isalnum())
    return next((stance for stance, names in STANCES.items() if plain in names), None)


def scores_from(by_stance: Mapping[str, float]) -> StanceScores:
    return StanceScores(supports=by_stance["supports"], refutes=by_stance["refutes"], neutral=by_stance["neutral"])


def _named(names: Sequence[str]) -> Callable[[Sequence[str]], str]:
    """Chooses the first of `names` among the outputs, or the only output, whatever its name."""

    def choose(there: Sequence[str]) -> str:
        known = [name for name in names if name in there]
        if not known and len(there) != 1:
            raise ModelUnusable(f"the model's outputs are {', '.join(there)}; none is {' or '.join(names)}")
        return (known or list(there))[0]

    return choose


def _mean(rows: NDArray[np.float32], mask: NDArray[np.float32]) -> NDArray[np.float32]:
    found: NDArray[np.float32] = (rows * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True).clip(min=1)
    return found
