"""The research loop: state → a driver chooses one action → it is carried out → until one ends the stretch.

There is one loop. Drivers differ in how they choose; everything they choose is carried out by the same handlers and the
same pipeline, a durable unit at a time. A stretch that was cut off is replayed from the journal, so between units this
code reads no clock, no randomness and no store.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace

from tadori.engine.actions.handler import ActionHandler
from tadori.engine.actions.search import query_ids
from tadori.engine.drivers.driver import Driver
from tadori.engine.ledger import TaskLedger
from tadori.engine.rounds import gap_events, note_round
from tadori.engine.state import research_state
from tadori.engine.steps import Steps, damaged_journal
from tadori.engine.threads import in_thread
from tadori.engine.unblocked_pages import UnblockedPages
from tadori.events import Event
from tadori.model.actions import (
    Action,
    ActionOutcome,
    AnswerAction,
    RefuteAction,
    SearchAction,
    StopAction,
    action_from_json,
    action_to_json,
)
from tadori.model.question import StopReason, Task
from tadori.model.state import ResearchState
from tadori.model.steps import Json, StepContext
from tadori.pipeline.assess import Assess
from tadori.store.queries import set_carried_out

MOST_ACTIONS = 60
"""No driver can run away: rounds, refutations and the answer of the largest task fit many times over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StretchProgress:
    """How far a stretch is, by the actions that were carried out."""

    rounds: int = 0
    answered: bool = False
    outcomes: tuple[ActionOutcome, ...] = ()
    query_ids: tuple[str, ...] = ()
    """Of the last action: its queries were carried out to their end."""

    def after(self, action: Action, outcome: ActionOutcome) -> "StretchProgress":
        made = query_ids(action) if isinstance(action, SearchAction | RefuteAction) else []
        return replace(
            self,
            rounds=self.rounds + isinstance(action, SearchAction),
            answered=self.answered or isinstance(action, AnswerAction),
            outcomes=(*self.outcomes, outcome),
            query_ids=tuple(made),
        )

    @property
    def ended_a_round(self) -> bool:
        """Whether the last action was a round of searching."""
        return bool(self.outcomes) and self.outcomes[-1].kind == SearchAction.kind

    @property
    def should_check_unblocked(self) -> bool:
        """Whether it is time to look for pages that a person has let through: at first, and after each search."""
        return not self.outcomes or bool(self.query_ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchLoop:
    """One stretch of a task, ready to run."""

    task: Task
    steps: Steps
    driver: Driver
    handlers: Mapping[type[Action], ActionHandler]
    opening: Callable[[], Awaitable[None]]
    """What comes before the first choice: folders are indexed, a plan is made."""
    released: UnblockedPages
    assess: Assess
    ledger: TaskLedger
    waiting_events: list[Event] = field(default_factory=list)
    """What ledger and language model reported; written down by the next decision."""

    async def run(self) -> None:
        """Carry the stretch to its end."""
        await self.opening()
        progress = StretchProgress()
        for number in range(MOST_ACTIONS + 1):
            if progress.should_check_unblocked:
                await self.released.read(str(number))
            action = await self._decide(number, progress)
            handler = self.handlers[type(action)]
            outcome = await handler.execute(action, str(number))
            if handler.ends_stretch:
                return
            progress = progress.after(action, outcome)

    async def _decide(self, number: int, progress: StretchProgress) -> Action:
        """Let the driver choose, and keep its choice with its ground; the rest of the loop only follows it."""

        async def body(unit: StepContext) -> Json:
            self.ledger.look()
            while self.waiting_events:
                unit.emit(self.waiting_events.pop(0))
            state = await in_thread(self._state, progress)
            if progress.rounds > 0 and self.driver.sees_evidence:
                for event in gap_events(state):
                    unit.emit(event)
            action = await self._next(number, state)
            if progress.query_ids:
                unit.save(lambda db: set_carried_out(db, progress.query_ids))
            if progress.ended_a_round:
                note_round(unit, self.steps, state, action)
            self.handlers[type(action)].note(unit, action, progress.rounds)
            return action_to_json(action)

        chosen = await self.steps.run("decide", str(number), self.task.id, body)
        try:
            return action_from_json(chosen)
        except (KeyError, TypeError, ValueError) as exc:
            raise damaged_journal(self.task.id, "decide") from exc

    async def _next(self, number: int, state: ResearchState) -> Action:
        if number == MOST_ACTIONS:
            return StopAction(reason=StopReason.MAX_ROUNDS, words=f"{MOST_ACTIONS} actions")
        return await self.driver.next(state)

    def _state(self, progress: StretchProgress) -> ResearchState:
        return research_state(
            self.steps.store,
            self.task,
            self.assess.graph() if self.driver.sees_evidence else None,
            round=progress.rounds,
            answered=progress.answered,
            outcomes=progress.outcomes,
            carried=progress.query_ids,
        )
