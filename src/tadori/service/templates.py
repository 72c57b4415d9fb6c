"""The commands of prompt templates: list, show, check, reload and roll back. Plain data out."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tadori.errors import TemplateUnusable
from tadori.events import Emit, ignore_event
from tadori.settings import load_settings
from tadori.wiring.templates import template_library

if TYPE_CHECKING:
    from tadori.minds.prompts import TemplateRevision


def template_rows(*, emit: Emit = ignore_event) -> list[dict[str, Any]]:
    """Every active template by name, as plain data; then refused ones without a replacement."""
    library = template_library(load_settings(), emit=emit, remembers=False)
    refused = {one.name: f"{one.where}: {one.reason}" for one in reversed(library.refusals())}
    rows = []
    for name in library.names():
        back = library.taken_back(name)
        versions = [asdict(one) for one in library.versions(name)]
        row = _row(library.load(name)) | {"versions": versions, "refused": refused.get(name, "")}
        rows.append(row | {"rolled_back": None if back is None else asdict(back)})
    nothing = sorted({*refused} - {*library.names(), "*"})
    return rows + [{"name": name, "version": None, "refused": refused[name]} for name in nothing]


def template_text(name: str, lang: str) -> dict[str, Any]:
    """One template: its text as a model would get it, and its source.

    Raises:
        WrongCall: there is no such template.
    """
    library = template_library(load_settings(), remembers=False)
    revision = library.load(name)
    source = revision.source.content.decode("utf-8-sig")
    return _row(revision) | {"lang": lang, "text": revision.render(lang, {}).text, "source": source}


def template_check(path: Path) -> dict[str, Any]:
    """Check a file as if it were in the user's template folder.

    Raises:
        TemplateUnusable: it would be refused; the message names the file and the reason.
    """
    from tadori.minds.prompts.template_file import parse_template, read_template_file  # lazy: slow to import

    library = template_library(load_settings(), remembers=False)
    try:
        whole = path.expanduser().resolve()
        content = read_template_file(whole, whole.parent)
        source = parse_template(content, ending=path.suffix, where=f"user:{path.name}", stem=path.stem)
        return _row(library.check(source))
    except (TemplateUnusable, OSError, RuntimeError) as exc:
        raise TemplateUnusable(f"{path}: {exc}") from exc


def template_reload(name: str | None, *, emit: Emit = ignore_event) -> list[dict[str, Any]]:
    """Reload all templates, or one, and make running programs do the same.

    Raises:
        WrongCall: there is no template of that name.
        ConfigError: the home cannot be written.
    """
    library = template_library(load_settings(), emit=emit)
    done = library.reload(name, "force")
    library.announce()
    return [asdict(one) for one in done]


def template_rollback(name: str, to: str, reason: str, *, emit: Emit = ignore_event) -> dict[str, Any]:
    """Activate an earlier version of a template.

    Raises:
        WrongCall: no such template or version, it is in force already, or there is no reason.
        TemplateUnusable: that version cannot be used any more.
        ConfigError: the home cannot be written.
    """
    done = template_library(load_settings(), emit=emit).rollback(name, to, reason)
    return {"name": name, "previous": done.previous, "rolled_back_to": done.new, "reason": reason}


def template_folder() -> Path:
    """The folder of the user's own templates."""
    return load_settings().home / "templates"


def _row(revision: "TemplateRevision") -> dict[str, Any]:
    source = revision.source
    return {
        "name": source.name,
        "version": source.version,
        "where": source.where,
        "schema_ref": source.schema_ref,
        "variables": dict(source.variables),
        "includes": sorted(revision.included),
        "description": source.description,
    }
