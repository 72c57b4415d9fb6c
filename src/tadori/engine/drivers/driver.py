"""The interface of drivers, which decide what a task does next: rules (`mechanical`) or an MCP client (`client`)."""

from typing import Protocol

from tadori.model.actions import Action
from tadori.model.state import ResearchState


class Driver(Protocol):
    """Chooses one action at a time. It only chooses; `engine/actions/` executes."""

    @property
    def sees_evidence(self) -> bool:
        """Whether it uses claims, passages and gaps. Only then does the loop collect them, which is costly."""
        ...

    @property
    def remembers(self) -> bool:
        """Whether it uses the task's diary, knowledge and evaluations."""
        ...

    async def next(self, state: ResearchState) -> Action:
        """The next action. After a crash a recorded choice is replayed and the driver is not called again for it."""
        ...
