"""`tadori templates`: the prompts for language models: list, show, check, reload and roll back."""

import json
from pathlib import Path
from typing import Any

import click

from tadori.cli.event_lines import print_event
from tadori.errors import TemplateUnusable
from tadori.events import Event
from tadori.model.printable import one_line
from tadori.service import templates as verbs

_AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON line a row.")


@click.group()
def templates() -> None:
    """The prompts that models are given (テンプレート): versions, checks, reload, rollback.

    A file of yours with the name of a template of the package is used in its place; `where` says in which folder. A bad
    file is refused with the reason, and what was in force stays in force.
    """


@templates.command(name="list")
@_AS_JSON
def list_(as_json: bool) -> int:
    """Every template in force: name, version, where it comes from, and what it is for."""
    for row in verbs.template_rows(emit=_print_refusal):
        if as_json or row["version"] is not None:
            _print_row(row, "" if as_json else _described(row), as_json)
    return 0


@templates.command()
@click.argument("name")
@click.option("--lang", type=click.Choice(["ja", "en"]), default="en", show_default=True, help="Language of the text.")
@click.option("--source", is_flag=True, help="Print the file as it is written, to start one of your own from.")
@_AS_JSON
def show(name: str, lang: str, source: bool, as_json: bool) -> int:
    """The text of template NAME as a model is given it, with its default variables."""
    row = verbs.template_text(name, lang)
    _print_row(row, row["source"].rstrip("\n") if source else row["text"], as_json)
    return 0


@templates.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@_AS_JSON
def check(file: Path, as_json: bool) -> int:
    """Whether FILE could be used: fields, schema, includes, what it may not say, and a rendering in both languages.

    Nothing is changed. Exit code 1 when it could not.
    """
    try:
        row = verbs.template_check(file)
    except TemplateUnusable as exc:
        if not as_json:
            raise
        click.echo(json.dumps({"ok": False, "file": str(file), "reason": str(exc)}, ensure_ascii=False))
        return 1
    variables = ", ".join(row["variables"]) or "none"
    words = f"good / 使えます: {row['name']}@{row['version']}  {row['schema_ref']}  variables: {variables}"
    _print_row({"ok": True, "file": str(file), **row}, words, as_json)
    return 0


@templates.command()
@click.argument("name", required=False)
@_AS_JSON
def reload(name: str | None, as_json: bool) -> int:
    """Look at all templates again now (or at NAME), and have running programs look before they render next.

    Without this, a changed file is noticed within 300 seconds. Exit code 1 when one is refused.
    """
    rows = verbs.template_reload(name, emit=print_event)
    for row in rows:
        _print_row(row, _reload_line(row), as_json)
    return 1 if any(row["refused"] for row in rows) else 0


@templates.command()
@click.argument("name")
@click.option("--to", required=True, metavar="VERSION", help="The version to put in force; `list` shows them.")
@click.option("--reason", required=True, help="Why; kept with the rollback.")
@_AS_JSON
def rollback(name: str, to: str, reason: str, as_json: bool) -> int:
    """Put an earlier version of template NAME in force, until your file of that name changes."""
    row = verbs.template_rollback(name, to, reason, emit=_print_refusal)
    _print_row(row, f"{row['previous']} → {row['rolled_back_to']}: {one_line(row['reason'])}", as_json)
    return 0


@templates.command()
@_AS_JSON
def where(as_json: bool) -> int:
    """The folder for templates of your own; it need not exist."""
    folder = verbs.template_folder()
    _print_row({"folder": str(folder), "exists": folder.is_dir()}, str(folder), as_json)
    return 0


def _reload_line(row: dict[str, Any]) -> str:
    words = f"{row['previous']} → {row['new']}" if row["changed"] else f"{row['new']} unchanged / 変更なし"
    if row["new"] == "none":
        words = f"{one_line(row['name'])}: {words}"
    return words + (f"  refused / 不採用: {one_line(row['refused'], 200)}" if row["refused"] else "")


def _described(row: dict[str, Any]) -> str:
    origin = one_line(row["where"])
    lines = [f"{row['name']:<14} {row['version']:<10} {origin:<26} {one_line(row['description'])}".rstrip()]
    if len(row["versions"]) > 1:
        lines.append(f"    versions / 版: {', '.join(one['version'] for one in row['versions'])}")
    if row["rolled_back"] is not None:
        back = row["rolled_back"]
        lines.append(f"    taken back / 取り消し from {back['version']} at {back['at']}: {one_line(back['reason'])}")
    if row["refused"]:
        lines.append(f"    refused / 不採用: {one_line(row['refused'], 200)}")
    return "\n".join(lines)


def _print_refusal(event: Event) -> None:
    """Print an event only if a template was refused: the rest is the command's output."""
    if event.kind == "template_refused":
        print_event(event)


def _print_row(row: dict[str, Any], words: str, as_json: bool) -> None:
    click.echo(json.dumps(row, ensure_ascii=False) if as_json else words)
