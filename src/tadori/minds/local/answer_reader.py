"""Reads whether a sentence answers a question, in Japanese, in English and across the two.

In: a question, sentences and what stands above each (title and heading, the sentence before). Out: one number per
sentence, the log odds that it answers, as learned from questions whose answers people and helpers marked. It sees no
other sentence, no rank of a page and no date: which sentences are chosen is decided in `rank/`.
"""

import threading
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tadori.minds.base import AnswerLine
from tadori.minds.local.embedding import use_backend
from tadori.minds.local.stance import read_arrays

if TYPE_CHECKING:
    from tadori.minds.local.answer_net import AnswerNet

WEIGHTS: Final = "answer_reader.npz"


class LocalAnswerReader:
    """The reader that ships. Implements `AnswerReader`: the same texts always get the same numbers."""

    def __init__(self, weights: Path | None = None) -> None:
        self._file = weights
        self._alone = threading.Lock()

    @property
    def model_id(self) -> str:
        return "tadori-answers-1"

    def log_odds(self, question: str, lines: Sequence[AnswerLine]) -> list[float]:
        """One for each line, in order; a line without a word gets the lowest.

        Raises `ModelUnusable` when the weights are missing or damaged.
        """
        if not lines:
            return []
        from threadpoolctl import threadpool_limits  # lazy: numpy is heavy

        # More threads burn processor time on matrices this small, and wait for each other where the machine is busy.
        with self._alone, threadpool_limits(limits=1, user_api="blas"):
            return self._net.log_odds(question, lines)

    @cached_property
    def _net(self) -> "AnswerNet":
        from tadori.minds.local.answer_net import AnswerNet  # lazy: numpy is heavy
        from tadori.minds.local.token_vectors import TokenVectors  # lazy: numpy is heavy

        file = self._file or Path(str(files("tadori.minds.local") / WEIGHTS))
        return AnswerNet(read_arrays(file), TokenVectors(use_backend()))
