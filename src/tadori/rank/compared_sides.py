"""Says which side of a comparison a sentence speaks of, and lets both sides into the answer.

In: the sides as the question names them, sentences with what stands above them, their worth. Out: sides, and the worth
with both sides on one level. Which sentences are taken is decided in `open_answers.py`.
"""

from collections import defaultdict
from collections.abc import Sequence

from tadori.model.evidence_thresholds import OPEN_BOTH_SIDES, OPEN_NO_SIDE
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.features import tokenized
from tadori.text.tokens import terms

Sides = tuple[bool, ...]
BOTH: Sides = (True, True)
NEITHER: Sides = (False, False)


def side_terms(sides: Sequence[str]) -> list[frozenset[str]]:
    return [frozenset(terms(side)) for side in sides]


def sides_of(text: str, section: str, title: str, named: Sequence[frozenset[str]]) -> Sides:
    """Which sides a sentence speaks of: by its own words, else by its headings, else by its title."""
    for words in (text, section, title):
        found = tuple(_names(words, side, other) for side, other in zip(named, reversed(named), strict=True))
        if any(found):
            return found
    return tuple(False for _ in named)


def _names(words: str, side: frozenset[str], other: frozenset[str]) -> bool:
    """Whether the words hold all that tells this side from the other."""
    own = side - other or side
    return bool(own) and own <= tokenized(words).tokens


def worth_by_side(candidates: Sequence[AnswerCandidate], worth: Sequence[float], sides: Sequence[str]) -> list[float]:
    """The worth with the weaker side lifted to the other, so that a comparison has both; what names none sinks."""
    named = side_terms(sides)
    groups: dict[Sides, list[int]] = defaultdict(list)
    for index, c in enumerate(candidates):
        groups[sides_of(c.text, c.section, c.title, named)].append(index)
    lifted = list(worth)
    best = {key: max(worth[i] for i in members) for key, members in groups.items()}
    left, right = (True, False), (False, True)
    if left in best and right in best:
        top = max(best[left], best[right])
        for key in (left, right):
            for i in groups[key]:
                lifted[i] += top - best[key]
    for i in groups[BOTH]:
        lifted[i] += OPEN_BOTH_SIDES
    for i in groups[NEITHER]:
        lifted[i] -= OPEN_NO_SIDE
    return lifted
