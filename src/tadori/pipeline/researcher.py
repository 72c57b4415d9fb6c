"""The language model of a task as its researcher: chooses steps, rewrites the question, tests answers.

Comes in: the task's model and templates. Goes out: data for `engine/drivers/model.py` and `engine/actions/propose.py`,
which decide what of it counts. Nothing is searched, stored or printed here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tadori.events import Event
from tadori.minds.llm.workers.base import PromptSource, WorkResult
from tadori.minds.llm.workers.evaluation import SaidOfAnswer, analysed, evaluated, needed_tests
from tadori.minds.llm.workers.rewriting import Rewriting, rewrite_question
from tadori.minds.llm.workers.step import StepView, next_step
from tadori.minds.requests import Mind
from tadori.model.ids import Lang
from tadori.model.researcher import ActionFlags, ErrorAnalysis, EvaluationType, StepDecision


@dataclass(frozen=True, slots=True, kw_only=True)
class Researcher:
    """Implements `StepModel` of the driver, and `AnswerTester` of the proposals."""

    mind: Mind
    prompts: PromptSource
    question: str
    lang: Lang
    pending_events: list[Event]
    """Events of the model; the next step of the journal emits them."""

    async def step(self, view: StepView, flags: ActionFlags) -> WorkResult[StepDecision | None]:
        return await next_step(self.mind, self.prompts, view, flags, self.lang, emit=self.pending_events.append)

    async def rewrite(self, known: Sequence[str]) -> WorkResult[Rewriting | None]:
        return await rewrite_question(
            self.mind, self.prompts, self.question, known, self.lang, emit=self.pending_events.append
        )

    async def needed_tests(self) -> frozenset[EvaluationType] | None:
        """The tests that the question needs, by the model; None where it gave nothing."""
        found = await needed_tests(self.mind, self.prompts, self.question, self.lang, emit=self.pending_events.append)
        return found.value

    async def tested(self, answer: Sequence[str], tests: Sequence[EvaluationType]) -> tuple[SaidOfAnswer, ...]:
        """What the model says of each test; nothing where it gave nothing."""
        found = await evaluated(
            self.mind, self.prompts, self.question, answer, tests, self.lang, emit=self.pending_events.append
        )
        return found.value

    async def analysed(self, diary: Sequence[str], verdicts: Sequence[str]) -> ErrorAnalysis | None:
        """What went wrong; None where the model gave nothing."""
        found = await analysed(
            self.mind, self.prompts, self.question, diary, verdicts, self.lang, emit=self.pending_events.append
        )
        return found.value
