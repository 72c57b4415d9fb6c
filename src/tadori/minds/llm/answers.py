"""The forms of a language model's answers. Every field is bounded, and other fields are rejected.

Comes in: JSON that a model wrote. Goes out: numbers, words from a fixed list, and short texts. Nothing in a text is
trusted: `workers/` decides what counts. Imported lazily, because pydantic is slow to import.
"""

from functools import cache
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

LONGEST_CLAIM: Final = 400
MOST_CLAIMS: Final = 12
MOST_TARGETS: Final = 8
MOST_PASSAGES: Final = 20
LONGEST_QUERY: Final = 300
MOST_SENTENCES: Final = 8
MOST_NAMED: Final = 4
LONGEST_REDUCTION: Final = 4000
LONGEST_DOUBT: Final = 60
MOST_IN_LINE: Final = 8

Number = Annotated[int, Field(ge=1, le=999)]
Mark = Annotated[int, Field(ge=0, le=10)]


class AnswerForm(BaseModel):
    """What all answers have in common."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, frozen=True)


class SaidClaim(AnswerForm):
    """One statement of a page: which numbered sentence makes it, and what it says."""

    sentence: Number
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_CLAIM)]


class ClaimsAnswer(AnswerForm):
    """Template `claims`. The sentences of the page are numbered from 1."""

    claims: Annotated[list[SaidClaim], Field(max_length=MOST_CLAIMS)]


class SaidTarget(AnswerForm):
    """One statement that would confirm or refute the question."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_QUERY)]
    expected_polarity: Literal["confirm", "refute"]
    granularity: Literal["whole", "part"]


class TargetsAnswer(AnswerForm):
    """Template `targets`: the question as claims (§3.3.1)."""

    targets: Annotated[list[SaidTarget], Field(min_length=1, max_length=MOST_TARGETS)]


class SaidMark(AnswerForm):
    """How well one numbered passage answers: 0 not at all, 10 fully."""

    passage: Number
    mark: Mark


class RelevanceAnswer(AnswerForm):
    """Template `relevance`. The passages are numbered from 1."""

    marks: Annotated[list[SaidMark], Field(min_length=1, max_length=MOST_PASSAGES)]


class QualityAnswer(AnswerForm):
    """Template `quality`: the five questions of §3.3.3, each from 0 to 10."""

    own_insight: Mark
    """Insight or analysis of its own."""
    primary_sources: Mark
    """How far it rests on primary sources."""
    natural: Mark
    """How far it reads as written by a person."""
    advertising: Mark
    """Too much selling; 10 is worst."""
    generated: Mark
    """Likely generated, aggregated, or made for search engines; 10 is surest."""


class TranslationAnswer(AnswerForm):
    """Template `translation`: a query in the other language."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_QUERY)]


class SaidSentence(AnswerForm):
    """One sentence of a summary, and the numbered claims it is made of."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_CLAIM)]
    claims: Annotated[list[Number], Field(min_length=1, max_length=MOST_NAMED)]


class SummaryAnswer(AnswerForm):
    """Template `summary`. The claims are numbered from 1."""

    sentences: Annotated[list[SaidSentence], Field(max_length=MOST_SENTENCES)]


class StanceAnswer(AnswerForm):
    """Template `stance`: what the evidence says about the claim, and how sure that is."""

    stance: Literal["supports", "refutes", "neutral"]
    confidence: Annotated[int, Field(ge=0, le=100)]


Doubt = Annotated[str, Field(min_length=1, max_length=LONGEST_DOUBT)]


class EntailmentAnswer(AnswerForm):
    """Template `entailment`: whether the quoted words say the sentence."""

    said: Literal["yes", "no"]
    confidence: Annotated[int, Field(ge=0, le=100)]


class BeyondAnswer(AnswerForm):
    """Template `beyond`: what the sentence says more, which limit it lost. The words come first and cannot be left
    out: a small model takes every empty exit, and looks before it decides when it has to write what it looked at.
    """

    doubtful: Doubt
    """The words of the sentence that the quotations bear out least."""
    more: Literal["nothing more", "something more"]
    limit: Doubt
    """The words of the quotations that limit the statement most."""
    lost: Literal["nothing lost", "something lost"]


class LineAnswer(AnswerForm):
    """Whether the quoted words say one of the numbered sentences."""

    sentence: Number
    said: Literal["yes", "no"]


class LineupAnswer(AnswerForm):
    """Template `lineup`. The sentences are numbered from 1; `lineup_form` asks for one answer to each."""

    answers: Annotated[list[LineAnswer], Field(min_length=1, max_length=MOST_IN_LINE)]


@cache
def lineup_form(count: int) -> type[LineupAnswer]:
    """The form for `count` sentences: exactly as many answers."""
    exact = Annotated[list[LineAnswer], Field(min_length=count, max_length=count)]
    return create_model(f"Lineup{count}Answer", __base__=LineupAnswer, answers=(exact, ...))


class ReductionAnswer(AnswerForm):
    """Template `reduction`: what was said before, shorter (M3)."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_REDUCTION)]
