"""The interface between the research loop and the handlers of actions."""

from typing import Any, Protocol

from tadori.model.actions import ActionOutcome
from tadori.model.steps import StepContext


class ActionHandler(Protocol):
    """Records and executes one kind of action."""

    @property
    def ends_stretch(self) -> bool:
        """Whether the loop ends after this action."""
        ...

    def note(self, step: StepContext, action: Any, round: int) -> None:
        """Add the rows and events that belong to the choice, to the transaction that stores the choice."""

    async def execute(self, action: Any, key: str) -> ActionOutcome:
        """Do the work as durable steps. `key` identifies this action within the current run of the task."""
        ...
