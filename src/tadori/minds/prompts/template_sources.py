"""Collects templates from all their sources and produces a new set of active revisions.

Comes in: the set before, the package, the user's folder, downloads, the stored state. Goes out: an immutable
`TemplateSet`. Writes only `.kept`. Knows nothing of threads, expiry or events: that is `library.py`.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from tadori.errors import ConfigError, SourceError, TemplateUnusable, WrongCall
from tadori.minds.prompts.candidates import (
    TemplateCandidate,
    from_address,
    shipped_templates,
    templates_in_folder,
    unreachable,
)
from tadori.minds.prompts.chooser import RefusedTemplate, RevisionChooser, is_current
from tadori.minds.prompts.revision import TemplateRevision, stage_revision
from tadori.minds.prompts.schemas import answer_forms
from tadori.minds.prompts.template_file import FRAGMENT, TemplateFile
from tadori.minds.prompts.version_store import (
    StateStamp,
    TemplateRollback,
    TemplateState,
    TemplateVersion,
    VersionStore,
)

_STATE: Final = ".kept/state.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateReload:
    """What a reload did to one template."""

    name: str
    previous: str
    """`claims@1`, or `none`; in a program that has just started, what the last program used."""
    new: str
    changed: bool
    refused: str = ""
    """Why the newest candidate is not used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateSet:
    """All active revisions, and what was found while loading them."""

    revisions: Mapping[str, TemplateRevision]
    state: TemplateState
    stamp: StateStamp
    looked_at: datetime
    refused: tuple[RefusedTemplate, ...]
    had: Mapping[str, TemplateCandidate]
    """The latest downloads."""
    reloads: tuple[TemplateReload, ...]
    """The difference to the set before, one entry per template that was looked at."""


