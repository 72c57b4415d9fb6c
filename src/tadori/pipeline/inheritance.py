"""Takes the pages of a task over into the follow-up task that was asked after it, as one durable step.

Comes in: the plan of the follow-up and the pages of the task before it. Goes out: rows that make these pages its own.
Nothing is fetched, extracted or claimed: `gather.weigh` ranks the pages for the new question. A page whose archived
file is damaged beyond repair stays behind, counted; so do all when the task before was forgotten meanwhile.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

from tadori.errors import TaskNotFound
from tadori.events import EvidenceInherited, InjectionSuspected, PartLost, QueryMade
from tadori.model.doors import Journal
from tadori.model.ids import JA
from tadori.model.page import Page
from tadori.model.query import Query, QueryPurpose
from tadori.model.question import Task
from tadori.model.steps import StepContext
from tadori.pipeline.documents.archive_repair import ArchiveRepair
from tadori.store.database import Store
from tadori.store.pages import page_by_id
from tadori.store.queries import TaskPage, add_queries, note_page_read, set_orders, task_pages
from tadori.store.tasks import find_task, plan_of

BEFORE_THE_FIRST_ROUND = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Inheritance:
    """What one follow-up takes over."""

    task: Task
    steps: Journal[Store]
    mending: ArchiveRepair

    async def take_over(self) -> str | None:
        """Make the parent's pages pages of this task; the id of the query they are filed under, or None without any.

        Raises:
            TadoriError: the step failed; `resume` does it again.
        """

        async def body(step: StepContext) -> str | None:
            return await self.steps.in_thread(self._take_over, step)

        query_id: str | None = await self.steps.run("inherit", self.task.parent, self.task.parent, body)
        return query_id

    def _take_over(self, step: StepContext) -> str | None:
        with self.steps.store.read() as db:
            plan = plan_of(db, self.task.id)
            found = [(read, page_by_id(db, read.page_id)) for read in task_pages(db, self.task.parent)]
            is_gone = _is_gone(db, self.task.parent)
        assert plan is not None, "a follow-up takes pages over after its plan is made"
        if is_gone:
            reason = "the task that this one follows was forgotten: nothing is taken over"
            step.emit(PartLost(url=self.task.parent, reason=reason))
        pages = [(read, page) for read, page in found if page is not None and self._is_whole(page, step)]
        step.emit(EvidenceInherited(parent=self.task.parent, question=self.task.parent_question, pages=len(pages)))
        if not pages:
            return None
        query = inherited_query(self.task, plan.sections[0].id, len(pages))
        reason = follow_up_reason(self.task)
        step.save(lambda db: add_queries(db, [query], reason))
        step.emit(
            QueryMade(query_id=query.id, text=query.text, purpose=query.purpose, round=query.round, reason=reason)
        )
        for position, (read, page) in enumerate(pages):
            self._take(step, query.id, position, read, page)
        return query.id

    def _is_whole(self, page: Page, step: StepContext) -> bool:
        events, is_lost = self.mending.examined(page)
        for event in events:
            step.emit(event)
        return not is_lost

    def _take(self, step: StepContext, query_id: str, position: int, read: TaskPage, page: Page) -> None:
        step.save(
            partial(
                _save,
                task_id=self.task.id,
                query_id=query_id,
                # Pages of its own come after these: they are counted from the first stretch on.
                position=position,
                read=read,
            )
        )
        for rule in read.orders:
            step.emit(InjectionSuspected(url=page.url, rule=rule))


def inherited_query(task: Task, section_id: str, pages: int) -> Query:
    """What inherited pages are filed under. Nobody is asked it."""
    return Query.of(
        task_id=task.id,
        text=task.question,
        lang=task.question_lang,
        purpose=QueryPurpose.INHERITED,
        section_id=section_id,
        round=BEFORE_THE_FIRST_ROUND,
        limit=max(1, pages),
        cause_id=task.parent,
    )


def follow_up_reason(task: Task) -> str:
    return f"{task.parent} の続き" if task.lang == JA else f"follow-up of {task.parent}"


def _save(db: Any, *, task_id: str, query_id: str, position: int, read: TaskPage) -> None:
    note_page_read(db, task_id, read.page_id, query_id, position=position, at=read.found_at)
    if read.orders:
        set_orders(db, task_id, read.page_id, read.orders)


def _is_gone(db: Any, task_id: str) -> bool:
    try:
        find_task(db, task_id)
    except TaskNotFound:
        return True
    return False
