"""Which revision of each template is in force: pure, from what wants to be, what was, and what was taken back.

A candidate that is refused changes nothing: what was in force before stays, and in its absence the package's own.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from tadori.errors import TemplateUnusable
from tadori.minds.prompts.candidates import Candidate, shipped
from tadori.minds.prompts.kept_versions import State
from tadori.minds.prompts.revision import Revision, staged
from tadori.minds.prompts.source import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    name: str
    where: str
    digest: str
    reason: str


@dataclass(slots=True, kw_only=True)
class Choosing:
    """One look at everything."""

    packaged: Mapping[str, Source]
    candidates: Mapping[str, Candidate]
    state: State
    before: Mapping[str, Revision]
    """What is in force now."""
    kept: Callable[[str, str], Source]
    """(name, digest) → the source of that version; raises `TemplateUnusable`."""
    schemas: Collection[str]
    refused: list[Refusal] = field(default_factory=list)

    def revisions(self) -> dict[str, Revision]:
        """What is in force from now on, by name; `refused` says what is not, and why."""
        names = sorted({*self.packaged, *self.candidates, *self.state.taken_back, *self.state.in_force})
        sources = {name: source for name in names if (source := self._source(name)) is not None}
        found: dict[str, Revision] = {}
        for name, source in sources.items():
            revision = self._staged(source, sources) or self._fall_back(name)
            if revision is not None:
                found[name] = revision
        return found

    def _source(self, name: str) -> Source | None:
        """What should be in force for `name`; None when there is no such template any more."""
        candidate = self.candidates.get(name)
        back = self.state.taken_back.get(name)
        if back is not None and back.against == (candidate.digest if candidate else ""):
            try:
                return self._known(name, back.to)
            except TemplateUnusable as exc:
                self._refuse(name, ".kept", back.to, str(exc))
        if candidate is None:
            return self.packaged.get(name)
        try:
            return self._accepted(candidate)
        except TemplateUnusable as exc:
            self._refuse(name, candidate.where, candidate.digest, str(exc))
            return self._held(name)

    def _accepted(self, candidate: Candidate) -> Source:
        source = candidate.source
        if source is None:
            raise TemplateUnusable(candidate.reason)
        shipped = self.packaged.get(source.name)
        others = [(one.version, one.digest) for one in self.state.of(source.name)]
        others += [(shipped.version, shipped.digest)] if shipped else []
        if any(version == source.version and digest != source.digest for version, digest in others):
            raise TemplateUnusable(f"version {source.version} stands for another text already; give this one a new one")
        if shipped is not None:
            _check_stands_in(source, shipped)
        return source

    def _held(self, name: str) -> Source | None:
        """What was in force before: in this program, or in the last one that looked; else the package's own."""
        if name in self.before:
            return self.before[name].source
        if name in self.state.in_force:
            try:
                return self._known(name, self.state.in_force[name])
            except TemplateUnusable as exc:
                self._refuse(name, ".kept", self.state.in_force[name], str(exc))
        return self.packaged.get(name)

    def _staged(self, source: Source, sources: Mapping[str, Source]) -> Revision | None:
        try:
            held = self.before.get(source.name)
            if held is None and source.digest == _digest(self.packaged.get(source.name)):
                held = _shipped_revision(source.name, frozenset(self.schemas))
            if held is not None and still_stands(held, source, sources):
                return held
            return staged(source, sources, self.schemas)
        except TemplateUnusable as exc:
            self._refuse(source.name, source.where, source.digest, str(exc))
            return None

    def _fall_back(self, name: str) -> Revision | None:
        if name in self.before:
            return self.before[name]
        source = self._held(name)
        for one in (source, self.packaged.get(name)):
            try:
                if one is not None:
                    return staged(one, self.packaged, self.schemas)
            except TemplateUnusable as exc:
                self._refuse(name, one.where if one else name, one.digest if one else "", str(exc))
        return None

    def _known(self, name: str, digest: str) -> Source:
        shipped = self.packaged.get(name)
        return shipped if shipped is not None and shipped.digest == digest else self.kept(name, digest)

    def _refuse(self, name: str, where: str, digest: str, reason: str) -> None:
        self.refused.append(Refusal(name=name, where=where, digest=digest, reason=reason))


def still_stands(held: Revision, source: Source, sources: Mapping[str, Source]) -> bool:
    """Whether `held` is what staging `source` with the pieces of `sources` would make."""
    pieces = {name: one.digest for name in held.included if (one := sources.get(name)) is not None}
    return held.source.digest == source.digest and pieces == dict(held.included)


@lru_cache(maxsize=64)
def _shipped_revision(name: str, schemas: frozenset[str]) -> Revision:
    """A template of the package with the package's pieces, made ready once in a program."""
    return staged(shipped()[name], shipped(), schemas)


def _digest(source: Source | None) -> str:
    return "" if source is None else source.digest


def _check_stands_in(source: Source, own: Source) -> None:
    """A template in the place of the package's own is given the same variables and must lead to the same answer."""
    if source.schema_ref != own.schema_ref:
        raise TemplateUnusable(
            f"schema_ref must be {own.schema_ref!r}, as in the template that it replaces, not {source.schema_ref!r}"
        )
    for name, default in own.variables.items():
        if type(source.variables.get(name)) is not type(default):
            raise TemplateUnusable(
                f"variables must hold {name!r} (such as {default!r}), which Tadori gives to this template"
            )
