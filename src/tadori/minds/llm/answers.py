"""The forms of a language model's answers. Every field is bounded, and other fields are rejected.

Comes in: JSON that a model wrote. Goes out: numbers, words from a fixed list, and short texts. Nothing in a text is
trusted: `workers/` decides what counts. Imported lazily, because pydantic is slow to import.
"""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from tadori.model.code_thresholds import LONGEST_CODE, LONGEST_UNIT, MOST_INPUTS

MOST_SECTIONS: Final = 8
MOST_IN_SECTION: Final = 12
LONGEST_HEADING: Final = 80
LONGEST_THOUGHT: Final = 1000
LONGEST_STEP_THOUGHT: Final = 400
MOST_GAPS: Final = 6
LONGEST_GAP: Final = 200
MOST_TARGETS: Final = 8
MOST_PASSAGES: Final = 20
LONGEST_QUERY: Final = 300
MOST_SENTENCES: Final = 12
MOST_PARTS: Final = 4
LONGEST_PART: Final = 400
MOST_NAMED: Final = 4
LONGEST_REDUCTION: Final = 4000
MOST_QUERIES: Final = 4
MOST_ADDRESSES: Final = 5
MOST_QUESTIONS: Final = 3
MOST_REFERENCES: Final = 12
LONGEST_NUMBER: Final = 60
LONGEST_NAME: Final = 20
LONGEST_DOUBT: Final = 60
MOST_IN_LINE: Final = 8

Number = Annotated[int, Field(ge=1, le=999)]
Mark = Annotated[int, Field(ge=0, le=10)]


class AnswerForm(BaseModel):
    """What all answers have in common."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, frozen=True)


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


class SaidSection(AnswerForm):
    """A section of the answer: its heading, and the numbered claims that stand in it."""

    heading: Annotated[str, Field(min_length=1, max_length=LONGEST_HEADING)]
    claims: Annotated[list[Number], Field(min_length=1, max_length=MOST_IN_SECTION)]


class ChoiceAnswer(AnswerForm):
    """Template `choice`. The claims are numbered from 1.

    No list of claims may be empty: small models take that for a way out. Where nothing answers, `answered` says so.
    """

    think: Annotated[str, Field(max_length=LONGEST_THOUGHT)]
    answered: Literal["yes", "partly", "no"]
    sections: Annotated[list[SaidSection], Field(min_length=1, max_length=MOST_SECTIONS)]
    missing: Annotated[list[Annotated[str, Field(max_length=LONGEST_GAP)]], Field(max_length=MOST_GAPS)]


class SaidPart(AnswerForm):
    """A part of a sentence: its words, the numbered claims that say it, and how it was made from them."""

    words: Annotated[str, Field(min_length=1, max_length=LONGEST_PART)]
    claims: Annotated[list[Number], Field(min_length=1, max_length=MOST_NAMED)]
    how: Literal["quote", "reword", "merge"]


class SaidSentence(AnswerForm):
    """One sentence, in parts."""

    parts: Annotated[list[SaidPart], Field(min_length=1, max_length=MOST_PARTS)]


class WritingAnswer(AnswerForm):
    """Template `writing`: one section. The claims are numbered from 1."""

    sentences: Annotated[list[SaidSentence], Field(min_length=1, max_length=MOST_SENTENCES)]


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


Thought = Annotated[str, Field(min_length=1, max_length=LONGEST_STEP_THOUGHT)]
Words = Annotated[str, Field(min_length=1, max_length=LONGEST_QUERY)]
Age = Literal["", "qdr:h", "qdr:d", "qdr:w", "qdr:m", "qdr:y"]


class SaidQuery(AnswerForm):
    """A query in S2's fields: its words, how old a page may be, and a place."""

    q: Words
    tbs: Age = ""
    location: Annotated[str, Field(max_length=60)] = ""


class SearchStep(AnswerForm):
    action: Literal["search"]
    searchQueries: Annotated[list[SaidQuery], Field(min_length=1, max_length=MOST_QUERIES)]


