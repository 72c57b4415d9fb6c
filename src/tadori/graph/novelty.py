"""The share of new and useful fragments among the latest (§3.1.7.4, §3.3.2, rulings "novelty").

In: per fetched page, one flag a fragment: was it new *and* useful. Out: a share, and whether to stop.
"""

from collections.abc import Sequence

from tadori.model.thresholds import NOVELTY_CYCLE_FETCHES, NOVELTY_CYCLES, NOVELTY_FLOOR, NOVELTY_WINDOW


def novelty(new_and_useful: Sequence[bool]) -> float:
    """The share of new useful fragments among the last 20, in 0 to 1; 1 before anything was read."""
    window = new_and_useful[-NOVELTY_WINDOW:]
    return sum(window) / len(window) if window else 1.0


def novelty_by_cycle(fetches: Sequence[Sequence[bool]]) -> tuple[float, ...]:
    """The novelty at the end of each full cycle of 10 fetches; `fetches` holds one flag per fragment of a page."""
    history: list[float] = []
    flags: list[bool] = []
    for number, page in enumerate(fetches, start=1):
        flags.extend(page)
        if number % NOVELTY_CYCLE_FETCHES == 0:
            history.append(novelty(flags))
    return tuple(history)


def has_run_dry(history: Sequence[float], ngram_rate: float = 1.0) -> bool:
    """Whether the last two cycles brought less than 10 % that is new.

    A cycle at exactly 10 % is a tie, and `ngram_rate` (unique n-grams of the latest fragments) decides it.
    """
    recent = history[-NOVELTY_CYCLES:]
    return len(recent) == NOVELTY_CYCLES and all(
        share < NOVELTY_FLOOR or (share == NOVELTY_FLOOR and ngram_rate < NOVELTY_FLOOR) for share in recent
    )
