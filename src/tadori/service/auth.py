"""The commands of the auth inbox: list, open, resolve and skip pages that wait for a person (§3.6.1).

In: ids or domains, and a callback that asks the person. Out: plain data. Nothing is decided here: the person does.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tadori.errors import RouteUnavailable, SourceError, WrongCall
from tadori.fetch.foreground import raise_chrome
from tadori.model.web import AuthItem, WebSession
from tadori.settings import load_settings
from tadori.wiring.home import App, open_app
from tadori.wiring.routes import Routes, WebEnvironment

if TYPE_CHECKING:
    from tadori.fetch.chrome import RunningChrome
    from tadori.fetch.window import SessionWindow

JsonRow = dict[str, Any]


class UserDecision(StrEnum):
    """What the person decided about a domain."""

    DONE = "resolved"
    SKIP = "skipped"
    QUIT = "left"


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainPrompt:
    """The domain that is open in the browser now, as shown to the person."""

    domain: str
    url: str
    kind: str
    pages: int
    """How many pages are released when it is solved."""
    tasks: int
    number: int
    of: int
    trouble: str
    """What the browser said when it could not load the page."""
    foreground: str
    """Empty when the window was brought to the front, else why not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainResult:
    """The result of showing one domain."""

    domain: str
    result: str
    pages: int
    tasks: tuple[str, ...]
    cookies: int


AskUser = Callable[[DomainPrompt], Awaitable[UserDecision]]
OnNavigation = Callable[[str], None]


def auth_list() -> JsonRow:
    """The waiting pages, most urgent first, with summary and alerts."""
    with open_app(load_settings()) as app:
        inbox = app.inbox()
        summary = asdict(inbox.summary())
        oldest = summary["oldest_queued_at"]
        return {
            "summary": {**summary, "oldest_queued_at": None if oldest is None else oldest.isoformat()},
            "alerts": [asdict(alert) for alert in inbox.alerts()],
            "items": [_line(item) for item in inbox.pending()],
        }


def auth_groups(by: str) -> dict[str, list[JsonRow]]:
    """What waits, by `domain`, `type`, `task` or `priority`; the group with the most urgent page first."""
    name = {"domain": "domain", "type": "kind", "task": "task_id", "priority": "priority"}[by]
    groups: dict[str, list[JsonRow]] = {}
    for item in auth_list()["items"]:
        groups.setdefault(str(item[name]), []).append(item)
    return groups


def auth_log() -> list[JsonRow]:
    """The log of manual interventions, newest first."""
    with open_app(load_settings()) as app:
        return [
            {
                "domain": row.domain,
                "kind": row.kind.value,
                "item_id": row.item_id,
                "started_at": row.started_at.isoformat(timespec="seconds"),
                "ended_at": None if row.ended_at is None else row.ended_at.isoformat(timespec="seconds"),
                "seconds": None if row.seconds is None else round(row.seconds, 1),
                "result": row.result,
            }
            for row in app.inbox().log()
        ]


def auth_resolve(*, item: str | None = None, domain: str | None = None) -> list[JsonRow]:
    """Release a page, or everything that waits for a domain: the person solved it elsewhere."""
    with open_app(load_settings()) as app:
        inbox = app.inbox()
        return [_line(i) for i in inbox.resolve(_target(app, item, domain))]


def auth_skip(*, item: str | None = None, domain: str | None = None, reason: str = "") -> list[JsonRow]:
    """Give up a page, or everything that waits for a domain."""
    with open_app(load_settings()) as app:
        inbox = app.inbox()
        return [_line(i) for i in inbox.skip(_target(app, item, domain), reason=reason)]


def _target(app: App, item: str | None, domain: str | None) -> str:
    if (item is None) == (domain is None):
        raise WrongCall("give either the id of a page or --domain DOMAIN; `tadori auth list` shows both")
    if domain is not None:
        app.inbox().of_domain(domain)
        return domain
    assert item is not None
    return item


def auth_open(names: Sequence[str], *, everything: bool, ask: AskUser, heard: OnNavigation) -> list[DomainResult]:
    """Show domains one after the other in a visible browser; the person's decision about each.

    `heard` is called with every address a shown page goes to: a hint that it may be solved. Only the person decides.

    Raises:
        WrongCall: a name is unknown, or nothing was named.
        RouteUnavailable: there is no browser, or no display to show it on.
    """

    async def run() -> list[DomainResult]:
        with open_app(load_settings()) as app:
            domains = _domains(app, names, everything=everything)
            if not domains:
                return []
            async with _visible_chrome(app) as (chrome, routes):
                return await _show_all(app, chrome, routes, domains, ask, heard)

    return asyncio.run(run())


def _domains(app: App, names: Sequence[str], *, everything: bool) -> list[str]:
    """The domains to show, the most urgent first."""
    inbox = app.inbox()
    if names and everything:
        raise WrongCall("give names or --all, not both")
    if names:
        items = [item for name in names for item in inbox.named(name)]
    else:
        items = inbox.pending()
        if items and not everything:
            waiting = ", ".join(dict.fromkeys(item.domain for item in items))
            raise WrongCall(f"say which: domains, ids or --all. There wait: {waiting}")
    return list(dict.fromkeys(item.domain for item in items))


