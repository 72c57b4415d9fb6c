"""Web archives that lock, lie, overlap, break off or never end. (name, way, file name, bytes, what must come of it)"""

import gzip
import struct
import zipfile
import zlib
from collections.abc import Callable

from tests.gates.attacks.hostile_bytes import (
    GOOD_MEMBER,
    HTML,
    MEGABYTE,
    filled,
    flag_set,
    flate_pdf,
    good,
    gzip_run,
    method_set,
    name_set,
    overlapping,
    packed,
    patched,
    record,
    wacz,
)

Case = tuple[str, str, bytes, Callable[[], bytes], str]
_LYING_ARC = (
    b"filedesc://a 0.0.0.0 20200101 text/plain -9\n1 0 x\nURL\n\n"
    b"http://e.test/ 0.0.0.0 20200101 text/html 99999999999\n<p>x"
)
_HEAD = b"WARC/1.1\r\nWARC-Type: response\r\nX-Long: "


def _brotli(data: bytes) -> bytes:
    import brotli  # type: ignore[import-untyped]

    return bytes(brotli.compress(data))


def _zstd(data: bytes) -> bytes:
    import zstandard

    return zstandard.ZstdCompressor(level=3).compress(data)


def _coded(coding: str, body: bytes) -> bytes:
    """An archive of a response with this content coding, and a good one behind it."""
    head = f"Content-Type: text/html\r\nContent-Encoding: {coding}\r\n".encode()
    return packed(record(body, head=head), good())


def _chunked(body: bytes) -> bytes:
    return packed(record(body, head=b"Content-Type: text/html\r\nTransfer-Encoding: chunked\r\n"), good())


def _zip_end(count: int, size: int, start: int) -> bytes:
    return struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, count, count, size, start, 0)


def _with_end(end: bytes) -> bytes:
    return wacz([GOOD_MEMBER])[:-22] + end


def _sizes_of_zip64(whole: bytearray, local: int, entry: int) -> None:
    struct.pack_into("<II", whole, entry + 20, 0xFFFFFFFF, 0xFFFFFFFF)


def _far_away(whole: bytearray, local: int, entry: int) -> None:
    struct.pack_into("<I", whole, entry + 42, 0x7FFFFFFF)


def _other_local_name(whole: bytearray, local: int, entry: int) -> None:
    whole[local + 30 : local + 35] = b"OTHER"


def _wrong_checksum(whole: bytearray, local: int, entry: int) -> None:
    struct.pack_into("<I", whole, entry + 16, 1)


def _lzma(properties: bytes, data: bytes) -> bytes:
    body = struct.pack("<BBH", 9, 4, len(properties)) + properties + data

    def change(whole: bytearray, local: int, entry: int) -> None:
        struct.pack_into("<H", whole, local + 8, 14)
        struct.pack_into("<H", whole, entry + 10, 14)

    return patched(body, change=change)


def _as_bzip2(whole: bytearray, local: int, entry: int) -> None:
    struct.pack_into("<H", whole, local + 8, 12)
    struct.pack_into("<H", whole, entry + 10, 12)


