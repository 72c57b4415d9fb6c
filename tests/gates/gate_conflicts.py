"""RAMDocs, as `evaluate.conflicts` measures it, and the floors under it."""

from tadori.evaluate import conflicts
from tests.gates.figures import Figure
from tests.gates.floors import bench, floored

NEEDS = ["conflicts/ramdocs-first-half.jsonl.gz"]
FLOORS = {
    f"{conflicts.RAMDOCS}: {part}: {figure}": floor
    for part in ("unseen half", "all")
    for figure, floor in (
        ("a right answer printed", 0.60),
        ("a wrong answer printed as corroborated and uncontested", 0.10),
        ("both sides shown where there are two", 0.60),
    )
}
tuning_half = conflicts.tuning_half


def run(quick: bool) -> list[Figure]:
    return floored(conflicts.ramdocs(bench(quick)), FLOORS, slack=0.30 if quick else 0.0)
