"""`tadori doctor`: which parts are installed, missing or untested on this machine; with `--check`, what is damaged."""

import json
from typing import Any

import click

from tadori.model.printable import one_line
from tadori.service.checking import check_archive, diagnose

FILES_PER_PROGRESS_LINE = 500


@click.command()
@click.option("--check", "check", is_flag=True, help="Look at every file of the archive, and mend what can be mended.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def doctor(check: bool, as_json: bool) -> int:
    """Look at this machine and this home, and say what to do about what is missing. Changes nothing.

    With --check, look instead at every record of the home's archive: a damaged page is made anew from its own
    records or from its document, a page of the web is asked for in full when it is next read. Exit 1 when damage
    is left.
    """
    if check:
        return _show_check(check_archive(_progress), as_json)
    findings = diagnose()
    if as_json:
        click.echo(json.dumps(findings, ensure_ascii=False, indent=1))
    else:
        for finding in findings:
            click.echo(f"{finding['state']:<8} {one_line(finding['what']):<22} {one_line(finding['detail'], 1000)}")
    return 1 if any(finding["state"] == "broken" for finding in findings) else 0


def _progress(files: int) -> None:
    if files % FILES_PER_PROGRESS_LINE == 0:
        click.echo(f"looked at {files} files", err=True)


def _show_check(facts: dict[str, Any], as_json: bool) -> int:
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False, indent=1))
    else:
        for found in facts["findings"]:
            click.echo(f"{found['state']:<8} {one_line(found['damage'], 1000)}")
            click.echo(f"{'':<8} {one_line(found['url'] or found['place'], 1000)}: {one_line(found['how'], 1000)}")
        for problem in facts["database"]:
            click.echo(f"damaged  tadori.db: {problem}")
        click.echo(f"{facts['files']} files looked at, {facts['mended']} mended, {facts['damaged']} left damaged")
    return 0 if facts["ok"] else 1
