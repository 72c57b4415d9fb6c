"""Writes the evidence of one task as a single file: WACZ 1.1.1, in a canonical form that is reproducible byte by byte.

Comes in: pages in the archive, and the task's own files (report, graph, log). Goes out: `evidence.wacz` and
its root hash, the SHA-256 of `datapackage.json`, which holds the hash of every other member.
Records of the page archive are copied as they are, except those with credentials in them (`sealing.py`, decision 021);
at most one page is in memory at a time.
"""

import hashlib
import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Final

from tadori.archive.canonical_zip import ZipWriter
from tadori.archive.cdx import cdx_lines
from tadori.archive.files import PRIVATE, atomic_write, full_disk_named
from tadori.archive.pages import PageArchive
from tadori.archive.records import member_bytes, new_record, read_members, warc_date
from tadori.archive.sealing import sealed_records
from tadori.errors import EvidenceBroken
from tadori.model.ids import Sha256, Url, sha256
from tadori.model.page import Page
from tadori.text.url_secrets import has_secret

WARC_NAME: Final = "data.warc.gz"
WARC: Final = f"archive/{WARC_NAME}"
PACKAGE: Final = "datapackage.json"
PACKAGE_DIGEST: Final = "datapackage-digest.json"
INDEX: Final = "indexes/index.cdx"
PAGES: Final = "pages/pages.jsonl"
OWN_FOLDER: Final = "tadori/"
"""Folder of our own files, which are not part of the standard."""
_CHUNK: Final = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageMember:
    """What `datapackage.json` says about one member."""

    path: str
    hash: Sha256
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLine:
    """One line of the page list, which replay tools show."""

    id: str
    url: Url
    title: str
    fetched_at: datetime


def write_wacz(
    path: Path,
    *,
    archive: PageArchive,
    pages: Sequence[Page],
    files: Mapping[str, bytes],
    title: str,
    created: datetime,
    mode: int = PRIVATE,
) -> Sha256:
    """Write the evidence of a task to `path` and return its root hash. Equal arguments give equal bytes.

    `files` are named without folder (`report.json`); they stand below `tadori/`. Revisits of a page are included
    when made before `created`: later ones belong to other tasks.

    Raises:
        EvidenceBroken: a page is not in the archive, is damaged there, or has credentials in its address.
        StorageFull: the disk is full; `path` is as it was before.
        WrongCall: the evidence is larger than one file can hold.
    """
    unique = sorted({page.id: page for page in pages}.values(), key=lambda page: page.id)
    for page in unique:
        if has_secret(page.url):
            raise EvidenceBroken(f"{archive.place(page.id)}: its address opens doors, and its id follows from it")
    path.parent.mkdir(parents=True, exist_ok=True)
    with full_disk_named(path), tempfile.TemporaryFile(dir=path.parent) as warc_file:
        warc, index = _write_warc(warc_file, archive, _warc_info(title, created), [page.id for page in unique], created)
        small = {
            INDEX: "".join(index).encode(),
            PAGES: pages_jsonl([_page_line(page) for page in unique], title=title),
            **{OWN_FOLDER + name: data for name, data in files.items()},
        }
        stated = [warc, *(PackageMember(path=name, hash=sha256(data), size=len(data)) for name, data in small.items())]
        package = package_json(stated, title=title, created=warc_date(created))
        small |= {PACKAGE: package, PACKAGE_DIGEST: package_digest_json(package)}
        with atomic_write(path, mode=mode) as stream:
            writer = ZipWriter(stream)
            for name in sorted([*small, WARC]):
                writer.add(name, _chunks(warc_file) if name == WARC else [small[name]])
            writer.finish()
    return sha256(package)


def package_json(members: Iterable[PackageMember], *, title: str, created: str) -> bytes:
    """`datapackage.json`: one form for one content."""
    # `type` is ours to give: without it the validator of py-wacz takes our report.json for a report of its own kind.
    resources = [
        {
            "name": member.path.rpartition("/")[2],
            "path": member.path,
            "hash": f"sha256:{member.hash}",
            "bytes": member.size,
            "type": "file",
        }
        for member in sorted(members, key=lambda member: member.path)
    ]
    return canonical_json(
        {
            "profile": "data-package",
            "wacz_version": "1.1.1",
            "title": title,
            "created": created,
            "software": "tadori",
            "resources": resources,
        }
    )


def package_digest_json(package: bytes) -> bytes:
    """`datapackage-digest.json` for the bytes of `datapackage.json`."""
    return canonical_json({"path": PACKAGE, "hash": f"sha256:{sha256(package)}"})


def pages_jsonl(pages: Iterable[PageLine], *, title: str) -> bytes:
    """The list of pages, by id."""
    head = {"format": "json-pages-1.0", "id": "pages", "title": title}
    lines = [
        {"id": page.id, "url": page.url, "title": page.title, "ts": warc_date(page.fetched_at)}
        for page in sorted(pages, key=lambda page: page.id)
    ]
    return b"".join(json.dumps(line).encode() + b"\n" for line in [head, *lines])


def canonical_json(value: Any) -> bytes:
    """JSON in the canonical form: keys in given order, two blanks of indent, ASCII, a line end."""
    return json.dumps(value, indent=2).encode() + b"\n"


def _page_line(page: Page) -> PageLine:
    return PageLine(id=page.id, url=page.url, title=page.title, fetched_at=page.fetched_at)


def _write_warc(
    stream: BinaryIO, archive: PageArchive, first: bytes, page_ids: Sequence[str], until: datetime
) -> tuple[PackageMember, list[str]]:
    """Write the WARC file: one `warcinfo`, then each page, masked. Returns its hash and size, and the index lines.

    Every record is read again here, so that a broken one cannot get in.
    """
    digest, size, lines = hashlib.sha256(), 0, []
    for data in chain([first], chain.from_iterable(_page_members(archive, one, until) for one in page_ids)):
        stream.write(data)
        digest.update(data)
        for placed in read_members(BytesIO(data), length=len(data), name=WARC):
            lines += cdx_lines([replace(placed, offset=placed.offset + size)], filename=WARC_NAME)
        size += len(data)
    return PackageMember(path=WARC, hash=Sha256(digest.hexdigest()), size=size), sorted(lines)


def _page_members(archive: PageArchive, page_id: str, until: datetime) -> Iterator[bytes]:
    """A page's records and revisits, one gzip member each."""
    name = archive.place(page_id)
    kept = [archive.members(page_id), *archive.revisits(page_id, until=until)]
    placed = [(data, one) for data in kept for one in read_members(BytesIO(data), length=len(data), name=name)]
    shown = sealed_records([one.record for _, one in placed], page_id)
    for (data, one), record in zip(placed, shown, strict=True):
        same = record is one.record
        yield data[one.offset : one.offset + one.length] if same else member_bytes(record)


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    stream.seek(0)
    while chunk := stream.read(_CHUNK):
        yield chunk


def _warc_info(title: str, created: datetime) -> bytes:
    fields = {
        "software": "tadori",
        "format": "WARC File Format 1.1",
        "conformsTo": "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
        "isPartOf": " ".join(title.split()),
    }
    block = "".join(f"{name}: {value}\r\n" for name, value in fields.items()).encode()
    extra = (("WARC-Filename", WARC_NAME),)
    record = new_record(
        "warcinfo", uri="", date=created, content_type="application/warc-fields", block=block, extra=extra
    )
    return member_bytes(record)
