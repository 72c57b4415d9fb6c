"""The home is its owner's alone: folder 0700, files 0600, whoever made them and whenever.

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
"""What earlier versions made in a home. Whatever else stands there is somebody's own, and the folder is closed."""


class _Umask:
    """The umask of this process, private while any home is open: several may be, in several threads."""

    def __init__(self) -> None:
        self._open = 0
        self._own = 0o022
        self._lock = threading.Lock()

    @contextmanager
    def private(self) -> Iterator[int]:
        """Lends the mode of files that are meant for others, as the user's own umask has it."""
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
    """The home, made if need be and closed to others, while it is used; lends the mode of files in `--out`.

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
    """Whether somebody else may look into the home, because its file system would not have it closed."""
    return bool(home.stat().st_mode & _OTHERS)


def _close(home: Path) -> None:
    """Close the folder, and once what is in it. A home that cannot be changed stays as it is: `doctor` says so."""
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
    """Take away what others may do with one file or folder. What a link leads to inside a home is not looked at."""
    try:
        facts = path.stat() if path.is_dir() else path.lstat()
        if facts.st_mode & _OTHERS and not stat.S_ISLNK(facts.st_mode):
            os.chmod(path, stat.S_IMODE(facts.st_mode) & ~_OTHERS)
    except OSError:
        # Gone meanwhile, or somebody else's: inside a closed folder nobody reaches it.
        return
