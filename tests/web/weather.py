"""The weather of the little web: which of its hosts behaves how, drawn from a seed.

Committed before the fetcher, so that no figure is measured on weather that was made to fit it. Comes in: a seed and
how many hosts. Goes out: one `Weather` a host, in exactly the shares of the table. It serves nothing itself.
"""

import random
from enum import StrEnum
from typing import Final


class Weather(StrEnum):
    PLAIN = "plain"
    """Answers every client with the page; half of them with ETag or Last-Modified."""
    SCRIPT_ONLY = "script_only"
    """A shell whose text is put in by JavaScript."""
    FORBIDDEN_TO_PLAIN = "forbidden_to_plain"
    """403 unless the visitor runs its script and comes back with the cookie it sets."""
    RATE_LIMITED = "rate_limited"
    """429 to a client's first requests, with or without Retry-After; a browser session is let in."""
    CHALLENGE = "challenge"
    """A challenge page that only a person's click, or the cookie it leaves, gets past."""
    SLOW = "slow"
    """Answers whole, after seconds."""
    FLAKY = "flaky"
    """Cuts the first connection half way; the next is fine."""
    HOSTILE = "hostile"
    """Never a page: endless, bombs, loops, lies."""


SHARES: Final = (
    (Weather.PLAIN, 60),
    (Weather.SCRIPT_ONLY, 10),
    (Weather.FORBIDDEN_TO_PLAIN, 8),
    (Weather.RATE_LIMITED, 5),
    (Weather.CHALLENGE, 5),
    (Weather.SLOW, 4),
    (Weather.FLAKY, 4),
    (Weather.HOSTILE, 4),
)
"""Per cent of the hosts."""
SEEDS: Final = (20261116, 20270401)
"""Two pinned; a third is drawn fresh in CI and printed."""
ORDINARY: Final = frozenset({Weather.PLAIN, Weather.SCRIPT_ONLY, Weather.SLOW, Weather.FLAKY})
"""What a careful reader should bring home without anybody's help."""


def forecast(seed: int, hosts: int) -> list[Weather]:
    """The weather of host 0, 1, 2, …: the shares by largest remainder, in an order drawn from the seed."""
    exact = [(kind, share * hosts / 100) for kind, share in SHARES]
    counts = {kind: int(amount) for kind, amount in exact}
    by_remainder = sorted(exact, key=lambda item: (-(item[1] - int(item[1])), SHARES_ORDER[item[0]]))
    for kind, _ in by_remainder[: hosts - sum(counts.values())]:
        counts[kind] += 1
    table = [kind for kind, _ in SHARES for _ in range(counts[kind])]
    random.Random(seed).shuffle(table)
    return table


SHARES_ORDER: Final = {kind: place for place, (kind, _) in enumerate(SHARES)}
