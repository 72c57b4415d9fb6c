"""The active templates, for everybody who calls a model.

Comes in: the package's templates, the user's folder, and addresses that the user allowed (downloaded by a function that
is passed in). Goes out: `render`, and `pinned`, the view of a session that keeps the revisions it began with. Readers
never see a half-finished change: a new set of revisions is prepared aside and swapped in at once.
"""

import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

from tadori.errors import WrongCall
from tadori.events import Emit, Event, ignore_event
from tadori.events.upkeep import TemplateRefused, TemplateReloaded, TemplateRolledBack
from tadori.minds.prompts.candidates import shipped_templates
from tadori.minds.prompts.chooser import RefusedTemplate
from tadori.minds.prompts.revision import RenderedTemplate, TemplateRevision
from tadori.minds.prompts.template_file import TemplateFile
from tadori.minds.prompts.template_sources import TemplateReload, TemplateSet, TemplateSources, version_of
from tadori.minds.prompts.version_store import TemplateRollback, TemplateVersion

TTL_SECONDS: Final = 300
LONGEST_REASON: Final = 300
ReloadMode = Literal["auto", "ttl", "force"]
"""`auto`: check, and take what changed. `ttl`: only when the time is up. `force`: always, and emit an event for each.

"""


class PinnedTemplates:
    """The templates as they were when a session began. Changes to files do not affect it."""

    def __init__(self, revisions: Mapping[str, TemplateRevision]) -> None:
        self._revisions = revisions

    def render(self, name: str, lang: str, **variables: object) -> RenderedTemplate:
        """As `TemplateLibrary.render`."""
        return _named(self._revisions, name).render(lang, variables)

    @property
    def versions(self) -> dict[str, str]:
        """Name → version: what `TemplateLibrary.pinned` needs to restore this view."""
        return {name: one.source.version for name, one in sorted(self._revisions.items())}


