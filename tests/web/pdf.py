"""A PDF of plain text, small enough to be written by hand: one font, ja or en, a page every forty lines.

Japanese is written as two-byte codes with a ToUnicode map and no embedded font: a reader of text finds every
character; a viewer shows whatever font it has.
"""

from typing import Final

LINES_A_PAGE: Final = 40
COLUMNS: Final = {"ja": 36, "en": 84}


def pdf_of(title: str, paragraphs: list[str], lang: str) -> bytes:
    """The document: title and paragraphs, wrapped."""
    lines = [line for text in [title, "", *paragraphs] for line in [*_wrapped(text, lang), ""]]
    pages = [lines[at : at + LINES_A_PAGE] for at in range(0, len(lines), LINES_A_PAGE)]
    font = _japanese_font("".join(lines)) if lang == "ja" else _latin_font()
    first = 3 + len(font)
    kids = " ".join(f"{first + 2 * at} 0 R" for at in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        *font,
    ]
    for at, page in enumerate(pages):
        objects += _page(page, first + 2 * at + 1, lang)
    return _file(objects, title)


def _wrapped(text: str, lang: str) -> list[str]:
    if lang == "ja":
        return [text[at : at + COLUMNS["ja"]] for at in range(0, len(text), COLUMNS["ja"])]
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > COLUMNS["en"]:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return [*lines, line] if line else lines


def _page(lines: list[str], content_number: int, lang: str) -> list[bytes]:
    head = (
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> "
        f"/Contents {content_number} 0 R >>"
    )
    shown = b"\n".join(_shown(line, lang) + b" Tj T*" for line in lines)
    body = b"BT /F1 12 Tf 18 TL 56 780 Td\n" + shown + b"\nET"
    return [head.encode(), _stream(body)]


def _shown(line: str, lang: str) -> bytes:
    if lang == "ja":
        return b"<" + line.encode("utf-16-be").hex().encode() + b">"
    escaped = line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return b"(" + escaped.encode("latin-1") + b")"


def _latin_font() -> list[bytes]:
    return [b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"]


def _japanese_font(used: str) -> list[bytes]:
    codes = sorted({ord(char) for char in used})
    groups = [codes[at : at + 100] for at in range(0, len(codes), 100)]
    chars = "\n".join(
        f"{len(group)} beginbfchar\n" + "\n".join(f"<{code:04x}> <{code:04x}>" for code in group) + "\nendbfchar"
        for group in groups
    )
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /U def /CMapType 2 def\n"
        f"1 begincodespacerange <0000> <ffff> endcodespacerange\n{chars}\nendcmap end end"
    )
    info = "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
    return [
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Mincho /Encoding /Identity-H "
        b"/DescendantFonts [4 0 R] /ToUnicode 5 0 R >>",
        f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Mincho /CIDSystemInfo {info} /DW 1000 "
        "/FontDescriptor 6 0 R >>".encode(),
        _stream(cmap.encode()),
        b"<< /Type /FontDescriptor /FontName /Mincho /Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0 "
        b"/Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>",
    ]


def _stream(body: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n" % len(body) + body + b"\nendstream"


def _file(objects: list[bytes], title: str) -> bytes:
    out = bytearray(b"%PDF-1.7\n")
    written = "feff" + title.encode("utf-16-be").hex()
    places = []
    for number, body in enumerate([*objects, f"<< /Title <{written}> >>".encode()], start=1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\n" % (len(places) + 1, len(places))
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % start)
