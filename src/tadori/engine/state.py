"""Builds the state that a driver decides on from the rows of the store.

Comes in: a task and its evidence graph. Goes out: `ResearchState`. The same rows give the same state, so a decision
after a crash sees what the one before it saw.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import replace

from tadori.engine.memory import researcher_memory
from tadori.errors import TadoriError
from tadori.graph.novelty import novelty_by_cycle
from tadori.model.actions import ActionOutcome
from tadori.model.graph import EvidenceGraph
from tadori.model.page import Fragment, Page
from tadori.model.query import QueryPurpose
from tadori.model.question import Plan, Task
from tadori.model.researcher import NO_MEMORY
from tadori.model.state import AccumulatedItem, QueryDone, ResearchState, SectionItems, SeenPassage
from tadori.pipeline.answer_drafts import best_first
from tadori.pipeline.branches import branches_of
from tadori.rank.question_parts import asked_parts
from tadori.store.database import Store
from tadori.store.engine_answers import nobody_answers
from tadori.store.evidence import answer_parts, chosen_claims, refutation_searched
from tadori.store.ledger import spent_of
from tadori.store.pages import fragments_by_id, pages_by_id
from tadori.store.queries import QueryRow, TaskPage, queries_of, task_pages
from tadori.store.task_entities import task_entities
from tadori.store.tasks import find_task, plan_of, stop_requested


def research_state(
    store: Store,
    task: Task,
    graph: EvidenceGraph | None,
    *,
    round: int,
    answered: bool,
    outcomes: tuple[ActionOutcome, ...] = (),
    carried: Collection[str] = (),
    remembers: bool = False,
    parent: str = "",
) -> ResearchState:
    """The state of `task` after `round` rounds; without a graph, the evidence is left out.

    `carried`: ids of queries that were just completed and are not marked so in the store yet. `remembers`: a model
    drives the task, and its memory is read too. `parent`: the task whose evidence may answer this one without a search.
    """
    outline = _outline(store, task, round=round, answered=answered, outcomes=outcomes)
    if graph is None:
        return outline
    with store.read() as db:
        queries = queries_of(db, task.id)
        read = task_pages(db, task.id)
        fragments = fragments_by_id(db, [p.best_fragment for p in read if p.best_fragment is not None])
        pages = pages_by_id(db, [p.page_id for p in read])
        searched = refutation_searched(db, task.id)
        answer = tuple(chosen_claims(db, task.id))
        parts = answer_parts(db, task.id)
        user_stop = stop_requested(db, task.id)
        met = task_entities(db, task.id)
        blocked = nobody_answers(db, task.id)
        memory = researcher_memory(db, task.id, on_the_web=bool(task.providers)) if remembers else NO_MEMORY
    # Everything above comes from one read transaction, so that the parts fit together.
    passages = _passages(read, pages, fragments)
    return replace(
        outline,
        queries=tuple(_query_done(row, read, carried) for row in queries),
        sections=_sections(queries, read, passages),
        branches=tuple(branches_of([row.query for row in queries], read).values()),
        passages=passages,
        claims=best_first(graph),
        answer_claims=answer,
        refutation_searched=searched,
        novelty_history=novelty_by_cycle([page.flags for page in read if not page.inherited]),
        answered_by=parent if _rests_on_inherited(task, queries, parts) else "",
        all_blocked=blocked,
        entities=tuple(one.entity for one in met if one.in_question),
        user_stop=user_stop,
        memory=memory,
    )


def _rests_on_inherited(task: Task, queries: list[QueryRow], answered: dict[str, int]) -> bool:
    """Whether nothing was searched and every part of the question has a claim that answers it."""
    if not answered or any(row.query.purpose is not QueryPurpose.INHERITED for row in queries):
        return False
    covered = 0
    for parts in answered.values():
        covered |= parts
    return covered == (1 << len(asked_parts(task.question, task.question_lang))) - 1


def _outline(
    store: Store, task: Task, *, round: int, answered: bool, outcomes: tuple[ActionOutcome, ...]
) -> ResearchState:
    """The state without evidence: the question, its plan, the budget, and what this run has done."""
    with store.read() as db:
        plan = plan_of(db, task.id)
        budget = find_task(db, task.id).budget
        spent = spent_of(db, task.id)
    return ResearchState(
        task_id=task.id,
        question=task.question,
        lang=task.question_lang,
        plan=_require_plan(plan, task),
        effort=task.effort,
        round=round,
        budget=budget,
        spent=spent,
        on_the_web=bool(task.providers),
        answered=answered,
        outcomes=outcomes,
    )


def _require_plan(plan: Plan | None, task: Task) -> Plan:
    if plan is None:
        raise TadoriError(f"{task.id} has no plan yet")
    return plan


def _passages(read: list[TaskPage], pages: dict[str, Page], fragments: dict[str, Fragment]) -> tuple[SeenPassage, ...]:
    found = [
        SeenPassage(
            page_id=item.page_id,
            url=pages[item.page_id].url,
            title=pages[item.page_id].title,
            text=fragments[item.best_fragment].text,
            score=item.relevance,
            query_id=item.query_id,
        )
        for item in read
        if item.best_fragment is not None and item.best_fragment in fragments
    ]
    return tuple(sorted(found, key=lambda p: (-p.score, p.title, p.text, p.url)))


def _query_done(row: QueryRow, read: list[TaskPage], carried: Collection[str]) -> QueryDone:
    mine = [page for page in read if page.query_id == row.query.id]
    flags = [flag for page in mine for flag in page.flags]
    return QueryDone(
        query=row.query,
        hits=row.hits,
        pages_read=row.pages_read,
        useful_fragments=row.useful,
        novelty=sum(flags) / len(flags) if flags else 0.0,
        carried=row.carried or row.query.id in carried,
    )


def _sections(
    queries: list[QueryRow], read: list[TaskPage], passages: tuple[SeenPassage, ...]
) -> tuple[SectionItems, ...]:
    section_of = {row.query.id: row.query.section_id for row in queries}
    by_page = {passage.page_id: passage for passage in passages}
    items: dict[str, list[AccumulatedItem]] = defaultdict(list)
    for page in read:
        passage = by_page.get(page.page_id)
        if passage is not None:
            items[section_of[page.query_id]].append(
                AccumulatedItem(url=passage.url, title=passage.title, text=passage.text, relevance=passage.score)
            )
    return tuple(
        SectionItems(section_id=section_id, items=accumulate(found)) for section_id, found in sorted(items.items())
    )


def accumulate(found: Iterable[AccumulatedItem]) -> tuple[AccumulatedItem, ...]:
    """What was read for a section (F2): each URL once with its most relevant text, most relevant first."""
    best: dict[str, AccumulatedItem] = {}
    for item in found:
        known = best.get(item.url)
        if known is None or item.relevance > known.relevance:
            best[item.url] = item
    return tuple(sorted(best.values(), key=lambda item: (-item.relevance, item.title, item.text, item.url)))
