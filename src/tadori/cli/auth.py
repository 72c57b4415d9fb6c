"""`tadori auth`: the inbox of pages that wait for a person.

Every decision is the person's: these commands list pages, open them in a visible browser, and record what was decided.
"""

import asyncio
import json
import sys
import threading
from datetime import UTC, datetime
from typing import Any

import click

from tadori.model.printable import one_line, printable, unfiltered
from tadori.service import auth as verbs
from tadori.service.auth import DomainPrompt, DomainResult, UserDecision

NOTHING_WAITS = "nothing waits for a person / 認証待ちはありません"
PRIORITY_LABELS = {"high": "高 high", "normal": "中 normal", "low": "低 low"}
ALERT_LABELS = {"warning": ("注意 warning", "yellow"), "critical": ("至急 critical", "red")}


@click.group()
def auth() -> None:
    """Pages that wait for a person: challenges, captchas, logins, cookie walls (認証待ちキュー)."""


@auth.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--group", type=click.Choice(["domain", "type", "task", "priority"]), help="Group by this.")
@click.option("--log", "show_log", is_flag=True, help="What persons did: start, end, seconds, result.")
def list_(as_json: bool, group: str | None, show_log: bool) -> int:
    """Show what waits, the most urgent first. Changes nothing."""
    if show_log:
        _print_log(verbs.auth_log(), as_json=as_json)
        return 0
    facts = verbs.auth_list()
    if as_json:
        if group:
            facts["groups"] = verbs.auth_groups(group)
        click.echo(json.dumps(facts, ensure_ascii=False, indent=1))
        return 0
    if not facts["items"]:
        click.echo(NOTHING_WAITS)
        return 0
    _print_summary(facts)
    for name, items in verbs.auth_groups(group or "domain").items():
        click.echo()
        _styled(f"{one_line(name) or '(no task)'}  {len(items)}", bold=True)
        for item in items:
            click.echo(_row(item))
    click.echo()
    _styled("solve / 解く: tadori auth open --all   give up / あきらめる: tadori auth skip ID|--domain D", dim=True)
    return 0


def _print_summary(facts: dict[str, Any]) -> None:
    summary = facts["summary"]
    click.echo(
        f"認証待ち / waiting: {summary['pending_count']} pages, {summary['high_priority_count']} of high priority, "
        f"{len(summary['domains'])} domains"
    )
    kinds = "  ".join(f"{name} {many}" for name, many in summary["by_auth_type"].items())
    click.echo(f"{kinds}   oldest / 最古 {_age(summary['oldest_queued_at'])}")
    for alert in facts["alerts"]:
        label, colour = ALERT_LABELS[alert["level"]]
        _styled(f"{label}: {alert['message']}", fg=colour)


def _styled(text: str, *, err: bool = False, **style: Any) -> None:
    """Write one styled line. The stream's filter removes colour codes, so only the text itself is filtered, here."""
    stream = unfiltered(sys.stderr if err else sys.stdout)
    words = printable(text, stream.encoding)
    stream.write((click.style(words, **style) if stream.isatty() else words) + "\n")
    stream.flush()


def _row(item: dict[str, Any]) -> str:
    task = f"  {item['task_id']}" if item["task_id"] else ""
    now = "  (open now)" if item["state"] == "open" else ""
    return (
        f"  {item['id']}  {PRIORITY_LABELS[item['priority']]:<9}  {item['kind']:<11}  {_age(item['queued_at']):>5}  "
        f"{one_line(item['url'], 90)}{task}{now}"
    )


