"""Everything that was tried against Tadori and must never work again: tables of cases in `tests/gates/attacks/`.

One figure a table for how many cases did not hold (none may), and one for how many there are. `--quick` runs every
table's pinned sample, spread evenly over it.
"""

import importlib
import pkgutil

from tests.gates import attacks
from tests.gates.attacks.case import failures
from tests.gates.figures import Figure

NEEDS: list[str] = []
SAMPLE = 12
"""Cases of each table in a quick run."""
FEWEST_IN_ALL = 300


def run(quick: bool) -> list[Figure]:
    figures, total = [], 0
    for name in sorted(module.name for module in pkgutil.iter_modules(attacks.__path__) if module.name != "case"):
        table = importlib.import_module(f"{attacks.__name__}.{name}")
        if not hasattr(table, "attacks"):
            continue
        cases = table.attacks()
        total += len(cases)
        tried = cases[:: max(1, len(cases) // SAMPLE)] if quick else cases
        found = failures(tried)
        for line in found:
            print(f"         did not hold: {line}", flush=True)
        figures += [
            Figure(
                name=f"attacks, {table.KIND}: did not hold",
                value=len(found),
                floor=0,
                aim=0,
                n=len(tried),
                at_least=False,
            ),
            Figure(name=f"attacks, {table.KIND}: cases", value=len(cases), floor=table.FEWEST, aim=None, n=len(cases)),
        ]
    figures.append(Figure(name="attacks: cases in all", value=total, floor=FEWEST_IN_ALL, aim=None, n=total))
    return figures
