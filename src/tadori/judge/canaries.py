"""Makes canaries of a sentence: mutants of it that say something else, for judges that should notice (X11).

Comes in: a sentence of a report, Japanese or English. Goes out: mutants with their kind, one of each kind first, always
at least one. The same sentence always gives the same ones. A judge that accepts any of them has not read the sentence,
and its word on it counts for nothing (`minds/llm/workers/entailment.py`). No judge is asked here.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, zip_longest
from typing import Final

from tadori.judge import mutants_english, mutants_japanese
from tadori.judge.mutant import Mutant
from tadori.judge.mutants_values import date_mutants, number_mutants, swap_mutants
from tadori.model.ids import JA
from tadori.text.limits import limit_script
from tadori.text.sameness import same_words

MOST_MADE: Final = 8
FEWEST_MADE: Final = 2
"""With fewer, the plain denial of the sentence is added."""
Maker = Callable[[str], Iterator[Mutant]]
# What a careless reader overlooks comes first.
_ENGLISH: Final[Sequence[Maker]] = (
    number_mutants,
    mutants_english.denial_mutants,
    swap_mutants,
    mutants_english.limit_mutants,
    mutants_english.condition_mutants,
    date_mutants,
    mutants_english.opposite_mutants,
)
_JAPANESE: Final[Sequence[Maker]] = (
    number_mutants,
    mutants_japanese.denial_mutants,
    swap_mutants,
    mutants_japanese.limit_mutants,
    mutants_japanese.condition_mutants,
    date_mutants,
    mutants_japanese.opposite_mutants,
)


@lru_cache(maxsize=1024)
def canaries_of(sentence: str) -> tuple[Mutant, ...]:
    """The mutants of `sentence`; its denial besides where hardly any other can be made."""
    japanese = limit_script(sentence) == JA
    made = [list(maker(sentence)) for maker in (_JAPANESE if japanese else _ENGLISH)]
    found: dict[str, Mutant] = {}
    for mutant in chain.from_iterable(zip_longest(*made)):
        if mutant is not None and not same_words(mutant.text, sentence):
            found.setdefault(mutant.text, mutant)
    if len(found) < FEWEST_MADE:
        other = mutants_japanese.denied(sentence) if japanese else mutants_english.denied(sentence)
        found.setdefault(other.text, other)
    return tuple(found.values())[:MOST_MADE]
