"""What a gate returns, and where its data lies.

A gate is a module `tests/gates/gate_*.py` with `NEEDS` (folders below the data folder) and
`run(quick) -> list[Figure]`. It runs production code at production thresholds and asserts nothing itself:
`python -m tests.gates` compares figures with floors, prints all of them, and fails when one is below.
"""

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    name: str
    value: float
    floor: float
    """The worst value that passes."""
    aim: float | None
    """What we are after, from `shared/data/README.md`; printed, not enforced."""
    n: int
    """How many items the value was measured on."""
    at_least: bool = True
    """False where smaller is better."""

    @property
    def passes(self) -> bool:
        return self.value >= self.floor if self.at_least else self.value <= self.floor


def data_folder() -> Path:
    """The public data: `TADORI_DATA`, or `shared/data` beside the checkout."""
    given = os.getenv("TADORI_DATA")
    return Path(given) if given else Path(__file__).resolve().parents[3] / "shared" / "data"
