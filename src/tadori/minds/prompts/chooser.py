"""Decides which revision of each template is active: pure, from the candidates, the active revisions and the rollbacks.

A refused candidate changes nothing: the active revision stays or, if there is none, the package's own is used.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from tadori.errors import TemplateUnusable
from tadori.minds.prompts.candidates import TemplateCandidate, shipped_templates
from tadori.minds.prompts.revision import TemplateRevision, stage_revision
from tadori.minds.prompts.template_file import TemplateFile
from tadori.minds.prompts.version_store import TemplateState


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedTemplate:
    """A candidate that cannot become active, and why."""

    name: str
    where: str
    digest: str
    reason: str


@dataclass(slots=True, kw_only=True)
class RevisionChooser:
    """One decision over all templates."""

    packaged: Mapping[str, TemplateFile]
    candidates: Mapping[str, TemplateCandidate]
    state: TemplateState
    before: Mapping[str, TemplateRevision]
    """The revisions that are active now."""
    kept: Callable[[str, str], TemplateFile]
    """(name, digest) → the stored file of that version; raises `TemplateUnusable`."""
    schemas: Collection[str]
    refused: list[RefusedTemplate] = field(default_factory=list)

    def revisions(self) -> dict[str, TemplateRevision]:
        """The revisions that are active from now on, by name; `refused` lists those that are not, and why."""
        names = sorted({*self.packaged, *self.candidates, *self.state.taken_back, *self.state.in_force})
        sources = {name: source for name in names if (source := self._source(name)) is not None}
        found: dict[str, TemplateRevision] = {}
        for name, source in sources.items():
            revision = self._staged(source, sources) or self._fall_back(name)
            if revision is not None:
                found[name] = revision
        return found

    def _source(self, name: str) -> TemplateFile | None:
        """The file that should be active for `name`; None when there is no such template any more."""
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

    def _accepted(self, candidate: TemplateCandidate) -> TemplateFile:
        source = candidate.source
        if source is None:
            raise TemplateUnusable(candidate.reason)
        shipped_templates = self.packaged.get(source.name)
        others = [(one.version, one.digest) for one in self.state.of(source.name)]
        others += [(shipped_templates.version, shipped_templates.digest)] if shipped_templates else []
        # Reports and caches name a template by name@version: it must stay one text for ever.
        if any(version == source.version and digest != source.digest for version, digest in others):
            raise TemplateUnusable(f"version {source.version} stands for another text already; give this one a new one")
        if shipped_templates is not None:
            _check_stands_in(source, shipped_templates)
        return source

    def _held(self, name: str) -> TemplateFile | None:
        """What was active before, in this program or in the last one; else the package's own."""
        if name in self.before:
            return self.before[name].source
        if name in self.state.in_force:
            try:
                return self._known(name, self.state.in_force[name])
            except TemplateUnusable as exc:
                self._refuse(name, ".kept", self.state.in_force[name], str(exc))
        return self.packaged.get(name)

    def _staged(self, source: TemplateFile, sources: Mapping[str, TemplateFile]) -> TemplateRevision | None:
        try:
            held = self.before.get(source.name)
            if held is None and source.digest == _digest(self.packaged.get(source.name)):
                held = _shipped_revision(source.name, frozenset(self.schemas))
            if held is not None and is_current(held, source, sources):
                return held
            return stage_revision(source, sources, self.schemas)
        except TemplateUnusable as exc:
            self._refuse(source.name, source.where, source.digest, str(exc))
            return None

    def _fall_back(self, name: str) -> TemplateRevision | None:
        if name in self.before:
            return self.before[name]
        source = self._held(name)
        for one in (source, self.packaged.get(name)):
            try:
                if one is not None:
                    return stage_revision(one, self.packaged, self.schemas)
            except TemplateUnusable as exc:
                self._refuse(name, one.where if one else name, one.digest if one else "", str(exc))
        return None

    def _known(self, name: str, digest: str) -> TemplateFile:
        shipped_templates = self.packaged.get(name)
        return (
            shipped_templates
            if shipped_templates is not None and shipped_templates.digest == digest
            else self.kept(name, digest)
        )

    def _refuse(self, name: str, where: str, digest: str, reason: str) -> None:
        self.refused.append(RefusedTemplate(name=name, where=where, digest=digest, reason=reason))


def is_current(held: TemplateRevision, source: TemplateFile, sources: Mapping[str, TemplateFile]) -> bool:
    """Whether `held` is what staging `source` with the includes of `sources` would produce."""
    pieces = {name: one.digest for name in held.included if (one := sources.get(name)) is not None}
    return held.source.digest == source.digest and pieces == dict(held.included)


@lru_cache(maxsize=64)
def _shipped_revision(name: str, schemas: frozenset[str]) -> TemplateRevision:
    """A template of the package with the package's includes, staged once per process."""
    return stage_revision(shipped_templates()[name], shipped_templates(), schemas)


def _digest(source: TemplateFile | None) -> str:
    return "" if source is None else source.digest


def _check_stands_in(source: TemplateFile, own: TemplateFile) -> None:
    """A replacement of a package's template must accept the same variables and lead to the same answer form."""
    if source.schema_ref != own.schema_ref:
        raise TemplateUnusable(
            f"schema_ref must be {own.schema_ref!r}, as in the template that it replaces, not {source.schema_ref!r}"
        )
    for name, default in own.variables.items():
        if type(source.variables.get(name)) is not type(default):
            raise TemplateUnusable(
                f"variables must hold {name!r} (such as {default!r}), which Tadori gives to this template"
            )
