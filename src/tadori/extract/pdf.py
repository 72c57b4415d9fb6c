"""Reads a PDF capture page by page, and puts paragraphs together from lines.

Pages that are pictures are read by OCR where the extra is installed, and noted where it is not. pdfium is not
thread-safe, so one document is read at a time.
"""

import math
import re
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, Final

from tadori.errors import SourceGarbled, SourceTooLarge
from tadori.extract import ocr
from tadori.extract.composer import LANGUAGE_SAMPLE, compose
from tadori.extract.date_lines import bare_day, labelled_day
from tadori.extract.dates import day_in
from tadori.extract.lines import BULLET, PrintedLine, blocks_from, half_width_units
from tadori.extract.pdf_visibility import Edges, UnseenLineDetector, seen_lines
from tadori.extract.plain import short_title
from tadori.extract.running_lines import without_running_lines
from tadori.model.ids import IsoDate
from tadori.model.page import Capture, Extracted, PageType
from tadori.model.thresholds import MAX_TEXT_CHARS
from tadori.text.language import language_of
from tadori.text.normalise import strip_invisible
from tadori.text.sameness import plain_forms

MAX_PAGES: Final = 3000
MAX_OCR_PAGES: Final = 20
_OCR_SCALE: Final = 2.5
_MOST_DOTS: Final = 25_000_000
_NO_OCR: Final = "scanned, no OCR installed (pip install tadori[ocr])"
_BYLINES: Final = 15
_WIDE_LINE: Final = 1.3
_WIDE_GAP: Final = 3.0
_MARGIN: Final = 0.1
"""Of the height of a page, above and below."""
_WORD: Final = re.compile(r"\S+")
_LOCK: Final = threading.Lock()
_NO_TITLE: Final = ("microsoft word", "microsoft powerpoint", "untitled", "無題", "名称未設定", "document1")
_FILE_NAMES: Final = (".doc", ".docx", ".indd", ".ppt", ".pptx", ".xls", ".xlsx", ".pdf", ".tex", ".dvi", ".jtd")


def extract_pdf(capture: Capture) -> Extracted:
    """Read a PDF.

    Raises:
        SourceGarbled: encrypted, broken, or without any text.
        SourceTooLarge: over `MAX_TEXT_CHARS`.
    """
    notes: list[str] = []
    with _LOCK, _opened(capture) as document:
        pages = list(_pages(document, capture.url, notes))
        stated = document.get_metadata_dict()
    text_pages, running = without_running_lines(pages)
    blocks = blocks_from(text_pages) or blocks_from(pages)
    if not blocks and notes:
        raise SourceGarbled(source=capture.url, reason=f"no page has text ({notes[0]})")
    text, pieces = compose(blocks, capture.url)
    top = [line.text for page in pages[:1] for line in page]
    return Extracted(
        title=_title(stated.get("Title", ""), [block.text for block in blocks if block.level == 1])
        or short_title(text),
        date=_printed_date(top) or _stated_date(stated.get("CreationDate", "")),
        lang=language_of(text[:LANGUAGE_SAMPLE]),
        page_type=PageType.DOCUMENT,
        text=text,
        pieces=pieces,
        author=stated.get("Author", "").strip(),
        notes=(*notes, *running),
    )


def raw_pdf_text(capture: Capture) -> str:
    """All text of all pages as pdfium gives it, pictures read by OCR where that is installed."""
    parts = []
    with _LOCK, _opened(capture) as document:
        for index in range(min(len(document), MAX_PAGES)):
            try:
                with _page(document, index) as (page, textpage):
                    text = textpage.get_text_range()
                    if not text.strip() and ocr.ocr_installed() and _is_picture(page):
                        text = "\n".join(_ocr_lines(page))
                    parts.append(text)
            except SourceGarbled:
                continue
    return "\n".join(parts)


@contextmanager
def _opened(capture: Capture) -> Iterator[Any]:
    import pypdfium2  # lazy: 60 ms; only where a PDF is read

    try:
        document = pypdfium2.PdfDocument(capture.body)
    except pypdfium2.PdfiumError as exc:
        locked = "password" in str(exc).lower()
        reason = "the PDF is encrypted" if locked else "the PDF is broken and cannot be opened"
        raise SourceGarbled(source=capture.url, reason=reason) from exc
    with closing(document):
        yield document


@contextmanager
def _page(document: Any, index: int) -> Iterator[tuple[Any, Any]]:
    """One page and its text. Raises `SourceGarbled` where it is broken."""
    import pypdfium2  # lazy: 60 ms; only where a PDF is read

    try:
        with closing(document[index]) as page, closing(page.get_textpage()) as textpage:
            yield page, textpage
    except pypdfium2.PdfiumError as exc:
        raise SourceGarbled(source=f"page {index + 1}", reason="broken") from exc


def _pages(document: Any, source: str, notes: list[str]) -> Iterator[list[PrintedLine]]:
    """The lines of each page; what could not be read is noted."""
    if len(document) > MAX_PAGES:
        notes.append(f"only the first {MAX_PAGES} of {len(document)} pages were read")
    total = pictures = 0
    for index in range(min(len(document), MAX_PAGES)):
        try:
            with _page(document, index) as (page, textpage):
                printed = lines_of(textpage, index + 1, page.get_size())
                lines = seen_lines(page, printed)
                if len(lines) < len(printed):
                    notes.append(f"page {index + 1}: {len(printed) - len(lines)} lines that nobody sees were left out")
                if not lines and _is_picture(page):
                    pictures += 1
                    lines = _recognised(page, index + 1, pictures, notes)
        except SourceGarbled as exc:
            notes.append(str(exc))
            continue
        total += sum(len(line.text) for line in lines)
        if total > MAX_TEXT_CHARS:
            raise SourceTooLarge(source=source, reason=f"more than {MAX_TEXT_CHARS} characters of text")
        yield lines


