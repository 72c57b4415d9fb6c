"""Keeps the home private to its owner: folder 0700, files 0600, including those of earlier versions.

Comes in: the home of an `App` that is being opened. Goes out: the same home, closed to everybody else. The folder is
closed at every start, which closes all that is in it; what earlier versions left open inside is closed once, and a
marker says so. While a home is open, files that any part of the program makes are private (`umask`); files of `--out`
follow the user's own.
"""

import os
import stat
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tadori.errors import ConfigError

MARKER: Final = ".private"
_OTHERS: Final = 0o077
_MADE_BEFORE: Final = (
    "archive audit.jsonl* chrome config.toml lanes logs mcp-token questions sessions tadori.db* tasks templates tor"
).split()
"""What earlier versions created in a home. Other entries are the user's own: only the folder around them is closed."""


class _Umask:
    """The umask of this process: private while any home is open. Several may be open, in several threads."""

    def __init__(self) -> None:
        self._open = 0
        self._own = 0o022
        self._lock = threading.Lock()

    @contextmanager
    def private(self) -> Iterator[int]:
        """Yields the mode for files outside the home, by the user's own umask."""
        with self._lock:
            if self._open == 0:
                self._own = os.umask(_OTHERS)
            self._open += 1
        try:
            yield 0o666 & ~self._own
        finally:
            with self._lock:
                self._open -= 1
                if self._open == 0:
                    os.umask(self._own)


_umask = _Umask()


@contextmanager
def private_home(home: Path) -> Iterator[int]:
    """Create the home if needed and close it to others; yields the mode for files in `--out`.

    Raises:
        ConfigError: it cannot be made, is no folder, or belongs to somebody else.
    """
    with _umask.private() as shared:
        try:
            home.mkdir(parents=True, exist_ok=True)
            facts = home.stat()
        except FileExistsError as exc:
            if home.is_symlink() and not home.exists():
                raise ConfigError(f"the home folder {home} cannot be made: it is a link that leads nowhere") from exc
            raise ConfigError(f"TADORI_HOME is {home}, which is not a folder") from exc
        except OSError as exc:
            raise ConfigError(f"the home folder {home} cannot be made: {exc.strerror}") from exc
        if facts.st_mode & stat.S_ISVTX:
            raise ConfigError(f"the home folder {home} is one that users share; set TADORI_HOME to one of your own")
        me = os.geteuid()
        if facts.st_uid != me and me != 0:
            raise ConfigError(
                f"the home folder {home} belongs to another user (uid {facts.st_uid}); "
                "set TADORI_HOME to one of your own"
            )
        _close(home)
        yield shared


def open_to_others(home: Path) -> bool:
    """Whether others can read the home, because its file system does not support modes."""
    return bool(home.stat().st_mode & _OTHERS)


def _close(home: Path) -> None:
    """Close the folder, and once what is in it. If that fails, `doctor` reports it."""
    _close_one(home)
    try:
        if not (home / MARKER).exists():
            for name in _MADE_BEFORE:
                _close_all(home.glob(name))
            (home / MARKER).touch(mode=0o600)
    except OSError:
        return


def _close_all(paths: Iterable[Path]) -> None:
    for path in paths:
        _close_one(path)
        for folder, folders, files in os.walk(path):
            for name in (*folders, *files):
                _close_one(Path(folder, name))


def _close_one(path: Path) -> None:
    """Remove the rights of others on one file or folder. Links inside a home are not followed."""
    try:
        facts = path.stat() if path.is_dir() else path.lstat()
        if facts.st_mode & _OTHERS and not stat.S_ISLNK(facts.st_mode):
            os.chmod(path, stat.S_IMODE(facts.st_mode) & ~_OTHERS)
    except OSError:
        # Deleted meanwhile, or owned by somebody else: inside a closed folder nobody can reach it.
        return
