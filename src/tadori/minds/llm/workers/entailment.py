"""A language model as a judge of wording (X11): do the quoted words say this sentence?

Comes in: a sentence, the quotations it rests on, mutants of the sentence that say something else. Goes out: an opinion.
The model does not see the question, is asked twice in different ways, and must then tell the sentence from its mutants.
Text that gives orders, or does not fit whole, is not shown to it. What it writes is never printed: only yes, no and a
number leave this module. Whether the sentence may be printed is decided elsewhere (`judge/judged.py`).
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from tadori.events import Emit, ignore_event
from tadori.minds.llm.workers.base import (
    MOST_CHARACTERS,
    UNUSABLE,
    PromptSource,
    RulesFallback,
    ask_or_fall_back,
    language_by_script,
    numbered,
)
from tadori.minds.requests import Mind, ModelAnswer, ModelRequest, ModelRole, UntrustedText
from tadori.model.grading import JudgeOpinion, OpinionKind, QuotedPassage
from tadori.model.ids import text_hash
from tadori.model.llm_thresholds import LEAST_WORDING_PERCENT, MOST_CANARIES
from tadori.text.orders import orders_in

if TYPE_CHECKING:
    from pydantic import BaseModel

    from tadori.minds.llm.answers import BeyondAnswer, EntailmentAnswer, LineupAnswer

T = TypeVar("T", bound="BaseModel")

ENTAILMENT: Final = "entailment"
BEYOND: Final = "beyond"
LINEUP: Final = "lineup"
GIVES_ORDERS: Final = "GIVES_ORDERS"
TOO_LONG: Final = "TOO_LONG"
NO_CANARY: Final = "NO_CANARY"
SEVERAL_MODELS: Final = "SEVERAL_MODELS"
_TOKENS_A_LINE: Final = 20
_ROOM: Final = 200
"""Characters for the numbering and for who published it."""


class ModelWordingJudge:
    """Implements `WordingJudge`."""

    def __init__(
        self,
        mind: Mind,
        prompts: PromptSource,
        *,
        role: ModelRole = ModelRole.FAST,
        writers: frozenset[str] = frozenset(),
        emit: Emit = ignore_event,
    ) -> None:
        """`writers`: the ids of the models that may have written the sentences; one of them is marked as such."""
        self._mind, self._prompts, self._role = mind, prompts, role
        self._writers, self._emit = writers, emit

    @property
    def name(self) -> str:
        return f"{self._role}({'>'.join(self._mind.model_ids)})"

    async def opinion(
        self, sentence: str, quotations: Sequence[QuotedPassage], canaries: Sequence[str]
    ) -> JudgeOpinion:
        if (code := unfit_code(sentence, quotations, canaries)) is not None:
            return JudgeOpinion(kind=OpinionKind.NO_ANSWER, code=code)
        first = await self._ask(entailment_request(self._prompts, sentence, quotations, self._role))
        if isinstance(first, RulesFallback):
            return JudgeOpinion(kind=OpinionKind.NO_ANSWER, code=first.code)
        score = first.value.confidence / 100
        if not says_yes(first.value):
            return self._opinion(OpinionKind.NOT_ENTAILED, first.model, score)
        second = await self._ask(beyond_request(self._prompts, sentence, quotations, self._role))
        if isinstance(second, RulesFallback):
            return JudgeOpinion(kind=OpinionKind.NO_ANSWER, code=second.code)
        if not finds_no_fault(second.value):
            return self._opinion(OpinionKind.NOT_ENTAILED, second.model, score)
        line = line_of(sentence, canaries)
        third = await self._ask(lineup_request(self._prompts, line, quotations, self._role))
        if isinstance(third, RulesFallback):
            return JudgeOpinion(kind=OpinionKind.NO_ANSWER, code=third.code)
        if len({first.model, second.model, third.model}) > 1:
            # Another one stood in halfway: no model has given all three answers.
            return JudgeOpinion(kind=OpinionKind.NO_ANSWER, code=SEVERAL_MODELS)
        passed = picks_only(third.value, line, sentence)
        return self._opinion(OpinionKind.ENTAILED if passed else OpinionKind.CANARY_FAILED, third.model, score)

    async def _ask(self, request: "ModelRequest[T]") -> "ModelAnswer[T] | RulesFallback":
        return await ask_or_fall_back(self._mind, lambda: request, self._emit)

    def _opinion(self, kind: OpinionKind, model: str, score: float) -> JudgeOpinion:
        if not model:
            return JudgeOpinion(kind=OpinionKind.NO_ANSWER, code=UNUSABLE)
        return JudgeOpinion(kind=kind, model=f"{model}{ALSO_WRITER if model in self._writers else ''}", score=score)


ALSO_WRITER: Final = " (also the writer)"


def unfit_code(sentence: str, quotations: Sequence[QuotedPassage], canaries: Sequence[str]) -> str | None:
    """Why the pair is not shown to a model; None where it may be. A text cut short would be judged as another one."""
    texts = [sentence, *(part for one in quotations for part in (one.text, one.before, one.after, one.heading))]
    if any(orders_in(text) for text in texts):
        return GIVES_ORDERS
    shown = sum(len(passage_line(one)) for one in quotations)
    asked = sum(len(text) for text in line_of(sentence, canaries))
    if shown + asked + _ROOM > MOST_CHARACTERS:
        return TOO_LONG
    return None if canaries else NO_CANARY


def passage_line(passage: QuotedPassage) -> str:
    """A quotation as the model reads it: who published it and when, since a sentence may say so, then its words."""
    about = ", ".join(part for part in (passage.source, passage.date) if part)
    return f"({about}) {passage.text}" if about else passage.text


def line_of(sentence: str, canaries: Sequence[str]) -> tuple[str, ...]:
    """The sentence among its mutants, in an order that tells nothing: by a hash of all of them and each."""
    mixed = dict.fromkeys((sentence, *canaries[:MOST_CANARIES]))
    salt = "\x1e".join(sorted(mixed))
    return tuple(sorted(mixed, key=lambda text: text_hash(f"{salt}\x1f{text}")))


def says_yes(answer: "EntailmentAnswer") -> bool:
    return answer.said == "yes" and answer.confidence >= LEAST_WORDING_PERCENT


def finds_no_fault(answer: "BeyondAnswer") -> bool:
    return answer.more == "nothing more" and answer.lost == "nothing lost"


def picks_only(answer: "LineupAnswer", line: Sequence[str], sentence: str) -> bool:
    """Whether it says yes to the sentence and no to every other one; each must have been answered once, in order."""
    if [one.sentence for one in answer.answers] != list(range(1, len(line) + 1)):
        return False
    return [text for one, text in zip(answer.answers, line, strict=True) if one.said == "yes"] == [sentence]


def entailment_request(
    prompts: PromptSource, sentence: str, quotations: Sequence[QuotedPassage], role: ModelRole
) -> "ModelRequest[EntailmentAnswer]":
    """Whether the quoted words say it."""
    from tadori.minds.llm.answers import EntailmentAnswer  # lazy: pydantic is slow, and only a model needs it

    return _request(prompts, ENTAILMENT, sentence, quotations, role)(EntailmentAnswer, 40)


def beyond_request(
    prompts: PromptSource, sentence: str, quotations: Sequence[QuotedPassage], role: ModelRole
) -> "ModelRequest[BeyondAnswer]":
    """What it says more, and which limit is lost."""
    from tadori.minds.llm.answers import BeyondAnswer  # lazy: pydantic is slow, and only a model needs it

    return _request(prompts, BEYOND, sentence, quotations, role)(BeyondAnswer, 160)


def lineup_request(
    prompts: PromptSource, line: Sequence[str], quotations: Sequence[QuotedPassage], role: ModelRole
) -> "ModelRequest[LineupAnswer]":
    """Which of these the quoted words say."""
    from tadori.minds.llm.answers import lineup_form  # lazy: pydantic is slow, and only a model needs it

    words = prompts.render(LINEUP, language_by_script(line[0]))
    return ModelRequest(
        job=LINEUP,
        instructions=words.text,
        data=(_shown(quotations), numbered("sentences", line)),
        answer=lineup_form(len(line)),
        longest=40 + _TOKENS_A_LINE * len(line),
        role=role,
        template=words.template,
    )


def _request(
    prompts: PromptSource, job: str, sentence: str, quotations: Sequence[QuotedPassage], role: ModelRole
) -> "Callable[[type[T], int], ModelRequest[T]]":
    words = prompts.render(job, language_by_script(sentence))

    def made(answer: "type[T]", longest: int) -> "ModelRequest[T]":
        return ModelRequest(
            job=job,
            instructions=words.text,
            data=(_shown(quotations), UntrustedText(name="sentence", text=" ".join(sentence.split()))),
            answer=answer,
            longest=longest,
            role=role,
            template=words.template,
        )

    return made


def _shown(quotations: Sequence[QuotedPassage]) -> UntrustedText:
    return numbered("quotations", [passage_line(one) for one in quotations])