class TemplateLibrary:
    """All templates of a home. Thread-safe."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        emit: Emit = ignore_event,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        ttl: int = TTL_SECONDS,
        schemas: Collection[str] | None = None,
        addresses: Mapping[str, str] | None = None,
        get: Callable[[str], bytes] | None = None,
        remembers: bool = True,
    ) -> None:
        """`folder` is the user's, None for the package's templates alone; `schemas` are the names a `schema_ref` may
        have.

        Active versions are stored in the folder for later rollbacks, unless `remembers` is false (read-only use).

        `addresses` (name → URL) are downloaded with `get`, which raises `SourceError`; only `reload` does so (`force`,
        or `ttl` when the time is up), never `render`, which must not wait.
        """
        self.folder = folder
        self._sources = TemplateSources(
            folder=folder,
            clock=clock,
            schemas=schemas,
            addresses=dict(addresses or {}),
            get=get,
            remembers=remembers,
        )
        self._emit, self._clock, self._ttl = emit, clock, ttl
        self._lock = threading.Lock()
        self._active: TemplateSet | None = None

    def render(self, name: str, lang: str, **variables: object) -> RenderedTemplate:
        """The instructions of template `name` in `lang` (`ja`, `en`). Text, version and schema are of one revision.

        Raises:
            WrongCall: there is no such template, language or variable, or a value is of the wrong type.
            TemplateUnusable: the text would be longer than a template's may be.
        """
        return _named(self._current().revisions, name).render(lang, variables)

    def load(self, name: str) -> TemplateRevision:
        """The active revision. Raises `WrongCall` when there is no such template."""
        return _named(self._current().revisions, name)

    def names(self) -> list[str]:
        return sorted(self._current().revisions)

    def pinned(self, versions: Mapping[str, str] | None = None) -> PinnedTemplates:
        """The view of a session that begins now; with the `versions` of an earlier session, the view it had.

        For a version that is no longer stored an event is emitted, and the active one is used.
        """
        active = self._current()
        revisions, lost = self._sources.versions(active, versions or {})
        for name, why in lost.items():
            kept = revisions[name].id if name in revisions else "none"
            where = f"{name}@{(versions or {}).get(name, 'today')}"
            self._emit(TemplateRefused(name=name, where=where, reason=str(why), kept=kept))
        return PinnedTemplates(revisions)

    def reload(self, name: str | None = None, mode: ReloadMode = "force") -> list[TemplateReload]:
        """Checks `name` or all templates for changes; returns what each was and is now. Empty when it is not time yet.

        Raises:
            WrongCall: there is no template of that name, or no such mode.
        """
        if mode not in {"auto", "ttl", "force"}:
            raise WrongCall(f"a reload is auto, ttl or force, not {mode!r:.40}")
        with self._locked() as events:
            before = self._active
            if before is not None and mode == "ttl" and not self._is_over(before):
                return []
            after = self._look(before, mode, events, only=name, ask_addresses=mode != "auto")
        if name is not None and not after.reloads:
            _named(after.revisions, name)
        return list(after.reloads)

    def announce(self) -> None:
        """Makes every program that runs in this home reload before it renders again.

        Raises:
            ConfigError: the home cannot be written.
        """
        state = self._current().state
        self._sources.announce(state, state)

    def rollback(self, name: str, to: str, reason: str) -> TemplateReload:
        """Activates an earlier version, until the file it replaces changes.

        Raises:
            WrongCall: no such template or version, the version is active already, or no reason is given.
            TemplateUnusable: the version cannot be used any more.
            ConfigError: the home cannot be written.
        """
        words = " ".join(reason.split())
        if not words or len(words) > LONGEST_REASON:
            raise WrongCall(
                f"a rollback needs a reason, at most {LONGEST_REASON} characters, for whoever reads it later"
            )
        with self._locked() as events:
            active = self._look(self._active, "auto", events)
            held = _named(active.revisions, name)
            if held.source.version == to:
                raise WrongCall(f"{held.id} is in force already")
            target = self._sources.version(active, name, to)
            self._sources.take_back(active, held, target, words)
            events.append(TemplateRolledBack(name=name, previous=held.id, rolled_back_to=target.id, reason=words))
            after = self._look(active, "force", events, only=name)
        return after.reloads[0]

    def check(self, source: TemplateFile) -> TemplateRevision:
        """The revision that `source` would become in the user's folder; nothing is stored.

        Raises:
            TemplateUnusable: it would be refused; the message says why.
        """
        return self._sources.tried(self._current(), source)

    def versions(self, name: str) -> list[TemplateVersion]:
        """Every version of `name` that can be activated, oldest first; the package's own is the first.

        Raises:
            WrongCall: there is no such template.
        """
        active = self._current()
        _named(active.revisions, name)
        own = [version_of(one, "") for key, one in shipped_templates().items() if key == name]
        return [*own, *(one for one in active.state.of(name) if one.version not in {mine.version for mine in own})]

    def taken_back(self, name: str) -> TemplateRollback | None:
        """The rollback that is in effect for `name`."""
        active = self._current()
        back = active.state.taken_back.get(name)
        held = active.revisions.get(name)
        return back if back is not None and held is not None and held.source.digest == back.to else None

    def refusals(self) -> list[RefusedTemplate]:
        """Candidates that cannot become active, with the reason."""
        return list(self._current().refused)

    def _current(self) -> TemplateSet:
        """The current set; reloaded first when it is time, by one thread, while the others use the old one."""
        active = self._active
        # A reload is under way in another thread: its old set is good enough, and nobody waits.
        if active is not None and (self._lock.locked() or not self._is_stale(active)):
            return active
        with self._locked() as events:
            found = self._active
            if found is None or self._is_stale(found):
                over = found is not None and self._is_over(found)
                found = self._look(found, "ttl" if over else "auto", events)
        return found

    def _is_over(self, active: TemplateSet) -> bool:
        return not 0 <= (self._clock() - active.looked_at).total_seconds() < self._ttl

    def _is_stale(self, active: TemplateSet) -> bool:
        """The time is up, or another program has reloaded or rolled back."""
        return self._is_over(active) or self._sources.stamp() != active.stamp

    @contextmanager
    def _locked(self) -> Iterator[list[Event]]:
        """Holds the lock; events are emitted after it is released, because a listener may render."""
        events: list[Event] = []
        try:
            with self._lock:
                yield events
        finally:
            for event in events:
                self._emit(event)

    def _look(
        self,
        before: TemplateSet | None,
        mode: ReloadMode,
        events: list[Event],
        *,
        only: str | None = None,
        ask_addresses: bool = False,
    ) -> TemplateSet:
        """Reloads, swaps in the new set, and collects the events to emit."""
        active = self._sources.look(before, only=only, ask_addresses=ask_addresses)
        self._active = active
        for one in active.reloads:
            if one.changed or (mode == "force" and one.new != "none"):
                events.append(
                    TemplateReloaded(name=one.name, mode=mode, previous=one.previous, new=one.new, ttl=self._ttl)
                )
        known = set() if before is None or mode == "force" else set(before.refused)
        for refusal in active.refused:
            if refusal not in known and (only is None or refusal.name == only):
                kept = active.revisions.get(refusal.name)
                events.append(
                    TemplateRefused(
                        name=refusal.name,
                        where=refusal.where,
                        reason=refusal.reason,
                        kept="none" if kept is None else kept.id,
                    )
                )
        return active


def _named(revisions: Mapping[str, TemplateRevision], name: str) -> TemplateRevision:
    found = revisions.get(name)
    if found is None:
        raise WrongCall(f"there is no template {name!r:.80}; there are: {', '.join(sorted(revisions))}")
    return found
