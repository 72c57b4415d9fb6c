"""What a table of attacks is made of.

A table is a module of this folder with `KIND` (what is attacked, as the figure prints it), `FEWEST` (how many
cases there must be) and `attacks() -> list[Attack]`. A case runs product code and returns what went wrong in words, or
an empty string where the program held; an exception is a failure too.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    name: str
    """What is tried; unique in its table."""
    run: Callable[[], str]
    """Tries it: an empty string where the program held, else what happened."""


def failures(attacks: list[Attack]) -> list[str]:
    """A line for each case that did not hold."""
    found = []
    for attack in attacks:
        try:
            fault = attack.run()
        except Exception as exc:  # noqa: BLE001 - a case that raises is a case that fails, and the others still count
            fault = f"{type(exc).__name__}: {exc}"
        if fault:
            found.append(f"{attack.name}: {fault}")
    return found
