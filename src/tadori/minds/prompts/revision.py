"""One revision of a template: its fields, its compiled texts and everything it includes, immutable.

Comes in: a template file and the files it may include. Goes out: a revision that has passed staging, i.e. was rendered
in both languages with its default variables. A revision can be rendered for ever, whatever happens to the files.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tadori.errors import TemplateUnusable, WrongCall
from tadori.minds.prompts.template_file import FRAGMENT, LANGS, TemplateFile, checked_value

if TYPE_CHECKING:
    from jinja2 import Template

__all__ = ["RenderedTemplate", "TemplateRevision", "stage_revision"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedTemplate:
    """Instructions for a model, and the template they come from."""

    text: str
    template: str
    """Name and version: `claims@1`."""
    schema_ref: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateRevision:
    """A template that has passed staging."""

    source: TemplateFile
    included: Mapping[str, str]
    """The included templates: name → digest of the file."""
    _compiled: Mapping[str, "Template"] = field(repr=False)

    @property
    def id(self) -> str:
        return self.source.id

    def render(self, lang: str, variables: Mapping[str, object]) -> RenderedTemplate:
        """The text in `lang`, with `variables` instead of the defaults.

        Raises:
            WrongCall: there is no such language or variable, or a value has the wrong type.
            TemplateUnusable: the text would be too long.
        """
        from tadori.minds.prompts.sandbox import render_text  # lazy: jinja2, only for a template that is rendered

        if lang not in self._compiled:
            raise WrongCall(f"{self.id} is written in {', '.join(LANGS)}, not in {lang!r}")
        declared = self.source.variables
        unknown = sorted(set(variables) - set(declared))
        if unknown:
            there = ", ".join(sorted(declared)) or "none"
            raise WrongCall(f"{self.id} has no variable {', '.join(unknown)}; there are: {there}")
        try:
            given = {name: checked_value(name, value, declared[name]) for name, value in variables.items()}
        except TemplateUnusable as exc:
            raise WrongCall(f"{self.id}: {exc}") from exc
        text = render_text(self._compiled[lang], {**declared, **given, "lang": lang})
        return RenderedTemplate(text=text, template=self.id, schema_ref=self.source.schema_ref)


def stage_revision(
    source: TemplateFile, others: Mapping[str, TemplateFile], schemas: Collection[str]
) -> TemplateRevision:
    """Compiles `source` with what it includes from `others`, and renders it once in each language to see that it works.

    Raises:
        TemplateUnusable: it uses forbidden syntax, includes itself or something missing, names an unknown schema, or
            does not render.
    """
    from tadori.minds.prompts.sandbox import check_syntax, compile_template, render_text  # lazy: jinja2 is heavy

    if source.schema_ref not in schemas:
        raise TemplateUnusable(
            f"schema_ref {source.schema_ref!r} refers to nothing; there are: {', '.join(sorted(schemas))}"
        )
    used: dict[str, str] = {}
    texts: dict[str, Template] = {}
    for lang in LANGS:
        gathered = _Gathered(lang=lang, others=others)
        gathered.add(source, (source.name,))
        for name, text in gathered.pieces.items():
            try:
                check_syntax(text, source.variables)
            except TemplateUnusable as exc:
                place = f"template ({lang})" if name == source.name else f"included {name!r} ({lang})"
                raise TemplateUnusable(f"{place}: {exc}") from exc
        texts[lang] = compile_template(source.name, gathered.pieces)
        render_text(texts[lang], {**source.variables, "lang": lang})
        used |= {name: others[name].digest for name in gathered.pieces if name != source.name}
    return TemplateRevision(source=source, included=used, _compiled=texts)


@dataclass(slots=True, kw_only=True)
class _Gathered:
    """A template with everything it includes, by name."""

    lang: str
    others: Mapping[str, TemplateFile]
    pieces: dict[str, str] = field(default_factory=dict)
    count: int = 0

    def add(self, source: TemplateFile, path: tuple[str, ...]) -> None:
        from tadori.minds.prompts.sandbox import MOST_INCLUDES, included_names  # lazy: jinja2 is heavy

        self.pieces[source.name] = source.texts[self.lang]
        for name in included_names(source.texts[self.lang]):
            self.count += 1
            if name in path:
                raise TemplateUnusable(f"includes go round in a circle: {' → '.join([*path, name])}")
            if self.count > MOST_INCLUDES:
                raise TemplateUnusable(f"more than {MOST_INCLUDES} includes in all")
            if name not in self.others:
                there = ", ".join(sorted(key for key, one in self.others.items() if one.schema_ref == FRAGMENT))
                raise TemplateUnusable(f"include {name!r} names nothing; pieces to include are: {there or 'none'}")
            self.add(self.others[name], (*path, name))
