"""`tadori entities`: the organisations, persons and domains that the pages of this home's tasks mention."""

import json
from typing import Any

import click

from tadori.model.printable import one_line
from tadori.service.entities import entity_rows


@click.command()
@click.argument("wanted", required=False, metavar="[TASK|NAME]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line an entity.")
def entities(wanted: str | None, as_json: bool) -> int:
    """Companies, public bodies, persons and domains that were met: all, those of TASK, or those called NAME.

    Each with its names, numbers and addresses, and with the grounds on which several spellings are held to be one. What
    a task's question names is marked with an asterisk. Exit code 3 when there is none.
    """
    rows = entity_rows(wanted)
    for row in rows:
        click.echo(json.dumps(row, ensure_ascii=False) if as_json else _described(row))
    if not rows:
        click.echo("no entities yet" if wanted is None else f"no entities of {one_line(wanted)}", err=True)
    return 0 if rows else 3


def _described(row: dict[str, Any]) -> str:
    mark = "*" if row["in_question"] else " "
    lines = [f"{mark} {row['kind']:<12} {one_line(row['name'])}  ({row['mentions']} claims)"]
    details = [
        ("also", [name for name in row["names"] if name != row["name"]]),
        ("numbers", [f"{one['kind']} {one['value']}" for one in row["identifiers"]]),
        ("addresses", row["addresses"]),
        ("with", row["affiliations"]),
    ]
    lines += [f"    {label:<10} {one_line('; '.join(values))}" for label, values in details if values]
    for same in row["same_as"]:
        grounds = ", ".join(f"{ground['rule']} {ground['detail']}" for ground in same["grounds"])
        lines.append(f"    {'same as':<10} {one_line(same['name'], 40)} ({same['score']:.2f}): {one_line(grounds)}")
    return "\n".join(lines)
