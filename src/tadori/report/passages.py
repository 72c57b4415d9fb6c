"""A quotation with what stands around it in the archived text, as the sentence check reads it."""

from bisect import bisect_right

from tadori.model.claim import Quotation
from tadori.model.evidence_thresholds import LONGEST_AFTER, LONGEST_BEFORE
from tadori.model.grading import QuotedPassage
from tadori.model.graph import EvidenceSource
from tadori.model.report import ReadPage


def passage_at(quotation: Quotation, text: str, page: ReadPage, source: EvidenceSource) -> QuotedPassage:
    """The quotation with the text between the heading above it and the heading below it, a few sentences at most."""
    start, end = quotation.start, quotation.end
    at = bisect_right(page.headings, start, key=lambda entry: entry[0])
    first = max(_line_end(text, page.headings[at - 1][0], start) if at else 0, start - LONGEST_BEFORE)
    # A heading that begins right behind the quotation ends what belongs to it.
    following = page.headings[at][0] if at < len(page.headings) else len(text)
    return QuotedPassage(
        text=quotation.text,
        before=text[first:start],
        after=text[end : max(end, min(following, end + LONGEST_AFTER))],
        heading=heading_above(page, start),
        source=source.title,
        date=source.date or "",
    )


def heading_above(page: ReadPage, start: int) -> str:
    """The path of the last heading at or before `start`; empty above the first."""
    at = bisect_right(page.headings, start, key=lambda entry: entry[0])
    return page.headings[at - 1][1] if at else ""


def _line_end(text: str, start: int, before: int) -> int:
    """Where the text below a heading begins: behind its line; `before` where the quotation is the heading itself."""
    end = text.find("\n", start, before)
    return before if end < 0 else end + len(text[end:before]) - len(text[end:before].lstrip("\n"))
