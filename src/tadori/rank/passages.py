"""Cuts a page into the passages that are indexed.

In: a page, its whole text and its pieces. Out: runs of neighbouring pieces of bounded length, in order. A short page is
one passage. A piece is split only when it alone is far too long, and then between sentences.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tadori.model.doors import Passage
from tadori.model.evidence_thresholds import PASSAGE_LONGEST, PASSAGE_LONGEST_DENSE
from tadori.model.ids import Lang, content_id
from tadori.model.page import FragmentType, Page, TextElement
from tadori.text.sentences import TextSpan, sentences

_DENSE: Final = frozenset(["ja", "zh", "ko", "th"])


def cut_passages(page: Page, text: str, pieces: Sequence[TextElement]) -> list[Passage]:
    """The passages of `page`, whose extracted text is `text`. None for a text without a visible character."""
    longest = PASSAGE_LONGEST_DENSE if page.lang in _DENSE else PASSAGE_LONGEST
    if len(text) <= longest:
        spans = [TextSpan(0, len(text))]
    else:
        spans = list(_merged(list(_bounded(text, pieces, page.lang, longest)), longest))
    trimmed = (_trimmed(text, span) for span in spans)
    return [_passage(page, text, span) for span in trimmed if span.start < span.end]


def _bounded(text: str, pieces: Sequence[TextElement], lang: Lang, longest: int) -> Iterator[tuple[TextSpan, bool]]:
    """The pieces, the far too long ones split; with each, whether it is a heading."""
    whole = [(TextSpan(p.start, p.end), p.fragment_type is FragmentType.HEADING) for p in pieces]
    for span, is_heading in whole or [(TextSpan(0, len(text)), False)]:
        if span.end - span.start <= 2 * longest:
            yield span, is_heading
            continue
        for part in _split(text, span, lang, longest):
            yield part, False


def _split(text: str, span: TextSpan, lang: Lang, longest: int) -> Iterator[TextSpan]:
    """`span` in parts of at most `longest` characters, cut between sentences where there are any."""
    start = span.start
    end = start
    for sentence in sentences(text[span.start : span.end], lang):
        after = span.start + sentence.end
        if after - start > longest and end > start:
            yield TextSpan(start, end)
            start = end
        while after - start > longest:
            yield TextSpan(start, start + longest)
            start += longest
        end = after
    if end > start:
        yield TextSpan(start, end)


def _merged(parts: Sequence[tuple[TextSpan, bool]], longest: int) -> Iterator[TextSpan]:
    """Neighbours together while they fit; a heading opens a new passage once the old one has some length."""
    start, end = parts[0][0].start, parts[0][0].end
    for span, is_heading in parts[1:]:
        full = span.end - start > longest
        if full or (is_heading and end - start > longest // 3):
            yield TextSpan(start, end)
            start = span.start
        end = span.end
    yield TextSpan(start, end)


def _trimmed(text: str, span: TextSpan) -> TextSpan:
    words = text[span.start : span.end]
    return TextSpan(span.start + len(words) - len(words.lstrip()), span.start + len(words.rstrip()))


def _passage(page: Page, text: str, span: TextSpan) -> Passage:
    return Passage(
        id=content_id("ps", page.id, span.start, span.end),
        page_id=page.id,
        url=page.url,
        title=page.title,
        date=page.date,
        lang=page.lang,
        start=span.start,
        end=span.end,
        text=text[span.start : span.end],
    )
