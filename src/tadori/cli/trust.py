"""`tadori trust`: how far each publisher is trusted, and the rule or evidence behind it."""

import json
from collections import Counter
from typing import Any

import click

from tadori.model.printable import one_line
from tadori.service.publishers import trust_rows


@click.command()
@click.argument("wanted", required=False, metavar="[PUBLISHER|URL]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line a publisher.")
def trust(wanted: str | None, as_json: bool) -> int:
    """How far publishers are trusted: all of which something was learned, or one, by name or address.

    Each with its level, the rule or the evidence it rests on, and how often it was borne out or contradicted. Exit code
    3 when nothing was learned yet.
    """
    rows = trust_rows(wanted)
    for row in rows:
        click.echo(json.dumps(row, ensure_ascii=False) if as_json else _described(row))
    if not rows:
        click.echo("nothing was learned about publishers yet", err=True)
    return 0 if rows else 3


def _described(row: dict[str, Any]) -> str:
    lines = [f"{row['level']:<11} {one_line(row['publisher'])}" + (f"  ({row['kind']})" if row["kind"] else "")]
    lines.append(f"    {'by rule':<10} {row['rule']['level']}: {one_line(row['rule']['en'])}")
    if row["learned"] is not None:
        lines.append(f"    {'learned':<10} {one_line(row['learned']['en'])}")
    for (said, witness), count in sorted(Counter((x["said"], x["witness"]) for x in row["lessons"]).items()):
        lines.append(f"    {said:<12} {count} × {one_line(witness)}")
    return "\n".join(lines)
