"""Finds words, names and numbers of a quoted sentence that stand in another order: roles may have been swapped.

In: the words of a sentence and the quoted sentence they were taken from. Out: a `swap` for each pair that changed
places. Order is all that is compared: an honest passive is objected to as well.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tadori.model.grading import Limit
from tadori.text.limits import limits
from tadori.text.names import same_name
from tadori.text.tokens import terms

_NEAR: Final = 60
"""Characters beside a limiting word in which its neighbours are looked for."""


def reordered(words: str, quoted: str) -> Iterator[Limit]:
    """Content words, names or numbers that stand in another order than in their quoted sentence."""
    yield from _inversions(_order(words), _order(quoted))
    for kind in ("number", "date"):
        yield from _inversions(_forms_of(words, kind), _forms_of(quoted, kind))
    theirs = _forms_of(quoted, "name")
    yield from _inversions([_named_alike(form, theirs) for form in _forms_of(words, "name")], theirs)
    yield from _repaired(words, quoted)
    yield from _moved_limits(words, quoted)


def _inversions(mine: list[str], theirs: list[str]) -> Iterator[Limit]:
    shared = [form for form in mine if mine.count(form) == theirs.count(form) == 1]
    places = [theirs.index(form) for form in shared]
    for at in range(1, len(places)):
        if places[at] < places[at - 1]:
            yield Limit(kind="swap", text=f"{shared[at - 1]} … {shared[at]}")


def _moved_limits(words: str, quoted: str) -> Iterator[Limit]:
    """Limiting words that stand beside other words than in the quoted sentence: `only` before another noun."""
    there = {(form, beside) for form, sides in _sides_of_limits(quoted) for beside in sides}
    known = {form for form, _ in there}
    for form, sides in _sides_of_limits(words):
        if form in known and sides and not any((form, beside) in there for beside in sides):
            yield Limit(kind="swap", text=f"{form} … {min(sides)}")


def _sides_of_limits(words: str) -> list[tuple[str, set[str]]]:
    """Each quantifier, hedge and exception with the content words right before and behind it."""
    return [
        (
            one.form,
            {*terms(words[max(0, one.start - _NEAR) : one.start])[-1:], *terms(words[one.end : one.end + _NEAR])[:1]},
        )
        for one in limits(words)
        if one.kind in ("quantifier", "hedge", "exception", "negation")
    ]


def _repaired(words: str, quoted: str) -> Iterator[Limit]:
    """Numbers that stand behind another date than in the quoted sentence: 1960年の8位 for 1960年の10位."""
    mine, theirs = _dates_of_numbers(words), _dates_of_numbers(quoted)
    for number, date in mine.items():
        if number in theirs and theirs[number] != date:
            yield Limit(kind="swap", text=f"{number} … {date or theirs[number]}")


def _dates_of_numbers(words: str) -> dict[str, str]:
    """Each number with the date before it, where a sentence has several dates."""
    found, date = {}, ""
    facts = [one for one in limits(words) if one.kind in ("number", "date")]
    if sum(one.kind == "date" for one in facts) < 2:
        return {}
    for one in facts:
        if one.kind == "date":
            date = one.form
        else:
            found[one.form] = date
    return found


def _named_alike(form: str, theirs: Sequence[str]) -> str:
    return next((other for other in theirs if same_name(form, other)), form)


def _forms_of(words: str, kind: str) -> list[str]:
    return [one.form for one in limits(words) if one.kind == kind]


def _order(words: str) -> list[str]:
    return terms_outside(words, [(one.start, one.end) for one in limits(words) if one.kind in ("number", "date")])


def terms_outside(words: str, spans: Sequence[tuple[int, int]]) -> list[str]:
    """The terms of `words` that are no part of a limit: those are compared by what they mean."""
    return terms(words_without(words, spans))


def words_without(words: str, spans: Sequence[tuple[int, int]]) -> str:
    """`words` with a mark in place of each span, so that what stood apart stays apart."""
    kept, position = [], 0
    for start, end in spans:
        kept.append(words[position : max(position, start)])
        position = max(position, end)
    return " ・ ".join([*kept, words[position:]])
