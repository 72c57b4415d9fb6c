"""Looks up quotations in the archive (X1). In: quotations. Out: where each was found, or why it cannot be shown.

The page must have been read by this task, its archived text must be the text that was read, and the words must be at
the stated offsets with the stated hash. Each page's text is loaded once and released: a task may read a hundred.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from tadori.errors import EvidenceBroken
from tadori.model.claim import Quotation
from tadori.model.doors import TextArchive
from tadori.model.grading import QuotedPassage
from tadori.model.graph import EvidenceSource
from tadori.model.ids import text_hash
from tadori.model.report import ReadPage
from tadori.report.deep_link import deep_link
from tadori.report.excerpt import excerpt
from tadori.report.passages import heading_above, passage_at


@dataclass(frozen=True, slots=True, kw_only=True)
class LocatedQuotation:
    """A quotation that was found in the archive at its stated offsets."""

    quotation: Quotation
    page: ReadPage
    source: EvidenceSource
    heading: str
    deep_link: str
    excerpt: str
    passage: QuotedPassage
    """The quotation as the sentence check reads it."""


class QuotationFlaw(StrEnum):
    """Why a quotation does not hold; the value is its phrase in `words.py`."""

    PAGE_NOT_READ = "page_not_read"
    PAGE_NOT_ARCHIVED = "page_not_archived"
    PAGE_CHANGED = "page_changed"
    NOT_AT_PLACE = "not_at_place"
    WRONG_HASH = "wrong_hash"


LocatedQuotations = Mapping[Quotation, LocatedQuotation | QuotationFlaw]


def locate_quotations(
    quotations: Iterable[Quotation],
    *,
    pages: Mapping[str, ReadPage],
    sources: Mapping[str, EvidenceSource],
    archive: TextArchive,
) -> LocatedQuotations:
    """Every quotation looked up in the archive, page by page."""
    by_page: defaultdict[str, dict[Quotation, None]] = defaultdict(dict)
    for quotation in quotations:
        by_page[quotation.page_id][quotation] = None
    found: dict[Quotation, LocatedQuotation | QuotationFlaw] = {}
    for page_id, wanted in by_page.items():
        page, source = pages.get(page_id), sources.get(page_id)
        if page is None or source is None:
            found.update(dict.fromkeys(wanted, QuotationFlaw.PAGE_NOT_READ))
            continue
        text = _archived(page, archive)
        found.update({q: text if isinstance(text, QuotationFlaw) else _located(q, text, page, source) for q in wanted})
    return found


def _archived(page: ReadPage, archive: TextArchive) -> str | QuotationFlaw:
    try:
        text = archive.text(page.page_id)
    except EvidenceBroken:
        return QuotationFlaw.PAGE_NOT_ARCHIVED
    return text if text_hash(text) == page.text_hash else QuotationFlaw.PAGE_CHANGED


def _located(
    quotation: Quotation, text: str, page: ReadPage, source: EvidenceSource
) -> LocatedQuotation | QuotationFlaw:
    start, end = quotation.start, quotation.end
    # Negative offsets would count from the end of the text, and empty words stand everywhere.
    if not 0 <= start < end <= len(text) or text[start:end] != quotation.text or not quotation.text.strip():
        return QuotationFlaw.NOT_AT_PLACE
    if text_hash(quotation.text) != quotation.text_hash:
        return QuotationFlaw.WRONG_HASH
    return LocatedQuotation(
        quotation=quotation,
        page=page,
        source=source,
        heading=heading_above(page, start),
        deep_link=deep_link(page, text, start, end),
        excerpt=excerpt(text, start, end),
        passage=passage_at(quotation, text, page, source),
    )