@dataclass(slots=True, kw_only=True)
class TemplateSources:
    """Where templates come from: the package, a folder, addresses."""

    folder: Path | None
    clock: Callable[[], datetime]
    schemas: Collection[str] | None
    addresses: Mapping[str, str]
    get: Callable[[str], bytes] | None
    remembers: bool = True
    """Whether active versions are stored; a read-only view stores nothing."""

    def look(self, before: TemplateSet | None, *, only: str | None = None, ask_addresses: bool = False) -> TemplateSet:
        """Loads a new set; with `only`, everything but that template stays as it was."""
        refused: list[RefusedTemplate] = []
        state, stamp = self._remembered(refused)
        fetched = self._fetched(only) if ask_addresses else {}
        had = {**(before.had if before is not None else {}), **fetched}
        held = {} if before is None else before.revisions
        chooser = self._chooser(self._candidates(had, state, refused), state, held)
        revisions = chooser.revisions()
        refused += chooser.refused
        if only is not None and before is not None:
            others = {name: one for name, one in held.items() if name != only}
            revisions = others | {name: one for name, one in revisions.items() if name == only}
            refused = [one for one in refused if one.name == only] + [one for one in before.refused if one.name != only]
        new_state, new_stamp = self._remember(state, stamp, revisions, refused)
        return TemplateSet(
            revisions=revisions,
            state=new_state,
            stamp=new_stamp,
            looked_at=self.clock(),
            refused=tuple(dict.fromkeys(refused)),
            had=had,
            reloads=_reloads(_previous(before, state), revisions, refused, only),
        )

    def stamp(self) -> StateStamp:
        return self._store().stamp() if self.folder is not None else (0, 0, 0)

    def tried(self, active: TemplateSet, source: TemplateFile) -> TemplateRevision:
        """The revision that `source` would become in the user's folder; nothing is written.

        Raises:
            TemplateUnusable: it would be refused.
        """
        wanted = TemplateCandidate(name=source.name, where=source.where, digest=source.digest, source=source)
        candidates = {**self._candidates(active.had, active.state, []), source.name: wanted}
        chooser = self._chooser(candidates, replace(active.state, taken_back={}), active.revisions)
        revisions = chooser.revisions()
        for refusal in chooser.refused:
            if refusal.name == source.name:
                raise TemplateUnusable(refusal.reason)
        return revisions[source.name]

    def version(self, active: TemplateSet, name: str, version: str) -> TemplateRevision:
        """An earlier version, staged with today's includes.

        Raises:
            WrongCall: there is no such version.
            TemplateUnusable: its text is gone, or does not work with what it includes today.
        """
        others = {key: one.source for key, one in active.revisions.items()}
        return stage_revision(self._source(active, name, version), others, self._forms())

    def versions(
        self, active: TemplateSet, wanted: Mapping[str, str]
    ) -> tuple[dict[str, TemplateRevision], dict[str, TemplateUnusable | WrongCall]]:
        """All templates in the `wanted` versions, includes too; and why some are in today's version instead."""
        sources = {name: one.source for name, one in active.revisions.items()}
        lost: dict[str, TemplateUnusable | WrongCall] = {}
        for name, version in sorted(wanted.items()):
            if name not in sources or sources[name].version != version:
                try:
                    sources[name] = self._source(active, name, version)
                except (TemplateUnusable, WrongCall) as exc:
                    lost[name] = exc
        found = dict(active.revisions)
        for name, source in sources.items():
            try:
                if name not in found or not is_current(found[name], source, sources):
                    found[name] = stage_revision(source, sources, self._forms())
            except TemplateUnusable as exc:
                lost[name] = exc
        return found, lost

    def _source(self, active: TemplateSet, name: str, version: str) -> TemplateFile:
        own = shipped_templates().get(name)
        known = {one.version: one for one in active.state.of(name)}
        if own is not None and own.version == version:
            return own
        if self.folder is None or version not in known:
            there = ", ".join([*([own.version] if own else []), *known]) or "none"
            raise WrongCall(f"{name} has no version {version!r:.80}; there are: {there}")
        return self._store().source(known[version])

    def take_back(self, active: TemplateSet, held: TemplateRevision, target: TemplateRevision, reason: str) -> None:
        """Stores a rollback: `target` replaces `held` until the file in the folder changes.

        Raises:
            ConfigError: the folder cannot be written.
        """
        name = held.source.name
        candidates = self._candidates(active.had, active.state, [])
        against = candidates[name].digest if name in candidates else ""
        back = dict(active.state.taken_back)
        back.pop(name, None)
        if target.source.digest != against:
            back[name] = TemplateRollback(
                to=target.source.digest,
                against=against,
                version=held.source.version,
                reason=reason,
                at=self._now(),
            )
        self.announce(replace(active.state, taken_back=back), active.state)

    def announce(self, state: TemplateState, before: TemplateState) -> None:
        """Writes `state`, so that every running program reloads before it renders again.

        Raises:
            ConfigError: the folder cannot be written.
        """
        try:
            self._store().write(replace(state, generation=state.generation + 1), before)
        except OSError as exc:
            raise ConfigError(f"{self.folder} cannot be written: {exc.strerror}") from exc

    def _store(self) -> VersionStore:
        if self.folder is None:
            raise WrongCall("these are the package's own templates alone; give the home a folder for others")
        return VersionStore(self.folder)

    def _now(self) -> str:
        return self.clock().isoformat(timespec="seconds")

    def _forms(self) -> Collection[str]:
        return answer_forms() if self.schemas is None else {FRAGMENT, *self.schemas}

    def _chooser(
        self, candidates: Mapping[str, TemplateCandidate], state: TemplateState, before: Mapping[str, TemplateRevision]
    ) -> RevisionChooser:
        def kept(name: str, digest: str) -> TemplateFile:
            versions = [one for one in state.of(name) if one.digest == digest]
            if not versions:
                raise TemplateUnusable("the version that should be in force is not kept any more")
            return self._store().source(versions[0])

        return RevisionChooser(
            packaged=shipped_templates(),
            candidates=candidates,
            state=state,
            before=before,
            kept=kept,
            schemas=self._forms(),
        )

    def _candidates(
        self, had: Mapping[str, TemplateCandidate], state: TemplateState, refused: list[RefusedTemplate]
    ) -> dict[str, TemplateCandidate]:
        """All candidates; the folder overrides addresses."""
        found = {**self._once_had(state), **had}
        try:
            return found if self.folder is None else {**found, **templates_in_folder(self.folder)}
        except TemplateUnusable as exc:
            refused.append(RefusedTemplate(name="*", where="user:", digest=str(exc), reason=str(exc)))
            return found

    def _fetched(self, only: str | None) -> dict[str, TemplateCandidate]:
        found: dict[str, TemplateCandidate] = {}
        for name, address in sorted(self.addresses.items()):
            if self.get is not None and only in {None, name}:
                try:
                    found[name] = from_address(name, address, self.get(address))
                except SourceError as exc:
                    found[name] = unreachable(name, address, exc)
        return found

    def _once_had(self, state: TemplateState) -> dict[str, TemplateCandidate]:
        """What addresses gave an earlier program, until they are downloaded again."""
        found: dict[str, TemplateCandidate] = {}
        for name, address in self.addresses.items():
            known = [one for one in state.of(name) if one.where == address]
            if known:
                try:
                    source: TemplateFile | None = self._store().source(known[-1])
                    reason = ""
                except TemplateUnusable as exc:
                    source, reason = None, str(exc)
                found[name] = TemplateCandidate(
                    name=name, where=address, digest=known[-1].digest, source=source, reason=reason
                )
        return found

    def _remembered(self, refused: list[RefusedTemplate]) -> tuple[TemplateState, StateStamp]:
        stamp = self.stamp()
        try:
            return (TemplateState() if self.folder is None else self._store().state()), stamp
        except TemplateUnusable as exc:
            refused.append(RefusedTemplate(name="*", where=_STATE, digest=str(stamp), reason=str(exc)))
            return TemplateState(), stamp

    def _remember(
        self,
        state: TemplateState,
        stamp: StateStamp,
        revisions: Mapping[str, TemplateRevision],
        refused: list[RefusedTemplate],
    ) -> tuple[TemplateState, StateStamp]:
        """Stores the active versions that are not the package's own, for later rollbacks; written only when changed."""
        unreadable = any(one.where == _STATE for one in refused)  # and therefore not overwritten
        if self.folder is None or unreadable or not self.remembers:
            return state, stamp
        own = {(name, source.digest) for name, source in shipped_templates().items()}
        foreign = [one.source for name, one in revisions.items() if (name, one.source.digest) not in own]
        new = replace(state, in_force={source.name: source.digest for source in foreign})
        known = {(one.name, one.digest) for one in state.versions}
        fresh = [source for source in foreign if (source.name, source.digest) not in known]
        for source in fresh:
            new = new.with_version(version_of(source, self._now()))
        if new == state:
            return state, stamp
        try:
            for source in fresh:
                self._store().keep(source)
            self._store().write(new, state)
        except OSError as exc:
            reason = f"what is in force cannot be kept for later: {exc.strerror}"
            refused.append(RefusedTemplate(name="*", where=".kept", digest=reason, reason=reason))
            return state, stamp
        return new, self.stamp()


