"""Rule `heading`: a sentence that leaves its subject to the heading or title above it, printed with that (X11).

In: a goal such as `Under “work_mem”: The default is 4 MB.` (「共有バッファ」の項：…), and the quotations. Out: the
reduction to the sentence itself in a quotation that stands under that heading, or in a source of that title. The
heading is named, not made the subject: whether the sentence speaks about it is left to the reader.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tadori.judge.derive.base import Goal, Reduction
from tadori.model.grading import DerivationStep, QuotedPassage
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.sameness import has_words, same_words

_UNDER: Final = lazy_pattern(
    r"(?s)\s*(?:Under “(?P<en>[^“”\n]{1,160})”: |「(?P<ja>[^「」\n]{1,160})」の項：)(?P<rest>.+)"
)


def under_its_heading(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
    """The quotations under the heading that the goal names; at most one reduction each."""
    found = _UNDER.fullmatch(goal.text)
    if found is None:
        return
    named = found["en"] or found["ja"]
    for at, passage in enumerate(quotations):
        if goal.only is not None and at not in goal.only:
            continue
        above = (*passage.heading.split(" › "), passage.source)
        if has_words(named) and any(same_words(named, words) for words in above if words):
            step = DerivationStep(rule="heading", detail=f"under “{named}”", quotations=(at,))
            yield Reduction(goals=(Goal(text=found["rest"], only=frozenset([at]), speaker=goal.speaker),), step=step)
