"""Hostile files, made when they are needed: archives, PDFs, pages and texts that want more than they should get."""

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Sequence

PROSE = "The harbour office measured the current for twelve months, and it published every reading it took. "
HTML = f"<html><body><article><h1>Harbour</h1><p>{PROSE * 4}</p></article></body></html>".encode()
MEGABYTE = 1_000_000


def filled(unit: str | bytes, size: int) -> bytes:
    """`unit` again and again, about `size` bytes."""
    raw = unit.encode() if isinstance(unit, str) else unit
    return raw * max(1, size // len(raw))


# --- packing -----------------------------------------------------------------------------------------------------


def flate_run(unit: bytes, times: int, *, wbits: int = -15) -> bytes:
    """A deflate stream of `unit` repeated, made without unpacking it: `times` equal blocks and an end."""
    packer = zlib.compressobj(9, zlib.DEFLATED, wbits)
    first = packer.compress(unit) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(unit) + packer.flush(zlib.Z_FULL_FLUSH)
    return first + again * (times - 1) + packer.flush(zlib.Z_FINISH)


def gzip_run(start: bytes, unit: bytes, times: int) -> bytes:
    """A gzip member of `start` and then `unit` repeated; its check at the end is wrong, which nobody gets to see."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    head = packer.compress(start + unit) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(unit) + packer.flush(zlib.Z_FULL_FLUSH)
    return head + again * times + packer.flush(zlib.Z_FINISH)


def record(
    body: bytes = HTML,
    *,
    url: str | bytes = "https://e.test/a",
    date: str = "2024-03-05T10:00:00Z",
    kind: str = "response",
    head: bytes = b"Content-Type: text/html\r\n",
    status: bytes = b"HTTP/1.1 200 OK",
    length: object = None,
    version: str = "WARC/1.1",
    more: bytes = b"",
) -> bytes:
    """A WARC record; `length` is what it says of its own length."""
    address = url.encode() if isinstance(url, str) else url
    http = status + b"\r\n" + head + b"\r\n" if kind == "response" else b""
    stated = len(http) + len(body) if length is None else length
    length_line = b"" if stated == "none" else b"Content-Length: %s\r\n" % str(stated).encode()
    held = b"application/http; msgtype=response" if http else b"text/html"
    address_line = b"WARC-Target-URI: %s\r\n" % address if address else b""
    type_line = f"WARC-Type: {kind}\r\n".encode() if kind else b""
    return (
        f"{version}\r\n".encode()
        + type_line
        + address_line
        + f"WARC-Date: {date}\r\n".encode()
        + b"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\nContent-Type: %s\r\n" % held
        + length_line
        + more
        + b"\r\n"
        + http
        + body
        + b"\r\n\r\n"
    )


def good(url: str = "https://e.test/good") -> bytes:
    return record(url=url)


def packed(*records: bytes) -> bytes:
    return b"".join(gzip.compress(one, mtime=0) for one in records)


def wacz(members: Sequence[tuple[str, bytes]], *, method: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return out.getvalue()


GOOD_MEMBER = ("archive/z-good.warc.gz", packed(good()))


def patched(
    data: bytes = b"", *, method: int = 8, change: Callable[[bytearray, int, int], None], members: int = 2
) -> bytes:
    """A WACZ of a first member of `data` and a good one behind it, with the first one's two headers changed.

    `change` gets the file, where the local header and where the directory entry of the first member begin.
    """
    whole = bytearray(
        wacz([("archive/a.warc.gz", data or packed(good("https://e.test/locked"))), GOOD_MEMBER][:members])
    )
    change(whole, 0, whole.index(b"PK\x01\x02"))
    return bytes(whole)


def method_set(method: int) -> bytes:
    def change(whole: bytearray, local: int, entry: int) -> None:
        struct.pack_into("<H", whole, local + 8, method)
        struct.pack_into("<H", whole, entry + 10, method)

    return patched(change=change)


def flag_set(flag: int) -> bytes:
    def change(whole: bytearray, local: int, entry: int) -> None:
        struct.pack_into("<H", whole, local + 6, flag)
        struct.pack_into("<H", whole, entry + 8, flag)

    return patched(change=change)


def name_set(name: bytes, flag: int = 0) -> bytes:
    """The first name replaced in both places; it must have the length of the first one."""

    def change(whole: bytearray, local: int, entry: int) -> None:
        whole[local + 30 : local + 30 + 17] = name
        whole[entry + 46 : entry + 46 + 17] = name
        struct.pack_into("<H", whole, local + 6, flag)
        struct.pack_into("<H", whole, entry + 8, flag)

    assert len(name) == 17
    return patched(change=change)


def overlapping(count: int) -> bytes:
    """Many directory entries for one packed member of ten megabytes."""
    kernel = zlib.compressobj(9, zlib.DEFLATED, -15)
    held = record(b"x" * 10 * MEGABYTE)
    data = kernel.compress(held) + kernel.flush()
    name = b"archive/a.warc"
    local = struct.pack("<4s5H3I2H", b"PK\x03\x04", 20, 0, 8, 0, 33, zlib.crc32(held), len(data), len(held), 14, 0)
    body = local + name + data
    entry = struct.pack(
        "<4s6H3I5H2I", b"PK\x01\x02", 20, 20, 0, 8, 0, 33, zlib.crc32(held), len(data), len(held), 14, 0, 0, 0, 0, 0, 0
    )
    directory = (entry + name) * count
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, count, count, len(directory), len(body), 0)
    return body + directory + end


# --- PDF ---------------------------------------------------------------------------------------------------------


def pdf(objects: Sequence[bytes], *, trailer: bytes = b"/Root 1 0 R") -> bytes:
    """A PDF of numbered objects with its table."""
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d %s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, start)
    return bytes(out)


def stream(data: bytes, entries: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), entries, data)


def one_page(
    content: bytes, *, box: bytes = b"[0 0 595 842]", resources: bytes = b"", more: Sequence[bytes] = ()
) -> bytes:
    """A PDF of one page; `content` is its whole content object, `more` are objects 6 and on."""
    return pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox %s /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> %s >> >>"
            % (box, resources),
            content,
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
            *more,
        ]
    )


SHOWN = b"BT /F1 10 Tf 60 700 Td (The harbour office measured the current for twelve months.) Tj ET\n"


def flate_pdf(unit: bytes, times: int) -> bytes:
    return one_page(stream(flate_run(unit, times, wbits=15), b"/Filter /FlateDecode"))


def twice_packed_pdf(unit: bytes, times: int) -> bytes:
    return one_page(stream(zlib.compress(flate_run(unit, times, wbits=15), 9), b"/Filter [/FlateDecode /FlateDecode]"))


def picture_pdf(width: int, height: int, filters: bytes, data: bytes, box: bytes = b"[0 0 595 842]") -> bytes:
    entries = b"/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB /BitsPerComponent 8 %s"
    image = stream(data, entries % (width, height, filters))
    return one_page(
        stream(b"q 500 0 0 700 40 40 cm /I Do Q"), box=box, resources=b"/XObject << /I 6 0 R >>", more=[image]
    )


def pages_pdf(kids: int) -> bytes:
    """One page, named `kids` times."""
    return pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Count %d /Kids [%s] >>" % (kids, b"3 0 R " * kids),
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
            b" /Resources << /Font << /F1 5 0 R >> >> >>",
            stream(SHOWN),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
    )


def deep_page_tree(depth: int) -> bytes:
    nodes = [b"<< /Type /Pages /Count 1 /Kids [%d 0 R] >>" % (number + 3) for number in range(depth)]
    leaf = b"<< /Type /Page /MediaBox [0 0 595 842] >>"
    return pdf([b"<< /Type /Catalog /Pages 2 0 R >>", *nodes, leaf])


def object_stream_pdf(times: int) -> bytes:
    """An object stream that unpacks to hundreds of megabytes of nothing, named by a table that is a stream too."""
    inner = b"10 0 << /Type /Catalog >> "
    packed_objects = stream(
        zlib.compress(inner, 9)[:0] + flate_run(inner + b" " * MEGABYTE, times, wbits=15),
        b"/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode",
    )
    table = b"".join(
        struct.pack(">BHB", *row) for row in [(0, 0, 255), (2, 3, 0), (2, 3, 0), (1, 9, 0), (1, 60_000, 0)]
    )
    rows = stream(table, b"/Type /XRef /Size 5 /W [1 2 1] /Root 1 0 R")
    start = b"%PDF-1.7\n3 0 obj\n" + packed_objects + b"\nendobj\n"
    return start + b"4 0 obj\n" + rows + b"\nendobj\nstartxref\n%d\n%%%%EOF" % len(start)
