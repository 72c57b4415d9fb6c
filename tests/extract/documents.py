"""Documents that the tests of this room read: captures of every kind, made in place."""

from collections.abc import Sequence
from datetime import UTC, datetime

from tadori.extract.extraction import Extraction
from tadori.model.ids import Url
from tadori.model.page import Capture, Extracted, FragmentType

MOMENT = datetime(2026, 11, 16, tzinfo=UTC)
PROSE = "The harbour office measured the current for twelve months, and it published every reading it took."
PROSE_JA = "港の事務所は十二か月にわたって潮流を測り、得られた値をすべて公表した。観測は毎日三回、同じ場所で行われた。"


def captured(
    body: str | bytes,
    media_type: str = "text/html",
    *,
    url: str = "https://example.org/page",
    charset: str | None = None,
) -> Capture:
    raw = body.encode() if isinstance(body, str) else body
    return Capture(
        url=Url(url), body=raw, media_type=media_type, charset=charset, fetched_at=MOMENT, source_tag="library"
    )


def page(body: str, head: str = "") -> Capture:
    """An HTML page around `body`."""
    return captured(f"<!doctype html><html><head>{head}</head><body>{body}</body></html>")


def read(capture: Capture) -> Extracted:
    return Extraction().extract(capture)


def printed(found: Extracted) -> list[tuple[FragmentType, str]]:
    """Type and words of every piece."""
    return [(piece.fragment_type, found.text[piece.start : piece.end]) for piece in found.pieces]


def words(found: Extracted) -> list[str]:
    return [text for _, text in printed(found)]


Line = tuple[float, float, float, str]
"""Left, bottom, size, text."""


def pdf(
    pages: Sequence[Sequence[Line]], *, info: str = "", extra: str = "", trailer: str = "", painted: str = ""
) -> bytes:
    """A PDF with the given lines; Japanese text in a Japanese font. A page without lines is a picture.

    `painted`: operators that every page with lines begins with.
    """
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{' '.join(f'{8 + 2 * n} 0 R' for n in range(len(pages)))}] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        "<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UTF16-H /DescendantFonts [5 0 R] >>",
        "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /DW 1000"
        " /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 6 0 R >>",
        "<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0"
        " /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>",
        f"<< {info} >>",
    ]
    for number, lines in enumerate(pages):
        resources = "<< /Font << /F1 3 0 R /F2 4 0 R >> >>"
        box = "/MediaBox [0 0 595 842]"
        objects.append(f"<< /Type /Page /Parent 2 0 R {box} /Resources {resources} /Contents {9 + 2 * number} 0 R >>")
        content = "\n".join([painted, *map(_shown, lines)]) if lines else _PICTURE
        objects.append(f"<< /Length {len(content.encode('latin-1'))} >>\nstream\n{content}\nendstream")
    if extra:
        objects.append(extra)
    return _file(objects, f"/Root 1 0 R /Info 7 0 R {trailer.format(extra=len(objects))}")


_PICTURE = "q 500 0 0 700 40 40 cm\nBI /W 2 /H 2 /CS /G /BPC 8 /F /AHx ID\n00FF00FF>\nEI Q"  # two by two dots, inline


def _shown(line: Line) -> str:
    left, bottom, size, text = line
    if text.isascii():
        escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        return f"BT /F1 {size} Tf {left} {bottom} Td ({escaped}) Tj ET"
    return f"BT /F2 {size} Tf {left} {bottom} Td <{text.encode('utf-16-be').hex()}> Tj ET"


def _file(objects: Sequence[str], trailer: str) -> bytes:
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    start = len(out)
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}".encode()
    out += f"trailer\n<< /Size {len(objects) + 1} {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)
