"""`tadori verify`: checks every sentence of a report back to its archived bytes, from the file alone."""

import json
import re
from pathlib import Path
from typing import Any

import click

from tadori.errors import WrongCall
from tadori.model.printable import one_line
from tadori.service.verbs import verify_report

ROOT_HASH_NOTE = (
    "No file can prove that nobody made all of it anew; compare the root hash with the one you were given another way "
    "(--root HASH)."
)


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--root", metavar="HASH", help="The root hash you were given another way: proves that it is this file.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def verify(path: Path, root: str | None, as_json: bool) -> int:
    """Check PATH (an evidence.wacz, or a report's folder). Exit 0 only if every sentence holds."""
    if root is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", root):
        raise WrongCall("--root takes a whole root hash: 64 hexadecimal digits, as `research` and `verify` print it")
    facts = verify_report(path, root=root)
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False, indent=1))
    else:
        _print(path, facts, proven=root is not None and facts["ok"])
    return 0 if facts["ok"] else 1


def _print(path: Path, facts: dict[str, Any], *, proven: bool) -> None:
    for problem in facts["problems"]:
        click.echo(f"BROKEN  {one_line(problem['place'], 500)}: {one_line(problem['what'], 1000)}")
    for note in facts["notes"]:
        click.echo(f"NOTE    {one_line(note, 1000)}")
    verdict = "holds" if facts["ok"] else "DOES NOT HOLD"
    again = "compiled again" if facts["recompiled"] else "not compiled again"
    click.echo(f"{path}: {verdict}; {facts['sentences_checked']} sentences checked, report {again}")
    for line in _grade_lines(facts):
        click.echo(line)
    click.echo(
        f"{facts['pages_read_again']} of {facts['pages']} pages read again, "
        f"{facts['verdicts_given_again']} verdicts given again"
    )
    click.echo(f"root hash {facts['root_hash']}{' (the one you gave)' if proven else ''}")
    if not proven:
        click.echo(ROOT_HASH_NOTE)


def _grade_lines(facts: dict[str, Any]) -> list[str]:
    """Sentences by grade, steps run again, votes by model; nothing for a report made before there were grades."""
    if not facts["grades"]:
        return []
    grades = " · ".join(f"{count} {grade}" for grade, count in facts["grades"])
    votes = ", ".join(f"{one_line(model, 200)} {count}" for model, count in facts["votes"])
    total = sum(count for _, count in facts["votes"])
    return [
        f"grades checked again: {grades}; {facts['steps']} steps run again",
        *([f"{total} votes of models sealed ({votes}); models are not asked again"] if total else []),
    ]
