"""How well a printed sentence is supported (X11): its grade, the rule steps it was derived by, and models' votes.

Types only. A grade says what the *source* says; what independent sources say is a `Standing`, another thing.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from tadori.model.claim import ADDED, Ground
from tadori.model.ids import Sha256, text_hash


class Grade(StrEnum):
    QUOTED = "quoted"
    """The source's own sentence, without reference marks, an exact repeat or a connective at its start."""
    DERIVED = "derived"
    """Made from quotations by rule steps alone; each step is printed, and `verify` runs it again."""
    JUDGED = "judged"
    """Other words: no rule objects, and a named model found them entailed. Its votes are sealed."""
    NOT_CHECKED = "not checked"


STRONGEST_FIRST: Final = (Grade.QUOTED, Grade.DERIVED, Grade.JUDGED, Grade.NOT_CHECKED)


def is_at_least(grade: Grade, lowest: Grade) -> bool:
    """Whether `grade` is as strong as `lowest` or stronger."""
    return STRONGEST_FIRST.index(grade) <= STRONGEST_FIRST.index(lowest)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedPassage:
    """A quotation as the check reads it: its words, and what stands around them in the source."""

    text: str
    before: str = ""
    """The source's text right before the quotation, as far back as its block begins; may hold several sentences."""
    after: str = ""
    heading: str = ""
    """The headings above it, outermost first, joined by ` › `."""
    source: str = ""
    """Who published it, in the words that "according to …" may use."""
    date: str = ""
    """The date of the source: `2023`, `2023-05` or `2023-05-04`."""
    with_code: bool = False
    """Whether the block of code behind it is said with it: then a sentence that only leads to that block may stand."""
    code: str = ""
    """The code that a calculated sentence is printed with, where it is longer than the sentence can hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DerivationStep:
    """One rule step from quotations towards the sentence: `subject`, `It → Exel`, standing on quotation 2."""

    rule: str
    """`subject attribution heading table_row list_item unit arithmetic differing_values merge computed`"""
    detail: str
    """The step in signs a person can follow: `It → Exel`, `40 m = 131 ft`, `1,510 − 1,284 = 226`."""
    quotations: tuple[int, ...]
    """Indexes, from 0, of the quotations that the step stands on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A part of a sentence that limits or changes what it says: a number, a hedge, a condition …"""

    kind: str
    """`number unit date name negation comparison quantifier hedge condition exception attribution cause scope word
    swap antonym`"""
    text: str
    """The words themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeError:
    """How often a judge was right on labelled public pairs, as the gate `judge` measured it."""

    faithful_accepted: float
    """Share of the faithful sentences that it accepted: the rest would not have been printed."""
    unfaithful_accepted: float
    """Share of the unfaithful sentences that it accepted: its error."""
    n: int
    """Sentences of both labels."""
    sets: str
    """The sets they are from: `begin_wow, pawsx_ja`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntailmentVote:
    """What one model said about one sentence and its quotations. Bound to them by `pair_hash`."""

    model: str
    entailed: bool
    score: float
    """0 to 1, as the model gave it."""
    pair_hash: Sha256
    error: JudgeError | None = field(default=None, metadata=ADDED)
    """Sealed with the vote: a report prints the same when a later version knows more. None: not measured."""

    @staticmethod
    def pair_hash_of(sentence: str, quotations: tuple[str, ...]) -> Sha256:
        return text_hash("\x1e".join((sentence, *quotations)))


class OpinionKind(StrEnum):
    """What became of one judge's look at one sentence."""

    ENTAILED = "entailed"
    NOT_ENTAILED = "not entailed"
    CANARY_FAILED = "canary failed"
    """It accepted a mutant of the sentence, or refused the sentence among its mutants: its word counts for nothing."""
    NO_ANSWER = "no answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOpinion:
    """What one judge said of one sentence. Only the first two kinds become votes."""

    kind: OpinionKind
    model: str = ""
    """The model that answered, as it is printed beside the sentence; empty where none did."""
    score: float = 0.0
    """0 to 1, as the model gave it."""
    code: str = ""
    """Why there is no answer: a code of `workers.base`, `GIVES_ORDERS`, `TOO_LONG`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceVerdict:
    """The grade of a sentence, with everything that led to it."""

    grade: Grade
    grounds: tuple[Ground, ...]
    steps: tuple[DerivationStep, ...] = ()
    """In the order in which they lead from the quotations to the sentence; only for `derived`."""
    lost: tuple[Limit, ...] = ()
    """Limits of the quotations that the sentence leaves out."""
    added: tuple[Limit, ...] = ()
    """What the sentence says and no quotation does."""
