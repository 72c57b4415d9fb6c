"""A sentence that may answer. Data only, so that the pipeline can hold candidates without loading the scorer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tadori.model.ids import Lang

DocumentFrequency = Callable[[Sequence[str]], tuple[int, dict[str, int]]]
"""As `LexicalIndex.document_frequency`: how many passages there are, and how many hold each token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerCandidate:
    """A claim's sentence with the text around it, as scoring and comparing answers need it."""

    claim_id: str
    text: str
    context: str
    """The fragment it stands in, itself included."""
    title: str
    heading: str = ""
    """The headings above it; empty where only values are compared."""
    lang: Lang
    page_id: str = ""
    passage_score: float = 0.0
    page_rank: int = 0
    """0 is the best page."""
    section: str = ""
    """The whole heading path above it: sentences of one section are read together."""
    place: int = 0
    """Where it stands in its page's text."""
    stands_alone: bool = True
    is_item: bool = False
    """An item of a list, which its lead-in introduces."""
