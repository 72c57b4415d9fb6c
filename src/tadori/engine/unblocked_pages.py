"""Pages behind a wall that a person has let through meanwhile: they are read before the next choice."""

from dataclasses import dataclass

from tadori.pipeline.assess import Assess
from tadori.pipeline.gather import Gather


@dataclass(frozen=True, slots=True, kw_only=True)
class UnblockedPages:
    """Reads what was let through, for the queries that had found it."""

    gather: Gather
    assess: Assess

    async def read(self, key: str) -> None:
        new = 0
        for number, (item, query_id) in enumerate(await self.gather.released(key)):
            if await self.gather.read(item, query_id):
                new += await self.gather.weigh(query_id, f"{key}.released.{number}")
        if new:
            await self.assess.evidence(f"{key}.released")
