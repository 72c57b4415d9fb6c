"""The English reader: a cross-encoder over evidence and claim, run by onnxruntime.

Comes in: pairs of texts. Goes out: probabilities of supports, neutral, refutes. From long evidence it reads the
sentences that cover the claim best. Each pair is computed by itself: activations are quantized by their range, so in a
batch a pair's score would depend on its neighbours, and the same pair must always get the same score.
"""

import re
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tadori.errors import ModelUnusable
from tadori.minds.local.arrays import softmax
from tadori.minds.local.onnx_options import session_options
from tadori.minds.local.windows import best_run, extend_run
from tadori.minds.local.wordpiece import WordPiece
from tadori.model.ids import EN
from tadori.text.sentences import sentences

ROOM: Final = 120
"""Pieces of evidence read at once, as in training."""
ROOM_FOR_CLAIM: Final = 60
_WORD: Final = re.compile(r"[^\W_]{3,40}")
_STEM: Final = 6


class EnglishReader:
    """Probabilities by the weights in `model`; the vocabulary has one piece per line."""

    def __init__(self, model: Path, vocabulary: Path, threads: int = 1) -> None:
        self._model, self._vocabulary, self._threads = model, vocabulary, threads
        self._alone = threading.Lock()

    @cached_property
    def _pieces(self) -> WordPiece:
        return WordPiece(self._vocabulary.read_text(encoding="utf-8").splitlines())

    @cached_property
    def _session(self) -> Any:  # the library has no types
        try:
            onnxruntime = import_module("onnxruntime")
        except ImportError as error:
            raise ModelUnusable("onnxruntime, which runs the stance model, is not installed") from error
        # One thread per pair and several pairs at once: the sums are then the same on any number of cores.
        options = session_options(onnxruntime, threads=1)
        try:
            return onnxruntime.InferenceSession(str(self._model), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # the library raises errors of a dozen classes of its own
            raise ModelUnusable(f"{self._model.name} is not a model that onnxruntime can run: {error}") from error

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """A row (supports, neutral, refutes) for each (evidence, claim)."""
        with self._alone:
            session = self._session
            rows = [self._row(evidence, claim) for evidence, claim in pairs]
        with ThreadPoolExecutor(self._threads) as several:
            logits = list(several.map(partial(_run, session), rows))
        return softmax(np.array(logits, dtype=np.float32).reshape(-1, 3))

    def _row(self, evidence: str, claim: str) -> tuple[list[int], int]:
        """The pieces of both texts with their marks, and where the claim starts."""
        claim_ids = self._pieces.ids(claim)[:ROOM_FOR_CLAIM]
        head = [self._pieces.start, *self._read(evidence, claim), self._pieces.end]
        return [*head, *claim_ids, self._pieces.end], len(head)

    def _read(self, evidence: str, claim: str) -> list[int]:
        """The pieces of the evidence, or of the part of it that covers the claim best."""
        if len(evidence) <= 4 * ROOM and len(whole := self._pieces.ids(evidence)) <= ROOM:
            return whole
        texts = [evidence[span.start : span.end] for span in sentences(evidence, EN)]
        ids = [self._pieces.ids(text) for text in texts]
        lengths = [len(row) for row in ids]
        run = extend_run(best_run(lengths, _covered(texts, claim), ROOM), lengths, ROOM)
        return [piece for row in ids[run] for piece in row][:ROOM]


def _covered(texts: Sequence[str], claim: str) -> NDArray[np.float32]:
    """1 where a sentence contains a word of the claim, compared by its first letters."""
    stems = sorted(_stems(claim))
    found = np.zeros((max(1, len(stems)), len(texts)), dtype=np.float32)
    for s, text in enumerate(texts):
        said = _stems(text)
        for w, word in enumerate(stems):
            found[w, s] = float(word in said)
    return found


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in _WORD.findall(text.lower())} | set(re.findall(r"\d+", text))


def _run(session: Any, row: tuple[list[int], int]) -> NDArray[np.float32]:
    ids, start = row
    segments = [int(n >= start) for n in range(len(ids))]
    given = {"ids": np.array([ids], dtype=np.int64), "segments": np.array([segments], dtype=np.int64)}
    found: NDArray[np.float32] = session.run(None, given)[0][0]
    return found
