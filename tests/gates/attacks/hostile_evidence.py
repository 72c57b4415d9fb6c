"""Evidence files of a stranger that `tadori verify` is given. (name, way, file name, bytes, what must come of it)

None of them holds; what is asked for is that each says so, at a bounded price.
"""

import gzip
import io
import json
import tempfile
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tadori.archive.canonical_zip import ZipWriter
from tests.archive.reports import sealed
from tests.gates.attacks.hostile_bytes import MEGABYTE, gzip_run, overlapping, record

Case = tuple[str, str, bytes, Callable[[], bytes], str]
_WARC = "archive/data.warc.gz"
_START = b"WARC/1.1\r\nWARC-Type: metadata\r\nX: "


@cache
def _members() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(sealed(Path(folder)).path) as package:
        return {name: package.read(name) for name in package.namelist()}


def _repacked(changed: dict[str, bytes]) -> bytes:
    """The evidence in our own form, with members changed or added."""
    out = io.BytesIO()
    writer = ZipWriter(out)
    for name, data in sorted((_members() | changed).items()):
        writer.add(name, [data])
    writer.finish()
    return out.getvalue()


def _warc_name() -> str:
    return next(name for name in _members() if name.endswith(".warc.gz"))


def _own(name: str) -> str:
    return next(member for member in _members() if member.endswith(name))


def _with(name: str, data: Callable[[], bytes]) -> Callable[[], bytes]:
    return lambda: _repacked({_own(name): data()})


def _packed_members() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in _members().items():
            archive.writestr(name, data)
    return out.getvalue()


def _many_records(count: int) -> bytes:
    return gzip.compress(record(b"", kind="metadata"), mtime=0) * count


def _long_list(count: int) -> bytes:
    row = json.dumps({"id": "p", "url": "https://e.test/", "title": "t", "ts": "2024-01-01T00:00:00Z"}).encode()
    return b'{"title":"x"}\n' + (row + b"\n") * count


def _many_resources(count: int) -> bytes:
    entry = {"path": "archive/x", "hash": "sha256:" + "0" * 64, "bytes": 1, "name": "x"}
    return json.dumps({"resources": [entry] * count, "title": "", "created": ""}).encode()


def _changed_at(place: int, data: bytes) -> bytes:
    whole = bytearray(_repacked({}))
    whole[place : place + len(data) or None] = data
    return bytes(whole)


def _piled(field: str) -> bytes:
    report = json.loads(_members()[_own("report.json")])
    report[field] = "a" + "\u0301\u0316" * MEGABYTE
    return json.dumps(report).encode()


def _many_names() -> bytes:
    return b"{" + b",".join(b'"k%d":1' % number for number in range(MEGABYTE)) + b',"k999999":1}'


EVIDENCE: list[Case] = [
    ("a million names, the last one twice", "verify", b"a.wacz", _with("report.json", _many_names), "lost"),
    ("evidence that is packed", "verify", b"a.wacz", _packed_members, "lost"),
    ("nothing", "verify", b"a.wacz", lambda: b"", "lost"),
    (
        "a record that unpacks to gigabytes",
        "verify",
        b"a.wacz",
        _with(".warc.gz", lambda: gzip_run(_START, b"A" * MEGABYTE, 3_000)),
        "lost",
    ),
    (
        "a header of gigabytes",
        "verify",
        b"a.wacz",
        _with(".warc.gz", lambda: gzip_run(b"WARC/1.1\r\nX: ", b"A" * MEGABYTE, 50)),
        "lost",
    ),
    ("a hundred thousand records", "verify", b"a.wacz", _with(".warc.gz", lambda: _many_records(100_000)), "lost"),
    (
        "records that are all torn",
        "verify",
        b"a.wacz",
        _with(".warc.gz", lambda: b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03" * 500_000),
        "lost",
    ),
    (
        "a report that nests without end",
        "verify",
        b"a.wacz",
        _with("report.json", lambda: b"[" * 10 * MEGABYTE),
        "lost",
    ),
    (
        "a report with a number of ten million digits",
        "verify",
        b"a.wacz",
        _with("report.json", lambda: b'{"schema":' + b"1" * 10 * MEGABYTE + b"}"),
        "lost",
    ),
    (
        "a report of sixty megabytes",
        "verify",
        b"a.wacz",
        _with("report.json", lambda: b'{"schema":"' + b"a" * 60 * MEGABYTE + b'"}'),
        "lost",
    ),
    ("a report that is too large", "verify", b"a.wacz", _with("report.json", lambda: b" " * 65 * MEGABYTE), "lost"),
    (
        "a report that names everything twice",
        "verify",
        b"a.wacz",
        _with("report.json", lambda: b"{" + b'"a":1,' * MEGABYTE + b'"a":1}'),
        "lost",
    ),
    (
        "a question of nothing but accents",
        "verify",
        b"a.wacz",
        _with("report.json", lambda: _piled("question")),
        "lost",
    ),
    ("a graph that nests without end", "verify", b"a.wacz", _with("graph.json", lambda: b'{"a":' * MEGABYTE), "lost"),
    (
        "a package that nests without end",
        "verify",
        b"a.wacz",
        _with("datapackage.json", lambda: b"[" * MEGABYTE),
        "lost",
    ),
    (
        "a package of a hundred thousand members",
        "verify",
        b"a.wacz",
        _with("datapackage.json", lambda: _many_resources(100_000)),
        "lost",
    ),
    (
        "a list of two hundred thousand pages",
        "verify",
        b"a.wacz",
        _with("pages.jsonl", lambda: _long_list(200_000)),
        "lost",
    ),
    (
        "a list of pages that is one number",
        "verify",
        b"a.wacz",
        _with("pages.jsonl", lambda: b"9" * 10 * MEGABYTE),
        "lost",
    ),
    ("an index of ten megabytes", "verify", b"a.wacz", _with(".cdx", lambda: b"a\n" * 5 * MEGABYTE), "lost"),
    ("a thousand members over the same bytes", "verify", b"a.wacz", lambda: overlapping(1000), "lost"),
    ("a directory that lies", "verify", b"a.wacz", lambda: _changed_at(-10, b"\xff" * 8), "lost"),
    ("a first member of four gigabytes", "verify", b"a.wacz", lambda: _changed_at(18, b"\xff" * 8), "lost"),
    ("evidence that breaks off", "verify", b"a.wacz", lambda: _repacked({})[:-500], "lost"),
    ("a member called ..", "verify", b"a.wacz", lambda: _repacked({"../../x": b"x"}), "lost"),
    ("a megabyte behind the end", "verify", b"a.wacz", lambda: _repacked({}) + b"PK\x05\x06" * 250_000, "lost"),
]
