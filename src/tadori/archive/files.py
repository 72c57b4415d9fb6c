"""Atomic file writes: written under a temporary name, synced to disk, then renamed.

Comes in: a path and what to write. Goes out: the complete file under its name, or no file.
A full disk becomes `StorageFull`; every other system error stays an `OSError`.
"""

import errno
import fcntl
import os
import shutil
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO

from tadori.errors import StorageFull

PART = ".part"
"""Ending of a file that is still being written. A crash leaves it behind; it never has a real name."""

DAMAGED = ".damaged"
"""Ending (plus a number where there are several) of damaged files that were set aside."""

# EFBIG: the user's own limit on file sizes, which a person handles like a full disk.
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


PRIVATE = 0o600
"""The default mode: readable by its owner only."""


@contextmanager
def atomic_write(path: Path, *, sync: bool = True, mode: int = PRIVATE) -> Iterator[BinaryIO]:
    """A new file that is renamed to `path` when the block succeeds, and removed when it fails.

    Without `sync` it survives a killed process at once, and a power cut when `sync_files` has been called with it. It
    has `mode`, whatever a file of that name had before, and while it is written its owner alone can read it.

    Raises:
        StorageFull: the disk, the quota or the file-size limit is reached.
    """
    # Two processes may keep the same page at once: each writes its own part, the later name wins, both are whole.
    part = f"{path}.{os.getpid()}-{threading.get_ident()}{PART}"
    try:
        with full_disk_named(path), _claimed(part) as stream:
            yield stream
            stream.flush()
            if mode != PRIVATE:
                os.fchmod(stream.fileno(), mode)
            if sync:
                os.fsync(stream.fileno())
            os.replace(part, path)  # Still locked: a part without a lock may be cleaned away.
        if sync:
            _sync_folder(path.parent)
    except BaseException:
        _remove(part)
        raise


@contextmanager
def full_disk_named(path: Path) -> Iterator[None]:
    """Turns the system's errors for a full disk into `StorageFull`, for the file `path`."""
    try:
        yield
    except OSError as exc:
        if exc.errno in _FULL:
            raise StorageFull(f"{path}: {exc.strerror}; free some space, then resume") from exc
        raise


def sync_files(paths: Iterable[Path]) -> None:
    """Sync files and their directory entries to disk; a file deleted since is skipped."""
    folders: dict[Path, None] = {}
    for path in paths:
        try:
            descriptor = os.open(path, os.O_RDONLY)
        except FileNotFoundError:
            continue
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        folders[path.parent] = None
    for folder in folders:
        _sync_folder(folder)


def remove_abandoned(folder: Path, pattern: str) -> int:
    """Remove abandoned temporary files below `folder` and return their number."""
    return sum(_removed(part) for part in sorted(folder.glob(pattern + PART)))


def set_aside_others(root: Path, path: Path) -> None:
    """Make room for the file `path` below `root`: what is no folder on the way, or no file in its place, gets a name
    beside it that says so, and what its owner may not touch may be touched again. Nothing is deleted."""
    for folder in (root, path.parent):
        if os.path.lexists(folder) and not folder.is_dir():
            set_aside(folder)
        elif folder.is_dir():
            os.chmod(folder, 0o700)
    if path.is_dir():
        set_aside(path)


def remove(path: Path) -> None:
    """Delete what stands at `path`, a file or, where damage has put one there, a folder."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def set_aside(path: Path) -> Path:
    """Rename a damaged file so that it is no longer found."""
    names = (path.with_name(f"{path.name}{DAMAGED}{number or ''}") for number in count())
    name = next(name for name in names if not os.path.lexists(name))
    os.rename(path, name)
    return name


def _removed(part: Path) -> bool:
    try:
        with part.open("rb") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            part.unlink()
    except (BlockingIOError, FileNotFoundError, IsADirectoryError, PermissionError):
        # Its writer is alive (another task in the same home), or has just given it its name; or it is no part of ours.
        return False
    return True


def _claimed(part: str) -> BinaryIO:
    """`part`, open and locked: the lock ends with the process, so an unlocked part is abandoned."""
    while True:
        try:
            stream = open(part, "w+b", opener=_private)  # noqa: SIM115 - handed on
        except FileNotFoundError:  # Most folders are there: only the first page of each pays for making it.
            os.makedirs(os.path.dirname(part), exist_ok=True)
            continue
        fcntl.flock(stream, fcntl.LOCK_EX)
        try:
            if os.path.samestat(os.stat(part), os.fstat(stream.fileno())):
                return stream
        except FileNotFoundError:
            pass  # It was removed as abandoned between opening and locking.
        stream.close()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, PRIVATE)


def _remove(part: str) -> None:
    try:
        os.unlink(part)
    except OSError:
        # Already gone; or the original error is the one to report, and `clean` removes the file later.
        return


def _sync_folder(folder: Path) -> None:
    """Sync the directory entry, not only the file's content."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