class VisitStep(AnswerForm):
    """The addresses are numbered from 1."""

    action: Literal["visit"]
    urlTargets: Annotated[list[Number], Field(min_length=1, max_length=MOST_ADDRESSES)]


class ReflectStep(AnswerForm):
    action: Literal["reflect"]
    questions: Annotated[list[Words], Field(min_length=1, max_length=MOST_QUESTIONS)]


class AnswerStep(AnswerForm):
    """The claims are numbered from 1."""

    action: Literal["answer"]
    answer: Annotated[str, Field(min_length=1, max_length=LONGEST_STEP_THOUGHT)]
    references: Annotated[list[Number], Field(min_length=1, max_length=MOST_REFERENCES)]
    isFinal: bool


class CodingStep(AnswerForm):
    action: Literal["coding"]
    codingIssue: Words


AnyStep = Annotated[SearchStep | VisitStep | ReflectStep | AnswerStep | CodingStep, Field(discriminator="action")]
STEP_FORMS: Final[dict[str, type[AnswerForm]]] = {
    "search": SearchStep,
    "visit": VisitStep,
    "reflect": ReflectStep,
    "answer": AnswerStep,
    "coding": CodingStep,
}


class StepAnswer(AnswerForm):
    """Template `step`: one thought and one action (S2)."""

    think: Thought
    action: AnyStep


def step_form(allowed: Sequence[str]) -> type[StepAnswer]:
    """`StepAnswer` limited to the allowed actions: in a grammar no other can be written. Raises KeyError for others."""
    return _step_form(tuple(dict.fromkeys(allowed)))


@cache
def _step_form(allowed: tuple[str, ...]) -> type[StepAnswer]:
    forms: tuple[Any, ...] = tuple(STEP_FORMS[name] for name in allowed)
    union: Any = forms[0]
    for form in forms[1:]:
        union = union | form
    action: Any = union if len(forms) == 1 else Annotated[union, Field(discriminator="action")]
    return create_model(f"StepAnswer_{'_'.join(allowed)}", __base__=StepAnswer, action=(action, ...))


class RewritingAnswer(AnswerForm):
    """Template `rewriting`: what the asker is after, in five layers, and queries that serve it (D2)."""

    surface: Words
    practical: Words
    emotional: Words
    social: Words
    identity: Words
    searchQueries: Annotated[list[SaidQuery], Field(min_length=1, max_length=MOST_QUERIES)]


class CriteriaAnswer(AnswerForm):
    """Template `criteria`: which tests an answer to this question has to pass, beside those that all have to."""

    think: Thought
    freshness: bool
    plurality: bool
    completeness: bool


class SaidVerdict(AnswerForm):
    """Whether the answer passes one test."""

    type: Literal["definitive", "freshness", "plurality", "completeness"]
    think: Thought
    passed: bool
    improvement_plan: Annotated[str, Field(max_length=LONGEST_STEP_THOUGHT)]


class EvaluationAnswer(AnswerForm):
    """Template `evaluation`."""

    verdicts: Annotated[list[SaidVerdict], Field(min_length=1, max_length=4)]


class AnalysisAnswer(AnswerForm):
    """Template `analysis`: what went wrong, and what to do otherwise (D5)."""

    recap: Thought
    blame: Thought
    improvement: Thought


class SaidInput(AnswerForm):
    """One number that code calculates with: the numbered claim it stands in, and how that claim writes it."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
    claim: Number
    number: Annotated[str, Field(min_length=1, max_length=LONGEST_NUMBER)]


class CodingAnswer(AnswerForm):
    """Template `coding`. The claims are numbered from 1."""

    what: Annotated[str, Field(max_length=100)] = ""
    """What is calculated, in a few words: it helps a small model to stay with one thing. Never printed."""
    inputs: Annotated[list[SaidInput], Field(min_length=1, max_length=MOST_INPUTS)]
    code: Annotated[str, Field(min_length=1, max_length=LONGEST_CODE)]
    unit: Annotated[str, Field(max_length=LONGEST_UNIT)] = ""
    """Of the result, as the model believes; code finds the unit out, and refuses where the two differ."""
