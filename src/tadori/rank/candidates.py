"""A sentence on its way to being an answer. Data only, so that whoever holds candidates need not load the scorer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tadori.model.ids import Lang

DocumentFrequency = Callable[[Sequence[str]], tuple[int, dict[str, int]]]
"""As `LexicalIndex.document_frequency`: how many passages there are, and how many hold each token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerCandidate:
    """A sentence that may answer, with where it stands."""

    claim_id: str
    text: str
    context: str
    """The fragment it stands in, itself included."""
    title: str
    heading: str
    lang: Lang
    page_id: str = ""
    passage_score: float = 0.0
    page_rank: int = 0
    """0 is the best page."""