def _age(moment: str) -> str:
    """Time since `moment` in its largest whole unit, such as `3 h`."""
    seconds = max(0, int((datetime.now(UTC) - datetime.fromisoformat(moment)).total_seconds()))
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "m")):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def _print_log(rows: list[dict[str, Any]], *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    if not rows:
        click.echo("no person was asked yet / 手動介入の記録はありません")
    for row in rows:
        seconds = "…" if row["seconds"] is None else f"{row['seconds']:.1f} s"
        click.echo(
            f"{row['started_at']}  {seconds:>9}  {row['result'] or 'not ended':<9}  {row['kind']:<11}  "
            f"{one_line(row['domain'])}"
        )


@auth.command()
@click.argument("item", required=False)
@click.option("--domain", help="Everything, of every task, that waits for this domain.")
def resolve(item: str | None, domain: str | None) -> int:
    """Report ITEM (an id) or a domain as done: its pages are released and fetched again."""
    _print_closed(verbs.auth_resolve(item=item, domain=domain), "released / 解決済み")
    return 0


@auth.command()
@click.argument("item", required=False)
@click.option("--domain", help="Everything, of every task, that waits for this domain.")
@click.option("--reason", default="", help="Why; kept with the pages.")
def skip(item: str | None, domain: str | None, reason: str) -> int:
    """Give up ITEM (an id) or everything of a domain: nobody is asked for it again."""
    _print_closed(verbs.auth_skip(item=item, domain=domain, reason=reason), "skipped / スキップ")
    return 0


def _print_closed(items: list[dict[str, Any]], label: str) -> None:
    for item in items:
        click.echo(f"{label}: {item['id']}  {one_line(item['url'], 90)}")


@auth.command("open")
@click.argument("names", nargs=-1, metavar="[DOMAIN|ID]...")
@click.option("--all", "everything", is_flag=True, help="Everything that waits, the most urgent domain first.")
def open_(names: tuple[str, ...], everything: bool) -> int:
    """Solve what waits, domain by domain, in a visible browser.

    Tadori opens the page, brings the window to the front and then only watches: what is asked there is yours to do.
    Then say here: Enter = done, s = skip this domain, q = stop for now.
    """
    opened = verbs.auth_open(names, everything=everything, ask=_ask, heard=_show_navigation)
    if not opened:
        click.echo(NOTHING_WAITS)
        return 0
    for result in opened:
        click.echo(f"{one_line(result.domain)}: {_outcome(result)}")
    return 0


def _outcome(result: DomainResult) -> str:
    if result.result == "resolved":
        tasks = f", {len(result.tasks)} tasks" if result.tasks else ""
        return f"done, {result.pages} pages released{tasks}, session kept ({result.cookies} cookies) / 解決済み"
    if result.result == "skipped":
        return f"skipped, {result.pages} pages given up / スキップ"
    return f"left, {result.pages} pages still wait / 保留"


def _show_navigation(url: str) -> None:
    _styled(f"    → {one_line(url, 90)}", dim=True, err=True)


async def _ask(shown: DomainPrompt) -> UserDecision:
    """Print which domain is open in the browser, and wait for the person's decision on stdin."""
    click.echo(err=True)
    _styled(f"[{shown.number}/{shown.of}] {one_line(shown.domain)}  {shown.kind}", bold=True, err=True)
    click.echo(f"    {one_line(shown.url)}", err=True)
    click.echo(
        f"    {shown.pages} pages of {shown.tasks} tasks wait for it / {shown.pages} ページが待っています", err=True
    )
    if shown.trouble:
        _styled(f"    the browser says / ブラウザの報告: {one_line(shown.trouble)}", fg="yellow", err=True)
    if shown.foreground:
        _styled(f"    the window could not be raised / 前面化できません: {shown.foreground}", fg="yellow", err=True)
    while True:
        click.echo("    Enter = done / 完了   s = skip / スキップ   q = quit / 中断 > ", nl=False, err=True)
        line = await _line_of_stdin()
        answer = None if line is None else line.strip().lower()
        if answer in (None, "q", "quit"):
            return UserDecision.QUIT
        if answer in ("s", "skip"):
            return UserDecision.SKIP
        if answer in ("", "d", "done", "y"):
            return UserDecision.DONE
        click.echo(f"    {one_line(line or '')!r} is not one of these / 選択肢にありません", err=True)


async def _line_of_stdin() -> str | None:
    """The next line of stdin; None at its end.

    Read in a daemon thread: a blocked `readline` must not keep the program alive after Ctrl-C.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[str | None] = loop.create_future()

    def put(line: str | None) -> None:
        if not answer.done():
            answer.set_result(line)

    def read() -> None:
        line = sys.stdin.readline()
        if not loop.is_closed():
            loop.call_soon_threadsafe(put, line or None)

    threading.Thread(target=read, daemon=True).start()
    return await answer