@asynccontextmanager
async def _visible_chrome(
    app: App, parts: "WebEnvironment | None" = None
) -> AsyncIterator[tuple["RunningChrome", "Routes"]]:
    """A visible Chrome: one that is already running, or a new one behind the address-checking proxy."""
    from tadori.fetch.chrome import connect_or_start  # lazy: few commands need it
    from tadori.fetch.chrome_facts import is_wsl, probe  # lazy: few commands need it
    from tadori.fetch.proxy import CheckingProxy  # lazy: few commands need it

    world = parts or WebEnvironment()
    routes = Routes(app.settings, app.clock, world)
    wanted = routes.chrome_settings(headless=False)
    running = wanted.cdp_url is not None and await probe(wanted.cdp_url) is not None
    if not running and not app.settings.display and sys.platform == "linux" and not is_wsl():
        raise RouteUnavailable(
            "headful", "there is no display to show a browser on (DISPLAY is not set): run this where you see windows"
        )

    async def checked(host: str, port: int) -> tuple[str, ...]:
        return await routes.names.checked(host, port, routes.guard)

    proxy = CheckingProxy(checked, world.rng)
    await proxy.start()
    try:
        chrome = await connect_or_start(replace(wanted, proxy=proxy.address), sleep=world.sleep)
        try:
            yield chrome, routes
        finally:
            await chrome.close()
    finally:
        await proxy.close()
        await routes.close()


async def _show_all(
    app: App, chrome: "RunningChrome", routes: "Routes", domains: list[str], ask: AskUser, heard: OnNavigation
) -> list[DomainResult]:
    from tadori.fetch.window import open_window  # lazy: few commands need it

    out: list[DomainResult] = []
    async with open_window(chrome.endpoint.url, navigated=heard) as window:
        for number, domain in enumerate(domains, start=1):
            opened = await _show(app, window, routes, chrome, domain, ask, place=(number, len(domains)))
            out.append(opened)
            if opened.result == UserDecision.QUIT:
                break
    return out


async def _show(
    app: App,
    window: "SessionWindow",
    routes: "Routes",
    chrome: "RunningChrome",
    domain: str,
    ask: AskUser,
    *,
    place: tuple[int, int],
) -> DomainResult:
    """Open one domain, bring it to the front, and wait for the decision; store its session if it was solved."""
    inbox = app.inbox()
    items = inbox.of_domain(domain)
    number = inbox.begin(domain)
    cookies = 0
    try:
        routes.guard.check_url(items[0].url)
        trouble = await window.show(items[0].url)
        said = await ask(await _shown(app, items, place, trouble or ""))
        if said is UserDecision.DONE:
            found = await window.report_done()
            inbox.save_session(
                WebSession(
                    domain=domain,
                    cookies=found,
                    user_agent=chrome.endpoint.user_agent,
                    accept_language=app.settings.web.accept_language,
                    saved_at=app.clock(),
                    by_person=True,
                )
            )
            cookies = len(found)
    except SourceError:
        inbox.end(number, domain, "failed")
        raise
    except BaseException:
        inbox.end(number, domain, "left")
        raise
    inbox.end(number, domain, said.value)
    tasks = tuple(sorted({item.task_id for item in items if item.task_id}))
    return DomainResult(domain=domain, result=said.value, pages=len(items), tasks=tasks, cookies=cookies)


async def _shown(app: App, items: list[AuthItem], place: tuple[int, int], trouble: str) -> DomainPrompt:
    from tadori.fetch.chrome_facts import is_wsl  # lazy: few commands need it

    raised = await raise_chrome(sys.platform, wsl=is_wsl(), display=app.settings.display)
    return DomainPrompt(
        domain=items[0].domain,
        url=items[0].url,
        kind=items[0].kind.value,
        pages=len(items),
        tasks=len({item.task_id for item in items if item.task_id}),
        number=place[0],
        of=place[1],
        trouble=trouble,
        foreground="" if raised.ok else raised.reason,
    )


def _line(item: AuthItem) -> JsonRow:
    return {
        "id": item.id,
        "task_id": item.task_id,
        "url": item.url,
        "domain": item.domain,
        "kind": item.kind.value,
        "priority": item.priority.value,
        "queued_at": item.queued_at.isoformat(timespec="seconds"),
        "state": item.state.value,
        "closed_at": None if item.closed_at is None else item.closed_at.isoformat(timespec="seconds"),
        "note": item.note,
    }


def detect_block(
    body: bytes, *, status: int = 200, headers: Sequence[tuple[str, str]] = (), url: str = ""
) -> dict[str, Any]:
    """The kind of block that a page is, and the grounds: the filter `tadori blocks`."""
    from tadori.fetch.blocks import detect_block  # lazy: slow to import

    block = detect_block(status, headers, body, url=url)
    return {"kind": block.kind.value, "grounds": list(block.grounds)}
