"""Reads pages that were blocked (by a captcha or a login) and that a person has unblocked since.

Comes in: the auth inbox. Goes out: read pages and new claims. The loop calls it before the driver's next choice.
"""

from dataclasses import dataclass

from tadori.pipeline.assess import Assess
from tadori.pipeline.gather import Gather


@dataclass(frozen=True, slots=True, kw_only=True)
class UnblockedPages:
    """Reads unblocked pages for the queries that had found them."""

    gather: Gather
    assess: Assess

    async def read(self, key: str) -> None:
        new = 0
        for number, (item, query_id) in enumerate(await self.gather.unblocked(key)):
            if await self.gather.read(item, query_id):
                new += await self.gather.weigh(query_id, f"{key}.released.{number}")
        if new:
            await self.assess.evidence(f"{key}.released")
