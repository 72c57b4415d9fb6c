"""Which claims a model chooses the answer from, and in which order it sees them. Pure.

In: candidates with their score for each part of the question, rivals, what was chosen before, and the room. Out: the
ids to show. The best by the rules' scores come first, part by part, with variety over pages, and with the rivals of the
best: a model can only choose, and only resolve, what it sees.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest

from tadori.model.llm_thresholds import CLAIMS_OF_A_PAGE, CLAIMS_TO_CHOOSE_FROM, RIVALS_SHOWN_OF
from tadori.pipeline.rivals import Neighbours


def claims_to_show(
    pages: Mapping[str, str],
    scores: Sequence[Mapping[str, float]],
    rivals: Neighbours,
    before: Sequence[str],
    *,
    room: int,
    size: Callable[[str, Sequence[str]], int],
    most: int = CLAIMS_TO_CHOOSE_FROM,
) -> list[str]:
    """The ids of the claims to show, the most important first, within `room`.

    `size`: how much of it a claim takes when those are shown already. `pages`: the page of each claim that may be
    shown. `scores`: by part of the question. `before`: what is the answer now; it is shown in any case that there is
    room for, so that a model can keep it.
    """
    shown: list[str] = []
    for claim_id in dict.fromkeys(_in_order(pages, scores, rivals, before)):
        if len(shown) == most or room <= 0:
            break
        cost = size(claim_id, shown)
        # A claim that is too long for what is left does not end the list: a shorter one may fit.
        if cost <= room:
            shown.append(claim_id)
            room -= cost
    return shown


def by_page(shown: Sequence[str], pages: Mapping[str, str], places: Mapping[str, int]) -> list[str]:
    """The shown claims page by page, the page of the best one first, in reading order within each."""
    order = {page: number for number, page in enumerate(dict.fromkeys(pages[one] for one in shown))}
    return sorted(shown, key=lambda one: (order[pages[one]], places[one], one))


def _in_order(
    pages: Mapping[str, str], scores: Sequence[Mapping[str, float]], rivals: Neighbours, before: Sequence[str]
) -> Iterator[str]:
    best = list(_best(pages, scores))
    first = [one for one in (*before, *best[:RIVALS_SHOWN_OF]) if one in pages]
    for claim_id in first:
        yield claim_id
        yield from (rival for rival in rivals.get(claim_id, ()) if rival in pages)
    taken: Counter[str] = Counter()
    later = []
    for claim_id in best:
        taken[pages[claim_id]] += 1
        if taken[pages[claim_id]] <= CLAIMS_OF_A_PAGE:
            yield claim_id
        else:
            later.append(claim_id)
    yield from later


def _best(pages: Mapping[str, str], scores: Sequence[Mapping[str, float]]) -> Iterator[str]:
    """The claims by score, the parts by turns: the second part's best comes before the first part's second."""
    ranked = [_ranked(pages, by) for by in scores]
    for turn in zip_longest(*ranked):
        yield from (claim_id for claim_id in turn if claim_id is not None)


def _ranked(pages: Mapping[str, str], scores: Mapping[str, float]) -> list[str]:
    return sorted(pages, key=lambda one: (-scores.get(one, 0.0), one))
