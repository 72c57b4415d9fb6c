"""What the loop needs of whoever carries out a kind of action."""

from typing import Any, Protocol

from tadori.model.actions import ActionOutcome
from tadori.model.steps import StepContext


class ActionHandler(Protocol):
    """Carries out one kind of action."""

    @property
    def ends_stretch(self) -> bool:
        """Whether nothing follows it."""
        ...

    def note(self, unit: StepContext, action: Any, round: int) -> None:
        """Write rows and events that belong to the choice itself, in the transaction that keeps it."""

    async def execute(self, action: Any, key: str) -> ActionOutcome:
        """Do it, a durable unit at a time. `key` names this action within its stretch."""
        ...
