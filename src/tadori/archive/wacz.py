"""The evidence of one task as a single file: WACZ 1.1.1, in the one canonical form that can be made again.

Comes in: pages that stand in the archive, and the task's own files (report, graph, log). Goes out: `evidence.wacz` and
its root hash, the SHA-256 of `datapackage.json`, which holds the hash of every other member.
Members of the page archive are copied as they are; no document is held in memory whole but one.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from tadori.archive.cdx import cdx_lines
from tadori.archive.files import written_aside
from tadori.archive.pages import PageArchive
from tadori.archive.records import member_bytes, new_record, read_members, warc_date
from tadori.archive.zipform import ZipWriter
from tadori.model.ids import Sha256, Url, sha256
from tadori.model.page import Page

WARC_NAME: Final = "data.warc.gz"
WARC: Final = f"archive/{WARC_NAME}"
PACKAGE: Final = "datapackage.json"
PACKAGE_DIGEST: Final = "datapackage-digest.json"
INDEX: Final = "indexes/index.cdx"
PAGES: Final = "pages/pages.jsonl"
OWN: Final = "tadori/"
"""Folder of the files that are ours and not the standard's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """What `datapackage.json` says about one member."""

    path: str
    hash: Sha256
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLine:
    """One line of the page list: what a replay tool shows, and what the evidence is called."""

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
) -> Sha256:
    """Write the evidence of a task to `path` and return its root hash. Equal arguments give equal bytes.

    `files` are named without folder (`report.json`); they stand below `tadori/`. Visits that found a page unchanged
    go with it as far as they were made before `created`: later ones belong to other tasks.

    Raises:
        EvidenceBroken: a page is not in the archive or is damaged there.
        StorageFull: the disk is full; `path` is as it was before.
        WrongCall: the evidence is larger than one file can hold.
    """
    unique = sorted({page.id: page for page in pages}.values(), key=lambda page: page.id)
    page_ids = [page.id for page in unique]
    first = _warc_info(title, created)
    warc, index = _survey(archive, first, page_ids, created)
    small = {
        INDEX: "".join(index).encode(),
        PAGES: pages_jsonl([_page_line(page) for page in unique], title=title),
        **{OWN + name: data for name, data in files.items()},
    }
    stated = [warc, *(Member(path=name, hash=sha256(data), size=len(data)) for name, data in small.items())]
    package = package_json(stated, title=title, created=warc_date(created))
    small |= {PACKAGE: package, PACKAGE_DIGEST: package_digest_json(package)}
    with written_aside(path) as stream:
        writer = ZipWriter(stream)
        for name in sorted([*small, WARC]):
            writer.add(name, _parts(archive, first, page_ids, created) if name == WARC else [small[name]])
        writer.finish()
    return sha256(package)


def package_json(members: Iterable[Member], *, title: str, created: str) -> bytes:
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
    """JSON in the one form this archive writes: keys as given, two blanks, ASCII, a line end."""
    return json.dumps(value, indent=2).encode() + b"\n"


def _page_line(page: Page) -> PageLine:
    return PageLine(id=page.id, url=page.url, title=page.title, fetched_at=page.fetched_at)


def _survey(archive: PageArchive, first: bytes, page_ids: Sequence[str], until: datetime) -> tuple[Member, list[str]]:
    """Hash, size and index lines of the WARC file to be. Reading every record here keeps torn ones out of it."""
    digest, size, lines = hashlib.sha256(), 0, []
    for data in _parts(archive, first, page_ids, until):
        digest.update(data)
        for placed in read_members(BytesIO(data), length=len(data), name=WARC):
            lines += cdx_lines([replace(placed, offset=placed.offset + size)], filename=WARC_NAME)
        size += len(data)
    return Member(path=WARC, hash=Sha256(digest.hexdigest()), size=size), sorted(lines)


def _parts(archive: PageArchive, first: bytes, page_ids: Sequence[str], until: datetime) -> Iterator[bytes]:
    """The WARC file to be, page by page: one `warcinfo`, then the pages' own files as they are."""
    yield first
    for page_id in page_ids:
        yield archive.members(page_id)
        yield from archive.revisits(page_id, until=until)


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
