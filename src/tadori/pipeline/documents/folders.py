"""Lists the document files of a folder by their names. Reads no file.

Comes in: a folder. Goes out: its document files and a count of the others. Symbolic links are followed, link cycles are
walked once, hidden files are skipped, and the order is always the same.
"""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

DOCUMENTS = frozenset({".html", ".htm", ".xhtml", ".pdf", ".txt", ".text", ".md", ".markdown"})
CONTAINERS = (".warc", ".warc.gz", ".wacz")


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryFile:
    """One file that may hold documents."""

    path: Path
    """Relative to the folder."""
    size: int
    mtime_ns: int
    trouble: str | None = None
    """Why it cannot even be listed: a broken link, no permission. None when it can."""

    @property
    def is_container(self) -> bool:
        return self.path.name.lower().endswith(CONTAINERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderListing:
    files: tuple[LibraryFile, ...]
    ignored: int


def list_folder(folder: Path) -> FolderListing:
    """Every document file below `folder`, sorted by path, and the number of other files."""
    files: list[LibraryFile] = []
    ignored = 0
    seen: set[tuple[int, int]] = set()
    root = os.fspath(folder)
    for parent, folders, names in os.walk(root, followlinks=True):
        here = os.stat(parent)
        if (here.st_dev, here.st_ino) in seen:  # a link back to a folder already walked
            folders.clear()
            continue
        seen.add((here.st_dev, here.st_ino))
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        below = os.path.relpath(parent, root) if parent != root else ""
        for name in names:
            if name.startswith("."):
                continue
            if _is_document(name):
                files.append(_look_at(os.path.join(parent, name), os.path.join(below, name)))
            else:
                ignored += 1
    return FolderListing(files=tuple(sorted(files, key=lambda f: os.fsencode(f.path))), ignored=ignored)


def _is_document(name: str) -> bool:
    lower = name.lower()
    return lower.endswith(CONTAINERS) or os.path.splitext(lower)[1] in DOCUMENTS


def _look_at(path: str, relative: str) -> LibraryFile:
    try:
        facts = os.stat(path)
    except OSError as exc:
        return LibraryFile(path=Path(relative), size=0, mtime_ns=0, trouble=f"cannot be opened: {exc.strerror}")
    if not stat.S_ISREG(facts.st_mode):
        return LibraryFile(path=Path(relative), size=0, mtime_ns=facts.st_mtime_ns, trouble="is not a regular file")
    return LibraryFile(path=Path(relative), size=facts.st_size, mtime_ns=facts.st_mtime_ns)
