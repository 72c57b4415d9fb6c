"""Multi-hop, as `evaluate.multihop` measures it: all gold passages among the first 8 pages that research reads."""

from tadori.evaluate import multihop
from tests.gates.figures import Figure
from tests.gates.floors import bench, floored

NEEDS = ["retrieval/2wiki-101", "retrieval/2wiki-6119"]
FLOORS = {"2wiki-101": 0.93, "hotpotqa-100": 0.93, "musique-100": 0.55}
QUICK_FLOORS = {"2wiki-101": 0.92, "hotpotqa-100": 0.84, "musique-100": 0.44}
"""As measured on every fourth question, less one or two questions; one question moves it by four points."""


def run(quick: bool) -> list[Figure]:
    used = bench(quick)
    floors = {f"{name}: {multihop.FIGURE}": floor for name, floor in (QUICK_FLOORS if quick else FLOORS).items()}
    return floored([*multihop.two_wiki(used), *multihop.hotpot(used), *multihop.musique(used)], floors)
