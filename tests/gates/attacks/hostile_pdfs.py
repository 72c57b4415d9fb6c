"""PDFs that unpack, nest, refer or repeat without end. (name, way, file name, bytes, what must come of it)"""

import zlib
from collections.abc import Callable

from tests.gates.attacks.hostile_bytes import (
    MEGABYTE,
    SHOWN,
    deep_page_tree,
    flate_pdf,
    flate_run,
    object_stream_pdf,
    one_page,
    pages_pdf,
    pdf,
    picture_pdf,
    stream,
    twice_packed_pdf,
)

Case = tuple[str, str, bytes, Callable[[], bytes], str]
_LINES = b"0 0 m 9 9 l S\n"
_JPEG = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffc00011080000ffff03012200021101031101") + b"\xff\xd9"


def _boxed(box: bytes) -> bytes:
    return picture_pdf(2, 2, b"", b"\0" * 12, box)


def _nested(opening: bytes, closing: bytes, depth: int) -> bytes:
    return pdf([b"<< /Type /Catalog /Pages 2 0 R /A %s %s >>" % (opening * depth, closing * depth), b"<< /Kids [] >>"])


def _recursive_form() -> bytes:
    form = stream(
        b"/X Do /X Do", b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>"
    )
    return one_page(stream(SHOWN + b"/X Do"), resources=b"/XObject << /X 6 0 R >>", more=[form])


def _forms_of_forms(levels: int) -> bytes:
    """Each form paints the next one ten times: a billion laughs."""
    forms = [
        stream(
            b"/X Do " * 10 if level < levels - 1 else SHOWN,
            b"/Type /XObject /Subtype /Form /BBox [0 0 9 9]"
            b" /Resources << /Font << /F1 5 0 R >> /XObject << /X %d 0 R >> >>" % (7 + level),
        )
        for level in range(levels)
    ]
    return one_page(stream(b"/X Do"), resources=b"/XObject << /X 6 0 R >>", more=forms)


