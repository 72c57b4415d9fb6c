"""The sentences of quotations with their places, and which quotations may speak of one thing (X11)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tadori.judge.derive.clauses import is_name
from tadori.judge.reading import evidence_sentences
from tadori.model.grading import QuotedPassage
from tadori.text.sameness import comparable

_MOST_GROUPS: Final = 3


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    text: str
    place: int
    """The index of its quotation."""


def quoted_sentences(quotations: Sequence[QuotedPassage]) -> list[PlacedSentence]:
    """Every sentence of every quotation, in order."""
    return [
        PlacedSentence(one, at) for at, passage in enumerate(quotations) for one in evidence_sentences(passage.text)
    ]


def follows(one: PlacedSentence, other: PlacedSentence, quotations: Sequence[QuotedPassage]) -> bool:
    """Whether `other` stands right behind `one` in the source, as their quotations show."""
    a, b = quotations[one.place], quotations[other.place]
    if one.place == other.place:
        return comparable(other.text) in comparable(a.text[a.text.find(one.text) + len(one.text) :])[: len(other.text)]
    above = comparable(b.before + b.text[: max(0, b.text.find(other.text))])
    return bool(above) and above.endswith(comparable(one.text)) and (a.source, a.heading) == (b.source, b.heading)


def compatible_groups(
    quotations: Sequence[QuotedPassage], only: frozenset[int] | None, subject: str, neighbours: bool
) -> Iterator[frozenset[int] | None]:
    """The sets of quotations that may prove sentences about one `subject` together.

    `The company` of one source is not the company of another: without a proper name they must be of one source, date
    and section. Neighbours stand in one quotation.
    """
    allowed = [at for at in range(len(quotations)) if only is None or at in only]
    if neighbours:
        yield from (frozenset({at}) for at in allowed[:_MOST_GROUPS])
        return
    if not subject or is_name(subject):
        yield only
        return
    groups: dict[tuple[str, str, str], set[int]] = {}
    for at in allowed:
        one = quotations[at]
        groups.setdefault((one.source, one.date, one.heading), set()).add(at)
    yield from (frozenset(group) for group in list(groups.values())[:_MOST_GROUPS])
