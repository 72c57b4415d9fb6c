"""How well a sentence fits a question as its answer, by vectors of the embedder and matrices learned for them.

In: unit vectors of a question, of sentences and of the headings that they stand under; the id of the embedder. Out: one
number per sentence, the higher the better, comparable within one question only. A question and its answer are not alike,
so their cosine is not enough: the matrices (`answer_fit.npz`, made by `training/open/fit_vectors.py`) were learned on
questions with their answers. They fit the shipped embedder; for another one only the cosines are used. Nothing is embedded here.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

WEIGHTS: Final = "answer_fit.npz"
_SCALE: Final = 0.1
"""Makes the numbers about as large as other measures of a sentence."""


@dataclass(frozen=True, slots=True)
class _Learned:
    """What was learned for one embedder."""

    model_id: str
    question: "Vectors"
    sentence: "Vectors"
    heading: "Vectors"
    scales: tuple[float, float, float]
    """Of the cosine with the sentence, of that with its heading, and of what the matrices say."""


@cache
def _learned() -> _Learned:
    import numpy as np  # lazy: numpy, only for vectors

    with (files("tadori.rank") / WEIGHTS).open("rb") as file, np.load(file, allow_pickle=False) as held:
        question, sentence, heading = (held[name].astype(np.float32) for name in ("question", "sentence", "heading"))
        by_sentence, by_heading, by_matrices = (float(scale) for scale in held["scales"])
        scales = by_sentence, by_heading, by_matrices
        return _Learned(str(held["model_id"]), question, sentence, heading, scales)


def answer_fits(question: "Vectors", sentences: "Vectors", headings: "Vectors", model_id: str) -> list[float]:
    """One number for each row of `sentences`, which stands under the same row of `headings`."""
    learned = _learned()
    by_sentence, by_heading, by_matrices = learned.scales
    found = by_sentence * (sentences @ question) + by_heading * (headings @ question)
    if model_id == learned.model_id:
        asked = learned.question @ question
        found = found + by_matrices * ((sentences @ learned.sentence.T + headings @ learned.heading.T) @ asked)
    return [_SCALE * float(one) for one in found]
