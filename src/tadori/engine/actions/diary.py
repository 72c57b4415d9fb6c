"""Keeps the diary of a task that a model drives (D5), and what each step taught (D3).

Comes in: another handler's action and its outcome. Goes out: a diary entry, and knowledge: a sub-question that a claim
answers is settled, with that claim's own words as its answer. One durable step behind the action; the action itself is
done by the handler inside.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tadori.engine.actions.handler import ActionHandler
from tadori.events.language_models import DiaryWritten
from tadori.model.actions import ActionOutcome, CodingAction, ReflectAction, SearchAction, VisitAction
from tadori.model.doors import Journal
from tadori.model.graph import ClaimStanding
from tadori.model.ids import JA, Lang
from tadori.model.llm_thresholds import SETTLED_AT
from tadori.model.question import Task
from tadori.model.researcher import DiaryEntry, DiaryResult, KnowledgeItem, KnowledgeType
from tadori.model.steps import StepContext
from tadori.pipeline.assess import Assess
from tadori.store.database import Store
from tadori.store.researcher import add_diary_entry, add_knowledge, diary_of, open_questions, settle_questions

LONGEST_DETAILS = 300
DiaryAction = SearchAction | VisitAction | ReflectAction | CodingAction


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryHandler:
    """Executes an action by another handler and writes it down."""

    task: Task
    steps: Journal[Store]
    assess: Assess
    inner: ActionHandler
    ends_stretch: bool = False

    def note(self, step: StepContext, action: DiaryAction, round: int) -> None:
        self.inner.note(step, action, round)

    async def execute(self, action: DiaryAction, key: str) -> ActionOutcome:
        outcome = await self.inner.execute(action, key)

        async def body(step: StepContext) -> None:
            await self.steps.in_thread(self._write, step, action, outcome)

        await self.steps.run("diary", key, self.task.id, body)
        return outcome

    def _write(self, step: StepContext, action: DiaryAction, outcome: ActionOutcome) -> None:
        with self.steps.store.read() as db:
            written, asked = diary_of(db, self.task.id), open_questions(db, self.task.id)
        entry = DiaryEntry(
            step=len(written) + 1,
            action=action.kind,
            question=self.task.question,
            details=details_of(action)[:LONGEST_DETAILS],
            result=_result(action, outcome),
            notes=_notes(outcome, self.task.lang),
        )
        write_diary(step, self.task.id, entry)
        learned = self._learned(asked)
        step.save(lambda db: add_knowledge(db, self.task.id, learned))
        step.save(lambda db: settle_questions(db, self.task.id, [item.question for item in learned]))

    def _learned(self, asked: list[str]) -> list[KnowledgeItem]:
        """Each open sub-question that a claim answers, with that claim."""
        if not asked:
            return []
        graph = self.assess.task_graph()
        found = []
        for question in asked:
            scores = self.assess.scores_for(question, self.task.question_lang)
            best = max(scores, key=lambda claim_id: (scores[claim_id], claim_id), default=None)
            if best is None or scores[best] < SETTLED_AT:
                continue
            (standing,) = graph.of([best]).claims
            found.append(knowledge_of_claim(question, standing))
        return found


def write_diary(step: StepContext, task_id: str, entry: DiaryEntry) -> None:
    step.save(lambda db: add_diary_entry(db, task_id, entry))
    step.emit(
        DiaryWritten(
            step=entry.step,
            action=entry.action,
            details=entry.details,
            result=entry.result.value,
            notes=entry.notes,
        )
    )


def knowledge_of_claim(question: str, standing: ClaimStanding) -> KnowledgeItem:
    """What a claim says, as the answer to `question`."""
    return KnowledgeItem(
        question=question,
        answer=standing.claim.text,
        references=(standing.claim.id,),
        kind=KnowledgeType.URL,
        updated=standing.claim.date,
        confidence=round(standing.confidence.value, 4),
    )


def details_of(action: DiaryAction) -> str:
    """What was done: queries, or how many pages, questions or claims. No thought of a model."""
    by_type: Mapping[type[Any], Callable[[Any], str]] = {
        SearchAction: lambda one: "; ".join(query.text for query in one.queries),
        VisitAction: lambda one: f"{len(one.hits)}",
        ReflectAction: lambda one: f"{len(one.questions)}",
        CodingAction: lambda one: f"{len(one.claim_ids)}",
    }
    return by_type[type(action)](action)


def _result(action: DiaryAction, outcome: ActionOutcome) -> DiaryResult:
    if isinstance(action, ReflectAction) or outcome.new_claims:
        return DiaryResult.SUCCESS
    if isinstance(action, CodingAction):
        return DiaryResult.FAILURE if outcome.refused else DiaryResult.SUCCESS
    return DiaryResult.PARTIAL if outcome.met_again else DiaryResult.FAILURE


def _notes(outcome: ActionOutcome, lang: Lang) -> str:
    if outcome.kind in (ReflectAction.kind, CodingAction.kind):
        return outcome.refused
    if lang == JA:
        return f"新しい主張 {outcome.new_claims}件" if outcome.new_claims else "新しい主張なし"
    return f"{outcome.new_claims} new claims" if outcome.new_claims else "nothing new"
