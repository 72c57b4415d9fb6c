"""Numbers the quotations of a report, in the order of first use.

In: located quotations. Out: their numbers, and a `Citation` for each number.
"""

from collections.abc import Iterable

from tadori.model.report import Citation
from tadori.report.quotations import LocatedQuotation


class CitationBook:
    """Gives each quoted span one number, from 1, when it is first used."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, int, int], int] = {}
        self._places: list[LocatedQuotation] = []

    def numbers(self, places: Iterable[LocatedQuotation]) -> tuple[int, ...]:
        """The numbers of `places` in the given order, each once."""
        return tuple(dict.fromkeys(self.number(place) for place in places))

    def number(self, place: LocatedQuotation) -> int:
        quotation = place.quotation
        key = (quotation.page_id, quotation.start, quotation.end)
        if key not in self._numbers:
            self._places.append(place)
            self._numbers[key] = len(self._places)
        return self._numbers[key]

    def citations(self) -> tuple[Citation, ...]:
        """Everything that has a number, by number."""
        return tuple(_citation(number, place) for number, place in enumerate(self._places, start=1))


def _citation(number: int, place: LocatedQuotation) -> Citation:
    """The address is that of the page that was read, whatever the graph says."""
    page, source = place.page, place.source
    return Citation(
        number=number,
        page_id=page.page_id,
        url=page.url,
        title=source.title,
        date=source.date,
        lang=source.lang,
        trust=source.trust,
        is_primary=source.is_primary,
        found_at=page.found_at,
        heading=place.heading,
        deep_link=place.deep_link,
        excerpt=place.excerpt,
        content_hash=page.content_hash,
        text_hash=page.text_hash,
        quotation=place.quotation,
        notes=source.notes,
        canonical="" if page.canonical == page.url else page.canonical,
    )
