"""The templates that could become active: those of the package, of the user's folder and of URLs, as they are now.

A template that cannot be read is a candidate, too: it has a name, a place, a digest, and the reason why it is refused.
"""

import hashlib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import urlsplit

from tadori.errors import SourceError, TemplateUnusable
from tadori.minds.prompts.template_file import ENDINGS, TemplateFile, parse_template, read_template_file

MOST_FILES: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateCandidate:
    """A template found somewhere, usable or not."""

    name: str
    where: str
    digest: str
    source: TemplateFile | None
    reason: str = ""
    """Why it cannot be used."""


@cache
def shipped_templates() -> Mapping[str, TemplateFile]:
    """The package's own templates, by name.

    Raises:
        TemplateUnusable: the installation is damaged.
    """
    found = {}
    for entry in sorted(files("tadori.minds.prompts").joinpath("shipped").iterdir(), key=lambda one: one.name):
        path = PurePosixPath(entry.name)
        if path.suffix in ENDINGS:
            where = f"package:{entry.name}"
            found[path.stem] = parse_template(entry.read_bytes(), ending=path.suffix, where=where, stem=path.stem)
    return found


def templates_in_folder(folder: Path) -> dict[str, TemplateCandidate]:
    """The templates of the user's folder, by name; none when there is no such folder.

    Raises:
        TemplateUnusable: it cannot be listed, or holds far too many files.
    """
    try:
        names = sorted(entry.name for entry in folder.iterdir())
    except FileNotFoundError:
        return {}
    except OSError as exc:
        raise TemplateUnusable(f"the folder cannot be read: {exc.strerror}") from exc
    paths = [Path(name) for name in names if Path(name).suffix in ENDINGS and not name.startswith(".")]
    if len(paths) > MOST_FILES:
        raise TemplateUnusable(f"the folder holds more than {MOST_FILES} templates")
    found: dict[str, TemplateCandidate] = {}
    for path in paths:
        one = _of_file(folder, path)
        twin = found.get(one.name)
        # claims.yaml beside claims.j2: neither wins, because nobody could tell which is meant.
        found[one.name] = one if twin is None else _twice(one, twin)
    return found


def from_address(name: str, address: str, content: bytes) -> TemplateCandidate:
    """The template that was downloaded from an address."""
    ending = PurePosixPath(urlsplit(address).path).suffix
    return _candidate(name, address, content, ending if ending in ENDINGS else ".yaml")


def unreachable(name: str, address: str, error: SourceError) -> TemplateCandidate:
    """The candidate for an address that could not be downloaded."""
    return TemplateCandidate(name=name, where=address, digest="unreachable", source=None, reason=str(error))


def _of_file(folder: Path, path: Path) -> TemplateCandidate:
    name, where = _shown(unicodedata.normalize("NFC", path.stem)), f"user:{_shown(path.name)}"
    try:
        content = read_template_file(folder / path, folder)
    except TemplateUnusable as exc:
        return TemplateCandidate(name=name, where=where, digest=f"unread:{exc}", source=None, reason=str(exc))
    return _candidate(name, where, content, path.suffix)


def _shown(name: str) -> str:
    """A file's name in printable form: file names may hold anything, even bytes that are not text."""
    return "".join(char if char.isprintable() else "?" for char in name)


def _candidate(name: str, where: str, content: bytes, ending: str) -> TemplateCandidate:
    digest = hashlib.sha256(content).hexdigest()
    try:
        source = parse_template(content, ending=ending, where=where, stem=name)
    except TemplateUnusable as exc:
        return TemplateCandidate(name=name, where=where, digest=digest, source=None, reason=str(exc))
    return TemplateCandidate(name=name, where=where, digest=digest, source=source)


def _twice(one: TemplateCandidate, twin: TemplateCandidate) -> TemplateCandidate:
    reason = f"{twin.where} and {one.where} are both there; keep one of them"
    return TemplateCandidate(
        name=one.name, where=one.where, digest=f"{twin.digest}+{one.digest}", source=None, reason=reason
    )
