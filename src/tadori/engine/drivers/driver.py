"""Who decides the next step of a task: rules (`mechanical`), a client over MCP (`client`), later a model or a team."""

from typing import Protocol

from tadori.model.actions import Action
from tadori.model.state import ResearchState


class Driver(Protocol):
    """Chooses one action at a time. It only chooses: `loop/actions/` carries out."""

    @property
    def sees_evidence(self) -> bool:
        """Whether it looks at claims, passages and gaps: only then are they put together before each choice."""
        ...

    async def next(self, state: ResearchState) -> Action:
        """The next action. Asked again after a crash, it may choose otherwise only if nothing kept its last choice."""
        ...
