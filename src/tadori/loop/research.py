"""The research loop: state → a driver picks one action → it is carried out → until it says stop.

There is one loop. Drivers differ in how they choose; everything they choose is carried out by the same pipeline, a
durable unit at a time. Between units this code reads no clock, no randomness and no store.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tadori.events import (
    ActionChosen,
    Event,
    GapsFound,
    PlanMade,
    QueryMade,
    ResearchStopped,
    TaskStarted,
    WorkCounted,
)
from tadori.loop.mechanical import Driver, section_gaps
from tadori.loop.plan import make_plan
from tadori.model.graph import EvidenceGraph
from tadori.model.ids import Lang
from tadori.model.question import Plan, StopReason, TargetClaim, Task, TaskStatus
from tadori.model.report import SectionCoverage
from tadori.model.state import (
    Action,
    AnswerAction,
    RefuteAction,
    ResearchState,
    SearchAction,
    StopAction,
)
from tadori.run.assess import Assess
from tadori.run.compose import Compose
from tadori.run.exploring import Exploring
from tadori.run.gather import Gather
from tadori.run.ledger import TaskLedger
from tadori.run.state import research_state
from tadori.run.steps import Json, Steps, Unit
from tadori.store.database import Store
from tadori.store.evidence import set_refutation_searched
from tadori.store.queries import add_queries
from tadori.store.tasks import finish_task, set_plan, set_status, set_stop

if TYPE_CHECKING:
    from tadori.run.thinking import Thinking

MOST_ACTIONS = 60
"""No driver can run away: rounds, refutations and the answer of the largest task fit many times over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Research:
    """One task, ready to run."""

    task: Task
    steps: Steps
    gather: Gather
    exploring: Exploring
    assess: Assess
    compose: Compose
    driver: Driver
    targets: Callable[[str, Lang], tuple[TargetClaim, ...]]
    work: Callable[[], WorkCounted]
    ledger: TaskLedger
    heard: list[Event]
    """What ledger and thinking told; for the unit of work that comes next to tell."""
    thinking: "Thinking | None" = None

    async def run(self, part: int) -> None:
        """Carry the stretch `part` of the task to its report."""
        await self._start(part)
        for folder in self.task.libraries:
            await self.gather.index_library(folder, f"part{part}")
        await self._plan(part)
        await self._explore(part)
        await self.compose.report(part)
        await self._finish(part)

    async def _start(self, part: int) -> None:
        async def body(unit: Unit) -> None:
            unit.emit(
                TaskStarted(task_id=self.task.id, question=self.task.question, lang=self.task.lang, resumed=part > 1)
            )
            unit.save(lambda db: set_status(db, self.task.id, TaskStatus.EXPLORING))

        await self.steps.run("start", f"part{part}", self.task.id, body)

    async def _plan(self, part: int) -> None:
        question, lang = self.task.question, self.task.question_lang

        async def body(unit: Unit) -> None:
            plan = await self._thought(make_plan(question, lang, self.targets(question, lang)), unit)
            unit.emit(
                PlanMade(sections=tuple(s.name for s in plan.sections), targets=tuple(t.text for t in plan.targets))
            )
            unit.save(lambda db: set_plan(db, self.task.id, plan))

        await self.steps.run("plan", f"part{part}", self.task.id, body)

    async def _thought(self, plan: Plan, unit: Unit) -> Plan:
        """`plan` with what a language model adds: parts of the question, and the question in the other language."""
        if self.thinking is None:
            return plan
        targets = await self.thinking.targets(plan.targets, plan.lang)
        mirror = await self.thinking.mirror(plan.lang) if self.task.providers else ""
        self.thinking.drain(unit.emit)
        return replace(plan, targets=targets, mirror=mirror)

    async def _explore(self, part: int) -> None:
        rounds, answered = 0, False
        for number in range(MOST_ACTIONS):
            if await self._read_released(f"part{part}.{number}"):
                await self.assess.evidence(f"part{part}.{number}.released")
            choice = await self._decide(part, number, rounds, answered)
            match choice["kind"]:
                case "stop":
                    return
                case "answer":
                    answered = True
                case "search":
                    rounds += 1
                    if await self._carry_out(choice["queries"], f"part{part}.{number}"):
                        await self.assess.evidence(f"part{part}.{number}")
                case "refute":
                    if await self._carry_out(choice["queries"], f"part{part}.{number}"):
                        await self.assess.evidence(f"part{part}.{number}")
                    await self.assess.refutation(choice["claim_id"], len(choice["queries"]), f"part{part}.{number}")
        await self._stop_runaway(part)

    async def _carry_out(self, query_ids: list[str], key: str) -> int:
        """Take queries through the pipeline; how many claims are new. Files cost little: all found are read."""
        if self.gather.searching.asks_the_web:
            return await self.exploring.round(query_ids, key)
        new = 0
        for query_id in query_ids:
            found = await self.gather.search(query_id)
            if any(await self.gather.read_all([(item, query_id) for item in found])):
                new += await self.gather.weigh(query_id)
        return new

    async def _read_released(self, key: str) -> int:
        """Read what a person has let through meanwhile; how many claims are new."""
        new = 0
        for item, query_id in await self.gather.released(key):
            if await self.gather.read(item, query_id):
                new += await self.gather.weigh(query_id, key)
        return new

    async def _decide(self, part: int, number: int, rounds: int, answered: bool) -> Json:
        """Let the driver choose, and keep its choice with the ground; the rest of the loop only follows it."""

        async def body(unit: Unit) -> Json:
            graph = await asyncio.to_thread(self.assess.graph)
            self.ledger.look()
            while self.heard:
                unit.emit(self.heard.pop(0))
            state = research_state(self.steps.store, self.task, graph, round=rounds, answered=answered)
            if rounds > 0:
                _tell_gaps(unit, state)
            action = self.driver.decide(state)
            return self._keep(unit, action, rounds)

        return await self.steps.run("decide", f"part{part}.{number}", self.task.id, body)

    def _keep(self, unit: Unit, action: Action, rounds: int) -> Json:
        match action:
            case StopAction():
                unit.emit(ResearchStopped(reason=action.reason.value, words=action.words))
                unit.save(lambda db: set_stop(db, self.task.id, action.reason, action.words))
                return {"kind": "stop"}
            case AnswerAction():
                unit.emit(ActionChosen(action="answer", round=rounds, reason=action.reason))
                return {"kind": "answer"}
            case SearchAction():
                unit.emit(ActionChosen(action="search", round=rounds, reason=action.reason))
                return {"kind": "search", "queries": self._keep_queries(unit, action)}
            case RefuteAction():
                unit.emit(ActionChosen(action="refute", round=rounds, reason=action.reason))
                unit.save(lambda db: set_refutation_searched(db, self.task.id, [action.claim_id]))
                return {"kind": "refute", "claim_id": action.claim_id, "queries": self._keep_queries(unit, action)}

    def _keep_queries(self, unit: Unit, action: SearchAction | RefuteAction) -> list[str]:
        for query in action.queries:
            unit.emit(
                QueryMade(
                    query_id=query.id,
                    text=query.text,
                    purpose=query.purpose.value,
                    round=query.round,
                    reason=action.reason,
                )
            )
        unit.save(lambda db: add_queries(db, action.queries, action.reason))
        return list(dict.fromkeys(query.id for query in action.queries))

    async def _stop_runaway(self, part: int) -> None:
        async def body(unit: Unit) -> None:
            words = f"{MOST_ACTIONS} actions"
            unit.emit(ResearchStopped(reason=StopReason.MAX_ROUNDS.value, words=words))
            unit.save(lambda db: set_stop(db, self.task.id, StopReason.MAX_ROUNDS, words))

        await self.steps.run("stop", f"part{part}", self.task.id, body)

    async def _finish(self, part: int) -> None:
        async def body(unit: Unit) -> None:
            answered = self.compose.is_answered()
            at = self.steps.clock()
            unit.emit(self.work())
            unit.save(lambda db: finish_task(db, self.task.id, status=TaskStatus.COMPLETED, answered=answered, at=at))

        await self.steps.run("finish", f"part{part}", self.task.id, body)


def _tell_gaps(unit: Unit, state: ResearchState) -> None:
    for section, gaps in section_gaps(state):
        unit.emit(
            GapsFound(
                section_id=section.id,
                section=section.name,
                coverage=tuple((focus, round(share, 4)) for focus, share in gaps.information_coverage),
                missing=tuple(gaps.missing_information),
                sufficient=gaps.is_information_sufficient,
                confidence=round(gaps.confidence_score, 4),
                round=state.round,
            )
        )


def section_coverage(store: Store, task: Task, graph: EvidenceGraph) -> list[SectionCoverage]:
    """How far each section is covered now, for the report."""
    state = research_state(store, task, graph, round=0, answered=True)
    return [
        SectionCoverage(
            name=section.name,
            purpose=section.purpose,
            coverage=tuple((focus, round(share, 4)) for focus, share in gaps.information_coverage),
            missing=tuple(gaps.missing_information),
            sufficient=gaps.is_information_sufficient,
            confidence=round(gaps.confidence_score, 4),
        )
        for section, gaps in section_gaps(state)
    ]
