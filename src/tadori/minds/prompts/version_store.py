"""Stores the template versions of a home: every version that was once active, and which were rolled back and why.

Lives in `.kept` in the user's template folder: a state file, and each text under its digest. Files are written whole
and replaced atomically, so that a reader in another process sees either the old state or the new one.
"""

import json
import os
import re
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from tadori.errors import TemplateUnusable
from tadori.minds.prompts.template_file import ENDINGS, TemplateFile, parse_template, read_template_file

MOST_VERSIONS: Final = 50
"""Versions kept per template; the oldest go first."""
StateStamp = tuple[int, int, int]
_FORM = 1
_DIGEST = re.compile(r"[0-9a-f]{64}")
_MOST_STATE = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateVersion:
    """One version that was active once."""

    name: str
    version: str
    digest: str
    ending: str
    where: str
    at: str

    @property
    def file(self) -> str:
        return self.digest + self.ending


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateRollback:
    """A rollback: `to` is active until the file it replaces changes."""

    to: str
    """The digest of the active version."""
    against: str
    """The digest of the file that is not used; empty when there was none."""
    version: str
    """The version that was active before."""
    reason: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateState:
    """The content of the state file."""

    generation: int = 0
    """Incremented to make running programs reload."""
    versions: tuple[TemplateVersion, ...] = ()
    in_force: Mapping[str, str] = field(default_factory=dict)
    """Name → digest of the active templates that are not the package's own."""
    taken_back: Mapping[str, TemplateRollback] = field(default_factory=dict)

    def of(self, name: str) -> list[TemplateVersion]:
        """Oldest first."""
        return [one for one in self.versions if one.name == name]

    def with_version(self, version: TemplateVersion) -> "TemplateState":
        known = [one for one in self.versions if (one.name, one.version) != (version.name, version.version)]
        mine = [one for one in known if one.name == version.name]
        dropped = set(mine[: max(0, len(mine) - MOST_VERSIONS + 1)])
        return replace(self, versions=(*(one for one in known if one not in dropped), version))


class VersionStore:
    """The `.kept` folder of a template folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / ".kept"
        self._file = self._folder / "state.json"

    def stamp(self) -> StateStamp:
        """Changes whenever the state is written; zeros when there is none."""
        try:
            seen = self._file.stat()
        except OSError:
            return (0, 0, 0)
        return (seen.st_mtime_ns, seen.st_size, seen.st_ino)

    def state(self) -> TemplateState:
        """The stored state; an empty one when there is none.

        Raises:
            TemplateUnusable: the file exists and cannot be read.
        """
        try:
            with self._file.open("rb") as stream:
                data = json.loads(stream.read(_MOST_STATE))
        except FileNotFoundError:
            return TemplateState()
        except (OSError, ValueError, RecursionError) as exc:
            reason = exc.strerror if isinstance(exc, OSError) else "damaged"
            raise TemplateUnusable(f"what was in force before cannot be read: {reason}") from exc
        return _state(data)

    def source(self, version: TemplateVersion) -> TemplateFile:
        """The text of a version.

        Raises:
            TemplateUnusable: it is gone, or was changed.
        """
        content = read_template_file(self._folder / version.file, self._folder)
        source = parse_template(content, ending=version.ending, where=version.where, stem=version.name)
        if source.digest != version.digest:
            raise TemplateUnusable(f"the kept text of {source.id} was changed")
        return source

    def keep(self, source: TemplateFile) -> None:
        """Stores the text of a version.

        Raises:
            OSError: the folder cannot be written.
        """
        path = self._folder / (source.digest + source.ending)
        if not path.exists():
            self._put(path, source.content)

    def write(self, state: TemplateState, before: TemplateState) -> None:
        """Replaces the state `before` by `state`, and deletes the texts that it no longer names.

        Raises:
            OSError: the folder cannot be written.
        """
        data = {"form": _FORM, **asdict(state)}
        self._put(self._file, json.dumps(data, ensure_ascii=False, indent=1).encode())
        for name in {one.file for one in before.versions} - {one.file for one in state.versions}:
            (self._folder / name).unlink(missing_ok=True)

    def _put(self, path: Path, content: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix="new-", dir=self._folder)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())  # before the rename: a crash must not leave an empty file in its place
            os.replace(name, path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise


def _state(data: Any) -> TemplateState:
    try:
        if data["form"] != _FORM:
            raise TemplateUnusable(
                f"what was in force before was written by another Tadori (form {data['form']!r:.20})"
            )
        state = TemplateState(
            generation=int(data["generation"]),
            versions=tuple(TemplateVersion(**one) for one in data["versions"]),
            in_force=dict(data["in_force"]),
            taken_back={name: TemplateRollback(**one) for name, one in data["taken_back"].items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError) as exc:
        raise TemplateUnusable("what was in force before is not in the form that Tadori writes") from exc
    texts = [text for one in state.versions for text in asdict(one).values()]
    texts += [text for one in state.taken_back.values() for text in asdict(one).values()]
    if not all(isinstance(text, str) for text in [*texts, *state.in_force.values()]):
        raise TemplateUnusable("what was in force before is not in the form that Tadori writes")
    if not all(_DIGEST.fullmatch(one.digest) and one.ending in ENDINGS for one in state.versions):
        raise TemplateUnusable("what was in force before names files that no template has")
    return state
