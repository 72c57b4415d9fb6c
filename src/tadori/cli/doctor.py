"""`doctor`: what is there, what is missing, what has never been tried here."""

import json

import click

from tadori.model.printable import one_line


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def doctor(as_json: bool) -> int:
    """Look at this machine and this home, and say what to do about what is missing. Changes nothing."""
    from tadori import app

    findings = app.diagnose()
    if as_json:
        click.echo(json.dumps(findings, ensure_ascii=False, indent=1))
    else:
        for finding in findings:
            click.echo(f"{finding['state']:<8} {one_line(finding['what']):<22} {one_line(finding['detail'], 1000)}")
    return 1 if any(finding["state"] == "broken" for finding in findings) else 0
