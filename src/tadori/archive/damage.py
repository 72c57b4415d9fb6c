"""Checks the page archive for damage, and rebuilds pages from their intact records.

Comes in: an archive. Goes out: one result per file, with what is wrong with it. Whether a page can be loaded again
(from its document or the web) is decided in `pipeline/documents/archive_repair.py`. Nothing is deleted: what is of
no use is set aside.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

from tadori.archive.files import DAMAGED, PART
from tadori.archive.page_records import TEXT_KIND, check_page_records, page_text_record
from tadori.archive.pages import PageArchive, read_note
from tadori.archive.records import MEMBER_START, WarcRecord, broken_digests, read_members
from tadori.errors import EvidenceBroken
from tadori.model.page import Page

_FILE: Final = re.compile(r"(pg_[0-9a-f]{24})(\.[0-9TZ]{15,30}-[0-9a-f]{8})?\.warc\.gz")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileCheck:
    """The result of checking one file of the archive."""

    path: Path
    page_id: str
    """Empty for a file that does not belong to the archive."""
    is_note: bool
    """Whether it is a revisit note, not the page itself."""
    damage: str
    """What is wrong, and where; empty when it is intact."""


def check_files(archive: PageArchive) -> Iterator[FileCheck]:
    """Every file of the archive, by name; unfinished files and those set aside before are skipped."""
    root = archive.root
    for folder in [root] if root.exists() and not root.is_dir() else _inside(root):
        try:
            inside = _inside(folder) if folder.is_dir() else [folder]
        except OSError as exc:
            yield _foreign_file(archive, folder, f"cannot be looked into: {exc.strerror}")
            continue
        for path in inside:
            if DAMAGED not in path.name and not path.name.endswith(PART):
                yield _checked(archive, path)


def rebuild_page(archive: PageArchive, page: Page, text: str) -> bool:
    """Rebuild a damaged page from its intact records; false when its document is not among them.

    `text` is the one that the page names. Other unreadable records are lost.

    Raises:
        EvidenceBroken: the file cannot be written.
    """
    try:
        left = [record for record in _readable(archive.members(page.id), page.id) if not broken_digests(record)]
        records = [record for record in left if record.kind != TEXT_KIND]
        records.append(page_text_record(page, text, records))
        check_page_records(records, page.id, page.id)
    except EvidenceBroken:
        return False
    archive.rewrite(page.id, records)
    return True


def _checked(archive: PageArchive, path: Path) -> FileCheck:
    named = _FILE.fullmatch(path.name)
    page_id, is_note = (named[1], named[2] is not None) if named else ("", False)
    if not page_id or path.parent.name != page_id[3:5]:
        return _foreign_file(archive, path, "is no file of an archive")
    if not is_note:
        damage = archive.damage(page_id)
    else:
        whole = read_note(path) is not None
        damage = "" if whole else f"{shown_place(archive, path)}: the note of a visit cannot be read"
    return FileCheck(path=path, page_id=page_id, is_note=is_note, damage=damage)


def _readable(data: bytes, name: str) -> Iterator[WarcRecord]:
    """Every record that can be read, whatever stands between them."""
    at = data.find(MEMBER_START)
    while at >= 0:
        try:
            placed = next(read_members(BytesIO(data[at:]), length=len(data) - at, name=name))
        except EvidenceBroken:
            at = data.find(MEMBER_START, at + 1)
            continue
        yield placed.record
        at = data.find(MEMBER_START, at + placed.length)


def shown_place(archive: PageArchive, path: Path) -> str:
    """A path relative to the parent of the archive's folder."""
    return str(path.relative_to(archive.root.parent))


def _foreign_file(archive: PageArchive, path: Path, what: str) -> FileCheck:
    return FileCheck(path=path, page_id="", is_note=False, damage=f"{shown_place(archive, path)}: {what}")


def _inside(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.exists() else []
