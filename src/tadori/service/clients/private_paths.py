"""Finds paths of Tadori's and the user's own folders in texts, in any spelling a program may use.

In: folders, and folded text (`text/unwrapped.py`). Out: spans to mask. A path in a manual page (`/usr/bin/python`) is
evidence and not private; neither is a folder that every machine has (`/root`).
"""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tadori.text.unwrapped import folded_text, unwrapped_text

# Folders of the system: a path below them reveals nothing about this machine.
_OF_EVERYBODY: Final = ("/usr/", "/opt/", "/bin/", "/lib/", "/etc/", "/var/lib/", "/nix/", "/library/", "c:/program")
_OURS: Final = ("tadori.db", "mcp-token", "config.toml", "audit.jsonl", "logs", "tasks", "archive", "sessions")
"""Entries of a home. Where the home's own path is short (`/data`), only these below it count as ours."""
_DEEP: Final = 3
"""Parts of a path from which on it is unique to us: masked even inside a web address."""
_END: Final = "\\s/\"'<>|、。，「」『』（）()\\[\\]{};,"
# A name below a folder: whole where another follows, with its ending where it has one, else as far as it is plain.
_NAME: Final = (
    rf"[^{_END}]{{1,255}}(?=/)|[^{_END}]{{0,255}}?\.[a-z0-9]{{1,8}}(?![a-z0-9_-])|[a-z0-9_.~%+@=$!#-]{{0,255}}"
)
_TAIL: Final = rf"(?:/+(?:{_NAME}))*+"
_BETWEEN: Final = r"/+(?:\./+)*"
_WSL: Final = r"(?://+wsl(?:\$|\.localhost)/+[^/\s]{1,64})?"
_ADDRESS: Final = re.compile(r"(?:https?|ftp|wss?|library|tadori)://[^\s/?#\"'<>]+(/[^\s?#\"'<>]*)?")
_FILE_ADDRESS: Final = re.compile(
    rf"(?<![a-z0-9_])file:(?:/{{0,3}}[a-z]:(?=[/\\])|(?=/))(?:[/\\]+(?:{_NAME}))*+", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivatePaths:
    """The private folders of one home, as patterns."""

    deep: re.Pattern[str]
    shallow: re.Pattern[str]

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Spans of our folders in folded text, with the path below them."""
        if "/" not in text:
            return
        yield from (match.span() for match in self.deep.finditer(text))
        addresses = [match.span(1) for match in _ADDRESS.finditer(text) if match[1]]
        for match in self.shallow.finditer(text):
            if not any(start <= match.start() < end for start, end in addresses):
                yield match.span()

    def holds(self, text: str) -> bool:
        return any(True for _ in self.spans(text))


def file_url_spans(text: str) -> Iterator[tuple[int, int]]:
    """Spans of `file:` addresses in unwrapped text, anybody's: no client could open them."""
    return (match.span() for match in _FILE_ADDRESS.finditer(text))


def places(home: Path, libraries: Sequence[Path] = ()) -> PrivatePaths:
    """The folders of this installation and its user."""
    package = Path(__file__).parents[2]
    own = {name for folder in (home, package, *libraries) for name in _names(folder)}
    around = {name for folder in (Path.home(), Path(sys.prefix), package.parent.parent) for name in _names(folder)}
    own |= {name for name in around if not name.startswith(_OF_EVERYBODY)}
    own |= {f"{name}/{child}" for name in _names(home) if _depth(name) == 1 for child in _OURS}
    spelled = {spelling for name in own for spelling in (name, *_spellings(name))}
    return PrivatePaths(
        # A sibling with the same beginning (`…/tadori.old`) reveals as much about this machine.
        deep=_pattern((name for name in spelled if _depth(name) >= _DEEP), "[a-z0-9_.~-]*"),
        shallow=_pattern((name for name in spelled if _depth(name) == _DEEP - 1), "(?![a-z0-9_-])"),
    )


def _names(folder: Path) -> set[str]:
    """The paths of a folder, with and without symbolic links resolved."""
    return {folded_text(unwrapped_text(str(one))) for one in (folder.absolute(), folder.resolve())}


def _spellings(name: str) -> Iterator[str]:
    """The path as Windows, WSL or Cygwin writes it, and relative to the user's home."""
    drive = re.fullmatch(r"/mnt/([a-z])/(.+)", name)
    if drive:
        yield f"{drive[1]}:/{drive[2]}"
    drive = re.fullmatch(r"([a-z]):/(.+)", name)
    if drive:
        yield from (f"{root}/{drive[1]}/{drive[2]}" for root in ("/mnt", "", "/cygdrive"))
    for user in _names(Path.home()):
        if name.startswith(f"{user}/"):
            yield from (f"{root}{name[len(user) :]}" for root in ("~", "$home", "${home}", "%userprofile%"))


def _spelled(part: str) -> str:
    """One name as a pattern. Markdown escapes punctuation with a backslash, which folding turns into a slash."""
    return "".join(one if one.isalnum() else f"/?{re.escape(one)}" for one in part)


def _depth(name: str) -> int:
    return len([part for part in name.split("/") if part])


def _pattern(names: Iterable[str], end: str) -> re.Pattern[str]:
    wanted = sorted(names, key=lambda name: (-len(name), name))
    if not wanted:
        return re.compile(r"(?!)")
    any_of = "|".join(_BETWEEN.join(map(_spelled, re.split("/+", name))) for name in wanted)
    return re.compile(rf"{_WSL}(?://\?/)?(?:{any_of}){end}{_TAIL}")