def _looped(kids: bytes) -> bytes:
    return pdf([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count 9 /Kids [%s] >>" % kids])


def _previous_table() -> bytes:
    whole = one_page(stream(SHOWN))
    start = whole.rindex(b"startxref") + 10
    place = whole[start:].split(b"\n", 1)[0]
    return whole.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev " + place)


def _encoded(filters: bytes, data: bytes) -> bytes:
    return one_page(stream(data, b"/Filter " + filters))


def _mapped() -> bytes:
    """A font whose table of characters unpacks to hundreds of megabytes."""
    table = flate_run(b"1 beginbfrange <0000> <FFFF> <0041> endbfrange\n" * 20_000, 300, wbits=15)
    font = b"<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /ToUnicode 7 0 R /DescendantFonts [] >>"
    shown = stream(b"BT /F2 10 Tf 60 700 Td <00410042> Tj ET")
    return one_page(shown, resources=b"/Font << /F2 6 0 R >>", more=[font, stream(table, b"/Filter /FlateDecode")])


def _marks() -> bytes:
    """A page whose font shows nothing but accents."""
    table = b"/CIDInit /ProcSet findresource begin begincmap 1 beginbfrange <0000> <FFFF> <0301> endbfrange endcmap end"
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>"
    shown = stream(b"BT /F2 1 Tf 0 700 Td (" + b"a" * 500_000 + b") Tj ET")
    return one_page(shown, resources=b"/Font << /F2 6 0 R >>", more=[font, stream(table)])


PDFS: list[Case] = [
    ("an ordinary PDF", "folder", b"a.pdf", lambda: one_page(stream(SHOWN)), "read"),
    ("an ordinary PDF", "filter", b"a.pdf", lambda: one_page(stream(SHOWN)), "read"),
    (
        "a content that unpacks to a gigabyte of lines",
        "folder",
        b"a.pdf",
        lambda: flate_pdf(_LINES * 70_000, 1_200),
        "lost",
    ),
    (
        "a content that unpacks to a gigabyte of lines",
        "filter",
        b"a.pdf",
        lambda: flate_pdf(_LINES * 70_000, 1_200),
        "lost",
    ),
    (
        "a content that unpacks to a gigabyte of blanks",
        "folder",
        b"a.pdf",
        lambda: flate_pdf(b" " * MEGABYTE, 1_200),
        "lost",
    ),
    ("a content packed twice", "folder", b"a.pdf", lambda: twice_packed_pdf(b"q " * 500_000, 4_000), "lost"),
    ("a gigabyte of brackets", "folder", b"a.pdf", lambda: flate_pdf(b"[" * MEGABYTE, 1_000), "lost"),
    ("millions of words on one page", "folder", b"a.pdf", lambda: flate_pdf(SHOWN * 1_000, 60), "lost|read"),
    (
        "one word of ten million letters",
        "folder",
        b"a.pdf",
        lambda: one_page(stream(b"BT /F1 1 Tf (" + b"a" * 10 * MEGABYTE + b") Tj ET")),
        "lost|read",
    ),
    ("nothing but accents", "folder", b"a.pdf", _marks, "read|lost"),
    ("an object stream of hundreds of megabytes", "folder", b"a.pdf", lambda: object_stream_pdf(400), "lost"),
    ("a million pages", "folder", b"a.pdf", lambda: pages_pdf(MEGABYTE), "read|lost|both"),
    ("a tree of pages a hundred thousand deep", "folder", b"a.pdf", lambda: deep_page_tree(100_000), "lost"),
    ("a tree of pages that is its own branch", "folder", b"a.pdf", lambda: _looped(b"2 0 R 2 0 R"), "lost"),
    (
        "a count of pages that is a lie",
        "folder",
        b"a.pdf",
        lambda: _looped(b"").replace(b"/Count 9", b"/Count 2000000000"),
        "lost",
    ),
    ("a table that comes before itself", "folder", b"a.pdf", _previous_table, "read|lost"),
    ("arrays a million deep", "folder", b"a.pdf", lambda: _nested(b"[", b"]", MEGABYTE), "lost"),
    ("dictionaries half a million deep", "folder", b"a.pdf", lambda: _nested(b"<</A ", b">>", 500_000), "lost"),
    ("a form that paints itself", "folder", b"a.pdf", _recursive_form, "read|lost"),
    ("forms of forms of forms", "folder", b"a.pdf", lambda: _forms_of_forms(9), "lost|read"),
    (
        "sixty filters one over the other",
        "folder",
        b"a.pdf",
        lambda: _encoded(b"[" + b"/AHx " * 60 + b"]", SHOWN.hex().encode() + b">"),
        "lost|read",
    ),
    (
        "run lengths that run on",
        "folder",
        b"a.pdf",
        lambda: _encoded(b"/RunLengthDecode", b"\x81A" * 5 * MEGABYTE),
        "lost",
    ),
    ("LZW that is none", "folder", b"a.pdf", lambda: _encoded(b"/LZWDecode", b"\x80\x0b\x60\x50" * 100_000), "lost"),
    ("a table of letters that unpacks to hundreds of megabytes", "folder", b"a.pdf", _mapped, "read|lost"),
    (
        "a picture of four billion dots",
        "folder",
        b"a.pdf",
        lambda: picture_pdf(65_535, 65_535, b"/Filter /FlateDecode", flate_run(b"\0" * MEGABYTE, 3_000, wbits=15)),
        "lost",
    ),
    (
        "a JPEG of another size",
        "folder",
        b"a.pdf",
        lambda: picture_pdf(65_535, 65_535, b"/Filter /DCTDecode", _JPEG),
        "lost",
    ),
    (
        "a JPEG 2000 that is none",
        "folder",
        b"a.pdf",
        lambda: picture_pdf(9, 9, b"/Filter /JPXDecode", b"\xff\x4f\xff\x51" + b"\xff" * 999),
        "lost",
    ),
    (
        "a JBIG2 that is none",
        "folder",
        b"a.pdf",
        lambda: picture_pdf(65_535, 65_535, b"/Filter /JBIG2Decode", b"\0\0\0\0\x30\0\1" + b"\xff" * 99),
        "lost",
    ),
    ("a page as large as a country", "folder", b"a.pdf", lambda: _boxed(b"[0 0 2000000000 2000000000]"), "lost"),
    ("a page of negative size", "folder", b"a.pdf", lambda: _boxed(b"[0 0 -595 -842]"), "lost"),
    (
        "a password",
        "folder",
        b"a.pdf",
        lambda: pdf(
            [
                b"<< /Type /Catalog >>",
                b"<< /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -4 >>" % (b"41" * 32, b"42" * 32),
            ],
            trailer=b"/Root 1 0 R /Encrypt 2 0 R /ID [<00><00>]",
        ),
        "lost",
    ),
    ("a file that breaks off", "folder", b"a.pdf", lambda: one_page(stream(SHOWN))[:200], "lost"),
    (
        "a length that is a lie",
        "folder",
        b"a.pdf",
        lambda: one_page(stream(SHOWN)).replace(b"/Length 9", b"/Length 9999999999"),
        "read|lost",
    ),
    ("ten megabytes of percent signs", "folder", b"a.pdf", lambda: b"%PDF-1.7\n" + b"%" * 10 * MEGABYTE, "lost"),
    (
        "ten megabytes of objects without an end",
        "folder",
        b"a.pdf",
        lambda: b"%PDF-1.7\n" + b"1 0 obj\n<<\n" * MEGABYTE,
        "lost",
    ),
    (
        "zlib that is none",
        "folder",
        b"a.pdf",
        lambda: _encoded(b"/FlateDecode", zlib.compress(SHOWN)[:-20] + b"\xff" * 9),
        "lost|read",
    ),
]
