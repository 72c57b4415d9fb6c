"""Lays out the chosen sentences of an open question: facets as sections, two sides as a table, changes in time.

In: the parsed question and the chosen sentences, best first. Out: in reading order, each with the facet it stands
under, and the rows of a comparison. It chooses nothing and writes nothing but the names of its own facets.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tadori.model.evidence_thresholds import ALIKE_ASPECT, FEWEST_FOR_FACETS, MOST_FACETS
from tadori.model.ids import JA, Lang
from tadori.rank.arguments import ArgumentSide, argument_side
from tadori.rank.compared_sides import side_terms, sides_of
from tadori.rank.features import tokenized
from tadori.rank.question import ParsedQuestion
from tadori.rank.question_kinds import QuestionKind
from tadori.text.dates import dates

_FACETS: Final[Mapping[str, tuple[str, str]]] = {
    "for": ("利点・賛成", "For"),
    "against": ("問題点・反対", "Against"),
    "": ("そのほか", "Also"),
    "both": ("両方について", "Both together"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenSentence:
    """A sentence of the answer, as laying out needs it."""

    claim_id: str
    text: str
    title: str
    heading: str
    section: str
    page_id: str
    place: int


@dataclass(frozen=True, slots=True)
class LaidOut:
    """One sentence and the facet it stands under; an empty facet stands before all others."""

    claim_id: str
    facet: str


@dataclass(frozen=True, slots=True)
class AspectRow:
    """One aspect of a comparison, and the claims of each side."""

    aspect: str
    cells: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Layout:
    order: tuple[LaidOut, ...]
    rows: tuple[AspectRow, ...] = ()


def laid_out(question: ParsedQuestion, chosen: Sequence[ChosenSentence], lang: Lang) -> Layout:
    """The layout of one part of an answer; `lang` is the report's."""
    match question.kind:
        case QuestionKind.COMPARISON if len(question.sides) == 2:
            return _compared(question.sides, chosen, lang)
        case QuestionKind.FOR_AGAINST:
            return Layout(_by_side(chosen, lang))
        case QuestionKind.CHANGE:
            return Layout(_in_time(chosen))
        case _:
            return Layout(_by_source(chosen))


def _by_side(chosen: Sequence[ChosenSentence], lang: Lang) -> tuple[LaidOut, ...]:
    sides: dict[ArgumentSide, list[str]] = defaultdict(list)
    for one in chosen:
        sides[argument_side(one.text, one.heading)].append(one.claim_id)
    order = (ArgumentSide.FOR, ArgumentSide.AGAINST, ArgumentSide.NEITHER)
    return tuple(LaidOut(claim_id, _facet(side.value, lang)) for side in order for claim_id in sides[side])


def _facet(key: str, lang: Lang) -> str:
    ja, en = _FACETS[key]
    return ja if lang == JA else en


_YEAR: Final = re.compile(r"(?<!\d)(1[0-9]\d\d|20\d\d)(?!\d)")


def _in_time(chosen: Sequence[ChosenSentence]) -> tuple[LaidOut, ...]:
    """Dated sentences by their first date; undated ones, in their order, before them."""

    def when(one: ChosenSentence) -> tuple[int, int, int]:
        stated = [(d.year, d.month or 0, d.day or 0) for d in dates(one.text) if d.year is not None]
        years = [(int(y), 0, 0) for y in _YEAR.findall(one.text)]
        return min(stated or years, default=(0, 0, 0))

    return tuple(LaidOut(one.claim_id, "") for one in sorted(chosen, key=when))


def _by_source(chosen: Sequence[ChosenSentence]) -> tuple[LaidOut, ...]:
    """The best sentence first, then page by page in reading order; few sentences, or too many pages, as one list."""
    if len(chosen) < FEWEST_FOR_FACETS:
        return tuple(LaidOut(one.claim_id, "") for one in chosen)
    first, *rest = chosen
    groups: dict[str, list[ChosenSentence]] = {}
    for one in rest:
        groups.setdefault(one.page_id, []).append(one)
    kept = list(groups)[:MOST_FACETS]
    order = [LaidOut(first.claim_id, "")]
    order += [LaidOut(one.claim_id, "") for one in rest if one.page_id not in kept]
    for page_id in kept:
        mine = sorted(groups[page_id], key=lambda one: one.place)
        facet = _label(mine)
        order += [LaidOut(one.claim_id, facet) for one in mine]
    return tuple(order)


def _label(group: Sequence[ChosenSentence]) -> str:
    """What the sentences of one page stand under: their common heading behind the title, or the title."""
    title = group[0].title.strip()
    headings = {one.heading.strip() for one in group}
    heading = headings.pop() if len(headings) == 1 else ""
    if not heading or heading == title:
        return title
    return f"{title} › {heading}" if title else heading


def _compared(sides: Sequence[str], chosen: Sequence[ChosenSentence], lang: Lang) -> Layout:
    """Sentences about both sides first; then rows of sentences that speak of one side each and share an aspect."""
    named = side_terms(sides)
    held: dict[tuple[bool, ...], list[ChosenSentence]] = defaultdict(list)
    for one in chosen:
        held[sides_of(one.text, one.section, one.title, named)].append(one)
    rows, used = _aligned(held[True, False], held[False, True], named[0] | named[1])
    order = [LaidOut(one.claim_id, "") for one in held[True, True]]
    order += [LaidOut(claim_id, "") for row in rows for cell in row.cells for claim_id in cell]
    for key, side in (((True, False), sides[0]), ((False, True), sides[1])):
        order += [LaidOut(one.claim_id, side) for one in held[key] if one.claim_id not in used]
    order += [LaidOut(one.claim_id, _facet("", lang)) for one in held[False, False]]
    return Layout(tuple(order), rows)


def _aligned(
    left: Sequence[ChosenSentence], right: Sequence[ChosenSentence], subjects: frozenset[str]
) -> tuple[tuple[AspectRow, ...], frozenset[str]]:
    """Pairs of sentences that share words besides the subjects, the most alike first."""
    pairs = []
    for a in left:
        for b in right:
            shared = (tokenized(a.text).tokens & tokenized(b.text).tokens) - subjects
            shared = frozenset(term for term in shared if len(term) > 1)
            least = min(len(tokenized(a.text).tokens), len(tokenized(b.text).tokens))
            if len(shared) >= ALIKE_ASPECT * max(1, least):
                pairs.append((len(shared) / max(1, least), a, b))
    rows: list[AspectRow] = []
    used: set[str] = set()
    for _, a, b in sorted(pairs, key=lambda pair: -pair[0]):
        if a.claim_id in used or b.claim_id in used:
            continue
        used |= {a.claim_id, b.claim_id}
        rows.append(AspectRow(_aspect(a, b), ((a.claim_id,), (b.claim_id,))))
    return tuple(rows), frozenset(used)


def _aspect(a: ChosenSentence, b: ChosenSentence) -> str:
    """The heading both stand under; empty where there is none."""
    return a.heading if a.heading and a.heading == b.heading else ""
