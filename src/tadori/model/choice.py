"""What a language model chose as the answer: numbers of claims it was shown, under headings. Types only.

The words of the answer stay the sources'. Headings and gaps are the model's own words: they are kept only where code
has found all of them in the question or the documents (`text/grounded.py`).
"""

from dataclasses import dataclass

from tadori.model.graph import Standing
from tadori.model.ids import IsoDate
from tadori.model.report import Answered


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedClaim:
    """A claim as a model sees it when it chooses. Its number is its place in the list, from 1."""

    claim_id: str
    text: str
    """As a reader of the report would see it: with its subject in brackets, its header, its speaker."""
    title: str
    publisher: str
    date: IsoDate | None
    heading: str
    standing: Standing
    rivals: tuple[int, ...] = ()
    """Numbers of the claims that contradict it."""
    same: tuple[int, ...] = ()
    """Numbers of the claims that say the same."""

    @property
    def source(self) -> tuple[str, str, IsoDate | None]:
        """What is said once for all claims of a page that stand together."""
        return self.title, self.publisher, self.date


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenSection:
    """A section of the answer."""

    heading: str
    """Empty where the model's own words were refused: then rules find one."""
    claim_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoice:
    """The latest choice of a task's model."""

    answered: Answered
    sections: tuple[ChosenSection, ...]
    """In reading order; where nothing answers, the nearest there is, which is no answer."""
    missing: tuple[str, ...]
    """What the model says is missing, as far as its words are those of the question or the documents."""
    seen: tuple[str, ...]
    """The claims it chose from. What it never saw it has not passed over."""
    model: str
    rules_stand: bool = False
    """Whether the rules' answer stands although the model sees none: independent origins agree on it."""

    @property
    def picks(self) -> tuple[str, ...]:
        """The claims that are the answer, in reading order; none where the model says that nothing answers."""
        if self.answered is Answered.NO:
            return ()
        return tuple(dict.fromkeys(claim_id for section in self.sections for claim_id in section.claim_ids))
