"""`tadori guard`, a filter: texts in; the cleaned text a model may see, and flags for injected instructions, out."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tadori.cli.bounded import read_file, read_stdin
from tadori.cli.json_lines import run_line_filter
from tadori.errors import WrongCall
from tadori.model.printable import one_line
from tadori.service.guard import guard_filter

MAX_FILE_BYTES = 20_000_000
EXCERPT_CHARS = 60
MAX_PATH_CHARS = 4096
LineFilter = Callable[[Any], dict[str, Any]]


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--plain", is_flag=True, help="Texts in (FILES, or stdin as one text), lines for a person out.")
@click.option(
    "--from",
    "source",
    type=click.Choice(["page", "person"]),
    default="page",
    show_default=True,
    help="Whose words: in a page nobody may ask for anything; a person may.",
)
@click.option("--rules-only", is_flag=True, help="Rules alone; no sentence is read by a model.")
def guard(files: tuple[Path, ...], plain: bool, source: str, rules_only: bool) -> int:
    """Say what in a text tries to steer its reader, and give the text as a model may see it.

    In, a line: {"text": "…"}, with "from" ("page" or "person") where it differs from --from; or FILES of plain text.
    Out, a line: {"clean": "…", "flags": [{"rule": "…", "start": 0, "end": 9, "of": "clean"}]}; with files also "file".

    A flag informs; finding something is no failure.
    """
    answer = guard_filter(rules_only=rules_only)
    if files:
        return _filter_files(files, answer, source, plain)
    if plain:
        text = read_stdin("the text", MAX_FILE_BYTES).decode("utf-8", errors="replace")
        _print_flags("", answer({"text": text, "from": source}))
        return 0
    return run_line_filter(lambda line: answer({"from": source, **line} if isinstance(line, dict) else line))


def _filter_files(files: tuple[Path, ...], answer: LineFilter, source: str, plain: bool) -> int:
    failed = False
    for file in files:
        try:
            text = read_file(file, MAX_FILE_BYTES).decode("utf-8", errors="replace")
            found = answer({"text": text, "from": source})
        except WrongCall as exc:
            click.echo(f"tadori: {exc}", err=True)
            failed = True
            continue
        if plain:
            _print_flags(f"{one_line(str(file), MAX_PATH_CHARS)}: ", found)
        else:
            click.echo(json.dumps({"file": str(file), **found}, ensure_ascii=False))
    return 1 if failed else 0


def _print_flags(name: str, found: dict[str, Any]) -> None:
    """One line for each flag: its line number, its rule, and the words it flags."""
    for flag in found["flags"]:
        if flag["of"] == "clean":
            line = found["clean"].count("\n", 0, flag["start"]) + 1
            words = " ".join(found["clean"][flag["start"] : flag["end"]].split())
            click.echo(
                f"{name}line {line}: {flag['rule']}: {words[:EXCERPT_CHARS]}{'…' if len(words) > EXCERPT_CHARS else ''}"
            )
        else:
            click.echo(f"{name}{flag['rule']}: characters {flag['start']} to {flag['end']} of the text as it came")
    if not found["flags"]:
        click.echo(f"{name}nothing noticed")
