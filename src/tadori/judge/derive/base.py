"""What a derivation rule takes and gives (X11). Types only.

The check proves a sentence backwards. A rule looks at a goal (a sentence that must be shown to follow) and says from
which simpler goals it would follow by one step; a goal that is a quoted sentence, word for word, is proven. A rule must
never offer a reduction in which the goals do not entail the sentence, or in which a limit of the quoted words is lost.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tadori.model.grading import DerivationStep, QuotedPassage


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A sentence that must stand in a quotation or be reduced further."""

    text: str
    only: frozenset[int] | None = None
    """Indexes of the quotations that may prove it; None: any."""
    speaker: str = ""
    """Whose words they may be: words inside somebody's direct speech prove only a goal with that speaker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reduction:
    """One step: `goals` together entail the sentence, by `step`. No goals: the step proves it from its quotations."""

    goals: tuple[Goal, ...]
    step: DerivationStep


DerivationRule = Callable[[Goal, Sequence[QuotedPassage]], Iterator[Reduction]]
"""The ways in which one rule could have made the goal's sentence, best first, at most a few. Deterministic and bounded:
goals have up to 2 000 characters, quotations up to 8 000, and there may be twenty."""
