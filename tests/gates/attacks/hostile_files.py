"""Files made by an enemy: each is read or lost with a reason, its neighbours are read, and it costs ≤ 1 GB and ≤ 20 s.

Memory is the peak of the program and of the largest process it started, together; time is processor time of all.
"""

from collections.abc import Callable
from functools import cache, partial

from tests.gates.attacks.case import Attack
from tests.gates.attacks.hostile_archives import ARCHIVES
from tests.gates.attacks.hostile_evidence import EVIDENCE
from tests.gates.attacks.hostile_pages import PAGES
from tests.gates.attacks.hostile_pdfs import PDFS
from tests.gates.attacks.hostile_trial import MOST_BYTES, MOST_CPU, Trial

KIND = "hostile files"
FEWEST = 80


def attacks() -> list[Attack]:
    return [
        Attack(name=f"{file.decode(errors='replace')}: {name} ({way})", run=partial(_tried, way, file, make, wanted))
        for name, way, file, make, wanted in [*ARCHIVES, *PDFS, *PAGES, *EVIDENCE]
    ]


@cache
def _trial() -> Trial:
    return Trial()


def _tried(way: str, file: bytes, make: Callable[[], bytes], wanted: str) -> str:
    outcome = _trial().of(way, file, make())
    if outcome.fault:
        return outcome.fault
    if not outcome.neighbour:
        return "the document beside it was not read"
    if outcome.peak > MOST_BYTES or outcome.cpu > MOST_CPU:
        return f"it cost {outcome.peak // 1_000_000} MB and {outcome.cpu:.1f} s"
    if not all(reason.strip() for reason in outcome.lost.values()):
        return "something was lost without a reason"
    got = {(True, False): "read", (False, True): "lost", (True, True): "both", (False, False): "nothing"}[
        bool(outcome.read), bool(outcome.lost)
    ]
    return "" if got in wanted.split("|") else f"{got} and not {wanted}: {str(outcome.read or outcome.lost)[:200]}"
