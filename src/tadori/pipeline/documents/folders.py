"""Lists the files of a folder by their names: those that may be documents, and why each other one is left out.

Comes in: a folder. Goes out: its document files, and every other file counted under a reason. Reads no file. Symbolic
links are followed, link cycles are walked once, hidden files are left out, and the order is always the same.
"""

import os
import stat
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tadori.extract.file_types import CONTAINERS, media_type_of, why_not_read

HIDDEN_FILE: Final = "hidden file"
IN_HIDDEN_FOLDER: Final = "file in a hidden folder"
CLOSED_FOLDER: Final = "folder that cannot be opened"
LINKED_AGAIN: Final = "folder that is linked a second time"


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
class FilesLeftOut:
    """Files of a folder that are not read, for one reason."""

    reason: str
    """A short English phrase, the same for the same cause: `picture`, `no reader for .xyz`, `hidden file`."""
    files: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderListing:
    files: tuple[LibraryFile, ...]
    left_out: tuple[FilesLeftOut, ...] = ()
    """Every other file below the folder, the commonest reason first."""

    @property
    def ignored(self) -> int:
        """How many files are left out."""
        return sum(group.files for group in self.left_out)


def list_folder(folder: Path) -> FolderListing:
    """Every file below `folder`: documents sorted by path, all others counted by reason."""
    files: list[LibraryFile] = []
    others: Counter[str] = Counter()
    for parent, below, name, is_hidden in _walk(os.fspath(folder), others):
        if is_hidden:
            others[IN_HIDDEN_FOLDER] += 1
        elif name.startswith("."):
            others[HIDDEN_FILE] += 1
        elif _is_document(name):
            files.append(_look_at(os.path.join(parent, name), os.path.join(below, name)))
        else:
            others[why_not_read(name)] += 1
    ordered = sorted(others.items(), key=lambda item: (-item[1], item[0]))
    return FolderListing(
        files=tuple(sorted(files, key=lambda f: os.fsencode(f.path))),
        left_out=tuple(FilesLeftOut(reason=reason, files=count) for reason, count in ordered),
    )


def _walk(root: str, others: Counter[str]) -> Iterator[tuple[str, str, str, bool]]:
    """Every file: its folder, that folder relative to `root`, its name, and whether a folder around it is hidden."""
    seen: set[tuple[int, int]] = set()
    hidden: set[str] = set()

    def closed(_: OSError) -> None:
        others[CLOSED_FOLDER] += 1

    for parent, folders, names in os.walk(root, onerror=closed, followlinks=True):
        here = os.stat(parent)
        if (here.st_dev, here.st_ino) in seen:  # a link back to a folder already walked
            others[LINKED_AGAIN] += 1
            folders.clear()
            continue
        seen.add((here.st_dev, here.st_ino))
        folders.sort()
        is_hidden = parent in hidden
        hidden.update(os.path.join(parent, name) for name in folders if is_hidden or name.startswith("."))
        below = os.path.relpath(parent, root) if parent != root else ""
        for name in names:
            yield parent, below, name, is_hidden


def _is_document(name: str) -> bool:
    return name.lower().endswith(CONTAINERS) or media_type_of(name) is not None


def _look_at(path: str, relative: str) -> LibraryFile:
    try:
        facts = os.stat(path)
    except OSError as exc:
        return LibraryFile(path=Path(relative), size=0, mtime_ns=0, trouble=f"cannot be opened: {exc.strerror}")
    if not stat.S_ISREG(facts.st_mode):
        return LibraryFile(path=Path(relative), size=0, mtime_ns=facts.st_mtime_ns, trouble="is not a regular file")
    return LibraryFile(path=Path(relative), size=facts.st_size, mtime_ns=facts.st_mtime_ns)
