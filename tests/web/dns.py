"""Names to addresses on the little web: the `Resolver` door, with hosts that change their mind or do not exist."""

from collections.abc import Sequence

from tadori.errors import SourceUnreachable
from tadori.model.doors import Resolved


class LittleResolver:
    """Answers from a table. `asked` lists every name in the order it was asked for."""

    def __init__(self, addresses: dict[str, str], *, ttl: float = 300.0) -> None:
        self._answers: dict[str, list[tuple[str, ...]]] = {name: [(ip,)] for name, ip in addresses.items()}
        self._ttl = ttl
        self.asked: list[str] = []

    def set(self, host: str, answers: Sequence[tuple[str, ...]]) -> None:
        """What is answered to the first, second, … question for `host`; the last answer stays. None at all: no name."""
        self._answers[host] = list(answers)

    async def resolve(self, host: str) -> Resolved:
        self.asked.append(host)
        answers = self._answers.get(host.lower().rstrip("."))
        if not answers:
            raise SourceUnreachable(host, "no such name")
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        return Resolved(addresses=answer, ttl=self._ttl)
