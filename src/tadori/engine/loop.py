"""The research loop: read the state → a driver chooses one action → a handler executes it → repeat until one ends it.

Comes in: a task, a driver and the handlers. Goes out: rows and events, written by durable steps. There is one loop;
drivers differ only in how they choose. One uninterrupted run of a task is called a stretch. A stretch that was cut off
is replayed from the journal, so between steps this code must not read a clock, randomness or the store.
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
from tadori.events.language_models import ThoughtShown
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
from tadori.model.thresholds import MAX_ACTIONS
from tadori.pipeline.assess import Assess
from tadori.store.queries import set_carried_out


@dataclass(frozen=True, slots=True, kw_only=True)
class StretchProgress:
    """How far a stretch has got: computed from its actions alone, so that a replay computes the same."""

    rounds: int = 0
    answered: bool = False
    outcomes: tuple[ActionOutcome, ...] = ()
    query_ids: tuple[str, ...] = ()
    """The queries of the last action, which have been run completely."""

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
        """Whether to look for pages that a person has unblocked: at the start and after each search."""
        return not self.outcomes or bool(self.query_ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchLoop:
    """One run of a task, ready to start."""

    task: Task
    steps: Steps
    driver: Driver
    handlers: Mapping[type[Action], ActionHandler]
    opening: Callable[[], Awaitable[None]]
    """Runs before the first choice: indexes folders and makes the plan."""
    unblocked_pages: UnblockedPages
    assess: Assess
    ledger: TaskLedger
    waiting_events: list[Event] = field(default_factory=list)
    """Events from the ledger and the language model; the next decision writes them to the log."""

    async def run(self) -> None:
        """Run until an action ends the stretch."""
        await self.opening()
        progress = StretchProgress()
        for number in range(MAX_ACTIONS + 1):
            if progress.should_check_unblocked:
                await self.unblocked_pages.read(str(number))
            action = await self._decide(number, progress)
            handler = self.handlers[type(action)]
            outcome = await handler.execute(action, str(number))
            if handler.ends_stretch:
                return
            progress = progress.after(action, outcome)

    async def _decide(self, number: int, progress: StretchProgress) -> Action:
        """Let the driver choose and record its choice; a replay takes the recorded choice instead."""

        async def body(step: StepContext) -> Json:
            self.ledger.look()
            # Emitted here because only a step can write to the log, and this is the next one.
            while self.waiting_events:
                step.emit(self.waiting_events.pop(0))
            state = await in_thread(self._state, progress)
            if progress.rounds > 0 and self.driver.sees_evidence:
                for event in gap_events(state):
                    step.emit(event)
            action = await self._next(number, state)
            if thought := getattr(action, "thought", ""):
                step.live(ThoughtShown(text=thought))
            # Marked in the same transaction as the next choice: a crash before it runs the action again.
            if progress.query_ids:
                step.save(lambda db: set_carried_out(db, progress.query_ids))
            if progress.ended_a_round:
                note_round(step, self.steps, state, action)
            self.handlers[type(action)].note(step, action, progress.rounds)
            return action_to_json(action)

        chosen = await self.steps.run("decide", str(number), self.task.id, body)
        try:
            return action_from_json(chosen)
        except (KeyError, TypeError, ValueError) as exc:
            raise damaged_journal(self.task.id, "decide") from exc

    async def _next(self, number: int, state: ResearchState) -> Action:
        # The loop runs MAX_ACTIONS + 1 times, so that this last action can still stop the task properly.
        if number == MAX_ACTIONS:
            return StopAction(reason=StopReason.MAX_ROUNDS, words=f"{MAX_ACTIONS} actions")
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
            remembers=self.driver.remembers,
            # A finished task that is opened again is to search on.
            parent=self.task.parent if self.steps.stretch == 1 else "",
        )