def _many_small(kind: str, body: bytes, url: str) -> Callable[[], bytes]:
    one = record(body, kind=kind, url=url)
    return lambda: (
        gzip.compress(one * 3, mtime=0)[:0]
        + wacz([("archive/a.warc", one * (20 * MEGABYTE // len(one)))], method=zipfile.ZIP_DEFLATED)
    )


def _members(count: int) -> bytes:
    return wacz([(f"archive/{number}.warc", good(f"https://e.test/{number}")) for number in range(count)])


def _twins() -> bytes:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return wacz([("archive/a.warc", good("https://e.test/1")), ("archive/a.warc", good("https://e.test/2"))])


def _bomb_in_bomb() -> bytes:
    return wacz([("archive/a.warc.gz", gzip_run(_HEAD, b"A" * MEGABYTE, 7_000))], method=zipfile.ZIP_DEFLATED)


WACZ: list[Case] = [
    ("an ordinary WACZ", "folder", b"a.wacz", lambda: wacz([GOOD_MEMBER]), "read"),
    ("a WACZ packed with LZMA", "folder", b"a.wacz", lambda: wacz([GOOD_MEMBER], method=zipfile.ZIP_LZMA), "read"),
    ("a member with a password", "folder", b"a.wacz", lambda: flag_set(0x1), "both"),
    ("a member with a password", "filter", b"a.wacz", lambda: flag_set(0x1), "both"),
    ("a member encrypted strongly", "folder", b"a.wacz", lambda: flag_set(0x40), "both"),
    ("a member of patched data", "folder", b"a.wacz", lambda: flag_set(0x20), "both"),
    ("a member packed by a method nobody has", "folder", b"a.wacz", lambda: method_set(99), "both"),
    ("a member packed by implode", "folder", b"a.wacz", lambda: method_set(6), "both"),
    ("a member packed by deflate64", "folder", b"a.wacz", lambda: method_set(9), "both"),
    ("a member packed by zstd", "folder", b"a.wacz", lambda: method_set(93), "both"),
    ("a member that is no deflate", "folder", b"a.wacz", lambda: method_set(8), "both"),
    ("broken bzip2", "folder", b"a.wacz", lambda: patched(b"BZh91AY&SY" + b"\xff" * 99, change=_as_bzip2), "both"),
    ("broken LZMA", "folder", b"a.wacz", lambda: _lzma(b"\x5d\x00\x00\x80\x00", b"\xff" * 99), "both"),
    (
        "LZMA with four gigabytes of dictionary",
        "folder",
        b"a.wacz",
        lambda: _lzma(b"\x5d" + b"\xff" * 4, b"\0" * 99),
        "both|lost",
    ),
    ("LZMA without properties", "folder", b"a.wacz", lambda: _lzma(b"", b""), "both"),
    ("an absolute name", "folder", b"a.wacz", lambda: name_set(b"/etc/archive/a.wa"), "read"),
    ("a name that climbs", "folder", b"a.wacz", lambda: name_set(b"archive/../a.warc"), "both|read"),
    ("NUL in a name", "folder", b"a.wacz", lambda: name_set(b"archive/a\0.warcgz"), "both|read"),
    ("a name that is no UTF-8", "folder", b"a.wacz", lambda: name_set(b"archive/\xff\xfe\xfd\xfc.warc", 0x800), "lost"),
    ("ESC and a line feed in a name", "folder", b"a.wacz", lambda: name_set(b"archive/\x1b]0;\n.arc"), "read"),
    ("one name twice", "folder", b"a.wacz", _twins, "read"),
    ("a thousand entries over the same ten megabytes", "folder", b"a.wacz", lambda: overlapping(1000), "lost|both"),
    (
        "a directory that lies behind the end",
        "folder",
        b"a.wacz",
        lambda: _with_end(_zip_end(1, 60, 0x7FFFFFFF)),
        "lost",
    ),
    ("a directory of other length", "folder", b"a.wacz", lambda: _with_end(_zip_end(9, 9, 9)), "lost"),
    (
        "sizes that are in a ZIP64 field that is not there",
        "folder",
        b"a.wacz",
        lambda: patched(change=_sizes_of_zip64),
        "lost|both",
    ),
    ("a member that begins behind the end", "folder", b"a.wacz", lambda: patched(change=_far_away), "lost|both"),
    ("a member with another name at its place", "folder", b"a.wacz", lambda: patched(change=_other_local_name), "both"),
    ("a member with another checksum", "folder", b"a.wacz", lambda: patched(change=_wrong_checksum), "both"),
    ("a WACZ that breaks off", "folder", b"a.wacz", lambda: wacz([GOOD_MEMBER])[:-100], "lost"),
    ("an empty WACZ", "folder", b"a.wacz", lambda: b"", "lost"),
    ("a WACZ in a WACZ", "folder", b"a.wacz", lambda: wacz([("archive/a.warc", wacz([GOOD_MEMBER]))]), "lost"),
    (
        "twenty thousand members",
        "folder",
        b"a.wacz",
        lambda: wacz([(f"archive/{n}.warc", b"") for n in range(20_000)]),
        "lost",
    ),
    ("three kilobytes that unpack to seven gigabytes on one line", "folder", b"a.wacz", _bomb_in_bomb, "lost"),
    ("three kilobytes that unpack to seven gigabytes on one line", "filter", b"a.wacz", _bomb_in_bomb, "lost"),
    (
        "a hundred thousand documents in a small file",
        "folder",
        b"a.wacz",
        _many_small("resource", b"<p>x", "https://e.test/a"),
        "both|lost",
    ),
    (
        "a hundred thousand records without an address",
        "folder",
        b"a.wacz",
        _many_small("response", b"<p>x", ""),
        "lost",
    ),
    (
        "a hundred thousand records that are no documents",
        "folder",
        b"a.wacz",
        _many_small("metadata", b"x", "https://e.test/a"),
        "lost",
    ),
    ("an archive whose name is no UTF-8", "folder", b"\xff\xfe.wacz", lambda: b"nonsense", "lost"),
]

WARC: list[Case] = [
    ("an ordinary WARC", "folder", b"a.warc", good, "read"),
    (
        "a gzip WARC that never ends its first line",
        "folder",
        b"a.warc.gz",
        lambda: gzip_run(b"WARC/1.1", b"A" * MEGABYTE, 3_000),
        "lost",
    ),
    ("a header line of gigabytes", "folder", b"a.warc.gz", lambda: gzip_run(_HEAD, b"A" * MEGABYTE, 3_000), "lost"),
    ("millions of header lines", "folder", b"a.warc.gz", lambda: gzip_run(_HEAD, b"\r\nA: b" * 200_000, 100), "lost"),
    (
        "millions of lines that continue a header",
        "folder",
        b"a.warc.gz",
        lambda: gzip_run(_HEAD, b"\r\n b" * 200_000, 60),
        "lost",
    ),
    ("gigabytes of empty lines", "folder", b"a.warc.gz", lambda: gzip_run(good(), b"\r\n" * 500_000, 40), "both|lost"),
    (
        "a body of gigabytes",
        "folder",
        b"a.warc.gz",
        lambda: gzip_run(record(b"", length=10**12)[:-4], b"<p>a" * 250_000, 3_000),
        "lost",
    ),
    (
        "headers that are no UTF-8",
        "folder",
        b"a.warc.gz",
        lambda: packed(record(more=b"X-\xff: \xfe\x80\r\n"), good()),
        "read",
    ),
    ("a negative length", "folder", b"a.warc.gz", lambda: packed(record(length=-5), good()), "both|lost"),
    ("a length of a quintillion", "folder", b"a.warc.gz", lambda: packed(record(length=10**18), good()), "both|lost"),
    (
        "a length of ten thousand digits",
        "folder",
        b"a.warc.gz",
        lambda: packed(record(length="9" * 10_000), good()),
        "both|lost",
    ),
    ("a length in words", "folder", b"a.warc.gz", lambda: packed(record(length="many"), good()), "both|lost"),
    ("no length", "folder", b"a.warc.gz", lambda: packed(record(length="none"), good()), "read|both|lost"),
    ("chunks that are none", "folder", b"a.warc.gz", lambda: _chunked(HTML), "read"),
    ("a chunk that breaks off", "folder", b"a.warc.gz", lambda: _chunked(b"ffff\r\n" + HTML), "both"),
    ("a chunk of four gigabytes", "folder", b"a.warc.gz", lambda: _chunked(b"ffffffff\r\n" + HTML), "both"),
    ("a chunk of negative length", "folder", b"a.warc.gz", lambda: _chunked(b"5\r\nhello\r\n-5\r\n"), "both"),
    ("gzip that breaks off", "folder", b"a.warc.gz", lambda: _coded("gzip", gzip.compress(HTML)[:-20]), "both"),
    ("gzip that is none", "folder", b"a.warc.gz", lambda: _coded("gzip", HTML), "read"),
    (
        "gzip that is a bomb",
        "folder",
        b"a.warc.gz",
        lambda: _coded("gzip", gzip_run(b"", b"A" * MEGABYTE, 3_000)),
        "both",
    ),
    (
        "gzip in gzip in gzip in gzip",
        "folder",
        b"a.warc.gz",
        lambda: _coded("gzip, gzip, gzip, gzip", HTML),
        "both|read",
    ),
    ("deflate that breaks off", "folder", b"a.warc.gz", lambda: _coded("deflate", zlib.compress(HTML)[:-9]), "both"),
    ("brotli that is a bomb", "folder", b"a.warc.gz", lambda: _coded("br", _brotli(b"A" * 50 * MEGABYTE)), "both"),
    ("brotli that breaks off", "folder", b"a.warc.gz", lambda: _coded("br", _brotli(HTML)[:-9]), "both"),
    ("zstd that is a bomb", "folder", b"a.warc.gz", lambda: _coded("zstd", _zstd(b"A" * 50 * MEGABYTE)), "both"),
    ("a date in words", "folder", b"a.warc.gz", lambda: packed(record(date="yesterday"), good()), "both"),
    (
        "a date before the first",
        "folder",
        b"a.warc.gz",
        lambda: packed(record(date="0001-01-01T00:00:00+14:00"), good()),
        "both",
    ),
    (
        "an address of a megabyte",
        "folder",
        b"a.warc.gz",
        lambda: packed(record(url="https://e.test/" + "a" * MEGABYTE), good()),
        "both",
    ),
    (
        "an address with ESC and NUL",
        "folder",
        b"a.warc.gz",
        lambda: packed(record(url="https://e.test/\x1b[2J\0"), good()),
        "both",
    ),
    (
        "an address that is no UTF-8",
        "folder",
        b"a.warc.gz",
        lambda: packed(record(url=b"https://e.test/\xff\xed\xa0\x80"), good()),
        "both|read",
    ),
    (
        "an address that is no address",
        "folder",
        b"a.warc.gz",
        lambda: packed(record(url="https://[::1"), good()),
        "both|read",
    ),
    ("a response without an address", "folder", b"a.warc.gz", lambda: packed(record(url=""), good()), "both|lost"),
    (
        "a charset with NUL in it",
        "folder",
        b"a.warc.gz",
        lambda: packed(record(head=b"Content-Type: text/html; charset=a\0b\r\n"), good()),
        "both|read",
    ),
    (
        "a status that is no number",
        "folder",
        b"a.warc.gz",
        lambda: packed(record(status=b"\xff\xfe\x00"), good()),
        "read|both",
    ),
    ("a version nobody knows", "folder", b"a.warc.gz", lambda: packed(record(version="WARC/9.9"), good()), "lost"),
    ("a record without a kind", "folder", b"a.warc.gz", lambda: packed(record(kind=""), good()), "read|both|lost"),
    (
        "an ARC with lengths that lie",
        "folder",
        b"a.warc",
        lambda: _LYING_ARC,
        "lost",
    ),
    ("an ARC of one endless line", "folder", b"a.warc", lambda: b"http://e.test/ " + b"a" * 5 * MEGABYTE, "lost"),
    (
        "a PDF bomb beside a good page",
        "folder",
        b"a.warc.gz",
        lambda: packed(
            record(flate_pdf(b"0 0 m 9 9 l S\n" * 70_000, 1_200), head=b"Content-Type: application/pdf\r\n"), good()
        ),
        "both",
    ),
    ("megabytes of zeros", "folder", b"a.warc", lambda: b"\0" * 8 * MEGABYTE, "lost"),
    (
        "a hundred thousand torn records",
        "folder",
        b"a.warc",
        lambda: filled(record(b"", date="x"), 20 * MEGABYTE),
        "lost",
    ),
]

ARCHIVES = [*WACZ, *WARC]