def version_of(source: TemplateFile, at: str) -> TemplateVersion:
    """The version record of `source`."""
    return TemplateVersion(
        name=source.name, version=source.version, digest=source.digest, ending=source.ending, where=source.where, at=at
    )


def _previous(before: TemplateSet | None, state: TemplateState) -> dict[str, tuple[str, str]]:
    """Name → id and digest of what was active: in this program, in the last one, or in the package."""
    if before is not None:
        return {name: (one.id, one.source.digest) for name, one in before.revisions.items()}
    found = {name: (source.id, source.digest) for name, source in shipped_templates().items()}
    versions = {(one.name, one.digest): one.version for one in state.versions}
    for name, digest in state.in_force.items():
        found[name] = (f"{name}@{versions.get((name, digest), 'lost')}", digest)
    return found


def _reloads(
    old: Mapping[str, tuple[str, str]],
    revisions: Mapping[str, TemplateRevision],
    refused: list[RefusedTemplate],
    only: str | None,
) -> tuple[TemplateReload, ...]:
    reasons = {one.name: one.reason for one in reversed(refused) if one.name != "*"}
    found = []
    for name in sorted({*old, *revisions, *reasons}):
        new = revisions.get(name)
        previous, digest = old.get(name, ("none", ""))
        found.append(
            TemplateReload(
                name=name,
                previous=previous,
                new="none" if new is None else new.id,
                changed=digest != ("" if new is None else new.source.digest),
                refused=reasons.get(name, ""),
            )
        )
    return tuple(one for one in found if only in {None, one.name})
