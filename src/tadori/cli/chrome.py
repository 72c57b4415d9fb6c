"""`tadori chrome start` and `chrome diagnose`: the browser for pages that cannot be read over plain HTTP."""

import json
from typing import Any

import click

from tadori.errors import ChromeNotReady
from tadori.service.chrome import chrome_diagnose, chrome_start


@click.group()
def chrome() -> None:
    """The browser that Tadori uses for pages that need one. It never touches your everyday profile."""


@chrome.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def start(as_json: bool) -> int:
    """Open a visible Chrome with Tadori's own profile (Profile-Research); it stays until you close it."""
    try:
        running = chrome_start()
    except ChromeNotReady as exc:
        return _not_ready(exc, as_json)
    click.echo(json.dumps(running) if as_json else f"{running['product']} listens at {running['endpoint']}")
    return 0


@chrome.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def diagnose(as_json: bool) -> int:
    """Say which Chrome would be used and what is missing. Changes nothing. Exit code 1 when none could be used."""
    report = chrome_diagnose()
    if as_json:
        click.echo(json.dumps(report, ensure_ascii=False, indent=1))
    else:
        _print(report)
    return 0 if report["ready"] else 1


def _not_ready(exc: ChromeNotReady, as_json: bool) -> int:
    facts = {
        "error_code": "CHROME_NOT_READY",
        "message": exc.reason,
        "details": {"auto_start_attempted": exc.auto_start_attempted, "diagnosis": list(exc.diagnosis)},
        "hint": exc.diagnosis[-1] if exc.diagnosis else "",
    }
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False, indent=1))
    else:
        click.echo(f"tadori: CHROME_NOT_READY: {exc.reason}", err=True)
        for line in exc.diagnosis:
            click.echo(f"  {line}", err=True)
    return 1


def _print(report: dict[str, Any]) -> None:
    mark = click.style("ready", fg="green") if report["ready"] else click.style("not ready", fg="red")
    screen = report["display"] or ("none, but Xvfb is installed" if report["private_display"] else "none")
    rows = [
        ("Chrome", mark),
        ("program", report["executable"] or "none found"),
        ("version", report["version"] or "–"),
        ("running one", report["cdp_product"] or f"nothing answers at {report['cdp_url']}"),
        ("profile", f"{report['profile']} ({report['profile_state']})"),
        ("screen", screen),
    ]
    for name, value in rows:
        click.echo(f"{name:<12} {value}")
    for hint in report["hints"]:
        click.echo(f"→ {hint}")
