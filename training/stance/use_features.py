"""Token matrices of the embedder for every text that is trained on, kept on disk: computing them takes longer than
learning from them.

Comes in: texts. Goes out: pieces and half-precision matrices, one after the other, with where each text begins.
"""

import hashlib
import json
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tadori.minds.local.embedding import use_backend
from tadori.minds.local.token_vectors import WIDTH, TokenVectors

LONGEST: Final = 64
"""Pieces of a text that are looked at in training."""
_TOGETHER: Final = 512


class Features:
    """Matrices of texts, in a folder; asks the model only for texts it has never seen."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._rows, self._places, self._pieces = folder / "rows.f16", folder / "places.json", folder / "pieces.i32"
        self.places: dict[str, tuple[int, int]] = {}
        if self._places.exists():
            told = json.loads(self._places.read_text(encoding="utf-8"))
            self.places = {key: (start, length) for key, (start, length) in told.items()}

    @cached_property
    def _tokens(self) -> TokenVectors:
        return TokenVectors(use_backend())

    def add(self, texts: Sequence[str]) -> None:
        """Computes what is missing, and writes it down every few thousand texts."""
        missing = sorted({key_of(text): text for text in texts if key_of(text) not in self.places}.items())
        at = max((start + length for start, length in self.places.values()), default=0)
        with self._rows.open("ab") as rows, self._pieces.open("ab") as pieces:
            rows.truncate(at * WIDTH * 2)
            pieces.truncate(at * 4)
            for first in range(0, len(missing), _TOGETHER):
                part = missing[first : first + _TOGETHER]
                ids = [self._tokens.ids(text)[:LONGEST] for _, text in part]
                for (key, _), row, matrix in zip(part, ids, self._tokens.of(ids), strict=True):
                    rows.write(matrix.astype(np.float16).tobytes())
                    pieces.write(np.array(row, dtype=np.int32).tobytes())
                    self.places[key] = (at, len(row))
                    at += len(row)
                rows.flush()
                pieces.flush()
                self._places.write_text(json.dumps(self.places), encoding="utf-8")

    def rows(self) -> NDArray[np.float16]:
        """Every row, mapped from the disk."""
        return np.memmap(self._rows, dtype=np.float16, mode="r").reshape(-1, WIDTH)

    def pieces(self) -> NDArray[np.int32]:
        return np.fromfile(self._pieces, dtype=np.int32)


def key_of(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:20]
