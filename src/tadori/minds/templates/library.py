"""The templates in force, for everybody who asks a model.

Comes in: the package's templates, the user's folder, addresses that the user allowed (had through a getter that is
handed in). Goes out: `render`, and `pinned`, the view of a session that keeps the revisions it began with. Readers
never see half of anything: all revisions stand on one shelf that is made ready aside and put in place at once.
"""

import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal, Protocol

from tadori.errors import ConfigError, SourceError, TemplateUnusable, WrongCall
from tadori.events import Emit, Event, TemplateRefused, TemplateReloaded, TemplateRolledBack, silent
from tadori.minds.templates.candidates import Candidate, from_address, in_folder, shipped, unreachable
from tadori.minds.templates.choosing import Choosing, Refusal
from tadori.minds.templates.kept import Kept, State, TakenBack, Version
from tadori.minds.templates.revision import Rendered, Revision, staged
from tadori.minds.templates.schemas import answer_forms
from tadori.minds.templates.source import FRAGMENT, Source

TTL_SECONDS: Final = 300
LONGEST_REASON: Final = 300
_STATE: Final = ".kept/state.json"
ReloadMode = Literal["auto", "ttl", "force"]
"""`auto`: look, and take what changed. `ttl`: the same, but only when the time is up. `force`: also ask addresses."""


