"""Handles `ProposeAction`: the model chooses the answer among the claims, and the answer is tested (D4, D8).

Comes in: the evidence gathered so far. Goes out: the choice, its evaluation, a diary entry, and after a failure a
lesson that the next steps see. Rules test first; what they fail has failed. The last proposal of a task stands whatever
the tests say, and its report says what is missing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from tadori.engine.actions.diary import LONGEST_DETAILS, write_diary
from tadori.engine.planning.evaluation import ProposedAnswer, joined, needed_by_rules, ordered, rule_responses
from tadori.events import ActionChosen, Event
from tadori.events.language_models import AnswerEvaluated
from tadori.minds.llm.workers.evaluation import SaidOfAnswer
from tadori.model.actions import ActionOutcome, ProposeAction
from tadori.model.choice import ModelChoice
from tadori.model.doors import Journal
from tadori.model.ids import JA, IsoDate
from tadori.model.question import Task
from tadori.model.report import Answered
from tadori.model.researcher import (
    AnswerEvaluation,
    DiaryEntry,
    DiaryResult,
    ErrorAnalysis,
    EvaluationResponse,
    EvaluationType,
    KnowledgeItem,
    KnowledgeType,
)
from tadori.model.steps import StepContext
from tadori.model.thresholds import MOST_ASKED_PARTS
from tadori.pipeline.assess import Assess
from tadori.store.choices import save_choice
from tadori.store.database import Store
from tadori.store.evidence import answer_parts
from tadori.store.researcher import add_evaluation, add_knowledge, criteria_of, diary_of, evaluations_of, set_criteria


class AnswerChoosing(Protocol):
    """Lets the model choose the answer (`pipeline/model_choice.py`)."""

    async def choose(self, key: str, advice: str = "") -> ModelChoice | None: ...


class AnswerTester(Protocol):
    """The model's part of the tests (`pipeline/researcher.py`)."""

    @property
    def pending_events(self) -> list[Event]: ...

    async def needed_tests(self) -> frozenset[EvaluationType] | None: ...

    async def tested(self, answer: Sequence[str], tests: Sequence[EvaluationType]) -> tuple[SaidOfAnswer, ...]: ...

    async def analysed(self, diary: Sequence[str], verdicts: Sequence[str]) -> ErrorAnalysis | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeHandler:
    """Executes `ProposeAction`."""

    task: Task
    steps: Journal[Store]
    assess: Assess
    choosing: AnswerChoosing
    tester: AnswerTester
    ends_stretch: bool = False

    def note(self, step: StepContext, action: ProposeAction, round: int) -> None:
        step.emit(ActionChosen(action=action.kind, round=round, reason=action.reason))

    async def execute(self, action: ProposeAction, key: str) -> ActionOutcome:
        choice = await self.choosing.choose(key, action.advice)

        async def body(step: StepContext) -> bool:
            return await self._evaluate(step, action, choice)

        passed: bool = await self.steps.run("evaluate", key, self.task.id, body)
        return ActionOutcome(kind=action.kind, ends_search=passed or action.is_last)

    async def _evaluate(self, step: StepContext, action: ProposeAction, choice: ModelChoice | None) -> bool:
        tests = await self._tests(step)
        answer = await self.steps.in_thread(self._proposed, choice)
        responses = rule_responses(answer, tests, self.steps.clock().date())
        asked = [one.kind for one in responses if one.passed and one.kind is not EvaluationType.ATTRIBUTION]
        if asked and not action.is_last:
            said = await self.tester.tested([one.claim.text for one in answer.claims], asked)
            responses = joined(responses, said)
        passed = all(one.passed for one in responses)
        with self.steps.store.read() as db:
            diary, before = diary_of(db, self.task.id), evaluations_of(db, self.task.id)
        # A last answer is not tested by the model again: what failed its tests before does not answer all of it now.
        if choice is not None and not (passed and (not action.is_last or all(one.passed for one in before))):
            self._save_as_partial(step, choice)
        analysis = None if passed or action.is_last else await self._analysed(diary, responses)
        evaluation = AnswerEvaluation(
            step=len(diary) + 1, responses=responses, analysis=analysis, at=self.steps.clock()
        )
        while self.tester.pending_events:
            step.emit(self.tester.pending_events.pop(0))
        self._save(step, answer, evaluation)
        return passed

    def _save_as_partial(self, step: StepContext, choice: ModelChoice) -> None:
        """The report does not say *answered* of an answer that failed its tests; another proposal replaces this."""
        if choice.answered is Answered.YES:
            partial = replace(choice, answered=Answered.PARTLY)
            step.save(lambda db: save_choice(db, self.task.id, partial))

    async def _tests(self, step: StepContext) -> tuple[EvaluationType, ...]:
        """What the answer is judged by: decided once, by rules and by the model (§ D4)."""
        with self.steps.store.read() as db:
            known = criteria_of(db, self.task.id)
        if known:
            return known
        by_model = await self.tester.needed_tests()
        tests = ordered(needed_by_rules(self.task.question, self.task.question_lang) | (by_model or frozenset()))
        step.save(lambda db: set_criteria(db, self.task.id, tests))
        return tests

    def _proposed(self, choice: ModelChoice | None) -> ProposedAnswer:
        graph = self.assess.graph()
        chosen = self.assess.chosen(graph)
        titles = {source.page_id: source.title for source in graph.sources}
        with self.steps.store.read() as db:
            parts = answer_parts(db, self.task.id).values()
        return ProposedAnswer(
            question=self.task.question,
            lang=self.task.question_lang,
            claims=tuple(chosen),
            titles=tuple(titles[one.claim.quotation.page_id] for one in chosen),
            answered_parts=tuple(n for n in range(MOST_ASKED_PARTS) if any(bits >> n & 1 for bits in parts)),
            says_no=choice is not None and choice.answered is Answered.NO,
        )

    async def _analysed(self, diary: Sequence[DiaryEntry], responses: Sequence[EvaluationResponse]) -> ErrorAnalysis:
        """Why it failed: by the model, else in the words of the tests."""
        failed = [one for one in responses if not one.passed]
        lines = [entry.line for entry in diary]
        said = await self.tester.analysed(lines, [f"{one.kind.value}: {one.think}" for one in failed])
        if said is not None:
            return said
        return ErrorAnalysis(
            recap="; ".join(lines[-2:]) or self.task.question,
            blame="; ".join(f"{one.kind.value}: {one.think}" for one in failed),
            improvement="; ".join(one.improvement_plan for one in failed),
        )

    def _save(self, step: StepContext, answer: ProposedAnswer, evaluation: AnswerEvaluation) -> None:
        failed = ", ".join(kind.value for kind in evaluation.failed_kinds)
        result = DiaryResult.SUCCESS if not failed else DiaryResult.PARTIAL if answer.claims else DiaryResult.FAILURE
        details = "; ".join(one.claim.text for one in answer.claims)
        entry = DiaryEntry(
            step=evaluation.step,
            action="answer",
            question=self.task.question,
            details=details[:LONGEST_DETAILS],
            result=result,
            notes=failed,
        )
        write_diary(step, self.task.id, entry)
        step.save(lambda db: add_evaluation(db, self.task.id, evaluation))
        step.emit(AnswerEvaluated(passed=evaluation.passed, failed=tuple(one.value for one in evaluation.failed_kinds)))
        if evaluation.analysis is not None:
            lesson = self._lesson(evaluation.analysis)
            step.save(lambda db: add_knowledge(db, self.task.id, [lesson]))

    def _lesson(self, analysis: ErrorAnalysis) -> KnowledgeItem:
        """What was wrong with a failed answer, kept as knowledge."""
        asked = "前の答えの何が足りなかったか" if self.task.lang == JA else "What was wrong with the last answer?"
        return KnowledgeItem(
            question=asked,
            answer=f"{analysis.recap} {analysis.blame} {analysis.improvement}",
            references=(),
            kind=KnowledgeType.SIDE_INFO,
            updated=IsoDate(self.steps.clock().date().isoformat()),
        )