def lines_of(textpage: Any, number: int, size: tuple[float, float]) -> list[PrintedLine]:
    """The lines of one page with their place and letter size, in the order of the document."""
    text = textpage.get_text_range()
    # Places can be looked up only while characters and text run in step; they do but for rare broken fonts.
    in_step = len(text) == textpage.count_chars()
    at = 0
    found: list[tuple[PrintedLine, str, int]] = []
    suspicion = UnseenLineDetector(textpage, size)
    for printed in text.split("\r\n"):
        clean = _clean(printed)
        if clean:
            line = PrintedLine(text=clean, page=number)
            if in_step:
                first, last = at + len(printed) - len(printed.lstrip()), at + len(printed.rstrip()) - 1
                ends = _place(line, textpage, first, last)
                line.margin = not _MARGIN * size[1] < line.bottom < (1 - _MARGIN) * size[1]
                line.suspect = suspicion.of(first, last, ends)
            found.append((line, printed, at))
        at += len(printed) + 2
    if in_step:
        _find_cells(textpage, found)
    return [line for line, _, _ in found]


def _place(line: PrintedLine, textpage: Any, first: int, last: int) -> tuple[Edges, Edges]:
    """Set the position of `line`; returns the edges of its first and last character."""
    from pypdfium2 import raw  # lazy: 60 ms; only where a PDF is read

    ends = textpage.get_charbox(first), textpage.get_charbox(last)
    line.left, line.bottom, _, top = ends[0]
    _, _, line.right, line.top = ends[1]
    line.top = max(line.top, top)
    # A bullet may be printed in another size than its text.
    line.size = raw.FPDFText_GetFontSize(textpage, last if BULLET.match(line.text) else first)
    return ends


def _find_cells(textpage: Any, found: list[tuple[PrintedLine, str, int]]) -> None:
    """Split the lines that run wider than their letters at their wide gaps: rows of a table."""
    widths = sorted((line.right - line.left) / half_width_units(line.text) for line, _, _ in found)
    narrow = widths[len(widths) // 4] if widths else 0.0
    for line, printed, at in found:
        if (line.right - line.left) / half_width_units(line.text) < _WIDE_LINE * narrow:
            continue
        cells = [""]
        for word in _WORD.finditer(printed):
            gap = word.start() and _gap(textpage, printed, at, word.start()) > _WIDE_GAP * narrow
            cells = [*cells, word[0]] if gap else [*cells[:-1], f"{cells[-1]} {word[0]}"]
        line.cells = tuple(clean for cell in cells if (clean := _clean(cell)))


def _gap(textpage: Any, printed: str, at: int, start: int) -> float:
    """The width of the white space that ends before the character at `start` of the line that begins at `at`."""
    end_before = len(printed[:start].rstrip()) - 1
    if end_before < 0:
        return 0.0
    return float(textpage.get_charbox(at + start)[0] - textpage.get_charbox(at + end_before)[2])


def _clean(printed: str) -> str:
    # pdfium writes U+FFFE (and some fonts U+0002) where a word was parted at a line end.
    joined = printed.replace("\ufffe", "").replace("\x02", "")
    return " ".join(strip_invisible(plain_forms(joined)).split())


def _is_picture(page: Any) -> bool:
    from pypdfium2 import raw  # lazy: 60 ms; only where a PDF is read

    return next(iter(page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3)), None) is not None


def _recognised(page: Any, number: int, so_far: int, notes: list[str]) -> list[PrintedLine]:
    if not ocr.ocr_installed():
        notes.append(f"page {number}: {_NO_OCR}")
        return []
    if so_far > MAX_OCR_PAGES:
        notes.append(f"page {number}: scanned, over the limit of {MAX_OCR_PAGES} pages for OCR")
        return []
    lines = [PrintedLine(text=text, page=number) for text in _ocr_lines(page)]
    notes.append(f"page {number}: scanned, {len(lines)} lines read by OCR")
    return lines


def _ocr_lines(page: Any) -> list[str]:
    # A page may state to be as large as a house; what is recognised on it does not need more dots than a poster.
    scale = min(_OCR_SCALE, math.sqrt(_MOST_DOTS / max(1.0, page.get_width() * page.get_height())))
    texts = ocr.lines_in(page.render(scale=scale).to_numpy())
    return [clean for clean in map(_clean, texts) if any(map(str.isalnum, clean))]


def _title(stated: str, headings: list[str]) -> str:
    clean = _clean(stated)
    if clean and not clean.lower().startswith(_NO_TITLE) and not clean.lower().endswith(_FILE_NAMES):
        return clean
    return headings[0] if headings else ""


def _printed_date(lines: list[str]) -> IsoDate | None:
    """A date that a line at the top of the first page consists of, or labels as the document's."""
    top = lines[:_BYLINES]
    labelled = next((found[1] for line in top if (found := labelled_day(line))), None)
    return labelled or next((day for line in top if (day := bare_day(line))), None)


def _stated_date(text: str) -> IsoDate | None:
    """The day of a PDF date such as `D:20240531090000+09'00'`."""
    return day_in(text.removeprefix("D:")[:8])