class Templates(Protocol):
    """Whoever renders: the library itself, or the view of a session."""

    def render(self, name: str, lang: str, **variables: object) -> Rendered:
        """The instructions of template `name` in `lang` (`ja`, `en`).

        Raises:
            WrongCall: there is no such template, language or variable, or a value is of the wrong type.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Reload:
    """What a reload did to one template."""

    name: str
    previous: str
    new: str
    changed: bool
    refused: str = ""
    """Why what wants to be in force is not."""


class Pinned:
    """The templates as they were when a session began. Nothing that happens to files reaches it."""

    def __init__(self, revisions: Mapping[str, Revision]) -> None:
        self._revisions = revisions

    def render(self, name: str, lang: str, **variables: object) -> Rendered:
        """See `Templates`."""
        return _named(self._revisions, name).render(lang, variables)

    def revision(self, name: str) -> Revision:
        """Raises `WrongCall` when there is no such template."""
        return _named(self._revisions, name)

    @property
    def versions(self) -> dict[str, str]:
        """Name → version: what `TemplateLibrary.pinned` needs to make this view again."""
        return {name: one.source.version for name, one in sorted(self._revisions.items())}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shelf:
    revisions: Mapping[str, Revision]
    state: State
    stamp: tuple[int, int, int]
    looked_at: datetime
    refused: tuple[Refusal, ...]
    remote: Mapping[str, Candidate]
    """What addresses gave last."""


class TemplateLibrary:
    """All templates of a home. Safe to use from many threads."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        emit: Emit = silent,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        ttl: int = TTL_SECONDS,
        schemas: Collection[str] | None = None,
        addresses: Mapping[str, str] | None = None,
        get: Callable[[str], bytes] | None = None,
    ) -> None:
        """`folder` is the user's, None for the package's templates alone.

        `addresses` (name → URL) are had with `get`, which raises `SourceError` for what it cannot or may not bring, and
        only by a reload by `force`, or `ttl` when the time is up: never while something is rendered.
        """
        self.folder = folder
        self._kept = None if folder is None else Kept(folder)
        self._emit, self._clock, self._ttl = emit, clock, ttl
        self._schemas = schemas
        self._addresses, self._get = dict(addresses or {}), get
        self._alone = threading.Lock()
        self._shelf: _Shelf | None = None

    def render(self, name: str, lang: str, **variables: object) -> Rendered:
        """See `Templates`. The text and the version are always of one revision."""
        return _named(self._current().revisions, name).render(lang, variables)

    def load(self, name: str) -> Revision:
        """The revision in force. Raises `WrongCall` when there is no such template."""
        return _named(self._current().revisions, name)

    def names(self) -> list[str]:
        return sorted(self._current().revisions)

    def pinned(self, versions: Mapping[str, str] | None = None) -> Pinned:
        """The view of a session that begins now; with `versions` of a session that goes on, those.

        A version that is not kept any more is told, and the one in force stands in for it.
        """
        shelf = self._current()
        revisions = dict(shelf.revisions)
        for name, version in sorted((versions or {}).items()):
            held = revisions.get(name)
            if held is None or held.source.version != version:
                try:
                    revisions[name] = self._staged(name, version, shelf)
                except (WrongCall, TemplateUnusable) as exc:
                    kept = "none" if held is None else held.id
                    self._emit(TemplateRefused(name=name, where=f"{name}@{version}", reason=str(exc), kept=kept))
        return Pinned(revisions)

    def reload(self, name: str | None = None, mode: ReloadMode = "force") -> list[Reload]:
        """Look again, at `name` or at all; what each template was and is now.

        Raises:
            WrongCall: there is no template of that name, or no such mode.
        """
        if mode not in {"auto", "ttl", "force"}:
            raise WrongCall(f"a reload is auto, ttl or force, not {mode!r}")
        with self._telling() as events:
            before = self._shelf
            if before is not None and mode == "ttl" and not self._is_over(before):
                return []
            after = self._looked(before, mode, name, events)
        done = _reloads(before, after, name)
        if name is not None and not done:
            _named(after.revisions, name)
        return done

    def rollback(self, name: str, to: str, reason: str) -> Reload:
        """Put an earlier version in force, until the file that it was taken back from changes.

        Raises:
            WrongCall: no such template or version, the version is in force already, or no reason is given.
            TemplateUnusable: the version cannot be used any more.
            ConfigError: the home cannot be written.
        """
        reason = " ".join(reason.split())
        if not reason or len(reason) > LONGEST_REASON:
            raise WrongCall(
                f"a rollback needs a reason of at most {LONGEST_REASON} characters, for whoever reads it later"
            )
        if self._kept is None:
            raise WrongCall("these templates are the package's own; there is nothing to roll back")
        with self._telling() as events:
            shelf = self._looked(self._shelf, "auto", None, events)
            held = _named(shelf.revisions, name)
            if held.source.version == to:
                raise WrongCall(f"{held.id} is in force already")
            target = self._staged(name, to, shelf)
            self._take_back(shelf, held, target, reason)
            events.append(TemplateRolledBack(name=name, previous=held.id, rolled_back_to=target.id, reason=reason))
            after = self._looked(shelf, "force", name, events)
        return Reload(name=name, previous=held.id, new=after.revisions[name].id, changed=True)

    def versions(self, name: str) -> list[Version]:
        """Every version of `name` that can be in force, oldest first; the package's own is the first.

        Raises:
            WrongCall: there is no such template.
        """
        shelf = self._current()
        _named(shelf.revisions, name)
        own = [_version(one, "") for key, one in shipped().items() if key == name]
        return [*own, *(one for one in shelf.state.of(name) if one.digest not in {mine.digest for mine in own})]

    def taken_back(self, name: str) -> TakenBack | None:
        """The rollback that `name` is under now."""
        shelf = self._current()
        back = shelf.state.taken_back.get(name)
        held = shelf.revisions.get(name)
        return back if back is not None and held is not None and held.source.digest == back.to else None

    def refusals(self) -> list[Refusal]:
        """What wants to be in force and cannot be, with the reason."""
        return list(self._current().refused)

    def check(self, source: Source) -> Revision:
        """`source` as it would be if it stood in the user's folder now; nothing is kept.

        Raises:
            TemplateUnusable: it would be refused; the message says why.
        """
        shelf = self._current()
        wanted = Candidate(name=source.name, where=source.where, digest=source.digest, source=source)
        candidates = {**self._in_folder([]), source.name: wanted}
        choosing = self._choosing(candidates, replace(shelf.state, taken_back={}), shelf.revisions)
        revisions = choosing.revisions()
        for refusal in choosing.refused:
            if refusal.name == source.name:
                raise TemplateUnusable(refusal.reason)
        return revisions[source.name]

    def _current(self) -> _Shelf:
        """The shelf; looked through first when it is time, by one thread, while the others use what is there."""
        shelf = self._shelf
        if shelf is not None and not self._is_stale(shelf):
            return shelf
        if shelf is not None and self._alone.locked():
            return shelf
        with self._telling() as events:
            found = self._shelf
            if found is None or self._is_stale(found):
                mode: ReloadMode = "auto" if found is None or not self._is_over(found) else "ttl"
                found = self._looked(found, mode, None, events, remote=False)
        return found

    def _is_over(self, shelf: _Shelf) -> bool:
        return not 0 <= (self._clock() - shelf.looked_at).total_seconds() < self._ttl

    def _is_stale(self, shelf: _Shelf) -> bool:
        """The time is up, or another program has reloaded or rolled back."""
        return self._is_over(shelf) or (self._kept is not None and self._kept.stamp() != shelf.stamp)

    @contextmanager
    def _telling(self) -> Iterator[list[Event]]:
        """Alone with the shelf; what happened is told afterwards, when the shelf is free again."""
        events: list[Event] = []
        try:
            with self._alone:
                yield events
        finally:
            for event in events:
                self._emit(event)

    def _looked(
        self, before: _Shelf | None, mode: ReloadMode, only: str | None, events: list[Event], *, remote: bool = True
    ) -> _Shelf:
        """Look at everything, put what is in force on a new shelf, and the shelf in its place."""
        told: list[Refusal] = []
        state, stamp = self._remembered(told)
        asked = remote and mode != "auto"
        fetched = self._fetched(only) if asked else {}
        had = {**(before.remote if before is not None else {}), **fetched}
        candidates = {**self._once_had(had, state), **had, **self._in_folder(told)}
        held = {} if before is None else before.revisions
        choosing = self._choosing(candidates, state, held)
        revisions = choosing.revisions()
        refused = [*told, *choosing.refused]
        if only is not None and before is not None:
            others = {name: one for name, one in held.items() if name != only}
            revisions = others | {name: one for name, one in revisions.items() if name == only}
            refused = [one for one in refused if one.name == only] + [one for one in before.refused if one.name != only]
        events += self._changes(before, revisions, mode, only)
        state, stamp = self._remember(state, stamp, revisions, refused)
        events += self._warnings(before, revisions, refused, mode)
        self._shelf = _Shelf(
            revisions=revisions, state=state, stamp=stamp, looked_at=self._clock(), refused=tuple(refused), remote=had
        )
        return self._shelf

    def _choosing(self, candidates: Mapping[str, Candidate], state: State, before: Mapping[str, Revision]) -> Choosing:
        def kept(name: str, digest: str) -> Source:
            versions = [one for one in state.of(name) if one.digest == digest]
            if self._kept is None or not versions:
                raise TemplateUnusable("the version that should be in force is not kept any more")
            return self._kept.source(versions[0])

        schemas = answer_forms() if self._schemas is None else {FRAGMENT, *self._schemas}
        return Choosing(
            shipped=shipped(), candidates=candidates, state=state, before=before, kept=kept, schemas=schemas
        )

    def _in_folder(self, told: list[Refusal]) -> dict[str, Candidate]:
        try:
            return {} if self.folder is None else in_folder(self.folder)
        except TemplateUnusable as exc:
            told.append(Refusal(name="*", where="user:", digest=str(exc), reason=str(exc)))
            return {}

    def _fetched(self, only: str | None) -> dict[str, Candidate]:
        found: dict[str, Candidate] = {}
        for name, address in sorted(self._addresses.items()):
            if self._get is not None and only in {None, name}:
                try:
                    found[name] = from_address(name, address, self._get(address))
                except SourceError as exc:
                    found[name] = unreachable(name, address, exc)
        return found

    def _once_had(self, had: Mapping[str, Candidate], state: State) -> dict[str, Candidate]:
        """What an address gave in an earlier program, until it is asked again."""
        found: dict[str, Candidate] = {}
        for name, address in self._addresses.items():
            known = [one for one in state.of(name) if one.where == address]
            if name not in had and known and self._kept is not None:
                try:
                    source = self._kept.source(known[-1])
                except TemplateUnusable as exc:
                    found[name] = Candidate(name=name, where=address, digest="lost", source=None, reason=str(exc))
                else:
                    found[name] = Candidate(name=name, where=address, digest=source.digest, source=source)
        return found

    def _remembered(self, told: list[Refusal]) -> tuple[State, tuple[int, int, int]]:
        if self._kept is None:
            return State(), (0, 0, 0)
        stamp = self._kept.stamp()
        try:
            return self._kept.state(), stamp
        except TemplateUnusable as exc:
            told.append(Refusal(name="*", where=_STATE, digest=str(stamp), reason=str(exc)))
            return State(), stamp

    def _remember(
        self,
        state: State,
        stamp: tuple[int, int, int],
        revisions: Mapping[str, Revision],
        refused: list[Refusal],
    ) -> tuple[State, tuple[int, int, int]]:
        """Keep what is in force and not the package's own, so that it can be gone back to; only what changed."""
        if self._kept is None or any(one.where == _STATE for one in refused):  # what cannot be read is not overwritten
            return state, stamp
        own = shipped()
        foreign = {
            name: one.source
            for name, one in revisions.items()
            if name not in own or own[name].digest != one.source.digest
        }
        new = replace(state, in_force={name: source.digest for name, source in foreign.items()})
        known = {(one.name, one.digest) for one in state.versions}
        fresh = [source for name, source in foreign.items() if (name, source.digest) not in known]
        for source in fresh:
            new = new.with_version(_version(source, self._clock().isoformat(timespec="seconds")))
        try:
            for source in fresh:
                self._kept.keep(source)
            if new != state:
                self._kept.write(new, state)
                return new, self._kept.stamp()
        except OSError as exc:
            reason = f"what is in force cannot be kept for later: {exc.strerror}"
            refused.append(Refusal(name="*", where=".kept", digest=reason, reason=reason))
        return new, stamp

    def _take_back(self, shelf: _Shelf, held: Revision, target: Revision, reason: str) -> None:
        assert self._kept is not None  # rollback has looked
        name = held.source.name
        candidates = {**self._once_had(shelf.remote, shelf.state), **shelf.remote, **self._in_folder([])}
        against = candidates[name].digest if name in candidates else ""
        back = dict(shelf.state.taken_back)
        if target.source.digest == against:
            back.pop(name, None)
        else:
            back[name] = TakenBack(
                to=target.source.digest,
                against=against,
                version=held.source.version,
                reason=reason,
                at=self._clock().isoformat(timespec="seconds"),
            )
        try:
            self._kept.write(replace(shelf.state, taken_back=back, generation=shelf.state.generation + 1), shelf.state)
        except OSError as exc:
            raise ConfigError(f"{self.folder} cannot be written: {exc.strerror}") from exc

    def _staged(self, name: str, version: str, shelf: _Shelf) -> Revision:
        """A version that was in force once, ready to be so again."""
        own = shipped().get(name)
        known = {one.version: one for one in shelf.state.of(name)}
        others = {key: one.source for key, one in shelf.revisions.items()}
        schemas = answer_forms() if self._schemas is None else {FRAGMENT, *self._schemas}
        if own is not None and own.version == version:
            return staged(own, others, schemas)
        if self._kept is None or version not in known:
            there = ", ".join([*([own.version] if own else []), *known]) or "none"
            raise WrongCall(f"{name} has no version {version!r}; there are: {there}")
        return staged(self._kept.source(known[version]), others, schemas)

    def _changes(
        self, before: _Shelf | None, revisions: Mapping[str, Revision], mode: ReloadMode, only: str | None
    ) -> list[Event]:
        """A line for each that changed; by force, for each that was looked at. At first the package's are in force."""
        sources = {name: one.source for name, one in before.revisions.items()} if before else shipped()
        old = {name: source.id for name, source in sources.items()}
        digests = {name: source.digest for name, source in sources.items()}
        events: list[Event] = []
        for name in sorted({*old, *revisions}):
            new = revisions.get(name)
            changed = digests.get(name) != (None if new is None else new.source.digest)
            if changed or (mode == "force" and only in {None, name}):
                events.append(
                    TemplateReloaded(
                        name=name,
                        mode=mode,
                        previous=old.get(name, "none"),
                        new="none" if new is None else new.id,
                        ttl=self._ttl,
                    )
                )
        return events

    def _warnings(
        self, before: _Shelf | None, revisions: Mapping[str, Revision], refused: list[Refusal], mode: ReloadMode
    ) -> list[Event]:
        """What is refused, told once; by force, told again."""
        told = set() if before is None or mode == "force" else set(before.refused)
        return [
            TemplateRefused(
                name=one.name,
                where=one.where,
                reason=one.reason,
                kept=revisions[one.name].id if one.name in revisions else "none",
            )
            for one in dict.fromkeys(refused)
            if one not in told
        ]


def _named(revisions: Mapping[str, Revision], name: str) -> Revision:
    found = revisions.get(name)
    if found is None:
        raise WrongCall(f"there is no template {name!r:.80}; there are: {', '.join(sorted(revisions))}")
    return found


def _version(source: Source, at: str) -> Version:
    return Version(
        name=source.name,
        version=source.version,
        digest=source.digest,
        ending=source.ending,
        where=source.where,
        at=at,
    )


def _reloads(before: _Shelf | None, after: _Shelf, only: str | None) -> list[Reload]:
    old = {} if before is None else before.revisions
    reasons = {one.name: one.reason for one in after.refused}
    return [
        Reload(
            name=name,
            previous=old[name].id if name in old else "none",
            new=after.revisions[name].id if name in after.revisions else "none",
            changed=old.get(name) is not after.revisions.get(name),
            refused=reasons.get(name, ""),
        )
        for name in sorted({*old, *after.revisions, *(one.name for one in after.refused if one.name != "*")})
        if only in {None, name}
    ]
