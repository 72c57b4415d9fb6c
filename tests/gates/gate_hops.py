"""Answers to bridge questions and comparisons, as `evaluate.hop_answers` measures them, on the even-numbered questions.

The floors are what was measured, less two questions.
"""

from tests.gates.figures import Figure
from tests.gates.floors import bench
from tests.gates.hop_answers import ANSWERED, BOTH_SIDES, WRONGLY, measured

NEEDS = ["retrieval/2wiki-101", "retrieval/2wiki-6119"]
SETS = ("2wiki-101", "hotpotqa-100")
AIMS = {ANSWERED: 0.35, WRONGLY: 0.20, BOTH_SIDES: None}
FLOORS = {
    "2wiki-101": {ANSWERED: 0.48, WRONGLY: 0.20, BOTH_SIDES: 0.60},
    "hotpotqa-100": {ANSWERED: 0.65, WRONGLY: 0.32, BOTH_SIDES: 0.33},
}
QUICK_SLACK = 0.1


def run(quick: bool) -> list[Figure]:
    found = [one for name in SETS for one in measured(bench(quick), name)]
    return [
        Figure(
            name=f"hops, {one.name}",
            value=one.value,
            floor=FLOORS[one.set][one.figure] + (QUICK_SLACK if one.figure == WRONGLY else -QUICK_SLACK) * quick,
            aim=AIMS[one.figure],
            n=one.n,
            at_least=one.figure != WRONGLY,
        )
        for one in found
    ]
